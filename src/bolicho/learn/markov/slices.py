"""The slice: the columns that the rival may still hold, by the paper's rule (section 5.2), each made once and shared.

Truco: states that hold his open cards, none of my unique ones. Envido and flor: states that hold the value of his first
open card, which is taken for a hint. A card that lies face down tells nothing.

>>> part = truco_slice((1,), (11,))
>>> part.size, part.shown[:3], int(part.places[0])
(88, ('4-4-4', '4-4-5', '4-4-6'), 0)
>>> envido_slice(4).shown
('0-4', '1-4', '2-4', '3-4', '4-5', '4-6', '4-7')
"""

from functools import cache, lru_cache
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.games.truco.cards import LADDER, STRENGTH, VALUE, Hand
from bolicho.games.truco.view import View
from bolicho.learn.markov.matrices import Floats
from bolicho.learn.markov.similarity import likeness
from bolicho.learn.markov.states import (
    ENVIDO,
    ENVIDO_LABELS,
    FLOR,
    FLOR_LABELS,
    TRUCO,
    TRUCO_LABELS,
    UNIQUE,
    State,
)

Ints = npt.NDArray[np.intp]
SHOWN = 8
"""How many columns an explanation names."""


class Slice(NamedTuple):
    """Some columns of a module."""

    key: tuple[State, State]
    """What it was made from: his known strengths or values, and mine that he cannot have."""
    module: str
    places: Ints
    shown: tuple[str, ...]

    @property
    def size(self) -> int:
        """How many columns there are."""
        return len(self.places)


def open_cards(view: View) -> Hand:
    """Return the rival's cards that lie open, in the order they were played."""
    return tuple(card for card in view.played[view.rival] if card in STRENGTH)


def truco_columns(view: View) -> Slice:
    """Return what the rival may hold, by his open cards and my unique ones."""
    return truco_slice(strengths(open_cards(view)), unique(view.dealt))


def envido_columns(view: View) -> Slice:
    """Return the pairs the rival may have: those with his first card, when it lies open."""
    seen = open_cards(view)
    return envido_slice(VALUE[seen[0]] if seen else None)


def flor_columns(view: View) -> Slice:
    """Return the flores the rival may have: those with his first card, when it lies open."""
    return flor_slice(tuple(VALUE[card] for card in open_cards(view)[:1]))


@cache
def strengths(cards: Hand) -> State:
    """Return the strengths of cards, weakest first."""
    return tuple(sorted(STRENGTH[card] for card in cards))


@cache
def unique(hand: Hand) -> State:
    """Return the strengths of a hand that nobody else can have."""
    return tuple(strength for strength in strengths(hand) if strength in UNIQUE)


@cache
def truco_slice(known: State, mine: State = ()) -> Slice:
    """Return the states with these strengths and without my unique ones."""
    held = _held()
    fits = (held >= np.bincount(known, minlength=held.shape[1])).all(1) if known else np.ones(len(held), np.bool_)
    for strength in mine:
        fits &= held[:, strength] == 0
    return _slice((known, mine), "truco", np.flatnonzero(fits).tolist(), TRUCO_LABELS)


@cache
def envido_slice(value: int | None) -> Slice:
    """Return the pairs with a card of this value; all of them while none is seen."""
    fits = [i for i, pair in enumerate(ENVIDO) if value is None or value in pair]
    return _slice((() if value is None else (value,), ()), "envido", fits, ENVIDO_LABELS)


@cache
def flor_slice(values: State) -> Slice:
    """Return the flores with cards of these values."""
    return _slice((values, ()), "flor", [i for i, flor in enumerate(FLOR) if holds(flor, values)], FLOR_LABELS)


def holds(state: State, known: State) -> bool:
    """Whether a state has all these cards, each as often.

    >>> holds((1, 1, 3), (1, 1)), holds((1, 2, 3), (1, 1))
    (True, False)
    """
    return all(state.count(card) >= known.count(card) for card in known)


def _slice(key: tuple[State, State], module: str, fits: list[int], labels: tuple[str, ...]) -> Slice:
    return Slice(key, module, np.array(fits, np.intp), tuple(labels[i] for i in fits[:SHOWN]))


@lru_cache(512)
def spread(key: tuple[State, State], module: str, share: float, width: float) -> Floats:
    """Return the weight of every column when those of a slice share their place with similar ones."""
    known, mine = key
    part = {"truco": lambda: truco_slice(known, mine), "flor": lambda: flor_slice(known)}.get(
        module, lambda: envido_slice(known[0] if known else None)
    )()
    alike = likeness(module, "kernel", share, width)
    assert alike is not None
    weights: Floats = alike.mean(part.places).sum(0)
    return weights


# ── one card of the rival, as the chain of rounds needs it ────────────────────────────────────────────────────────────


class UnseenCard(NamedTuple):
    """The chance that a card of the rival is weaker than, or ties with, each strength 0..14."""

    weaker: tuple[float, ...]
    ties: tuple[float, ...]


@cache
def unseen(key: tuple[State, State], whole: bool) -> UnseenCard:
    """Return how strong a card is that the rival still holds; or, ``whole``, any of his three."""
    known, mine = key
    part = truco_slice(known, mine)
    counts = (_ways()[part.places] @ _held()[part.places]).tolist()
    ways = float(_ways()[part.places].sum())
    if not whole:
        for strength in known:
            counts[strength] -= ways
    total = max(sum(counts), 1.0)
    weaker = tuple(sum(counts[:strength]) / total for strength in range(len(counts)))
    return UnseenCard(weaker, tuple(count / total for count in counts))


@cache
def _ways() -> Floats:
    """How many deals give each truco state."""
    return np.array([prod(comb(len(LADDER[s - 1]), state.count(s)) for s in set(state)) for state in TRUCO], np.float64)


@cache
def _held() -> Floats:
    """[state, strength 0..14]: how many cards of that strength it has."""
    return np.array([[state.count(strength) for strength in range(len(LADDER) + 1)] for state in TRUCO], np.float64)
