"""Information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse 2012): search where cards are hidden.

``search.py`` is the idea, for any game; ``truco.py`` tells it what it must know of Truco and ``kernel.py`` is both once
more, compiled; ``habits.py`` is how players are taken to play where the tree ends; ``payoff.py`` what an end is worth.
"""
