"""The ladder game of ``bolicho train equilibrium``: what is told of it, and the curve drawn."""

import json
from pathlib import Path
from typing import Any

import typer

from bolicho.cli.commands.train.running import through
from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.words import Words
from bolicho.train.equilibrium.design import Design
from bolicho.train.equilibrium.ladder import LadderTraining

SHOWN = 12
"""Points of the curve that are printed at most."""


def train_ladder(design: Design, path: Path, threads: int, words: Words, *, as_json: bool) -> None:
    """Solve the ladder game, write its strategy and draw the curve."""
    training = LadderTraining(path, design, threads)

    def bar() -> str:
        curve = training.solver.curve
        return words("s1-bar-at", at=_four(curve[-1].exploitability, words.language)) if curve else words("s1-bar")

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


def _drawn(curve: list[dict[str, Any]], key: str, words: Words) -> str:
    """Draw the curve by iterations or by seconds; of a point whose time nobody knows, nothing by seconds."""
    from bolicho.report.curves import Line, Panel, curves

    points = [point for point in curve if point[key] is not None]
    lines = [Line(key, words("s1-line"), [float(p[key]) for p in points], [p["exploitability"] for p in points])]
    panel = Panel(words(f"s1-plot-{key}"), words(f"s1-axis-{key}"), words("s1-axis-points"), lines, log=True)
    return curves("exploitability", words("s1-plot"), [panel], words.language).svg


def _show(told: dict[str, Any], words: Words) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from bolicho.report.numbers import duration, say

    spoken, curve = words.language, told["curve"]
    grid = Table(title=words("s1-curve"), title_justify="left", box=box.SIMPLE_HEAD)
    for key in ("iterations", "seconds", "exploitability"):
        grid.add_column(words(f"s1-column-{key}"), justify="right")
    for point in [curve[(n + 1) * len(curve) // SHOWN - 1] for n in range(SHOWN)] if len(curve) > SHOWN else curve:
        time = "–" if point["seconds"] is None else duration(point["seconds"], spoken)
        grid.add_row(say(point["iterations"], spoken), time, _four(point["exploitability"], spoken))
    Console(highlight=False, markup=False).print(grid)
    numbers = {key: _four(told[key], spoken) for key in ("exploitability", "before_packing")}
    typer.echo(words("s1-result", iterations=say(told["iterations"], spoken), **numbers))
    typer.echo(words("s1-value", mao=_four(told["mao"]["self_play"], spoken)))
    typer.echo(words("s1-saved", files=", ".join(told["files"])))


def _four(number: float, language: str) -> str:
    text = f"{number:.4f}".replace("-", "−")
    return text.replace(".", ",") if language == "pt-BR" else text
