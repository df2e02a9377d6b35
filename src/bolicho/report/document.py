"""What an experiment has to say, as data: sentences, tables and plots in sections; the pages are made of it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.numbers import Figure, Value

READING, STAND_IN = DOUBTS = ("reading", "stand-in")
"""Causes of a claim that was not met because of ourselves: we may have read the work wrongly, or an agent of ours
stood in for a person of the work. By neither is a claim called false."""


@dataclass(frozen=True)
class Table:
    """Columns with titles, and rows of values; the first column names the row."""

    name: str
    """Its key in JSON and in file names; the same in every language."""
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Value]]
    note: str = ""
    brief: bool = False
    """Whether intervals and sizes are left to JSON, for tables that would be crowded."""
    keys: Sequence[str] = ()
    """What other programs call the columns; the same in every language."""
    chart: JsonMapping | None = None
    """What a web page draws of the columns, by their keys; a written report has plots."""
    hands: bool = False
    """Whether its rows are hands of a base, which may belong to somebody who does not give them away."""

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        rows = [[_plain(value) for value in row] for row in self.rows]
        return {"title": self.title, "columns": list(self.columns), "rows": rows, "note": self.note}

    @classmethod
    def from_dict(cls, name: str, data: JsonMapping) -> "Table":
        """Read a table back from JSON, which does not say whether a figure is a share."""
        rows = [
            [Figure(**value, percent=False, signed=False) if isinstance(value, dict) else value for value in row]
            for row in data["rows"]
        ]
        return cls(name, data["title"], data["columns"], rows, data.get("note", ""))

    def only(self, *keys: str) -> "Table":
        """Return some of the columns, in the order asked for."""
        places = [list(self.keys).index(key) for key in keys]
        columns = [self.columns[place] for place in places]
        return replace(self, columns=columns, rows=[[row[n] for n in places] for row in self.rows], keys=keys)

    def known(self) -> "Table":
        """Return the table without columns of which nothing is known."""
        return self.only(
            *(key for place, key in enumerate(self.keys) if any(_is_known(row[place]) for row in self.rows))
        )

    def beside(self, other: "Table") -> "Table":
        """Return a table with the columns of another one at its right; both have the same first column."""
        assert [row[0] for row in self.rows] == [row[0] for row in other.rows]
        rows = [[*mine, *theirs[1:]] for mine, theirs in zip(self.rows, other.rows, strict=True)]
        columns, keys = [*self.columns, *other.columns[1:]], [*self.keys, *other.keys[1:]]
        return replace(self, columns=columns, rows=rows, keys=keys)

    def means(self, *keys: str) -> "Table":
        """Return the table without intervals and sizes, or some of its columns without."""
        bare = {place for place in range(len(self.columns)) if not keys or self.keys[place] in keys}
        rows = [[_mean(value) if place in bare else value for place, value in enumerate(row)] for row in self.rows]
        return replace(self, rows=rows)


@dataclass(frozen=True)
class Plot:
    """A drawing as SVG, with words for those who cannot see it."""

    name: str
    title: str
    svg: str
    note: str = ""
    csv: str = ""
    """What is drawn, as numbers; written beside the drawing where there are any."""


@dataclass(frozen=True)
class Section:
    """Something told, and what shows it."""

    title: str
    text: Sequence[str] = ()
    shows: Sequence[Table | Plot] = ()


@dataclass(frozen=True)
class JudgedClaim:
    """A claim of the work that is reproduced, with its verdict; the same shape in every report."""

    id: str
    text: str
    where: str
    """Where it stands in the work."""
    part: str
    """Of the page."""
    word: str
    """``holds``, ``fails`` (does not hold) or ``open`` (cannot be told)."""
    seen: str
    """What was seen here, with its figures."""
    nuance: str = ""
    """What the page of the work says in place of the word, where it is finer."""
    cause: str = ""
    """The kind of reason why it fails or is open: ``slip``, ``lost-data``, ``size`` and others; empty where none."""
    because: str = ""
    """That reason in words."""
    needs: str = ""
    """How much more of it would have to be played, where an interval left it open."""
    main: bool = False
    """Whether the work stands or falls with it."""
    short: str = ""
    """A main claim in a few words."""
    ground: JsonObject | None = None
    """The intervals that decided, and by which rules; None where nothing was measured."""

    @property
    def doubted(self) -> bool:
        """Whether it was not met here while a part of ours is in doubt: it is open, and never called false."""
        return self.word == "open" and self.cause in DOUBTS

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return asdict(self)


@dataclass(frozen=True)
class Report:
    """The whole report of an experiment, without the circumstances of its run."""

    title: str
    lead: str
    """What was asked and how, in a paragraph."""
    findings: Sequence[str]
    """The answer, in sentences."""
    sections: Sequence[Section]
    claims: Sequence[JudgedClaim] = ()
    """Every claim of the work, judged; none where no work is reproduced."""
    expected: Sequence[JudgedClaim] = ()
    """What the work does not say and we expect of it, judged in the same way and counted nowhere."""

    def without_hands(self) -> "Report":
        """Return the same without tables whose rows are hands of a base."""
        kept = [
            replace(one, shows=[show for show in one.shows if not (isinstance(show, Table) and show.hands)])
            for one in self.sections
        ]
        return replace(self, sections=kept)

    @property
    def tables(self) -> list[Table]:
        """All tables, in order."""
        return [show for section in self.sections for show in section.shows if isinstance(show, Table)]

    @property
    def plots(self) -> list[Plot]:
        """All plots, in order."""
        return [show for section in self.sections for show in section.shows if isinstance(show, Plot)]


def _is_known(value: Value) -> bool:
    return value.mean is not None if isinstance(value, Figure) else value is not None


def _mean(value: Value) -> Value:
    return replace(value, low=None, high=None, n=None) if isinstance(value, Figure) else value


def _plain(value: Value) -> Any:
    if not isinstance(value, Figure):
        return value
    return {"mean": value.mean, "low": value.low, "high": value.high, "n": value.n}
