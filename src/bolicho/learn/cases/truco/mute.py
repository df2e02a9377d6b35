"""Questions that a base cannot answer, or to which all its cases say the same: whoever plays by it should know.

A file that does not tell the rounds of calls, for one, shows nobody calling truco, and who plays by it never will.

>>> from bolicho.learn.cases import shelf
>>> mute(shelf.base("baseline"))
{}
"""

from collections.abc import Iterator

import numpy as np

from bolicho.games.truco.ladders import TRUCO_CALLS
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.questions import NO_ANSWER, Question
from bolicho.learn.cases.truco.codes import NOBODY
from bolicho.learn.cases.truco.decisions import ENVIDO_LADDER, FLOR_LADDER, KINDS, TRUCO
from bolicho.learn.cases.truco.scenarios import SCENARIOS

ASKED_IN = {"card": "-card-", "call-envido": "envido-", "answer-envido": "envido-", "call-truco": "truco-"}
ASKED_IN["answer-truco"] = ASKED_IN["call-truco"]
"""What the names of the scenarios have in which a kind of question is asked; a flor is answered in none."""
CALLS = {
    "answer-envido": tuple(ENVIDO_LADDER),
    "call-truco": TRUCO_CALLS,
    "answer-truco": TRUCO_CALLS,
    "answer-flor": tuple(FLOR_LADDER),
}
"""The calls that a kind of question may be about."""


def mute(base: CaseBase) -> dict[str, str]:
    """Return the kinds of question to which a base has no answer, or one only, and say which it is."""
    found = only_answers(base)
    return {kind: "no case answers" if not one else f"every case answers {one}" for kind, one in found.items()}


def only_answers(base: CaseBase) -> dict[str, str]:
    """Return the only answer of all cases to each kind of question that has not two; "" where there is none."""
    told: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for question in questions():
        asked = TRUCO.ask(base, question)
        told[question.kind] |= {asked.actions[said] for said in np.unique(asked.answer) if said != NO_ANSWER}
    return {kind: next(iter(said), "") for kind, said in told.items() if len(said) < 2}


def questions() -> Iterator[Question]:
    """Give every question that can come up, of all kinds, scenarios and calls."""
    for name, kind in KINDS.items():
        places = [(one.name, one.round) for one in SCENARIOS if name in ASKED_IN and ASKED_IN[name] in one.name]
        for scenario, number in places or [("", 0)]:
            for call in CALLS.get(name, ("",)):
                yield Question(name, scenario, kind.indexed_by, number or int(bool(scenario)), call)


def without_rounds(base: CaseBase) -> bool:
    """Tell whether truco is called in a base, but in none of its cases it is known when."""
    called = base["truco_by"] > NOBODY
    return bool(called.any() and (base["truco_round"][called] == UNKNOWN).all())
