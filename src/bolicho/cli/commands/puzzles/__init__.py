"""``bolicho puzzles``: what there is, one to solve, new ones."""
