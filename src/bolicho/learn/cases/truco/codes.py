"""The numbers that stand for cards and players in a case (specs of Paulus, Tables 4 and 7 to 10).

A case compares cards by a code whose gaps say how much stronger one card is than another; clusters are made on coarser
categories of the same cards.

>>> CODE["1e"], CODE["3c"], CODE["4o"], CATEGORY[24], CATEGORY[7]
(52, 24, 1, 20, 7)
"""

from bolicho.games.truco.cards import LADDER

CODES = (1, 2, 3, 4, 6, 7, 8, 12, 16, 24, 40, 42, 50, 52)
"""One code a level, from the fours to the ace of espadas."""
CODE = {card: code for cards, code in zip(LADDER, CODES, strict=True) for card in cards}
SPAN = 52
"""The largest code: how far apart two cards can be."""

CATEGORIES = (
    (51, "top", (50, 52)),
    (41, "low top", (40, 42)),
    (20, "high white", (16, 24)),
    (12, "medium white", (12,)),
    (7, "low black", (6, 7, 8)),
    (3, "low white", (1, 2, 3, 4)),
)
"""The mean code of each category of cards, its name, and the codes in it (Table 7)."""
CATEGORY = {code: mean for mean, _, codes in CATEGORIES for code in codes}

HIGH, MEDIUM, LOW = 46, 16, 4
"""Which of the three cards received was played (Table 8)."""
LEVELS = (HIGH, MEDIUM, LOW)
"""In the order of a sorted hand."""
FACE_DOWN, I_FOLDED, I_LOST_THE_BET, RIVAL_FOLDED, NOT_PLAYED = -1, -10, -15, -46, -130
"""Why no open card was played (Table 9); the last: the hand was over before that round."""

ME, RIVAL, NOBODY = 1, 2, 0
PLAYER_FOR_CLUSTERS = {ME: 1, NOBODY: 2, RIVAL: 3}
"""Nobody stands between the two players, since clusters use distances (Table 10)."""

SUITS = {"e": 1, "o": 2, "b": 3, "c": 4}
"""Suits as the group's files number them."""
