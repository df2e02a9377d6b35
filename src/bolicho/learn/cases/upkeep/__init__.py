"""Which cases a base keeps, and which it can do without."""
