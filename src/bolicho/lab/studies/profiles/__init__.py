"""How Truco players behave: calls, bluffs, answers, folds."""
