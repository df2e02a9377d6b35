"""What the commands of ``bolicho cases`` share: their words, where a base goes, its clusters, printing."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from bolicho.cli.language import speak
from bolicho.core.errors import BadInput
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.learn.cases.base import CaseBase
    from bolicho.store import Store

STORE: str | None = typer.Option(None, "--store", metavar="URL", help="The store; by default your own.")
AS_JSON: bool = typer.Option(False, "--json", help="Print the result as JSON.")


def words_of(language: str | None) -> Words:
    """Return the words of these commands."""
    return Words("bolicho.cli.commands.cases", speak(language), "words.toml")


@contextmanager
def opened(url: str | None) -> "Iterator[Store]":
    """Open the store named, or the user's own."""
    from bolicho.store import Store

    with Store.open(url) as store:
        yield store


def free_file(path: Path, force: bool) -> None:
    """Refuse a file that cannot be written, or is there and may be dear to somebody."""
    from bolicho.learn.cases.files import SUFFIXES

    if path.suffix.lower() not in SUFFIXES:
        raise BadInput(f"{path}: a base is a file ending in {' or '.join(SUFFIXES)}")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"{path}: no such directory")
    beside = [path.with_suffix(".json")] if path.suffix.lower() == ".csv" else []
    for written in (path, *beside):
        if written.exists() and not force:
            raise BadInput(f"{written}: is there already; --force writes over it")


def of_truco(base: "CaseBase") -> bool:
    """Whether a base has cases of Truco: only those have scenarios to cluster, habits and known questions."""
    from bolicho.learn.cases.craft import CRAFTS

    return base.game in CRAFTS.house


def clustered(base: "CaseBase", seed: int, words: Words) -> dict[str, str]:
    """Cluster a base in every scenario that has enough cases; return why the others have not."""
    if not of_truco(base):
        return {}
    from bolicho.cli.progress import progress
    from bolicho.learn.cases.truco.grouping import recluster

    with progress(words("bar-cluster", base=base.name)) as show:
        found = recluster(base, seed=seed, progress=show)
    base.clusterings = found.clusterings
    return found.skipped


def keep_base(base: "CaseBase", out: Path | None, store: "Store | None", origins: str | None = None) -> str:
    """Write a base to a file, or else to the store, and return where it is."""
    from bolicho.learn.cases.files import write
    from bolicho.learn.cases.shelf import save

    if out is not None:
        write(base, out)
        return str(out)
    assert store is not None
    save(base, store, origins)
    return base.name


def print_json(data: object) -> None:
    """Print JSON."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))


def clusters_of(base: "CaseBase") -> dict[str, int]:
    """Return how many clusters each scenario has."""
    from bolicho.learn.cases.truco.scenarios import ALL

    return {scenario: base.clusterings[scenario].k for scenario in ALL if scenario in base.clusterings}


def say_mute(base: "CaseBase", words: Words) -> None:
    """Warn of the questions that a base cannot answer, or answers in one way only."""
    from bolicho.learn.cases.truco.mute import only_answers, without_rounds

    if not of_truco(base):
        return
    for kind, answer in only_answers(base).items():
        why = words("mute-rounds") if kind.endswith("truco") and without_rounds(base) else ""
        question = words(f"kind-{kind}")
        typer.echo(words("mute-one" if answer else "mute-none", question=question, answer=answer, why=why))


def say_skipped(skipped: dict[str, str], words: Words) -> None:
    """Say which scenarios have no clusters."""
    if skipped:
        typer.echo(words("skipped", scenarios=", ".join(skipped)))
