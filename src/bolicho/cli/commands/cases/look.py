"""``bolicho cases info|show``: what a base is, and one case of it told as a hand."""

from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer

from bolicho.cli.commands.cases.shared import (
    AS_JSON,
    STORE,
    clusters_of,
    of_truco,
    opened,
    print_json,
    say_mute,
    words_of,
)
from bolicho.cli.language import LANGUAGE
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.learn.cases.base import CaseBase


def info(
    name: Annotated[str | None, typer.Argument(help="A base: its name or file. Without one, list all.")] = None,
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Describe a base: cases, source, habits beside people's, clusters."""
    words = words_of(language)
    if name is None:
        _list(store, as_json, words)
        return
    base, revision = _base(name, store)
    data = _about(base, revision)
    if as_json:
        print_json(data)
    else:
        _say(data, words)
        say_mute(base, words)


def show(
    name: Annotated[str, typer.Argument(help="A base: its name or file.")],
    case: Annotated[int, typer.Argument(help="Which case, from 0.")],
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Show one case as the hand that it was."""
    from bolicho.learn.cases.truco.columns import FORM
    from bolicho.learn.cases.truco.story import story

    words = words_of(language)
    base, _ = _base(name, store)
    if of_truco(base) and base.form != FORM:
        raise BadInput(f"base {base.name!r} has cases of form {base.form!r}, not {FORM!r}")
    if not 0 <= case < len(base):
        raise BadInput(f"base {base.name!r} has {len(base)} cases, from 0: there is no case {case}")
    labels = _labels(base, case)
    if as_json:
        print_json(
            {"base": base.name, "source": base.source, "case": case, "cells": base.case(case), "clusters": labels}
        )
        return
    typer.echo(words("case", base=base.name, case=case, source=base.source))
    cells = base.case(case)
    plain = [f"{column} {value}" for column, value in cells.items() if value is not None]
    for line in story(cells, words.language) if of_truco(base) else plain:
        typer.echo(f"  {line}")
    if labels:
        listed = ", ".join(f"{scenario} {label}" for scenario, label in labels.items())
        typer.echo(f"  {words('case-clusters', clusters=listed)}")


def _base(name: str, url: str | None) -> "tuple[CaseBase, int | None]":
    """The base, and which revision of it if the store counts them."""
    from bolicho.learn.cases import shelf
    from bolicho.learn.cases.files import is_file

    if name in shelf.BUNDLED or is_file(name):
        return shelf.base(name), None
    with opened(url) as store:
        base = shelf.base(name, store=store)
        return base, store.base(name).revision


def _list(url: str | None, as_json: bool, words: Words) -> None:
    from bolicho.learn.cases import shelf

    with ExitStack() as stack:
        store = stack.enter_context(opened(url))
        bundled = [shelf.base(name) for name in shelf.BUNDLED]
        rows = [{"name": base.name, "cases": len(base), "source": base.source, "bundled": True} for base in bundled]
        rows += [
            {"name": base.name, "cases": base.cases, "source": base.source, "bundled": False} for base in store.bases()
        ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        typer.echo(words("listed", **row))


def _about(base: "CaseBase", revision: int | None) -> JsonObject:
    from bolicho.lab.engine.truco_habits import FOLDED, PEOPLE, TIED
    from bolicho.learn.cases.truco.habits import habits
    from bolicho.learn.cases.truco.mute import mute

    about = {
        "name": base.name,
        "game": base.game,
        "form": base.form,
        "source": base.source,
        "note": base.note,
        "revision": revision,
        "cases": len(base),
    }
    if not of_truco(base):
        return {**about, "columns": list(base.columns), "clusters": clusters_of(base)}
    people = {**PEOPLE, "first-tied": TIED, "folded": FOLDED}
    mano = float((base["mano"] == 1).mean()) if len(base) else None
    return {
        **about,
        "mano": mano,
        "habits": {
            name: {"share": habit.share, "of": habit.of, "people": people.get(name)}
            for name, habit in habits(base).items()
        },
        "clusters": clusters_of(base),
        "mute": mute(base),
    }


def _labels(base: "CaseBase", case: int) -> dict[str, int]:
    """The cluster of a case in every scenario it belongs to."""
    from bolicho.learn.cases.truco.grouping import OUTSIDE, labels_of

    found = {scenario: int(labels_of(base, scenario)[case]) for scenario in base.clusterings}
    return {scenario: label for scenario, label in found.items() if label != OUTSIDE}


def _say(data: JsonObject, words: Words) -> None:
    from bolicho.core.numbers import Figure, Value, percent, say
    from bolicho.learn.cases.truco.telling import title
    from bolicho.report.document import Table
    from bolicho.report.terminal import show_table

    spoken = words.language
    shown = {name: data[name] for name in ("name", "game", "form", "source", "note")}
    typer.echo(words("about", **shown, cases=say(data["cases"], spoken)))
    if data["revision"] is not None:
        typer.echo(words("revision", revision=data["revision"]))
    if "habits" not in data:
        typer.echo(words("columns", columns=", ".join(data["columns"])))
        return
    typer.echo(words("mano", share=percent(data["mano"], spoken)))
    columns = [words(f"column-{column}") for column in ("habit", "here", "of", "people")]
    rows: list[list[Value]] = [
        [words(f"habit-{name}"), Figure(habit["share"]), habit["of"], Figure(habit["people"])]
        for name, habit in data["habits"].items()
    ]
    show_table(Table("habits", words("habits"), columns, rows), spoken)
    if not data["clusters"]:
        typer.echo(words("no-clusters", base=data["name"]))
        return
    columns = [words(f"column-{column}") for column in ("scenario", "about", "k")]
    rows = [[scenario, title(scenario, spoken), k] for scenario, k in data["clusters"].items()]
    show_table(Table("clusters", words("clusters"), columns, rows), spoken)
