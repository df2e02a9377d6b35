"""Standings: a pure function of the rows. The board is the unit of every interval (`intervals.py`)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bolicho.arena.matches.rows import Row
from bolicho.arena.results.intervals import Board, Estimate, ratio, share


@dataclass(frozen=True, slots=True)
class Standing:
    """How one agent did."""

    agent: int
    matches: int
    wins: int
    draws: int
    hands: int
    forfeits: int
    """Matches lost by an illegal move, an error or the clock."""
    win_rate: Estimate
    """A draw counts half, or its share where more than two play."""
    points_per_hand: Estimate
    """Net: points won less points lost, over all hands."""


def standings(rows: Sequence[Row], agents: int) -> list[Standing]:
    """Return the standing of each agent, by index; matches of an agent against itself tell nothing and are left out."""
    return [_standing([row for row in rows if row.seats.count(agent) == 1], agent) for agent in range(agents)]


def _standing(rows: Sequence[Row], agent: int) -> Standing:
    return Standing(
        agent=agent,
        matches=len(rows),
        wins=sum(row.winner == agent for row in rows),
        draws=sum(row.winner is None and row.won(agent) > 0 for row in rows),
        hands=sum(row.hands for row in rows),
        forfeits=sum(row.forfeit is not None and row.forfeit.agent == agent for row in rows),
        win_rate=share(boards((row.board, 1, row.won(agent)) for row in rows)),
        points_per_hand=ratio(boards((row.board, row.hands, row.net(agent)) for row in rows)),
    )


def boards(entries: Iterable[tuple[int, float, float]]) -> list[Board]:
    """Add up (board, size, total) by board, in the order of the boards."""
    sizes: defaultdict[int, float] = defaultdict(float)
    totals: defaultdict[int, float] = defaultdict(float)
    for board, size, total in entries:
        sizes[board] += size
        totals[board] += total
    return [Board(sizes[board], totals[board]) for board in sorted(sizes)]
