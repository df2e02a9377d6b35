"""The solved positions around one of a board: every move with its value, and what the rival can answer."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from bolicho.core.chance import stream
from bolicho.core.errors import BadInput
from bolicho.core.hooks import Analysis, MoveValue, analysed
from bolicho.core.json_text import JsonObject

DEEPEST = 200
"""Moves from the beginning at most."""
NAMES = {1: "won", 0: "drawn", -1: "lost"}


@dataclass(frozen=True)
class Neighbour:
    """A move, its value to who makes it, and how the rival's answers would stand for the rival."""

    move: MoveValue
    replies: dict[str, int]

    def to_dict(self) -> JsonObject:
        """Return it as data."""
        return {
            "move": self.move.move, "value": self.move.value, "distance": self.move.distance, "replies": self.replies
        }  # fmt: skip


@dataclass(frozen=True)
class Around:
    """A position and its neighbours, the best move first; none where it is over."""

    state: Any
    neighbours: tuple[Neighbour, ...]

    def to_dict(self) -> JsonObject:
        """Return it as data."""
        return {"seat": self.state.seat, "moves": [one.to_dict() for one in self.neighbours]}


def around(game: Any, analyst: Any, moves: tuple[str, ...]) -> Around:
    """Look around the position to which some moves lead; the analyst must know it exactly."""
    if len(moves) > DEEPEST:
        raise BadInput(f"{len(moves)} moves: expected at most {DEEPEST}")
    state = game.start(game.deal(stream(0)))  # a board begins in one way
    for move in moves:
        state = state.play(move)
    if state.over:
        return Around(state, ())
    found = _known(analyst, state)
    best = sorted(found.moves, key=lambda one: (-one.value, (one.distance or 0) * (1 if one.value > 0 else -1)))
    return Around(state, tuple(Neighbour(one, _replies(analyst, state.play(one.move))) for one in best))


def _replies(analyst: Any, state: Any) -> dict[str, int]:
    if state.over:
        return {}
    return dict(Counter(NAMES[round(one.value)] for one in _known(analyst, state).moves))


def _known(analyst: Any, state: Any) -> Analysis:
    found = analysed(analyst, state.view(state.seat))
    if found is None or not found.exact:
        raise BadInput("this position is not solved")
    return found
