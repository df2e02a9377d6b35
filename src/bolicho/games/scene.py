"""A table of cards as data, drawn alike by a terminal and a page: who holds how many, what lies where, who took it.

``scene_of`` works it out of a view that has ``hand`` and ``history`` (pairs of seat and move), which is enough for most
card games; a game whose cards lie otherwise makes its own (``Face.scene``).
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from bolicho.core.chance import stream
from bolicho.core.contract import Game, View

HIDDEN = "(?)"
"""A card that lies face down and that we may not see; ``(7e)`` is one of our own."""
DEALS = 200
"""So many deals are looked at to learn which cards there are."""


class TableCard(NamedTuple):
    """A card on the table and who played it."""

    seat: int
    card: str


class Round(NamedTuple):
    """Cards that belong together, in the order they were played."""

    cards: tuple[TableCard, ...]
    done: bool = False
    """Whether all have played."""
    winner: int | None = None
    """Who took them; None where nobody did, or where the rules do not say."""


class Scene(NamedTuple):
    """What a seat (or somebody who looks on) sees of the cards."""

    hand: tuple[str, ...]
    """Own cards; none for who looks on."""
    counts: tuple[int, ...]
    """How many cards each seat holds."""
    rounds: tuple[Round, ...] = ()
    """The rounds or tricks so far, the present one last; none before the first card."""
    up: tuple[str, ...] = ()
    """Cards that lie open beside the deck: a vira, a trump."""
    marks: tuple[str, ...] = ()
    """By seat, a few words that belong to the name: dealer, tricks taken. Empty: none for anybody."""


class Pack(NamedTuple):
    """The cards of a game, and how many each seat is dealt."""

    cards: frozenset[str]
    dealt: tuple[int, ...]


@cache
def pack_of(game: Game) -> Pack:
    """Learn from many deals which moves of a game are cards: whatever some seat holds in ``view.hand``."""
    found: set[str] = set()
    dealt: tuple[int, ...] = ()
    for number in range(DEALS):
        rng = stream(number, "pack")
        state = game.start(game.deal(rng), **game.opening(rng))
        hands = [getattr(state.view(seat), "hand", ()) for seat in range(game.seats)]
        found.update(card for hand in hands for card in hand)
        dealt = dealt or tuple(map(len, hands))
        if not found:
            break  # no hands in this game
    return Pack(frozenset(found), dealt)


def scene_of(view: View, game: Game, is_card: Callable[[str], bool]) -> Scene:
    """Work a scene out of a view: the cards of its history, in rounds of one card a seat."""
    played = [TableCard(who, move) for who, move in pairs(getattr(view, "history", ())) if is_card(move)]
    gone = [sum(laid.seat == seat for laid in played) for seat in range(game.seats)]
    left = (max(0, had - out) for had, out in zip(pack_of(game).dealt, gone, strict=True))
    counts = tuple(getattr(view, "counts", ())) or tuple(left)
    return Scene(tuple(getattr(view, "hand", ())), counts, rounds_of(played, game.seats))


def rounds_of(played: Iterable[TableCard], size: int) -> tuple[Round, ...]:
    """Put cards together, so many to a round; who took them only the rules can tell.

    >>> rounds_of([TableCard(0, "7"), TableCard(1, "3"), TableCard(0, "9")], 2)[-1]
    Round(cards=(TableCard(seat=0, card='9'),), done=False, winner=None)
    """
    cards = tuple(played)
    parts = (cards[start : start + size] for start in range(0, len(cards), size))
    return tuple(Round(part, len(part) == size) for part in parts)


def pairs(history: Iterable[object]) -> list[tuple[int, str]]:
    """Return the entries of a history that say who made which move; a game may have others, which are left out."""
    return [made for made in history if isinstance(made, tuple) and [*map(type, made)] == [int, str]]


def bare(card: str) -> str:
    """Return a card without the brackets of one that lies face down.

    >>> bare("(7e)"), bare("7e")
    ('7e', '7e')
    """
    return card[1:-1] if card.startswith("(") and card.endswith(")") else card
