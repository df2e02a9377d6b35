"""A scripted player: a list of small named rules; the first that has something to say decides, and says why."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bolicho.agents.scripted.eyes import Eyes
from bolicho.core.contract import Decision
from bolicho.games.truco.view import View

Rule = Callable[[Eyes, Random], Decision | None]


class ScriptedPlayer:
    """Plays Truco by its rules, in order."""

    def __init__(self, name: str, rules: Sequence[Rule]) -> None:
        self.name = name
        self.rules = tuple(rules)

    def choose(self, view: View, rng: Random) -> Decision:
        """Ask each rule in turn."""
        eyes = Eyes(view)
        for rule in self.rules:
            decision = rule(eyes, rng)
            if decision is not None:
                return decision
        raise AssertionError(f"no rule of {self.name} answers {view!r}")


def because(move: str, rule: str, value: float | None = None, **facts: Any) -> Decision:
    """Return a decision with the name of the rule that made it and the facts it weighed."""
    rounded = {name: round(fact, 4) if isinstance(fact, float) else fact for name, fact in facts.items()}
    return Decision(move, value, {"rule": rule, "facts": rounded, "words": "bolicho.agents.scripted"})
