"""Random games of a small board in bulk (extra ``fast``): for statistics, searches and benchmarks.

>>> from bolicho.games import GAMES
>>> found = random_games(GAMES.make("jogo-da-velha"), 10_000, seed=1)
>>> found.first, found.second, found.drawn, round(found.plies / 10_000, 1)
(5884, 2907, 1209, 7.6)
"""

from typing import NamedTuple

import numpy as np

from bolicho.core.chance import stream
from bolicho.games.boards import BoardGame
from bolicho.games.boards import playouts_kernel as kernel
from bolicho.games.boards.graph import graph
from bolicho.games.boards.rules import Position

EVERY = "position-three-times"


class RandomGames(NamedTuple):
    """How games ended in which every move was drawn."""

    first: int
    second: int
    drawn: int
    plies: int
    """Of all games together."""


def random_games(game: BoardGame, games: int, seed: int, *, begun: Position | None = None) -> RandomGames:
    """Play so many games from the beginning, or from another position; a board with too many positions is refused."""
    key = stream(seed, "board playouts", game.board.digest).getrandbits(63)
    return RandomGames(*kernel.play_many(*_ground(game, begun), key, games).tolist())


def random_game(game: BoardGame, seed: int) -> tuple[Position, ...]:
    """Play the first of those games; return its positions."""
    made, (_, longest) = graph(game.board), game.limits
    chance = np.array([stream(seed, "board playouts", game.board.digest).getrandbits(63)], np.uint64)
    past = np.empty(longest + 1, np.int32)
    _, plies = kernel.play(*_ground(game, None), chance, past)
    return tuple(made.positions[number] for number in past[: plies + 1])


def _ground(game: BoardGame, begun: Position | None) -> tuple[kernel.Ints, kernel.Ints, kernel.Bytes, int, bool, int]:
    made, (rule, longest) = graph(game.board, begun), game.limits
    return made.first, made.after, made.result, made.start, rule == EVERY, longest
