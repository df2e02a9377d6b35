"""How a case of Truco answers each kind of decision: what was asked of its player, what it did, what came of it.

| decision | cases that answer | answer | won / points |
|---|---|---|---|
| card of round r | reached round r in that place (leading or following) | high, medium or low of the three received; baralho | won the truco part |
| fold in round r, where it is asked by itself | reached round r in that place | baralho if it folded or refused a bet there, else none | the same |
| call envido | the player had the word: not the pé of a mão who called first, not the holder of a flor | its call if it called first, else none | paid for envido / envido points, signed |
| answer envido | the rival made that call, and no flor cancelled it | the next call if there was one, não quero if it refused, else quero | the same |
| call truco in round r | reached round r in that place, the call was still open and the word free | that call, or none | won the truco part / truco points, signed |
| answer truco | the rival made that call in round r | a raise in the same round, não quero, else quero | the same |
| answer flor | both had flor and the rival made that call | as for envido; achico is não quero | paid for flor / flor points, signed |

A case answers only where every cell that its answer and its outcome hang on is known: a blank is no answer.

The dissertation gives no such table; this is ours (docs/cases/decisions.md). Actions stand in the order from the most
conservative to the boldest: the first is taken when no case answers, and it breaks ties.
"""  # noqa: E501

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolicho.games.truco.ladders import TRUCO_CALLS
from bolicho.learn.cases.base import UNKNOWN, CaseBase, Cells
from bolicho.learn.cases.questions import NO_ANSWER, AnswerRule, Domain, Question
from bolicho.learn.cases.retrieval.similarity import Local, equal, interval
from bolicho.learn.cases.truco.codes import (
    HIGH,
    I_FOLDED,
    I_LOST_THE_BET,
    LOW,
    ME,
    MEDIUM,
    NOBODY,
    NOT_PLAYED,
    RIVAL,
    SPAN,
)
from bolicho.learn.cases.truco.scenarios import CARDS, INDEX_CARDS, INDEX_POINTS, leader, scenario

Answer = NDArray[np.int8]

NONE = "none"
CARD_ACTIONS = ("low", "medium", "high", "baralho")
FOLD_ACTIONS = (NONE, "baralho")
ENVIDO_ACTIONS = (NONE, "envido", "real-envido", "falta-envido")
ENVIDO_ANSWERS = ("nao-quero", "quero", "envido", "real-envido", "falta-envido")
ENVIDO_LADDER = {
    "envido": "envido_by",
    "envido-envido": "envido_envido_by",
    "real-envido": "real_envido_by",
    "falta-envido": "falta_envido_by",
}
"""The calls from low to high, and the column that tells who made each; the second envido has a name of its own."""
FLOR_LADDER = {
    "flor": "flor_by",
    "contra-flor": "contra_flor_by",
    "contra-flor-e-o-resto": "contra_flor_resto_by",
}
FLOR_ANSWERS = ("nao-quero", "quero", "contra-flor", "contra-flor-e-o-resto")
"""Achico is não quero, and flor against flor is quero."""
EQUAL_POINTS = {"interval": (), "equal": ("envido_points", "flor_points"), "program": ("envido_points",)}
"""Which points must be equal: all by Table 3 of Paulus; in the published program those of flor need not be."""
MARGIN = "margin"
"""A column worked out: own score minus the rival's when the hand began."""


class Kind(NamedTuple):
    """A kind of decision, as data."""

    mode: str
    """Whose payments say who won: truco, envido or flor."""
    indexed_by: str
    answer: Callable[[CaseBase, Question], tuple[tuple[str, ...], Answer]]
    attributes: Callable[[int], Mapping[str, Local]]


CARD_CODE, POINTS, FLOR, SCORE = interval(SPAN), interval(33), interval(38), interval(24)


def situation(number: int) -> dict[str, Local]:
    """Return the attributes of card and truco decisions: cards, mão, the rounds so far, the rival's card if there."""
    before: dict[str, Local] = {
        name: equal if name.startswith("won") else CARD_CODE
        for earlier in range(1, number)
        for name in (f"mine_{earlier}", f"theirs_{earlier}", f"won_{earlier}")
    }
    return {**dict.fromkeys(CARDS, CARD_CODE), "mano": equal, **before, f"theirs_{number}": CARD_CODE}


def envido_situation(_: int) -> dict[str, Local]:
    """Return the attributes of envido decisions."""
    return {"envido_points": POINTS, "mano": equal, "theirs_1": CARD_CODE, MARGIN: SCORE}


def flor_situation(_: int) -> dict[str, Local]:
    """Return the attributes of flor decisions."""
    return {"flor_points": FLOR, "mano": equal, MARGIN: SCORE}


