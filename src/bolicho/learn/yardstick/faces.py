"""Which hands a player may hold, and what of a card is seen: its level in the ladder game, else the card itself.

In the ladder game (no envido, no flor) only strengths matter, so one hand of real cards stands for its class. The agent
holds the first suits of a level and the responder the last ones: cards of both never clash, and the n-th card that the
agent plays of a level is the same one whatever class it holds.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.games.truco.cards import (
    DECK,
    DECKS,
    LADDER,
    PLACE,
    STRENGTH,
    Hand,
    envido_points,
    flor_points,
    sorted_hand,
)
from bolicho.games.truco.options import Rules

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Levels = tuple[int, ...]
"""Strengths of a hand, strongest first."""


class Faces(NamedTuple):
    """The hands of one player, column by column, and how likely each is beside what the other one holds."""

    hands: tuple[Hand, ...]
    cards: Ints
    """[hand, 3]: places in the deck."""
    weight: Floats
    """How many deals each stands for."""
    label: Ints
    """[place in the deck]: what is seen of a card; cards of one label are one move."""
    points: Ints
    """[hand, 2]: envido and flor."""
    alike: Ints
    """[hand]: equal for hands of the same strengths and points, which an agent blind to suits plays alike."""


def by_level(rules: Rules) -> bool:
    """Whether only strengths matter under these rules."""
    return rules.envido == "off" and rules.flor == "off"


def fit(rules: Rules) -> None:
    """Refuse rules that the walk does not know."""
    if rules.face_down != "never":
        raise BadInput(f"truco option face_down={rules.face_down}: exploitability is measured with open cards only")


@cache
def deck(rules: Rules) -> Hand:
    """The cards that are dealt, strongest first."""
    return DECKS[rules.deck]


@cache
def all_hands(rules: Rules) -> tuple[tuple[Hand, int], ...]:
    """Every hand of the responder that is different from others, and how many real ones it stands for."""
    cards = deck(rules)
    if not by_level(rules):
        return tuple((hand, 1) for hand in combinations(cards, 3))
    count = counts(rules)
    return tuple(
        (_hand(rules, levels, last=True), prod(comb(count[level], levels.count(level)) for level in set(levels)))
        for levels in _classes(rules)
    )


def stand_in(rules: Rules, hand: Iterable[str]) -> Hand:
    """The hand that stands for a hand of real cards held by the responder."""
    real = sorted_hand(hand)
    return _hand(rules, tuple(STRENGTH[card] for card in real), last=True) if by_level(rules) else real


def against(rules: Rules, mine: Hand) -> Faces:
    """The hands that the agent may hold when the responder holds these cards."""
    whole = faces(rules)
    if by_level(rules):
        count, held = counts(rules), [STRENGTH[card] for card in mine]
        weight = np.array(
            [
                prod(comb(count[level] - held.count(level), levels.count(level)) for level in set(levels))
                for levels in _classes(rules)
            ],
            np.float64,
        )
    else:
        taken = np.isin(whole.cards, [PLACE[card] for card in mine]).any(1)
        weight = np.where(taken, 0.0, 1.0)
    return whole._replace(weight=weight)


@cache
def faces(rules: Rules) -> Faces:
    """Every hand of the agent, whatever the other one holds."""
    level = by_level(rules)
    hands = (
        tuple(_hand(rules, levels, last=False) for levels in _classes(rules))
        if level
        else tuple(combinations(deck(rules), 3))
    )
    points = np.array([(envido_points(hand), flor_points(hand)) for hand in hands], np.int64)
    strengths = np.array([[STRENGTH[card] for card in hand] for hand in hands], np.int64)
    alike = np.unique(np.column_stack([strengths, points * (not level)]), axis=0, return_inverse=True)[1]
    label = np.array([STRENGTH[card] if level else place for place, card in enumerate(DECK)], np.int64)
    cards = np.array([[PLACE[card] for card in hand] for hand in hands], np.int64)
    return Faces(hands, cards, np.ones(len(hands)), label, points, alike.reshape(-1).astype(np.int64))


@cache
def counts(rules: Rules) -> dict[int, int]:
    """How many cards of each strength the deck has."""
    held = deck(rules)
    return {level: sum(card in held for card in cards) for level, cards in enumerate(LADDER, 1)}


@cache
def _classes(rules: Rules) -> tuple[Levels, ...]:
    return tuple(sorted({tuple(STRENGTH[card] for card in hand) for hand in combinations(deck(rules), 3)}))


def _hand(rules: Rules, levels: Levels, *, last: bool) -> Hand:
    """Real cards of these levels: the first suits, or the last ones."""
    held = deck(rules)
    found: list[str] = []
    for level in sorted(set(levels)):
        cards = [card for card in held if STRENGTH[card] == level]
        many = levels.count(level)
        found += cards[len(cards) - many :] if last else cards[:many]
    return sorted_hand(found)
