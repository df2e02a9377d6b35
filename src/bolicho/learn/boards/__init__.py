"""Board games solved and learned: retrograde analysis, Q-learning, what a move was worth."""
