"""A cursor on a board: arrows carry it from point to point, Enter picks a piece up and puts it down.

Whatever else is typed makes a line, as on any prompt.
"""

from collections.abc import Callable

from bolicho.cli.table.drawings.board_canvas import grid
from bolicho.cli.table.keyboard import ARROWS, one_by_one
from bolicho.cli.table.screen import Leave, Screen
from bolicho.core.words import printable
from bolicho.games.boards import Board, View
from bolicho.games.boards.talk import points_of

ENTER, ESCAPE, RUB = "\r\n", "\x1b", "\x7f\b"


class Pointer:
    """Where the cursor is, what it has picked up, and what was typed so far."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.at = 0
        self.path: tuple[str, ...] = ()
        """The points pressed so far, of a move that is not complete yet."""
        self.typed = ""
        self.shown = False
        self.moves: tuple[str, ...] = ()

    def look(self, view: View) -> None:
        """Begin a turn: nothing picked up; the cursor stays where it was, or goes to the first piece that can move."""
        if not self.shown and view.moves:
            self.at = max(0, self.board.number((points_of(self.board, view.moves[0]) or [""])[0]))
        self.moves, self.path, self.typed, self.shown = view.moves, (), "", True

    @property
    def picked(self) -> int | None:
        """The point of the piece that was picked up."""
        return self.board.number(self.path[0]) if self.path else None

    @property
    def aims(self) -> frozenset[int]:
        """The points where what was picked up may be put down."""
        if not self.path:
            return frozenset()
        ahead = (points[len(self.path)] for points in self._going(self.path) if len(points) > len(self.path))
        return frozenset(map(self.board.number, ahead))

    def _going(self, path: tuple[str, ...]) -> list[list[str]]:
        """The points of every move that begins with these."""
        told = [points_of(self.board, move) for move in self.moves]
        return [points for points in told if tuple(points[: len(path)]) == path]

    def press(self, key: str) -> str | None:
        """Take a key; return a line when one is complete."""
        if key in ARROWS.values():
            self.at = self._beyond(key)
        elif key == ESCAPE:
            self.path, self.typed = (), ""
        elif key in RUB:
            self.typed = self.typed[:-1]
        elif key in ENTER and self.typed:
            line, self.typed = self.typed, ""
            return line
        elif key in ENTER or (key == " " and not self.typed):
            return self._enter()
        elif key.isprintable():
            self.typed += key
        return None

    def _enter(self) -> str | None:
        here = self.board.points[self.at]
        if self.path[-1:] == (here,):  # the same point again: the move ends here, or the piece is put back
            return self._done(self.path)
        path = (*self.path, here)
        going = self._going(path)
        if not going:
            begun, self.path = self.path, ()
            return f"{begun[0]}-{here}" if begun else here
        if all(len(points) == len(path) for points in going):
            return self._done(path)
        self.path = path
        return None

    def _done(self, path: tuple[str, ...]) -> str | None:
        """The one move over these points; where there are several, they are typed or numbered."""
        self.path = ()
        meant = [move for move in self.moves if tuple(points_of(self.board, move)) == path]
        if len(meant) > 1:
            self.typed = meant[0]
            return None
        return meant[0] if meant else None

    def _beyond(self, key: str) -> int:
        """Return the nearest point in a direction: straight to the sides, up and down to the next line."""
        places = grid(self.board)
        x, y = places[self.at]
        right, down = {"up": (0, -1), "down": (0, 1), "right": (1, 0), "left": (-1, 0)}[key]
        ways = []
        for number, (column, line) in enumerate(places):
            ahead = (column - x) * right + (line - y) * down
            askew = abs((column - x) * down) + abs((line - y) * right)
            if ahead > 0:
                ways.append((ahead + askew, askew if right else ahead, number))
        return min(ways)[2] if ways else self.at


def ask(screen: Screen, pointer: Pointer, prompt: str, redraw: Callable[[], None]) -> str:
    """Read keys until they make a line; the picture is drawn again whenever the cursor moved."""
    write = screen.console.file.write
    try:
        with one_by_one() as key:
            while True:
                write(
                    f"\r\x1b[K{prompt} ▸ {printable(pointer.typed)}".encode(
                        screen.console.encoding, "bolicho.fold"
                    ).decode(screen.console.encoding)
                )
                screen.console.file.flush()
                pressed = key()
                if pressed in ("", "\x04"):
                    raise Leave
                before = (pointer.at, pointer.path)
                line = pointer.press(pressed)
                if line is not None:
                    return line
                if before != (pointer.at, pointer.path):
                    redraw()
    finally:
        screen.console.print()
