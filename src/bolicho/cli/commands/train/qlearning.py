"""``bolicho train qlearning``: a Q-table of a board game, saved as it grows."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bolicho.cli.commands.train.running import RESUME, through
from bolicho.cli.design_options import takes
from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.numbers import Figure, say, with_interval
from bolicho.core.options import declared, design_of
from bolicho.core.words import Words
from bolicho.train.qlearning.design import QLearningDesign

if TYPE_CHECKING:
    from bolicho.learn.boards.qlearning import Learner

SHOWN = 10
"""Of which so many are printed."""
JUDGED = 2_000
"""Games from each seat against random at the end."""


@takes(*declared(QLearningDesign))
def qlearning(
    *,
    out: Annotated[Path | None, typer.Option(metavar="FILE.npz", help="By default qlearning-GAME.npz.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write the table as CSV.")] = None,
    resume: bool = RESUME,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    language: str | None = LANGUAGE,
    **asked: Any,
) -> None:
    """Learn a board game by trial and error (Q-learning) and save the table.

    Play against it with: bolicho play GAME --against qlearning:FILE.npz. Exploration falls as
    epsilon * (1 - (episode / decay) ** 3); a win is worth 1, a loss -1, a draw or 200 plies 0. The same seed gives the
    same table, however often training was interrupted. After Ctrl-C or a kill the same command goes on; with more
    episodes, so does a training that is done.
    """
    from bolicho.core.files import sweep
    from bolicho.learn.boards.q_file import export
    from bolicho.train.qlearning.training import QTraining

    words = Words("bolicho.cli.commands.train", speak(language), "words.toml")
    design = design_of(QLearningDesign, asked)
    path = out or Path(f"qlearning-{design.game}.npz")
    if csv is not None and (csv.is_dir() or not csv.absolute().parent.is_dir()):
        raise BadInput(f"{csv}: cannot be written")
    training = QTraining(path, design)
    if resume:
        typer.echo(words("no-resume"), err=True)
    if training.settled:
        typer.echo(words("no-more-exploring", decay=round(training.learner.settings.decay)), err=True)
    through(training, words, "episodes", lambda: words("bar", game=design.game))
    if csv is not None:
        sweep(csv)
        export(training.learner, csv)
    told = _told(training.learner, path)
    if as_json:
        typer.echo(json.dumps(told, indent=2))
    else:
        _show(told, words)


def _told(learner: "Learner", path: Path) -> JsonObject:
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


def _rate(counts: tuple[int, int, int]) -> JsonObject:
    """Wins, draws, losses, and the share of wins with its 95 % interval."""
    from bolicho.core.intervals import wilson

    wins, draws, losses = counts
    told: JsonObject = {"wins": wins, "draws": draws, "losses": losses}
    if games := sum(counts):
        low, high = wilson(wins / games, games)
        told |= {"rate": round(wins / games, 6), "low": round(low, 6), "high": round(high, 6)}
    return told


def _show(told: JsonObject, words: Words) -> None:
    from bolicho.lab.charts.training_tables import q_curve, rate, thinned, words_of
    from bolicho.report.terminal import show_table

    spoken = words.language
    if told["curve"]:
        show_table(q_curve(thinned(told["curve"], SHOWN), told["settings"]["rival"], words_of(spoken)), spoken)
    seats = {name: with_interval(rate(found), spoken) for name, found in told["against_random"].items()}
    typer.echo(words("won", games=say(JUDGED, spoken), **seats))
    right = {name: say(Figure(share), spoken) for name, share in told["optimal"].items()}
    typer.echo(words("right", all=right["all"], risky=right["where_it_matters"]))
    typer.echo(words("table", entries=say(told["entries"], spoken), moves=say(told["moves"], spoken)))
    typer.echo(words("saved", file=told["file"], game=told["game"]))
