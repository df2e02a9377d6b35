"""Revise: small named rules that change a move before it is played; no game in here."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolicho.core.contract import View
from bolicho.core.errors import UnknownName
from bolicho.learn.cases.base import CaseBase

Mask = NDArray[np.bool_]
PASS = ""
"""What a rule answers to take a call back: the next question decides."""


def none_broken(base: CaseBase) -> Mask:
    """No case breaks a rule that looks at turns only."""
    return np.zeros(len(base), dtype=bool)


class Rule(NamedTuple):
    """A rule, on a turn and on cases."""

    name: str
    mend: Callable[[Any, str], str | None]
    """The move to play in place of one, PASS to take a call back, None where it has nothing against it."""
    broken: Callable[[CaseBase], Mask] = none_broken


def rules_named(names: Iterable[str], known: Mapping[str, Rule]) -> tuple[Rule, ...]:
    """Return rules by their names."""
    wanted = tuple(names)
    for name in wanted:
        if name not in known:
            raise UnknownName("revision rule", name, known)
    return tuple(known[name] for name in wanted)


def rules_in(names: Iterable[str], sets: Mapping[str, tuple[Rule, ...]]) -> tuple[Rule, ...]:
    """Return the rules of sets and single rules by their names, each once, in the order in which they are named."""
    single = {rule.name: (rule,) for rules in sets.values() for rule in rules}
    known = {**single, **sets}
    found: dict[str, Rule] = {}
    for name in names:
        if name not in known:
            raise UnknownName("revision rule", name, known)
        found |= {rule.name: rule for rule in known[name] if rule.name not in found}
    return tuple(found.values())


def revise(view: View, move: str, rules: Iterable[Rule]) -> tuple[str, str | None]:
    """Return the move after revision, and the rule that changed it; the first that objects decides."""
    for rule in rules:
        better = rule.mend(view, move)
        if better is not None and better != move:
            return better, rule.name
    return move, None
