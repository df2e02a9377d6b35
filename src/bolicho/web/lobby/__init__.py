"""The lobby: games, who plays them, how strongly."""
