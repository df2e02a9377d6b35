"""What the player of a case knew when it was asked: a case tells the whole hand, a question came in the middle of it.

So that a case can be put to a base as the question it was: the rival's card of the present round counts only where it
lay on the table by then. Who leads a round never saw it. Who follows saw it, unless the leader spoke before playing: so
a call of the leader is answered without it, save one that answers a call of one's own, made after the card. (A case
tells the rounds of calls, not their order within one: a raise after a truco of the leader in the same round is taken as
an answer to it.)

>>> from bolicho.learn.cases import shelf
>>> from bolicho.learn.cases.questions import answers
>>> base, question = shelf.base("starter"), next(iter(ground("truco").questions))
>>> question.scenario, situations_then(base, question, answers(base, question, TRUCO))[0].tolist()
('first-card-first', [24, 12, 8, 1, -32768])
"""

import numpy as np
from numpy.typing import NDArray

from bolicho.games.truco.ladders import TRUCO_CALLS
from bolicho.learn.cases.base import UNKNOWN, CaseBase, Cells
from bolicho.learn.cases.questions import Answers, Question
from bolicho.learn.cases.truco.codes import ME, NOBODY, RIVAL
from bolicho.learn.cases.truco.decisions import ENVIDO_LADDER, KINDS, TRUCO
from bolicho.learn.cases.truco.mute import questions
from bolicho.learn.cases.upkeep.competence import Ground

LEADING = ("first", "won")
"""How the names of the scenarios end in which the player leads the round."""


def ground(mode: str | None = None) -> Ground:
    """Return all that is asked of a base of Truco, or of the base of one mode: envido, flor or truco."""
    asked = tuple(question for question in questions() if mode in (None, KINDS[question.kind].mode))
    return Ground(TRUCO, asked, situations_then)


def situations_then(base: CaseBase, question: Question, found: Answers) -> Cells:
    """Return the cases that answer a question as the situations they were asked in, what was not known yet blank."""
    cells = found.cells.copy()
    attribute = f"theirs_{question.round}"
    if attribute in found.similarity.local:
        place = list(found.similarity.local).index(attribute)
        cells[~_saw_the_card(base, question)[found.ids], place] = UNKNOWN
    return cells


def _saw_the_card(base: CaseBase, question: Question) -> NDArray[np.bool_]:
    """Tell where the rival's card of this round was on the table."""
    never = np.zeros(len(base), dtype=bool)
    if question.scenario.endswith(LEADING):
        return never
    if question.kind == "answer-envido":
        called = [base[column] for column in ENVIDO_LADDER.values()]
        first = np.select([by > NOBODY for by in called], called, NOBODY)
        return np.asarray((first == ME) & ~_called(base, "truco", RIVAL, 1))
    if question.kind == "call-envido":
        return ~_called(base, "truco", RIVAL, 1)
    if question.kind == "answer-truco":
        before = TRUCO_CALLS[: TRUCO_CALLS.index(question.call)]
        mine = [_called(base, call, ME, question.round) for call in before[-1:]]
        theirs = [_called(base, call, RIVAL, question.round) for call in before[:-1]]
        return np.asarray(np.any([never, *mine], axis=0) & ~np.any([never, *theirs], axis=0))
    return ~never


def _called(base: CaseBase, call: str, who: int, number: int) -> NDArray[np.bool_]:
    """Tell where a player made a call of truco in a round."""
    name = call.replace("-", "_")
    return np.asarray((base[f"{name}_by"] == who) & (base[f"{name}_round"] == number))
