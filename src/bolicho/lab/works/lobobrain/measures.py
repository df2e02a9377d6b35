"""What the rows of Lobo Brain come to: win rates over runs, straight lines and growth a ply, each with its interval."""

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt

import numpy as np

from bolicho.arena.results.intervals import Board, Estimate, share
from bolicho.core.intervals import student, wilson
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure, brief, number
from bolicho.core.words import Words
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.engine.matches import read_rows
from bolicho.lab.works.lobobrain.elsewhere import elsewhere

SEATS = ("first", "second")
RUNS = ("learn", "timid", "hard")
"""Runs of Q-learning: as in the article; without exploring; against a rival that plays well, broken off early."""
SAFE = 4
"""From this depth MiniMax must not lose Tapatan from the start."""


class BoardMeasures:
    """All that was measured, and the words to tell of it."""

    def __init__(self, design: Design, rows: Mapping[str, Rows], language: str) -> None:
        self.facts, self.language = design.settings, language
        self.words = Words("bolicho.lab.works.lobobrain", language, "words.toml")
        self.depths: list[int] = self.facts["depths"]
        runs, timid, hard = ([rows[key] for key in rows if key.startswith(f"{kind}/")] for kind in RUNS)
        self.timid, self.hard = [run[-1] for run in timid], [run[0] for run in hard]
        self.curve = [[run[n] for run in runs] for n in range(len(runs[0]) - 1)]
        self.finished = [run[-1] for run in runs]
        self.games = {depth: self._games(rows, n, depth) for n, depth in enumerate(self.depths)}
        self.training = {
            plain: [row for row in rows["time/training"] if row["plain"] is plain] for plain in (True, False)
        }
        self.lookup = rows["time/lookup"]
        self.paths = [rows[f"paths/{depth}"][0] for depth in self.depths]
        self.boards = [elsewhere(name, rows) for name in self.facts["boards"]]
        self.search = [rows[f"time/{depth}"][0] for depth in self.depths]
        self.straight = {plain: _straight(timed) for plain, timed in self.training.items() if timed}
        self.growth = {
            key: _growth(self.depths, [row[key] for row in self.search]) for key in ("seconds", "nodes", "tree")
        }

    def _games(self, rows: Mapping[str, Rows], agent: int, depth: int) -> dict[str, JsonObject]:
        played = read_rows([rows[key] for key in rows if key.startswith(f"games/{depth}/")])
        told = {}
        for seat, name in enumerate(SEATS):
            mine = [row for row in played if row.seats[seat] == agent]
            won = [int(row.winner == agent) for row in mine]
            lost = sum(row.winner is not None and row.winner != agent for row in mine)
            figure = self.rate([(sum(won), len(won) - sum(won))])
            told[name] = {"figure": figure, "lost": lost, "drawn": len(mine) - sum(won) - lost}
        return told

    def rate(self, counts: Sequence[Sequence[int]]) -> Figure:
        """The share of wins over runs, which are the independent pieces; where all agree, over their games."""
        games = sum(map(sum, counts))
        if games and len({run[0] / sum(run) for run in counts}) == 1:
            rate = counts[0][0] / sum(counts[0])
            return Figure(rate, *wilson(rate, games), games)
        return Figure.of(share([Board(sum(run), run[0]) for run in counts]), games)

    def interval(self, figure: Figure) -> str:
        """A rate and its interval with two decimals: these are near one."""
        ends = (figure.mean, figure.low, figure.high)
        mean, low, high = (number(100 * (end or 0.0), 2, self.language) for end in ends)
        return f"{mean} % ({low}–{high})"

    def number(self, amount: float, digits: int = 3) -> str:
        """An amount in so many digits."""
        return brief(amount, digits, self.language)

    def mean(self, shares: Sequence[float]) -> Figure:
        """The mean of a share, or of an amount, over runs, with Student's interval."""
        middle = float(np.mean(shares))
        if len(shares) < 2:
            return Figure(middle)
        margin = student(len(shares) - 1) * float(np.std(shares, ddof=1)) / sqrt(len(shares))
        return Figure(middle, middle - margin, middle + margin, len(shares))

    def amount(self, figure: Figure) -> str:
        """An amount with three decimals and its interval."""
        mean, low, high = (number(end or 0.0, 3, self.language) for end in (figure.mean, figure.low, figure.high))
        return f"{mean} ({low}–{high})"

    def ends(self, found: Estimate, digits: int = 3) -> str:
        """An amount with its interval."""
        mean, *rest = ("–" if end is None else self.number(end, digits) for end in found)
        return mean if found.low is None else f"{mean} ({'–'.join(rest)})"

    @property
    def lost(self) -> int:
        """Games that MiniMax lost though it looked deep enough not to."""
        return sum(self.games[d][s]["lost"] for d in self.depths if d >= SAFE for s in SEATS)

    @property
    def safe(self) -> int | None:
        """The depth from which on MiniMax loses no game; None where there is none, or no game."""
        for depth in self.depths:
            deeper = [self.games[d][seat] for d in self.depths if d >= depth for seat in SEATS]
            if all(some["figure"].n and not some["lost"] for some in deeper):
                return depth
        return None

    def power(self) -> Estimate:
        """The time of a search as a power of the tree's size."""
        return slope(*([log(row[what]) for row in self.search] for what in ("tree", "seconds")))

    def nodes(self, key: str = "nodes") -> Estimate:
        """The nodes of the article's search as a power of the tree's size, in the order of the moves or best first."""
        return slope(*([log(float(np.mean(row[what]))) for row in self.paths] for what in ("tree", key)))

    def both(self, runs: Rows) -> Figure:
        """The share of wins over runs, both seats together."""
        return self.rate([[a + b for a, b in zip(*(run[seat] for seat in SEATS), strict=True)] for run in runs])

    @property
    def flat(self) -> float:
        """The slowest look-up over the quickest."""
        times = [row["seconds"] for row in self.lookup]
        return float(max(times) / min(times))


def _straight(timed: Rows) -> float:
    """How much of the variance of the time a straight line explains."""
    return float(np.corrcoef([row["rounds"] for row in timed], [row["seconds"] for row in timed])[0, 1] ** 2)


def _growth(depths: Sequence[int], amounts: Sequence[float]) -> Estimate:
    """How many times as much each ply costs, by a straight line through the logarithms."""
    found = slope(depths, [log(amount) for amount in amounts])
    return Estimate(*(None if end is None else exp(end) for end in found))


def slope(x: Sequence[float], y: Sequence[float]) -> Estimate:
    """Return the slope of the straight line through some points, with its 95 % interval where there are three.

    >>> slope([1, 2, 3], [2, 4, 6])
    Estimate(mean=2.0, low=2.0, high=2.0)
    """
    if len(x) < 2:
        return Estimate(0.0, None, None)
    tilt, level = np.polyfit(x, y, 1)
    mean = round(float(tilt), 6)
    if len(x) < 3:
        return Estimate(mean, None, None)
    off = np.asarray(y) - (tilt * np.asarray(x) + level)
    spread = float(((np.asarray(x) - np.mean(x)) ** 2).sum())
    margin = student(len(x) - 2) * sqrt(float((off**2).sum()) / (len(x) - 2) / spread)
    return Estimate(mean, round(mean - margin, 6), round(mean + margin, 6))
