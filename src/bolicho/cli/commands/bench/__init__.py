"""``bolicho bench``: one module a subject."""
