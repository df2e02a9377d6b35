"""What the cells of Lobo Brain measure, each on its own: a run of Q-learning, the time of training, look-up, search."""

import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt

from bolicho.core.chance import stream
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.games.boards import Board, BoardGame
from bolicho.games.boards.graph import GOES_ON, graph
from bolicho.games.boards.rules import Position
from bolicho.games.boards.walk import looks
from bolicho.lab.engine.experiment import Rows
from bolicho.lab.works.lobobrain.paths import follow
from bolicho.learn.boards.q_exact import exact_table
from bolicho.learn.boards.qlearning import Learner, Settings, compiled, decay_of, keeping, optimal_share
from bolicho.learn.search.alphabeta import search

JUDGED = 2_000
"""Games of a finished table against random, from each seat."""
STEPS = 10
"""Points at which the time of training is looked at."""
TIMES = 5
"""The best of so many counts, in processor time: a busy machine can only be slower."""

Facts = JsonMapping
Visits = npt.NDArray[np.int64]


def learn(name: str, seed: int, facts: Facts) -> Rows:
    """Train one table; return the points of its curve, then what the finished table is worth.

    ``explores`` false: it never draws a move. A ``rival`` may take the place of random in the training, which may be
    broken off after ``until`` episodes.
    """
    drawn = stream(seed, "lobobrain", facts["run"]).getrandbits(63)
    plain = Settings(seed=drawn, decay=decay_of(facts["episodes"]), block=facts["block"])
    settings = replace(
        plain,
        epsilon=plain.epsilon if facts.get("explores", True) else 0.0,
        rival=facts.get("rival", plain.rival),
    )
    learner = Learner(board_of(name), settings)
    learner.train(facts.get("until", facts["episodes"]))
    rows: Rows = [
        {"episodes": point.episodes, "trained": point.trained, "first": point.first, "second": point.second}
        for point in learner.curve
    ]
    return [*rows, _finished(learner)]


def _finished(learner: Learner) -> JsonObject:
    share, risky = optimal_share(learner)
    chosen = _chosen(learner)
    off = np.abs(learner.q - exact_table(learner.graph, learner.settings.gamma))
    return {
        "first": learner.judged(JUDGED, 0),
        "second": learner.judged(JUDGED, 1),
        "optimal": round(share, 6),
        "optimal_risky": round(risky, 6),
        "kept": round(float(chosen[keeping(learner.graph)].sum() / chosen.sum()), 6),
        "off": round(float((chosen * off).sum() / chosen.sum()), 6),
        "entries": int((learner.visits > 0).sum()),
    }


def _chosen(learner: Learner) -> Visits:
    """Return how often the finished table plays each move against random: by one that neither explores nor learns."""
    still = replace(learner.settings, alpha=0.0, epsilon=0.0, rival="random", games=0)
    player = Learner(learner.board, replace(still, seed=still.seed ^ 1))
    player.q = learner.q.copy()
    player.train(2 * JUDGED)
    return player.visits


