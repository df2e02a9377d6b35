"""Search: alpha-beta, Monte-Carlo trees, endings of trick games."""
