"""``bolicho train equilibrium``: strategies that nobody can beat by much, for the ladder game and the full game."""

from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Annotated, Any

import typer

from bolicho.cli.language import LANGUAGE
from bolicho.core.errors import BadInput, UnknownName


def _ladder(*, seed: int, minutes: float | None, **asked: Any) -> None:
    from bolicho.cli.commands.train.ladder import train

    del seed  # nothing is drawn
    if minutes is not None:
        raise BadInput("--minutes: only the full game is trained by the clock; give --iterations or --until")
    train(**asked)


def _full(**asked: Any) -> None:
    from bolicho.cli.commands.train.full import train

    train(**asked)


TRAINERS: dict[str, Callable[..., None]] = {"s1": _ladder, "full": _full}
"""By game, who trains it; each gets every option of the command by its name."""


def equilibrium(
    game: Annotated[str, typer.Option(help="s1, the ladder game: truco without envido and flor; or full.")] = "s1",
    iterations: Annotated[int | None, typer.Option("--iterations", "-n", help="How many; more is better.")] = None,
    minutes: Annotated[float | None, typer.Option(help="How long, of the full game.")] = None,
    until: Annotated[float | None, typer.Option(help="Stop once exploitability is this low, in points a hand.")] = None,
    seed: Annotated[int, typer.Option(help="What is drawn comes from it; s1 draws nothing.")] = 0,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the strategy is kept.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a training that was begun.")] = False,
    threads: Annotated[
        int | None, typer.Option(help="By default as many as there are processors; the result is the same.")
    ] = None,
    deck: Annotated[str, typer.Option(help="full, or mini: a few cards, solved in seconds.")] = "full",
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    language: str | None = LANGUAGE,
) -> None:
    """Solve a game of Truco towards its equilibrium and save the strategy.

    Exploitability is what an opponent who knows the strategy wins from it, in points a hand, mean over mão and pé;
    it is measured exactly as training goes on. Beside FILE there will be FILE.npz, which a training that was
    interrupted or killed goes on with (--resume) to the same result, byte for byte, and the curve as FILE.csv and
    FILE.svg. How long it took stands apart, in FILE.times.jsonl and FILE.times.svg.
    """
    if game not in TRAINERS:
        raise UnknownName("game to train an equilibrium of", game, TRAINERS)
    for name, number in {"iterations": iterations, "minutes": minutes, "until": until, "threads": threads}.items():
        if number is not None and not 0 < number < inf:
            raise BadInput(f"--{name} {number}: expected a number above 0")
    TRAINERS[game](
        iterations=iterations, minutes=minutes, until=until, seed=seed, out=out, resume=resume, threads=threads,
        deck=deck, as_json=as_json, language=language,
    )  # fmt: skip
