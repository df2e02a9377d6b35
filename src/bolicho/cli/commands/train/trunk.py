"""The full game without buckets of ``bolicho train equilibrium``: what is told of it."""

import json
from pathlib import Path

import typer

from bolicho.cli.commands.train.running import through
from bolicho.core.numbers import number, say
from bolicho.core.words import Words
from bolicho.train.equilibrium.design import EquilibriumDesign
from bolicho.train.equilibrium.trunk import TrunkTraining


def train_trunk(design: EquilibriumDesign, path: Path, words: Words, *, as_json: bool) -> None:
    """Solve the full game without buckets of cards and write the trunk's strategy."""
    training = TrunkTraining(path, design)

    def bar() -> str:
        curve = training.solver.curve
        if not curve:
            return words("trunk-bar")
        return words("trunk-bar-at", at=number(curve[-1].exploitability, 4, words.language))

    through(training, words, "iterations", bar)
    told = training.ship()
    if as_json:
        typer.echo(json.dumps(told, indent=2))
        return
    spoken = words.language
    found = number(told["exploitability"], 4, spoken)
    typer.echo(words("trunk-result", iterations=say(told["iterations"], spoken), exploitability=found))
    typer.echo(words("s1-value", mao=number(told["mao"], 4, spoken)))
    typer.echo(words("s1-saved", files=", ".join(told["files"])))
