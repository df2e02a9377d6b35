"""The lab's queue: what can be computed, its forms, its progress, its results."""
