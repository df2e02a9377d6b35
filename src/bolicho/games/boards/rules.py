"""The rules that all games of the board families share, on bare positions: who may play what, and who has won.

A position is the cells as text (``0`` empty, ``1`` and ``2`` the players' pieces, further digits their other kinds, in
the order of the points), whose turn it is, how many pieces each still has in hand and, in a few games, a word that the
next turn must know. Search, solver and learners work on positions; `State` adds the history that the draw rules need.
What pieces can do stands in ``mechanics.py``, ``consequences.py`` and ``sowing.py``; here it is put together as the
file of a game says.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial
from itertools import chain
from typing import NamedTuple

from bolicho.core.errors import BadInput
from bolicho.games.boards.board import EMPTY, PIECE, SHARED, Board
from bolicho.games.boards.consequences import THEN, groups
from bolicho.games.boards.mechanics import CAPTURES, PLACING, Draft, put, quiet
from bolicho.games.boards.racing import SIDES, finished, height, played, standing
from bolicho.games.boards.sowing import COUNTS, SOWING

__all__ = [
    "DRAWN",
    "EMPTY",
    "PASS",
    "PIECE",
    "Position",
    "after",
    "moves",
    "opening",
    "parse_position",
    "result",
    "turns",
]

DRAWN = -1
"""Nobody won."""
PASS, OVER = "pass", "over"
"""The move of who does nothing, and the note it leaves; the note after two of them."""
AGAIN = "again"
"""The rival plays on: who is to move can only pass."""
REMEMBERED, ROOM = 256, 10**8
"""Of each board so many positions are remembered at least; more on small boards, whose positions have few turns: this
number over the fourth power of the points."""


class Position(NamedTuple):
    """Pieces on the board and in hand, and whose turn it is; also the "deal" of a board game: where it begins."""

    cells: str
    turn: int
    hand: tuple[int, int] = (0, 0)
    note: str = ""
    """What the next turn must know: ``pass``, ``again``, the point that ko forbids, the throw that is to be played."""

    def __repr__(self) -> str:
        noted = f", note={self.note!r}" if self.note else ""
        return f"Position(cells={self.cells!r}, turn={self.turn!r}, hand={self.hand!r}{noted})"

    def __str__(self) -> str:
        held = f" {self.hand[0]} {self.hand[1]}" if any(self.hand) else ""
        return f"{self.cells} {self.turn + 1}{held}" + (f" {self.note}" if self.note else "")


Turns = tuple[tuple[str, Position], ...]
"""Every legal move and what follows."""


def opening(board: Board) -> Position:
    """Return the position in which a game begins."""
    return Position(board.cells, board.begins, board.in_hand)


def parse_position(board: Board, text: str) -> Position:
    """Read ``121000212 1``: the cells, who moves (1 or 2) and, where pieces are in hand, how many each has."""
    words = text.split()
    size = len(board.points)
    known = set(COUNTS) if board.sow else {EMPTY, *board.signs[0], *board.signs[1], *board.marks}
    noted = len(words) in (3, 5) and (words[-1] in (PASS, OVER, AGAIN, *board.points) or parse_throw(board, words[-1]))
    note = words.pop() if noted else ""
    if len(words) not in (2, 4) or len(words[0]) != size or set(words[0]) - known or words[1] not in ("1", "2"):
        stacks = "0, A-Z, a-z" if board.dice else "of stones" if board.sow else "".join(sorted(known))
        signs = "0-2" if known == set("012") else stacks
        raise BadInput(
            f"position {text!r}: expected {size} digits {signs} and who moves (1 or 2), as in '{opening(board)}'"
        )
    if len(words) == 4 and not all(word.isdecimal() for word in words[2:]):
        raise BadInput(f"position {text!r}: expected two numbers of pieces in hand")
    hand = (int(words[2]), int(words[3])) if len(words) == 4 else (0, 0)
    _counted(board, text, words[0], hand)
    return Position(words[0], int(words[1]) - 1, hand, note)


def _counted(board: Board, text: str, cells: str, hand: tuple[int, int]) -> None:
    """Refuse a position with more pieces than there are, or with other than all where none is ever captured."""
    if board.sow:
        total = sum(map(COUNTS.index, board.cells))
        if sum(map(COUNTS.index, cells)) != total:
            raise BadInput(f"position {text!r}: expected {total} stones in all")
        return
    if board.dice:
        for seat, whole in enumerate(board.pieces):
            stand = sum(height(cell) for cell in cells if cell in board.signs[seat]) + hand[seat]
            if stand != whole:
                raise BadInput(f"position {text!r}: player {seat + 1} has {stand} pieces of {whole}")
        return
    if SHARED in board.cells:
        if cells.count(SHARED) != board.cells.count(SHARED):
            raise BadInput(f"position {text!r}: expected one piece for both")
        return
    for seat, pieces in enumerate((board.first, board.second)):
        has = sum(cells.count(sign) for sign in board.signs[seat]) + hand[seat]
        all_told = len(board.points) if board.endless else len(pieces) + board.in_hand[seat]
        if has > all_told or (has < all_told and board.plain):
            raise BadInput(f"position {text!r}: player {seat + 1} has {has} pieces of {all_told}")


def parse_throw(board: Board, word: str) -> bool:
    """Whether a word is a throw of the dice of a game."""
    return len(word) == board.dice > 0 and all("1" <= die <= str(SIDES) for die in word)


class _Memory(NamedTuple):
    """What a board remembers of its positions: a game asks for each several times a ply."""

    followers: Callable[[Position], dict[str, Position]]
    moves: Callable[[Position], tuple[str, ...]]
    result: Callable[[Position], int | None]


@cache
def _memory(board: Board) -> _Memory:
    keep = lru_cache(max(REMEMBERED, ROOM // len(board.points) ** 4))

    @keep
    def followers(position: Position) -> dict[str, Position]:
        found = _turns(board, position)
        if not found and board.stuck == PASS and not (board.dice and not position.note):
            found[PASS] = Position(position.cells, 1 - position.turn, position.hand)
        return found

    return _Memory(followers, keep(lambda position: tuple(followers(position))), keep(partial(_result, board)))


def turns(board: Board, position: Position) -> Turns:
    """Return every legal move of who is to move, by the order of the points, and the position after each."""
    return tuple(_memory(board).followers(position).items())


def _turns(board: Board, position: Position) -> dict[str, Position]:
    cells, turn, hand, note = position
    if board.dice:
        found_ = played(board, cells, turn, hand, note) if note else []
        return {text: Position(there, 1 - turn, hands) for text, there, hands in found_}
    if note == AGAIN:
        return {PASS: Position(cells, 1 - turn, hand)}
    held = (hand[0] - 1, hand[1]) if turn == 0 else (hand[0], hand[1] - 1)
    placing = bool(hand[turn]) or board.endless
    drafts = [] if not placing else [(draft, hand if board.endless else held) for draft in _placed(board, cells, turn)]
    if not placing or board.enter == "any":
        drafts += [(draft, hand) for draft in _moved(board, position)]
    if board.must and any(draft.taken for draft, _ in drafts):
        most = max(draft.taken for draft, _ in drafts) if board.must == "most" else 1
        drafts = [(draft, left) for draft, left in drafts if draft.taken >= most]
    drafts = [(last, left) for draft, left in drafts for last in _followed(board, turn, draft)]
    found = [(draft.text, Position(draft.cells, 1 - turn, left, draft.note)) for draft, left in drafts]
    if "area" in board.goals:
        found = [(move, then) for move, then in found if move != note]
        found.append((PASS, Position(cells, 1 - turn, hand, OVER if note == PASS else PASS)))
    return dict(found)


def _placed(board: Board, cells: str, turn: int) -> Iterator[Draft]:
    own = board.signs[turn][0]
    for point in PLACING[board.placing](board, cells):
        yield Draft(board.points[point], put(cells, (point, own)), -1, point)


def _moved(board: Board, position: Position) -> Iterator[Draft]:
    cells, turn, hand, _ = position
    if board.sow:
        yield from SOWING[board.sow](board, cells, turn)
        return
    own = board.signs[turn]
    flying = board.fly_at and not hand[turn] and sum(cell in own for cell in cells) <= board.fly_at
    for here, cell in enumerate(cells):
        if cell in own:
            kind = board.kinds[cell]
            for capture in kind.captures:
                yield from CAPTURES[capture](board, cells, here, turn, kind)
            if kind.moves:
                yield from quiet(board, cells, here, turn, kind, ("fly",) if flying else kind.moves)


def _followed(board: Board, turn: int, draft: Draft) -> list[Draft]:
    drafts = [draft]
    for name in board.then:
        drafts = [after for before in drafts for after in THEN[name](board, turn, before)]
    return drafts


def moves(board: Board, position: Position) -> tuple[str, ...]:
    """Return the moves of who is to move: placings ``b2`` while pieces are in hand, then ``a1-b2``, by point order."""
    return _memory(board).moves(position)


def after(board: Board, position: Position, move: str) -> Position:
    """Return the position after a legal move."""
    return _memory(board).followers(position)[move]


def weight(board: Board, position: Position) -> float:
    """Return how well who is to move stands, from -1 to 1 (both left out): what a search takes for undecided lines.

    What was captured counts, stones and area; where a camp must be filled, how far the pieces have come.
    """
    turn, cells = position.turn, position.cells
    if board.dice:
        return standing(board, cells, turn, position.hand)
    if "fill" in board.goals:
        mine, his = (_way_left(board, cells, seat) for seat in (turn, 1 - turn))
        return (his - mine) / (1 + his + mine)
    if board.sow:
        mine, his = (COUNTS.index(cells[board.stores[seat]]) for seat in (turn, 1 - turn))
        return (mine - his) / (1 + sum(map(COUNTS.index, board.cells)))
    if "area" in board.goals:
        counts = area(board, cells)
        return (counts[turn] - counts[1 - turn]) / (2 * len(cells))
    lost = [_worth(board, board.cells, seat) + board.in_hand[seat] - _worth(board, cells, seat) for seat in (0, 1)]
    lost = [less - held for less, held in zip(lost, position.hand, strict=True)]
    if board.endless:  # nothing is lost, but what changed sides
        return (_worth(board, cells, turn) - _worth(board, cells, 1 - turn)) / (1 + len(cells))
    return (lost[1 - turn] - lost[turn]) / (1 + 3 * len(cells))


def _worth(board: Board, cells: str, seat: int) -> int:
    """Pieces, a special one counting for three."""
    return sum(cells.count(sign) * (1 if sign in PIECE else 3) for sign in board.signs[seat] if sign != SHARED)


def _way_left(board: Board, cells: str, seat: int) -> float:
    """How far the pieces of a seat are from the middle of their targets, in all."""
    targets = [board.places[i] for i in board.targets[seat]]
    x, y = (sum(place[axis] for place in targets) / len(targets) for axis in (0, 1))
    spots = (board.places[i] for i, cell in enumerate(cells) if cell in board.signs[seat])
    return sum(abs(spot[0] - x) + abs(spot[1] - y) for spot in spots)


# ── ends ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _line(board: Board, position: Position, seat: int) -> bool:
    held = sum(1 << i for i, cell in enumerate(position.cells) if cell in board.signs[seat])
    return any(held & line == line for line in _lines(board))


@cache
def _lines(board: Board) -> tuple[int, ...]:
    """The lines of a board as sets of points, a bit each."""
    return tuple(sum(1 << point for point in line) for line in board.lines)


def _reach(board: Board, position: Position, seat: int) -> bool:
    """All targets are held by pieces of the seat."""
    signs, targets = board.signs[seat], board.targets[seat]
    return bool(targets) and all(position.cells[i] in signs for i in targets)


def _arrive(board: Board, position: Position, seat: int) -> bool:
    """One piece of the seat stands on a target: the royal one, where there is one."""
    signs = board.royal if board.royal and board.owner(board.royal) == seat else board.signs[seat]
    return any(position.cells[i] in signs for i in board.targets[seat])


def _fill(board: Board, position: Position, seat: int) -> bool:
    """All targets are held, at least one by the seat itself: who stays at home to be in the way helps the rival."""
    cells, targets = position.cells, board.targets[seat]
    return all(cells[i] != EMPTY for i in targets) and any(cells[i] in board.signs[seat] for i in targets)


def _few(board: Board, position: Position, seat: int) -> bool:
    """The rival has too few pieces left, those in hand counted."""
    rival = board.signs[1 - seat]
    return sum(cell in rival for cell in position.cells) + position.hand[1 - seat] < board.few[1 - seat]


def _royal(board: Board, position: Position, seat: int) -> bool:
    """The rival has lost the royal piece."""
    return board.owner(board.royal) != seat and board.royal not in position.cells


def _past(board: Board, position: Position, seat: int) -> bool:
    """No rival piece stands further in the seat's direction than its own piece."""
    if seat != board.past:
        return False
    axis, sign = (0 if board.forward == "right" else 1), 1 - 2 * seat
    own, rival = (
        [sign * board.places[i][axis] for i, cell in enumerate(position.cells) if cell in board.signs[whose]]
        for whose in (seat, 1 - seat)
    )
    return max(rival) <= min(own)


