"""A board game in progress: a position, as much of its past as the draw rules ask for, and the dice, if any."""

from typing import Any, NamedTuple

from bolicho.core.errors import IllegalMove
from bolicho.games.boards import rules
from bolicho.games.boards.board import Board
from bolicho.games.boards.rules import DRAWN, EMPTY, Position

Limits = tuple[str, int]
"""Which draw rule holds, and the number of plies after which a game is drawn anyway."""


SEATS = ("first", "second")
ROLLS = ":"
"""Between the position and the throws in the text of a deal."""


class Deal(NamedTuple):
    """Where a game of dice begins, and every throw of it, one a turn: they go round if there are too few."""

    position: Position
    rolls: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.position} {ROLLS} {' '.join(self.rolls)}"


def lasting(board: Board, before: Position, after: Position) -> bool:
    """Whether a turn cannot be undone: a piece came or went, or one that only goes forwards moved."""
    if board.plain:
        return False
    if before.cells.count(EMPTY) != after.cells.count(EMPTY) or before.hand != after.hand:
        return True
    moved = next(
        (cell for cell, now in zip(before.cells, after.cells, strict=True) if cell != now and now == EMPTY), ""
    )
    return bool(moved) and moved in board.kinds and board.kinds[moved].ways == "forward"


class State(NamedTuple):
    """Where the game stands; everything is public."""

    board: Board
    limits: Limits
    position: Position
    begun: Position
    history: tuple[str, ...] = ()
    seen: tuple[Position, ...] = ()
    """Positions before this one that count for the draw rule."""
    result: int | None = None
    """The seat that won, DRAWN, or None while it goes on."""
    quiet: int = 0
    """Plies since something happened that cannot be undone."""
    rolls: tuple[str, ...] = ()
    """The throws of a game of dice, one a turn; in a view only those that were seen."""

    @property
    def seat(self) -> int | None:
        """Who moves; None when over."""
        return self.position.turn if self.result is None else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def scores(self) -> tuple[int, int]:
        """One point for the winner."""
        return int(self.result == 0), int(self.result == 1)

    def moves(self) -> tuple[str, ...]:
        """Legal moves, by the order of the points they start from and go to."""
        return rules.moves(self.board, self.position) if self.result is None else ()

    def play(self, move: str) -> "State":
        """Return the state after a legal move; anything else raises IllegalMove."""
        if move not in self.moves():
            raise IllegalMove(move, str(self), self.moves())
        return self._next(move)

    def _next(self, move: str) -> "State":
        """Play without asking whether it is legal."""
        board = self.board
        position = rules.after(board, self.position, move)
        rule, plies = self.limits
        for_good = lasting(board, self.position, position)
        seen = () if for_good else self.seen
        if rule == "position-three-times" or self.position == self.begun:
            seen = (*seen, self.position)
        result = rules.result(board, position)
        history = (*self.history, move)
        quiet = 0 if for_good or not board.quiet else self.quiet + 1
        if result is None and seen.count(position) == 2:
            result = DRAWN if board.repeated == "draw" else SEATS.index(board.repeated)
        if result is None and (len(history) >= plies or 0 < board.quiet <= quiet):
            result = DRAWN
        if self.rolls and result is None and (throw := self.throw(len(history))):
            position = position._replace(note=throw)
        return State(board, self.limits, position, self.begun, history, seen, result, quiet, self.rolls)

    def throw(self, ply: int) -> str:
        """Return what is thrown at a ply; empty where a view does not know it yet."""
        return self.rolls[ply] if ply < len(self.rolls) else ""

    def view(self, seat: int) -> "View":
        """Return what a seat sees: everything, but no throw that is still to come."""
        return View(seat, self._replace(rolls=self.rolls[: len(self.history) + 1]) if self.rolls else self)

    def __repr__(self) -> str:
        told = [
            f"{name}={value!r}"
            for name, value in zip(self._fields, self, strict=True)
            if name not in ("quiet", "rolls") or value
        ]
        return f"State({', '.join(told)})"

    def __str__(self) -> str:
        return f"{self.board.name} {self.position} | {' '.join(self.history) or 'start'}"

    def _repr_html_(self) -> str:
        from bolicho.games.boards import game_on
        from bolicho.games.picture import look

        return look(game_on(self.board, self.limits), self)


class View(NamedTuple):
    """The whole game, from one seat: nothing is hidden on a board."""

    seat: int
    state: State

    @property
    def board(self) -> Board:
        """The board."""
        return self.state.board

    @property
    def position(self) -> Position:
        """Pieces, whose turn it is, pieces in hand."""
        return self.state.position

    @property
    def history(self) -> tuple[str, ...]:
        """Every move so far."""
        return self.state.history

    @property
    def to_move(self) -> int | None:
        """Who moves; None when over."""
        return self.state.seat

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves on one's own turn."""
        return self.state.moves() if self.state.seat == self.seat else ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def scores(self) -> Any:
        """One point for the winner."""
        return self.state.scores

    def _repr_html_(self) -> str:
        from bolicho.games.boards import game_on
        from bolicho.games.picture import look

        return look(game_on(self.board, self.state.limits), self)
