"""``bolicho train markov``: the matrices of the Markov player, learned match by match and saved as they grow."""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bolicho.cli.commands.train.running import through
from bolicho.cli.design_options import takes
from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.options import rule_options
from bolicho.core.json_text import JsonObject
from bolicho.core.options import PRESET, TARGET, declared, design_of
from bolicho.core.words import Words
from bolicho.train.markov.design import MarkovDesign

if TYPE_CHECKING:
    from bolicho.train.markov.training import MarkovTraining

SHOWN = 25
"""Hundreds of matches that are printed at most."""


@takes(*declared(MarkovDesign), PRESET, TARGET)
def markov(
    *,
    preset: str | None,
    target: int | None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of Truco.")] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where everything is kept.")] = Path("markov-training"),
    csv: Annotated[bool, typer.Option("--csv", help="Also write every snapshot as CSV, a file a matrix.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    language: str | None = LANGUAGE,
    **asked: Any,
) -> None:
    """Train the Markov player of Truco against itself, or against any agent, and save its matrices.

    Against itself both seats share one set of matrices and both learn; against an agent the sides alternate. DIR gets a
    numbered snapshot every few matches, and one line for each match in rows.jsonl. After Ctrl-C or a kill the same
    command goes on, and ends with the same matrices; with more matches, so does a training that is done. Play against
    what was learned with: bolicho play truco --against markov:FILE.npz.
    """
    from bolicho.lab.charts.markov_wins import markov_training_facts
    from bolicho.train.markov.training import MarkovTraining

    words = Words("bolicho.cli.commands.train", speak(language), "words.toml")
    design = design_of(MarkovDesign, asked, options=rule_options(preset, target, option or []))
    training = MarkovTraining(out, design)
    rival = design.against or words("markov-itself")
    through(training, words, "matches", lambda: words("markov-bar", rival=rival))
    if csv:
        _export(training)
    data = markov_training_facts(training)
    if as_json:
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        _show(data, words)


def _export(training: "MarkovTraining") -> None:
    """Write every snapshot as CSV, in a folder of its name."""
    from bolicho.learn.markov import file

    for path in training.snapshots.values():
        file.export_csv(file.load(path), path.with_suffix(""))


def _show(told: JsonObject, words: Words) -> None:
    from bolicho.core.numbers import duration, say
    from bolicho.lab.charts.training_tables import words_of

    spoken = words.language
    rival = told["against"] or words("markov-itself")
    counts = {key: say(told[key], spoken) for key in ("matches", "hands")}
    typer.echo(words("markov-played", rival=rival, time=duration(told["seconds"], spoken), **counts))
    matrix = words_of(spoken)
    moved = ", ".join(f"{matrix(f'matrix-{name}')} {say(count, spoken)}" for name, count in told["updates"].items())
    typer.echo(words("markov-updates", modules=moved))
    wins = told["wins"]
    if "learner" in wins:
        mine = {key: _percent(found, spoken) for key, found in (("all", wins["learner"]), *_places(wins["learner"]))}
        typer.echo(words("markov-won", rival=rival, **mine))
        if wins["per_hundred"]:
            typer.echo(words("markov-hundreds", wins=" ".join(map(str, wins["per_hundred"][-SHOWN:]))))
    else:
        typer.echo(words("markov-mano", share=_percent(wins["mano"], spoken)))
    last = list(told["files"].values())[-1]
    agent, folder = shlex.quote(f"markov:{last}"), shlex.quote(told["folder"])
    saved = "markov-saved" if len(told["files"]) == 1 else "markov-saved-many"
    typer.echo(words(saved, files=len(told["files"]), folder=folder, agent=agent))


def _places(learner: JsonObject) -> list[tuple[str, JsonObject]]:
    return [(place, learner[place]) for place in ("mao", "pe")]


def _percent(rate: JsonObject, language: str) -> str:
    from bolicho.core.numbers import Figure, say, small

    figure = Figure(rate["rate"], rate["low"], rate["high"], rate["matches"])
    return f"{say(figure, language)} ({small(figure, language)})"
