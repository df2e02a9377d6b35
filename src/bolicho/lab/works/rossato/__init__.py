"""Rossato: Markov matrices for Truco, learned by reinforcement."""
