"""The full game of ``bolicho train equilibrium``: what is told of it."""

import json
from pathlib import Path

import typer

from bolicho.cli.commands.train.running import through
from bolicho.core.numbers import file_size
from bolicho.core.words import Words
from bolicho.train.equilibrium.design import EquilibriumDesign
from bolicho.train.equilibrium.full import FullTraining


def train_full(design: EquilibriumDesign, folder: Path, threads: int, words: Words, *, as_json: bool) -> None:
    """Train both tables of the full game and pack them."""
    full = FullTraining(folder, design, threads)
    through(full, words, "traversals", lambda: words("full-bar", table=full.newest))
    files = full.ship()
    told = {
        "game": design.game,
        "seed": design.seed,
        "traversals": {f"{name}-{run}": full.reached[f"{name}-{run}"] for name, run in full.runs},
        "files": {name: str(path) for name, path in files.items()},
        "bytes": {name: path.stat().st_size for name, path in files.items()},
    }
    if as_json:
        typer.echo(json.dumps(told, indent=2))
    else:
        for name, path in files.items():
            typer.echo(
                words("full-saved", table=name, file=str(path), size=file_size(path.stat().st_size, words.language))
            )
