"""What a job found, as exhibits: its result and files, and words to tell of them."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.words import LANGUAGES
from bolicho.report.document import Table
from bolicho.report.web import Column, Exhibit
from bolicho.report.web import exhibit as shown_table
from bolicho.web.lobby.games_api import agent_name
from bolicho.web.server.pages import load_texts

WORDS = "words/lab.toml"


class FinishedJob:
    """A finished job as whoever makes exhibits sees it: its result, its files, and words to tell of it."""

    def __init__(self, result: JsonObject, work: Path, language: str) -> None:
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

    def exhibit(self, name: str, columns: Sequence[Column], rows: Iterable[Sequence[object]], **more: Any) -> Exhibit:
        """Return an exhibit with its title and note in words."""
        title = more.pop("title", None) or self.say(f"ex-{name}")
        note = more.pop("note", None) or self._words.get(f"lab.note-{name}", "")
        table = [list(row) for row in rows]
        names = agents_in(columns, table, self.language)
        return Exhibit(name, title, columns, table, note=note, names=names, **more)

    def table(self, table: Table) -> Exhibit:
        """Return a table of the lab as an exhibit."""
        return shown_table(table, self.language, lambda spec: called(spec, self.language))


def called(specs: str, language: str) -> str:
    """Return what agents are called; several are joined by ``+``.

    >>> called("sound + minimax:2", "en")
    'Sound + MiniMax, 2 plies'
    """
    return " + ".join(agent_name(spec, language) for spec in specs.split(" + "))


def agents_in(columns: Sequence[Column], rows: Iterable[Sequence[object]], language: str) -> dict[str, str]:
    """Return the names of all agents in a table."""
    places = [place for place, column in enumerate(columns) if column.kind == "agent"]
    specs = dict.fromkeys(str(row[place]) for row in rows for place in places if row[place] is not None)
    return {spec: called(spec, language) for spec in specs}


def ends(estimate: JsonMapping | None) -> list[Any]:
    """Return mean, low and high of an estimate."""
    return [None, None, None] if estimate is None else [estimate.get(key) for key in ("mean", "low", "high")]


Maker = Callable[[FinishedJob], list[Exhibit]]


@dataclass(frozen=True)
class JobCharts:
    """All there is to see of a finished job."""

    lead: list[str] = field(default_factory=list)
    """What was found, in sentences."""
    exhibits: list[Exhibit] = field(default_factory=list)


def read_result(path: Path) -> JsonObject:
    """Return what the command of a job printed; nothing if it printed none."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
