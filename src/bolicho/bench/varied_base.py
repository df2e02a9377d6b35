"""A base of any size for benchmarks: the cases of the bundled base over and over, each time a little different.

Scripted players would take minutes for a hundred thousand hands. Here cards go up or down a rank, points and scores are
moved, and who called, won and folded stays as it was: so every question has answers, in rows that are mostly distinct.
"""

import numpy as np

from bolicho.core.chance import stream
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.truco.codes import CODES
from bolicho.learn.cases.truco.learned_case import NAMES, widen

SOURCE = "cases of the bundled base, varied: cards a rank up or down, points and scores moved"
RANKS = np.array(CODES)
CARDS = ("high", "medium", "low", *(f"{who}_{number}" for number in (1, 2, 3) for who in ("mine", "theirs")))
MOVED = {"envido_points": (2, 0, 33), "flor_points": (3, 20, 38), "score": (6, 0, 23), "rival_score": (6, 0, 23)}
"""By how much a number may move at most, and the ends it stays between."""


def varied_base(cases: int, seed: int) -> CaseBase:
    """Return a base of so many learned cases; the first ones are those of the bundled base as they are."""
    bundled = widen(shelf.base("baseline"), "varied")
    rng = np.random.default_rng(stream(seed, "varied").getrandbits(63))
    place = np.arange(cases) % len(bundled)
    cells = bundled.cells()[place]
    fresh = np.arange(cases) >= len(bundled)
    for name in CARDS:
        column = cells[:, NAMES.index(name)]
        is_card = np.isin(column, RANKS) & fresh
        rank = np.searchsorted(RANKS, column[is_card]) + rng.integers(-1, 2, int(is_card.sum()))
        column[is_card] = RANKS[np.clip(rank, 0, len(RANKS) - 1)]
    for name, (most, low, high) in MOVED.items():
        column = cells[:, NAMES.index(name)]
        known = (column != UNKNOWN) & (column >= low) & fresh
        column[known] = np.clip(column[known] + rng.integers(-most, most + 1, int(known.sum())), low, high)
    base = CaseBase("varied", NAMES, game="truco", form=bundled.form, source="synthetic", capacity=max(1, cases))
    base.append(cells)
    return base