def card(base: CaseBase, question: Question) -> tuple[tuple[str, ...], Answer]:
    """Which of its three cards the player played in that round, or that it folded there."""
    played = base[f"played_{question.round}"]
    codes = (LOW, MEDIUM, HIGH, I_FOLDED)
    return CARD_ACTIONS, choose(*(played == code for code in codes))


def fold(base: CaseBase, question: Question) -> tuple[tuple[str, ...], Answer]:
    """Whether the player left the hand before its card of that round: it folded, or refused a bet."""
    played = base[f"played_{question.round}"]
    gone = (played == I_FOLDED) | (played == I_LOST_THE_BET)
    told = known(base, f"played_{question.round}") & (played != NOT_PLAYED)
    return FOLD_ACTIONS, np.where(told, gone, NO_ANSWER).astype(np.int8)


def call_envido(base: CaseBase, _: Question) -> tuple[tuple[str, ...], Answer]:
    """The call of who called first; none where the player had the word and let it pass."""
    first = np.zeros(len(base), dtype=np.int16)
    for column in reversed(ENVIDO_LADDER.values()):
        first = np.where(base[column] > NOBODY, base[column], first)
    mine = first == ME
    no_word = (first == RIVAL) & (base["mano"] == RIVAL)
    flor = base["flor_by"]
    no_word |= ((flor == ME) & (first == NOBODY)) | ((flor == RIVAL) & (base["mano"] == RIVAL))
    calls = [mine & (base[ENVIDO_LADDER[call]] == ME) for call in ENVIDO_ACTIONS[1:]]
    lowest = choose(np.zeros_like(mine), *calls)
    told = known(base, "mano", "flor_by", *(ENVIDO_LADDER[call] for call in ENVIDO_ACTIONS[1:]))
    return ENVIDO_ACTIONS, np.where(told & ~no_word, np.where(mine, lowest, 0), NO_ANSWER).astype(np.int8)


def answer_envido(base: CaseBase, question: Question) -> tuple[tuple[str, ...], Answer]:
    """What the player said to that call of the rival."""
    calls = list(ENVIDO_LADDER)
    higher = calls[calls.index(question.call) + 1 :]
    raised = {call.replace("envido-envido", "envido"): base[ENVIDO_LADDER[call]] == ME for call in higher}
    settled = base["envido_won_by"] > NOBODY
    said = choose(
        ~_any(raised) & settled & (base["envido_refused_by"] == ME),
        ~_any(raised) & settled & (base["envido_refused_by"] != ME),
        *(raised.get(action, np.zeros(len(base), dtype=bool)) for action in ENVIDO_ANSWERS[2:]),
    )
    told = known(base, "envido_refused_by", "envido_won_by", *(ENVIDO_LADDER[call] for call in higher))
    asked = told & (base[ENVIDO_LADDER[question.call]] == RIVAL)
    return ENVIDO_ANSWERS, np.where(asked, said, NO_ANSWER).astype(np.int8)


def call_truco(base: CaseBase, question: Question) -> tuple[tuple[str, ...], Answer]:
    """Whether the player made that call in that round, where it was open and the word was the player's."""
    by, when, told = _truco(base, question.call)
    now = question.round
    open_still = told & ((by == NOBODY) | (when >= now))
    asked_too_late = (by == RIVAL) & (when == now) & (leader(base, now) == RIVAL)
    level = TRUCO_CALLS.index(question.call)
    if level:
        by_before, when_before, told_before = _truco(base, TRUCO_CALLS[level - 1])
        accepted = (by > NOBODY) | (base["truco_refused_by"] == NOBODY)
        as_an_answer = (by == ME) & (when == when_before)
        open_still &= told_before & (by_before == RIVAL) & (when_before <= now) & accepted & ~as_an_answer
    called = (by == ME) & (when == now)
    return (NONE, question.call), np.where(open_still & ~asked_too_late, called, NO_ANSWER).astype(np.int8)


def answer_truco(base: CaseBase, question: Question) -> tuple[tuple[str, ...], Answer]:
    """What the player said when the rival made that call in that round."""
    by, when, _ = _truco(base, question.call)
    asked = (by == RIVAL) & (when == question.round) & known(base, "truco_refused_by")
    level = TRUCO_CALLS.index(question.call)
    raises = TRUCO_CALLS[level + 1 : level + 2]
    later = raised = np.zeros(len(base), dtype=bool)
    if raises:
        next_by, next_when, told = _truco(base, raises[0])
        asked &= told
        later = next_by > NOBODY
        raised = (next_by == ME) & (next_when == question.round)
    refused = ~later & (base["truco_refused_by"] == ME)
    said = choose(refused, ~refused & ~raised, raised)
    return ("nao-quero", "quero", *raises), np.where(asked, said, NO_ANSWER).astype(np.int8)


