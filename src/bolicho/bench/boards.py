"""How fast the board games are: alpha-beta nodes a second beside OpenSpiel, and what solving each game takes."""

import time
from dataclasses import asdict, dataclass
from typing import Any

from bolicho.bench.hands import Play, Player, measure
from bolicho.core.json_text import JsonObject
from bolicho.games import GAMES
from bolicho.learn.boards.shipped_tables import SHIPPED


@dataclass(frozen=True)
class SearchTime:
    """How fast one alpha-beta search was: the whole tree of jogo-da-velha, without a table of positions."""

    name: str
    nodes: int
    """In one search."""
    nodes_per_second: float
    """The best of three rounds."""


@dataclass(frozen=True)
class SearchSpeed:
    """Ours beside OpenSpiel's, measured in the same run; ratios are None where it is not installed."""

    kernel: SearchTime | None
    plain: SearchTime
    openspiel: SearchTime | None

    @property
    def ratio(self) -> float | None:
        """How many times as many nodes a second as OpenSpiel: the kernel, or plain Python where there is no Numba."""
        ours = self.kernel or self.plain
        return None if self.openspiel is None else ours.nodes_per_second / self.openspiel.nodes_per_second

    def to_dict(self) -> JsonObject:
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

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {**asdict(self), "seconds": self.seconds}


def search_speed(seconds: float = 0.5) -> SearchSpeed:
    """Search the whole of jogo-da-velha (tic_tac_toe) by alpha-beta, three rounds in turn, the best counts."""
    rates = measure([player for player in PLAYERS if player.here], 0, seconds)
    found = {rate.name: SearchTime(rate.name, round(rate.moves_per_game), rate.moves_per_second) for rate in rates}
    return SearchSpeed(found.get(KERNEL), found[PLAIN], found.get(OPENSPIEL))


def solving_table(games: tuple[str, ...] = tuple(SHIPPED)) -> list[SolvingRow]:
    """Solve each game afresh; the rows are sorted by the number of positions."""
    from bolicho.games.boards.graph import GOES_ON, build
    from bolicho.learn.boards.retrograde import solve
    from bolicho.learn.boards.solution import SolvedBoard

    rows = []
    for name in games:
        board = GAMES.make(name).board
        began = time.perf_counter()
        made = build(board)
        between = time.perf_counter()
        solution = solve(made.first, made.after, made.turn, made.result, GOES_ON)
        ended = time.perf_counter()
        size = SolvedBoard(made, solution).memory / 1e6
        rows.append(SolvingRow(name, len(made.positions), len(made.after), between - began, ended - between, size))
    return sorted(rows, key=lambda row: row.positions)


# ── who takes part: a game is a search, a move is a node ──────────────────────────────────────────────────────────


def plain(_: int) -> Play:
    """Search in plain Python."""
    from bolicho.games.boards.rules import opening
    from bolicho.games.boards.walk import looks
    from bolicho.learn.search.alphabeta import search

    board = GAMES.make("jogo-da-velha").board
    look, begun = looks(board), opening(board)
    return lambda count: sum(search(begun, look, 9, table=False).nodes for _ in range(count))


def compiled(_: int) -> Play:
    """Search by the kernel."""
    from bolicho.games.boards import kernel
    from bolicho.games.boards.rules import opening

    board = GAMES.make("jogo-da-velha").board
    kernel.prepare(board)
    begun = opening(board)
    return lambda count: sum(kernel.search(board, begun, 9, table=False).nodes for _ in range(count))


def openspiel(_: int) -> Play:
    """Search by OpenSpiel's alpha-beta, which is in Python over rules in C++."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game("tic_tac_toe")
    real, nodes = minimax._alpha_beta, 0  # OpenSpiel tells no number of nodes

    def counted(*args: object, **named: Any) -> Any:
        nonlocal nodes
        nodes += 1
        return real(*args, **named)

    minimax._alpha_beta = counted  # count once, then time the search as it is
    try:
        minimax.alpha_beta_search(game)
    finally:
        minimax._alpha_beta = real

    def search(count: int) -> int:
        for _ in range(count):
            minimax.alpha_beta_search(game)
        return nodes * count

    return search


KERNEL, PLAIN, OPENSPIEL = "the kernel", "plain Python", "OpenSpiel's alpha-beta"
PLAYERS = (
    Player(PLAIN, plain, batch=1),
    Player(KERNEL, compiled, batch=20, needs="numba", extra="fast"),
    Player(OPENSPIEL, openspiel, batch=1, needs="pyspiel"),
)
