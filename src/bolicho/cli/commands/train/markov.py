"""``bolicho train markov``: the matrices of the Markov player, learned match by match and saved as they grow."""

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bolicho.cli.interrupt import INTERRUPTED, interruptible
from bolicho.cli.language import LANGUAGE, speak
from bolicho.cli.options import rule_options
from bolicho.core.errors import BadInput
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.train.markov.training import MarkovTraining

SHOWN = 25
"""Hundreds of matches that are printed at most."""


def markov(
    matches: Annotated[int, typer.Option("--matches", "-n", help="How many to play.")] = 5000,
    save_every: Annotated[int, typer.Option(help="Matches between two snapshots.")] = 200,
    against: Annotated[
        str | None, typer.Option(metavar="AGENT", help="Who plays against it and does not learn; by default itself.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Everything drawn comes from it.")] = 0,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where everything is kept.")] = Path("markov-training"),
    settings: Annotated[
        str, typer.Option("--with", metavar="NAME=VALUE,...", help="Switches, such as area=levels,gates=adaptive.")
    ] = "",
    start: Annotated[Path | None, typer.Option(metavar="FILE.npz", help="Matrices to begin with.")] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Also write every snapshot as CSV, a file a matrix.")] = False,
    preset: Annotated[str | None, typer.Option(help="Rules of Truco, by name.")] = None,
    target: Annotated[int | None, typer.Option(help="Points that win a match.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of Truco.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    language: str | None = LANGUAGE,
) -> None:
    """Train the Markov player of Truco against itself, or against any agent, and save its matrices.

    Against itself both seats share one set of matrices and both learn; against an agent the sides alternate. DIR gets
    a numbered snapshot every so many matches, and a line a match in rows.jsonl. A training that was interrupted or
    killed goes on where it was when the same command is given again, and ends with the same matrices; one that is
    done is told again. Play against what was learned with: bolicho play truco --against markov:FILE.npz.
    """
    from bolicho.cli.progress import progress
    from bolicho.lab.charts.markov_wins import told
    from bolicho.train.markov.design import Design
    from bolicho.train.markov.training import MarkovTraining

    words = Words("bolicho.cli.commands.train", speak(language), "words.toml")
    rules = rule_options(preset, target, option or [])
    design = Design(matches, save_every, against, seed, _settings(settings), start, rules)
    training = MarkovTraining(out, design)
    with progress(words("markov-bar", rival=against or words("markov-itself"))) as show, interruptible() as stop:
        whole = training.train(show, stop.is_set)
    if not whole:
        typer.echo(words("markov-stopped", matches=training.done, folder=shlex.quote(str(out))), err=True)
        raise typer.Exit(INTERRUPTED)
    if csv:
        _export(training)
    data = told(training)
    if as_json:
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        _show(data, words)


def _settings(text: str) -> dict[str, str]:
    """Read ``area=levels,gates=adaptive``.

    >>> _settings("area=levels, gates=adaptive"), _settings("")
    ({'area': 'levels', 'gates': 'adaptive'}, {})
    """
    found: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (side.strip() for side in part.partition("="))
        if not (name and equals and value):
            raise BadInput(f"--with {part!r}: expected NAME=VALUE")
        if name in found:
            raise BadInput(f"--with {part!r}: {name} is given twice")
        found[name] = value
    return found


def _export(training: "MarkovTraining") -> None:
    """Write every snapshot as CSV, in a folder of its name."""
    from bolicho.learn.markov import file

    for path in training.snapshots.values():
        file.export_csv(file.load(path), path.with_suffix(""))


def _show(told: dict[str, Any], words: Words) -> None:
    from bolicho.core.numbers import duration, say

    spoken = words.language
    rival = told["against"] or words("markov-itself")
    counts = {key: say(told[key], spoken) for key in ("matches", "hands")}
    typer.echo(words("markov-played", rival=rival, time=duration(told["seconds"], spoken), **counts))
    moved = ", ".join(f"{words(f'markov-{name}')} {say(count, spoken)}" for name, count in told["updates"].items())
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


def _places(learner: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(place, learner[place]) for place in ("mao", "pe")]


def _percent(rate: dict[str, Any], language: str) -> str:
    from bolicho.core.numbers import Figure, say, small

    figure = Figure(rate["rate"], rate["low"], rate["high"], rate["matches"])
    return f"{say(figure, language)} ({small(figure, language)})"
