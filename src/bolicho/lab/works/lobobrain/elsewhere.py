"""What the rows of the other boards come to: who wins more against random, and who wins when both meet.

MiniMax looks as many plies ahead as the work of the training pays for: all nodes that it visits in 1,000 games, the
article's number, are at most the moves that the training looked at.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bolicho.arena.results.intervals import Board, Estimate, share
from bolicho.core.intervals import wilson
from bolicho.core.json_text import JsonMapping
from bolicho.core.numbers import Figure
from bolicho.lab.engine.experiment import Rows

GAMES = 1_000
"""Games of MiniMax that the work of one training pays for."""
Counts = Sequence[int]
"""Wins, draws, losses."""


@dataclass(frozen=True)
class Elsewhere:
    """Both players at one board."""

    name: str
    positions: int
    moves: int
    """In the Q-table."""
    depth: int
    """Of MiniMax."""
    learned: Figure
    """Games that a finished table wins against random, both seats together; the trainings are the pieces."""
    searched: Figure
    """Games that MiniMax wins against random."""
    direct: Figure
    """Points of the finished table against MiniMax: a win is one, a draw a half."""
    points: Mapping[str, Sequence[Figure]]
    """Points of each player against random, from the first seat and from the second."""


def elsewhere(name: str, rows: Mapping[str, Rows]) -> Elsewhere:
    """Read what was played at a board."""
    runs = [some[0] for key, some in rows.items() if key.startswith(f"boards/{name}/")]
    depths = {row["depth"]: row for row in rows[f"minimax/{name}"]}
    depth = affordable(depths, sum(run["looked"] for run in runs) / len(runs))
    minimax = depths[depth]["random"]
    return Elsewhere(
        name,
        runs[0]["positions"],
        runs[0]["moves"],
        depth,
        _of_runs([run["random"] for run in runs], worth=(1.0, 0.0)),
        _of_games(minimax, worth=(1.0, 0.0)),
        _of_runs([run["minimax"][str(depth)] for run in runs]),
        {
            "qlearning": [_of_runs([[run["random"][seat]] for run in runs]) for seat in (0, 1)],
            "minimax": [_of_games([minimax[seat]]) for seat in (0, 1)],
        },
    )


def affordable(depths: Mapping[int, JsonMapping], looked: float) -> int:
    """Return the greatest depth whose nodes in all games are no more than what was looked at; at least the first.

    >>> rows = {1: {"nodes": 5, "decisions": 6}, 2: {"nodes": 20, "decisions": 5}, 3: {"nodes": 80, "decisions": 5}}
    >>> [affordable(rows, looked) for looked in (10, 100_000, 399_999)]
    [1, 2, 2]
    """
    paid = [depth for depth, row in depths.items() if GAMES * row["nodes"] * row["decisions"] <= looked]
    return max(paid, default=min(depths))


def _of_runs(runs: Sequence[Sequence[Counts]], worth: tuple[float, float] = (1.0, 0.5)) -> Figure:
    boards = [Board(sum(map(sum, seats)), sum(_worth(counts, worth) for counts in seats)) for seats in runs]
    return Figure.of(share(boards), sum(int(board.size) for board in boards))


def _of_games(seats: Sequence[Counts], worth: tuple[float, float] = (1.0, 0.5)) -> Figure:
    games = sum(map(sum, seats))
    rate = sum(_worth(counts, worth) for counts in seats) / games
    return Figure.of(Estimate(rate, *wilson(rate, games)), games)


def _worth(counts: Counts, worth: tuple[float, float]) -> float:
    return worth[0] * counts[0] + worth[1] * counts[1]
