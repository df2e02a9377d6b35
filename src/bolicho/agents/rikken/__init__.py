"""The players of Rikken (docs/agents/rikken.md): random, by rules, by Monte-Carlo, each explaining itself.

``valuation`` and ``bidding`` say what a hand is worth, ``tactics`` and ``house`` which card to play, ``guess`` and
``simulate`` what may happen; ``kernel`` compiles the last four as they stand, ``engine`` chooses who runs them, and
``bulk`` plays thousands of deals. ``lots``, ``ruled`` and ``carlo`` are the players.
"""
