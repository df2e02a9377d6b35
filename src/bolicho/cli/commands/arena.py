"""``bolicho arena``: a tournament of any number of agents, resumable, on this machine or a cluster."""

import json
import shlex
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bolicho.cli.design_options import takes
from bolicho.cli.interrupt import INTERRUPTED, interruptible
from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.options import SALT, rule_options
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words
from bolicho.lab.options import TIME_LIMIT, TOURNAMENT

if TYPE_CHECKING:
    from bolicho.arena.plan.design import Design
    from bolicho.arena.results.summary import Results
    from bolicho.arena.run.tournament import Engine, Tournament
    from bolicho.report.document import Section

ERROR = 0.05
"""The chance of a wrong ruling on a pair that is played until it is decided."""
LACKING = {"matplotlib": "no-page", "pyarrow": "no-parquet"}
"""What is said of a directory that is made without a library."""


@takes(*TOURNAMENT)
def arena(
    *,
    game: str,
    agents: list[str] | None,
    field: str | None,
    format: str,
    matches: int,
    rounds: int | None,
    seed: int,
    decide: bool,
    profiles: bool,
    preset: str | None,
    target: int | None,
    time_limit: float,
    salt: str | None = SALT,
    workers: Annotated[int | None, typer.Option(help="Worker processes; by default one for each core.")] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: its address, auto or local.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for rows, report and data.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    language: str | None = LANGUAGE,
) -> None:
    """Hold a tournament: who is better, how sure that is, and what else the matches say.

    All pairs play the same deals, from every seat. With --out every row is kept as its match ends: the same command
    goes on after an interrupt or a kill and ends with the same table. DIR gets a page (report.html) and the rows for
    pandas (rows.parquet).

    round-robin: all against all. gauntlet: the first against all others. knock-out: who loses is out. swiss: in each
    round those with equal results. league: all against all, again and again; agents may join later, and rounds may be
    added. learning: the first agent learns from match to match, in a series of its own against each other agent.
    """
    from bolicho.arena.plan.design import Design
    from bolicho.arena.plan.plan import Plan
    from bolicho.arena.run.tournament import Tournament
    from bolicho.cli.commands.arena_results import show
    from bolicho.cli.progress import progress

    words = Words("bolicho.cli.commands", speak(language), "arena.toml")
    options = rule_options(preset, target, option or [])
    players = tuple(_players(game, options, agents or [], field))
    plan = Plan(game, players, options, seed, time_limit, _tally(game, profiles), salt=salt)
    design = Design(plan, format, matches, rounds, ERROR if decide else None)
    engine = _engine(workers, ray)
    with Tournament(out, design) as tournament:
        design = tournament.design  # with its salt
        shape = Words("bolicho.lab.tournament", speak(language))(f"format-{format}")
        with progress(words("bar", format=shape, agents=len(plan.agents))) as bar, interruptible() as stop:
            whole = tournament.play(engine=engine, progress=bar, stop=stop.is_set)
        if not whole:
            told = "stopped" if out is None else "stopped-kept"
            typer.echo(words(told, matches=len(tournament.rows), folder=shlex.quote(str(out))), err=True)
            raise typer.Exit(INTERRUPTED)
        found = _results(tournament)
        written = [] if out is None else _write(tournament, found, out, speak(language))
    if as_json:
        data = _asked(design) | found.to_dict() | {"files": [str(path) for path in written]}
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        show(design, found, words, tournament.taken_over, written)
    if out is not None:
        for module, told in LACKING.items():
            if find_spec(module) is None:
                typer.echo(words(told), err=True)


def _players(game: str, options: JsonObject, agents: list[str], name: str | None) -> list[str]:
    """Return who was named, then those of the field who were not."""
    if name is None:
        if not agents:
            raise BadInput("nobody plays: name agents, or a field with --field")
        return agents
    from bolicho.arena.plan.fields import field
    from bolicho.games import GAMES

    return agents + [agent for agent in field(name, GAMES.make(game, **options)) if agent not in agents]


def _engine(workers: int | None, ray: str | None) -> "Engine":
    import os

    from bolicho.arena.run.tournament import Local

    if workers is not None and workers < 1:
        raise BadInput(f"workers {workers}: expected at least 1")
    if ray is None:
        return Local(workers or os.cpu_count() or 1)
    from bolicho.arena.run.ray import RayEngine

    return RayEngine(ray, workers)


def _results(tournament: "Tournament") -> "Results":
    from bolicho.arena.results.summary import results
    from bolicho.lab.frames import names_apart

    return results(tournament.rows, names_apart(tournament.agents), tournament.design.plan.seed)


def _tally(game: str, profiles: bool) -> str | None:
    if not profiles:
        return None
    from bolicho.lab.studies.profiles.tally import PROFILED, TALLY

    if game not in PROFILED:
        raise BadInput(f"profiles: only players of {', '.join(PROFILED)} have one, not those of {game}")

    return TALLY


def _asked(design: "Design") -> JsonObject:
    asked = design.to_dict()
    return {
        key: asked[key]
        for key in ("game", "options", "agents", "seed", "salt", "format", "rounds", "decide")
        if key != "salt" or asked[key] is not None
    } | {"matches_per_meeting": design.matches}


def _write(tournament: "Tournament", found: "Results", folder: Path, language: str) -> list[Path]:
    """Write the page and the data; return those that one may want to open."""
    from bolicho.cli.commands.arena_results import circumstances
    from bolicho.lab.tournament.files import write_arena

    design = tournament.design
    what = circumstances(design)
    page = write_arena(
        folder,
        tournament.rows,
        found,
        what,
        language=language,
        again=_again(design, folder),
        seconds=tournament.watch.seconds,
        workers=tournament.workers,
        sections=_behaviour(tournament, found, language) if design.plan.tally and find_spec("matplotlib") else (),
    )
    parquet = folder / "rows.parquet"
    data = parquet if parquet.exists() else folder / "rows.csv"
    return [folder / "results.json" if page is None else page, data]


def _behaviour(tournament: "Tournament", found: "Results", language: str) -> "Sequence[Section]":
    from bolicho.lab.studies.profiles.people import people
    from bolicho.lab.studies.profiles.profile import profiles
    from bolicho.lab.studies.profiles.report import sections

    return sections([*profiles(tournament.rows, found.names), people()], language)


def _again(design: "Design", folder: Path) -> str:
    """Return what to type for the same rows."""
    plan = design.plan
    words = ["bolicho", "arena", plan.game, *plan.agents, "--format", design.format, "--matches", str(design.matches)]
    words += [] if design.form.fixed else ["--rounds", str(design.shape.rounds)]
    words += ["--profiles"] * (plan.tally is not None)
    words += ["--decide"] * (design.decide is not None)
    words += [] if plan.time_limit == TIME_LIMIT.default else ["--time-limit", f"{plan.time_limit:g}"]
    words += [word for key, value in plan.options.items() for word in ("--option", f"{key}={value}")]
    words += ["--salt", plan.salt] if plan.salt else []
    return shlex.join([*words, "--seed", str(plan.seed), "--out", str(folder)])
