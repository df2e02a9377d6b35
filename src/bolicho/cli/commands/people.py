"""``bolicho people``: tests of agents with people: their protocols, a rehearsal by agents, export and analysis."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.lazy import SETTINGS, group
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject

if TYPE_CHECKING:
    from bolicho.lab.studies.people.protocol import Protocol
    from bolicho.store import Store

people = group()

Plan = Annotated[str, typer.Argument(metavar="PROTOCOL", help="A protocol: paulus, moral, or a .toml file.")]
Where = Annotated[str, typer.Option("--store", metavar="URL", help="The store of the study: a file or a database URL.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


@people.callback(invoke_without_command=True)
def main(ctx: typer.Context) -> None:
    """Test agents with people: protocols, a rehearsal by agents, export, analysis."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


@people.command("protocol", context_settings=SETTINGS)
def protocol(
    name: Annotated[
        str | None, typer.Argument(metavar="PROTOCOL", help="Without one, list those of the house.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.toml", help="Write its file here, to make one of your own.")
    ] = None,
    as_json: AsJson = False,
    language: str | None = LANGUAGE,
) -> None:
    """Show a protocol: agents, matches, orders, what people agree to."""
    from bolicho.core.files import write_whole
    from bolicho.lab.studies.people.protocol import BUNDLED, text_of
    from bolicho.lab.studies.people.protocol import protocol as known

    spoken = speak(language)
    if name is None:
        plans = [known(one) for one in BUNDLED]
        if as_json:
            typer.echo(json.dumps([plan.to_dict() for plan in plans], ensure_ascii=False, indent=2))
        for plan in plans if not as_json else ():
            typer.echo(f"{plan.name}: {plan.title[spoken]} ({plan.source})")
    elif out is not None:
        if out.exists():
            raise BadInput(f"{out}: is there already")
        _folder(out)
        write_whole(out, text_of(name))
    elif as_json:
        typer.echo(json.dumps(known(name).to_dict(), ensure_ascii=False, indent=2))
    else:
        _show(known(name), spoken)


@people.command("rehearse", context_settings=SETTINGS)
def rehearse(
    name: Plan,
    store: Where,
    count: Annotated[int | None, typer.Option("--people", help="How many take part; by default as planned.")] = None,
    cast: Annotated[
        list[str] | None,
        typer.Option("--as", metavar="AGENT", help="Agents that play the people, in turn; may be repeated."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Random seed: the same seed gives the same result.")] = 0,
    as_json: AsJson = False,
    language: str | None = LANGUAGE,
) -> None:
    """Let agents play the part of people, through the same protocol and store: a dry run, marked as simulated.

    Needs a store of its own: people and agents never stand in one study. After Ctrl-C the same command goes on.
    """
    from bolicho.cli.progress import progress
    from bolicho.lab.studies.people.protocol import protocol as known
    from bolicho.lab.studies.people.rehearsal import CAST
    from bolicho.lab.studies.people.rehearsal import rehearse as played
    from bolicho.store import Store
    from bolicho.store.where import VARIABLE, absolute

    plan = known(name)
    os.environ[VARIABLE] = absolute(store)  # rivals that learned play by the bases of this store
    with Store.open(store) as kept, progress(plan.name) as show:
        matches = played(plan, kept, plan.people if count is None else count, cast or CAST, seed, show)
    _analyse(plan, store, None, as_json=as_json, language=speak(language), played=matches)


@people.command("export", context_settings=SETTINGS)
def export(
    name: Plan,
    store: Where,
    out: Annotated[Path | None, typer.Option(metavar="FILE.csv", help="Write this file; by default print.")] = None,
    as_json: AsJson = False,
) -> None:
    """Write the matches of a study, a line a match: no names, no times, no comments."""
    from bolicho.core.files import write_whole
    from bolicho.lab.studies.people.protocol import protocol as known
    from bolicho.lab.studies.people.rows import as_csv, rows_in

    plan = known(name)
    if out is not None:
        _folder(out)
    with _opened(store, plan) as kept:
        rows = rows_in(kept, plan.name)
    text = json.dumps([row.to_dict() for row in rows], ensure_ascii=False, indent=2) if as_json else as_csv(rows)
    if out is None:
        typer.echo(text.rstrip("\n"))
    else:
        write_whole(out, text)


@people.command("analyse", context_settings=SETTINGS)
def analyse(
    name: Plan,
    store: Where,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Also write a page and the rows here.")] = None,
    as_json: AsJson = False,
    language: str | None = LANGUAGE,
) -> None:
    """Analyse a study: wins and marks with intervals over people, the order, agent by agent."""
    from bolicho.lab.studies.people.protocol import protocol as known

    _analyse(known(name), store, out, as_json=as_json, language=speak(language))


def _analyse(
    plan: "Protocol", url: str, out: Path | None, *, as_json: bool, language: str, played: int | None = None
) -> None:
    from bolicho.lab.studies.people.analysis import Analysis
    from bolicho.lab.studies.people.rows import rows_in
    from bolicho.report.terminal import show

    with _opened(url, plan) as store:
        rows, enrolled = rows_in(store, plan.name), len(store.participants(plan.name))
    analysis = Analysis(plan, rows, enrolled, language)
    after: list[object] = []
    if out is not None:
        from bolicho.lab.studies.people.page import write_page

        after = list(write_page(analysis, out))
    if as_json:
        more: JsonObject = {} if played is None else {"played": played}
        files = {} if out is None else {"files": [str(path) for path in after]}
        typer.echo(json.dumps({**analysis.to_dict(), **more, **files}, ensure_ascii=False, indent=2))
    else:
        show(analysis.report(), language, after)


def _folder(file: Path) -> None:
    if not file.absolute().parent.is_dir():
        raise BadInput(f"{file}: no such folder: {file.parent}")


@contextmanager
def _opened(url: str, plan: "Protocol") -> "Iterator[Store]":
    """Open a store that is there and has the study in it."""
    from bolicho.lab.engine.bases import has_store
    from bolicho.store import Store

    if not has_store(url):
        raise BadInput(f"--store {url}: no store there")
    with Store.open(url) as store:
        if not store.participants(plan.name):
            raise BadInput(f"--store {url}: nobody has taken part in {plan.name!r} yet")
        yield store


def _show(plan: "Protocol", language: str) -> None:
    from bolicho.lab.studies.people.orders import orders

    rules = ", ".join(f"{key}={value}" for key, value in plan.options.items())
    lines = [f"{plan.name}: {plan.title[language]}", plan.about[language], "", f"{plan.game} ({rules})", *plan.agents]
    lines += ["", f"{plan.rivals} x {plan.matches}, n = {plan.people}; {plan.source}", ""]
    for place in range(len(orders(len(plan.agents)))):
        numbers = [str(plan.agents.index(agent) + 1) for agent in plan.rivals_of(place)]
        lines.append(f"P{place + 1:02}: {' '.join(numbers)}")
    lines += ["", plan.consent[language], *(["", *plan.prepare] if plan.prepare else [])]
    typer.echo("\n".join(lines))
