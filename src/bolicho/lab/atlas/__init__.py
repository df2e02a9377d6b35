"""Atlases: how a player plays every hand in one situation, and the solved positions around one of a board."""
