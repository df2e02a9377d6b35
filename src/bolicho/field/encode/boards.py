"""A view of a board game as numbers: my pieces, the rival's, whose turn, and what the draw rules remember."""

from collections.abc import Callable
from typing import Any

from bolicho.field.encode.fields import SLOT, Field
from bolicho.games.boards import BoardGame
from bolicho.games.boards.board import MARK, PIECE, SHARED, Board
from bolicho.games.boards.racing import SIDES, height
from bolicho.games.boards.rules import PASS
from bolicho.games.boards.sowing import COUNTS
from bolicho.games.boards.state import View

SLOTS, ARROWS = 1024, 5000
"""Moves of one position at most that are not in the list: captures; a queen's move and an arrow."""


def encoding(game: BoardGame) -> tuple[tuple[str, ...], tuple[Field, ...]]:
    """Return the moves of a board game and the fields of its arrays."""
    return vocabulary(game.board), fields(game.board)


def vocabulary(board: Board) -> tuple[str, ...]:
    """Return the placings ``b2``, where pieces are put down, then every ``a1-b2`` that the rules could ever allow.

    Chains, captures with a choice and arrows are too many to be listed: they have slots, numbered in their order.
    """
    names = board.points
    if board.dice:
        return (PASS, *(f"{SLOT}{slot}" for slot in range(ARROWS)))
    if board.sow:
        return (*(names[house] for side in board.houses for house in side), PASS)
    placing = any(board.in_hand) or board.endless
    placed = tuple(name for i, name in enumerate(names) if placing and i not in board.never_place)
    steps = tuple(f"{names[a]}-{names[b]}" for a in range(len(names)) for b in sorted(_reach(board, a)))
    passes = (PASS,) if board.stuck == PASS or "area" in board.goals else ()
    if "shoot" in board.then:  # no step without an arrow
        return tuple(f"{SLOT}{slot}" for slot in range(ARROWS))
    captures = any(kind.captures for kind in board.kinds.values())
    slots = SLOTS if captures or "mill" in board.then else 0
    return (*placed, *steps, *passes, *(f"{SLOT}{slot}" for slot in range(slots)))


def _reach(board: Board, here: int) -> set[int]:
    there: set[int] = set()
    moves = {move for kind in board.kinds.values() for move in kind.moves} | ({"fly"} if board.fly_at else set())
    if "slide" in moves:
        there.update(board.near[here])
    if "jump" in moves:
        there.update(land for _, land in board.jumps[here])
    if "run" in moves:
        there.update(point for way in board.ways[here] for point in way.ahead)
    if "fly" in moves or "hops" in moves:
        there.update(range(len(board.points)))
    return there - {here}


def fields(board: Board) -> tuple[Field, ...]:
    """Return the fields of an array; "me" is the seat whose view it is."""
    size = len(board.points)
    most = max(*board.in_hand, 1)
    if board.sow:
        return _sown(board)
    if board.dice:
        return _stacked(board)
    more = [
        Field(f"kinds-{n}", (2, size), f"of those, {what}", _of_kind(signs))
        for n, (what, signs) in enumerate(_kinds(board), 1)
    ]
    if board.marks or SHARED in board.cells:
        more.append(Field("neutral", (2, size), "points that are closed; the piece of both", _neutral))
    if "area" in board.goals:
        more.append(Field("note", (size + 1,), "the point that ko forbids; the rival has just passed", _noted))
    points = f"points {' '.join(board.points)}"
    return (
        Field("seat", (2,), "I am seat 0 (who begins), seat 1", lambda v: (v.seat,)),
        Field("turn", (2,), "who moves: me, the rival; neither when it is over", _turn),
        Field("mine", (size,), f"my pieces on the {points}", _pieces(0)),
        Field("theirs", (size,), "the rival's pieces on them", _pieces(1)),
        *more,
        Field("in_hand", (2,), f"pieces still in hand, mine, the rival's, / {most}", None, lambda v: _hand(v, most)),
        Field("again", (1,), "how often this position stood before, / 2, where the draw rule counts it", None, _again),
        Field("start", (1,), "how often the first position stood before, / 2", None, _start),
        Field("ply", (1,), "moves so far / the number after which the game is drawn", None, _ply),
    )


def _turn(view: View) -> tuple[int, ...]:
    return () if view.to_move is None else (int(view.to_move != view.seat),)


