"""``bolicho train``: one module a kind of learner."""
