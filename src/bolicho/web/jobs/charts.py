"""What a job found, as charts: its result and files, and words to tell of them."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject, read_json
from bolicho.core.words import LANGUAGES
from bolicho.report.document import Table
from bolicho.report.web import Chart, Column, chart_of
from bolicho.web.lobby.names import agent_name
from bolicho.web.server.texts import load_texts

WORDS = "words/lab.toml"
BETWEEN = (" + ", " × ", " > ")
"""What stands between agents who sit together, who met, and of whom one beat the next."""
PARTS = re.compile(f"({'|'.join(map(re.escape, BETWEEN))})")


class FinishedJob:
    """A finished job as whoever makes charts sees it: its result, its files, and words to tell of it."""

    def __init__(self, result: JsonObject, work: Path, language: str) -> None:
        self.result, self.work = result, work
        self.language = language if language in LANGUAGES else LANGUAGES[0]
        self._words = load_texts(WORDS, self.language)

    def say(self, key: str, **facts: Any) -> str:
        """Return a text; a key that has none says itself, as the names of agents and measures do."""
        text = self._words.get(f"lab.{key}")
        return key if text is None else text.format(**facts) if facts else text

    def table(self, table: Table) -> Chart:
        """Return a table of the lab as a chart."""
        return chart_of(table, self.language, lambda spec: called(spec, self.language))


def called(specs: str, language: str) -> str:
    """Return what agents are called; several are joined by ``+``, ``×`` or ``>``.

    >>> called("sound + minimax:2", "en"), called("sound × bold", "en")
    ('Sound + MiniMax, 2 plies', 'Sound × Bold')
    """
    return "".join(part if part in BETWEEN else agent_name(part, language) for part in PARTS.split(specs))


def agents_in(columns: Sequence[Column], rows: Iterable[Sequence[object]], language: str) -> dict[str, str]:
    """Return the names of all agents in a table."""
    places = [place for place, column in enumerate(columns) if column.kind == "agent"]
    specs = dict.fromkeys(str(row[place]) for row in rows for place in places if row[place] is not None)
    return {spec: called(spec, language) for spec in specs}


Maker = Callable[[FinishedJob], list[Chart]]


@dataclass(frozen=True)
class JobCharts:
    """All there is to see of a finished job."""

    lead: list[str] = field(default_factory=list)
    """What was found, in sentences."""
    charts: list[Chart] = field(default_factory=list)


def read_result(path: Path) -> JsonObject:
    """Return what the command of a job printed; nothing if it printed none."""
    try:
        found = read_json(path.read_bytes())
    except (OSError, BadInput):
        return {}
    return found if isinstance(found, dict) else {}
