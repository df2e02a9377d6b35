"""The chances that a table of situations gives to moves."""
