"""Processes that work for us: one pool under a watchdog, how its workers talk, and what becomes of them."""
