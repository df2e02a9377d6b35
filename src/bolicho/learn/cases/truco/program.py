"""What the UFSM group's program asks its cases at a turn, where the dissertation is silent: yes or no, call by call.

Read in ``dpinheiro2/clusterbasedgamer`` (``CBR.java``, ``HashSolucao*.java``) and ``cbrautonewgustavo``
(``ControlaRodadaAuto.java``), both of 2020-02-10; docs/works/readings/paulus.md sets it beside the text and ours.

| question | a case says yes | a case says no |
|---|---|---|
| bet a call of envido | anybody made it or a higher one | nobody did; or the rival made it and the player refused |
| accept a call of envido | the same | the same |
| bet a call of truco in round r | the same, some of it in round r | nobody in round r; or refused as above |
| accept a call of truco | the same in any round | nobody did; or refused as above |
| fold in round r | its player folded or refused there | it did not |
| play a card in round r | which of its three cards it played | |

The slips of the program are kept: ``deciding_cases`` names them.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.games.truco.view import View
from bolicho.learn.cases.base import CaseBase, Cells
from bolicho.learn.cases.questions import (
    ALL,
    FARTHEST,
    NEAREST,
    NO_ANSWER,
    NONE,
    AnswerRule,
    Ask,
    Counting,
    Domain,
    Question,
)
from bolicho.learn.cases.retrieval.similarity import Local, equal
from bolicho.learn.cases.truco import decisions
from bolicho.learn.cases.truco.codes import LEVELS, ME, NOBODY, RIVAL
from bolicho.learn.cases.truco.decisions import (
    CARD_ACTIONS,
    CARD_CODE,
    POINTS,
    SCORE,
    TRUCO,
    Answer,
    Kind,
    ask,
    card,
    choose,
    known,
    situation,
)
from bolicho.learn.cases.truco.hand import Case, calls_so_far
from bolicho.learn.cases.truco.scenarios import INDEX_CARDS, INDEX_POINTS
from bolicho.learn.cases.truco.turn import LAST_ROUND, card_ask, envido_scenario, truco_scenario
from bolicho.learn.cases.truco.turn import forced_move as forced_by_text
from bolicho.learn.cases.truco.turn import values as values_of_text

ANSWERS = NO, REFUSED, YES = "no", "refused", "yes"
"""A refusal counts as no; it is told apart since the program loses other cases where there is one."""
MEANT = {NO: NO, REFUSED: NO, YES: YES}
BETS = {"envido": ENVIDO_CALLS, "truco": TRUCO_CALLS}


# ── what is asked ─────────────────────────────────────────────────────────────────────────────────────────────────
def asks(view: View, points: str = "program") -> Iterator[Ask]:
    """Give the questions of a turn in order; the last one always ends in a move."""
    if view.bet == "envido":
        yield from _answer(view, view.envido[-1], ENVIDO_CALLS, points)
        return
    for call in reversed(ENVIDO_CALLS):
        if call in view.moves:
            yield _yes_or_no(view, f"bet-{call}", call, None, call, points)
    if view.truco_by is not None:
        yield from _answer(view, TRUCO_CALLS[view.truco], TRUCO_CALLS, points)
        return
    if len(view.won) + 1 < LAST_ROUND and "baralho" in view.moves:
        question = _yes_or_no(view, "fold", "", None, "baralho", points)
        yield question._replace(lottery=False, binary=True, gated=False)
    for call in TRUCO_CALLS:
        if call in view.moves:
            yield _yes_or_no(view, f"bet-{call}", call, None, call, points)
    yield card_ask(view, "play-card", folds=False)


def _answer(view: View, call: str, ladder: tuple[str, ...], points: str) -> Iterator[Ask]:
    """Accept or not; who accepts is asked for each raise, from the highest on."""
    raises = [raised for raised in reversed(ladder) if raised in view.moves]
    yield _yes_or_no(view, f"accept-{call}", call, "nao-quero", None if raises else "quero", points)
    for raised in raises:
        otherwise = "quero" if raised == raises[-1] else None
        yield _yes_or_no(view, f"bet-{raised}", raised, otherwise, raised, points)


def _yes_or_no(view: View, kind: str, call: str, no: str | None, yes: str | None, points: str) -> Ask:
    scenario = envido_scenario(view) if KINDS[kind].mode == "envido" else truco_scenario(view)
    question = Question(kind, scenario, KINDS[kind].indexed_by, len(view.won) + 1, call, points)
    return Ask(question, {NO: no, YES: yes}, MEANT, gated=True)


def forced_move(view: View) -> str | None:
    """Return the move that needs no question; a flor is met with flor, and nothing above it is accepted."""
    if view.bet == "flor":
        return next((move for move in ("flor", "nao-quero", "achico") if move in view.moves), None)
    return forced_by_text(view)


def values(view: View) -> Case:
    """Return what a seat knows: also who called what, the scores unless they are 0, the levels of cards played."""
    told = values_of_text(view)
    told |= {name: value for name, value in calls_so_far(view).items() if value}
    scores = {"score": view.score[view.seat], "rival_score": view.score[view.rival]}
    told |= {name: value for name, value in scores.items() if value}
    for number, played in enumerate(view.played[view.seat][: len(view.won)], 1):
        told[f"played_{number}"] = LEVELS[view.dealt.index(played.strip("()"))]
    return told


# ── how a case answers ────────────────────────────────────────────────────────────────────────────────────────────
def bet_envido(higher: tuple[str, ...], base: CaseBase, question: Question) -> tuple[tuple[str, ...], Answer]:
    """Whether anybody made that call or a higher one, and the player did not refuse."""
    by, *above = (base[_column(call, "by")] for call in (question.call, *higher))
    refused = (by == RIVAL) & (base["envido_refused_by"] == ME)
    called = np.logical_or.reduce([one != NOBODY for one in (by, *above)])
    told = known(base, "envido_refused_by", *(_column(call, "by") for call in (question.call, *higher)))
    return ANSWERS, np.where(told, choose(~called, refused, called), NO_ANSWER).astype(np.int8)


def bet_truco(base: CaseBase, question: Question) -> tuple[tuple[str, ...], Answer]:
    """Whether anybody called that or higher in this round, and the player did not refuse."""
    by, above, refused, told = _truco(base, question.call)
    now = [base[_column(call, "round")] == question.round for call in _from(question.call)]
    here = np.logical_or.reduce(now)
    taken = (by != NOBODY) & ~above & (base["truco_refused_by"] != ME)
    yes = here & (taken | above)
    return ANSWERS, np.where(told, choose(~here & ~refused, refused, yes), NO_ANSWER).astype(np.int8)


def accept_truco(base: CaseBase, question: Question) -> tuple[tuple[str, ...], Answer]:
    """Whether anybody called that or higher, and the player did not refuse."""
    by, above, refused, told = _truco(base, question.call)
    silent = (by == NOBODY) & ~above
    return ANSWERS, np.where(told, choose(silent, refused, ~silent), NO_ANSWER).astype(np.int8)


def fold(base: CaseBase, question: Question) -> tuple[tuple[str, ...], Answer]:
    """Whether the player folded, or refused a bet, before its card of that round."""
    return (NO, YES), decisions.fold(base, question)[1]


def play_card(base: CaseBase, question: Question) -> tuple[tuple[str, ...], Answer]:
    """Which of its three cards the player played in that round."""
    actions, said = card(base, question)
    return actions, np.where(said == CARD_ACTIONS.index("baralho"), NO_ANSWER, said).astype(np.int8)


def envido_query(below: tuple[str, ...], _: int) -> dict[str, Local]:
    """Return the attributes of a question about envido: points, mão, who made the calls below, both scores."""
    callers = {_column(call, "by"): equal for call in below}
    return {"envido_points": POINTS, "mano": equal, **callers, "score": SCORE, "rival_score": SCORE}


def truco_query(number: int) -> dict[str, Local]:
    """Return the attributes of a question about truco: the table, who called what and when, both scores."""
    said = {_column(call, what): equal for call in TRUCO_CALLS for what in ("by", "round")}
    return {**situation(number), f"mine_{number}": CARD_CODE, **said, "score": SCORE, "rival_score": SCORE}


def card_query(number: int) -> dict[str, Local]:
    """Return the attributes of a question about a card: the table, and which levels were played."""
    return {**situation(number), **{f"played_{earlier}": equal for earlier in range(1, number)}}


def _kinds() -> Mapping[str, Kind]:
    kinds = {
        "fold": Kind("truco", INDEX_CARDS.name, fold, situation),
        "play-card": Kind("truco", INDEX_CARDS.name, play_card, card_query),
    }
    for place, call in enumerate(ENVIDO_CALLS):
        query = partial(envido_query, ENVIDO_CALLS[:place])
        # of the calls above a real envido to be accepted the program forgets the falta envido
        above = {"bet": ENVIDO_CALLS[place + 1 :], "accept": ENVIDO_CALLS[1:] if not place else ()}
        for what, higher in above.items():
            kinds[f"{what}-{call}"] = Kind("envido", INDEX_POINTS.name, partial(bet_envido, higher), query)
    for call in TRUCO_CALLS:
        kinds[f"bet-{call}"] = Kind("truco", INDEX_CARDS.name, bet_truco, truco_query)
        kinds[f"accept-{call}"] = Kind("truco", INDEX_CARDS.name, accept_truco, truco_query)
    return kinds


KINDS = _kinds()


def deciding_cases(question: Question) -> Counting:
    """Tell which of the cases found the action is chosen by: the program loses the others.

    Of those that say no to a truco only the last refusal, else the first; of those that accept one only the first; of
    those that accept an envido only the last.
    """
    what, _, call = question.kind.partition("-")
    if what == "bet" and call in TRUCO_CALLS:
        return _betting
    if what == "accept":
        return partial(_accepting, NEAREST if call in TRUCO_CALLS else FARTHEST)
    return _all


def _betting(said: Collection[str]) -> dict[str, str]:
    kept = {REFUSED: FARTHEST, NO: NONE if REFUSED in said else NEAREST}
    return {one: kept.get(one, ALL) for one in said}


def _accepting(yes: str, said: Collection[str]) -> dict[str, str]:
    return {one: yes if one == YES else ALL for one in said}


def _all(said: Collection[str]) -> dict[str, str]:
    return dict.fromkeys(said, ALL)


def answer(base: CaseBase, question: Question) -> AnswerRule:
    """Let every case of a base answer a question of the program."""
    return ask(base, question, KINDS)


PROGRAM = Domain(TRUCO.column, TRUCO.inputs, TRUCO.attributes, answer, deciding_cases)


def _truco(
    base: CaseBase, call: str
) -> tuple[Cells, NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:  # fmt: skip
    """Return who made a call, whether a higher one was made, whether the player refused it, and what is told."""
    by, *higher = (base[_column(one, "by")] for one in _from(call))
    above = np.logical_or.reduce([one != NOBODY for one in higher]) if higher else np.zeros(len(base), dtype=bool)
    refused = (by == RIVAL) & ~above & (base["truco_refused_by"] == ME)
    told = known(base, "truco_refused_by", *(_column(one, what) for one in _from(call) for what in ("by", "round")))
    return by, above, refused, told


def _from(call: str) -> tuple[str, ...]:
    return TRUCO_CALLS[TRUCO_CALLS.index(call) :]


def _column(call: str, what: str) -> str:
    return f"{call.replace('-', '_')}_{what}"
