"""``bolicho train qlearning``: a Q-table of a board game, saved as it grows."""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bolicho.cli.interrupt import INTERRUPTED, interruptible
from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BadInput
from bolicho.core.numbers import Figure, say, with_interval
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.games.boards.board import Board
    from bolicho.learn.boards.qlearning import Learner

POINTS = 100
"""Points of the win-rate curve."""
SHOWN = 10
"""Of which so many are printed."""
JUDGED = 2_000
"""Games from each seat against random at the end."""


def qlearning(
    game: Annotated[str, typer.Argument(help="A board game, such as: tapatan.")],
    episodes: Annotated[int, typer.Option(min=0, help="Games to learn from, in all.")] = 100_000,
    against: Annotated[str | None, typer.Option(metavar="random|self|minimax:DEPTH", help="By default random.")] = None,
    seat: Annotated[str | None, typer.Option(metavar="first|second|both", help="By default both, in turn.")] = None,
    alpha: Annotated[float | None, typer.Option(help="How fast values move; by default 0.2.")] = None,
    gamma: Annotated[float | None, typer.Option(help="What the next turn is worth; by default 0.7.")] = None,
    epsilon: Annotated[float | None, typer.Option(help="Share of moves drawn at first; by default 0.3.")] = None,
    decay: Annotated[float | None, typer.Option(help="Episodes until none is; by default 3/4 of all.")] = None,
    seed: Annotated[int | None, typer.Option(help="Everything drawn comes from it; by default 0.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE.npz", help="By default qlearning-GAME.npz.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on where the file is, or begin if there is none.")
    ] = False,
    save_every: Annotated[int, typer.Option(min=1, help="Episodes between two savings.")] = 50_000,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the table to read.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    language: str | None = LANGUAGE,
) -> None:
    """Learn a board game by trial and error (Q-learning) and save the table.

    Play against it with: bolicho play GAME --against qlearning:FILE.npz. Exploration falls as
    epsilon * (1 - (episode / decay) ** 3); a win is worth 1, a loss -1, a draw or 200 plies 0. The same seed gives
    the same table, however often training was interrupted and resumed.
    """
    from bolicho.cli.progress import progress
    from bolicho.core.files import sweep
    from bolicho.learn.boards.q_file import export, save
    from bolicho.learn.boards.qlearning import decay_of

    words = Words("bolicho.cli.commands.train", speak(language), "words.toml")
    board = _board(game)
    path = out or Path(f"qlearning-{game}.npz")
    given = {"rival": against, "seat": seat, "alpha": alpha, "gamma": gamma}
    given |= {"epsilon": epsilon, "decay": decay, "seed": seed}
    asked = {name: value for name, value in given.items() if value is not None}
    if csv is not None and (csv.is_dir() or not csv.absolute().parent.is_dir()):
        raise BadInput(f"{csv}: cannot be written")
    learner = _begun(path, board, asked, episodes, resume)
    sweep(path, *([] if csv is None else [csv]))
    if learner.settings.decay < decay_of(episodes) / 2:
        typer.echo(words("no-more-exploring", decay=round(learner.settings.decay)), err=True)
    whole = True
    with progress(words("bar", game=game)) as show, interruptible() as stop:
        show(learner.episodes, episodes)
        while whole and learner.episodes < episodes:
            until = min(episodes, (learner.episodes // save_every + 1) * save_every)
            whole = learner.train(until, lambda done, _: show(done, episodes), stop.is_set)
            save(learner, path)
        if not path.exists():
            save(learner, path)
    if not whole:
        again = f"bolicho train qlearning {game} --episodes {episodes} --out {shlex.quote(str(path))} --resume"
        typer.echo(words("stopped", episodes=learner.episodes, command=again), err=True)
        raise typer.Exit(INTERRUPTED)
    if csv is not None:
        export(learner, csv)
    told = _told(learner, path)
    if as_json:
        typer.echo(json.dumps(told, indent=2))
    else:
        _show(told, words)


def _board(name: str) -> "Board":
    from bolicho.games import GAMES
    from bolicho.games.boards import board_game

    return board_game(GAMES.make(name), f"Q-learning learns board games only, not {name}").board


def _begun(path: Path, board: "Board", asked: dict[str, Any], episodes: int, resume: bool) -> "Learner":
    """A new table, or the one of the file if it may be gone on with."""
    from bolicho.learn.boards.q_file import load
    from bolicho.learn.boards.qlearning import Learner, Settings, decay_of

    if path.suffix != ".npz":
        raise BadInput(f"{path}: a Q-table is a file ending in .npz")
    if not path.exists():
        if not path.absolute().parent.is_dir():
            raise BadInput(f"{path}: no such directory")
        return Learner(board, Settings(**{"decay": decay_of(episodes), **asked}, block=max(1, episodes // POINTS)))
    if not resume:
        raise BadInput(f"{path}: is there already; go on with --resume, or say another --out")
    learner = load(path, board)
    for name, value in asked.items():
        was = getattr(learner.settings, name)
        if was != value:
            raise BadInput(f"{path}: was trained with {name} {was}, not {value}")
    if learner.episodes > episodes:
        raise BadInput(f"{path}: has {learner.episodes:,} episodes, more than {episodes:,}")
    return learner


def _told(learner: "Learner", path: Path) -> dict[str, Any]:
    """What came of it, as JSON data."""
    from bolicho.learn.boards.qlearning import optimal_share

    share, risky = optimal_share(learner)
    seats = {name: _rate(learner.judged(JUDGED, seat)) for seat, name in enumerate(("first", "second"))}
    curve = [
        {
            "episodes": point.episodes,
            "training": _rate(point.trained),
            "first": _rate(point.first),
            "second": _rate(point.second),
        }
        for point in learner.curve
    ]
    return {
        "game": learner.board.name,
        "file": str(path),
        "episodes": learner.episodes,
        "settings": learner.settings.to_dict(),
        "entries": int((learner.visits > 0).sum()),
        "moves": len(learner.q),
        "against_random": seats,
        "optimal": {"all": round(share, 4), "where_it_matters": round(risky, 4)},
        "curve": curve,
    }


def _rate(counts: tuple[int, int, int]) -> dict[str, Any]:
    """Wins, draws, losses, and the share of wins with its 95 % interval."""
    from bolicho.arena.results.intervals import wilson

    wins, draws, losses = counts
    told: dict[str, Any] = {"wins": wins, "draws": draws, "losses": losses}
    if games := sum(counts):
        low, high = wilson(wins / games, games)
        told |= {"rate": round(wins / games, 6), "low": round(low, 6), "high": round(high, 6)}
    return told


def _show(told: dict[str, Any], words: Words) -> None:
    from bolicho.report.document import Table
    from bolicho.report.terminal import show_table

    spoken = words.language
    curve = told["curve"]
    if curve:
        some = [curve[(n + 1) * len(curve) // SHOWN - 1] for n in range(SHOWN)] if len(curve) > SHOWN else curve
        kinds = ("training", "first", "second")
        rows = [[point["episodes"], *(_figure(point[kind]) for kind in kinds)] for point in some]
        columns = [words(f"column-{key}") for key in ("episodes", *kinds)]
        show_table(Table("curve", words("curve", rival=told["settings"]["rival"]), columns, rows), spoken)
    seats = {name: with_interval(_figure(rate), spoken) for name, rate in told["against_random"].items()}
    typer.echo(words("won", games=say(JUDGED, spoken), **seats))
    right = {name: say(Figure(share), spoken) for name, share in told["optimal"].items()}
    typer.echo(words("right", all=right["all"], risky=right["where_it_matters"]))
    typer.echo(words("table", entries=say(told["entries"], spoken), moves=say(told["moves"], spoken)))
    typer.echo(words("saved", file=told["file"], game=told["game"]))


def _figure(rate: dict[str, Any]) -> Figure:
    return Figure(rate.get("rate"), rate.get("low"), rate.get("high"))
