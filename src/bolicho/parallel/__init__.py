"""Processes that work for us: how they talk, and what becomes of them."""
