"""Pruning: which cases a base can do without, and why; no game in here.

Each strategy is a small function from a base to the cases that go. Whoever prunes says which strategies, in which order;
each looks at what those before it left. Nothing is taken out of a base here: ``base.subset(found.keep)`` is a new one.

| strategy | goes |
|---|---|
| ``redundant`` | for every question it answers, enough others that stay did the same in situations alike, and what is done there keeps its share |
| ``idle`` | what answers no question at all |
| ``never`` | what no question of the played hands retrieved |
| ``contradicting`` | what stands on the worse side of contradictions in more questions than it is upheld in |
"""  # noqa: E501

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolicho.core.chance import stream
from bolicho.core.errors import BadInput, UnknownName
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.retrieval.indexes import Ints
from bolicho.learn.cases.upkeep import competence
from bolicho.learn.cases.upkeep.competence import (
    Ground,
    Look,
    Places,
    Progress,
    Situation,
    Situations,
    by_nearest,
    contradictions,
    situations_by_question,
    times_retrieved,
)

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Settings:
    """What pruning goes by."""

    threshold: float = 0.98
    """From which similarity on a case covers another."""
    enough: int = 10
    """How many others must cover a case that goes."""
    drift: float = 0.05
    """By how much the share of what was done may fall around a case that goes."""
    near: float = 1.0
    """How similar situations must be to contradict one another; 1 is equal."""
    situations: Sequence[Situation] = ()
    """What was asked in played hands: by them a case is retrieved or never."""
    look: Look = field(default_factory=lambda: by_nearest(10))
    seed: int = 0
    """Who is looked at first is drawn."""

    def __post_init__(self) -> None:
        for name, value in (("threshold", self.threshold), ("near", self.near), ("drift", self.drift)):
            if not 0 <= value <= 1:
                raise BadInput(f"{name} {value:g}: expected a number between 0 and 1")
        if self.enough < 1:
            raise BadInput(f"enough {self.enough}: expected at least 1")


Strategy = Callable[[CaseBase, Ground, Settings, Progress | None], Mask]


def redundant(base: CaseBase, ground: Ground, settings: Settings, progress: Progress | None = None) -> Mask:
    """Mark the cases that others stand for, one after the other in an order drawn.

    Whoever goes has, to the end, enough others that stay and did the same in a situation as alike as the threshold.
    The share of an action around a case that goes is kept within ``drift``, so that votes stay what they were; wins and
    losses of an action go as they are drawn, so its rate of victory does.
    """
    places = _places(base, ground, settings.threshold)
    gone = np.zeros(len(base), dtype=bool)
    order = list(range(len(base)))
    stream(settings.seed, "prune").shuffle(order)
    for number, case in enumerate(order):
        gone[case] = bool(places[case]) and all(place.can_go(settings) for place in places[case])
        for place in places[case] if gone[case] else ():
            place.remove()
        if progress is not None and not number % 100:
            progress(number, len(order))
    return gone


def idle(base: CaseBase, ground: Ground, settings: Settings, progress: Progress | None = None) -> Mask:  # noqa: ARG001
    """Mark the cases that answer no question."""
    return competence.idle(base, ground)


def never(base: CaseBase, ground: Ground, settings: Settings, progress: Progress | None = None) -> Mask:
    """Mark the cases that no question of the played hands retrieved."""
    if not settings.situations:
        raise BadInput("pruning what is never retrieved needs questions of played hands")
    asked_here = [(question, values) for question, values in settings.situations if question in ground.questions]
    return np.asarray(times_retrieved(base, ground, asked_here, settings.look, progress) == 0)


def contradicting(base: CaseBase, ground: Ground, settings: Settings, progress: Progress | None = None) -> Mask:
    """Mark the cases that are on the worse side of contradictions more often than what they did is upheld."""
    found = contradictions(base, ground, settings.near, progress)
    return np.asarray(found.worse > found.upheld)


STRATEGIES: dict[str, Strategy] = {
    "redundant": redundant,
    "idle": idle,
    "never": never,
    "contradicting": contradicting,
}


