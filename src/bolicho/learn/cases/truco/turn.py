"""What a player of Truco asks its cases at a turn, in order: flor, envido, truco, card; and what each answer would be.

An answer "none" passes on to the next question. What has only one sensible answer (declaring a flor, saying points that
win) is not asked at all.
"""

from collections.abc import Iterator

from bolicho.games.truco.cards import Hand
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.games.truco.view import View
from bolicho.learn.cases.questions import Ask, Question
from bolicho.learn.cases.truco.codes import ME, RIVAL
from bolicho.learn.cases.truco.decisions import ALL_KINDS, FOLD_ACTIONS, MARGIN, NONE
from bolicho.learn.cases.truco.hand import Case, received, rounds_so_far

__all__ = ["Ask", "asks", "forced_move", "values"]

LEVELS = ("high", "medium", "low")
LAST_ROUND = 3
"""Nobody is asked whether to fold before it (``cbrautonewgustavo``)."""
NOT_ASKED = ("flor", "pontos")
"""Done whenever they are possible, except a flor that answers a flor."""


def forced_move(view: View) -> str | None:
    """Return the move that needs no question, or None."""
    if len(view.moves) == 1:
        return view.moves[0]
    return next((move for move in NOT_ASKED if move in view.moves and view.bet != "flor"), None)


def asks(view: View, points: str = "interval", folds: str = "card") -> Iterator[Ask]:
    """Give the questions of a turn in order; the last one always ends in a move.

    ``folds``: whether folding is one of the answers to the ``card`` question, or asked ``before`` a call of truco.
    """
    now = len(view.won) + 1
    if view.bet == "flor":
        yield _answer_flor(view, points)
        return
    envido = envido_scenario(view)
    if view.bet == "envido":
        call = "envido-envido" if view.envido == ("envido", "envido") else view.envido[-1]
        yield _ask(view, "answer-envido", envido, 1, call, ("nao-quero", "quero", *ENVIDO_CALLS), points)
        return
    if any(call in view.moves for call in ENVIDO_CALLS):
        yield _ask(view, "call-envido", envido, 1, "", (NONE, *ENVIDO_CALLS), points)
    truco = truco_scenario(view)
    if view.truco_by is not None:
        call = TRUCO_CALLS[view.truco]
        yield _ask(view, "answer-truco", truco, now, call, ("nao-quero", "quero", *TRUCO_CALLS), points)
        return
    if folds == "before" and now < LAST_ROUND:
        yield _ask(view, "fold", truco, now, "", FOLD_ACTIONS, points)
    raises = [call for call in TRUCO_CALLS if call in view.moves]
    if raises:
        yield _ask(view, "call-truco", truco, now, raises[0], (NONE, *raises), points)
    yield card_ask(view, folds=folds == "card")


def values(view: View) -> Case:
    """Return what a seat knows now, by the columns of a case; the rest is blank."""
    me, rival = view.seat, view.rival
    return {
        **received(view.dealt),
        **rounds_so_far(view),
        "mano": ME if view.is_mano else RIVAL,
        MARGIN: view.score[me] - view.score[rival],
    }


def _ask(
    view: View, kind: str, scenario: str, now: int, call: str, actions: tuple[str, ...], points: str
) -> Ask:  # fmt: skip
    moves = {action: None if action == NONE else action for action in actions if action == NONE or action in view.moves}
    question = Question(kind, scenario, ALL_KINDS[kind].indexed_by, now, call, points)
    return Ask(question, moves, {action: action for action in moves})


def _answer_flor(view: View, points: str) -> Ask:
    words = {"nao-quero": ("nao-quero", "achico"), "quero": ("quero", "flor")}
    raises = {call: (call,) for call in ("contra-flor", "contra-flor-e-o-resto")}
    moves: dict[str, str | None] = {
        action: move for action, said in (words | raises).items() for move in said if move in view.moves
    }
    question = Question("answer-flor", "", ALL_KINDS["answer-flor"].indexed_by, 0, view.flor[-1], points)
    return Ask(question, moves, {action: action for action in moves})


def card_ask(view: View, kind: str = "card", *, folds: bool = True) -> Ask:
    """Return the question which card to play, with folding among the answers or not."""
    now = len(view.won) + 1
    scenario = f"{('first', 'second', 'third')[now - 1]}-card-{_place(view)}"
    adapted = {level: _nearest(level, view.dealt, view.hand) for level in LEVELS}
    moves: dict[str, str | None] = {
        level: view.dealt[LEVELS.index(level)] for level in reversed(LEVELS) if level in adapted.values()
    }
    if folds:
        moves["baralho"] = adapted["baralho"] = "baralho"
    return Ask(Question(kind, scenario, ALL_KINDS["card"].indexed_by, now), moves, adapted, binary=True)


def envido_scenario(view: View) -> str:
    """Return the scenario of a question about envido."""
    return "envido-first" if view.is_mano else "envido-second"


def truco_scenario(view: View) -> str:
    """Return the scenario of a question about truco."""
    return f"truco-{len(view.won) + 1}-{_place(view)}"


def _nearest(level: str, dealt: Hand, hand: Hand) -> str:
    """Return the level still in hand that is nearest to one of the case; of two, the lower."""
    place = LEVELS.index(level)
    left = [here for here, card in enumerate(dealt) if card in hand]
    return LEVELS[min(left, key=lambda here: (abs(here - place), -here))]


def _place(view: View) -> str:
    """Say whether this seat leads the round: first or second in round 1, then as who won or lost the round before."""
    leader = view.mano
    for winner in view.won:
        leader = leader if winner is None else winner
    words = ("won", "lost") if view.won else ("first", "second")
    return words[leader != view.seat]