def _most(board: Board, position: Position, seat: int) -> bool:
    """More than half of all stones are in the seat's store."""
    total = sum(map(COUNTS.index, position.cells))
    return 2 * COUNTS.index(position.cells[board.stores[seat]]) > total


def _off(board: Board, position: Position, seat: int) -> bool:
    """All pieces of the seat are off the track."""
    return finished(board, position.cells, seat)


GOALS: dict[str, Callable[[Board, Position, int], bool]] = {
    "line": _line,
    "reach": _reach,
    "arrive": _arrive,
    "fill": _fill,
    "few": _few,
    "royal": _royal,
    "past": _past,
    "most": _most,
    "off": _off,
}
"""How a seat has won whoever is to move; ``block`` and ``area`` are told where nobody moves any more."""


def result(board: Board, position: Position) -> int | None:
    """Return who has won in this position (0 or 1), DRAWN, or None while it goes on."""
    return _memory(board).result(position)


def _result(board: Board, position: Position) -> int | None:
    turn = position.turn
    for goal in board.goals:
        won = GOALS.get(goal)
        if won is not None:
            for seat in (1 - turn, turn):
                if won(board, position, seat):
                    return seat
    if "area" in board.goals:
        return _passed_twice(board, position)
    if board.dice:
        return None
    if movable(board, position) or position.note == AGAIN:
        return None
    if board.stuck == PASS and movable(board, _others_turn(position)):
        return None
    return _stuck(board, position)


