"""Hands drawn by what a technique expects of them: TPC for those who play by rules, mean tricks for Monte-Carlo.

TPC is counted exactly (`rikken_hands`). What Monte-Carlo expects is known only after its simulations, and most values
are rare. So some hands of every TPC are estimated first, which tells how often each value comes from hands of each TPC;
then a TPC is drawn by that and hands of it are tried until one has the value. Hands of one value so come as they would
come from the pack, to the precision of those first hands.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import floor
from random import Random
from threading import Lock
from typing import NamedTuple

from bolicho.agents.rikken.bidding import best_trump
from bolicho.agents.rikken.engine import CompiledSimulations, Simulations
from bolicho.agents.rikken.table import Table
from bolicho.agents.rikken.tactics import PAPER, RANDOM, RULES
from bolicho.agents.rikken.valuation import tpc
from bolicho.core.chance import stream
from bolicho.games.rikken.bits import RANKS
from bolicho.lab.works.rosa.hands import draw_hand, of_value, share_with

VALUES = range(RANKS + 1)
"""An estimate is rounded to one of these."""
PLAYOUTS = {"mc-paper": RANDOM, "mc-paper:playout=rules": PAPER, "mc": RULES}
"""How the simulations of a Monte-Carlo player go on; who is not here counts TPC."""
TECHNIQUES = ("rules-paper", "rules", *PLAYOUTS)
FIRST = 150
"""Hands of each TPC that are estimated to learn how often a value comes."""
PATIENCE = 4000
"""Hands tried before another TPC is drawn."""


class HandEstimate(NamedTuple):
    """A hand, what is expected of it, and the seat (from declarer) that leads."""

    hand: int
    tricks: float
    leader: int


class Estimator:
    """What a technique expects, with so many simulations, with trump or without."""

    def __init__(self, technique: str, simulations: int, trump: bool, seed: int) -> None:
        self.playout = PLAYOUTS.get(technique)
        self.simulations, self.trump, self.seed = simulations, trump, seed
        self.name = "tpc" if self.playout is None else technique
        # Hands are drawn by the name of 0.1, so that they are those of the numbers that were published.
        self.key = self.name.replace("mc-paper", "mc-seed")
        self.runner = None if self.playout is None else CompiledSimulations()

    def estimate(self, hand: int, leader: int, rng: Random) -> float:
        """Return the tricks that a hand is expected to win."""
        if self.playout is None:
            return float(tpc(hand))
        trump = best_trump(hand) if self.trump else -1
        table = Table(hands=[hand, 0, 0, 0], counts=[RANKS] * 4, seat=leader, trump=trump, early=0, fits=0)
        counts = Simulations(rng.getrandbits(64), self.runner).sample(table, 0, self.simulations, self.playout)
        return sum(n * times for n, times in enumerate(counts)) / self.simulations

    def shares(self) -> list[float]:
        """Return how often each value comes, from 0 to 13."""
        if self.playout is None:
            return [share_with(*of_value(value)) for value in VALUES]
        return [sum(column) for column in zip(*self.table(), strict=True)]

    def draw(self, value: int, number: int) -> HandEstimate | None:
        """Return the number-th hand with an estimate that rounds to a value; None if none was ever seen."""
        rng, leader = stream(self.seed, "rikken", "estimated", self.key, value, number), number % 4
        if self.playout is None:
            hand = draw_hand(rng, *of_value(value))
            return HandEstimate(hand, float(tpc(hand)), leader)
        by_tpc = [row[value] for row in self.table()]
        if not any(by_tpc):
            return None
        while True:
            bounds = of_value(rng.choices(VALUES, by_tpc)[0])
            for _ in range(PATIENCE):
                hand = draw_hand(rng, *bounds)
                tricks = self.estimate(hand, leader, rng)
                if rounded(tricks) == value:
                    return HandEstimate(hand, tricks, leader)

    def table(self) -> Sequence[Sequence[float]]:
        """Return the share of all hands by TPC and by value."""
        assert self.playout is not None
        with _ONE_AT_A_TIME:
            return _table(self.name, self.simulations, self.trump, self.seed)


def rounded(tricks: float) -> int:
    """Return the nearest value, halves up.

    >>> rounded(4.49), rounded(4.5)
    (4, 5)
    """
    return floor(tricks + 0.5)


_ONE_AT_A_TIME = Lock()


@cache
def _table(technique: str, simulations: int, trump: bool, seed: int) -> tuple[tuple[float, ...], ...]:
    estimator = Estimator(technique, simulations, trump, seed)
    rows = []
    for count in VALUES:
        bounds, found = of_value(count), Counter[int]()
        rng = stream(seed, "rikken", "first-estimates", estimator.key, count)
        for number in range(FIRST):
            found[rounded(estimator.estimate(draw_hand(rng, *bounds), number % 4, rng))] += 1
        rows.append(tuple(share_with(*bounds) * found[value] / FIRST for value in VALUES))
    return tuple(rows)
