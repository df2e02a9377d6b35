"""MiniMax with alpha-beta for every board game; the depth is its strength (Lobo Brain).

``minimax`` looks 6 plies ahead, ``minimax:4`` four; ``minimax:seconds=1`` goes deeper until the time is over. Among
moves of truly equal value it draws lots. It looks at positions: what repetition would draw, it takes for undecided.
In games of capture, of area and of camps it weighs what is undecided (``rules.weight``), and looks at 4,000 positions
at most before a move, so that the same position always gives the same answer, and soon. Where dice are thrown it weighs
the best answers to everything that the rival may throw, and looks no further.
"""

import sys
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, ClassVar

from bolicho.agents.boards import BOARD_GAMES, BoardGames, duration, spec, whole_number
from bolicho.core.contract import Decision
from bolicho.core.json_text import JsonObject
from bolicho.games.boards import Board, BoardGame, Position, View
from bolicho.games.boards.rules import PASS, after, moves, weight
from bolicho.games.boards.walk import looks, thrown_at
from bolicho.learn.search.alphabeta import DEEPEST, SearchResult, search
from bolicho.learn.search.chance import expect
from bolicho.parallel.kernel import UntilCompiled

DEPTH = 6
SURE = 1
"""What is worth more than this, either way, is decided: a win in n plies is 100 - n."""
MATE = 100
REMEMBERED = 100_000
"""Positions whose analysis an agent keeps: the same position gives the same answer."""
NODES = 4_000
"""Positions of a larger game that it looks at before a move, at most: seconds of plain Python."""
SMALL = 16
"""Points of a board on which it always looks as deep as it is told."""
MANY = 500
"""Views at once for which compiling is worth while."""
KERNEL = "bolicho.games.boards.kernel"


def _placement() -> Any:
    """Get the kernel of games whose pieces stay ready."""
    from importlib import import_module

    kernel = import_module("bolicho.games.boards.placement_kernel")
    kernel.warm()
    return kernel


PLACEMENT = UntilCompiled[Any](None, _placement, "placement-kernel")
"""By the clock a compiled search sees further; plain Python searches until it is compiled."""


class MiniMax:
    """Looks so many plies ahead and takes what is best against the best answer."""

    plays: ClassVar[BoardGames] = BOARD_GAMES
    character: ClassVar[dict[str, str]] = {
        "en": "counts every answer, as many plies ahead as you allow it",
        "pt-BR": "calcula cada resposta, tantos lances adiante quantos você deixar",
    }

    def __init__(self, game: BoardGame, depth: str | int | None = None, seconds: str | float | None = None) -> None:
        """``depth`` in plies; with ``seconds`` alone as deep as the time allows."""
        self.game = game
        self.seconds = duration("minimax", seconds)
        default = DEPTH if self.seconds is None else DEEPEST
        self.depth = default if depth is None else whole_number("minimax", "depth", depth, 1, DEEPEST)
        self.name = spec("minimax", None if depth is None and self.seconds else self.depth, self.seconds)
        if self.seconds is not None and game.board.only_placed:
            PLACEMENT.warm_up()
        self._known: dict[Position, SearchResult] = {}

    def choose(self, view: View, rng: Random) -> Decision:
        """Draw one of the best moves, and tell its value and the line that follows."""
        found = self.analyse(view.position)
        number = rng.choice(found.best)
        legal = view.moves
        line = line_of(view.board, view.position, found.lines[number])
        sure = (
            "-dice"
            if self.game.board.dice and abs(found.value) <= SURE
            else "-win"
            if found.value > SURE
            else "-loss"
            if found.value < -SURE
            else ""
        )
        facts: JsonObject = {
            "value": found.value,
            "depth": found.depth,
            "nodes": found.nodes,
            "line": " ".join(line),
            "values": dict(zip(legal, found.values, strict=True)),
            **_expected(line, sure, _must_pass(view, line)),
        }
        if sure and sure != "-dice":
            facts["own"] = (MATE - abs(found.value) + 1) // 2
        loses = [move for move, value in zip(legal, found.values, strict=True) if value < -SURE]
        if loses and not sure:
            facts["instead"] = loses[0]
        why = {"rule": f"minimax{sure}", "words": "bolicho.agents", "facts": facts}
        return Decision(legal[number], float(found.value), why)

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """Every truly best move equally likely."""
        if len(views) >= MANY:
            _compile(self.game.board)
        return [uniform(len(found.values), found.best) for found in (self.analyse(view.position) for view in views)]

    def analyse(self, position: Position) -> SearchResult:
        """Return the value of every move; kept, unless the clock has a say in it."""
        if self.seconds is not None:
            return analyse(self.game.board, position, self.depth, self.seconds)
        if position not in self._known:
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[position] = analyse(self.game.board, position, self.depth)
        return self._known[position]


def analyse(board: Board, position: Position, depth: int, seconds: float | None = None) -> SearchResult:
    """Search one position afresh: by the kernel when somebody has prepared it for this board, else in plain Python.

    Both find the same values, lines and number of nodes, so nothing but the time depends on which it was.
    """
    if board.dice:
        return expect(position, looks(board), partial(thrown_at, board), partial(weight, board), depth, NODES)
    if seconds is not None and board.only_placed and (kernel := PLACEMENT.now()) is not None:
        found, reached = kernel.timed(board, position, depth, seconds, weigh=not board.simple)
        lines = tuple((move,) if value == max(found.values) else () for move, value in enumerate(found.values))
        return SearchResult(found.values, reached, found.nodes, lines)
    kernel = sys.modules.get(KERNEL)
    if seconds is None and kernel is not None and kernel.knows(board, position, depth):
        return SearchResult(*kernel.search(board, position, depth))
    if board.simple and len(board.points) <= SMALL:
        return search(position, looks(board), depth, seconds)
    budget = NODES if seconds is None else None
    weigh = None if board.simple else partial(weight, board)
    return search(position, looks(board), depth, seconds, nodes=budget, weigh=weigh)


def _expected(line: Sequence[str], sure: str, again: bool) -> JsonObject:
    """Tell the answer that is feared, and what would follow it; ``telling``: how far the line goes.

    ``again``: the rival has nothing to play, so that there is nothing to fear yet.
    """
    if sure == "-dice":
        return {}
    if sure == "-win" and len(line) == 1:
        return {"telling": "now"}
    names: JsonObject = dict(zip(("move", "reply", "then"), line, strict=False))
    if again:
        return names | {"telling": "again" if len(line) > 2 else "again-short"}
    return names | ({} if len(line) > 2 else {"telling": "short" if len(line) > 1 else "alone"})


def _must_pass(view: View, line: Sequence[str]) -> bool:
    """Whether the rival can do nothing but pass after the first move of a line."""
    return line[1:2] == [PASS] and len(moves(view.board, after(view.board, view.position, line[0]))) == 1


def line_of(board: Board, position: Position, numbers: Sequence[int]) -> list[str]:
    """Write a line of move numbers as moves."""
    line = []
    for number in numbers:
        line.append(moves(board, position)[number])
        position = after(board, position, line[-1])
    return line


def uniform(count: int, chosen: Sequence[int]) -> tuple[float, ...]:
    """Share one among the chosen.

    >>> uniform(3, (0, 2))
    (0.5, 0.0, 0.5)
    """
    return tuple(1 / len(chosen) if move in chosen else 0.0 for move in range(count))


def _compile(board: Board) -> None:
    from importlib import import_module
    from importlib.util import find_spec

    if find_spec("numba") is not None and board.simple:
        import_module(KERNEL).prepare(board)
