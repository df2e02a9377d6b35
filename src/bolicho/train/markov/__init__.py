"""Trainings of the Markov player."""
