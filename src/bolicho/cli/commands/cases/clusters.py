"""``bolicho cases cluster|elbow|clean``: the clusters of a base, how many there should be, and what spoils them."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bolicho.cli.commands.cases.shared import AS_JSON, STORE, opened, print_json, words_of
from bolicho.cli.design_options import takes
from bolicho.cli.language import LANGUAGE
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words
from bolicho.lab.options import CLUSTERING, CLUSTERS, K

if TYPE_CHECKING:
    from bolicho.learn.cases.base import CaseBase
    from bolicho.learn.cases.clustering.clusters import Clustering
    from bolicho.store import Store

NEW = Annotated[
    str | None,
    typer.Option("--as", metavar="NAME", help="Save a new base of this name and leave the old one as it is."),
]


@takes(*CLUSTERING, *CLUSTERS)
def cluster(
    *,
    base: str,
    scenarios: list[str] | None,
    rule: str,
    largest: int,
    seed: int,
    k: int | None,
    new: str | None,
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Cluster the cases of a base and keep the clusters with it."""
    words = words_of(language)
    if k is not None:
        K.check(k)
    with ExitStack() as stack:
        place = stack.enter_context(opened(store)) if _in_store(base, new) else None
        own = _own(base, new, place)
        found = _clustered(own, scenarios, rule, seed, largest, k, words)
        own.clusterings = {**own.clusterings, **found}
        _keep(base, new, own, found, place)
    if as_json:
        print_json({"base": own.name, "clusters": {one: _data(clustering) for one, clustering in found.items()}})
        return
    _table(own, found, words)


