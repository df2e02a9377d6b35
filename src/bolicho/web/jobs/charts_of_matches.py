"""Charts of matches: the tables that the lab makes of tournaments, duels and profiles."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from bolicho.arena.matches.rows import Row
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping
from bolicho.core.words import Words
from bolicho.lab.studies.bases import duel_tables
from bolicho.lab.studies.profiles.tables import behaviour
from bolicho.lab.tournament import tables
from bolicho.report.document import Table
from bolicho.report.web import Chart
from bolicho.web.jobs.charts import FinishedJob, called


def tournament(told: FinishedJob) -> list[Chart]:
    """Everything that the rows of a tournament say."""
    found, words = told.result, _words(told)
    cross = _of_agents(tables.cross(found, words).means(), told)
    shown = [*_standings(told), cross, tables.better(found["pairs"], words)]
    if found.get("format") == "learning":
        learned = tables.learning(found["agents"], list(_rows(told.work / "rows.jsonl")), words)
        shown.insert(2, _of_agents(learned, told))
    if found["triples"]:
        shown.append(tables.triples(found["triples"], words))
    return [told.table(one) for one in (*shown, *_forfeits(told))] + _behaviour(told)


def duel(told: FinishedJob) -> list[Chart]:
    """Two sides as on the paper's screen."""
    words = duel_tables.words_of(told.language)
    course, growth = duel_tables.course(told.result, words), duel_tables.growth(told.result, words)
    return [told.table(one) for one in (*_standings(told)[1:], *course, *growth, *_forfeits(told))]


def profile(told: FinishedJob) -> list[Chart]:
    """How agents behave."""
    entries = (
        {"player": one["name"], "source": one["source"], "part": part, "measure": measure, **rate}
        for one in told.result["profiles"]
        for part, measures in one["rates"].items()
        for measure, rate in measures.items()
    )
    return _profiles(told, entries)


def _standings(told: FinishedJob) -> list[Table]:
    """How each agent did: rating and share of matches, with intervals; points, and by how much matches end."""
    found, words = told.result["standings"], _words(told)
    table = tables.standings(found, words)
    return [tables.ratings(table, words), table, tables.margins(found, words)]


def _forfeits(told: FinishedJob) -> list[Table]:
    """Matches that were lost by a fault; nothing where there was none."""
    found = told.result["forfeits"]
    return [tables.forfeits(found, _words(told), len(found))] if found else []


def _of_agents(table: Table, told: FinishedJob) -> Table:
    """Call the agents that head columns by their names."""
    return replace(table, columns=[table.columns[0], *(called(name, told.language) for name in table.keys[1:])])


def _words(told: FinishedJob) -> Words:
    return Words("bolicho.lab.tournament", told.language, "words.toml")


def _rows(path: Path) -> Iterator[Row]:
    """The rows of a tournament; a line that is none is left out."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            try:
                yield Row.from_json(line)
            except BadInput:
                continue


def _behaviour(told: FinishedJob) -> list[Chart]:
    """The profiles of the file that a tournament leaves, if behaviour was counted."""
    path = told.work / "profiles.csv"
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return _profiles(told, list(csv.DictReader(file)))


def _profiles(told: FinishedJob, entries: Iterable[JsonMapping]) -> list[Chart]:
    words = Words("bolicho.lab.studies.profiles", told.language, "words.toml")
    return [told.table(one) for one in behaviour(entries, words)]
