"""Lobo Brain: MiniMax and Q-learning at Tapatan."""
