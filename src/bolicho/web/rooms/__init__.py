"""Rooms: a class or a club plays together behind one code; tables, tournaments, homework, results by name."""
