"""What the rows say of each pair, board by board: the ground of comparisons, ratings and triples."""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations

import numpy as np

from bolicho.arena.matches.outcomes import apart, beat
from bolicho.arena.matches.rows import Row
from bolicho.arena.results.resample import DRAWS, Numbers, Resample

Pair = tuple[int, int]
"""Two agents, the lower index first."""


class Evidence:
    """Rows as sums by board and pair, and the same sums drawn again by the bootstrap; a pure function of the rows."""

    def __init__(self, rows: Sequence[Row], agents: int, seed: int = 0, draws: int = DRAWS) -> None:
        self.agents = agents
        self.rows = sorted((row for row in rows if apart(row)), key=lambda row: (row.board, row.match))
        self.boards = sorted({row.board for row in self.rows})
        self.resample = Resample(len(self.boards), seed, draws)
        self.pairs: list[Pair] = sorted({pair for row in self.rows for pair in combinations(sorted(row.seats), 2)})
        self.place = {pair: place for place, pair in enumerate(self.pairs)}
        self.size = np.zeros((len(self.boards), len(self.pairs)))
        """Matches, a line a board, a column a pair."""
        self.won = np.zeros_like(self.size)
        """Of those, won by the first of the pair."""
        line = {board: number for number, board in enumerate(self.boards)}
        for row in self.rows:
            for pair in combinations(sorted(row.seats), 2):
                at = line[row.board], self.place[pair]
                self.size[at] += 1
                self.won[at] += beat(row, *pair)

    @cached_property
    def matches(self) -> Numbers:
        """How many matches each pair played."""
        matches: Numbers = self.size.sum(axis=0)
        return matches

    @cached_property
    def played(self) -> Numbers:
        """On how many boards."""
        played: Numbers = (self.size > 0).sum(axis=0).astype(float)
        return played

    @cached_property
    def rates(self) -> Numbers:
        """How often the first of each pair won."""
        rates: Numbers = self.won.sum(axis=0) / self.matches
        return rates

    @cached_property
    def sums(self) -> tuple[Numbers, Numbers]:
        """Drawn matches and drawn wins of each pair, one line a draw."""
        both = self.resample.sums(np.hstack([self.size, self.won]))
        return both[:, : len(self.pairs)], both[:, len(self.pairs) :]

    @cached_property
    def drawn(self) -> Numbers:
        """Drawn win rates of the first of each pair, one line a draw."""
        return self.resample.shares(*self.sums, self.matches / self.played, "pairs")

    def rate(self, first: int, second: int) -> float | None:
        """Return how often the first beat the second; None where they never met."""
        place = self.place.get((min(first, second), max(first, second)))
        if place is None:
            return None
        rate = float(self.rates[place])
        return rate if first < second else 1 - rate

    def drawn_rate(self, first: int, second: int) -> Numbers:
        """Return the drawn rates of the first against the second, who must have met."""
        drawn: Numbers = self.drawn[:, self.place[min(first, second), max(first, second)]]
        return drawn if first < second else 1 - drawn
