"""Puzzles on a page: which there are, one as its seat sees it, and the answer to a move."""
