"""Habits in a base: how often truco and envido are called, raised and refused, counted as people's hands were.

Each share is of the cases in which it is known; blanks are left out of both sides. Where those are a part that tells
nothing of the whole (fewer than half, or just the ones in which it did not happen) there is no share.

>>> from bolicho.learn.cases import shelf
>>> found = habits(shelf.base("baseline"))
>>> list(found)[:3], 0 < found["truco"].share < 1, found["truco"].of
(['truco', 'retruco', 'vale-quatro'], True, 3195)
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.truco.codes import ME, NOBODY

Mask = NDArray[np.bool_]
NO_PAIR = 20
"""Two cards of a suit give at least so many points of envido."""
ENVIDO = ("envido_by", "real_envido_by", "falta_envido_by")


class Habit(NamedTuple):
    """A share, and of how many cases; None where there is none to be a share of, or they stand for no others."""

    share: float | None
    of: int


def habits(base: CaseBase) -> dict[str, Habit]:
    """Count what is done in the cases of a base, by whichever player."""
    truco, envido = _called(base, "truco_by"), np.any([base[name] > NOBODY for name in ENVIDO], axis=0)
    told = base["envido_by"] != UNKNOWN
    opener = np.select([base[name] > NOBODY for name in ENVIDO], [base[name] for name in ENVIDO], NOBODY)
    mine = envido & (opener == ME)
    every = np.ones(len(base), dtype=bool)
    return {
        "truco": _share(truco, _known(base, "truco_by"), every),
        "retruco": _share(_called(base, "retruco_by"), _known(base, "retruco_by"), every),
        "vale-quatro": _share(_called(base, "vale_quatro_by"), _known(base, "vale_quatro_by"), every),
        "truco-refused": _share(_called(base, "truco_refused_by"), _known(base, "truco_refused_by"), truco),
        "envido": _share(envido, told, every),
        "envido-refused": _share(_called(base, "envido_refused_by"), _known(base, "envido_refused_by"), envido),
        "envido-low": _share(base["envido_points"] < NO_PAIR, _known(base, "envido_points"), mine),
        "flor": _share(_called(base, "flor_by"), _known(base, "flor_by"), every),
        "folded": _share(_called(base, "folded_by"), _known(base, "folded_by"), every),
        "first-tied": _share(base["won_1"] == NOBODY, _known(base, "won_1"), _known(base, "won_1")),
    }


def _known(base: CaseBase, column: str) -> Mask:
    return np.asarray(base[column] != UNKNOWN)


def _called(base: CaseBase, column: str) -> Mask:
    return np.asarray(base[column] > NOBODY)


def _share(done: Mask, known: Mask, among: Mask) -> Habit:
    """How often it was done, of the cases among which it could be and in which it is known."""
    cases, all_cases, times = int((known & among).sum()), int(among.sum()), int((done & known & among).sum())
    part = 2 * cases < all_cases or (cases < all_cases and not times)
    return Habit(None if part or not cases else times / cases, cases)
