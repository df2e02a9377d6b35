"""Trainings by imitation: case-based players play, a base remembers."""
