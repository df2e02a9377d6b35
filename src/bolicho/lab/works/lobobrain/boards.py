"""Both players at other boards of the house, with the settings of Tapatan: only the rules change.

MiniMax is here what it is on a graph of all positions: a table of the values that a search so deep finds. So games
against it are as quick as those of a learned table, and every depth can be tried.
"""

import numpy as np
import numpy.typing as npt

from bolicho.core.chance import stream
from bolicho.games.boards import Board
from bolicho.games.boards.graph import Graph
from bolicho.games.boards.walk import looks
from bolicho.lab.engine.experiment import Rows
from bolicho.lab.works.lobobrain.cells import Facts, board_of, drawn_positions
from bolicho.lab.works.lobobrain.paths import follow
from bolicho.learn.boards.qlearning import Counts, Learner, Settings, decay_of
from bolicho.learn.boards.rivals import searched

SEATS = ("first", "second")
Values = npt.NDArray[np.float64]


def learn_board(seed: int, facts: Facts) -> Rows:
    """Train one table of a board; return what it wins against random and against MiniMax of each depth."""
    board, games = board_of(facts["board"]), facts["games"]
    drawn = stream(seed, "lobobrain", facts["board"], facts["run"]).getrandbits(62)
    learner = Learner(board, Settings(seed=drawn, decay=decay_of(facts["episodes"]), games=0))
    learner.train(facts["episodes"])
    return [
        {
            "positions": len(learner.graph.positions),
            "moves": len(learner.q),
            "looked": looked_at(learner.graph, learner.visits),
            "random": [learner.judged(games, seat) for seat in (0, 1)],
            "minimax": {
                str(depth): [_played(board, learner.q, f"minimax:{depth}", seat, drawn + 1, games) for seat in SEATS]
                for depth in facts["depths"]
            },
        }
    ]


def search_board(seed: int, facts: Facts) -> Rows:
    """Return, for each depth, what MiniMax wins against random, and what a move and a game cost it."""
    board, games = board_of(facts["board"]), facts["games"]
    drawn = stream(seed, "lobobrain", facts["board"], "minimax").getrandbits(62)
    roots = drawn_positions(board, seed, facts["positions"])
    rows: Rows = []
    for depth in facts["depths"]:
        player = Learner(board, Settings(seed=drawn, alpha=0.0, epsilon=0.0, games=0, block=games))
        player.q = searched(player.graph, depth).astype(np.float64)
        player.train(games)
        rows.append(
            {
                "depth": depth,
                "nodes": float(np.mean([follow(root, looks(board), depth).nodes for root in roots])),
                "decisions": int(player.visits.sum()) / games,
                "random": [player.judged(games, seat) for seat in (0, 1)],
            }
        )
    return rows


def looked_at(graph: Graph, visits: npt.NDArray[np.int64]) -> int:
    """Return how many moves a training looked at: at each of its turns, all moves of the position."""
    counts = np.diff(graph.first)
    going = np.flatnonzero(counts)
    turns = np.add.reduceat(visits, graph.first[going].astype(np.int64))
    return int((turns * counts[going]).sum())


def _played(board: Board, table: Values, rival: str, seat: str, seed: int, games: int) -> Counts:
    """Let a table play: a learner that neither explores nor learns."""
    player = Learner(board, Settings(seed=seed, alpha=0.0, epsilon=0.0, games=0, block=games, rival=rival, seat=seat))
    player.q = table.copy()
    player.train(games)
    return player.curve[-1].trained