class NothingLeft(BadInput):
    """A pruning that would take every case."""


class PruneResult(NamedTuple):
    """What stays, and how many went by each strategy."""

    keep: Mask
    gone: dict[str, Places]
    """The cases that went, by strategy, as numbers in the base."""


def prune(
    base: CaseBase,
    ground: Ground,
    what: Iterable[str],
    settings: Settings,
    progress: Mapping[str, Progress] | None = None,
) -> PruneResult:
    """Apply strategies one after the other; a pruning that would leave nothing is refused."""
    left = np.arange(len(base))
    gone: dict[str, Places] = {}
    for name in strategies(what):
        here = base if len(left) == len(base) else base.subset(np.isin(np.arange(len(base)), left))
        mask = STRATEGIES[name](here, ground, settings, (progress or {}).get(name))
        gone[name] = left[mask]
        left = left[~mask]
        if not len(left):
            raise NothingLeft(f"base {base.name!r}: pruning by {', '.join(gone)} would leave no case")
    return PruneResult(np.isin(np.arange(len(base)), left), gone)


def strategies(names: Iterable[str]) -> tuple[str, ...]:
    """Check names of strategies."""
    chosen = tuple(dict.fromkeys(names))
    for name in chosen:
        if name not in STRATEGIES:
            raise UnknownName("pruning strategy", name, STRATEGIES)
    if not chosen:
        raise BadInput(f"nothing to prune by: expected some of {', '.join(STRATEGIES)}")
    return chosen


# ── who stands for whom ───────────────────────────────────────────────────────────────────────────────────────────
class _Living:
    """How many cases of each action stay, situation by situation of one question."""

    def __init__(self, here: Situations) -> None:
        self.counts = np.zeros((len(here.rows), len(here.answers.actions)), dtype=np.int64)
        self.owed = np.zeros(self.counts.shape, dtype=bool)
        """Where a case went: enough others must stay there."""


class _Place(NamedTuple):
    """A case in one question: the situations it stands by, what it did, what was done around it at first."""

    living: _Living
    around: int
    """Its own situation: the row of counts that tells who stands by it."""
    stands_by: Ints
    """The situations whose counts it is in."""
    action: int
    share: float

    def can_go(self, settings: Settings) -> bool:
        """Tell whether enough others that stay did the same here, its share stays, and nobody who went needs it."""
        counts = self.living.counts[self.around]
        same = int(counts[self.action]) - 1
        if same < settings.enough or same < (self.share - settings.drift) * (int(counts.sum()) - 1):
            return False
        owed = self.living.owed[self.stands_by, self.action]
        return not (owed & (self.living.counts[self.stands_by, self.action] <= settings.enough)).any()

    def remove(self) -> None:
        """Stand by nobody any more, and leave it to the others."""
        self.living.counts[self.stands_by, self.action] -= 1
        self.living.owed[self.around, self.action] = True


def _places(base: CaseBase, ground: Ground, threshold: float) -> list[list[_Place]]:
    """Return the places of every case; counts by situation, so that a case that goes is taken out of few rows."""
    found: list[list[_Place]] = [[] for _ in range(len(base))]
    for here in situations_by_question(base, ground):
        living, said = _Living(here), here.answers.answer
        nears = [here.near(row, threshold) for row in range(len(here.rows))]
        for row, near in enumerate(nears):
            living.counts[row] = np.bincount(said[near], minlength=living.counts.shape[1])
        rows = np.repeat(np.arange(len(nears), dtype=np.int32), [len(near) for near in nears])
        cases = np.concatenate(nears)
        del nears
        by = np.split(rows[np.argsort(cases, kind="stable")], np.cumsum(np.bincount(cases, minlength=len(said)))[:-1])
        for row, members in enumerate(here.members):
            shares = living.counts[row] / max(1, living.counts[row].sum())
            for place in members:
                action = int(said[place])
                one = _Place(living, row, by[place], action, float(shares[action]))
                found[int(here.answers.ids[place])].append(one)
    return found
