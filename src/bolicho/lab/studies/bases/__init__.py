"""Bases of cases: duels between two of them, their upkeep, and the bundled ones."""
