"""What the Markov player learns with: pairs of count matrices, slices of them, chances, updates (Rossato, UFSM)."""
