"""How a game looks and speaks in the terminal: its face names a drawing, and one serves all other card games."""

from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from rich.console import RenderableType

from bolicho.cli.table.screen import Size
from bolicho.core.contract import Game, View
from bolicho.games.face import face_of
from bolicho.games.scene import pack_of

DRAWINGS = {
    "truco": "bolicho.cli.table.drawings.truco:TrucoDrawing",
    "rikken": "bolicho.cli.table.drawings.rikken:RikkenDrawing",
    "board": "bolicho.cli.table.drawings.board:BoardDrawing",
    "cards": "bolicho.cli.table.drawings.cards:CardDrawing",
    "plain": "bolicho.cli.table.drawings.plain:PlainDrawing",
}
"""What the face of a game names -> who draws it."""
CARDS, PLAIN = "cards", "plain"
"""Who draws any card game, and who anything else."""


class Key(NamedTuple):
    """What may be typed now, what it does, and an explanation where there is room for one."""

    key: str
    label: str
    gloss: str = ""


class Drawing(Protocol):
    """Draws views of one game in one language; ``names`` are those of the seats, ``title`` that of the game.

    Optional, looked for by name: ``house`` (words that the house then speaks), ``pointer`` (a cursor for arrow keys),
    ``open`` (nothing is hidden, so reasons may be told at once).
    """

    names: tuple[str, ...]
    title: str

    def table(self, view: View, size: Size, others: Sequence[object] = ()) -> RenderableType:
        """Draw what a seat sees; with the views of the others, their cards too (replays only)."""

    def prompt(self, view: View) -> str:
        """Say what is asked of the seat now."""

    def keys(self, view: View) -> list[Key]:
        """List what may be typed now."""

    def read(self, view: View, typed: str) -> str | None:
        """Return the move that was typed, None when it is not one of the legal ones."""

    def knows(self, typed: str) -> bool:
        """Whether this is a word of the game, though perhaps not now."""

    def say(self, seat: int, move: str) -> str:
        """Tell a move in a few words."""

    def history(self, view: View) -> list[str]:
        """Tell all that the seat saw and heard so far, a line a move."""

    def summary(self, view: View) -> list[str]:
        """Tell how a finished unit ended: who was paid for what, what was shown."""

    def dealt(self, view: View) -> str:
        """Name what a seat was dealt, to be told after the unit."""

    def rules(self) -> list[str]:
        """Tell the rules as they are at this table."""


def drawing_for(game: Game, language: str, names: Sequence[str]) -> Drawing:
    """Return who draws a game."""
    named = face_of(game).drawing
    own = named if named in DRAWINGS and named != CARDS else CARDS if pack_of(game).cards else PLAIN
    module, _, name = DRAWINGS[own].partition(":")
    return cast(Drawing, getattr(import_module(module), name)(game, language, tuple(names)))
