"""A cursor on a board: arrows carry it from point to point, Enter picks a piece up and puts it down.

Whatever else is typed makes a line, as on any prompt.
"""

from collections.abc import Callable

from bolicho.cli.table.drawings.board_canvas import grid
from bolicho.cli.table.keyboard import ARROWS, one_by_one
from bolicho.cli.table.screen import Leave, Screen
from bolicho.core.words import printable
from bolicho.games.boards import Board, View

ENTER, ESCAPE, RUB = "\r\n", "\x1b", "\x7f\b"


class Pointer:
    """Where the cursor is, what it has picked up, and what was typed so far."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.at = 0
        self.picked: int | None = None
        self.typed = ""
        self.shown = False
        self.moves: tuple[str, ...] = ()

    def look(self, view: View) -> None:
        """Begin a turn: nothing picked up; the cursor stays where it was, or goes to the first piece that can move."""
        if not self.shown and view.moves:
            self.at = self.board.number(view.moves[0].partition("-")[0])
        self.moves, self.picked, self.typed, self.shown = view.moves, None, "", True

    @property
    def aims(self) -> frozenset[int]:
        """The points where what was picked up may be put down."""
        if self.picked is None:
            return frozenset()
        begin = f"{self.board.points[self.picked]}-"
        return frozenset(self.board.number(move[len(begin) :]) for move in self.moves if move.startswith(begin))

    def press(self, key: str) -> str | None:
        """Take a key; return a line when one is complete."""
        if key in ARROWS.values():
            self.at = self._beyond(key)
        elif key == ESCAPE:
            self.picked, self.typed = None, ""
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
        if self.picked is not None:
            begin, self.picked = self.board.points[self.picked], None
            return None if begin == here else f"{begin}-{here}"
        if any(move.startswith(f"{here}-") for move in self.moves):
            self.picked = self.at
            return None
        return here

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
                before = (pointer.at, pointer.picked)
                line = pointer.press(pressed)
                if line is not None:
                    return line
                if before != (pointer.at, pointer.picked):
                    redraw()
    finally:
        screen.console.print()
