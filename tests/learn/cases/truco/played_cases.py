"""Cases of hands that scripted players played."""

from functools import cache
from itertools import permutations

import numpy as np

import bolicho
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.learn.cases.truco.hand import case_of, row_of
from bolicho.play.replay import steps

PLAYERS = ("novice", "cautious", "bold", "bluffer", "sound")


def empty_base(name: str = "trial") -> CaseBase:
    return CaseBase(name, NAMES, game="truco", form=FORM, source="synthetic")


def played_base(matches: int = 20) -> CaseBase:
    """The hands of some matches, each from one seat; a base of one's own."""
    base = empty_base()
    base.append(_cells(matches))
    return base


@cache
def _cells(matches: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.int16]]":
    game, base = bolicho.game("truco"), empty_base()
    pairs = list(permutations(PLAYERS, 2))
    for number in range(matches):
        players = [bolicho.agent(name, game) for name in pairs[number % len(pairs)]]
        record = bolicho.play_match(game, players, seed=number)
        for step in steps(record, game):
            if step.state.over:
                base.append([row_of(case_of(step.state.view(step.unit % 2)))])
    return base.cells()
