"""Rounds 2 and 3 solved when they are reached, from what both seats may hold by the tables: see ``learn/resolve``."""

from typing import Any

import numpy.typing as npt

from bolicho.core.hooks import Analysis, MoveValue
from bolicho.games.truco.view import View
from bolicho.learn.resolve.ranges import Policies, first_round, ranges
from bolicho.learn.resolve.subgame import Position, Solution, match_worth, points_worth, solve

KEPT = 2
"""Solved positions that are remembered: this hand's, and the one before."""


class Resolver:
    """Solves a position once, for the score at hand; every decision of the hand is read from that solution."""

    def __init__(self, policies: Policies, worth: npt.NDArray[Any] | None) -> None:
        """``policies`` is how the first round is played; ``worth`` what scores are worth (`match_worth`), or None."""
        import bolicho.learn.resolve.subgame_kernel  # noqa: F401  (without Numba: said when the player is made)

        self.policies, self.worth = policies, worth
        self._solved: dict[object, Solution] = {}

    def chances(self, view: View) -> tuple[float, ...] | None:
        """The probabilities of the legal moves; None in the first round, and where nothing can be solved."""
        solution = self.solution(view)
        return None if solution is None else solution.chances(view)

    def analysis(self, view: View) -> Analysis | None:
        """What every legal move is worth; None where `chances` has none."""
        solution = self.solution(view)
        if solution is None:
            return None
        chances, values, points = solution.chances(view), solution.values(view), solution.values(view, points_worth())
        if chances is None or values is None or points is None:
            return None
        rows = zip(view.moves, values, chances, points, strict=True)
        unit = "points" if self._worth_of(view) is None else "match"
        moves = tuple(MoveValue(move, value, chance, points=worth) for move, value, chance, worth in rows)
        return Analysis(unit, moves, solution.gap())

    def solution(self, view: View) -> Solution | None:
        """The solution of the position in which the second round of this view began."""
        if not view.won or view.rules.face_down != "never":
            return None
        key = (view.history[: first_round(view)], view.announced, view.mano, view.score, view.rules)
        if key not in self._solved:
            while len(self._solved) >= KEPT:
                self._solved.pop(next(iter(self._solved)))
            self._solved[key] = solve(Position.of(view), ranges(view, self.policies), self._payoffs(view))
        return self._solved[key]

    def _payoffs(self, view: View) -> Any:
        worth = self._worth_of(view)
        return points_worth() if worth is None else match_worth(view, worth)

    def _worth_of(self, view: View) -> npt.NDArray[Any] | None:
        """What scores are worth, if every one that may come has a worth."""
        known = self.worth is not None and view.rules.target - min(view.score) < len(self.worth)
        return self.worth if known else None
