"""``bolicho rikken``: the two analyses of Rosa (2008), of the bidding and of the play."""

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bolicho.cli.design_options import takes
from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.lazy import SETTINGS, group
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words
from bolicho.lab.works.rosa.options import BIDDING, PLAY

if TYPE_CHECKING:
    from bolicho.lab.works.rosa.analyses import FinishedAnalysis
    from bolicho.lab.works.rosa.bidding import Bidding
    from bolicho.lab.works.rosa.play import Play


rikken = group()


@rikken.callback(invoke_without_command=True)
def main(ctx: typer.Context) -> None:
    """Analyse how agents bid and play Rikken, beside Rosa (2008) and Vorsteveld (2007)."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


Workers = Annotated[int | None, typer.Option(help="Threads; by default one for each core.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write every row.")]
PlotFile = Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Write the bar chart (.svg).")]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="Folder for the rows; by default in results/.")]


@rikken.command("bidding", context_settings=SETTINGS)
@takes(*BIDDING)
def bidding(
    *,
    workers: Workers = None,
    as_json: AsJson = False,
    csv: Csv = None,
    plot: PlotFile = None,
    out: Out = None,
    language: str | None = LANGUAGE,
    **asked: Any,
) -> None:
    """Compare the tricks that a technique expects with those that it makes.

    For each estimate from LO to HI hands with that estimate are drawn and played. A run that was interrupted goes on
    where it was when the same command is given again.
    """
    from bolicho.lab.works.rosa.screens import bidding_of

    _run(bidding_of(asked), asked["seed"], workers, out, csv, plot, as_json, speak(language))


@rikken.command("play", context_settings=SETTINGS)
@takes(*PLAY)
def play(
    *,
    limits: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="LO HI", help="Least and most tricks that a hand counts (TPC); by default the contract's margin."
        ),
    ] = None,
    workers: Workers = None,
    as_json: AsJson = False,
    csv: Csv = None,
    plot: PlotFile = None,
    out: Out = None,
    language: str | None = LANGUAGE,
    **asked: Any,
) -> None:
    """Measure how often a contract is made with hands that fit it, and how often it is broken.

    Every seat holds each hand in turn, with 24 deals of the other cards, of which each player leads six. A run that
    was interrupted goes on where it was when the same command is given again.
    """
    from bolicho.lab.works.rosa.screens import play_of

    bounds = None if limits is None else (_tricks(limits[0]), _tricks(limits[1]))
    _run(play_of(asked, bounds), asked["seed"], workers, out, csv, plot, as_json, speak(language))


def _run(
    asked: "Bidding | Play",
    seed: int,
    workers: int | None,
    out: Path | None,
    csv: Path | None,
    plot: Path | None,
    as_json: bool,
    language: str,
) -> None:
    from bolicho.cli.progress import estimated, progress
    from bolicho.core.files import write_whole
    from bolicho.lab.works.rosa import analyses as results

    asked.check()
    if workers is not None and workers < 1:
        raise BadInput(f"workers {workers}: expected at least 1")
    for file in (csv, plot):
        _writable(file, out)
    if plot is not None and plot.suffix.lower() != ".svg":
        raise BadInput(f"{plot}: expected a name that ends in .svg")
    try:
        with progress(f"{asked.technique}, {asked.contract}") as move_on:
            done = results.analyse(asked, seed, out, workers, estimated(move_on))
    except KeyboardInterrupt:
        rows, folder = results.rows_left(asked, seed, out)
        words = Words("bolicho.lab.works.rosa", language, "analyses.toml")
        typer.echo(words("one-row-kept" if rows == 1 else "rows-kept", rows=rows, folder=folder), err=True)
        raise
    if csv is not None:
        write_whole(csv, results.as_csv(done.rows))
    if plot is not None:
        write_whole(plot, results.plot(done, language).svg)
    told: JsonObject = results.result(done) | {"files": [str(file) for file in (csv, plot) if file is not None]}
    if as_json:
        typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        _show(told, done, Words("bolicho.lab.works.rosa", language, "analyses.toml"))


def _show(told: JsonObject, done: "FinishedAnalysis", words: Words) -> None:
    from bolicho.lab.works.rosa.analysis_table import analysis_table, remarks
    from bolicho.report.terminal import show_table

    show_table(analysis_table(told, words), words.language)
    lines = remarks(told, words)
    if done.taken_over:
        lines.append(words("taken-over", done=done.taken_over, all=done.cells))
    lines.append(words("kept", folder=told["folder"]))
    for line in (*lines, *(words("wrote", file=file) for file in told["files"])):
        typer.echo(line)


def _tricks(text: str) -> str:
    try:
        return str(Fraction(text))
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"--limits {text!r}: expected a number of tricks") from None


def _writable(file: Path | None, out: Path | None) -> None:
    """What cannot be written says so before the work; the folder of the rows is made by it."""
    if file is not None and (file.is_dir() or not file.name):
        raise BadInput(f"{file}: expected the name of a file")
    if file is not None and file.parent != out and not file.parent.is_dir():
        raise BadInput(f"{file}: no such folder: {file.parent}")
