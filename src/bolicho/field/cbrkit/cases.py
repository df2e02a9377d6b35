"""A base as a casebase of cbrkit: a mapping from the number of a case to what it tells, in plain Python.

>>> from bolicho.learn.cases import shelf
>>> cases = casebase("starter", questions()["call-envido envido-first"])
>>> len(cases), cases[1]["envido_points"], cases[1]["theirs_1"], cases[1]["action"], cases[1]["points"]
(243, 24, 2, 'envido', 1)
>>> casebase("starter")[1]["high"]
24
"""

from typing import Any

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import UNKNOWN, CaseBase
from bolicho.learn.cases.craft import CRAFTS, craft
from bolicho.learn.cases.memory import Memory
from bolicho.learn.cases.questions import Answers, Domain, Question, answers
from bolicho.learn.cases.retrieval.similarity import Values
from bolicho.learn.cases.truco.mute import questions as of_truco

Case = JsonObject
"""The attributes by name, a blank as None; of a case that answers also what was done and what came of it."""
Cases = str | CaseBase | Memory
"""Whatever holds cases; a text is the name of a base, or its file."""


def casebase(cases: Cases, question: Question | None = None) -> dict[int, Case]:
    """Return the cases that answer a question, or all with every column, by their number (of a memory, its positions).

    What a case answered is in ``action``, what came of it in ``won`` and ``points``; ``cluster`` and ``group`` are
    those of its scenario and of the index, -1 where there is none.
    """
    base, numbers = opened(cases)
    if question is None:
        rows = base.cells().tolist()
        return {number: _case(base.columns, row) for number, row in zip(numbers, rows, strict=True)}
    found = answering(base, question)
    told = zip(
        (numbers[place] for place in found.ids.tolist()),
        found.cells.tolist(),
        found.answer.tolist(),
        found.won.tolist(),
        found.points.tolist(),
        found.cluster.tolist(),
        found.group.tolist(),
        strict=True,
    )
    names = tuple(found.similarity.local)
    return {
        number: {
            **_case(names, row),
            "action": found.actions[did],
            "won": won,
            "points": points,
            "cluster": cluster,
            "group": group,
        }
        for number, row, did, won, points, cluster, group in told
    }


def query(values: Values) -> dict[str, int]:
    """Return what is known of a situation: cbrkit compares whatever a query holds, so blanks are left out.

    >>> query({"high": 24, "theirs_1": None})
    {'high': 24}
    """
    return {name: value for name, value in values.items() if value is not None}


def questions(game: str = "truco") -> dict[str, Question]:
    """Return every question that can come up in a game, by kind, scenario and call.

    >>> len(questions()), list(questions())[6:9]
    (55, ['call-envido envido-first', 'call-envido envido-second', 'answer-envido envido-first envido'])
    """
    if craft(game).game not in CRAFTS.house:
        raise BadInput(f"the questions of {game} are not listed; give one of its craft's own")
    return {" ".join(filter(None, (one.kind, one.scenario, one.call))): one for one in of_truco()}


def opened(cases: Cases) -> tuple[CaseBase, list[int]]:
    """Return a base and the number of each of its cases."""
    if isinstance(cases, Memory):
        return cases.base(), cases.positions.tolist()
    base = cases if isinstance(cases, CaseBase) else shelf.base(cases)
    return base, list(range(len(base)))


def answering(base: CaseBase, question: Question) -> Answers:
    """Return the cases of a base that answer a question of its game."""
    return answers(base, question, domain_of(base.game))


def domain_of(game: str) -> Domain:
    """Return how the cases of a game answer."""
    return craft(game).domain


def _case(names: tuple[str, ...], row: list[int]) -> Case:
    return {name: None if cell == UNKNOWN else cell for name, cell in zip(names, row, strict=True)}


def value(case: JsonMapping, name: str) -> Any:
    """Return what a case tells of an attribute; None for a blank, which pandas writes as nan.

    >>> value({"high": 24}, "high"), value({"high": float("nan")}, "high"), value({}, "high")
    (24, None, None)
    """
    told = case.get(name)
    return None if told is None or told != told else told
