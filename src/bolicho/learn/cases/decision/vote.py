"""The vote of Moral et al.: the nearest cases vote on what to do, and the majority must have won something.

The action of most cases is taken if a case among them was won; else the action whose lost cases lost least, by mean.
(Moral et al., III.A: "only reused if it either resulted in a hand victory or resulted in the loss of the least number
of points".) Ties go to the action of more cases, then to the more conservative one. A case may count by its weight.

>>> lost = {"nao-quero": Count(4, 0, -4, 4.0, -4.0, 4.0, -4.0), "quero": Count(6, 0, -12, 6.0, -12.0, 6.0, -12.0)}
>>> won = {**lost, "quero": Count(6, 1, -8, 6.0, -8.0, 5.0, -10.0)}
>>> elect(lost, ("nao-quero", "quero")), elect(won, ("nao-quero", "quero"))
(('nao-quero', 'least-loss'), ('quero', 'majority'))
"""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from bolicho.learn.cases.memory import Voters

MAJORITY, LEAST_LOSS, UNANSWERED = "majority", "least-loss", "unanswered"
"""How an action was found: by most cases, by the smallest loss, or by no case at all."""


class Count(NamedTuple):
    """What became of the cases with one action."""

    cases: int
    wins: int
    points: int
    votes: float
    """The cases, each as much as it weighs."""
    weighed: float
    """Their points, each as much as it weighs."""
    lost: float = 0.0
    """The votes of cases that lost points."""
    losses: float = 0.0
    """Those points, each as much as its case weighs: a number below 0."""

    @property
    def win_rate(self) -> float:
        """The share of cases that were won."""
        return self.wins / self.cases

    @property
    def mean(self) -> float:
        """Points a case, by weight."""
        return self.weighed / self.votes

    @property
    def mean_loss(self) -> float:
        """Points of a case that lost some, by weight; 0 where none did."""
        return self.losses / self.lost if self.lost else 0.0


LOSSES: Mapping[str, Callable[[Count], float]] = {"lost": attrgetter("mean_loss"), "all": attrgetter("mean")}
"""How it is worked out what an action lost."""


def count(
    voters: Voters, adapted: Mapping[str, str], allowed: Sequence[str], weights: Sequence[float] | None = None
) -> dict[str, Count]:
    """Count the cases by what each action means now; what cannot be done now is no candidate.

    ``weights`` says what each case counts, 1 where nothing is said.
    """
    found: dict[str, list[float]] = {}
    for number, (action, won, points) in enumerate(zip(voters.actions, voters.won, voters.points, strict=True)):
        now = adapted.get(action)
        if now is None or now not in allowed:
            continue
        weight = 1.0 if weights is None else weights[number]
        sums = found.setdefault(now, [0, 0, 0, 0.0, 0.0, 0.0, 0.0])
        lost = weight if points < 0 else 0.0
        for place, value in enumerate((1, won, points, weight, points * weight, lost, points * lost)):
            sums[place] += value
    return {
        action: Count(int(found[action][0]), int(found[action][1]), int(found[action][2]), *found[action][3:])
        for action in allowed
        if action in found
    }


def elect(counts: Mapping[str, Count], order: Sequence[str], loss: str = "lost") -> tuple[str, str]:
    """Return the action taken, and how it was found; ``order`` begins with the most conservative action.

    ``loss`` says whose points tell what an action lost: of its cases that ``lost`` some, or of ``all``.

    >>> most = {"none": Count(4, 2, 0, 4.0, 0.0, 2.0, -2.0), "baralho": Count(6, 0, -6, 6.0, -6.0, 6.0, -6.0)}
    >>> elect(most, ("none", "baralho")), elect(most, ("none", "baralho"), "all")
    (('baralho', 'least-loss'), ('none', 'least-loss'))
    """
    if not counts:
        return order[0], UNANSWERED
    most = max(counts, key=lambda action: counts[action].votes)  # max keeps the first
    if counts[most].wins:
        return most, MAJORITY
    mean = LOSSES[loss]
    return max(counts, key=lambda action: (mean(counts[action]), counts[action].votes)), LEAST_LOSS


def elect_in_steps(
    counts: Mapping[str, Count], order: Sequence[str], refusal: str, loss: str = "lost"
) -> tuple[str, str]:
    """Vote first on refusing or not, and only then on what to do instead, as the group's match engine asks.

    >>> said = {"nao-quero": Count(4, 1, 0, 4.0, 0.0), "quero": Count(3, 1, 0, 3.0, 0.0)}
    >>> said["retruco"] = Count(3, 0, -9, 3.0, -9.0)
    >>> order = ("nao-quero", "quero", "retruco")
    >>> elect(said, order), elect_in_steps(said, order, "nao-quero")
    (('nao-quero', 'majority'), ('quero', 'majority'))
    """
    rest = {action: one for action, one in counts.items() if action != refusal}
    if refusal not in order or not rest:
        return elect(counts, order, loss)
    instead = order[1]
    together = Count(*(sum(parts) for parts in zip(*rest.values(), strict=True)))
    two = {refusal: counts[refusal], instead: together} if refusal in counts else rest
    first, how = elect(two, (refusal, instead), loss)
    return (first, how) if first == refusal else elect(rest, order[1:], loss)
