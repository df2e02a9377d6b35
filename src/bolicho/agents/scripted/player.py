"""A scripted player: a list of small named rules; the first that has something to say decides, and says why."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bolicho.agents.scripted.eyes import Eyes, Memory
from bolicho.agents.scripted.lots import Lots
from bolicho.core.contract import Decision
from bolicho.games.truco.view import View

Rule = Callable[[Eyes, Random], Decision | None]


class ScriptedPlayer:
    """Plays Truco by its rules, in order."""

    timing_blind = True
    """It does not look at when in a hand a truco was called, only at what stands (docs/exploit.md)."""

    def __init__(self, name: str, rules: Sequence[Rule]) -> None:
        self.name = name
        self.rules = tuple(rules)
        self._memory = Memory()

    def choose(self, view: View, rng: Random) -> Decision:
        """Ask each rule in turn."""
        return self._decision(Eyes(view), rng)

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """Return the probabilities of the legal moves of each view: what ``choose`` does, every lot drawn both ways."""
        lots = Lots()
        return [self._policy(Eyes(view, self._memory), lots) for view in views]

    def _policy(self, eyes: Eyes, lots: Lots) -> tuple[float, ...]:
        chances = dict.fromkeys(eyes.view.moves, 0.0)
        while lots.again():
            move = self._decision(eyes, lots).move
            chances[move] += lots.chance
        return tuple(chances.values())

    def _decision(self, eyes: Eyes, rng: Random) -> Decision:
        for rule in self.rules:
            decision = rule(eyes, rng)
            if decision is not None:
                return decision
        raise AssertionError(f"no rule of {self.name} answers {eyes.view!r}")


def because(move: str, rule: str, value: float | None = None, **facts: Any) -> Decision:
    """Return a decision with the name of the rule that made it and the facts it weighed."""
    rounded = {name: round(fact, 4) if isinstance(fact, float) else fact for name, fact in facts.items()}
    return Decision(move, value, {"rule": rule, "facts": rounded, "words": "bolicho.agents.scripted"})
