"""Trainings towards an equilibrium of Truco: the ladder game solved, and the full game."""
