"""A board game as a picture: the board of its data file, who plays which pieces, and what may be typed."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bolicho.cli.table.drawing import Key
from bolicho.cli.table.drawings.board_canvas import picture, undrawn
from bolicho.cli.table.drawings.board_talk import board_words
from bolicho.cli.table.drawings.pointing import Pointer
from bolicho.cli.table.screen import WIDE, Size
from bolicho.cli.table.spelling import plain_word
from bolicho.games.boards import BoardGame, View
from bolicho.games.boards.board import PIECE
from bolicho.games.boards.rules import PASS
from bolicho.games.boards.talk import BETWEEN, SIGNS, ending, points_of, prompt, rules_told
from bolicho.games.boards.talk import sign as cell_sign

EMPTY, LEFT_BEHIND = "·", "◌"
JUST_MOVED = "◉◎"
"""The piece that moved last, of either seat."""
COLOURS = ("bold bright_cyan", "bold bright_yellow")
FACTS = 32
"""Columns beside the board."""
BELOW, AROUND = 12, 16
"""Lines that the question takes, and with it the facts above the board of a narrow screen."""


def _bare(move: str) -> str:
    """A move as it may be typed in a hurry: without hyphens, and a chain with them."""
    return move.replace("-", "").replace("x", "")


class BoardDrawing:
    """Draws views of any board game; the cursor is drawn while somebody points with it."""

    open = True
    """Nothing is hidden: reasons may be told while the game goes on."""

    def __init__(self, game: BoardGame, language: str, names: tuple[str, ...]) -> None:
        self.game = game
        self.names = names
        self.words = self.house = board_words(language)
        self.title = game.board.title[language]
        self.pointer = Pointer(game.board)

    def table(self, view: View, size: Size, others: Sequence[View] = ()) -> RenderableType:  # noqa: ARG002
        """Draw the board, and beside it or above it who plays what."""
        if size.width >= WIDE:
            board = self._board(view, size.width - FACTS, size.height - BELOW)
            grid = Grid.grid(padding=(0, 3))
            grid.add_column(no_wrap=True)
            grid.add_column(ratio=1)
            lines = board.plain.count("\n") + 1
            grid.add_row(board, Group(*self._facts(view), Text(), *self._told(view, max(2, lines - 5))))
            return Group(Text(), grid, *self._joined(), Text())
        board = self._board(view, size.width, size.height - AROUND)
        return Group(*self._facts(view), Text(), board, *self._joined())

    def _board(self, view: View, width: int, height: int) -> Text:
        cells, pointer = view.position.cells, self.pointer
        last_points = points_of(view.board, view.history[-1]) if view.history else []
        begin, end = (last_points[0], last_points[-1]) if len(last_points) > 1 else ("", "")
        newest = end or (last_points[0] if last_points else "")
        aims = pointer.aims if view.moves else frozenset()

        def piece(number: int) -> tuple[str, str]:
            name, cell = view.board.points[number], cells[number]
            if view.board.sow:
                seat = next(
                    (seat for seat in (0, 1) if number in (*view.board.houses[seat], view.board.stores[seat])), 0
                )
                return cell_sign(view.board, cell), COLOURS[seat]
            if cell == "0":
                sign = LEFT_BEHIND if end and name == begin else EMPTY
                return sign, "bold bright_green" if number in aims else ""
            seat = view.board.owner(cell)
            if seat > 1:
                return cell_sign(view.board, cell), "bold"
            style = f"{COLOURS[seat]} reverse" if number == pointer.picked and view.moves else COLOURS[seat]
            return JUST_MOVED[seat] if name == newest and cell in PIECE and not view.board.dice else cell_sign(
                view.board, cell
            ), style

        canvas, places = picture(view.board, width, height, piece)
        if pointer.shown and view.moves:
            column, line = places[pointer.at]
            for at, sign in ((column - 1, "["), (column + 1, "]")):
                canvas.put((at, line), sign, "bold bright_green")
        return canvas.text()

    def _facts(self, view: View) -> list[Text]:
        """Tell who plays what, who has how much in hand, whose turn it is and what was played last."""
        lines = []
        for seat in (1 - view.seat, view.seat):
            turn = "▸" if view.to_move == seat else " "
            line = Text.assemble(f"{turn} ", (SIGNS[seat], COLOURS[seat]), " ", (self.names[seat], "bold"))
            if any(view.board.in_hand) or any(view.position.hand):
                held = view.position.hand[seat]
                line.append(f"  {self.words('in-hand', count=held)} ", style="dim")
                line.append(SIGNS[seat] * held, style=COLOURS[seat])
            lines.append(line)
        last = self.words("last", move=view.history[-1]) if view.history else self.words("none-yet")
        lines.append(Text(f"  {self.words('ply', number=len(view.history))} · {last}", style="dim"))
        return lines

    def _told(self, view: View, most: int) -> list[Text]:
        return [Text(f"  {line}", style="dim") for line in self.history(view)[-most:]]

    def _joined(self) -> list[Text]:
        apart = ", ".join(f"{a}–{b}" for a, b in undrawn(self.game.board))
        return [Text(self.words("also-joined", edges=apart), style="dim")] if apart else []

    def prompt(self, view: View) -> str:
        """Say what is asked of the seat now."""
        picked = self.pointer.picked
        if picked is not None:
            return self.words("ask-put", piece=SIGNS[view.seat], point=view.board.points[picked])
        return prompt(view, self.words)

    def keys(self, view: View) -> list[Key]:
        """Number the moves."""
        return [Key(str(number), move) for number, move in enumerate(view.moves, 1)]

    def read(self, view: View, typed: str) -> str | None:
        """Take a move, with or without its hyphen, or its number."""
        word = plain_word(typed)
        meant = {str(number): move for number, move in enumerate(view.moves, 1)}
        if word in view.moves or word in meant:
            return meant.get(word, word)
        near = [move for move in view.moves if move not in view.board.points and _bare(move) == _bare(word)]
        return near[0] if len(near) == 1 else None

    def knows(self, typed: str) -> bool:
        """Whether this could be a move on this board."""
        word = plain_word(typed)
        return word.isdigit() or word == PASS or all(part in self.game.board.points for part in BETWEEN.split(word))

    def say(self, seat: int, move: str) -> str:
        """Tell a move with the piece that made it."""
        return f"{SIGNS[seat]} {self.names[seat]}: {move}"

    def history(self, view: View) -> list[str]:
        """Tell every move so far, numbered."""
        first = view.state.begun.turn
        return [f"{n}. {self.say((first + n - 1) % 2, move)}" for n, move in enumerate(view.history, 1)]

    def summary(self, view: View) -> list[str]:
        """Tell how the game ended."""
        return [ending(view, self.words, self.names)]

    def dealt(self, view: View) -> str:
        """Name the pieces of a seat."""
        return SIGNS[view.seat]

    def rules(self) -> list[str]:
        """Tell the rules from the data of the game."""
        return rules_told(self.game, self.words)
