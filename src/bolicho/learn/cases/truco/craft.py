"""The craft of Truco, put together: its two forms, its questions and answers, its rules of revision."""

from bolicho.games.truco.view import View
from bolicho.learn.cases.craft import Asking, Craft
from bolicho.learn.cases.truco import program
from bolicho.learn.cases.truco.decisions import TRUCO
from bolicho.learn.cases.truco.form import TRUCO as TRUCO_FORM
from bolicho.learn.cases.truco.hand import case_of, row_of
from bolicho.learn.cases.truco.learned_case import TRUCO_LEARNED
from bolicho.learn.cases.truco.program_rules import PROGRAM, PROGRAM_ENVIDO
from bolicho.learn.cases.truco.revise import RULES
from bolicho.learn.cases.truco.turn import asks, forced_move, values


def row(view: View) -> list[int | None]:
    """Make a case of the last view of a finished hand."""
    return row_of(case_of(view))


CRAFT = Craft(
    game="truco",
    forms=(TRUCO_FORM, TRUCO_LEARNED),
    domain=TRUCO,
    values=values,
    asks=asks,
    settled=forced_move,
    row=row,
    rules=tuple(RULES.values()),
    revisions={"paper": tuple(RULES.values()), "program": PROGRAM, "program-envido": PROGRAM_ENVIDO},
    askings={"program": Asking(program.asks, program.values, program.forced_move, program.PROGRAM, timing_blind=False)},
    base="baseline",
)