def _pieces(whose: int) -> Callable[[Any], list[int]]:
    def places(view: View) -> list[int]:
        pieces = view.board.signs[view.seat ^ whose]
        return [place for place, cell in enumerate(view.state.position.cells) if cell in pieces and cell != SHARED]

    return places


def _kinds(board: Board) -> list[tuple[str, str]]:
    """The special kinds of pieces, and their signs."""
    names = dict.fromkeys(kind.name for sign, kind in board.kinds.items() if sign not in PIECE and sign != SHARED)
    return [(name, "".join(sign for sign, kind in board.kinds.items() if kind.name == name)) for name in names]


def _of_kind(signs: str) -> Callable[[Any], list[int]]:
    def places(view: View) -> list[int]:
        cells, size = view.position.cells, len(view.board.points)
        found = ((place, view.board.owner(cell)) for place, cell in enumerate(cells) if cell in signs)
        return [place + size * (owner != view.seat) for place, owner in found]

    return places


def _neutral(view: View) -> list[int]:
    cells = view.position.cells
    shared = [len(cells) + place for place, cell in enumerate(cells) if cell == SHARED]
    return [*(place for place, cell in enumerate(cells) if cell == MARK), *shared]


def _noted(view: View) -> list[int]:
    note, names = view.position.note, view.board.points
    return [] if not note else [names.index(note)] if note in names else [len(names)]


def _sown(board: Board) -> tuple[Field, ...]:
    """A board of houses: how many seeds lie where, mine first."""
    total = sum(map(COUNTS.index, board.cells))

    def seeds(view: View) -> list[float]:
        order = (view.seat, 1 - view.seat)
        places = (point for seat in order for point in (*view.board.houses[seat], view.board.stores[seat]))
        return [COUNTS.index(view.position.cells[point]) / total for point in places]

    size = len(board.points)
    return (
        Field("seat", (2,), "I am seat 0 (who begins), seat 1", lambda v: (v.seat,)),
        Field("turn", (2,), "who moves: me, the rival; neither when it is over", _turn),
        Field("seeds", (size,), f"seeds / {total}: my houses and store, the rival's", None, seeds),
        Field("again", (1,), "the rival plays on, I can only pass", None, lambda v: [float(bool(v.position.note))]),
        Field("ply", (1,), "moves so far / the number after which the game is drawn", None, _ply),
    )


def _stacked(board: Board) -> tuple[Field, ...]:
    """A board of dice: how many pieces stand where along my own way, how many wait, and what was thrown."""
    most = max(board.pieces)

    def heights(whose: int) -> Callable[[Any], list[float]]:
        def told(view: View) -> list[float]:
            owner = view.seat ^ whose
            way = [*board.tracks[view.seat][:-1], board.tracks[owner][-1]]
            cells = view.position.cells
            return [height(cells[point]) / most if cells[point] in board.signs[owner] else 0.0 for point in way]

        return told

    def dice(view: View) -> list[int]:
        return [SIDES * at + int(die) - 1 for at, die in enumerate(view.position.note)]

    size = len(board.tracks[0])
    return (
        Field("seat", (2,), "I am seat 0 (who begins), seat 1", lambda v: (v.seat,)),
        Field("turn", (2,), "who moves: me, the rival; neither when it is over", _turn),
        Field("mine", (size,), f"my pieces along my way, and those that are off, / {most}", None, heights(0)),
        Field("theirs", (size,), f"the rival's along my way, and those that are off, / {most}", None, heights(1)),
        Field("in_hand", (2,), f"pieces in hand, mine, the rival's, / {most}", None, lambda v: _hand(v, most)),
        Field("dice", (board.dice, SIDES), "the throw of who moves, the largest first", dice),
        Field("ply", (1,), "moves so far / the number after which the game is drawn", None, _ply),
    )


def _hand(view: View, most: int) -> list[float]:
    held = view.position.hand
    return [held[view.seat] / most, held[1 - view.seat] / most]


def _again(view: View) -> list[float]:
    return [min(1.0, view.state.seen.count(view.position) / 2)]


def _start(view: View) -> list[float]:
    return [min(1.0, view.state.seen.count(view.state.begun) / 2)]


def _ply(view: View) -> list[float]:
    state = view.state
    return [min(1.0, len(state.history) / state.limits[1])]
