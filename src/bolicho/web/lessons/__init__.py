"""Lessons: set deals, played step by step on the real rules; one file of data a lesson."""
