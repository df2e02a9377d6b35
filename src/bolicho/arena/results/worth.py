"""What duplicate play was worth in a tournament: how much of the luck of the deals it took out of the comparisons.

A board gives every agent of a table the same deals once from each seat. Its mean over a board varies less than that of
as many matches on deals of their own would, whose variances (seat by seat, as they are seen in the very same rows) just
add up. The quotient of the two says how many such matches one match on shared boards stands for: with two seats
1 / (1 + r), r being the correlation of an agent's two results on a board; 1 where the deals decide nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from bolicho.arena.matches.outcomes import apart
from bolicho.arena.matches.rows import Row
from bolicho.arena.results.intervals import ROUNDING, Estimate
from bolicho.arena.results.resample import Numbers, Resample, estimate, tail_of
from bolicho.core.json_text import JsonObject

TABLES = 100
"""Tables whose sums are drawn at one time."""
LEAST = 5
"""Boards of a table below which nothing is said: a spread seen so seldom is none."""


@dataclass(frozen=True)
class Gain:
    """What shared boards did to one measure; variances are those of one match, pooled over all tables."""

    alone: float
    """On deals of its own."""
    shared: float
    """On shared boards."""
    times: Estimate
    """How many of the former one of the latter is worth; None where shared boards left no luck at all."""


@dataclass(frozen=True)
class Worth:
    """What duplicate play was worth."""

    boards: int
    """That all of a table played, without a forfeit."""
    points: Gain
    """In the difference in points."""
    wins: Gain

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {"boards": self.boards} | {
            name: asdict(gain) | {"times": gain.times.to_dict()}
            for name, gain in (("points", self.points), ("wins", self.wins))
        }


def worth(rows: Sequence[Row], seed: int = 0) -> Worth | None:
    """Work out from the rows what duplicate play was worth; None where nobody played enough boards from every seat."""
    tables = [boards for boards in _tables(rows).values() if len(boards) >= LEAST]
    if not tables:
        return None
    played = sum(map(len, tables))
    return Worth(played, _gain(tables, Row.net, seed), _gain(tables, Row.won, seed))


Boards = dict[int, list[Row]]
"""The matches of a table by board, in the order of their first seat."""


def _tables(rows: Sequence[Row]) -> dict[tuple[int, ...], Boards]:
    """Return the boards that each table played from every seat."""
    found: defaultdict[tuple[int, ...], defaultdict[int, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if apart(row) and row.forfeit is None:
            found[tuple(sorted(row.seats))][row.board].append(row)
    return {
        table: {board: played for board, played in boards.items() if _whole(played, len(table))}
        for table, boards in found.items()
    }


def _whole(played: Sequence[Row], seats: int) -> bool:
    return len(played) == seats and all(len({row.seats[seat] for row in played}) == seats for seat in range(seats))


def _gain(tables: Sequence[Boards], measure: Callable[[Row, int], float], seed: int) -> Gain:
    numbers = sorted({board for boards in tables for board in boards})
    resample = Resample(len(numbers), seed)
    seen, drawn = np.zeros((1, 2)), np.zeros((resample.draws, 2))
    units = 0.0
    for first in range(0, len(tables), TABLES):
        columns = list(_columns(tables[first : first + TABLES], numbers, measure))
        everything = np.hstack(columns)
        for total, sums in ((seen, everything.sum(axis=0)[None]), (drawn, resample.sums(everything))):
            at = 0
            for column in columns:
                total += _squares(sums[:, at : at + column.shape[1]])
                at += column.shape[1]
        units += sum(float(column[:, 0].sum()) - 1 for column in columns)
    alone, shared = (float(square) / units for square in seen[0])
    if shared <= ROUNDING:
        return Gain(round(alone, 6), 0.0, Estimate(None, None, None))
    with np.errstate(divide="ignore", invalid="ignore"):
        times: Numbers = drawn[:, 0] / drawn[:, 1]
    mean = Estimate(round(alone / shared, 6), None, None)
    found = estimate(alone / shared, times, low=0.0, tail=tail_of(len(numbers))) if np.isfinite(times).all() else mean
    return Gain(round(alone, 6), round(shared, 6), found)


def _columns(
    tables: Sequence[Boards], numbers: Sequence[int], measure: Callable[[Row, int], float]
) -> Iterator[Numbers]:
    """Give for each agent of a table, a line a board: whether it was played, results by seat, and their squares.

    Where two play, what one of them wins the other loses, so one of them tells all.
    """
    line = {board: number for number, board in enumerate(numbers)}
    for boards in tables:
        agents = sorted(next(iter(boards.values()))[0].seats)
        seats = len(agents)
        for agent in agents[: 1 if seats == 2 else seats]:
            columns = np.zeros((len(numbers), 3 + 2 * seats))
            for board, played in boards.items():
                by_seat = np.zeros(seats)
                for row in played:
                    by_seat[row.seats.index(agent)] = measure(row, agent)
                mean = by_seat.mean()
                columns[line[board]] = [1.0, mean, mean * mean, *by_seat, *by_seat * by_seat]
            yield columns


def _squares(sums: Numbers) -> Numbers:
    """Return, a line a draw, the squared deviations of matches on deals of their own and on shared boards."""
    count, mean, square = (sums[:, place] for place in range(3))
    seats = (sums.shape[1] - 3) // 2
    each, squares = sums[:, 3 : 3 + seats], sums[:, 3 + seats :]
    alone = (squares - each**2 / count[:, None]).sum(axis=1) / seats
    shared = seats * (square - mean**2 / count)
    both: Numbers = np.stack([alone, shared], axis=1)
    return both
