"""How strong the agents are, for the page ``/strength`` and for programs: the shipped table of every game."""

from functools import cache

from fastapi import APIRouter, Request
from pydantic import BaseModel

from bolicho.core.words import Words
from bolicho.games import GAMES
from bolicho.lab.studies.strength.report import strength_table
from bolicho.lab.studies.strength.shipped_table import Game, Strength, shipped
from bolicho.lab.studies.strength.table import Exploit
from bolicho.report import web
from bolicho.report.web import cells
from bolicho.web.lobby.games_api import about_game
from bolicho.web.lobby.names import agent_name
from bolicho.web.server.pages import language_of

router = APIRouter(prefix="/api", tags=["lobby"])


class Ends(BaseModel):
    """A number with its two ends: a 95 % interval, or what it lies between."""

    value: float
    low: float
    high: float
    exact: bool = False


class Column(BaseModel):
    """A column that is shown."""

    key: str
    title: str


class Cell(BaseModel):
    """What is shown in it of an agent."""

    said: str
    beside: str
    """In small print: the interval and the number of matches."""


class Row(BaseModel):
    """One agent."""

    spec: str
    name: str
    level: int
    matches: int
    rating: Ends
    win: Ends | None
    """Share of the matches won against the field."""
    points: Ends | None
    """Net points a hand."""
    s1: Ends | None
    full: Ends | None
    """Exploitability, points a hand, on the ladder game and on the full one."""
    p50: float | None
    p99: float | None
    """Seconds of a decision."""
    memory: float | None
    """Megabytes."""
    cells: list[Cell]
    """All that as people read it, a cell a column of the table."""


class Table(BaseModel):
    """The table of one game, the highest rating first."""

    game: str
    title: str
    date: str
    command: str
    matches: int
    field: list[str]
    """Names of those whom everybody meets."""
    columns: list[Column]
    agents: list[Row]


class Tables(BaseModel):
    """Every measured game."""

    tables: list[Table]


@router.get("/strength")
def strength(request: Request) -> Tables:
    """Tell how strong the agents of every game are: rating, wins, points, exploitability, time and memory."""
    return _tables(language_of(request))


@cache
def _tables(language: str) -> Tables:
    return Tables(tables=[_table(name, found, language) for name, found in shipped().items() if name in GAMES.names()])


def _table(name: str, found: Game, language: str) -> Table:
    told, words = about_game(name, language), Words("bolicho.lab.studies.strength", language, "words.toml")
    shown = strength_table(name, [one.line(spec) for spec, one in found.agents.items()], words).known()
    lines = cells(shown, language, lambda spec: agent_name(spec, language))
    return Table(
        game=name,
        title=name if told is None else told.title,
        date=found.date,
        command=found.command,
        matches=found.matches,
        field=[agent_name(spec, language) for spec in found.field],
        columns=[Column(key=key, title=title) for key, title in zip(shown.keys, shown.columns, strict=True)],
        agents=[_row(spec, one, language, line) for (spec, one), line in zip(found.agents.items(), lines, strict=True)],
    )


def _row(spec: str, one: Strength, language: str, line: list[web.Cell]) -> Row:
    return Row(
        spec=spec,
        name=agent_name(spec, language),
        level=one.level,
        matches=one.matches,
        rating=Ends(value=one.rating, low=one.low, high=one.high),
        win=_three(one.win),
        points=_three(one.points),
        s1=_ends(one.s1),
        full=_ends(one.full),
        p50=one.p50,
        p99=one.p99,
        memory=one.memory,
        cells=[Cell(said=cell.said, beside=cell.beside) for cell in line],
    )


def _three(found: tuple[float, float, float] | None) -> Ends | None:
    return None if found is None else Ends(value=found[0], low=found[1], high=found[2])


def _ends(found: Exploit | None) -> Ends | None:
    return None if found is None else Ends(**found._asdict())
