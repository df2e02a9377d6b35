"""Puzzles: positions with one clearly best answer, which come with the house or are made by `bolicho puzzles make`."""
