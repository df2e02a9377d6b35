"""What a player does with every hand in one situation: a chart over the strongest card and the envido points.

How to use it::

    found = chart(agent, game, situation("mao"), (0, 0))
    found.cells[strength, "27"].shares["envido"]     # of the hands of that class, weighed by deals
    found.shares["envido"]                            # of all hands

Every hand that can be dealt is asked about once, by the player's own chances (``policies``): nothing is drawn. Hands
with a flor are left out, for a flor must be declared first. A hand counts as often as it is dealt, times how often this
player would have come here with it: where it played or called before, only by its own chances. The rival's cards are
not looked at; those that the situation shows are gone from the deck.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bolicho.core.contract import Policy
from bolicho.core.errors import BadInput, IllegalMove
from bolicho.core.hooks import tells_policies
from bolicho.core.json_text import JsonObject
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import DECK, STRENGTH, Deal, Hand, envido_points, flor_points, sorted_hand
from bolicho.games.truco.hands import all_hands
from bolicho.games.truco.state import State
from bolicho.games.truco.view import View
from bolicho.lab.atlas.situations import ANY, Situation

NO_PAIR = "0-19"
"""The column of hands without two cards of a suit."""
COLUMNS = (NO_PAIR, *(str(points) for points in range(20, 34)))
ROWS = tuple(range(14, 0, -1))
"""Strengths, strongest first."""
CARDS = ("card-high", "card-middle", "card-low")
"""Which of the three cards is played, by strength; equal ones count as the higher."""
BATCH = 500


class Cell(NamedTuple):
    """The hands of one class."""

    hands: int
    weight: float
    """How many of them come here."""
    shares: dict[str, float]
    """What the player does with them, by word or kind of card."""
    example: Hand
    """One that comes here most often."""

    def to_dict(self) -> JsonObject:
        """Return it as data."""
        shares = {move: round(share, 4) for move, share in self.shares.items() if share >= 0.00005}
        return {"hands": self.hands, "weight": round(self.weight, 3), "shares": shares, "example": list(self.example)}


@dataclass(frozen=True)
class Chart:
    """A situation, hand class by hand class."""

    agent: str
    situation: Situation
    score: tuple[int, int]
    """Own points first."""
    mano: bool
    moves: tuple[str, ...]
    cells: Mapping[tuple[int, str], Cell]
    shares: Mapping[str, float]
    hands: int
    weight: float

    def to_dict(self) -> JsonObject:
        """Return it as data."""
        cells = [{"strength": row, "points": column, **cell.to_dict()} for (row, column), cell in self.cells.items()]
        return {
            "agent": self.agent, "situation": self.situation.name, "path": list(self.situation.path),
            "score": list(self.score), "mano": self.mano, "moves": list(self.moves), "hands": self.hands,
            "weight": round(self.weight, 1), "shares": {move: round(share, 4) for move, share in self.shares.items()},
            "cells": cells,
        }  # fmt: skip


def points_column(hand: Hand) -> str:
    """Return the column of a hand."""
    points = envido_points(hand)
    return NO_PAIR if points < 20 else str(points)


def chart(agent: object, game: Truco, where: Situation, score: tuple[int, int]) -> Chart:
    """Ask a player about every hand."""
    if not tells_policies(agent):
        raise BadInput(f"agent {getattr(agent, 'name', agent)!r} does not tell its chances")
    seat = _seat(game, where)
    shown = {move for move in where.path if move in STRENGTH}
    asked: list[tuple[Hand, float, View]] = []
    hands = [hand for hand in all_hands().cards if not shown & set(hand) and not flor_points(hand)]
    roots = [(hand, 1.0, _start(game, hand, seat, shown, score)) for hand in hands]
    asked = _reached(agent, roots, where, seat)
    if not asked:
        raise BadInput(f"situation {' '.join(where.path)!r}: no hand comes there")
    sums: dict[tuple[int, str], dict[str, float]] = {}
    weights: dict[tuple[int, str], float] = {}
    reached: dict[tuple[int, str], dict[Hand, float]] = {}
    for (hand, weight, view), chances in zip(asked, _told(agent, [one for _, _, one in asked]), strict=True):
        place = STRENGTH[hand[0]], points_column(hand)
        weights[place] = weights.get(place, 0.0) + weight
        reached.setdefault(place, {})[hand] = reached.get(place, {}).get(hand, 0.0) + weight
        cell = sums.setdefault(place, {})
        for move, chance in zip(view.moves, chances, strict=True):
            kind = _kind(view, move)
            cell[kind] = cell.get(kind, 0.0) + weight * chance
    order = [kind for kind in _order(asked[0][2]) if any(kind in cell for cell in sums.values())]
    cells = {
        place: Cell(
            len(reached[place]), weights[place],
            {kind: sums[place].get(kind, 0.0) / weights[place] if weights[place] else 0.0 for kind in order},
            _typical(reached[place]),
        )
        for place in sorted(sums, key=lambda place: (-place[0], COLUMNS.index(place[1])))
    }  # fmt: skip
    whole = sum(weights.values())
    shares = {kind: sum(cell.get(kind, 0.0) for cell in sums.values()) / whole for kind in order}
    name = str(getattr(agent, "name", agent))
    return Chart(name, where, score, seat == 0, tuple(order), cells, shares, len(hands), whole)


def example_of(game: Truco, where: Situation, hand: Hand, score: tuple[int, int]) -> View:
    """Return what a seat with this hand sees in a situation; its own cards before are the weakest that it held."""
    seat = _seat(game, where)
    if len(set(hand)) != 3 or any(card not in STRENGTH for card in hand):
        raise BadInput(f"hand {' '.join(hand)[:40]!r}: expected three cards, as in 1e 7o 4c")
    shown = {move for move in where.path if move in STRENGTH}
    if shown & set(hand):
        raise BadInput(f"hand {' '.join(hand)}: a card of it lies on the table")
    state = _start(game, sorted_hand(hand), seat, shown, score)
    for move in where.path:
        state = state.play(state.hands[seat][-1] if move == ANY else move)
    return state.view(seat)


def _seat(game: Truco, where: Situation) -> int:
    """Who is to decide there; the mão is seat 0."""
    shown = [move for move in where.path if move in STRENGTH]
    for seat in (0, 1):
        hand: Hand = ("12e", "6b", "5o") if not {"12e", "6b", "5o"} & set(shown) else ("11e", "5b", "6c")
        state = _start(game, hand, seat, set(shown), (0, 0))
        try:
            for move in where.path:
                own = move == ANY
                if state.seat is None or (own and state.seat != seat):
                    break
                state = state.play(state.hands[seat][-1] if own else move)
            else:
                if state.seat == seat:
                    return seat
        except IllegalMove:
            continue
    raise BadInput(f"situation {' '.join(where.path)!r}: it cannot come to that")


def _start(game: Truco, hand: Hand, seat: int, shown: set[str], score: tuple[int, int]) -> State:
    """Deal a hand to a seat; the other one gets the cards that it will show, and others that make no flor."""
    free = [card for card in reversed(DECK) if card not in hand and card not in shown]
    other = [*shown]
    for card in free:
        if len(other) == 3:
            break
        if not (len(other) == 2 and len({one[-1] for one in (*other, card)}) == 1):
            other.append(card)
    hands = (hand, sorted_hand(other)) if seat == 0 else (sorted_hand(other), hand)
    state: State = game.start(Deal(hands), mano=0, score=score if seat == 0 else score[::-1])
    return state


def _reached(
    agent: Policy, roots: Sequence[tuple[Hand, float, State]], where: Situation, seat: int
) -> list[tuple[Hand, float, View]]:
    """Follow the situation with every hand; the weights are how often the player does its own part of it."""
    standing = [(hand, weight, state) for hand, weight, state in roots]
    for move in where.path:
        if standing and standing[0][2].seat != seat:
            standing = [(hand, weight, state.after(move)) for hand, weight, state in standing if move in state.moves()]
            continue
        views = [state.view(seat) for _, _, state in standing]
        following = []
        for (hand, weight, state), view, chances in zip(standing, views, _told(agent, views), strict=True):
            for one, chance in zip(view.moves, chances, strict=True):
                if chance > 0 and (one in view.hand if move == ANY else one == move):
                    following.append((hand, weight * chance, state.after(one)))
        standing = following
    return [(hand, weight, state.view(seat)) for hand, weight, state in standing if state.seat == seat]


def _told(agent: Policy, views: Sequence[View]) -> list[tuple[float, ...]]:
    return [chances for at in range(0, len(views), BATCH) for chances in agent.policies(views[at : at + BATCH])]


def _kind(view: View, move: str) -> str:
    if move not in STRENGTH:
        return move
    levels = [STRENGTH[card] for card in view.hand]
    return CARDS[levels.index(STRENGTH[move])] if len(levels) == len(CARDS) else "card"


def _order(view: View) -> tuple[str, ...]:
    words = [move for move in view.moves if move not in STRENGTH]
    return (*(word for word in words if word != "baralho"), *CARDS, "card", "baralho")


def _typical(reached: Mapping[Hand, float]) -> Hand:
    """A hand that comes here as often as any; of equals the one in the middle."""
    most = max(reached.values())
    often = [hand for hand, weight in reached.items() if weight >= most - 1e-9]
    return often[len(often) // 2]
