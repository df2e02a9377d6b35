"""The face of the board games: pieces, lines, and everything in the open."""

import re
from collections.abc import Collection, Mapping
from itertools import pairwise
from typing import Any, ClassVar

from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.words import Words
from bolicho.games.boards import STANDARD, BoardGame, View, talk
from bolicho.games.boards.board import DRAWS
from bolicho.games.boards.picture import bends, board_svg, joined
from bolicho.games.boards.racing import NEXT
from bolicho.games.boards.rules import PASS
from bolicho.games.boards.state import Deal
from bolicho.games.boards.symmetry import shape
from bolicho.games.face import Face
from bolicho.games.picture import foot, heading

LARGE, LINES = 15, 20
"""Points of a board whose small picture shows paths, and how many of those."""
STEP = re.compile(r"[a-z]+[0-9]*-[a-z]+[0-9]*").fullmatch

PLIES = (10, 1000)
"""What is sensible at a table of the number of plies after which a game is drawn."""


class BoardFace(Face[View]):
    """Shows and speaks of a board game."""

    game: BoardGame
    drawing = "board"
    open: ClassVar[bool] = True
    lessons: ClassVar[bool] = True
    stand_in: ClassVar[str] = "minimax"
    analyst: ClassVar[str] = "perfect"
    package: ClassVar[str] = "bolicho.games.boards"

    def __init__(self, game: Any, language: str = "en", names: Any = ()) -> None:
        super().__init__(game, language, names)
        self.words = Words(self.package, language)
        self.family = game.board.family
        if game.board.dice:  # throws to come are hidden, and nobody can judge a move for sure
            self.open = self.lessons = False  # type: ignore[misc]

    @property
    def title(self) -> str:
        """What the file calls the game."""
        return self.game.board.title[self.language]

    @property
    def about(self) -> str:
        """The sentence of its file."""
        return self.game.board.about.get(self.language, "")

    def allowed(self) -> Mapping[str, tuple[str, ...]]:
        """The draw rules, and the variants of the file."""
        variants = type(self.game).board.variants
        return {"draw": DRAWS, **({"variant": (STANDARD, *variants)} if variants else {})}

    def limits(self, option: str) -> tuple[int, int] | None:
        """The plies."""
        return PLIES if option == "plies" else None

    def facts(self) -> JsonObject:
        """Its names, its family and where its rules are from."""
        board = self.game.board
        return {"title": dict(board.title), "family": board.family, "source": board.source}

    def rules(self) -> list[str]:
        """Tell the rules as the file and the options of this table have them."""
        return talk.rules_told(self.game, self.words)

    def pictures(self) -> JsonObject:
        """The board and the position in which a game begins."""
        return {"board": self.state(self.game.start().view(0))}

    def thumbnail(self) -> list[tuple[float, float, float, float]]:
        """The lines of the board; of a large one, each path from end to end, and few enough of them."""
        board = self.game.board
        if len(board.points) > LARGE:
            ends = [
                (a, way) for a, ways in enumerate(board.ways) for way in ways if not way.behind and a < way.ahead[-1]
            ]
            straight = [(a, way) for a, way in ends if not (way.right and way.up)]
            chosen = ends if len(ends) <= LINES or not straight else straight
            return [(*board.places[a], *board.places[way.ahead[-1]]) for a, way in chosen[:LINES]]
        edges = {(min(a, b), max(a, b)) for a, others in enumerate(board.near) for b in others}
        edges = edges or {pair for line in board.lines for pair in pairwise(line)}
        return [(*board.places[a], *board.places[b]) for a, b in sorted(edges)]

    def is_card(self, move: str) -> bool:  # noqa: ARG002
        """There are none."""
        return False

    def kind(self, move: str) -> str:
        """A step goes from point to point, a chain through several; a point is where a piece is placed."""
        if move == PASS:
            return PASS
        return "point" if move in self.game.board.points else "step" if move.count("-") == 1 and STEP(move) else "chain"

    def say(self, seat: int, move: str) -> str:
        """Tell a move with the piece that made it."""
        return f"{talk.SIGNS[seat]} {move}"

    def label(self, move: str) -> str:
        """Name a move."""
        return self.words(PASS) if move == PASS else move.replace("-", " → ")

    def name_of(self, token: str) -> str:
        """Moves are called by the points of the board, and what they take or close in words."""
        if not token or token in self.game.board.points:
            return token
        named = [[self._spoken(part) for part in move.split(NEXT)] for move in token.split()]
        if any(None in move for move in named):
            return token
        return ", ".join(self.words("named-and").join(map(str, move)) for move in named)

    def _spoken(self, move: str) -> str | None:
        """Name one move; None for anything else.

        A way is ``a1-b2-c3``, a leap ``a1×c3``; ``>`` and ``<`` take ahead and behind, ``*`` takes off, ``/`` shoots.
        """
        if move == PASS:
            return self.words("named-pass")
        if move in self.game.board.points:
            return move
        way = re.split(r"[*/]", move)[0]
        sign, there = move[len(way) : len(way) + 1], move[len(way) + 1 :]
        points, signs = _points(way, self.game.board.points)
        if not points:
            return None
        steps = "".join(f"{'×' if one == 'x' else '-'}{point}" for one, point in zip(signs, points[1:], strict=True))
        sides = [self.words(f"named-{name}") for one, name in ((">", "ahead"), ("<", "behind")) if one in signs]
        taking = f" {self.words('named-taking', sides=self.words('named-and').join(sides))}" if sides else ""
        also = f" {self.words('named-off' if sign == '*' else 'named-arrow', point=there)}" if sign else ""
        return f"{points[0]}{steps}{taking}{also}"

    def keys(self, view: View) -> dict[str, str]:
        """None: its drawings have their own."""
        return dict.fromkeys(view.moves, "")

    def picture(self, view: View, state: Any = None) -> str:
        """Draw the board with its pieces and the last move."""
        title = f"{self.title}: {view.position}"
        last = view.history[-1] if view.history else ""
        drawn = board_svg(self.game.board, title, view.position, last)
        return f'<div class="b-table">{heading(self, view, state)}{drawn}{foot(self, view, state)}</div>'

    def prompt(self, view: View) -> str:
        """Say whether to place or to move."""
        return talk.prompt(view, self.words)

    def own(self, view: View) -> str:
        """Show the seat's own piece."""
        return talk.SIGNS[view.seat] if view.seat >= 0 else ""

    def history(self, view: View) -> list[tuple[int, str]]:
        """Return every move, the seats taking turns."""
        first = view.state.begun.turn
        return [((first + number) % 2, move) for number, move in enumerate(view.history)]

    def move_by_ear(self, move: str, text: str) -> str:  # noqa: ARG002
        """Say a move by its points; the sign of a piece is for the eye."""
        return self.words(PASS) if move == PASS else self.name_of(move)

    def speech(self, view: View, *, over: bool = False) -> list[str]:
        """Tell the game without the signs of pieces."""
        return [re.sub(f"[{talk.SIGNS}] ", "", line) for line in super().speech(view, over=over)]

    def summary(self, view: View) -> list[str]:
        """Tell how the game ended."""
        return [talk.ending(view, self.words, self.names)]

    def shape(self, state: Any) -> str:
        """The position turned and mirrored as the board may be, and with the colours of both changed."""
        return shape(self.game.board, state.position)

    def scene(self, view: View) -> None:  # noqa: ARG002
        """No cards."""
        return

    def public(self, state: Any) -> View:
        """Everything is public."""
        view: View = state.view(-1)
        return view

    def plain(self, view: View) -> JsonObject:
        """Write the board and the position out by the names of the points."""
        board, position = view.board, view.position
        pieces, kinds, counts = talk.standing(board, position)
        in_hand = list(position.hand)
        return {
            "seat": view.seat,
            "board": self._board(),
            "position": {
                "pieces": pieces,
                **({"kinds": kinds} if kinds else {}),
                **({"counts": counts} if counts else {}),
                "turn": position.turn,
                "in_hand": in_hand,
                **({"dice": position.note} if board.dice else {}),
                "text": str(position),
            },
            "start": str(
                Deal(view.state.begun._replace(note=""), view.state.rolls) if board.dice else view.state.begun
            ),
            "history": list(view.history),
            "to_move": view.to_move,
            "over": view.over,
            "scores": list(view.scores),
            "moves": list(view.moves),
        }

    def _board(self) -> JsonObject:
        """Where the points are, which are joined, which lines win."""
        board = self.game.board
        names = board.points
        return {
            "name": board.name,
            "title": board.title[self.language],
            "points": {name: list(place) for name, place in zip(names, board.places, strict=True)},
            "edges": [[names[i], names[j]] for i, j in joined(board)],
            "lines": [[names[i] for i in line] for line in board.lines] if "line" in board.goals else [],
            "goal": board.goal,
            "targets": [[names[i] for i in side] for side in board.targets],
            "in_hand": list(board.in_hand),
            **({"squares": True} if board.squares else {}),
            **({"bends": [list(ends) for ends in bends(board)]} if board.loops else {}),
        }

    def public_move(self, move: str) -> str:
        """Everything is played openly."""
        return move

    def read(self, state: JsonMapping) -> View:
        """Play a view that was written out again from its start."""
        start, history = state.get("start"), state.get("history")
        if not isinstance(start, str) or not isinstance(history, list):
            raise BadInput(f"state: no view of {self.game.name}: expected start, a text, and history, a list of moves")
        try:
            position = self.game.start(self.game.parse_deal(start))
            for move in history:
                position = position.play(move)
        except BolichoError as error:
            raise BadInput(f"state: no view of {self.game.name}: {error}") from None
        return position.view(state["seat"])


def _points(way: str, known: Collection[str]) -> tuple[list[str], list[str]]:
    """Return the points of a way and the signs between them; none where it is no way over the board.

    >>> _points("tfxc1xc3", ["tf", "c1", "c3"]), _points("points", ["c1"])
    ((['tf', 'c1', 'c3'], ['x', 'x']), ([], []))
    """
    one = "|".join(sorted(map(re.escape, known), key=len, reverse=True))
    if not re.fullmatch(rf"(?:{one})(?:[-x<>](?:{one}))*", way):
        return [], []
    return re.findall(one, way), re.findall(rf"([-x<>])(?:{one})", way)
