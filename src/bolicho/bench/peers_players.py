"""Who takes part in ``bolicho bench peers`` besides those of the other benchmarks: board games, and neighbours."""

from collections.abc import Callable
from functools import lru_cache, partial
from itertools import count

import numpy as np

from bolicho.bench.case_peers import QUERIES, SPANS, Ask, Peer, cbrkit_asker, ckdtree_asker, sklearn_askers
from bolicho.bench.cases import PAPER_BASE, unseen
from bolicho.bench.hands import Play, play_rules
from bolicho.bench.random_cases import random_cases
from bolicho.bench.rows import K
from bolicho.core.chance import stream
from bolicho.games import GAMES
from bolicho.games.boards import board_game
from bolicho.learn.cases.base import Cells
from bolicho.learn.cases.retrieval.costs import query_numbers, units_of
from bolicho.learn.cases.retrieval.indexes import PlainIndex, distinct
from bolicho.learn.cases.retrieval.search import Nearest


def rules(seed: int, game: str) -> Play:
    """Play a game of ours by the readable rules, every move drawn."""
    return partial(play_rules, GAMES.make(game), stream(seed, "bench", game))


def board_kernel(seed: int, game: str) -> Play:
    """Play a board game of ours by the compiled walk on its graph, every move drawn."""
    from bolicho.games.boards.playouts import random_games

    made, key = board_game(GAMES.make(game), f"{game} is no board game"), count(seed)
    return lambda games: random_games(made, games, next(key)).plies


# ── neighbours: the same base and the same questions for everybody ────────────────────────────────────────────────


@lru_cache(maxsize=1)
def base_and_queries(seed: int, cases: int = PAPER_BASE) -> tuple[Cells, list[Cells]]:
    """Return a base of hands and hands that are not in it; all twelve attributes of a question are known."""
    return random_cases(cases, seed), unseen(QUERIES, seed, cases)


def index(seed: int) -> Play:
    """Ask our index."""
    cells, questions = base_and_queries(seed)
    found = Nearest(cells, SPANS)
    return asking(lambda i: found.nearest(questions[i], K))


def plain_index(seed: int) -> Play:
    """Ask the index that serves where there is no Numba, in numpy."""
    cells, questions = base_and_queries(seed)
    starts, cases = distinct(cells)
    found = PlainIndex(cells[cases[starts[:-1]]], starts, cases, units_of(SPANS))
    asked = [query_numbers(question, cells.shape[1]) for question in questions]
    return asking(lambda i: found.nearest(asked[i], K))


def sklearn(seed: int, way: int) -> Play:
    """Ask scikit-learn's brute force: with its threads (0), with one (1), all questions at once (2)."""
    return of_peer(sklearn_askers(*base_and_queries(seed))[way])


def ckdtree(seed: int) -> Play:
    """Ask SciPy's k-d tree."""
    return of_peer(ckdtree_asker(*base_and_queries(seed)))


def cbrkit(seed: int) -> Play:
    """Ask cbrkit."""
    return of_peer(cbrkit_asker(*base_and_queries(seed))[0])


def of_peer(peer: Peer) -> Play:
    """Ask a peer, which may answer several questions at a time."""
    _, ask, at_once = peer
    return asking(ask, at_once)


def asking(ask: Ask, at_once: int = 1) -> Callable[[int], int]:
    """Ask one question after the other."""
    turn = 0

    def play(count: int) -> int:
        nonlocal turn
        for _ in np.arange(0, count, at_once):
            ask(turn % QUERIES)
            turn += at_once
        return 0

    return play
