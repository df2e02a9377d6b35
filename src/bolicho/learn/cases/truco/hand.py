"""How a finished hand becomes a case: from the last view of one seat, so nothing that it never saw can get in.

>>> from bolicho.games.truco import Truco
>>> state = Truco().start(Truco().parse_deal("1e 7o 4c / 3b 2c 12o"))
>>> for move in ("truco", "quero", "1e", "12o", "7o", "2c"):
...     state = state.play(move)
>>> case = case_of(state.view(0))
>>> case["high"], case["truco_by"], case["truco_gain"], case["played_2"], case["theirs_2"], case["won_3"]
(52, 1, 2, 16, 16, None)
>>> case_of(state.view(1))["truco_gain"]
-2
"""

from collections.abc import Mapping

from bolicho.core.errors import BadInput
from bolicho.games.truco.cards import SUIT, envido_points, flor_points
from bolicho.games.truco.ladders import ENVIDO_CALLS, FLOR_CALLS, TRUCO_CALLS
from bolicho.games.truco.view import Payment, View
from bolicho.learn.cases.truco.codes import (
    CODE,
    FACE_DOWN,
    I_FOLDED,
    I_LOST_THE_BET,
    LEVELS,
    ME,
    NOBODY,
    NOT_PLAYED,
    RIVAL,
    RIVAL_FOLDED,
    SUITS,
)
from bolicho.learn.cases.truco.columns import NAMES

Case = dict[str, int | None]
ROUNDS = (1, 2, 3)
CALLERS = {call: call.replace("-", "_").replace("_e_o_", "_") + "_by" for call in (*ENVIDO_CALLS, *FLOR_CALLS)}
"""The column that tells who made a call."""


def case_of(view: View) -> Case:
    """Make the case of a finished hand as its seat saw it."""
    if not view.over:
        raise BadInput("a case is made of a finished hand; this one goes on")
    case: Case = {**received(view.dealt), "mano": ME if view.is_mano else RIVAL}
    for parts in (_rounds(view), _calls(view), _money(view), _numbers(view)):
        case |= parts
    return case


def row_of(case: Mapping[str, int | None]) -> list[int | None]:
    """Put a case in the order of the columns."""
    return [case[name] for name in NAMES]


def received(dealt: tuple[str, ...]) -> Case:
    """Say what three cards are in a case: codes, suits, envido and flor points."""
    levels = ("high", "medium", "low")
    return {
        **{level: CODE[card] for level, card in zip(levels, dealt, strict=True)},
        **{f"{level}_suit": SUITS[SUIT[card]] for level, card in zip(levels, dealt, strict=True)},
        "envido_points": envido_points(dealt),
        "flor_points": flor_points(dealt),
    }


def rounds_so_far(view: View) -> Case:
    """Return the open cards on the table and who won the rounds; the rest of the table is blank."""
    table: Case = {}
    for number in ROUNDS:
        for name, seat in (("mine", view.seat), ("theirs", view.rival)):
            cards = view.played[seat]
            card = cards[number - 1].strip("()") if len(cards) >= number else ""
            table[f"{name}_{number}"] = CODE.get(card)
        table[f"won_{number}"] = _who(view, view.won[number - 1]) if len(view.won) >= number else None
    return table


def calls_so_far(view: View) -> Case:
    """Return who has called what, and the truco calls with their rounds."""
    said: Case = dict.fromkeys((*CALLERS.values(), "envido_envido_by", "flor_flor_by"), NOBODY)
    nothing: Case = {_column(call, what): 0 for call in TRUCO_CALLS for what in ("by", "round")}
    said |= nothing
    cards = [0, 0]
    for seat, move in view.history:
        if move in CALLERS:
            again = {"envido": "envido_envido_by", "flor": "flor_flor_by"}.get(move) if said[CALLERS[move]] else None
            said[again or CALLERS[move]] = _who(view, seat)
            if view.rules.truco_after_envido_first == "cancelled":
                said |= nothing  # as if never called; after an accepted truco no envido is possible
        elif move in TRUCO_CALLS:
            said |= {_column(move, "by"): _who(view, seat), _column(move, "round"): min(cards) + 1}
        elif move.strip("()") in CODE or move == "(?)":
            cards[seat] += 1
    return said


def _rounds(view: View) -> Case:
    case = rounds_so_far(view)
    mine, end = view.played[view.seat], _end(view)
    current = len(view.won) + 1
    for number in ROUNDS:
        if len(mine) >= number:
            card = mine[number - 1]
            played = FACE_DOWN if card.startswith("(") else LEVELS[view.dealt.index(card)]
        elif end is None or end.how == "won" or number > current:
            played = NOT_PLAYED
        elif end.seat == view.seat:
            played = RIVAL_FOLDED
        else:
            played = I_FOLDED if end.how == "folded" and _asked_truco(view) != ME else I_LOST_THE_BET
        case[f"played_{number}"] = played
    return case


def _calls(view: View) -> Case:
    end = _end(view)
    loser = NOBODY if end is None else _who(view, 1 - end.seat)
    last, word = view.history[-1]
    folded = word == "baralho"  # what was pending may have ended the match before the truco part was paid
    refused = end is not None and (end.how == "refused" or (folded and _asked_truco(view) == loser))
    return {
        **calls_so_far(view),
        "truco_refused_by": loser if refused else NOBODY,
        "folded_by": _who(view, last) if folded else NOBODY,
        "folded_round": len(view.won) + 1 if folded else 0,
    }


def _money(view: View) -> Case:
    case: Case = {"envido_refused_by": NOBODY, "flor_refused_by": NOBODY}
    for mode in ("envido", "flor", "truco"):
        paid = [payment for payment in view.paid if payment.mode == mode]
        winners = {payment.seat for payment in paid}
        case[f"{mode}_won_by"] = _who(view, paid[0].seat) if len(winners) == 1 else NOBODY
        case[f"{mode}_gain"] = sum(p.points if p.seat == view.seat else -p.points for p in paid)
        if mode != "truco" and paid and paid[0].how in ("refused", "folded"):
            case[f"{mode}_refused_by"] = _who(view, 1 - paid[0].seat)
    return case


def _numbers(view: View) -> Case:
    said = {(heard.seat, heard.mode): heard.points for heard in view.announced}
    me, rival = view.seat, view.rival
    return {
        "rival_envido_points": said.get((rival, "envido")),
        "rival_flor_points": said.get((rival, "flor")),
        "score": view.score[me],
        "rival_score": view.score[rival],
        "score_after": view.score[me] + view.points[me],
        "rival_score_after": view.score[rival] + view.points[rival],
    }


def _end(view: View) -> Payment | None:
    """Return how the truco part ended; None when the match was over before it."""
    return next((payment for payment in view.paid if payment.mode == "truco"), None)


def _asked_truco(view: View) -> int:
    """Return who had a truco call to answer when the hand ended, NOBODY when none was pending."""
    said = calls_so_far(view)
    callers = [said[_column(call, "by")] for call in TRUCO_CALLS if said[_column(call, "by")]]
    return NOBODY if len(callers) <= view.truco else ME if callers[-1] == RIVAL else RIVAL


def _who(view: View, seat: int | None) -> int:
    return NOBODY if seat is None else ME if seat == view.seat else RIVAL


def _column(call: str, what: str) -> str:
    return f"{call.replace('-', '_')}_{what}"
