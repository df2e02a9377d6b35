"""Small traditional board games on a graph: each is one data file (docs/games/boards.md).

``bolicho.game("tapatan")`` is a bundled game; ``game_from(text)`` makes one of a file of your own.
"""

from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, ClassVar

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonObject
from bolicho.games.boards.board import DRAWS, Board, read
from bolicho.games.boards.rules import Position, opening, parse_position, result
from bolicho.games.boards.state import State, View
from bolicho.games.faces import BOARD

__all__ = ["Board", "BoardGame", "Position", "State", "View", "board_game", "bundled", "game_from", "on_a_board"]

FOLDER = files("bolicho.games.boards") / "data"


class BoardGame(Game[State, View, Position]):
    """A game of the board families; each data file makes one class of these."""

    seats: ClassVar[int] = 2
    name: ClassVar[str] = BOARD
    unit: ClassVar[str] = "game"
    board: ClassVar[Board]

    def __init__(self, /, **options: Any) -> None:
        """``draw`` and ``plies`` may be other than in the file."""
        for option in options:
            if option not in ("draw", "plies"):
                raise UnknownName(f"{self.name} option", option, ("draw", "plies"))
        draw, plies = options.get("draw", self.board.draw), options.get("plies", self.board.plies)
        if draw not in DRAWS:
            raise BadInput(f"{self.name} option draw={draw!r}: expected one of {', '.join(DRAWS)}")
        if not str(plies).isdecimal() or len(str(plies)) > 5 or not 1 <= int(plies) <= 10_000:
            raise BadInput(f"{self.name} option plies={plies!r}: expected a number from 1 to 10000")
        self.limits = (str(draw), int(plies))

    @property
    def options(self) -> JsonObject:
        """The draw rule and the number of plies after which a game is drawn."""
        return {"draw": self.limits[0], "plies": self.limits[1]}

    def deal(self, rng: Random) -> Position:  # noqa: ARG002  (a board game has no chance)
        """Return the position of the file; there is no chance in it."""
        return opening(self.board)

    def parse_deal(self, text: str) -> Position:
        """Read a position to begin with: ``121000212 1``."""
        return parse_position(self.board, text)

    def start(self, deal: Position | str | None = None) -> State:
        """Begin at a position, by default that of the file."""
        begun = opening(self.board) if deal is None else self.parse_deal(str(deal))
        if result(self.board, begun) is not None:
            raise BadInput(f"position '{begun}': the game is over there, nothing can begin")
        return State(self.board, self.limits, begun, begun)

    def worlds(self, view: View, rng: Random) -> State:  # noqa: ARG002
        """Return the state: nothing is hidden."""
        return view.state

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (self.board, self.options)


def on_a_board(game: Game) -> bool:
    """Whether a game is of the board families, so that its board can be walked, solved and learned."""
    return isinstance(game, BoardGame)


def board_game(game: Game, refusal: str) -> BoardGame:
    """Return a game as one of the board families; of any other the refusal is a BadInput."""
    if not isinstance(game, BoardGame):
        raise BadInput(refusal)
    return game


def game_from(text: str, file: str = "board") -> type[BoardGame]:
    """Make a game of the text of a board file; register it with ``bolicho.games.GAMES.add(name, game)``."""
    board = read(text, file)
    pieces = [len(side) + held for side, held in zip((board.first, board.second), board.in_hand, strict=True)]
    if result(board, opening(board)) is not None:
        raise BadInput(f"{file}: the game is over at its start")
    short = board.goal == "line" and min(map(len, board.lines)) > max(pieces)
    if short or any(len(set(goal)) > held for goal, held in zip(board.targets, pieces, strict=True)):
        raise BadInput(f"{file}: the goal needs more pieces than there are ({max(pieces)})")
    return _class(board)


def _class(board: Board) -> type[BoardGame]:
    return type(board.name, (BoardGame,), {"name": board.name, "version": board.version, "board": board})


def _unpickled(board: Board, options: JsonObject) -> BoardGame:
    """The class of a board is made from its data, so a pickle takes that along; ours is the one that is known here."""
    known = _bundled(board.name) if board.name in bundled() else None
    return (known if known is not None and known.board == board else _class(board))(**options)


def bundled() -> tuple[str, ...]:
    """Return the names of the games that come with Bolicho."""
    return tuple(sorted(entry.name[:-5] for entry in FOLDER.iterdir() if entry.name.endswith(".toml")))


@cache
def _bundled(name: str) -> type[BoardGame]:
    file = f"{name}.toml"
    return game_from((FOLDER / file).read_text(encoding="utf-8"), file)


def __getattr__(name: str) -> Any:
    # the registry asks for a bundled game by its name: "bolicho.games.boards:tapatan"
    if name in bundled():
        return _bundled(name)
    raise AttributeError(f"module 'bolicho.games.boards' has no attribute {name!r}")
