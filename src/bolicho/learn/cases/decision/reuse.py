"""Reuse: what to do, out of what was done in the cases found: four criteria, two models, twenty policies.

A criterion picks a cluster (extra-cluster) or an action (intra-cluster); the conventional model needs the action only.

- MJ, majority: the item of most cases.
- PL, probability lottery: drawn in proportion to frequency.
- PV, probability of victory: the highest wins / occurrences.
- NP, number of points: the largest sum of points won minus lost; where the outcome is binary (cards), PV.

Ties go to the item of more cases, then to the more conservative action (the first listed) or the lower cluster.
(The words of Paulus, section 4.1.1; the pseudocode there has slips: inverted fractions in PL and PV, an assignment in
place of a sum in NP.)

>>> votes = {(0, "quero"): Tally(3, 1, -2), (0, "nao-quero"): Tally(2, 0, -2), (1, "quero"): Tally(1, 1, 4)}
>>> [policy(name).choices(votes, ("nao-quero", "quero")) for name in ("MJS", "PVCS", "NPCMJS")]
[{'quero': 1.0}, {'quero': 1.0}, {'quero': 1.0}]
>>> policy("PLS").choices(votes, ("nao-quero", "quero"))
{'nao-quero': 0.3333333333333333, 'quero': 0.6666666666666666}
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, TypeVar

from bolicho.core.errors import UnknownName
from bolicho.core.numbers import number, percent

Item = TypeVar("Item", bound=Hashable)


class NumbersOfCases(Protocol):
    """What can be said of cases that were counted."""

    @property
    def cases(self) -> int:
        """How many."""

    @property
    def win_rate(self) -> float:
        """The share that was won."""

    @property
    def points(self) -> int:
        """What they brought, in all."""


class Tally(NamedTuple):
    """What became of the cases with one item."""

    cases: int = 0
    wins: int = 0
    points: int = 0

    def plus(self, other: "Tally") -> "Tally":
        """Count both together."""
        return Tally(self.cases + other.cases, self.wins + other.wins, self.points + other.points)

    @property
    def win_rate(self) -> float:
        """The share of cases that were won."""
        return self.wins / self.cases

    @property
    def mean(self) -> float:
        """Points a case."""
        return self.points / self.cases


def brief_tally(tally: NumbersOfCases) -> str:
    """Say a tally shortly, the same in every language: cases, share won, points.

    >>> brief_tally(Tally(12, 9, -3))
    '12 (75 %, −3)'
    """
    return f"{tally.cases} ({percent(tally.win_rate, 'en', 0)}, {number(tally.points, 0, 'en', signed=True)})"


Votes = Mapping[tuple[int, str], Tally]
"""The cases found, counted by cluster and action."""


class Criterion(Protocol):
    """From the tallies of items, in the order that breaks ties, to the probability of each."""

    def __call__(self, tallies: Mapping[Item, Tally], /) -> dict[Item, float]:
        """Choose among items."""


def _best(worth: Callable[[Tally], float]) -> Criterion:
    def choose(tallies: Mapping[Item, Tally]) -> dict[Item, float]:
        return {max(tallies, key=lambda item: (worth(tallies[item]), tallies[item].cases)): 1.0}  # max keeps the first

    return choose


def _lottery(tallies: Mapping[Item, Tally]) -> dict[Item, float]:
    total = sum(tally.cases for tally in tallies.values())
    return {item: tally.cases / total for item, tally in tallies.items()}


def _slipped(tallies: Mapping[Item, Tally]) -> dict[Item, float]:
    """Choose by the mean as the published program does: the first item is compared with 0, the next replaces it."""
    best, found, beaten = 0.0, next(iter(tallies)), False
    for item, tally in tallies.items():
        if tally.mean > best or not beaten:
            beaten |= tally.mean <= best
            best, found = tally.mean, item
    return {found: 1.0}


CRITERIA: dict[str, Criterion] = {
    "MJ": _best(lambda tally: tally.cases),
    "PL": _lottery,
    "PV": _best(lambda tally: tally.win_rate),
    "NP": _best(lambda tally: tally.points),
}
POINTS: dict[str, Criterion] = {
    "sum": CRITERIA["NP"],
    "mean": _best(lambda tally: tally.mean),
    "program": _slipped,
}
"""What NP may count: the sum of points, as the dissertation says; the mean; the mean with the slip of its program."""
BINARY = {"NP": "PV"}
"""What a criterion becomes where an action is only won or lost."""


@dataclass(frozen=True)
class Policy:
    """A reuse policy: a criterion for actions, and in the two-step model one for clusters before it."""

    name: str
    clusters: str | None
    actions: str
    points: str = "sum"
    """How NP counts (``POINTS``)."""

    def choices(self, votes: Votes, order: Sequence[str], *, binary: bool = False) -> dict[str, float]:
        """Return the probability of each action; actions not in ``order`` are no candidates."""
        chances: dict[str, float] = {}
        allowed = {key: tally for key, tally in votes.items() if key[1] in order}
        for cluster, chance in self.groups(allowed, binary=binary).items():
            for action, part in self.within(allowed, cluster, order, binary=binary).items():
                chances[action] = chances.get(action, 0.0) + chance * part
        return {action: chances[action] for action in order if action in chances}

    def groups(self, votes: Votes, *, binary: bool = False) -> Mapping[int | None, float]:
        """Return the probability of each cluster; {None: 1} where clusters do not matter."""
        if self.clusters is None or not votes:
            return {None: 1.0} if votes else {}
        return self._criterion(self.clusters, binary)(by_cluster(votes))

    def within(
        self, votes: Votes, cluster: int | None, order: Sequence[str], *, binary: bool = False
    ) -> dict[str, float]:
        """Return the probability of each action among the cases of a cluster (None: of all)."""
        kept = {key: tally for key, tally in votes.items() if cluster is None or key[0] == cluster}
        return self._criterion(self.actions, binary)(by_action(kept, order))

    def _criterion(self, name: str, binary: bool) -> Criterion:
        name = BINARY.get(name, name) if binary else name
        return POINTS[self.points] if name == "NP" else CRITERIA[name]


def by_cluster(votes: Votes) -> dict[int | None, Tally]:
    """Count by cluster, the lower first."""
    found = add_up((cluster, tally) for (cluster, _), tally in votes.items())
    return {cluster: found[cluster] for cluster in sorted(found)}


def by_action(votes: Votes, order: Sequence[str]) -> dict[str, Tally]:
    """Count by action, in the given order."""
    found = add_up((action, tally) for (_, action), tally in votes.items())
    return {action: found[action] for action in order if action in found}


def add_up(pairs: Iterable[tuple[Item, Tally]]) -> dict[Item, Tally]:
    """Count together what several tallies say of the same items."""
    found: dict[Item, Tally] = {}
    for item, tally in pairs:
        found[item] = found[item].plus(tally) if item in found else tally
    return found


def _policies() -> dict[str, Policy]:
    same = {f"{c}S": Policy(f"{c}S", None, c) for c in CRITERIA} | {f"{c}CS": Policy(f"{c}CS", c, c) for c in CRITERIA}
    mixed = {f"{a}C{b}S": Policy(f"{a}C{b}S", a, b) for a in CRITERIA for b in CRITERIA if a != b}
    return same | mixed


POLICIES = _policies()
"""All twenty, by name: PVS picks an action, PVCS a cluster and then an action, PVCNPS with different criteria."""


def policy(name: str, points: str = "sum") -> Policy:
    """Return a policy by its name; ``points`` says how NP counts."""
    if name not in POLICIES:
        raise UnknownName("reuse policy", name, POLICIES)
    return replace(POLICIES[name], points=points)
