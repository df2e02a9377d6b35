"""Trainings: agents that learn while they play, each with a design, a journal and checkpoints."""
