"""Hands played move by move, for the tests of the Markov player."""

from random import Random

from bolicho.games.truco import Truco
from bolicho.games.truco.state import State
from bolicho.games.truco.view import View

GAME = Truco()


def play(deal: str, moves: str, game: Truco = GAME) -> State:
    """The state after some moves."""
    state: State = game.start(game.parse_deal(deal))
    for move in moves.split():
        state = state.play(move)
    return state


def finished(seed: int, game: Truco = GAME) -> State:
    """A hand played at random to its end, nobody going to the deck."""
    rng = Random(seed)
    state: State = game.start(game.deal(rng))
    while state.seat is not None:
        state = state.play(rng.choice([move for move in state.moves() if move != "baralho"] or list(state.moves())))
    return state


def positions(seed: int, game: Truco = GAME) -> list[View]:
    """The views of whoever was to move, all through a random hand."""
    rng = Random(seed)
    state: State = game.start(game.deal(rng))
    seen = []
    while state.seat is not None:
        seen.append(state.view(state.seat))
        state = state.play(rng.choice([move for move in state.moves() if move != "baralho"] or list(state.moves())))
    return seen
