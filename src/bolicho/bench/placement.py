"""Games that OpenSpiel has too and whose pieces stay: alpha-beta and random games, compiled, beside OpenSpiel's own."""

from collections.abc import Callable
from typing import Any

from bolicho.bench.hands import Play, Player
from bolicho.core.chance import stream
from bolicho.games import GAMES

THEIRS = {"4-em-linha": "connect_four", "reversi": "othello"}
DEEP, SHALLOW = {"4-em-linha": 11, "reversi": 9}, {"4-em-linha": 5, "reversi": 4}
"""Plies of a search, compiled and in Python."""
MAXIMIZER = 0


def compiled(name: str) -> Callable[[int], Play]:
    """Search by the kernel."""

    def ready(_: int) -> Play:
        from bolicho.games.boards import placement_kernel
        from bolicho.games.boards.rules import opening

        board = GAMES.make(name).board
        begun, depth = opening(board), DEEP[name]
        placement_kernel.search(board, begun, 2)
        return lambda count: sum(placement_kernel.search(board, begun, depth).nodes for _ in range(count))

    return ready


def openspiel(name: str) -> Callable[[int], Play]:
    """Search by OpenSpiel's alpha-beta; what is undecided counts as 0."""

    def ready(_: int) -> Play:
        import pyspiel
        from open_spiel.python.algorithms import minimax

        game = pyspiel.load_game(THEIRS[name])
        real, nodes = minimax._alpha_beta, 0  # OpenSpiel tells no number of nodes

        def counted(*args: object, **named: Any) -> Any:
            nonlocal nodes
            nodes += 1
            return real(*args, **named)

        def search() -> None:
            minimax.alpha_beta_search(
                game, value_function=lambda _: 0, maximum_depth=SHALLOW[name], maximizing_player_id=MAXIMIZER
            )

        minimax._alpha_beta = counted  # count once, then time the search as it is
        try:
            search()
        finally:
            minimax._alpha_beta = real

        def play(count: int) -> int:
            for _ in range(count):
                search()
            return nodes * count

        return play

    return ready


def games(name: str) -> Callable[[int], Play]:
    """Play at random by the kernel."""

    def ready(seed: int) -> Play:
        from bolicho.games.boards import placement_kernel
        from bolicho.games.boards.rules import opening

        board = GAMES.make(name).board
        begun, rng = opening(board), stream(seed, "bench", name)
        placement_kernel.playouts(board, begun, 1, 1)
        return lambda count: placement_kernel.playouts(board, begun, count, rng.getrandbits(30))[3]

    return ready


def rollouts(name: str) -> Callable[[int], Play]:
    """Play at random by OpenSpiel's C++, as its tree search does."""

    def ready(seed: int) -> Play:
        import pyspiel

        game = pyspiel.load_game(THEIRS[name])
        state, rng = game.new_initial_state(), stream(seed, "bench", "rollouts")

        def play(count: int) -> int:
            evaluator = pyspiel.RandomRolloutEvaluator(count, rng.getrandbits(30))
            pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False).step(state)
            return 0

        return play

    return ready


SEARCHES = {
    name: (
        Player(f"{name}, the kernel", compiled(name), batch=1, needs="numba", extra="fast"),
        Player(f"OpenSpiel {THEIRS[name]}, alpha-beta", openspiel(name), batch=1, needs="pyspiel"),
    )
    for name in THEIRS
}
PLAYOUTS = {
    name: (
        Player(f"{name}, the kernel, games", games(name), batch=1000, needs="numba", extra="fast"),
        Player(f"OpenSpiel {THEIRS[name]}, C++ rollouts", rollouts(name), batch=200, needs="pyspiel"),
    )
    for name in THEIRS
}
