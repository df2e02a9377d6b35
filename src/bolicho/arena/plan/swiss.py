"""The Swiss system: in each round those meet who have done alike so far, and nobody twice while it can be avoided.

A round is a pure function of the rows of the rounds before it. Agents are ranked by the matches they have won (a draw
counts half; a round without a rival, half of its matches), those who are even by lot. With two seats the pairs are the
best there are (`matching.py`); with more, tables are filled from the top with whom the others have met least.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from bolicho.arena.matches.rows import Row
from bolicho.arena.plan.matching import pairs
from bolicho.core.chance import stream

NOBODY = -1
"""Whom one meets in a round without a rival; nobody rests twice before all have rested."""


def tables(agents: int, seats: int, matches: int, seed: int, round: int, rows: Sequence[Row]) -> list[tuple[int, ...]]:
    """Return who plays whom in a round; who is in no table rests.

    >>> tables(5, 2, 2, 1, 0, [])
    [(1, 0), (2, 4)]
    """
    met = meetings(rows, matches)
    rested = rests(agents, matches, round, rows)
    ranked = ranking(agents, matches, seed, round, rows)
    if seats == 2:
        for agent in range(agents * (agents % 2)):
            met[NOBODY, agent] = rested[agent]
        return _pairs([*ranked, *[NOBODY] * (agents % 2)], met)
    resting = sorted(ranked, key=lambda agent: (rested[agent], -ranked.index(agent)))[: agents % seats]
    return _tables([agent for agent in ranked if agent not in resting], seats, met)


def ranking(agents: int, matches: int, seed: int, round: int, rows: Sequence[Row]) -> list[int]:
    """Return the agents, the one that has won most first."""
    lot = stream(seed, "swiss", round).sample(range(agents), agents)
    won = [rest * matches / 2 for rest in rests(agents, matches, round, rows)]
    for row in rows:
        for agent in row.seats:
            won[agent] += row.won(agent)
    return sorted(range(agents), key=lambda agent: (-won[agent], lot[agent]))


def meetings(rows: Sequence[Row], matches: int) -> Counter[tuple[int, int]]:
    """Return in how many rounds of so many matches each two agents have met, by (lower, higher) index."""
    played = Counter(pair for row in rows for pair in combinations(sorted(row.seats), 2))
    return Counter({pair: count // matches for pair, count in played.items()})


def rests(agents: int, matches: int, round: int, rows: Sequence[Row]) -> list[int]:
    """Return in how many of the rounds before this one each agent had no rival."""
    played = Counter(agent for row in rows for agent in row.seats)
    return [round - played[agent] // matches for agent in range(agents)]


def _pairs(ranked: Sequence[int], met: Counter[tuple[int, int]]) -> list[tuple[int, ...]]:
    def count(one: int, other: int) -> int:
        return met[min(one, other), max(one, other)]

    fewest = min(count(one, other) for one, other in combinations(ranked, 2))
    found = pairs(ranked, lambda one, other: count(one, other) > fewest)
    return [pair for pair in found if NOBODY not in pair]


def _tables(ranked: Sequence[int], seats: int, met: Counter[tuple[int, int]]) -> list[tuple[int, ...]]:
    left, found = list(ranked), []
    while left:
        table = [left.pop(0)]
        while len(table) < seats:
            nearest = min(left, key=lambda agent: sum(met[min(agent, one), max(agent, one)] for one in table))
            table.append(nearest)
            left.remove(nearest)
        found.append(tuple(table))
    return found
