"""Rounds 2 and 3 of a hand of Truco solved at the table, from what both may hold: no buckets of cards.

Once both have played a card, envido and flor are settled and only strengths, truco calls and the score are left.
``ranges`` says how likely each seat holds which two cards, after all it did by a given strategy; ``subgame`` solves the
rest for those ranges by vector CFR+ (``subgame_kernel``) and tells chances and values of every move.
"""
