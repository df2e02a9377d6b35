"""The full game of ``bolicho train equilibrium``: Monte-Carlo CFR in blocks, checkpoints, and the packed strategies."""

import json
import os
import shlex
from pathlib import Path
from typing import Any

import typer

from bolicho.cli.interrupt import INTERRUPTED, interruptible
from bolicho.cli.language import speak
from bolicho.core.errors import BadInput
from bolicho.core.words import Words


def train(
    *,
    iterations: int | None,
    minutes: float | None,
    seed: int,
    out: Path | None,
    resume: bool,
    threads: int | None,
    as_json: bool,
    language: str | None,
    **others: Any,
) -> None:
    """Train both tables of the full game and pack them."""
    from bolicho.cli.progress import progress
    from bolicho.learn.equilibrium.shipping import Full

    words = Words("bolicho.cli.commands.train", speak(language), "full.toml")
    if others.get("until") is not None:
        raise BadInput("--until: only the ladder game is measured as it is trained; give --iterations or --minutes")
    if others.get("deck", "full") != "full":
        raise BadInput("--deck: the full game is trained with the forty cards")
    if iterations is not None and minutes is not None:
        raise BadInput("--iterations and --minutes: say one of them")
    folder = out or Path("equilibrium-full")
    if not resume and _taken(folder):
        raise BadInput(f"{folder}: is there already; go on with --resume, or say another --out")
    full = Full(folder, seed)
    with progress(words("bar", table="points")) as show, interruptible() as stop:

        def moved(done: int, total: int, table: str) -> None:
            show(done, total, words("bar", table=table))

        whole = full.train(iterations, minutes, moved, stop.is_set, threads or os.cpu_count() or 1)
    if not whole:
        bound = f"--iterations {iterations} " if iterations else f"--minutes {minutes:g} " if minutes else ""
        again = f"bolicho train equilibrium --game full {bound}--seed {seed} --out {shlex.quote(str(folder))} --resume"
        typer.echo(words("stopped", command=again), err=True)
        raise typer.Exit(INTERRUPTED)
    files = full.ship(folder)
    told = {
        "game": "full",
        "seed": seed,
        "traversals": {f"{name}-{run}": full.done[f"{name}-{run}"] for name, run in full.runs},
        "files": {name: str(path) for name, path in files.items()},
        "bytes": {name: path.stat().st_size for name, path in files.items()},
    }
    if as_json:
        typer.echo(json.dumps(told, indent=2))
    else:
        for name, path in files.items():
            typer.echo(words("saved", table=name, file=str(path), size=f"{path.stat().st_size / 1e6:.1f}"))


def _taken(folder: Path) -> bool:
    """Whether something is there already; a file in its place is refused."""
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder}: is no directory")
    return folder.exists() and any(folder.iterdir())
