"""Ratings: how strong everybody is on one scale, by Bradley and Terry's model, with what is not known about it.

The model: the odds of i against j are exp(s_i - s_j) to 1 (R. A. Bradley and M. E. Terry, Biometrika 39, 1952). The
strengths are those of maximum likelihood, a draw being half a win, with a weak prior: everybody has also won a quarter
of a board and lost a quarter, spread over the rivals it met. So who won everything stays finite; two agents alone have
Jeffreys' prior between them. On the scale of chess 400 points are odds of ten to one; the mean of the field is 1500.

The interval is that of the bootstrap over boards (`resample.py`), the boards of the prior being drawn again like all
others. The model knows no favourite victims: where A beats B, B beats C and C beats A it says what each is worth
against the whole field, and `triples.py` says the rest.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bolicho.arena.matches.rows import Row
from bolicho.arena.results.evidence import Evidence
from bolicho.arena.results.intervals import Estimate
from bolicho.arena.results.resample import TAIL, Numbers, estimate, tail_of

MEAN, SCALE = 1500.0, 400 / np.log(10)
PRIOR = 0.25
"""Of a board won, and of one lost, by everybody."""
RIDGE = 0.01
"""Strengths lie within 10 or so of the average: only to find them, where draws leave nothing else to hold them."""
STEP, STEPS, CLOSE = 1.0, 200, 1e-9
"""Newton's steps go no further than this at once; no more of them; until none goes further than that."""


@dataclass(frozen=True)
class Ratings:
    """The rating of each agent by index; and the same in each draw of the bootstrap."""

    means: Numbers
    drawn: Numbers
    """One line a draw, one column an agent."""
    parts: tuple[int | None, ...]
    """Agents of one part are linked by matches; between parts nothing can be said. None for who has not played."""
    tail: float = TAIL
    """How far out among the draws the ends of the intervals lie."""

    def of(self, agent: int) -> Estimate:
        """Return a rating with its 95 % interval, None for who has not played."""
        if self.parts[agent] is None:
            return Estimate(None, None, None)
        return _tenths(estimate(float(self.means[agent]), self.drawn[:, agent], tail=self.tail))

    def linked(self, first: int, second: int) -> bool:
        """Whether two agents can be compared."""
        return self.parts[first] is not None and self.parts[first] == self.parts[second]

    def difference(self, first: int, second: int) -> Estimate:
        """Return by how much the first is rated above the second."""
        if not self.linked(first, second):
            return Estimate(None, None, None)
        gap = float(self.means[first] - self.means[second])
        return _tenths(estimate(gap, self.drawn[:, first] - self.drawn[:, second], tail=self.tail))


def ratings(rows: Sequence[Row], agents: int, seed: int = 0) -> Ratings:
    """Rate agents by their rows."""
    return rate(Evidence(rows, agents, seed))


def rate(evidence: Evidence) -> Ratings:
    """Rate agents by what is known of each pair."""
    count = evidence.agents
    parts = _parts(evidence)
    even = np.full((1, count), PRIOR)
    means = strengths(_table(evidence, evidence.matches[None], evidence.won.sum(axis=0)[None], even, even))
    won, lost = (evidence.resample.parts(PRIOR, count, f"rating {end}") for end in ("won", "lost"))
    drawn = strengths(_table(evidence, *evidence.sums, won, lost), means)
    return Ratings(_scaled(means, parts)[0], _scaled(drawn, parts), parts, tail_of(len(evidence.boards)))


def strengths(wins: Numbers, start: Numbers | None = None) -> Numbers:
    """Return the strengths of maximum likelihood, a line a table; ``wins[t, i, j]`` says how often i beat j in table t.

    >>> found = strengths(np.array([[[0, 3000], [1000, 0]]]))[0]
    >>> round(float(np.exp(found[0] - found[1])), 3)
    3.0
    """
    count = wins.shape[1]
    met, taken = wins + wins.transpose(0, 2, 1), wins.sum(axis=2)
    strength = np.zeros(wins.shape[:2]) if start is None else np.repeat(start, len(wins) // len(start), axis=0)
    diagonal = np.arange(count)
    for _ in range(STEPS):
        chance = _logistic(strength[:, :, None] - strength[:, None, :])
        slope = taken - (met * chance).sum(axis=2) - RIDGE * strength
        bend = -met * chance * (1 - chance)
        bend[:, diagonal, diagonal] = 0
        bend[:, diagonal, diagonal] = RIDGE - bend.sum(axis=2)
        step = np.linalg.solve(bend, slope[..., None])[..., 0]
        step *= np.minimum(1, STEP / np.maximum(np.abs(step).max(axis=1, keepdims=True), 1e-300))
        strength = strength + step
        if np.abs(step).max(initial=0) < CLOSE:
            break
    return strength


def expected(first: float, second: float) -> float:
    """Return how often a rating beats another.

    >>> round(expected(1900, 1500), 4), expected(1500, 1500)
    (0.9091, 0.5)
    """
    return float(_logistic(np.array((first - second) / SCALE)))


def _table(evidence: Evidence, size: Numbers, won: Numbers, plus: Numbers, minus: Numbers) -> Numbers:
    """Sums a pair, and the boards of the prior by agent, as a table a draw: who beat whom how often."""
    table = np.zeros((len(size), evidence.agents, evidence.agents))
    rivals = Counter(agent for pair in evidence.pairs for agent in pair)
    unit = evidence.matches / evidence.played
    for place, (first, second) in enumerate(evidence.pairs):
        table[:, first, second] = won[:, place]
        table[:, second, first] = size[:, place] - won[:, place]
        for one, other in ((first, second), (second, first)):
            table[:, one, other] += plus[:, one] * unit[place] / rivals[one]
            table[:, other, one] += minus[:, one] * unit[place] / rivals[one]
    return table


def _parts(evidence: Evidence) -> tuple[int | None, ...]:
    """Name for each agent the lowest one that a chain of matches leads to."""
    parts = list(range(evidence.agents))
    for first, second in evidence.pairs:
        low, high = sorted((parts[first], parts[second]))
        parts = [low if part == high else part for part in parts]
    played = {agent for pair in evidence.pairs for agent in pair}
    return tuple(part if agent in played else None for agent, part in enumerate(parts))


def _scaled(strength: Numbers, parts: Sequence[int | None]) -> Numbers:
    """Put the mean of each part at the mean of the scale."""
    scaled = np.full_like(strength, MEAN)
    for part in set(parts) - {None}:
        columns = [agent for agent, its in enumerate(parts) if its == part]
        own = strength[:, columns]
        scaled[:, columns] += SCALE * (own - own.mean(axis=1, keepdims=True))
    return scaled


def _tenths(found: Estimate) -> Estimate:
    return Estimate(*(None if end is None else round(end, 1) for end in found))


def _logistic(x: Numbers) -> Numbers:
    value: Numbers = 0.5 * (1 + np.tanh(x / 2))
    return value
