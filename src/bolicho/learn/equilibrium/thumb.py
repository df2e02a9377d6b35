"""A simple, honest player's chances, from what a view shows: where the table has no answer, and for levels.

He calls what he holds, believes what he is told, never lies and seldom thinks of the score: weak, but never silly.
"""

from math import exp

from bolicho.games.truco.cards import STRENGTH, envido_points, flor_points
from bolicho.games.truco.ladders import TRUCO_CALLS
from bolicho.games.truco.view import View
from bolicho.learn.equilibrium.shape import counted_below
from bolicho.learn.equilibrium.situation import SituationParts, parts_of_view

ACCEPT = {"envido": 25.5, "real-envido": 27.0, "falta-envido": 30.0}
"""Points with which he accepts an envido as often as not."""
CALL = {"envido": 26.5, "real-envido": 29.5, "falta-envido": 32.0}
"""Points with which he calls or raises it."""
FLOR = 30.0
TRUCO = ((0.48, 0.72), (0.58, 0.84), (0.68, 2.0))
"""Power with which he accepts, and raises, the first, second, third truco call."""


def chances(view: View, moves: tuple[str, ...]) -> tuple[float, ...]:
    """Return the chance of each of these moves; they are what `situation.weighed` gave."""
    if len(moves) == 1:
        return (1.0,)
    weights = _bet(view, moves) if view.bet else _spoken(view, moves)
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def _bet(view: View, moves: tuple[str, ...]) -> list[float]:
    flor = view.bet == "flor"
    points = flor_points(view.dealt) if flor else envido_points(view.dealt)
    accept = _ramp(points, FLOR if flor else ACCEPT[view.envido[-1]] + len(view.envido) - 1, 0.7)
    rises = {move: _ramp(points, CALL.get(move, FLOR + 3) + len(view.envido), 0.7) / 2 for move in moves[2:]}
    stay = max(0.0, 1.0 - sum(rises.values()))
    answers = {moves[0]: accept * stay, moves[1]: (1 - accept) * stay}
    return [answers.get(move, rises.get(move, 0.0)) + 1e-9 for move in moves]


def _spoken(view: View, moves: tuple[str, ...]) -> list[float]:
    know = parts_of_view(view)
    strong, points = power(know), envido_points(view.dealt)
    calls = {move: _ramp(points, low, 0.8) * 0.6 for move, low in CALL.items() if move in moves}
    if view.truco_by is not None:
        accept, rise = TRUCO[view.truco]
        for move in moves:
            if move in TRUCO_CALLS:
                calls[move] = _ramp(strong, TRUCO[view.truco + 1][1] if view.truco < 2 else rise, 0.05)
        yes = _ramp(strong, accept, 0.05)
        rest = {"quero": yes, "nao-quero": 1 - yes}
    else:
        for move in moves:
            if move in TRUCO_CALLS:
                calls[move] = 0.7 * _ramp(strong, TRUCO[view.truco][1], 0.05)
        rest = _cards(view, know)
    left = 1.0
    told: dict[str, float] = {}
    for move, chance in sorted(calls.items(), key=lambda item: item[0] in TRUCO_CALLS):
        told[move] = left * chance
        left -= told[move]
    return [told.get(move, left * rest.get(move, 0.0)) + 1e-9 for move in moves]


def _cards(view: View, know: SituationParts) -> dict[str, float]:
    """He wins a round as cheaply as he can, and leads his best card but one he must keep."""
    follows = len(know.his) > len(know.mine)
    if follows:
        need = know.his[-1]
        winners = [card for card in view.hand if STRENGTH[card] > need]
        chosen = winners[-1] if winners else view.hand[-1]
    else:
        chosen = view.hand[0]
    if len(view.hand) == 1:
        return {view.hand[0]: 1.0}
    other = (1 - 0.8) / (len(view.hand) - 1)
    return {card: 0.8 if card == chosen else other for card in view.hand}


def power(know: SituationParts) -> float:
    """How strong the cards are felt to be, 0..1, by the rounds won and the best cards left."""
    shares = [counted_below(strength) for strength in know.held]
    if know.round == 0:
        shares = sorted([*shares, *(counted_below(strength) for strength in know.mine)], reverse=True)
        return 0.45 * shares[0] + 0.4 * shares[1] + 0.15 * shares[2]
    lead = (know.mine[0] > know.his[0]) - (know.mine[0] < know.his[0])
    open_ = know.mine[know.round] if len(know.mine) > know.round else 0
    best = max([*shares, counted_below(open_) if open_ else 0.0])
    if know.round == 1:
        low = min([*shares, counted_below(open_) if open_ else 1.0])
        return {1: 1 - (1 - best) * (1 - 0.5 * low) * 0.9, 0: best, -1: best * (0.3 + 0.7 * low)}[lead]
    return best


def _ramp(value: float, half: float, width: float) -> float:
    """Rise from 0 to 1 around a value.

    >>> round(_ramp(27, 27, 1), 2), round(_ramp(33, 27, 1), 2)
    (0.5, 1.0)
    """
    return 1 / (1 + exp(min(60.0, max(-60.0, (half - value) / width))))
