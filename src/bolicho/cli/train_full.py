"""The full game of ``bolicho train equilibrium``: Monte-Carlo CFR in blocks, checkpoints, and the packed strategies."""

import json
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
    as_json: bool,
    language: str | None,
    **others: Any,
) -> None:
    """Train both tables of the full game and pack them."""
    from bolicho.cli.progress import progress
    from bolicho.learn.equilibrium.shipping import Full

    words = Words("bolicho.cli", speak(language), "train_full.toml")
    if others.get("until") is not None:
        raise BadInput("--until: only the ladder game is measured as it is trained; give --iterations or --minutes")
    if others.get("deck", "full") != "full":
        raise BadInput("--deck: the full game is trained with the forty cards")
    if (iterations is not None and iterations < 1) or (minutes is not None and minutes <= 0):
        raise BadInput("--iterations and --minutes: expected numbers above 0")
    folder = out or Path("equilibrium-full")
    if folder.exists() and any(folder.iterdir()) and not resume:
        raise BadInput(f"{folder}: is there already; go on with --resume, or say another --out")
    full = Full(folder, seed)
    with progress(words("bar", table="points")) as show, interruptible() as stop:
        whole = full.train(
            iterations, minutes, lambda done, total, table: show(done, total, words("bar", table=table)), stop.is_set
        )
    if not whole:
        bound = f"--iterations {iterations} " if iterations else f"--minutes {minutes:g} " if minutes else ""
        again = f"bolicho train equilibrium --game full {bound}--seed {seed} --out {shlex.quote(str(folder))} --resume"
        typer.echo(words("stopped", command=again), err=True)
        raise typer.Exit(INTERRUPTED)
    files = full.ship(folder)
    told = {
        "game": "full",
        "seed": seed,
        "traversals": {f"{name}-{run}": full.training(name, run).done for name, run in full.runs},
        "files": {name: str(path) for name, path in files.items()},
        "bytes": {name: path.stat().st_size for name, path in files.items()},
    }
    if as_json:
        typer.echo(json.dumps(told, indent=2))
    else:
        for name, path in files.items():
            typer.echo(words("saved", table=name, file=str(path), size=f"{path.stat().st_size / 1e6:.1f}"))
