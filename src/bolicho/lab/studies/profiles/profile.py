"""Behaviour profiles of Truco players: how often each chance is taken, with n and a 95 % interval, by situation.

Pure functions: from arena rows counted by ``profiles_tally.Behaviour``, from a base of cases, from people's numbers.
The board is the unit of every interval of played matches; cases do not tell their match, so each chance counts as one.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import NamedTuple

from bolicho.arena import Row
from bolicho.arena.results.intervals import Board, share
from bolicho.core.intervals import wilson
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure
from bolicho.lab.studies.profiles.measures import MEASURES, PARTS, Counts, parts_of, rate
from bolicho.lab.studies.profiles.tally import KEY

PLAYED, RECORDED, PEOPLE = "matches", "cases", "people"
"""Where a profile comes from."""

Cells = Mapping[str, Counts]
"""Counters by cell, as a tally or a base gives them."""


class Rate(NamedTuple):
    """How often something was done, of how many times it could be; the ends of its 95 % interval."""

    done: int
    of: int
    low: float | None
    high: float | None

    @property
    def share(self) -> float | None:
        """The rate itself; None where there was no chance."""
        return self.done / self.of if self.of else None

    @property
    def figure(self) -> Figure:
        """The rate as reports show it."""
        return Figure(self.share, self.low, self.high, self.of)


@dataclass(frozen=True)
class Profile:
    """What one player is like."""

    name: str
    source: str
    hands: int
    matches: int | None
    """None where nobody knows."""
    rates: Mapping[str, Mapping[str, Rate]]
    """By part of the hands, then by measure."""

    def __getitem__(self, measure: str) -> Rate:
        return self.rates["all"][measure]

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        rates = {
            part: {name: {"rate": found.share, **found._asdict()} for name, found in measures.items()}
            for part, measures in self.rates.items()
        }
        return {
            "name": self.name,
            "source": self.source,
            "matches": self.matches,
            "hands": self.hands,
            "rates": rates,
        }


def profiles(rows: Sequence[Row], names: Sequence[str], agents: Iterable[int] | None = None) -> list[Profile]:
    """Return the profile of each agent (or of some, by index) over all its matches in some rows.

    Rows without counters (a match lost with its process, another tally) tell nothing and are left out; an agent that
    met itself is counted at both seats.
    """
    return [_profile(rows, agent, names[agent]) for agent in (range(len(names)) if agents is None else agents)]


def _profile(rows: Sequence[Row], agent: int, name: str) -> Profile:
    sheets: dict[int, dict[str, Counter[str]]] = {}
    matches = 0
    for row in rows:
        seats = [seat for seat, who in enumerate(row.seats) if who == agent] if KEY in row.tally else []
        matches += bool(seats)
        for seat in seats:
            add(sheets.setdefault(row.board, {}), row.tally[KEY][seat])
    return over_units(name, PLAYED, list(sheets.values()), matches)


def add(sheet: dict[str, Counter[str]], cells: Cells) -> None:
    """Add counters by cell to counters by part."""
    for place, counts in cells.items():
        for part in parts_of(place):
            sheet.setdefault(part, Counter()).update(counts)


def over_units(name: str, source: str, sheets: Sequence[Mapping[str, Counts]], matches: int | None = None) -> Profile:
    """Make a profile of counters by part, one sheet an independent unit (a board, a match)."""
    rates: dict[str, dict[str, Rate]] = {}
    for part in PARTS:
        units = [sheet[part] for sheet in sheets if part in sheet]
        rates[part] = {measure: _rate([rate(counts, measure) for counts in units]) for measure in MEASURES}
    hands = sum(sheet["all"].get("hands", 0) for sheet in sheets)
    return Profile(name, source, hands, matches, rates)


def of_cells(name: str, cells: Cells) -> Profile:
    """Make a profile of counters whose hands count as independent: those of a base of cases."""
    sheet: dict[str, Counter[str]] = {}
    add(sheet, cells)
    rates: dict[str, dict[str, Rate]] = {}
    for part in PARTS:
        found = {measure: rate(sheet.get(part, {}), measure) for measure in MEASURES}
        rates[part] = {measure: _alone(done, of) for measure, (done, of) in found.items()}
    hands = sheet["all"]["hands"] if "all" in sheet else 0
    return Profile(name, RECORDED, hands, None, rates)


def _rate(units: Sequence[tuple[int, int]]) -> Rate:
    done, of = sum(unit[0] for unit in units), sum(unit[1] for unit in units)
    estimate = share([Board(size, total) for total, size in units])
    return Rate(done, of, estimate.low, estimate.high)


def _alone(done: int, of: int) -> Rate:
    low, high = wilson(done / of, of) if of else (None, None)
    return Rate(done, of, low, high)


def csv_of(found: Sequence[Profile]) -> str:
    """Return profiles as CSV: one line a rate, without words of any language."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("player", "source", "part", "measure", "done", "of", "rate", "low", "high"))
    for profile in found:
        for part, measures in profile.rates.items():
            for measure, one in measures.items():
                ends = ["" if end is None else f"{end:.6g}" for end in (one.share, one.low, one.high)]
                writer.writerow([profile.name, profile.source, part, measure, one.done, one.of, *ends])
    return out.getvalue()
