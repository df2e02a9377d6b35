"""The report of a tournament."""
