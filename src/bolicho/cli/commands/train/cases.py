"""``bolicho train cases``: a bot that learns cases plays match after match, and keeps, replaces or asks."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bolicho.cli.commands.train.running import broken_off, through
from bolicho.cli.design_options import takes
from bolicho.cli.interrupt import interruptible
from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.options import declared
from bolicho.core.words import Words
from bolicho.train.cases.design import PERSON, CaseDesign
from bolicho.train.judging import JUDGE

if TYPE_CHECKING:
    from bolicho.cli.commands.train.tutor_person import TerminalTutor


@takes(*declared(CaseDesign), JUDGE)
def cases(
    *,
    judge: int,
    timeout: Annotated[float, typer.Option(metavar="SECONDS", help="How long a person may think; 0: for ever.")] = 0,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the growth (.svg, .png, .pdf).")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    store: Annotated[str | None, typer.Option(metavar="URL", help="Where bases are kept.")] = None,
    language: str | None = LANGUAGE,
    **asked: Any,
) -> None:
    """Train a bot that learns cases (Moral et al.): three bases, of envido, flor and truco, change match by match.

    bot1 keeps hands that are new to it, bot2 lets them also replace cases that scored less; bot3 and bot4 are the same
    but accept and refuse by chance what they do not know; bot5 asks a tutor and keeps a hand in the base of a mode if
    the tutor was asked about that mode in it, and answered in time; bot0 keeps nothing. After Ctrl-C or a kill the same
    command goes on; with more matches, so does a training that is done. Play by what was learned with: bolicho play
    truco --against bot1:NAME.
    """
    from bolicho.cli.judging import check_judge, looking_in

    words = Words("bolicho.cli.commands.train", speak(language), "words.toml")
    check_judge(judge, store)
    if plot is not None:
        from bolicho.report.sheet import check_file

        check_file(plot)
    design = CaseDesign.of(asked)
    with looking_in(store):
        told = _trained(design, store, timeout, words, as_json)
    if plot is not None:
        from bolicho.lab.charts.case_growth_plot import draw

        draw(told, plot, words)
    if judge:
        told["judged"] = _judged(told, judge, store, words)
    if as_json:
        typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
    else:
        from bolicho.cli.commands.train.cases_results import show

        show(told, words)


def _trained(design: CaseDesign, url: str | None, timeout: float, words: Words, as_json: bool) -> JsonObject:
    from bolicho.core.numbers import say
    from bolicho.lab.charts.case_growth import case_training_facts
    from bolicho.store import Store
    from bolicho.train.cases.training import CaseTraining

    with Store.open(url) as store, interruptible() as stop:
        helper = _person(design, timeout, words.language, as_json, stop.is_set)
        training = CaseTraining(store, design, helper)
        if helper is not None:  # a bar would be drawn over the person's table
            helper.before = training.requests
            if not training.train(stop=stop.is_set):
                broken_off(training, words, "matches")
            return case_training_facts(training)

        def bar() -> str:
            counts = {mode: say(size, words.language) for mode, size in training.trio.sizes.items()}
            return words("cases-bar", name=design.name, **counts)

        through(training, words, "matches", bar)
        return case_training_facts(training)


def _person(
    design: CaseDesign, timeout: float, language: str, on_stderr: bool, stop: Callable[[], bool]
) -> "TerminalTutor | None":
    """Return the person before the screen, where a person is to be asked."""
    if design.tutor != PERSON:
        if timeout:
            raise BadInput(f"timeout {timeout:g}: only a person is waited for")
        return None
    from bolicho.cli.commands.train.tutor_person import TerminalTutor
    from bolicho.cli.table.patience import PatientScreen

    screen = PatientScreen(language, on_stderr=on_stderr)
    return TerminalTutor(design.game, screen, (design.kind, design.against), timeout, stop)


def _judged(told: JsonObject, matches: int, url: str | None, words: Words) -> JsonObject:
    from bolicho.cli.judging import judge
    from bolicho.lab.engine.versus import compare_players

    agent, rival, seed = told["agent"], told["against"], told["seed"]
    what = words("cases-judging", agent=agent, rival=rival)
    return judge(
        what, matches, url, lambda workers, done: compare_players((agent, rival), matches, seed, workers, done)
    )
