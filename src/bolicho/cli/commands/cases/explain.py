"""``bolicho cases explain``: what a base says to one question, and what the reuse policies make of it."""

from typing import Annotated

import typer

from bolicho.cli.commands.cases.shared import AS_JSON, STORE, of_truco, opened, print_json
from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BadInput

FIGURES = ("MJS", "MJCS")
"""The policies of Figure 6 and of Figure 7."""


def explain(
    name: Annotated[
        str | None, typer.Argument(help="A base: its name or file. Without one, the example of Paulus (Figs. 6, 7).")
    ] = None,
    cards: Annotated[str | None, typer.Option(metavar="'3o 2c 12e'", help="The hand that asks.")] = None,
    rival: Annotated[
        str | None, typer.Option(metavar="CARD", help="The rival's card on the table; without it one plays first.")
    ] = None,
    policies: Annotated[
        list[str] | None,
        typer.Option("--policy", metavar="POLICY", help="A reuse policy, or several; by default MJS and MJCS."),
    ] = None,
    most: Annotated[int, typer.Option("--cases", help="Cases to show, the nearest first.", min=1)] = 10,
    store: str | None = STORE,
    as_json: bool = AS_JSON,
    language: str | None = LANGUAGE,
) -> None:
    """Ask a base which card to play first: cases found, their clusters, votes, and what each policy plays."""
    from bolicho.lab.studies.bases.explain import example, hand_of, tables, words_of
    from bolicho.lab.studies.bases.explain import explain as told_of
    from bolicho.learn.cases import shelf
    from bolicho.learn.cases.files import is_file
    from bolicho.learn.cases.truco.columns import FORM
    from bolicho.report.terminal import show_table

    if name is None:
        base, hand = example()
    elif cards is None:
        raise BadInput("cards: expected the hand that asks, as in --cards '3o 2c 12e'")
    elif name in shelf.BUNDLED or is_file(name):
        base = shelf.base(name)
    else:
        with opened(store) as kept:
            base = shelf.base(name, store=kept)
    if cards is not None:
        hand = hand_of(cards)
    if not of_truco(base) or base.form != FORM:
        raise BadInput(f"base {base.name!r} has cases of form {base.form!r}, not {FORM!r}")
    told = told_of(base, hand, policies or FIGURES, rival)
    if as_json:
        print_json(told)
        return
    words = words_of(speak(language))
    for table in tables(told, words, most):
        show_table(table, words.language)
