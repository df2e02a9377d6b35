"""What a scripted player works out from its view, each fact once and only when a rule asks for it."""

from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from bolicho.games.truco.cards import STRENGTH, envido_points, flor_points
from bolicho.games.truco.hands import all_hands, consistent, evidence
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.games.truco.odds import Floats, Prospects, Rest, rest, rival_power
from bolicho.games.truco.view import View

EDGE = 0.005
"""A chance nearer to nothing, or to one, is said in words."""
KEPT = 1_000_000
Result = TypeVar("Result")


class Memory:
    """What was worked out in other views of the same cards, whatever was called meanwhile."""

    def __init__(self) -> None:
        self.known: dict[Hashable, Any] = {}

    def find(self, key: Hashable, work: Callable[[], Result]) -> Result:
        """Return what is known, else work it out."""
        if key not in self.known:
            if len(self.known) >= KEPT:
                self.known.clear()
            self.known[key] = work()
        found: Result = self.known[key]
        return found


class Eyes:
    """A view and what follows from it."""

    def __init__(self, view: View, memory: Memory | None = None) -> None:
        """``memory`` is for who asks about many views of the same cards."""
        self.view = view
        self.memory = memory
        self.points = envido_points(view.dealt)
        self.flor = flor_points(view.dealt)
        self._reads: dict[float, Prospects] = {}

    def once(self, what: Hashable, work: Callable[[], Result]) -> Result:
        """Work out something that hangs on ``what`` and on the cards alone; remembered, if there is a memory."""
        return work() if self.memory is None else self.memory.find((what, self._situation), work)

    @cached_property
    def _situation(self) -> Hashable:
        view = self.view
        return evidence(view), view.hand, view.played, view.won, view.is_mano

    # ── the cards ─────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def cards(self) -> Prospects:
        """What each card wins against every hand the rival may hold, all equally likely."""
        return Prospects(self.view, rest(self.view))

    @cached_property
    def chance(self) -> float:
        """The chance to win the rounds from here."""
        return self.once("chance", lambda: self.cards.chance(self.cards.now()))

    @cached_property
    def feeling(self) -> float:
        """What a beginner makes of the cards: how high the best two are, 0..1, and nothing else."""
        best = sorted((STRENGTH[card] for card in self.view.hand), reverse=True)[:2]
        return sum(best) / (14 * len(best)) if best else 0.5

    def read(self, weight: Floats | None, boldness: tuple[float, ...]) -> Prospects:
        """The same cards, but a rival who called is believed to hold more: his own chance to a power, by his calls."""
        calls = self.rival_truco_calls
        power = boldness[calls - 1] if calls else 0.0
        if power not in self._reads:
            held = rest(self.view, weight)
            if power:
                tilted = held.weight * (0.1 + rival_power(Prospects(self.view, held))) ** power
                held = Rest(held.strengths, tilted / tilted.sum())
            self._reads[power] = Prospects(self.view, held)
        return self._reads[power]

    @property
    def rival_truco_calls(self) -> int:
        """How often the rival has called or raised the truco."""
        return sum(1 for seat, move in self.view.history if seat == self.view.rival and move in TRUCO_CALLS)

    # ── envido and flor ───────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def possible(self) -> Floats:
        """1 for every hand the rival may hold, else 0."""
        return consistent(evidence(self.view)).astype(np.float64)

    def spread(self, mode: str, weight: Floats | None = None) -> Floats:
        """How likely the rival has each number of points of envido or flor."""
        table = all_hands()
        column = table.envido if mode == "envido" else table.flor
        total = np.bincount(column, self.possible if weight is None else self.possible * weight, 40)
        if mode == "flor":
            total[0] = 0
        return np.asarray(total / max(total.sum(), 1e-12))

    def beats(self, mode: str) -> Floats:
        """1 for each number of the rival that ours beats, a tie being the mão's."""
        mine = self.points if mode == "envido" else self.flor
        return (np.arange(40) < mine + self.view.is_mano).astype(np.float64)

    @property
    def rival_envido_calls(self) -> int:
        """How often the rival has called or raised the envido."""
        return sum(1 for seat, move in self.view.history if seat == self.view.rival and move in ENVIDO_CALLS)
