"""The table in the terminal: people sit down and play."""