def time_learning(name: str, seed: int, facts: Facts) -> Rows:
    """Return the seconds that so many episodes take, in plain Python and by the kernel."""
    board = board_of(name)
    rows: Rows = []
    for plain in (True, False) if compiled() else (True,):
        taken = [_trained(board, seed, facts["rounds"], plain) for _ in range(TIMES)]
        for step, seconds in enumerate(np.min(taken, axis=0).tolist(), 1):
            rows.append({"plain": plain, "rounds": facts["rounds"] * step // STEPS, "seconds": seconds})
    return rows


def _trained(board: Board, seed: int, rounds: int, plain: bool) -> list[float]:
    settings = Settings(seed=seed, decay=decay_of(rounds), games=0, block=max(1, rounds))
    Learner(board, settings, plain=plain).train(1)  # compiling does not count
    learner = Learner(board, settings, plain=plain)
    began, seconds = process_time(), []
    for step in range(1, STEPS + 1):
        learner.train(rounds * step // STEPS)
        seconds.append(process_time() - began)
    return seconds


def time_lookup(name: str, seed: int, facts: Facts) -> Rows:
    """Return the seconds of one decision by tables that were trained for long and for short, and their size."""
    from bolicho.agents import make

    game = _game(name)
    rows: Rows = []
    for rounds in (facts["rounds"] // 50, facts["rounds"] // 10, facts["rounds"]):
        learner = make(f"qlearning:{rounds}", game).learner
        rows.append(
            {
                "rounds": rounds,
                "seconds": _decision(partial(make, f"qlearning:{rounds}", game), game, seed, 20 * facts["positions"]),
                "entries": int((learner.visits > 0).sum()),
                "moves": len(learner.q),
                "bytes": int(learner.q.nbytes + learner.visits.nbytes),
            }
        )
    return rows


def time_search(name: str, seed: int, facts: Facts) -> Rows:
    """Return what a search so deep costs: by the agent, by the textbook without memory, and the whole tree."""
    from bolicho.agents import make

    game, depth, count = _game(name), facts["depth"], facts["positions"]
    look = looks(game.board)
    roots = drawn_positions(game.board, seed, count)
    textbook = [search(root, look, depth, table=False) for root in roots]  # also fills the memory of the rules
    entries, kept = _kept(lambda: search(roots[0], look, depth).entries)

    def by_the_book() -> None:
        for root in roots:
            search(root, look, depth, table=False)

    return [
        {
            "depth": depth,
            "agent_seconds": _decision(lambda: make(facts["agent"], game), game, seed, count),
            "seconds": _best_of(by_the_book) / count,
            "nodes": float(np.mean([found.nodes for found in textbook])),
            "table_entries": entries,
            "table_bytes": kept,
            "tree": float(np.mean(tree_sizes(game.board, roots, depth))),
        }
    ]


def count_paths(name: str, seed: int, facts: Facts) -> Rows:
    """Return what the article's own search visits to a depth, position by position, and the size of the whole tree."""
    board, depth = board_of(name), facts["depth"]
    look = looks(board)
    roots = drawn_positions(board, seed, facts["positions"])
    found = [follow(root, look, depth) for root in roots]
    return [
        {
            "depth": depth,
            "nodes": [paths.nodes for paths in found],
            "undecided": [paths.undecided for paths in found],
            "useless": [paths.useless for paths in found],
            "best_first": [follow(root, look, depth, best_first=True).nodes for root in roots],
            "tree": tree_sizes(board, roots, depth),
        }
    ]


def _kept(work: Callable[[], int]) -> tuple[int, int]:
    """Return what a search says it keeps, and the most bytes that it held while it ran."""
    tracemalloc.start()
    try:
        entries = work()
        return entries, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def drawn_positions(board: Board, seed: int, count: int) -> list[Position]:
    """Return the start and other positions that are not over, drawn from all that a game may reach."""
    g = graph(board)
    going = np.flatnonzero((g.result == GOES_ON) & g.reachable).tolist()
    going.remove(g.start)
    rng = stream(seed, "lobobrain", "positions")
    others = rng.sample(going, count - 1) if count <= len(going) else rng.choices(going, k=count - 1)
    return [g.positions[n] for n in (g.start, *others)]


def tree_sizes(board: Board, roots: list[Position], depth: int) -> list[int]:
    """Return the nodes of the whole tree below each root, the root and so many plies, without any pruning."""
    g = graph(board)
    size = np.ones(len(g.positions), np.int64)
    going = np.flatnonzero(np.diff(g.first))
    starts = g.first[going].astype(np.int64)
    for _ in range(depth):
        below = np.ones_like(size)
        below[going] += np.add.reduceat(size[g.after], starts)
        size = below
    return [int(size[g.number[root]]) for root in roots]


def _decision(build: Callable[[], Any], game: BoardGame, seed: int, count: int) -> float:
    """The seconds that an agent needs for a move, the mean over positions; a new one each time, which knows none."""
    states = [game.start(position) for position in drawn_positions(game.board, seed, count)]
    views = [state.view(state.position.turn) for state in states]
    rng = stream(seed, "lobobrain", "moves")
    taken = []
    for _ in range(TIMES):
        agent = build()
        began = process_time()
        for view in views:
            agent.choose(view, rng)
        taken.append(process_time() - began)
    return min(taken) / count


def _best_of(work: Callable[[], None]) -> float:
    taken = []
    for _ in range(TIMES):
        began = process_time()
        work()
        taken.append(process_time() - began)
    return min(taken)


def _game(name: str) -> BoardGame:
    from bolicho.games import GAMES

    game: BoardGame = GAMES.make(name)
    return game


def board_of(name: str) -> Board:
    """Return a board of the house."""
    return _game(name).board
