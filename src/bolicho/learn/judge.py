"""What a move of a board game was worth: the judge of the learning mode.

Exact from retrograde analysis where a game is small enough to be solved; else a plain search of a few plies, which
calls draw what it cannot see the end of. The draw rules about repetition are left out: endless play is a draw anyway.
"""

from functools import cache
from math import comb
from typing import NamedTuple

from bolicho.games.boards.board import Board
from bolicho.games.boards.rules import Position, after, moves, result
from bolicho.learn.retrograde import DRAW, LOSS, WIN, Solution, solve

SOLVABLE = 200_000
"""Positions up to which a person may be asked to wait for the exact answer."""
PLIES = 4
"""How far the search looks in a larger game."""


class Worth(NamedTuple):
    """WIN, DRAW or LOSS for who makes the move, and the plies to the end with best play (0 in a draw)."""

    value: int
    distance: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        """The greater the better: quick wins before slow ones, slow losses before quick ones."""
        return self.value, self.distance if self.value == LOSS else -self.distance


class Judgement(NamedTuple):
    """A move beside the best ones: what the position was worth, what it is worth after the move, what to play."""

    before: Worth
    after: Worth
    best: tuple[str, ...]
    exact: bool
    """Whether the values are proven, or only as far as the search saw."""

    @property
    def gave_away(self) -> bool:
        """Whether the move turned a win into less, or a draw into a loss."""
        return self.after.value < self.before.value


def judge(board: Board, position: Position, move: str) -> Judgement:
    """Judge a legal move at a position.

    >>> from bolicho.games import GAMES
    >>> from bolicho.games.boards.rules import parse_position
    >>> board = GAMES.make("tapatan").board
    >>> judge(board, parse_position(board, "121000212 1"), "a3-a2").gave_away
    False
    """
    values = worths(board, position)
    best = max(worth.rank for worth in values.values())
    before = next(worth for worth in values.values() if worth.rank == best)
    advice = tuple(other for other, worth in values.items() if worth.rank == best)
    return Judgement(before, values[move], advice, solvable(board))


def worths(board: Board, position: Position) -> dict[str, Worth]:
    """Return what each legal move is worth to who makes it, in the order of the moves."""
    legal = moves(board, position) if result(board, position) is None else ()
    if solvable(board):
        from bolicho.games.boards.graph import graph

        number, solution = graph(board).number, _solution(board)
        followers = [number.get(after(board, position, move), -1) for move in legal]
        if -1 not in followers:  # a position that play never leads to may stand outside the graph
            return {move: _turned(solution, there) for move, there in zip(legal, followers, strict=True)}
    return {move: _for_rival(_search(board, after(board, position, move), PLIES - 1)) for move in legal}


def solvable(board: Board) -> bool:
    """Whether a game is small enough to be solved while somebody waits."""
    return most_positions(board) <= SOLVABLE


@cache
def most_positions(board: Board) -> int:
    """Return a bound of the number of positions: every way to put down every number of pieces that may be down."""
    size = len(board.points)
    mine, his = len(board.first), len(board.second)
    total = 0
    for first in range(mine, mine + board.in_hand[0] + 1):
        for second in range(his, his + board.in_hand[1] + 1):
            if abs((first - mine) - (second - his)) <= 1 + abs(board.in_hand[0] - board.in_hand[1]):
                total += comb(size, first) * comb(size - first, second)
    return 2 * total


@cache
def _solution(board: Board) -> Solution:
    from bolicho.games.boards.graph import GOES_ON, graph

    game = graph(board)
    return solve(game.first, game.after, game.turn, game.result, GOES_ON)


def _turned(solution: Solution, number: int) -> Worth:
    return _for_rival(Worth(int(solution.value[number]), int(solution.distance[number])))


def _for_rival(worth: Worth) -> Worth:
    """See a position that the rival is to move in from this side, a ply earlier."""
    return Worth(-worth.value, worth.distance + 1) if worth.value else worth


def _search(board: Board, position: Position, plies: int) -> Worth:
    ended = result(board, position)
    if ended is not None:
        return Worth(DRAW if ended < 0 else WIN if ended == position.turn else LOSS)
    if not plies:
        return Worth(DRAW)
    best = Worth(LOSS)
    for move in moves(board, position):
        worth = _for_rival(_search(board, after(board, position, move), plies - 1))
        best = worth if worth.rank > best.rank else best
        if best == (WIN, 1):
            break
    return best
