"""A finished hand of Truco as a log tells it, from one seat: position, calls, answers, what they came to.

Rossato asks for such an analysis by mão and pé (chapter 6). Counts come as pairs, as mão and as pé in the hand; a call
is accepted by a yes or by a raise.
"""

from collections.abc import Iterable, Iterator, Sequence

from bolicho.games.truco.ladders import DECLARED, ENVIDO_CALLS, FLOR_CALLS, TRUCO_CALLS
from bolicho.games.truco.view import View

BETS = ("envido", "truco")
OF_A_BET = ("called", "taken", "asked", "accepted", "played", "won")
"""Own calls and those that the rival took; the rival's calls and those that one took; bets decided, and those won."""
COUNTS = ("hands", "won", "points", "flor", "contested", *(f"{bet}-{what}" for bet in BETS for what in OF_A_BET))
"""``won``: the points of the cards or of a refused truco; ``points``: won less lost; ``contested``: both had a flor."""
LADDER = dict.fromkeys(ENVIDO_CALLS, "envido") | dict.fromkeys(TRUCO_CALLS, "truco")
LADDER |= {call: "flor" for call in FLOR_CALLS if call != DECLARED}
"""Calls that wait for a yes or a no."""
FIRST = (TRUCO_CALLS[0], DECLARED)
NO = ("nao-quero", "baralho")
ANSWERS = ("quero", *NO)


def count_hands(views: Iterable[View], seat: int) -> list[list[int]]:
    """Add up finished hands, seen from whatever seat, for one of the two: pairs in the order of `COUNTS`."""
    counts = {name: [0, 0] for name in COUNTS}
    for view in views:
        place = int(view.mano != seat)
        for name, amount in done(view, seat):
            counts[name][place] += amount
    return list(counts.values())


def done(view: View, seat: int) -> Iterator[tuple[str, int]]:
    """Give what a seat did and got in a finished hand."""
    yield "hands", 1
    yield "points", view.points[seat] - view.points[1 - seat]
    yield "flor", int((seat, DECLARED) in view.history)
    yield "contested", int(sum(move in FLOR_CALLS for _, move in view.history) > 1)
    yield from _calls(view.history, seat)
    for payment in view.paid:
        if payment.mode == "truco":
            yield "won", int(payment.seat == seat)
        decided = payment.how == "accepted" if payment.mode == "envido" else payment.how == "won" and view.truco
        if payment.mode in BETS and decided:
            yield f"{payment.mode}-played", 1
            yield f"{payment.mode}-won", int(payment.seat == seat)


def _calls(history: Sequence[tuple[int, str]], seat: int) -> Iterator[tuple[str, int]]:
    pending: dict[str, int] = {}
    """Who waits for an answer to what; the bet that is answered first stands first."""
    for who, move in history:
        bet = LADDER.get(move)
        if move in FIRST:
            pending.pop(bet or "envido", None)  # a first call raises nothing; a flor silences the envido
        answered = bet if bet is not None else next(iter(pending), None) if move in ANSWERS else None
        if answered in pending:
            caller = pending.pop(answered)
            if move not in NO and answered in BETS:
                yield (f"{answered}-taken" if caller == seat else f"{answered}-accepted"), 1
        if bet is not None:
            if bet in BETS:
                yield (f"{bet}-called" if who == seat else f"{bet}-asked"), 1
            pending = {bet: who, **pending}  # an envido is answered before the truco that it was put in front of
