"""All 9,880 hands of three cards as arrays, and which of them a rival may hold given all that is public."""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.games.truco.cards import DECK, DECKS, PLACE, STRENGTH, Hand, envido_cards, envido_points, flor_points
from bolicho.games.truco.view import HIDDEN, View

Flags = npt.NDArray[np.bool_]


class Hands(NamedTuple):
    """Column by column, every hand that can be dealt."""

    cards: tuple[Hand, ...]
    mask: npt.NDArray[np.uint64]
    """One bit a card, by its place in the deck."""
    envido: npt.NDArray[np.int8]
    flor: npt.NDArray[np.int8]
    """Flor points, 0 without flor."""
    kind: npt.NDArray[np.int16]
    """Strength class: hands whose cards have the same three strengths."""
    kinds: tuple[tuple[int, ...], ...]
    """The strengths of each class, strongest first; there are 502."""


@cache
def all_hands() -> Hands:
    """Return the table, made once."""
    cards = tuple(combinations(DECK, 3))
    strengths = [tuple(STRENGTH[card] for card in hand) for hand in cards]
    kinds = tuple(sorted(set(strengths)))
    number = {kind: i for i, kind in enumerate(kinds)}
    return Hands(
        cards=cards,
        mask=np.array([bits(hand) for hand in cards], np.uint64),
        envido=np.array([envido_points(hand) for hand in cards], np.int8),
        flor=np.array([flor_points(hand) for hand in cards], np.int8),
        kind=np.array([number[strength] for strength in strengths], np.int16),
        kinds=kinds,
    )


def bits(cards: Hand) -> int:
    """Return a set of cards as bits."""
    return sum(1 << PLACE[card] for card in cards)


ELSEWHERE = {name: bits(DECK) - bits(cards) for name, cards in DECKS.items()}
"""The cards of the forty that are not in a deck (bits)."""


class Evidence(NamedTuple):
    """What is public about the rival's three cards."""

    never: int
    """Cards he cannot hold: our own, and those that are not in the deck (bits)."""
    surely: int
    """Cards he was seen to hold: played open, or shown in proof (bits)."""
    envido: tuple[int, int] = (0, 33)
    flor: tuple[int, int] = (0, 38)
    """Lowest and highest number he may have."""
    shown: Hand = ()


def evidence(view: View) -> Evidence:
    """Gather what the rival played, announced, declared, refused to declare and showed."""
    rival = view.rival
    seen = tuple(card for card in view.played[rival] if card in STRENGTH) + view.shown[rival]
    ranges = {"envido": (0, 33), "flor": _flor_range(view)}
    for said in view.announced:
        if said.seat != rival:
            continue
        if said.points is not None:
            ranges[said.mode] = (said.points, said.points)
        elif said.mode == "flor" or view.rules.pe_may_concede == "off":
            # "é bom" is said against the mão's number, so the pé has no more than that
            first = next(a.points for a in view.announced if a.mode == said.mode and a.seat == view.mano)
            ranges[said.mode] = (ranges[said.mode][0], first or 0)
    never = bits(view.dealt) | ELSEWHERE[view.rules.deck]
    return Evidence(never, bits(tuple(set(seen))), ranges["envido"], ranges["flor"], view.shown[rival])


def _flor_range(view: View) -> tuple[int, int]:
    """Nobody speaks of a flor he has not; a mandatory one cannot be kept silent."""
    some, none, unknown = (20, 38), (0, 0), (0, 38)
    if view.rules.flor == "off":
        return unknown
    said = [(seat, move) for seat, move in view.history if move == "flor"]
    if any(seat == view.rival for seat, _ in said):
        return some
    if said:
        # ours was declared first: who has none is not asked, and it is paid at once
        if not any(p.mode == "flor" and p.how == "alone" for p in view.paid):
            return some
        return unknown if _silent_flor_lost(view) else none
    silent = any(seat == view.rival for seat, _ in view.history)
    return none if view.rules.flor == "mandatory" and silent else unknown


def _silent_flor_lost(view: View) -> bool:
    """Whether the rival may have had a flor that he was not asked about: his first card lay there before ours."""
    if (view.rules.flor, view.rules.silent_flor) != ("optional", "lost"):
        return False
    before = view.history[: view.history.index((view.seat, "flor"))]
    return any(seat == view.rival and (move in STRENGTH or move == HIDDEN) for seat, move in before)


def consistent(facts: Evidence) -> Flags:
    """Mark the hands that the rival may hold."""
    table = all_hands()
    possible: Flags = (table.mask & np.uint64(facts.never | facts.surely)) == np.uint64(facts.surely)
    for column, (low, high), most in ((table.envido, facts.envido, 33), (table.flor, facts.flor, 38)):
        if low > 0:
            possible &= column >= low
        if high < most:
            possible &= column <= high
    if len(facts.shown) in (1, 2):
        # proof of an envido: of equal cards the stronger is shown, so some hands would have shown others
        for i in np.flatnonzero(possible):
            possible[i] = envido_cards(table.cards[i]) == facts.shown
    return possible
