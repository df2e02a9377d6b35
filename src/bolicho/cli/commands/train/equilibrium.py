"""``bolicho train equilibrium``: strategies that nobody can beat by much, for the ladder game and the full game."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from bolicho.cli.commands.train.running import RESUME
from bolicho.cli.design_options import takes
from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BadInput
from bolicho.core.options import declared, design_of
from bolicho.core.words import Words
from bolicho.train.equilibrium.design import LADDER, TRUNK, EquilibriumDesign


@takes(*declared(EquilibriumDesign))
def equilibrium(
    *,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the strategy is kept.")] = None,
    resume: bool = RESUME,
    threads: Annotated[
        int | None, typer.Option(help="Of s1 and full; by default one for each processor. The result is the same.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    language: str | None = LANGUAGE,
    **asked: Any,
) -> None:
    """Solve a game of Truco towards its equilibrium and save the strategy.

    Exploitability is what an opponent who knows the strategy wins from it, in points a hand, mean over mão and pé;
    in s1 and trunk it is measured exactly as training goes on. After Ctrl-C or a kill the same command goes on, to the
    same result, byte for byte; with more iterations, so does a training that is done.

    s1 writes FILE, FILE.npz (what a training goes on from) and the curve as FILE.csv and FILE.svg; how long it took
    stands apart, in FILE.times.jsonl and FILE.times.svg. trunk writes FILE.npz, FILE.state.npz (what it goes on from)
    and the curve as FILE.csv. full writes a folder.
    """
    if threads is not None and threads < 1:
        raise BadInput(f"--threads {threads}: expected a number above 0")
    design, many = design_of(EquilibriumDesign, asked), threads or os.cpu_count() or 1
    words = Words("bolicho.cli.commands.train", speak(language), "words.toml")
    if resume:
        typer.echo(words("no-resume"), err=True)
    if design.game == LADDER:
        from bolicho.cli.commands.train.ladder import train_ladder

        train_ladder(design, out or Path("equilibrium-s1.ladder"), many, words, as_json=as_json)
    elif design.game == TRUNK:
        from bolicho.cli.commands.train.trunk import train_trunk

        train_trunk(design, out or Path("equilibrium-trunk.npz"), words, as_json=as_json)
    else:
        from bolicho.cli.commands.train.full import train_full

        train_full(design, out or Path("equilibrium-full"), many, words, as_json=as_json)
