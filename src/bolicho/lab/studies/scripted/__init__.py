"""The scripted Truco players, all against all."""
