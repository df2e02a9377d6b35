"""The rules that the games of one board family share, on bare positions: who may move what, and who has won.

A position is the cells as text (``0`` empty, ``1`` and ``2`` the players' pieces, in the order of the points), whose
turn it is and how many pieces each still has in hand. Search, solver and learners work on positions; `State` adds the
history that the draw rules need.
"""

from typing import NamedTuple

from bolicho.core.errors import BadInput
from bolicho.games.boards.board import Board

EMPTY = "0"
PIECE = "12"
DRAWN = -1
"""Nobody won."""


class Position(NamedTuple):
    """Pieces on the board and in hand, and whose turn it is; also the "deal" of a board game: where it begins."""

    cells: str
    turn: int
    hand: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        held = f" {self.hand[0]} {self.hand[1]}" if any(self.hand) else ""
        return f"{self.cells} {self.turn + 1}{held}"


def opening(board: Board) -> Position:
    """Return the position in which a game begins."""
    cells = "".join("1" if i in board.first else "2" if i in board.second else EMPTY for i in range(len(board.points)))
    return Position(cells, 0, board.in_hand)


def parse_position(board: Board, text: str) -> Position:
    """Read ``121000212 1``: the cells, who moves (1 or 2) and, where pieces are in hand, how many each has."""
    words = text.split()
    size = len(board.points)
    if len(words) not in (2, 4) or len(words[0]) != size or set(words[0]) - set("012") or words[1] not in ("1", "2"):
        raise BadInput(
            f"position {text!r}: expected {size} digits 0-2 and who moves (1 or 2), as in '{opening(board)}'"
        )
    if len(words) == 4 and not all(word.isdecimal() for word in words[2:]):
        raise BadInput(f"position {text!r}: expected two numbers of pieces in hand")
    hand = (int(words[2]), int(words[3])) if len(words) == 4 else (0, 0)
    for seat, pieces in enumerate((board.first, board.second)):
        has, all_told = words[0].count(PIECE[seat]) + hand[seat], len(pieces) + board.in_hand[seat]
        if has != all_told:
            raise BadInput(f"position {text!r}: player {seat + 1} has {has} pieces of {all_told}")
    return Position(words[0], int(words[1]) - 1, hand)


def moves(board: Board, position: Position) -> tuple[str, ...]:
    """Return the moves of who is to move: placings ``b2`` while pieces are in hand, then ``a1-b2``, by point order."""
    cells, turn, hand = position
    names = board.points
    if hand[turn]:
        return tuple(names[i] for i, cell in enumerate(cells) if cell == EMPTY and i not in board.never_place)
    own = PIECE[turn]
    found: list[str] = []
    for here, cell in enumerate(cells):
        if cell == own:
            found += [f"{names[here]}-{names[there]}" for there in reach(board, cells, here, PIECE[1 - turn])]
    return tuple(found)


def reach(board: Board, cells: str, here: int, rival: str) -> list[int]:
    """Return the points that a piece may move to from here."""
    there: set[int] = set()
    if "slide" in board.moves:
        there.update(board.near[here])
    if "jump" in board.moves:
        there.update(land for over, land in board.jumps[here] if cells[over] != EMPTY)
    if "fly" in board.moves:
        there.update(range(len(cells)))
    beside = None
    free = []
    for point in sorted(there):
        if cells[point] != EMPTY:
            continue
        if point in board.enter_beside_rival:
            if beside is None:
                beside = any(cells[other] == rival for other in board.near[here])
            if not beside:
                continue
        free.append(point)
    return free


def after(board: Board, position: Position, move: str) -> Position:
    """Return the position after a legal move."""
    cells, turn, hand = position
    here, _, there = move.partition("-")
    changed = list(cells)
    if there:
        changed[board.number(here)] = EMPTY
        changed[board.number(there)] = PIECE[turn]
        return Position("".join(changed), 1 - turn, hand)
    changed[board.number(here)] = PIECE[turn]
    held = (hand[0] - 1, hand[1]) if turn == 0 else (hand[0], hand[1] - 1)
    return Position("".join(changed), 1 - turn, held)


def result(board: Board, position: Position) -> int | None:
    """Return who has won in this position (0 or 1), DRAWN, or None while it goes on."""
    cells, turn, _ = position
    mover, last = PIECE[turn], PIECE[1 - turn]
    if board.goal != "block":
        for seat, piece in ((1 - turn, last), (turn, mover)):
            wanted = board.lines if board.goal == "line" else (board.targets[seat],)
            if any(all(cells[i] == piece for i in line) for line in wanted):
                return seat
    if moves(board, position):
        return None
    return 1 - turn if board.stuck == "lose" else DRAWN
