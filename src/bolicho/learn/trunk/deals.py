"""Hands as the trunk tells them apart: by strengths, envido points and flor, with the number of deals of every two.

>>> deals = Deals.of("full")
>>> deals.size, round(float(deals.met.sum()), 6)
(1727, 1.0)
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.games.truco.cards import STRENGTH
from bolicho.games.truco.hands import ELSEWHERE, all_hands
from bolicho.learn.ladder.classes import OF_DECKS, Classes

Longs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
AT_ONCE = 256


class Deals(NamedTuple):
    """All kinds of hands of a deck. ``strengths`` are the classes of the ladder game (``learn.ladder.classes``)."""

    strengths: Classes
    envido: Longs
    flor: Longs
    """Points of each kind; a flor of 0 is none."""
    level: Longs
    """The class of strengths of each kind."""
    share: Floats
    """Of the hands of its class of strengths, the share that is of this kind."""
    held: Longs
    """[kind, place]: levels, strongest first."""
    once: npt.NDArray[np.bool_]
    """[place, kind]: whether the place is the first of its level."""
    met: Floats
    """[kind of the mão, kind of the pé]: the share of all deals, the very cards counted."""
    met_strengths: Floats
    """The same by classes of strengths."""

    @property
    def size(self) -> int:
        """How many kinds there are."""
        return len(self.envido)

    @classmethod
    def of(cls, deck: str) -> "Deals":
        """The kinds of a deck; made once."""
        return _deals(deck)


class Kinds(NamedTuple):
    """The hands of a deck by their kinds; numbers of hands are those of ``hands.all_hands``."""

    here: npt.NDArray[np.intp]
    """Every hand of the deck."""
    number: npt.NDArray[np.intp]
    """Its kind."""
    first: npt.NDArray[np.intp]
    """Of each kind, the place of one hand of it in `here`."""


@cache
def kinds(deck: str) -> Kinds:
    """Group the hands of a deck by strengths, envido points and flor."""
    table = all_hands()
    here = np.flatnonzero((table.mask & np.uint64(ELSEWHERE[deck])) == 0)
    key = table.kind[here].astype(np.int64) * 4096 + table.envido[here].astype(np.int64) * 64 + table.flor[here]
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    return Kinds(here, number, first)


@cache
def _deals(deck: str) -> Deals:
    table = all_hands()
    here, number, first = kinds(deck)
    order = np.argsort(number, kind="stable")
    masks, starts = table.mask[here][order], np.searchsorted(number[order], np.arange(len(first)))
    rows = [
        np.add.reduceat((masks[at : at + AT_ONCE, None] & masks[None, :]) == 0, starts, axis=1, dtype=np.float64)
        for at in range(0, len(masks), AT_ONCE)
    ]
    met = np.add.reduceat(np.concatenate(rows), starts, axis=0)
    met /= met.sum()
    strengths = Classes.of(OF_DECKS[deck])
    held = np.array([[STRENGTH[card] - 1 for card in table.cards[here[hand]]] for hand in first])
    level = np.array([strengths.number(tuple(hand)) for hand in held.tolist()])
    hands = np.bincount(number, minlength=len(first)).astype(float)
    share = hands / np.bincount(level, hands, strengths.width[3])[level]
    by_row = np.zeros((strengths.width[3], len(first)))
    np.add.at(by_row, level, met)
    merged = np.zeros((strengths.width[3], strengths.width[3]))
    np.add.at(merged.T, level, by_row.T)
    once = np.stack([np.ones(len(first), bool), held[:, 1] != held[:, 0], held[:, 2] != held[:, 1]])
    return Deals(
        strengths, table.envido[here][first].astype(int), table.flor[here][first].astype(int), level, share, held, once,
        met, merged,
    )  # fmt: skip