def answer_flor(base: CaseBase, question: Question) -> tuple[tuple[str, ...], Answer]:
    """What the player said to the rival's flor, having one too."""
    calls = list(FLOR_LADDER)
    higher = calls[calls.index(question.call) + 1 :]
    raised = {call: base[FLOR_LADDER[call]] == ME for call in higher}
    met = (base["flor_flor_by"] > NOBODY) | (base["flor_refused_by"] > NOBODY) | (base["contra_flor_by"] > NOBODY)
    met |= base["contra_flor_resto_by"] > NOBODY
    said = choose(
        ~_any(raised) & (base["flor_refused_by"] == ME),
        ~_any(raised) & (base["flor_refused_by"] != ME),
        *(raised.get(action, np.zeros(len(base), dtype=bool)) for action in FLOR_ANSWERS[2:]),
    )
    asked = (base[FLOR_LADDER[question.call]] == RIVAL) & met & (base["flor_points"] > 0)
    asked &= known(base, "flor_flor_by", "flor_refused_by", *(FLOR_LADDER[call] for call in higher))
    return FLOR_ANSWERS, np.where(asked, said, NO_ANSWER).astype(np.int8)


KINDS = {
    "card": Kind("truco", INDEX_CARDS.name, card, situation),
    "call-envido": Kind("envido", INDEX_POINTS.name, call_envido, envido_situation),
    "answer-envido": Kind("envido", INDEX_POINTS.name, answer_envido, envido_situation),
    "call-truco": Kind("truco", INDEX_CARDS.name, call_truco, situation),
    "answer-truco": Kind("truco", INDEX_CARDS.name, answer_truco, situation),
    "answer-flor": Kind("flor", INDEX_POINTS.name, answer_flor, flor_situation),
}
"""The kinds that every player asks."""
ALL_KINDS = KINDS | {"fold": Kind("truco", INDEX_CARDS.name, fold, situation)}
"""Those, and the one that is asked by itself only where a player is set so."""


def ask(base: CaseBase, question: Question, kinds: Mapping[str, Kind] = ALL_KINDS) -> AnswerRule:
    """Let every case of a base answer a question, as far as it can."""
    kind = kinds[question.kind]
    actions, said = kind.answer(base, question)
    if question.scenario:
        said = np.where(scenario(question.scenario).members(base), said, NO_ANSWER).astype(np.int8)
    said = np.where(known(base, f"{kind.mode}_won_by"), said, NO_ANSWER).astype(np.int8)
    won, gain = base[f"{kind.mode}_won_by"] == ME, base[f"{kind.mode}_gain"]
    # a file that tells who won but not how much (the group's 30 columns) has nothing to add to a sum of points
    attributes = {**kind.attributes(question.round)}
    attributes |= {name: equal for name in EQUAL_POINTS[question.points] if name in attributes}
    return AnswerRule(actions, attributes, said, won, np.where(gain == UNKNOWN, 0, gain))


def column(base: CaseBase, name: str) -> Cells:
    """Return a column of a base, or one worked out of others."""
    if name != MARGIN:
        return base[name]
    mine, theirs = base["score"], base["rival_score"]
    return np.where((mine == UNKNOWN) | (theirs == UNKNOWN), UNKNOWN, mine - theirs).astype(np.int16)


def cluster_inputs(base: CaseBase, name: str) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return who belongs to a scenario, and what its clusters are made on."""
    here = scenario(name)
    return here.members(base), here.inputs(base)


def _attributes(name: str) -> tuple[str, ...]:
    return scenario(name).attributes


TRUCO = Domain(column, cluster_inputs, _attributes, ask)


def choose(*conditions: NDArray[np.bool_]) -> Answer:
    """Return the place of the first condition that holds, NO_ANSWER where none does."""
    return np.select(conditions, list(range(len(conditions))), default=NO_ANSWER).astype(np.int8)


def _any(conditions: Mapping[str, NDArray[np.bool_]]) -> NDArray[np.bool_]:
    return np.logical_or.reduce(list(conditions.values())) if conditions else np.zeros(1, dtype=bool)


def known(base: CaseBase, *columns: str) -> NDArray[np.bool_]:
    """Tell in which cases all of some columns are known."""
    return np.asarray(np.logical_and.reduce([base[column] != UNKNOWN for column in columns]))


def _truco(base: CaseBase, call: str) -> tuple[Cells, Cells, NDArray[np.bool_]]:
    """Return who made a call, in which round, and whether both are told."""
    name = call.replace("-", "_")
    by, when = base[f"{name}_by"], base[f"{name}_round"]
    return by, when, (by == NOBODY) | ((by > NOBODY) & (when > 0))
