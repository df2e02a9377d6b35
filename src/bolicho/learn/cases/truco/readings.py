"""How the learners of Moral et al. read a question: which cases count as won, and what cases are compared by.

Their queries hold "all the game information that is known at the moment" (IV.A), and an action is repeated if it
"resulted in a hand victory" (III.A). Both are said in the question, since a memory keeps what it found by its question.

>>> from bolicho.learn.cases import shelf
>>> from bolicho.learn.cases.questions import Question
>>> base, plain = shelf.base("starter"), Question("call-envido", "envido-first", "index-points", 1)
>>> tuple(LEARNER.ask(base, plain).attributes)
('envido_points', 'mano', 'theirs_1', 'margin')
>>> tuple(LEARNER.ask(base, plain._replace(query="state")).attributes)
('envido_points', 'mano', 'theirs_1', 'score', 'rival_score', 'envido_by', 'real_envido_by', 'falta_envido_by')
"""

from bolicho.games.truco.view import View
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.questions import AnswerRule, Question
from bolicho.learn.cases.retrieval.similarity import Local, equal
from bolicho.learn.cases.truco.codes import ME
from bolicho.learn.cases.truco.decisions import ALL_KINDS, MARGIN, SCORE, TRUCO, ask
from bolicho.learn.cases.truco.hand import Case, calls_so_far
from bolicho.learn.cases.truco.turn import values

CALLS: dict[str, tuple[str, ...]] = {
    "envido": ("envido_by", "real_envido_by", "falta_envido_by"),
    "flor": (),
    "truco": ("truco_by", "retruco_by", "vale_quatro_by"),
}
"""The calls that are compared in each mode, by who made them; one that nobody has made yet is not in the query."""


def ask_learner(base: CaseBase, question: Question) -> AnswerRule:
    """Let every case of a base answer a question as a learner reads it."""
    told = ask(base, question)
    if question.victory == "hand":
        told = told._replace(won=base["truco_won_by"] == ME)
    if question.query == "state":
        own = {name: local for name, local in told.attributes.items() if name != MARGIN}
        told = told._replace(attributes=own | state(ALL_KINDS[question.kind].mode))
    return told


LEARNER = TRUCO._replace(ask=ask_learner)


def state(mode: str) -> dict[str, Local]:
    """Return what a query holds beside what its question is about: both scores, and who made the calls of its mode."""
    return {"score": SCORE, "rival_score": SCORE, **dict.fromkeys(CALLS[mode], equal)}


def state_values(view: View) -> Case:
    """Return what a seat knows now with both scores and the calls so far; a call that nobody made is blank."""
    calls = {name: caller or None for name, caller in calls_so_far(view).items()}
    return {**values(view), **calls, "score": view.score[view.seat], "rival_score": view.score[view.rival]}
