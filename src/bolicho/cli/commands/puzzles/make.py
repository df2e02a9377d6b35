"""``bolicho puzzles make``: draw positions from play and keep those with one best answer."""

from pathlib import Path
from typing import Annotated

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.progress import progress
from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.words import Words


def make(
    game: Annotated[str, typer.Argument(help="The game: truco, or a board that is solved.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where they are written, one line of JSON each.")],
    count: Annotated[int, typer.Option(min=1, max=100_000, help="How many.")] = 100,
    seed: Annotated[int, typer.Option(help="Random seed: the same seed makes the same puzzles.")] = 0,
    language: str | None = LANGUAGE,
) -> None:
    """Make puzzles from the play of agents: positions where every move but one surely gives something away.

    On boards the answer is the only move that wins, or the only one that does not lose. In Truco every other move gives
    away at least 2 points of a hundred of the chance to win the match. About one second of a core a Truco puzzle.
    """
    from bolicho.play.puzzles.make import puzzles

    if out.is_dir() or not out.parent.is_dir():  # before minutes are spent on it
        raise BadInput(f"--out {out}: {'that is a folder' if out.is_dir() else f'there is no folder {out.parent}'}")
    words = Words("bolicho.cli.commands.puzzles", speak(language))
    with progress("puzzles") as show:
        found = puzzles(game, count, seed, show)
    write_whole(out, "".join(f"{one.to_json()}\n" for one in found))
    typer.echo(words("made" if len(found) == count else "made-fewer", count=len(found), file=str(out)))
