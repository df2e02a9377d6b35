"""Lanes of the small board games, compiled: those whose positions are few enough to be numbered."""

from functools import cache
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from bolicho.field.encode import encoder
from bolicho.field.rl.episode import Terms
from bolicho.field.rl.vector import boards_kernel as kernel
from bolicho.field.rl.vector.compiled_lanes import CompiledLanes
from bolicho.field.rl.vector.lanes import Bytes, Floats, Which
from bolicho.games.boards import BoardGame
from bolicho.games.boards.board import Board
from bolicho.games.boards.graph import Graph, graph, most_positions
from bolicho.games.boards.rules import PIECE

FIELDS = ("seat", "turn", "mine", "theirs", "in_hand", "again", "start", "ply")
"""What the kernel writes; a game whose arrays have more is played plainly."""
MOST_POSITIONS = 500_000
"""Larger games are played plainly: their graph would take long to make."""
MOST_MEMORY = 200_000_000
"""Positions that all lanes together may have to remember."""
EVERY = "position-three-times"


class Ground(NamedTuple):
    """The graph of a game as the kernel walks on it."""

    graph: Graph
    actions: npt.NDArray[np.int32]
    """By edge."""
    cells: Bytes
    """Whose piece stands on each point; -1 on an empty one."""
    hands: Floats
    """Pieces in hand by seat, as observations give them."""


def board_lanes(terms: Terms, count: int, threads: int) -> "BoardLanes | None":
    """Return lanes of a board game, or None where it has too many positions or other arrays than the small ones."""
    game = cast(BoardGame, terms.game)
    small = tuple(field.name for field in terms.coder.fields) == FIELDS and most_positions(game.board) <= MOST_POSITIONS
    return BoardLanes(terms, count, threads) if small and count * game.limits[1] <= MOST_MEMORY else None


class BoardLanes(CompiledLanes):
    """Games on a board."""

    def __init__(self, terms: Terms, count: int, threads: int) -> None:
        super().__init__(terms, count, threads)
        game = cast(BoardGame, terms.game)
        self.ground, (rule, self.longest) = ground(game.board, game), game.limits
        self.every = rule == EVERY
        self.lanes = np.zeros(count, kernel.LANE)
        self.legal = (kernel.masks, self.ground.graph.first, self.ground.actions, self.lanes, self.turn)
        self._past, self._moves = (np.zeros((count, self.longest), np.int32) for _ in range(2))

    def begin(self, which: Which, seats: Bytes) -> None:  # noqa: ARG002
        """Put the pieces where they begin."""
        made = self.ground.graph
        self.share(kernel.begin, self.lanes, made.start, made.turn, self.turn, by_lane=(which,))

    def play(self, which: Which, actions: Which) -> None:
        """Put down or move a piece."""
        made = self.ground.graph
        where = (made.first, made.after, self.ground.actions, made.turn, made.result, self.every, self.longest)
        kept = (self.lanes, self._past, self._moves, self.turn, self.paid)
        self.share(kernel.play, *where, *kept, by_lane=(which, actions))

    def observe(self, which: Which, seats: Bytes, out: Floats) -> None:
        """Write what a seat sees."""
        where = (self.ground.cells, self.ground.hands, self.longest, self.lanes, self.turn, seats, out)
        self.share(kernel.observe, *where, by_lane=(which,))

    def deal(self, lane: int) -> str:
        """Return the position at the beginning."""
        return str(self.ground.graph.positions[self.lanes[lane]["begun"]])

    def context(self, lane: int) -> dict[str, Any]:  # noqa: ARG002
        """Return nothing: a board game has no score before it."""
        return {}

    def past(self, lane: int) -> list[int]:
        """Return the moves so far."""
        moves: list[int] = self._moves[lane, : self.lanes[lane]["plies"]].tolist()
        return moves


@cache
def ground(board: Board, game: BoardGame) -> Ground:
    """Make the ground of a game, once."""
    made = graph(board)
    number = {move: action for action, move in enumerate(encoder(game).vocabulary)}
    actions = [number[move] for position in range(len(made.positions)) for move in made.moves(position)]
    points = "".join(position.cells for position in made.positions).encode()
    whose = np.full(256, kernel.NOBODY, np.int8)
    for seat in (0, 1):
        whose[ord(PIECE[seat])] = seat
    cells = whose[np.frombuffer(points, np.uint8)].reshape(len(made.positions), len(board.points))
    most = max(*board.in_hand, 1)
    hands = np.array([position.hand for position in made.positions], np.float64) / most
    return Ground(made, np.array(actions, np.int32), cells, hands.astype(np.float32))
