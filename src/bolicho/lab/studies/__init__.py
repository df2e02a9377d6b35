"""Studies of our own, one package each."""
