"""Trainings that ask people."""
