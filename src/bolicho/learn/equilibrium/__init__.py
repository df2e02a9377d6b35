"""The equilibrium of the full game of Truco: abstraction, Monte-Carlo CFR, match values, packed strategies, brackets.

``shape.py`` says which situations are taken for one, ``situation.py`` reads them from a View, ``cfr_kernel.py`` learns,
``match_worth.py`` values scores, ``packed_strategy.py`` ships what was learned, ``bracket.py`` measures it,
``thumb.py`` stands in.
"""
