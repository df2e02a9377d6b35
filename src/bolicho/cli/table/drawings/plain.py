"""A plain drawing for any game: the fields of the view, and its moves by number."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from bolicho.cli.table.drawing import Key
from bolicho.cli.table.screen import Size
from bolicho.core.contract import Game, View
from bolicho.core.words import printable

APART = ("seat", "moves", "to_move", "history")
"""Fields that are told elsewhere, or too long to be read."""


class PlainDrawing:
    """Draws views of a game that brought no drawing of its own."""

    def __init__(self, game: Game, language: str, names: tuple[str, ...]) -> None:  # noqa: ARG002  (it has no words)
        self.game = game
        self.names = names
        self.title = game.name

    def table(self, view: View, size: Size, others: Sequence[Any] = ()) -> RenderableType:  # noqa: ARG002  (lines wrap)
        """List the fields of the view."""
        grid = Grid.grid(padding=(0, 2))
        for seen in (view, *others):
            for name, value in _fields(seen):
                grid.add_row(Text(name, style="bold"), Text(printable(value)))
        return grid

    def prompt(self, view: View) -> str:
        """Say whose turn it is."""
        return f"{self.names[view.seat]} ▸ {len(view.moves)}"

    def keys(self, view: View) -> list[Key]:
        """Number the moves."""
        return [Key(str(number), printable(move)) for number, move in enumerate(view.moves, 1)]

    def read(self, view: View, typed: str) -> str | None:
        """Take a move's text or its number."""
        word = typed.strip()
        if word in view.moves:
            return word
        found: str | None = dict(zip(_numbers(view), view.moves, strict=True)).get(word)
        return found

    def knows(self, typed: str) -> bool:
        """Know numbers only."""
        return typed.strip().isdigit()

    def say(self, seat: int, move: str) -> str:
        """Tell a move in the notation of its game."""
        return f"{self.names[seat]}: {printable(move)}"

    def history(self, view: View) -> list[str]:
        """Tell the view's own history, if it has one."""
        return [printable(entry) for entry in getattr(view, "history", ())]

    def summary(self, view: View) -> list[str]:
        """Show the last position."""
        return [f"{name}: {printable(value)}" for name, value in _fields(view)]

    def dealt(self, view: View) -> str:
        """Name what the view says was dealt or is held."""
        return printable(getattr(view, "dealt", None) or getattr(view, "hand", None) or "–")

    def rules(self) -> list[str]:
        """Tell the options, and what the game says of itself."""
        options = ", ".join(f"{name}={value}" for name, value in self.game.options.items())
        return [line for line in (type(self.game).__doc__ or "", printable(options)) if line]


def _numbers(view: View) -> list[str]:
    return [str(number) for number in range(1, len(view.moves) + 1)]


def _fields(view: View) -> Iterator[tuple[str, Any]]:
    names = getattr(view, "_fields", None) or getattr(view, "__dataclass_fields__", None) or vars(view)
    return ((name, getattr(view, name)) for name in names if name not in APART and not name.startswith("_"))
