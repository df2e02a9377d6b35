"""A puzzle: a position, the one best answer, and what every move is worth there.

How to use it::

    puzzle = next(iter(shipped().values()))
    puzzle.view                                  # what the seat that is to answer may know
    puzzle.right("truco")                        # whether a move is the answer, or comes to the same

A file has one puzzle a line, as JSON. What is read is played through: a puzzle whose moves are not legal, or whose
answer is not surely the best, is refused with its line.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.hooks import UNITS, Analysis, MoveValue
from bolicho.core.json_text import JsonObject, read_json
from bolicho.games import GAMES
from bolicho.games.face import face_of

DATA = Path(__file__).with_name("data")
MARGIN = {"match": 0.02, "points": 0.3, "game": 1.0}
"""What every other move surely gives away, at least, by the unit of the analysis."""
FAR = 4
"""A win in so many own moves, or more, is far."""
BOARD_THEMES = (*(f"win-{own}" for own in range(1, FAR)), "win-far", "save")
"""The only move that wins, by the own moves to the end; the only one that does not lose."""
CARD_THEMES = ("card", "call", "answer", "fold")
THEMES = (*BOARD_THEMES, *CARD_THEMES)
TURN, REPLY = "turn", "reply"
"""What is asked where to tell the theme would tell the answer: card or call, or the answer to a call."""
FIELDS = ("game", "deal", "context", "moves", "answer", "theme", "rating", "analysis", "why")
DIGITS = 4
LONGEST = 20_000
"""Letters of a line."""


@dataclass(frozen=True)
class Puzzle:
    """A position that has one best answer."""

    game: str
    deal: str
    """The deal, or the position of a board, as text."""
    context: JsonObject
    """How the unit begins: score, mão."""
    moves: tuple[str, ...]
    """The moves since then."""
    answer: str
    theme: str
    rating: int
    analysis: Analysis
    why: JsonObject | None = None
    """Why one makes the answer: what ``Decision.why`` holds."""

    @cached_property
    def id(self) -> str:
        """A name that its position gives it."""
        text = json.dumps([self.game, self.deal, self.context, self.moves])
        return blake2b(text.encode(), digest_size=4).hexdigest()

    @cached_property
    def rules(self) -> Game:
        """The game, by the rules of the house."""
        return game_named(self.game)

    @cached_property
    def state(self) -> Any:
        """Where it stands."""
        state: Any = self.rules.start(self.rules.parse_deal(self.deal), **self.context)
        for move in self.moves:
            state = state.play(move)
        return state

    @property
    def seat(self) -> int:
        """Who is to answer."""
        seat: int = self.state.seat
        return seat

    @property
    def view(self) -> Any:
        """What that seat may know."""
        return self.state.view(self.seat)

    @property
    def unit(self) -> str:
        """In what the moves are measured: chances to win the match, points, or won, drawn and lost."""
        return self.analysis.unit

    @property
    def margin(self) -> float:
        """What any other move surely gives away, at least."""
        return margin(self.analysis, same_as(self.rules, self.state, self.answer))

    @property
    def distance(self) -> int | None:
        """Own moves to the win, where it is a win that can be counted."""
        best = value_of(self.analysis, self.answer)
        return (best.distance + 1) // 2 if best.distance and best.value > 0 else None

    @property
    def asks(self) -> str:
        """What may be told of it before it is answered."""
        if self.theme not in CARD_THEMES:
            return self.theme
        return REPLY if _to_be_answered(self.rules, self.view.moves) else TURN

    def right(self, move: str) -> bool:
        """Whether a move is the answer, or comes to the same."""
        return move in same_as(self.rules, self.state, self.answer)

    def to_json(self) -> str:
        """Return it as one line."""
        plain = MoveValue("", 0.0)._asdict()
        rows = [
            {key: value for key, value in one._asdict().items() if key == "value" or value != plain[key]}
            for one in self.analysis.moves
        ]
        told = {key: getattr(self, key) for key in FIELDS if key != "analysis"}
        found: JsonObject = {"unit": self.unit, "gap": self.analysis.gap, "moves": rows}
        return json.dumps({**told, "analysis": found}, ensure_ascii=False, separators=(",", ":"))


@cache
def game_named(name: str) -> Game:
    """Return a game by the rules of the house."""
    game: Game = GAMES.make(name)
    return game


def value_of(analysis: Analysis, move: str) -> MoveValue:
    """Return what one move is worth."""
    return next(one for one in analysis.moves if one.move == move)


def same_as(game: Game, state: Any, move: str) -> tuple[str, ...]:
    """Return the moves that come to the same: of cards and calls that end the unit, those that pay the same."""
    after = state.play(move)
    if not after.over or face_of(game).kind(move) not in ("card", "call"):
        return (move,)
    others = ((other, state.play(other)) for other in state.moves())
    return tuple(other for other, then in others if then.over and then.scores == after.scores)


def margin(analysis: Analysis, answers: tuple[str, ...]) -> float:
    """Return what every move but the answers surely gives away, at least."""
    return min((analysis.surely(one) for one in analysis.moves if one.move not in answers), default=0.0)


def theme_of(game: Game, moves: tuple[str, ...], answer: str, analysis: Analysis) -> str:
    """Return what a puzzle is about; ``moves`` are the legal ones."""
    face, best = face_of(game), value_of(analysis, answer)
    if analysis.unit == "game":
        own = ((best.distance or 0) + 1) // 2
        return "save" if best.value <= 0 else f"win-{own}" if 0 < own < FAR else "win-far"
    if face.is_card(answer):
        return "card"
    if face.tone(answer) == "no":
        return "fold"
    return "answer" if _to_be_answered(game, moves) else "call"


def _to_be_answered(game: Game, moves: tuple[str, ...]) -> bool:
    face = face_of(game)
    return any(face.tone(move) == "yes" for move in moves)


# ── reading ───────────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def shipped() -> dict[str, Puzzle]:
    """Return every puzzle that comes with the house, by its name; the games in the order of the house."""
    order = GAMES.names()
    files = sorted(DATA.glob("*.jsonl"), key=lambda path: order.index(path.stem))
    return {puzzle.id: puzzle for path in files for puzzle in read_puzzles(path)}


def read_puzzles(path: Path) -> Iterator[Puzzle]:
    """Read a file of puzzles; the error names the line that is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: not UTF-8 text") from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield read_puzzle(line)
            except BolichoError as error:
                raise BadInput(f"{path} line {number}: {error}") from None


