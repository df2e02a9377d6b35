"""Any game as a subject of search, by its contract alone: worlds, views, legal moves; playouts at random."""

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any

from bolicho.core.contract import Game, State, View
from bolicho.games.rikken.bits import Chance, draw, wide

PLAYOUT = 400
"""Plies after which a playout counts as drawn."""


class AnySubject:
    """A decision of some game; a win is worth 1, a tie for the best 0.5."""

    def __init__(self, game: Game, view: View) -> None:
        self.game, self.view, self.seat = game, view, view.seat

    def world(self, chance: Chance) -> State:
        """Ask the game."""
        world: State = self.game.worlds(self.view, Random(wide(chance)))
        return world

    def moves(self, state: State) -> Sequence[str]:
        """Return all legal moves."""
        return state.moves()

    def observation(self, state: State, move: str) -> Hashable:
        """Return a move as it stands in the history of the searching seat's view, where there is one."""
        if state.seat == self.seat:
            return move
        told = getattr(state.play(move).view(self.seat), "history", None)
        return told[-1] if told else move

    def privy(self, state: State) -> Hashable:
        """Tell nothing apart: one observer."""
        del state
        return None

    def prior(self, state: State, choices: Mapping[Hashable, Sequence[str]]) -> Sequence[float] | None:
        """Go by bounds alone."""
        del state, choices
        return None

    def playout(self, state: State, chance: Chance) -> Sequence[float]:
        """Play any legal moves to the end."""
        for _ in range(PLAYOUT):
            if state.over:
                best = max(state.scores)
                alone = state.scores.count(best) == 1
                return [0.0 if score < best else 1.0 if alone else 0.5 for score in state.scores]
            moves = state.moves()
            state = state.play(moves[draw(chance, len(moves))])
        return [0.5] * self.game.seats


def root_values(subject: AnySubject, edges: Mapping[Hashable, Any]) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return visits and means of the root's moves, by legal move in order."""
    kept = [edges[move] for move in subject.view.moves]
    return tuple(edge.visits for edge in kept), tuple(edge.mean for edge in kept)
