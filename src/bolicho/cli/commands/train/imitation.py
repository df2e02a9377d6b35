"""``bolicho train imitation``: a base of cases learned from case-based players that play each other."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from bolicho.cli.commands.train.running import through
from bolicho.cli.design_options import takes
from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BadInput
from bolicho.core.extras import NotInstalled, need
from bolicho.core.json_text import JsonObject
from bolicho.core.options import declared, design_of
from bolicho.core.words import Words
from bolicho.train.imitation.design import ImitationDesign
from bolicho.train.judging import JUDGE_BASE, JUDGE_POLICY


@takes(*declared(ImitationDesign), JUDGE_BASE, JUDGE_POLICY)
def imitation(
    *,
    judge: int,
    judge_policy: str,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the growth (.svg, .png, .pdf).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    store: Annotated[str | None, typer.Option(metavar="URL", help="Where bases are kept.")] = None,
    language: str | None = LANGUAGE,
    **asked: Any,
) -> None:
    """Learn a base of cases by imitation: case-based players play each other, and their hands are kept.

    In each match both players have a policy drawn from --policies (by default the ten best of Paulus 2020: PVCNPS, NPS,
    PVCS, PLCNPS, NPCS, PVS, PVCMJS, NPCPVS, MJCNPS, PVCPLS); a hand of the observed one is kept unless every
    question in it found --enough cases. Whenever the base has grown by 1 % the number of clusters is looked at
    again. After Ctrl-C or a kill the same command goes on; with more matches, so does a training that is done, unless
    cases were removed at its end. Play by what was learned with: bolicho play truco --against cbr:PVCNPS@NAME.
    """
    from bolicho.cli.judging import check_judge
    from bolicho.learn.cases.decision.reuse import policy

    words = Words("bolicho.cli.commands.train", speak(language), "words.toml")
    design = design_of(ImitationDesign, asked)
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


def _check_tools(design: ImitationDesign, plot: Path | None) -> None:
    """Say what is missing before anything is played."""
    if design.growth is not None:
        try:
            need("sklearn")
        except NotInstalled as error:
            raise BadInput(f"{error}; or train with --recluster off") from None
    if plot is not None:
        from bolicho.report.sheet import check_file

        check_file(plot)


def _trained(design: ImitationDesign, url: str | None, words: Words) -> JsonObject:
    from bolicho.core.numbers import say
    from bolicho.lab.charts.growth import imitation_facts
    from bolicho.store import Store
    from bolicho.train.imitation.training import Imitation

    with Store.open(url) as store:
        training = Imitation(store, design)

        def bar() -> str:
            return words("imitation-bar", name=design.name, cases=say(len(training.base), words.language))

        through(training, words, "matches", bar)
        return imitation_facts(training)


def _judged(design: ImitationDesign, policy: str, matches: int, url: str | None, words: Words) -> JsonObject:
    from bolicho.cli.judging import judge
    from bolicho.lab.engine.versus import compare_bases

    said = words("imitation-judging", name=design.name, start=design.start)
    return judge(
        said,
        matches,
        url,
        lambda workers, done: compare_bases(design.name, design.start, policy, matches, design.seed, workers, done),
    )
