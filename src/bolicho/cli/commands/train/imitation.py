"""``bolicho train imitation``: a base of cases learned from case-based players that play each other."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bolicho.cli.interrupt import INTERRUPTED, interruptible
from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BadInput
from bolicho.core.extras import NotInstalled, need
from bolicho.core.words import Words

if TYPE_CHECKING:
    from bolicho.train.imitation.design import Design
    from bolicho.train.imitation.training import Imitation


def imitation(
    name: Annotated[str, typer.Option(help="The name of the new base.")],
    start: Annotated[str, typer.Option(metavar="BASE", help="The base to begin with.")] = "baseline",
    policies: Annotated[str | None, typer.Option(metavar="P,P,...", help="By default ten, named above.")] = None,
    matches: Annotated[int, typer.Option("--matches", "-n", help="How many to play.")] = 1833,
    observer: Annotated[str, typer.Option(metavar="drawn|both", help="Whose hands may be kept.")] = "drawn",
    enough: Annotated[int, typer.Option(help="Close cases that make a question well known.")] = 100,
    threshold: Annotated[float, typer.Option(help="From which similarity on a case is close.")] = 0.98,
    recluster: Annotated[
        str, typer.Option(metavar="1%|every-match|off", help="When to look at the clusters again.")
    ] = "1%",
    clean: Annotated[bool, typer.Option(help="At the end remove learned cases that break a revision rule.")] = True,
    clean_start: Annotated[bool, typer.Option("--clean-start", help="Remove such cases of BASE as well.")] = False,
    seed: Annotated[int, typer.Option(help="Everything drawn comes from it.")] = 0,
    judge: Annotated[int, typer.Option(metavar="N", help="Then play N matches (even), the new base against BASE.")] = 0,
    judge_policy: Annotated[str, typer.Option(metavar="POLICY", help="By which policy.")] = "PVCNPS",
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the growth (.svg, .png, .pdf).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    store: Annotated[str | None, typer.Option(metavar="URL", help="Where bases are kept.")] = None,
    language: str | None = LANGUAGE,
) -> None:
    """Learn a base of cases by imitation: case-based players play each other, and their hands are kept.

    In each match both players have a policy drawn from --policies (by default the ten best of Paulus 2020:
    PVCNPS, NPS, PVCS, PLCNPS, NPCS, PVS, PVCMJS, NPCPVS, MJCNPS, PVCPLS); a hand of the observed one is kept unless
    every question in it found --enough cases. Whenever the base has grown by 1 % the number of clusters is looked at
    again. A training that was interrupted or killed goes on where it was when the same
    command is given again. Play by what was learned with: bolicho play truco --against cbr:PVCNPS@NAME.
    """
    from bolicho.cli.judging import check_judge
    from bolicho.learn.cases.decision.reuse import policy
    from bolicho.train.imitation.design import FIRST_TEN, Design

    words = Words("bolicho.cli.commands.train", speak(language), "words.toml")
    drawn = FIRST_TEN if policies is None else tuple(one.strip() for one in policies.split(","))
    design = Design(
        name, start, drawn, matches, seed, observer, enough, threshold, recluster, clean, clean_start
    )  # fmt: skip
    check_judge(judge, store)
    policy(judge_policy)
    _check_tools(design, plot)
    told = _trained(design, store, words)
    if plot is not None:
        from bolicho.lab.charts.growth_plot import draw

        draw(told, plot, words)
    if judge:
        told["judged"] = _judged(design, judge_policy, judge, store, words)
    if as_json:
        typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        from bolicho.cli.commands.train.imitation_results import show

        show(told, words)


def _check_tools(design: "Design", plot: Path | None) -> None:
    """Say what is missing before anything is played."""
    if design.growth is not None:
        try:
            need("sklearn")
        except NotInstalled as error:
            raise BadInput(f"{error}; or train with --recluster off") from None
    if plot is not None:
        from bolicho.report.sheet import check_file

        check_file(plot)


def _trained(design: "Design", url: str | None, words: Words) -> dict[str, Any]:
    from bolicho.cli.progress import progress
    from bolicho.core.numbers import say
    from bolicho.lab.charts.growth import told
    from bolicho.store import Store
    from bolicho.train.imitation.training import Imitation

    with Store.open(url) as store, progress(design.name) as show, interruptible() as stop:
        training = Imitation(store, design)

        def moved(done: int, total: int, cases: int) -> None:
            show(done, total, words("imitation-bar", name=design.name, cases=say(cases, words.language)))

        if not training.train(moved, stop.is_set):
            _stopped(training, words)
        return told(training)


def _stopped(training: "Imitation", words: Words) -> None:
    typer.echo(words("imitation-stopped", matches=training.done, cases=len(training.base)), err=True)
    raise typer.Exit(INTERRUPTED)


def _judged(design: "Design", policy: str, matches: int, url: str | None, words: Words) -> dict[str, Any]:
    from bolicho.cli.judging import judge
    from bolicho.lab.engine.versus import judged

    said = words("imitation-judging", name=design.name, start=design.start)
    return judge(
        said,
        matches,
        url,
        lambda workers, done: judged(design.name, design.start, policy, matches, design.seed, workers, done),
    )
