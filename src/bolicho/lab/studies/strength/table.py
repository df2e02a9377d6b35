"""The strength table as data: one line an agent, a pure function of the rows of a run."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bolicho.arena import Row
from bolicho.arena.results.evidence import Evidence
from bolicho.arena.results.intervals import Estimate, ratio, share
from bolicho.arena.results.rating import rate
from bolicho.arena.results.standings import boards
from bolicho.core.json_text import JsonMapping
from bolicho.lab.engine.experiment import Design, Rows
from bolicho.lab.engine.matches import read_rows

NOTHING = Estimate(None, None, None)
EXPLOITED = ("truco",)
"""The games of whose agents the exploitability is measured."""


class Exploit(NamedTuple):
    """What somebody who knows the agent's strategy wins from it, points a hand."""

    value: float
    """The middle of the two ends, where there are two."""
    low: float
    high: float
    exact: bool
    """Worked out over all hands, with the agent's own probabilities and nothing left out."""


class Line(NamedTuple):
    """What was measured of one agent in one game."""

    spec: str
    rating: Estimate
    win: Estimate
    """Share of the matches won against the field."""
    points: Estimate
    """Net points a hand against the field."""
    matches: int
    """Against the field."""
    p50: float | None
    p99: float | None
    """Seconds of the processor for a decision: the median, and what one of a hundred takes longer than."""
    memory: float | None
    """The most megabytes that a process held in which only this agent played."""
    exploit: Mapping[str, Exploit]
    """By game: ``s1``, ``full``."""
    forfeits: int = 0


class StrengthTable(NamedTuple):
    """All lines of a game, the highest rating first."""

    game: str
    field: tuple[str, ...]
    matches: int
    lines: tuple[Line, ...]


def tables_of(design: Design, rows: Mapping[str, Rows]) -> dict[str, StrengthTable]:
    """Put the rows of a run together, game by game."""
    return {game: _game(design, rows, game, told) for game, told in design.settings["games"].items()}


def _game(design: Design, rows: Mapping[str, Rows], game: str, told: Mapping[str, Sequence[str]]) -> StrengthTable:
    played = read_rows([found for key, found in rows.items() if key.startswith(f"play/{game}/")])
    rated = rate(Evidence(played, len(told["all"]), design.seed))
    field = set(range(len(told["field"])))
    lines = [
        _line(
            spec,
            number,
            [row for row in played if number in row.seats and set(row.seats) - {number} <= field],
            rated.of(number),
            rows[f"think/{game}/{spec}"][0],
            _exploits(rows, spec) if game in EXPLOITED else {},
        )
        for number, spec in enumerate(told["all"])
    ]
    lines.sort(key=lambda line: -(line.rating.mean or 0.0))
    return StrengthTable(game, tuple(told["field"]), len(played), tuple(lines))


def _line(
    spec: str,
    number: int,
    rows: Sequence[Row],
    rating: Estimate,
    cost: JsonMapping,
    exploits: Mapping[str, Exploit],
) -> Line:
    return Line(
        spec=spec,
        rating=rating,
        win=share(boards((row.board, 1, row.won(number)) for row in rows)),
        points=ratio(boards((row.board, row.hands, row.net(number)) for row in rows)),
        matches=len(rows),
        p50=cost["p50"],
        p99=cost["p99"],
        memory=cost["memory"],
        exploit=exploits,
        forfeits=sum(row.forfeit is not None and row.forfeit.agent == number for row in rows),
    )


def _exploits(rows: Mapping[str, Rows], spec: str) -> dict[str, Exploit]:
    found = {}
    for which in ("s1", "full"):
        for row in rows.get(f"exploit/{which}/{spec}", ()):
            found[which] = exploit_of(row)
    return found


def exploit_of(row: JsonMapping) -> Exploit:
    """Read the exploitability of an agent."""
    low, high = row["interval"] or (row["low"], row["high"])  # an interval takes both ends and the draw in
    return Exploit(row["exploitability"], max(0.0, low), high, row["exact"])
