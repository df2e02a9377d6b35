"""What habits cost: over the hands of a player, with 95 % intervals, and the three that cost most.

How to use it::

    prices = Prices()
    prices.hand(decisions)           # of one hand: (view, move, analysis), for every decision of the player
    found = prices.price_list()           # every habit with how often, what `equilibrium` does there, and its price
    found.dearest()                  # at most three: those that surely cost something

The hand is the unit of the intervals: a price is the sum of what the decisions of a habit gave away, over all hands.
A habit is called a cost only if an interval that is right for all habits looked at together lies above zero
(Bonferroni), and only if it was met `FEW` times: so somebody who plays like the analyst is not told of three.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from bolicho.core.hooks import Analysis
from bolicho.core.intervals import Z
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure
from bolicho.games.truco.view import View
from bolicho.lab.studies.profiles.habits import CARD, CHOICES, SIZE, Cost, Habit, answered, costs

FEW = 5
"""A habit that was met less often is not one yet."""
MOST = 3
"""How many are told."""
ERROR = 0.05
"""Of calling anything a cost that is none."""
Decision = tuple[View, str, Analysis]


class Price(NamedTuple):
    """A mean over hands, with its 95 % interval; ``sure`` is where the interval for all habits together begins."""

    mean: float
    low: float
    high: float
    sure: float

    def to_dict(self) -> JsonObject:
        """Return it as data."""
        return {"mean": self.mean, "low": self.low, "high": self.high}


class Priced(NamedTuple):
    """A habit: how often, what the analyst does there, and what it costs."""

    habit: Habit
    done: int
    of: int
    expected: float
    """How often the analyst would have done it, of ``of``."""
    instead: str | None
    """The choice that the analyst makes more often than this player, by most; None where it is about which card."""
    instead_done: int
    instead_expected: float
    chance: Price
    """What it gives away a hand, as a chance to win the match."""
    points: Price

    @property
    def costs(self) -> bool:
        """Whether it surely costs something."""
        return self.done >= FEW and self.chance.sure > 0

    def to_dict(self) -> JsonObject:
        """Return it as data."""
        return {
            **self.habit._asdict(), "done": self.done, "of": self.of, "expected": self.expected,
            "instead": self.instead, "instead-done": self.instead_done, "instead-expected": self.instead_expected,
            "chance": self.chance.to_dict(), "points": self.points.to_dict(), "costs": self.costs,
        }  # fmt: skip


@dataclass(frozen=True)
class PriceList:
    """The habits of a player over some hands, the dearest first."""

    hands: int
    whole: Priced | None
    """All decisions together."""
    habits: tuple[Priced, ...]

    def dearest(self, most: int = MOST) -> list[Priced]:
        """Return the habits that cost most, of those that surely cost something."""
        return [one for one in self.habits if one.costs][:most]

    def to_dict(self) -> JsonObject:
        """Return it as data."""
        whole = self.whole and {"chance": self.whole.chance.to_dict(), "points": self.whole.points.to_dict()}
        return {"hands": self.hands, "whole": whole, "habits": [one.to_dict() for one in self.habits]}


@dataclass
class _Sum:
    """Sums over hands, and over their squares."""

    total: list[float] = field(default_factory=lambda: [0.0, 0.0])
    squares: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def add(self, cost: Cost) -> None:
        for part, value in enumerate(cost):
            self.total[part] += value
            self.squares[part] += value * value

    def prices(self, hands: int, looks: int) -> tuple[Price, Price]:
        wide = NormalDist().inv_cdf(1 - ERROR / 2 / looks)
        return self._price(0, hands, wide), self._price(1, hands, wide)

    def _price(self, part: int, hands: int, wide: float) -> Price:
        mean = self.total[part] / hands
        error = sqrt(max(0.0, (self.squares[part] - hands * mean * mean) / (hands - 1)) / hands)
        return Price(mean, mean - Z * error, mean + Z * error, mean - wide * error)


class Prices:
    """Takes hands, and says what the habits in them cost."""

    def __init__(self) -> None:
        self.hands = 0
        self._done: dict[tuple[str, str], Counter[str]] = {}
        self._expected: dict[tuple[str, str], Counter[str]] = {}
        self._costs: dict[Habit, _Sum] = {}
        self._whole = _Sum()

    def hand(self, decisions: Iterable[Decision]) -> None:
        """Take the decisions of a player in one hand; those that were forced, or not valued, are left out."""
        self.hands += 1
        spent: dict[Habit, list[Cost]] = {}
        for view, move, found in decisions:
            mix = {one.move: one.chance or 0.0 for one in found.moves}
            for one in answered(view, move, mix):
                place = one.question, one.about
                self._done.setdefault(place, Counter())[one.choice] += 1
                self._expected.setdefault(place, Counter()).update(one.mix)
            for habit, cost in costs(view, move, found):
                if habit.question in (CARD, SIZE):
                    self._done.setdefault(habit[:2], Counter())[habit.choice] += 1
                spent.setdefault(habit, []).append(cost)
        every = [cost for those in spent.values() for cost in those]
        self._whole.add(_together(every))
        for habit, those in spent.items():
            self._costs.setdefault(habit, _Sum()).add(_together(those))

    def price_list(self) -> PriceList:
        """Return every habit, the dearest first."""
        if self.hands < 2:  # one hand has no interval
            return PriceList(self.hands, None, ())
        known = [habit for habit in self._costs if self._done.get(habit[:2], Counter())[habit.choice]]
        often = sum(self._done[habit[:2]][habit.choice] >= FEW for habit in known)
        priced = [self._priced(habit, max(1, often)) for habit in known]
        chance, points = self._whole.prices(self.hands, 1)
        whole = Priced(Habit("whole", "", ""), self.hands, self.hands, 0.0, None, 0, 0.0, chance, points)
        return PriceList(self.hands, whole, tuple(sorted(priced, key=lambda one: -one.chance.mean)))

    def _priced(self, habit: Habit, looks: int) -> Priced:
        done, expected = self._done[habit[:2]], self._expected.get(habit[:2], Counter[str]())
        of = sum(done.values())
        others = [one for one in CHOICES[habit.question] if one != habit.choice]
        instead = max(others, key=lambda one: expected[one] - done[one], default=None)
        chance, points = self._costs[habit].prices(self.hands, looks)
        share = {one: expected[one] / of for one in CHOICES[habit.question]} if of else {}
        return Priced(
            habit, done[habit.choice], of, share.get(habit.choice, 0.0), instead,
            done[instead] if instead else 0, share.get(instead or "", 0.0), chance, points,
        )  # fmt: skip


def _together(costs: Sequence[Cost]) -> Cost:
    return Cost(sum(one.chance for one in costs), sum(one.points for one in costs))


def figure_of(price: Price, *, points: bool = False) -> Figure:
    """Return a price as reports show it: points, or points of a hundred of the chance to win."""
    times = 1 if points else 100
    return Figure(times * price.mean, times * price.low, times * price.high, percent=False, digits=3 if points else 2)
