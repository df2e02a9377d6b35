"""Recorded matches: looked at ply by ply, and played on from."""
