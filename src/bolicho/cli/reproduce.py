"""``bolicho reproduce``: run an experiment of the lab and write its report."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BadInput
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.lab.run import Outcome


def reproduce(
    name: Annotated[
        str,
        typer.Argument(help="The experiment: scripted, lobobrain, paulus, moral, rosa, rossato, markov-switches."),
    ],
    scale: Annotated[str, typer.Option(help="quick (about a minute), seed (as the paper) or full.")] = "quick",
    seed: Annotated[int, typer.Option(help="Everything drawn comes from it.")] = 1,
    workers: Annotated[int | None, typer.Option(help="Processes; as many as there are cores if not said.")] = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="By default results/NAME-SCALE-SEED.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the tables as JSON.")] = False,
    language: str | None = LANGUAGE,
) -> None:
    """Run an experiment and write its report.

    A run that was interrupted goes on where it was when the same command is given again.
    """
    from bolicho.cli.progress import progress
    from bolicho.lab import EXPERIMENTS
    from bolicho.lab.experiment import check_scale
    from bolicho.lab.run import reproduce as run

    experiment = EXPERIMENTS.make(name)
    folder = out or Path("results") / f"{name.replace(':', '-')}-{check_scale(scale)}-{seed}"
    if workers is not None and workers < 1:
        raise BadInput(f"workers {workers}: expected at least 1")
    spoken = speak(language)
    with progress(name) as show:
        outcome = run(
            experiment,
            folder,
            scale=scale,
            seed=seed,
            workers=workers,
            language=spoken,
            progress=show,
        )
    if as_json:
        typer.echo(json.dumps(_result(outcome), ensure_ascii=False, indent=2))
    else:
        _show(outcome, spoken)


def _result(outcome: "Outcome") -> dict[str, Any]:
    about = outcome.about
    return {
        "experiment": about.name,
        "scale": about.scale,
        "seed": about.seed,
        "versions": about.versions,
        "findings": list(outcome.report.findings),
        "tables": {table.name: table.to_dict() for table in outcome.report.tables},
        "page": str(outcome.page),
    }


def _show(outcome: "Outcome", language: str) -> None:
    words = Words("bolicho.lab", language)
    typer.echo(outcome.report.title)
    for finding in outcome.report.findings:
        typer.echo(f"- {finding}")
    if outcome.taken_over:
        typer.echo(words("taken-over", done=outcome.taken_over, all=outcome.about.cells))
    typer.echo(f"{outcome.page}\n{outcome.markdown}")
