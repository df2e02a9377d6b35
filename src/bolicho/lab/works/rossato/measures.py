"""Numbers out of the matches of Rossato: a measure on a round and some rivals, with its interval over matches.

Every match has deals of its own; the series of a run share them, so that differences between rivals and between rounds
are taken over the matches with the same deals.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from bolicho.arena.results.intervals import Board, ratio, share
from bolicho.core.intervals import wilson
from bolicho.core.json_text import JsonMapping
from bolicho.core.numbers import Figure
from bolicho.lab.engine.experiment import Rows
from bolicho.lab.engine.measures import Boards, difference, gap
from bolicho.lab.works.rossato.log import BETS, COUNTS

Row = JsonMapping
Measure = Callable[[Row], tuple[float, float]]
"""Of how much in a match, and how much in all."""
MAO, PE = 0, 1
PLACES: dict[str, tuple[int, ...]] = {"": (MAO, PE), "-mao": (MAO,), "-pe": (PE,)}
FEW = 5
RUN = 1_000_000
"""Between the numbers of the matches of two runs."""


def _counted(of: str, what: str, places: Sequence[int], *, lost: bool = False) -> Measure:
    base, part = COUNTS.index(of), COUNTS.index(what)

    def measure(row: Row) -> tuple[float, float]:
        if lost and row["won"]:
            return 0, 0
        log = row["log"]
        return sum(log[base][place] for place in places), sum(log[part][place] for place in places)

    return measure


MEASURES: dict[str, Measure] = {
    "wins": lambda row: (1, row["won"]),
    "wins-mao": lambda row: (row["mano"], row["won"] * row["mano"]),
    "wins-pe": lambda row: (not row["mano"], row["won"] * (not row["mano"])),
    "of-wins-mao": lambda row: (row["won"], row["won"] * row["mano"]),
    "of-wins-pe": lambda row: (row["won"], row["won"] * (not row["mano"])),
    "of-losses-pe": lambda row: (1 - row["won"], (1 - row["won"]) * (not row["mano"])),
    "own-points": lambda row: (1, row["points"][0]),
    "hands-won-lost": _counted("hands", "won", (MAO, PE), lost=True),
}
for _end, _places in PLACES.items():
    MEASURES[f"hands-won{_end}"] = _counted("hands", "won", _places)
    MEASURES[f"net{_end}"] = _counted("hands", "points", _places)
    for _bet in BETS:
        MEASURES[f"{_bet}-called{_end}"] = _counted("hands", f"{_bet}-called", _places)
        MEASURES[f"{_bet}-asked{_end}"] = _counted("hands", f"{_bet}-asked", _places)
        for _what, _of in (("taken", "called"), ("accepted", "asked"), ("won", "played")):
            MEASURES[f"{_bet}-{_what}{_end}"] = _counted(f"{_bet}-{_of}", f"{_bet}-{_what}", _places)
AMOUNTS = ("own-points", "net", "called", "asked")
"""Measures that are no share of 1: points, and calls a hand, of which there may be several."""


class RoundMatches:
    """The matches of the rounds, by rival."""

    def __init__(self, rows: Mapping[str, Rows]) -> None:
        self.rows: dict[tuple[str, str], list[tuple[int, Row]]] = {}
        for key, cell in rows.items():
            name, _, rest = key.partition("/")
            if name in ("self", "trained", "initial"):
                rival, _, run = rest.rpartition("/")
                found = self.rows.setdefault((name, rival), [])
                found += [(int(run) * RUN + row["match"], row) for row in cell if "match" in row]

    @lru_cache(maxsize=1024)  # noqa: B019  (a report asks for the same often, and is soon gone)
    def boards(self, measure: str, round_: str, rivals: tuple[str, ...], part: tuple[int, int] | None = None) -> Boards:
        """Return what each match says of a measure; deals that several rivals had are put together."""
        found: Boards = {}
        for rival in rivals:
            for number, row in self.rows[round_, rival]:
                if part is None or part[0] <= row["match"] < part[1]:
                    size, total = MEASURES[measure](row)
                    before = found.get(number, Board(0, 0))
                    found[number] = Board(before.size + size, before.total + total)
        return {number: board for number, board in found.items() if board.size}

    def figure(self, measure: str, round_: str, rivals: tuple[str, ...], part: tuple[int, int] | None = None) -> Figure:
        """Return a measure with its interval."""
        found = list(self.boards(measure, round_, rivals, part).values())
        amount = is_amount(measure)
        estimate = (ratio if amount else share)(found)
        count = round(sum(board.size for board in found))
        return replace(Figure.of(estimate, count, percent=not amount, signed="net" in measure), digits=2)

    def gap(self, first: tuple[Any, ...], second: tuple[Any, ...]) -> Figure:
        """Return by how much one measure is larger than another; each told as for `boards`.

        Where one of two shares stands on next to nothing (no win at all, say), their spread says nothing either, and
        the interval is put together from those of both shares (Newcombe).
        """
        found = gap(self.boards(*first), self.boards(*second))
        if not is_amount(first[0]) and any(self._few(pick) for pick in (first, second)):
            found = difference(self.figure(*first), self.figure(*second))
        return Figure(*found, percent=False, digits=2)

    def _few(self, pick: tuple[Any, ...]) -> bool:
        found = self.boards(*pick).values()
        done = sum(board.total for board in found)
        return min(done, sum(board.size for board in found) - done) < FEW

    def seconds(self, round_: str) -> float:
        """Return the processor's time of a match."""
        found = [row["processor"] for (name, _), rows in self.rows.items() if name == round_ for _, row in rows]
        return float(sum(found)) / len(found)


def is_amount(measure: str) -> bool:
    """Whether a measure is no share of 1.

    >>> is_amount("truco-called-pe"), is_amount("truco-accepted")
    (True, False)
    """
    return any(name in measure for name in AMOUNTS)


def printed(rate: float, matches: float) -> Figure:
    """Return a rate that the paper printed, with the interval that so many matches give it."""
    return Figure(rate, *wilson(rate, matches), round(matches))