def read_puzzle(line: str) -> Puzzle:
    """Read one puzzle, and check that it is one."""
    if len(line) > LONGEST:
        raise BadInput(f"longer than {LONGEST} letters")
    data = read_json(line)
    if not isinstance(data, dict) or set(data) != set(FIELDS):
        raise BadInput(f"expected an object with {', '.join(FIELDS)}")
    try:
        puzzle = _made(data)
        moves = puzzle.state.moves()
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError) as error:
        raise BadInput(f"not a puzzle: {error}") from None
    if puzzle.state.over or puzzle.answer not in moves:
        raise BadInput(f"answer {puzzle.answer!r}: not legal there; legal: {' '.join(moves)}")
    if tuple(one.move for one in puzzle.analysis.moves) != tuple(moves):
        raise BadInput(f"analysis.moves: expected {' '.join(moves)}")
    if puzzle.margin < MARGIN[puzzle.unit]:
        raise BadInput(f"answer {puzzle.answer!r}: not the only good one, another gives away {puzzle.margin:g}")
    return puzzle


def _made(data: JsonObject) -> Puzzle:
    texts = {key: _kind(data, key, str) for key in ("game", "deal", "answer", "theme")}
    told = _kind(data, "analysis", dict)
    if texts["theme"] not in THEMES or told.get("unit") not in UNITS:
        raise BadInput(f"theme: one of {', '.join(THEMES)}; analysis.unit: one of {', '.join(UNITS)}")
    rows = tuple(MoveValue(**row) for row in _kind(told, "moves", list))
    more = [value for row in rows for value in (row.chance, row.distance, row.points, row.loss) if value is not None]
    numbers = [*(value for row in rows for value in (row.value, row.error)), *more, told.get("gap") or 0]
    if not all(isinstance(row.move, str) for row in rows) or not all(map(_number, numbers)):
        raise BadInput("analysis.moves: expected texts and numbers")
    moves = _kind(data, "moves", list)
    if not all(isinstance(move, str) for move in moves):
        raise BadInput("moves: expected texts")
    why = data["why"] if data["why"] is None else _kind(data, "why", dict)
    analysis = Analysis(told["unit"], rows, told.get("gap"))
    rating, context = _kind(data, "rating", int), _kind(data, "context", dict)
    return Puzzle(**texts, context=context, moves=tuple(moves), rating=rating, analysis=analysis, why=why)


def _kind(data: JsonObject, key: str, kind: type) -> Any:
    value = data.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadInput(f"{key}: expected {kind.__name__}, found {type(value).__name__}")
    return value


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6
