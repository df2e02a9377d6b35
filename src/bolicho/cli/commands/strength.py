"""``bolicho strength``: how strong the agents are, as measured here or in a run of one's own."""

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonObject

if TYPE_CHECKING:
    from bolicho.lab.studies.strength.shipped_table import Game, Strength
    from bolicho.lab.studies.strength.table import Exploit

ROOMY = 110
"""Columns of a terminal from which there is room for everything; fewer show the most telling."""


def strength(
    game: Annotated[str | None, typer.Argument(help="The game; by default all.")] = None,
    run: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="DIR", help="Folder of a finished `bolicho reproduce strength`; by default as shipped."
        ),
    ] = None,
    exploits: Annotated[
        Path | None,
        typer.Option("--exploit", metavar="DIR", help="Files of `bolicho exploit --json` to add to Truco."),
    ] = None,
    as_toml: Annotated[
        bool, typer.Option("--toml", help="Print the table as a data file, with --from and --exploit in it.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
    language: str | None = LANGUAGE,
) -> None:
    """Show how strong the agents are: rating, wins against the field, points a hand, exploitability, time and memory.

    Measured by `bolicho reproduce strength --scale quick|paper|full`, which resumes after a kill. Exploitability is how
    many points a hand a perfect opponent wins from the agent, on the ladder game (s1) and on the full game.
    """
    if as_toml and run is None and exploits is None:
        raise BadInput("--toml: made of what? say --from DIR or --exploit DIR")
    games, command = _tables(run, exploits, others=as_toml)
    if as_toml:
        from bolicho.lab.studies.strength.shipped_table import toml_text

        typer.echo(toml_text(games, command), nl=False)
        return
    found = {name: dict(told.agents) for name, told in games.items()}
    if game is not None and game not in found:
        raise UnknownName("measured game", game, found)
    shown = {game: found[game]} if game is not None else found
    if as_json:
        typer.echo(json.dumps({name: _plain(table) for name, table in shown.items()}, ensure_ascii=False, indent=2))
    else:
        for name, table in shown.items():
            _show(name, table, speak(language))


def _tables(run: Path | None, exploits: Path | None, *, others: bool) -> "tuple[dict[str, Game], str]":
    """Return the tables of a run, with the shipped ones of other games if wanted, or all as shipped; and a command."""
    from bolicho.lab.studies.strength.outputs import amended, outputs
    from bolicho.lab.studies.strength.shipped_table import game_of, read_run, shipped

    games = dict(shipped())
    command = next(iter(games.values())).command
    if run is not None:
        measured, command = read_run(run)
        new = {name: game_of(found, command, date.today().isoformat()) for name, found in measured.items()}
        games = {**games, **new} if others else new
    return (games if exploits is None else amended(games, outputs(exploits))), command


def _plain(table: "dict[str, Strength]") -> list[JsonObject]:
    return [{"agent": spec, "level": one.level, **_facts(one)} for spec, one in table.items()]


def _facts(one: "Strength") -> JsonObject:
    def known(found: "Exploit | None") -> JsonObject | None:
        return None if found is None else found._asdict()

    return one._asdict() | {"s1": known(one.s1), "full": known(one.full)}


def _show(name: str, table: "dict[str, Strength]", language: str) -> None:
    from bolicho.core.words import Words
    from bolicho.lab.studies.strength.report import strength_table
    from bolicho.report.terminal import console, show_table

    words = Words("bolicho.lab.studies.strength", language, "words.toml")
    made = strength_table(name, [one.line(spec) for spec, one in table.items()], words).means("rating", "points")
    exploits = [which for which in ("s1", "full") if which in made.keys]
    roomy = console().width >= ROOMY
    keys = ("rating", "win", "points", *exploits, "p50", "p99", "memory") if roomy else ("rating", "win", *exploits)
    show_table(made.only("agent", *keys), language)