@takes(*CLUSTERING)
def elbow(
    *,
    base: str,
    scenarios: list[str] | None,
    rule: str,
    largest: int,
    seed: int,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw it: .png, .svg or .pdf.")] = None,
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Show how many clusters a base should have, and draw why. Nothing is changed."""
    from bolicho.learn.cases import shelf
    from bolicho.learn.cases.clustering.elbow import elbow as bend

    words = words_of(language)
    if plot is not None and (plot.is_dir() or not plot.absolute().parent.is_dir()):
        raise BadInput(f"{plot}: cannot be written")
    with ExitStack() as stack:
        place = stack.enter_context(opened(store)) if _in_store(base, None) else None
        cases = shelf.base(base, store=place)
    found = _clustered(cases, scenarios, rule, seed, largest, None, words)
    if plot is not None:
        _draw(found, plot, words.language)
    if as_json:
        ratios = {one: [*bend(clustering.wcss).ratios] for one, clustering in found.items()}
        each = {one: {**_data(clustering), "ratios": ratios[one]} for one, clustering in found.items()}
        print_json({"base": cases.name, "plot": None if plot is None else str(plot), "scenarios": each})
        return
    _table(cases, found, words)
    if plot is not None:
        typer.echo(words("drawn", file=plot))


def clean(
    name: Annotated[str, typer.Argument(help="A base: its name or file.")],
    rule: Annotated[list[str] | None, typer.Option(help="A revision rule, or several; by default all.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only report what would be removed.")] = False,
    new: NEW = None,
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Remove the cases that break the revision rules, and count them by rule."""
    import numpy as np

    from bolicho.learn.cases.truco.columns import FORM
    from bolicho.learn.cases.truco.revise import RULES, broken_rules, rules

    words = words_of(language)
    chosen = [one.name for one in rules(rule or RULES)]
    with ExitStack() as stack:
        place = stack.enter_context(opened(store)) if _in_store(name, new) else None
        base = _own(name, new, place, change=not dry_run)
        if base.form != FORM:
            raise BadInput(f"base {base.name!r} has cases of form {base.form!r}, not {FORM!r}")
        broken = {one: mask for one, mask in broken_rules(base).items() if one in chosen}
        gone = np.any(list(broken.values()), axis=0)
        before = len(base)
        if gone.all():
            raise BadInput(f"base {base.name!r}: every case breaks a rule; nothing would be left")
        if not dry_run:
            _remove(name, new, base, gone, place)
    counts = {one: int(mask.sum()) for one, mask in broken.items()}
    left = before - int(gone.sum())
    if as_json:
        facts = {"base": new or name, "cases": before, "removed": before - left, "left": left}
        print_json({**facts, "by_rule": counts, "dry_run": dry_run})
        return
    key = "would-clean" if dry_run else "cleaned"
    typer.echo(words(key, base=new or name, removed=before - left, cases=before, left=left))
    for one, count in counts.items():
        typer.echo(f"  {count:>6}  {words(f'rule-{one}')}")


# ── where a base is, and how it is changed there ──────────────────────────────────────────────────────────────────


def _in_store(name: str, new: str | None) -> bool:
    from bolicho.learn.cases import shelf
    from bolicho.learn.cases.files import is_file

    return new is not None or not (name in shelf.BUNDLED or is_file(name))


def _own(name: str, new: str | None, store: "Store | None", change: bool = True) -> "CaseBase":
    """A copy of a base that may be changed; a bundled one only under another name."""
    from bolicho.learn.cases import shelf

    if new is not None and store is not None:
        shelf.free(new, store)
    elif change and name in shelf.BUNDLED:
        raise BadInput(f"base {name!r} is bundled with Bolicho and stays as it is; say --as NAME for a new one")
    base = shelf.copy(name, new, store=store)
    if not len(base):
        raise BadInput(f"base {base.name!r} is empty: there is no case in it")
    return base


def _keep(name: str, new: str | None, base: "CaseBase", found: "dict[str, Clustering]", store: "Store | None") -> None:
    from bolicho.learn.cases import files, shelf

    if new is not None and store is not None:
        shelf.save(base, store)
    elif store is not None:
        store.set_clusterings(name, {one: clustering.to_json() for one, clustering in found.items()}, cases=len(base))
    else:
        files.write(base, Path(name))


def _remove(name: str, new: str | None, base: "CaseBase", gone: Any, store: "Store | None") -> None:
    from bolicho.learn.cases import files, shelf

    if new is not None and store is not None:
        shelf.save(base.subset(~gone), store)
    elif store is not None:
        positions = list(store.case_positions(name))
        if len(positions) != len(base):
            raise BadInput(f"base {name!r} was changed meanwhile; try again")
        store.remove_cases(name, [position for position, wrong in zip(positions, gone, strict=True) if wrong])
    else:
        files.write(base.subset(~gone), Path(name))


# ── clusters, counted and shown ───────────────────────────────────────────────────────────────────────────────────


def _clustered(
    base: "CaseBase", scenarios: list[str] | None, rule: str, seed: int, largest: int, k: int | None, words: Words
) -> "dict[str, Clustering]":
    from bolicho.cli.progress import progress
    from bolicho.learn.cases.truco.grouping import cluster_base

    if not len(base):
        raise BadInput(f"base {base.name!r} is empty: there is no case in it")
    with progress(words("bar-cluster", base=base.name)) as show:
        return cluster_base(base, scenarios, rule, seed, largest, base.clusterings, show, k=k)


def _data(clustering: "Clustering") -> JsonObject:
    """What is told of a clustering."""
    names = ("k", "rule", "cases", "seed", "wcss", "silhouettes")
    return {name: getattr(clustering, name) for name in names}


def _table(base: "CaseBase", found: "dict[str, Clustering]", words: Words) -> None:
    from bolicho.lab.charts import training_tables as tables
    from bolicho.report.terminal import show_table

    told = {name: _data(one) for name, one in found.items()}
    show_table(tables.clusters(base.name, told, tables.words_of(words.language)), words.language)


def _draw(found: "dict[str, Clustering]", plot: Path, language: str) -> None:
    from bolicho.lab.charts.elbow_plot import elbow_grid, elbow_plot
    from bolicho.learn.cases.truco.telling import title

    if len(found) == 1:
        ((one, clustering),) = found.items()
        elbow_plot(clustering, title(one, language), plot, language)
    else:
        elbow_grid(found, plot, language)
