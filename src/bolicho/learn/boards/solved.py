"""A board game solved: what every position and every move of it is worth. Made once, shared by a whole process."""

from functools import lru_cache
from typing import NamedTuple

from bolicho.games.boards import Board, Position
from bolicho.games.boards.graph import GOES_ON, Graph, Watch, graph
from bolicho.games.boards.rules import opening
from bolicho.learn.boards.retrograde import DRAW, LOSS, WIN, Solution, solve

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
        ranks = [worth.rank for worth in self.moves(number)]
        return tuple(move for move, rank in enumerate(ranks) if rank == max(ranks))

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
    return SolvedBoard(made, solve(made.first, made.after, made.turn, made.result, GOES_ON))


def solved(board: Board, begun: Position | None = None, watch: Watch | None = None) -> SolvedBoard:
    """Solve a game, from another beginning than that of its file if one is given."""
    begun = begun or opening(board)
    graph(board, begun, watch)
    return _solved(board, begun)


def solved_at(board: Board, position: Position) -> SolvedBoard:
    """Return a solution that has this position in it: almost always that of the whole game."""
    whole = solved(board)
    return whole if position in whole.graph.number else solved(board, position)


def _before(worth: Worth) -> Worth:
    """What a move is worth that leads to a position worth this to the rival."""
    return Worth(-worth.value, worth.distance + 1 if worth.value else 0)
