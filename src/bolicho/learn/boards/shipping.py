"""Makes the files of `shipped_tables.py` anew: ``make boards`` (``python -m bolicho.learn.boards.shipping``).

Each bundled game is solved by retrograde analysis, and a Q-learner is trained on it as ``qlearning`` would at its first
move: so many episodes, seed 0.
"""

import numpy as np

from bolicho.games import GAMES
from bolicho.games.boards import Board, board_game
from bolicho.learn.boards.qlearning import EPISODES, trained
from bolicho.learn.boards.shipped_tables import DATA, SHIPPED, BoardTables, code, save
from bolicho.learn.boards.solution import solved


def tables(board: Board, episodes: int = EPISODES) -> BoardTables:
    """Solve a game and train on it."""
    (graph, solution), learner = solved(board), trained(board, episodes)
    codes = np.array([code(position) for position in graph.positions], np.uint64)
    order = np.argsort(codes)
    counts = np.diff(graph.first)
    owner = np.repeat(np.argsort(order), counts)  # of each move, by its place in the file
    edges = np.argsort(owner, kind="stable")
    first = np.concatenate(([0], np.cumsum(counts[order]))).astype(np.int64)
    q = learner.q.astype(np.float32)
    best = np.full(len(codes), -np.inf)
    np.maximum.at(best, owner, learner.q)
    lost = (learner.q < best[owner]) & (q == best[owner].astype(np.float32))
    q[lost] = np.nextafter(q[lost], np.float32(-2))  # what is not the best stays so when rounded
    met = np.bincount(owner, learner.visits, len(codes)).astype(np.uint32)
    worths = (3 * solution.distance + solution.value + 1).astype(np.uint8)[order]
    return BoardTables(codes[order], worths, first, q[edges], met, episodes)


def main() -> None:
    """Write all of them."""
    for name in SHIPPED:
        board = board_game(GAMES.make(name), name).board
        save(tables(board), board, DATA / f"{name}.npz")
        print(f"{name}: {(DATA / f'{name}.npz').stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