def movable(board: Board, position: Position) -> bool:
    """Whether who is to move can do anything but pass; quicker than to list it."""
    cells, turn, hand, _ = position
    drafts: Iterable[Draft] = ()
    if hand[turn] or board.endless:
        drafts = _placed(board, cells, turn)
    if not (hand[turn] or board.endless) or board.enter == "any":
        drafts = chain(drafts, _moved(board, position))
    return any(_followed(board, turn, draft) for draft in drafts)


def _others_turn(position: Position) -> Position:
    return Position(position.cells, 1 - position.turn, position.hand)


def _stuck(board: Board, position: Position) -> int:
    """Who wins where nobody can move: the other, nobody, who has more pieces, or who has more stones in all."""
    if board.stuck == "lose":
        return 1 - position.turn
    if board.stuck == "draw":
        return DRAWN
    return _more(*counted(board, position))


def counted(board: Board, position: Position) -> tuple[float, float]:
    """Count what each player has at the end: area, stones, or pieces."""
    cells = position.cells
    if "area" in board.goals:
        return area(board, cells)
    if board.sow:
        mine, his = (sum(COUNTS.index(cells[i]) for i in (*board.houses[seat], board.stores[seat])) for seat in (0, 1))
    else:
        mine, his = (sum(cell in board.signs[seat] for cell in cells) for seat in (0, 1))
    return mine, his


def _passed_twice(board: Board, position: Position) -> int | None:
    """Both passed: points held and points surrounded by one side alone, with komi for the second."""
    if position.note != OVER:
        return None
    return _more(*area(board, position.cells))


def area(board: Board, cells: str) -> tuple[float, float]:
    """Count the area of both players."""
    counts = [0.0, board.komi]
    seen: set[int] = set()
    for point, cell in enumerate(cells):
        if cell != EMPTY:
            counts[board.owner(cell)] += 1
        elif point not in seen:
            region, beside = groups(board, cells, point)
            seen |= region
            owners = {board.owner(cells[other]) for other in beside}
            if len(owners) == 1:
                counts[owners.pop()] += len(region)
    return counts[0], counts[1]


def _more(first: float, second: float) -> int:
    return DRAWN if first == second else 0 if first > second else 1
