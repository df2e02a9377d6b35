"""Small traditional board games on a graph: each is one data file (docs/games/boards.md).

``bolicho.game("tapatan")`` is a bundled game; ``game_from(text)`` makes one of a file of your own.
"""

from functools import cache
from importlib.resources import files
from itertools import cycle, islice
from random import Random
from typing import Any, ClassVar, TypeGuard

from bolicho.core.chance import stream
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.games.boards.board import DRAWS, Board
from bolicho.games.boards.board_file import read
from bolicho.games.boards.racing import thrown
from bolicho.games.boards.rules import Position, opening, parse_position, parse_throw, result
from bolicho.games.boards.state import ROLLS, Deal, Limits, State, View
from bolicho.games.faces import BOARD
from bolicho.games.options import Bounds, read_options

__all__ = [
    "Board",
    "BoardGame",
    "Position",
    "State",
    "View",
    "board_game",
    "bundled",
    "game_from",
    "game_on",
    "on_a_board",
]

FOLDER = files("bolicho.games.boards") / "data"
STANDARD = "standard"
"""The variant that a file is about."""


class BoardGame(Game[State, View, Position | Deal]):
    """A game of the board families; each data file makes one class of these."""

    seats: ClassVar[int] = 2
    name: ClassVar[str] = BOARD
    unit: ClassVar[str] = "game"
    board: ClassVar[Board]

    def __init__(self, /, **options: Any) -> None:
        """``draw`` and ``plies`` may be other than in the file; ``variant`` is one of its variants."""
        known = (STANDARD, *self.board.variants)
        if options.get("variant", STANDARD) in known[1:]:
            self.board = self.board.variants[options["variant"]]  # type: ignore[misc]
        asked = {"draw": self.board.draw, "plies": self.board.plies, **options}
        choices = {"draw": DRAWS, **({"variant": known} if len(known) > 1 else {})}
        values = read_options(
            self.name, {**dict.fromkeys(choices, STANDARD), **asked}, choices, {"plies": Bounds(1, 10_000)}
        )
        self.limits = (str(values["draw"]), int(values["plies"]))

    @property
    def options(self) -> JsonObject:
        """The draw rule, the number of plies after which a game is drawn and, where there are any, the variant."""
        varied = {"variant": self.board.variant or STANDARD} if type(self).board.variants else {}
        return {"draw": self.limits[0], "plies": self.limits[1], **varied}

    def deal(self, rng: Random) -> Position | Deal:
        """Return the position of the file; where there are dice, with every throw that there can be."""
        begun = opening(self.board)
        return Deal(begun, self.throws(rng)) if self.board.dice else begun

    def throws(self, rng: Random, first: str = "") -> tuple[str, ...]:
        """Throw the dice once for each turn that there can be; the first throw may be known."""
        begun = first or thrown(self.board, rng, first=True)
        return begun, *(thrown(self.board, rng) for _ in range(1, self.limits[1]))

    def parse_deal(self, text: str) -> Position | Deal:
        """Read a position to begin with: ``121000212 1``; of a game of dice with the throws: ``… 1 : 31 52 66``.

        A game of dice without its throws has the same ones every time, the first as the position has it.
        """
        if not self.board.dice:
            return parse_position(self.board, text)
        where, _, listed = text.partition(ROLLS)
        position = parse_position(self.board, where)
        rolls = tuple(listed.split())
        for roll in rolls:
            if not parse_throw(self.board, roll):
                raise BadInput(f"throw {roll!r}: expected {self.board.dice} numbers from 1 to 6")
        return Deal(position._replace(note=""), rolls or self.throws(stream(0, self.name), position.note))

    def start(self, deal: Position | Deal | str | None = None) -> State:
        """Begin at a position, by default that of the file."""
        usual = opening(self.board)
        begun = (
            usual
            if not self.board.dice and deal in (None, usual)
            else self.parse_deal(str(usual if deal is None else deal))
        )
        position, rolls = begun if isinstance(begun, Deal) else (begun, ())
        if result(self.board, position) is not None:
            raise BadInput(f"position '{position}': the game is over there, nothing can begin")
        if rolls:
            rolls = tuple(islice(cycle(rolls), self.limits[1]))
            position = position._replace(note=rolls[0])
        return State(self.board, self.limits, position, position, rolls=rolls)

    def worlds(self, view: View, rng: Random) -> State:
        """Return the state; throws that are still to come are thrown anew."""
        state = view.state
        if not state.rolls or state.over:
            return state
        missing = self.limits[1] - len(state.rolls)
        return state._replace(rolls=(*state.rolls, *(thrown(self.board, rng) for _ in range(missing))))

    def _repr_html_(self) -> str:
        from bolicho.games.picture import look

        return look(self, self.start())

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (type(self).board, self.options)


def on_a_board(game: Game) -> TypeGuard[BoardGame]:
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
    for one in (board, *board.variants.values()):
        _check(one, file)
    return _class(board)


def game_on(board: Board, limits: Limits | None = None) -> BoardGame:
    """Return the game of a board, under draw rules of its own or those of its file."""
    draw, plies = limits or (board.draw, board.plies)
    return _class(board)(draw=draw, plies=plies)


def _check(board: Board, file: str) -> None:
    """Refuse a game that nobody could play."""
    pieces = [len(side) + held for side, held in zip((board.first, board.second), board.in_hand, strict=True)]
    if result(board, opening(board)) is not None:
        raise BadInput(f"{file}: the game is over at its start")
    if board.endless or board.sow or board.dice:
        return
    short = "line" in board.goals and min(map(len, board.lines)) > max(pieces)
    aims = board.targets if "reach" in board.goals else ((), ())
    if short or any(len(set(goal)) > held for goal, held in zip(aims, pieces, strict=True)):
        raise BadInput(f"{file}: the goal needs more pieces than there are ({max(pieces)})")


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
