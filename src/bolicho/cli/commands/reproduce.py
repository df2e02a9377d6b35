"""``bolicho reproduce``: run an experiment of the lab and write its report; ``all`` runs every work and an index."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bolicho.cli.design_options import takes
from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words
from bolicho.lab.options import REPRODUCTION

if TYPE_CHECKING:
    from bolicho.lab.engine.experiment import Experiment
    from bolicho.lab.engine.run import Outcome

ALL = "all"


@takes(*REPRODUCTION)
def reproduce(
    *,
    experiment: str,
    scale: str,
    seed: int,
    vary: str | None,
    workers: Annotated[int | None, typer.Option(help="Worker processes; by default one for each core.")] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of the run; by default results/NAME-SCALE-SEED.")
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(metavar="URL", help="For paulus: the store with people's matches; by default your own."),
    ] = None,
    recorded: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="For paulus, moral, rossato: a folder with the group's recorded hands to begin with.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the tables as JSON.")] = False,
    language: str | None = LANGUAGE,
) -> None:
    """Run an experiment and write its report, or all of them and an index.

    A run that was interrupted goes on where it was when the same command is given again.
    """
    from bolicho.lab.engine.experiment import check_scale

    scale = check_scale(scale)
    folder = out or Path("results") / f"{experiment.replace(':', '-')}-{scale}-{seed}"
    if workers is not None and workers < 1:
        raise BadInput(f"workers {workers}: expected at least 1")
    how: JsonObject = {"scale": scale, "seed": seed, "workers": workers, "language": speak(language)}
    if experiment == ALL:
        if vary is not None:
            raise BadInput(f"--vary {vary}: name one work, not all of them")
        _all(folder, how, store, recorded, as_json=as_json)
    else:
        _one(experiment, folder, how, store, vary, recorded, as_json=as_json)


def _one(
    name: str,
    folder: Path,
    how: JsonObject,
    store: str | None,
    vary: str | None,
    recorded: Path | None,
    *,
    as_json: bool,
) -> None:
    from bolicho.cli.progress import estimated, progress
    from bolicho.lab import EXPERIMENTS
    from bolicho.lab.engine.experiment import WithPeople
    from bolicho.lab.engine.recorded import WithBase, recorded_hands
    from bolicho.lab.engine.run import reproduce as run
    from bolicho.lab.engine.vary import variation

    experiment = EXPERIMENTS.make(name)
    if isinstance(experiment, WithPeople):
        _check_store(store)
    elif store is not None:
        raise BadInput(f"--store {store}: {name} draws on no people's matches")
    if recorded is not None:
        if not isinstance(experiment, WithBase):
            raise BadInput(f"--recorded {recorded}: {name} begins with no recorded hands")
        experiment.begin_with(recorded_hands(recorded))
    varied = None if vary is None else variation(experiment, vary, how["scale"], how["seed"])
    with progress(name) as show:
        outcome = run(experiment, folder, **how, progress=estimated(show), store=store)
    if varied is not None:
        with progress(f"{name}, {varied.text}") as show:
            place = varied.folder(folder)
            other = run(varied.experiment, place, **how, progress=estimated(show), store=store)
        _show_changes(outcome, other, varied.text, place, how["language"], as_json=as_json)
    elif as_json:
        typer.echo(json.dumps(_result(outcome, how["language"]), ensure_ascii=False, indent=2))
    else:
        _show(outcome, how["language"])


def _show_changes(
    first: "Outcome", other: "Outcome", reading: str, folder: Path, language: str, *, as_json: bool
) -> None:
    """Write and print what another reading changed."""
    from bolicho.lab.engine.vary import brief, changes, write_changes
    from bolicho.report.terminal import show

    report = changes(first.report, other.report, reading, language)
    page = write_changes(report, other.about, folder, language)
    if not as_json:
        show(brief(report), language, after=[page])
        return
    tables = {table.name: table.to_dict() for table in report.tables}
    told = {"vary": reading, "findings": list(report.findings), "claims": [], "tables": tables, "page": str(page)}
    typer.echo(json.dumps(_result(other, language) | told, ensure_ascii=False, indent=2))


def _all(folder: Path, how: JsonObject, store: str | None, recorded: Path | None, *, as_json: bool) -> None:
    """Run everything; what failed is told, and then the command has failed too."""
    from bolicho.cli.progress import progress
    from bolicho.lab import EXPERIMENTS
    from bolicho.lab.engine.everything import AllWorks, reproduce_all
    from bolicho.lab.engine.index import Index, every
    from bolicho.lab.engine.index_page import INDEX, write_index
    from bolicho.lab.engine.recorded import begin_with, recorded_hands

    _check_store(store)
    base = None if recorded is None else recorded_hands(recorded)

    def make(name: str) -> "Experiment":
        experiment: Experiment = EXPERIMENTS.make(name)
        return experiment if base is None else begin_with(experiment, base)

    language = how["language"]

    def written(whole: AllWorks) -> None:
        write_index(whole, folder, language)
        if not as_json:
            index = Index(whole, language)
            entry = [entry for entry in whole.entries if entry.state != "waiting"][-1]
            told = (index.counted(index.claims(entry)), index.run(entry), index.top(entry))
            said = entry.error or " ".join(part for part in told if part)
            typer.echo(f"{entry.name}: {said}", err=bool(entry.error))

    with progress(ALL) as show:
        whole = reproduce_all(folder, every(), **how, store=store, show=show, written=written, make=make)
    index = Index(whole, language)
    if as_json:
        typer.echo(json.dumps(index.to_dict() | {"page": str(folder / INDEX)}, ensure_ascii=False, indent=2))
    else:
        typer.echo(f"{index.counted(index.judged)}\n{folder / INDEX}")
    if whole.failed:
        raise typer.Exit(1)


def _check_store(url: str | None) -> None:
    """A store that somebody names must be there: a slip of the pen is no reason to make one."""
    from bolicho.lab.engine.bases import has_store

    if url is not None and not has_store(url):
        raise BadInput(f"--store {url}: no store there")


def _result(outcome: "Outcome", language: str) -> JsonObject:
    from bolicho.report.headline import headline, reproduced

    about = outcome.about
    return {
        "experiment": about.name,
        "scale": about.scale,
        "seed": about.seed,
        "versions": about.versions,
        "reproduced": reproduced(outcome.report.claims) or None,
        "headline": headline(outcome.report.claims, language),
        "findings": list(outcome.report.findings),
        "claims": [one.to_dict() for one in outcome.report.claims],
        "tables": {table.name: table.to_dict() for table in outcome.report.tables},
        "page": str(outcome.page),
    }


def _show(outcome: "Outcome", language: str) -> None:
    from bolicho.report.headline import headline

    words = Words("bolicho.report", language)
    typer.echo(outcome.report.title)
    if top := headline(outcome.report.claims, language):
        typer.echo(top)
    for finding in outcome.report.findings:
        typer.echo(f"- {finding}")
    if outcome.taken_over:
        typer.echo(words("taken-over", done=outcome.taken_over, all=outcome.about.cells))
    typer.echo(f"{outcome.page}\n{outcome.markdown}")
