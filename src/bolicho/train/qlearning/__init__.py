"""Trainings of tables of board games, by trial and error."""
