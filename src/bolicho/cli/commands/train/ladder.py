"""The ladder game of ``bolicho train equilibrium``: what is told of it, and the curve drawn."""

import json
from pathlib import Path

import typer

from bolicho.cli.commands.train.running import through
from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import number, say
from bolicho.core.words import Words
from bolicho.train.equilibrium.design import EquilibriumDesign
from bolicho.train.equilibrium.ladder import LadderTraining

SHOWN = 12
"""Points of the curve that are printed at most."""


def train_ladder(design: EquilibriumDesign, path: Path, threads: int, words: Words, *, as_json: bool) -> None:
    """Solve the ladder game, write its strategy and draw the curve."""
    training = LadderTraining(path, design, threads)

    def bar() -> str:
        curve = training.solver.curve
        return words("s1-bar-at", at=number(curve[-1].exploitability, 4, words.language)) if curve else words("s1-bar")

    through(training, words, "iterations", bar)
    told = training.ship()
    try:
        for key, suffix in (("iterations", ".svg"), ("seconds", ".times.svg")):
            write_whole(path.with_suffix(suffix), _drawn(told["curve"], key, words))
            told["files"].append(str(path.with_suffix(suffix)))
    except BadInput as error:  # a strategy is worth more than its picture
        typer.echo(str(error), err=True)
    if as_json:
        typer.echo(json.dumps(told, indent=2))
    else:
        _show(told, words)


def _drawn(curve: list[JsonObject], key: str, words: Words) -> str:
    """Draw the curve by iterations or by seconds; of a point whose time nobody knows, nothing by seconds."""
    from bolicho.report.curves import Line, Panel, curves

    points = [point for point in curve if point[key] is not None]
    lines = [Line(key, words("s1-line"), [float(p[key]) for p in points], [p["exploitability"] for p in points])]
    panel = Panel(words(f"s1-plot-{key}"), words(f"s1-axis-{key}"), words("s1-axis-points"), lines, log=True)
    return curves("exploitability", words("s1-plot"), [panel], words.language).svg


def _show(told: JsonObject, words: Words) -> None:
    from bolicho.lab.charts.training_tables import ladder_curve, thinned, words_of
    from bolicho.report.terminal import show_table

    spoken = words.language
    show_table(ladder_curve(thinned(told["curve"], SHOWN), words_of(spoken)), spoken)
    numbers = {key: number(told[key], 4, spoken) for key in ("exploitability", "before_packing")}
    typer.echo(words("s1-result", iterations=say(told["iterations"], spoken), **numbers))
    typer.echo(words("s1-value", mao=number(told["mao"]["self_play"], 4, spoken)))
    typer.echo(words("s1-saved", files=", ".join(told["files"])))
