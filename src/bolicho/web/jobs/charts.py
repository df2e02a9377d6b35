"""What a job found, as exhibits: a table, and a chart that is drawn from the columns of that very table.

So the numbers of a chart are those of its table, and its CSV is that table: there is no second place they could be in.
"""

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any

from bolicho.core.words import LANGUAGES
from bolicho.web.lobby.games_api import agent_name
from bolicho.web.server.pages import load_texts

WORDS = "words/lab.toml"


@dataclass(frozen=True)
class Column:
    """One column: its key in CSV, its title, and how its numbers are said."""

    key: str
    title: str
    kind: str = "text"
    """text, agent (a spec, shown by the name in ``names`` of its exhibit), whole, number, percent or yes."""
    digits: int = 2


@dataclass(frozen=True)
class Exhibit:
    """A table with its chart; or, where there are frames, a slider over exhibits that are fetched one by one."""

    name: str
    title: str
    columns: Sequence[Column] = ()
    rows: Sequence[Sequence[Any]] = ()
    chart: Mapping[str, Any] | None = None
    """``kind`` (bars, line, heat, scatter) and which columns are drawn how."""
    note: str = ""
    picture: str = ""
    """A drawing of the lab of the same numbers, below the files of the job."""
    frames: Sequence[tuple[str, str]] = ()
    """Label and name of each frame."""
    names: Mapping[str, str] = field(default_factory=dict)
    """What the agents of a column are called on a page; the table and its CSV keep their specs."""

    def csv(self) -> str:
        """Return the table as CSV, numbers as they are."""
        out = StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([column.key for column in self.columns])
        writer.writerows([["" if value is None else _said(value) for value in row] for row in self.rows])
        return out.getvalue()

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON data."""
        return {
            "name": self.name,
            "title": self.title,
            "columns": [vars(column) for column in self.columns],
            "rows": [list(row) for row in self.rows],
            "chart": None if self.chart is None else dict(self.chart),
            "note": self.note,
            "picture": self.picture,
            "frames": [{"label": label, "name": name} for label, name in self.frames],
            "names": dict(self.names),
        }


FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A text that begins so is a formula to a spreadsheet; names and comments are written by anybody."""


def _said(value: Any) -> Any:
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return str(value).lower() if isinstance(value, bool) else value


class Told:
    """A finished job as whoever makes exhibits sees it: its result, its files, and words to tell of it."""

    def __init__(self, result: dict[str, Any], work: Path, language: str) -> None:
        self.result, self.work = result, work
        self.language = language if language in LANGUAGES else LANGUAGES[0]
        self._words = load_texts(WORDS, self.language)

    def say(self, key: str, **facts: Any) -> str:
        """Return a text; a key that has none says itself, as the names of agents and measures do."""
        text = self._words.get(f"lab.{key}")
        return key if text is None else text.format(**facts) if facts else text

    def column(self, key: str, kind: str = "text", digits: int = 2, title: str | None = None) -> Column:
        """Return a column with its title."""
        return Column(key, self.say(f"col-{key}") if title is None else title, kind, digits)

    def estimate(self, key: str, kind: str = "percent", digits: int = 3) -> list[Column]:
        """Return the three columns of a number with its interval."""
        name = self.say(f"col-{key}")
        ends = [Column(f"{key}_{end}", f"{name}, {self.say(end)}", kind, digits) for end in ("low", "high")]
        return [Column(key, name, kind, digits), *ends]

    def exhibit(self, name: str, columns: Sequence[Column], rows: Iterable[Sequence[Any]], **more: Any) -> Exhibit:
        """Return an exhibit with its title and note in words."""
        title = more.pop("title", None) or self.say(f"ex-{name}")
        note = more.pop("note", None) or self._words.get(f"lab.note-{name}", "")
        table = [list(row) for row in rows]
        names = agents_in(columns, table, self.language)
        return Exhibit(name, title, columns, table, note=note, names=names, **more)


def called(specs: str, language: str) -> str:
    """Return what agents are called; several are joined by ``+``.

    >>> called("sound + minimax:2", "en")
    'Sound + MiniMax, 2 plies'
    """
    return " + ".join(agent_name(spec, language) for spec in specs.split(" + "))


def agents_in(columns: Sequence[Column], rows: Iterable[Sequence[Any]], language: str) -> dict[str, str]:
    """Return the names of all agents in a table."""
    places = [place for place, column in enumerate(columns) if column.kind == "agent"]
    specs = dict.fromkeys(str(row[place]) for row in rows for place in places if row[place] is not None)
    return {spec: called(spec, language) for spec in specs}


def ends(estimate: Mapping[str, Any] | None) -> list[Any]:
    """Return mean, low and high of an estimate."""
    return [None, None, None] if estimate is None else [estimate.get(key) for key in ("mean", "low", "high")]


def bars(label: str, value: str, *, interval: bool = True, **more: Any) -> dict[str, Any]:
    """A bar for each row, with whiskers where there is an interval."""
    whiskers = {"low": f"{value}_low", "high": f"{value}_high"} if interval else {}
    return {"kind": "bars", "label": label, "value": value, **whiskers, **more}


def lines(x: str, *ys: str, interval: bool = False, **more: Any) -> dict[str, Any]:
    """A line for each column named, with a band where there are intervals."""
    drawn = [{"y": y, **({"low": f"{y}_low", "high": f"{y}_high"} if interval else {})} for y in ys]
    return {"kind": "line", "x": x, "lines": drawn, **more}


Maker = Callable[[Told], list[Exhibit]]


@dataclass(frozen=True)
class Shown:
    """All there is to see of a finished job."""

    lead: list[str] = field(default_factory=list)
    """What was found, in sentences."""
    exhibits: list[Exhibit] = field(default_factory=list)


def read_result(path: Path) -> dict[str, Any]:
    """Return what the command of a job printed; nothing if it printed none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
