"""A board game solved: what every position and every move of it is worth. Made once, shared by a whole process."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from bolicho.games.boards import Board, Position
from bolicho.games.boards.graph import GOES_ON, Graph, Watch, graph
from bolicho.games.boards.rules import opening
from bolicho.games.boards.state import SEATS
from bolicho.games.boards.walk import result_and_followers
from bolicho.learn.boards.retrograde import DRAW, LOSS, WIN, Solution, solve
from bolicho.learn.boards.shipped_tables import shipped

NAMES = {WIN: "win", DRAW: "draw", LOSS: "loss"}


class Worth(NamedTuple):
    """What a move or a position is worth: win, draw or loss for who moves, and the plies to the end (0 in a draw)."""

    value: int
    distance: int

    @property
    def rank(self) -> tuple[int, int]:
        """The higher the better: a quicker win, a slower loss."""
        return self.value, -self.value * self.distance


class SolvedBoard(NamedTuple):
    """A graph and its solution."""

    graph: Graph
    solution: Solution

    def worth(self, number: int) -> Worth:
        """Return what a position is worth for who is to move there."""
        return Worth(int(self.solution.value[number]), int(self.solution.distance[number]))

    def moves(self, number: int) -> list[Worth]:
        """Return what each move of a position is worth, in the order of the moves."""
        low, high = self.graph.first[number : number + 2]
        return [_before(self.worth(after)) for after in self.graph.after[low:high].tolist()]

    def best(self, number: int) -> tuple[int, ...]:
        """Return the numbers of the best moves: quickest win, any draw, slowest loss."""
        return _best(self.moves(number))

    @property
    def memory(self) -> int:
        """About how many bytes this takes."""
        from sys import getsizeof

        arrays = sum(array.nbytes for array in (*self.graph[3:7], self.graph.reachable, *self.solution))
        one = self.graph.positions[0]
        objects = len(self.graph.positions) * (getsizeof(one) + getsizeof(one.cells) + 8 + 32)
        return arrays + objects + getsizeof(self.graph.number)


@lru_cache(16)
def _solved(board: Board, begun: Position) -> SolvedBoard:
    made = graph(board, begun)
    found = solve(made.first, made.after, made.turn, made.result, GOES_ON)
    return SolvedBoard(made, found if board.repeated == "draw" else _endless(made, found))


def _endless(made: Graph, found: Solution) -> Solution:
    """Where going on for ever is a win of one player, what is undecided is won or lost, as late as can be."""
    winner = SEATS.index(made.board.repeated)
    open_ = (found.value == DRAW) & (made.result == GOES_ON)
    value = np.where(open_, np.where(made.turn == winner, WIN, LOSS), found.value).astype(np.int8)
    return Solution(value, np.where(open_, made.board.plies, found.distance).astype(np.int32))


def solved(board: Board, begun: Position | None = None, watch: Watch | None = None) -> SolvedBoard:
    """Solve a game, from another beginning than that of its file if one is given."""
    begun = begun or opening(board)
    graph(board, begun, watch)
    return _solved(board, begun)


class PositionWorth(NamedTuple):
    """What a position is worth for who is to move there, and each of its moves, in their order."""

    worth: Worth
    moves: list[Worth]

    @property
    def best(self) -> tuple[int, ...]:
        """The numbers of the best moves: quickest win, any draw, slowest loss."""
        return _best(self.moves)


def worth_in(board: Board, position: Position) -> PositionWorth | None:
    """Return what a position is worth, None when the game never comes there: looked up, or solved where none is known.

    A table that is shipped needs neither graph nor solver.
    """
    tables = shipped(board)
    if tables is None:
        known = solved(board)
        here = known.graph.number.get(position)
        return None if here is None else PositionWorth(known.worth(here), known.moves(here))
    here = tables.number(position)
    if here is None:
        return None
    after = [tables.number(follower) for follower in result_and_followers(board, position)[1]]
    moves = [_before(Worth(*tables.worth(number))) for number in after if number is not None]
    return PositionWorth(Worth(*tables.worth(here)), moves)


def worth_at(board: Board, position: Position) -> PositionWorth:
    """Return what a position is worth; one that the game never comes to is solved from there."""
    known = worth_in(board, position)
    if known is None:
        whole = solved(board, position)
        here = whole.graph.number[position]
        known = PositionWorth(whole.worth(here), whole.moves(here))
    return known


def _best(moves: list[Worth]) -> tuple[int, ...]:
    ranks = [worth.rank for worth in moves]
    return tuple(move for move, rank in enumerate(ranks) if rank == max(ranks))


def _before(worth: Worth) -> Worth:
    """What a move is worth that leads to a position worth this to the rival."""
    return Worth(-worth.value, worth.distance + 1 if worth.value else 0)
