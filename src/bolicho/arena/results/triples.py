"""Triples that go round: A beats B, B beats C, and C beats A; and how sure that is.

Any three noisy rates may go round by luck, and a field of twenty has 1,140 threes. So a triple says two things: with
what probability it goes round (the draws of the bootstrap over boards in which all three rates are above one half,
together), and whether it is *sure*: whether it still stands when all triples are looked at. For that each of the
three rates must be shown to be above one half (a triple is as doubtful as its weakest link), by the purse of
`sequential.py`, which is right with few boards too, and Holm's correction is made for all triples in both
directions: in a field where nothing goes round the chance that any triple is called sure is at most 5 %.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp

from bolicho.arena.matches.rows import Row
from bolicho.arena.results.evidence import Evidence
from bolicho.arena.results.sequential import evidence_for

ERROR = 0.05


@dataclass(frozen=True)
class Triple:
    """Three agents of which each beat the next, and the last the first."""

    agents: tuple[int, int, int]
    """The lowest index first."""
    rates: tuple[float, float, float]
    """How often the first beat the second, the second the third, the third the first."""
    probability: float
    """That all three are truly above one half."""
    doubt: float
    """How likely the weakest of the three would look as strong if it were not above one half (at most this)."""
    sure: bool
    """Whether it stands among all the triples that were looked at."""


def triples(rows: Sequence[Row], agents: int, seed: int = 0) -> list[Triple]:
    """Find the triples that go round, the surest first."""
    return find(Evidence(rows, agents, seed))


def find(evidence: Evidence, error: float = ERROR) -> list[Triple]:
    """Find the triples that go round in what is known of each pair."""
    met = [three for three in combinations(range(evidence.agents), 3) if _met(evidence, three)]
    doubts = _doubts(evidence)
    found = [_triple(evidence, turn, doubts) for a, b, c in met for turn in ((a, b, c), (a, c, b))]
    rounds = sorted((three for three in found if three is not None), key=lambda three: (three.doubt, three.agents))
    sure: list[Triple] = []
    for place, three in enumerate(rounds):  # Holm: the first that does not stand ends it
        if three.doubt > error / (len(found) - place):
            break
        sure.append(Triple(three.agents, three.rates, three.probability, three.doubt, sure=True))
    rest = sorted(rounds[len(sure) :], key=lambda three: (-three.probability, three.agents))
    return sure + rest


def _triple(evidence: Evidence, turn: tuple[int, int, int], doubts: dict[tuple[int, int], float]) -> Triple | None:
    a, b, c = turn
    links = ((a, b), (b, c), (c, a))
    rates = [evidence.rate(*link) or 0.0 for link in links]
    if min(rates) <= 0.5:
        return None
    drawn = [evidence.drawn_rate(*link) > 0.5 for link in links]
    together = float((drawn[0] & drawn[1] & drawn[2]).mean())
    first, second, third = (round(rate, 6) for rate in rates)
    return Triple(turn, (first, second, third), round(together, 6), max(doubts[link] for link in links), sure=False)


def _met(evidence: Evidence, three: tuple[int, ...]) -> bool:
    return all(pair in evidence.place for pair in combinations(three, 2))


def _doubts(evidence: Evidence) -> dict[tuple[int, int], float]:
    """For each two agents, how likely at most the first would look so good if it were no better than the second."""
    doubts = {}
    for (first, second), place in evidence.place.items():
        size, won = evidence.size[:, place], evidence.won[:, place]
        shares = Counter((won[size > 0] / size[size > 0]).tolist())
        mirror = {1 - share: count for share, count in shares.items()}
        doubts[first, second] = round(min(1.0, exp(-evidence_for(shares))), 9)
        doubts[second, first] = round(min(1.0, exp(-evidence_for(mirror))), 9)
    return doubts
