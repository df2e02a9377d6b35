"""How fast the board games are: alpha-beta nodes a second beside OpenSpiel, and what solving each game takes."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from typing import Any

from bolicho.games import BOARDS, GAMES

ROUNDS = 3
SEARCHES = 20
"""Searches of ours in a round: one alone is too short to be timed well."""


@dataclass(frozen=True)
class Searched:
    """How fast one alpha-beta search was: the whole tree of jogo-da-velha, without a table of positions."""

    name: str
    nodes: int
    """In one search."""
    nodes_per_second: float
    """The best of three rounds."""


@dataclass(frozen=True)
class SearchSpeed:
    """Ours beside OpenSpiel's, measured in the same run; ratios are None where it is not installed."""

    kernel: Searched | None
    plain: Searched
    openspiel: Searched | None

    @property
    def ratio(self) -> float | None:
        """How many times as many nodes a second as OpenSpiel: the kernel, or plain Python where there is no Numba."""
        ours = self.kernel or self.plain
        return None if self.openspiel is None else ours.nodes_per_second / self.openspiel.nodes_per_second

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON data."""
        return {**asdict(self), "ratio": self.ratio}


@dataclass(frozen=True)
class SolvingRow:
    """What solving one game took."""

    game: str
    positions: int
    edges: int
    graph_seconds: float
    """Finding all positions."""
    solve_seconds: float
    """Retrograde analysis."""
    megabytes: float

    @property
    def seconds(self) -> float:
        """Both."""
        return self.graph_seconds + self.solve_seconds

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON data."""
        return {**asdict(self), "seconds": self.seconds}


def search_speed() -> SearchSpeed:
    """Search the whole of jogo-da-velha (tic_tac_toe) by alpha-beta, three rounds in turn, the best counts."""
    players = [(name, *ready()) for name, ready in (("plain", _plain), ("kernel", _kernel), ("openspiel", _openspiel))]
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name, nodes, search, times in players:
            if search is not None:
                began = time.perf_counter()
                for _ in range(times):
                    search()
                rate = nodes * times / (time.perf_counter() - began)
                best[name] = max(rate, best.get(name, 0.0))
    found = {name: Searched(name, nodes, best[name]) for name, nodes, search, _ in players if search is not None}
    return SearchSpeed(found.get("kernel"), found["plain"], found.get("openspiel"))


def solving_table(games: tuple[str, ...] = tuple(BOARDS)) -> list[SolvingRow]:
    """Solve each game afresh; the rows are sorted by the number of positions."""
    from bolicho.games.boards.graph import GOES_ON, build
    from bolicho.learn.retrograde import solve
    from bolicho.learn.solved import Solved

    rows = []
    for name in games:
        board = GAMES.make(name).board
        began = time.perf_counter()
        made = build(board)
        between = time.perf_counter()
        solution = solve(made.first, made.after, made.turn, made.result, GOES_ON)
        ended = time.perf_counter()
        size = Solved(made, solution).memory / 1e6
        rows.append(SolvingRow(name, len(made.positions), len(made.after), between - began, ended - between, size))
    return sorted(rows, key=lambda row: row.positions)


# ── who takes part: nodes of one search, the search, how often in a round ─────────────────────────────────────────

Taking = tuple[int, Callable[[], object] | None, int]


def _plain() -> Taking:
    from bolicho.games.boards.rules import opening
    from bolicho.games.boards.walk import looks
    from bolicho.learn.alphabeta import search

    board = GAMES.make("jogo-da-velha").board
    look, begun = looks(board), opening(board)
    return search(begun, look, 9, table=False).nodes, lambda: search(begun, look, 9, table=False), 1


def _kernel() -> Taking:
    if find_spec("numba") is None:
        return 0, None, 0
    from bolicho.games.boards import kernel
    from bolicho.games.boards.rules import opening

    board = GAMES.make("jogo-da-velha").board
    kernel.prepare(board)
    begun = opening(board)
    nodes = kernel.search(board, begun, 9, table=False).nodes
    return nodes, lambda: kernel.search(board, begun, 9, table=False), SEARCHES


def _openspiel() -> Taking:
    if find_spec("pyspiel") is None:
        return 0, None, 0
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("tic_tac_toe")
    real, count = minimax._alpha_beta, 0

    def counted(*args: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        return real(*args, **named)

    minimax._alpha_beta = counted  # count once, then time the search as it is
    try:
        minimax.alpha_beta_search(game)
    finally:
        minimax._alpha_beta = real
    return count, lambda: minimax.alpha_beta_search(game), 1
