"""The bets of a finished hand that were accepted and decided: the log that gates and the memory of bluffs read.

>>> from bolicho.games.truco import Truco
>>> state = Truco().start(Truco().parse_deal("1e 7o 4c / 3b 2c 12o"))
>>> for move in ("4c", "truco", "retruco", "quero", "12o", "3b", "7o", "1e", "2c"):
...     state = state.play(move)
>>> [(bet.call, bet.side, bet.won, bet.round) for bet in bets(state.view(0))]
[('truco', 'accept', True, 1), ('retruco', 'call', True, 1)]
"""

from collections.abc import Iterator
from typing import NamedTuple

from bolicho.games.truco.view import View
from bolicho.learn.markov.gates import ACCEPT, CALL, MODULE

DECIDED = {"truco": "won", "envido": "accepted", "flor": "accepted"}
"""How a payment says that the bet was decided: truco by the rounds, the others by the points."""


class Bet(NamedTuple):
    """One call that was accepted, as one seat saw it."""

    call: str
    module: str
    side: str
    """``call`` when this seat made it, ``accept`` when the rival did."""
    won: bool
    round: int
    """1 to 3: when it was accepted."""
    seen: View
    """What the seat knew when it called or accepted."""


def decided(view: View, module: str) -> int | None:
    """Return who won a module's bet; None when there was none, or it was refused or never decided."""
    if module == "truco" and not view.truco:
        return None
    return next((paid.seat for paid in view.paid if paid.mode == module and paid.how == DECIDED[module]), None)


def bets(view: View) -> Iterator[Bet]:
    """Give the accepted calls of a finished hand in order; of raised envidos and flores only the last counts."""
    pending: dict[str, tuple[str, int, int]] = {}
    for place, (seat, move) in enumerate(view.history):
        module = MODULE.get(move)
        points = pending.get("flor") or pending.get("envido")
        if move == "quero" or (move == "flor" and "flor" in pending):
            yield from _bet(view, points or pending.pop("truco", None), place)
            if points:
                pending = {name: call for name, call in pending.items() if name == "truco"}
        elif module == "truco":
            yield from _bet(view, pending.get("truco"), place)
            pending["truco"] = move, seat, place
        elif module:
            pending = {name: call for name, call in pending.items() if name == "truco"}
            pending[module] = move, seat, place
        elif move in ("nao-quero", "achico"):
            pending = {name: call for name, call in pending.items() if name == "truco"}


def refused(view: View) -> Iterator[Bet]:
    """Give the calls of a finished hand that were refused: won by the seat that made them.

    >>> from bolicho.games.truco import Truco
    >>> state = Truco().start(Truco().parse_deal("1e 7o 4c / 3b 2c 12o"))
    >>> for move in ("envido", "nao-quero", "4c", "truco", "retruco", "nao-quero"):
    ...     state = state.play(move)
    >>> [(bet.call, bet.side, bet.won, bet.round) for bet in refused(state.view(0))]
    [('envido', 'call', True, 1), ('retruco', 'call', True, 1)]
    """
    pending: dict[str, tuple[str, int, int]] = {}
    for place, (seat, move) in enumerate(view.history):
        module = MODULE.get(move)
        if module is not None:
            pending = {name: call for name, call in pending.items() if name == "truco" != module}
            pending[module] = move, seat, place
        elif move in ("quero", "nao-quero"):
            word, by, called = pending.pop(next((name for name in pending if name != "truco"), "truco"))
            if move == "nao-quero":
                mine = by == view.seat
                seen = moment(view, called if mine else place)
                yield Bet(word, MODULE[word], CALL if mine else ACCEPT, mine, len(seen.won) + 1, seen)


def _bet(view: View, call: tuple[str, int, int] | None, place: int) -> Iterator[Bet]:
    if call is None:
        return
    word, by, called = call
    winner = decided(view, MODULE[word])
    if winner is not None:
        mine = by == view.seat
        seen = moment(view, called if mine else place)
        yield Bet(word, MODULE[word], CALL if mine else ACCEPT, winner == view.seat, len(seen.won) + 1, seen)


def moment(view: View, place: int) -> View:
    """Return what a seat had seen before a move of the history: the cards on the table and the rounds."""
    played: tuple[list[str], list[str]] = ([], [])
    for seat, move in view.history[:place]:
        if move in view.played[seat]:
            played[seat].append(move)
    first, second = (tuple(cards) for cards in played)
    done = min(len(first), len(second))
    return view._replace(played=(first, second), won=view.won[:done], history=view.history[:place])
