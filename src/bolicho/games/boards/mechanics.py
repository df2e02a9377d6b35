"""What pieces of the board families can do, each a small function under the name by which a file asks for it.

A turn is made in three steps. A piece *moves* (`MOVES`), *captures* (`CAPTURES`), enters from the hand (`PLACING`) or a
house is sown (``sowing.py``): each gives drafts of a turn. What follows of a draft (``consequences.py``) makes of it
one turn, several, or none. ``rules.py`` puts them together. No function knows a game.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from bolicho.games.boards.board import EMPTY, Board, Kind


class Draft(NamedTuple):
    """A turn in the making."""

    text: str
    cells: str
    begun: int
    """Where the piece came from, -1 from the hand."""
    at: int
    """Where it stands now."""
    taken: int = 0
    """Rival pieces captured so far."""
    note: str = ""
    """What the next turn must know."""


Mover = Callable[[Board, str, int, int, Kind], Iterable[Draft]]
"""Board, cells, the point of the piece, whose it is, its kind."""


# ── moving ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def slide(board: Board, cells: str, here: int, turn: int, kind: Kind) -> Iterator[int]:
    """To an empty point next to it."""
    if kind.ways == "any":
        return (there for there in board.near[here] if cells[there] == EMPTY)
    ahead = (way.ahead[0] for way in board.ways[here] if allowed(board, kind, way.right, way.up, turn))
    return (there for there in ahead if cells[there] == EMPTY)


def jump(board: Board, cells: str, here: int, turn: int, kind: Kind) -> Iterator[int]:  # noqa: ARG001
    """Over a neighbour of either colour to the empty point behind; nothing is captured."""
    return (land for over, land in board.jumps[here] if cells[over] != EMPTY and cells[land] == EMPTY)


def hops(board: Board, cells: str, here: int, turn: int, kind: Kind) -> Iterator[int]:  # noqa: ARG001
    """Over neighbours, as often as it can."""
    seen, left = {here}, [here]
    lifted = put(cells, (here, EMPTY))
    while left:
        at = left.pop()
        for over, land in board.jumps[at]:
            if land not in seen and lifted[over] != EMPTY and lifted[land] == EMPTY:
                seen.add(land)
                left.append(land)
    return iter(seen - {here})


def fly(board: Board, cells: str, here: int, turn: int, kind: Kind) -> Iterator[int]:  # noqa: ARG001
    """To any empty point."""
    return (there for there, cell in enumerate(cells) if cell == EMPTY)


def run(board: Board, cells: str, here: int, turn: int, kind: Kind) -> Iterator[int]:  # noqa: ARG001
    """Any distance along a way, over empty points only."""
    for way in board.ways[here]:
        for there in way.ahead:
            if cells[there] != EMPTY or there in board.closed:
                break
            yield there


MOVES: dict[str, Callable[[Board, str, int, int, Kind], Iterable[int]]] = {
    "slide": slide,
    "jump": jump,
    "hops": hops,
    "fly": fly,
    "run": run,
}


def allowed(board: Board, kind: Kind, right: int, up: int, turn: int) -> bool:
    """Whether a kind may go such a way: forwards is up the drawing for the first, down for the second."""
    ahead = (right if board.forward == "right" else up) * (1 - 2 * turn)
    return kind.ways == "any" or ahead > 0 or (kind.ways == "not-back" and ahead == 0)


def quiet(board: Board, cells: str, here: int, turn: int, kind: Kind, moves: Sequence[str]) -> Iterator[Draft]:
    """Every move of a piece that captures nothing by itself."""
    there = {land for move in moves for land in MOVES[move](board, cells, here, turn, kind)}
    beside = None
    for land in sorted(there - set(board.closed)):
        if land in board.enter_beside_rival:
            if beside is None:
                beside = any(cells[other] in board.signs[1 - turn] for other in board.near[here])
            if not beside:
                continue
        yield Draft(f"{board.points[here]}-{board.points[land]}", carried(cells, here, land), here, land)


def put(cells: str, *changes: tuple[int, str]) -> str:
    """Return the cells with some of them changed."""
    if len(changes) == 1:
        ((point, sign),) = changes
        return cells[:point] + sign + cells[point + 1 :]
    changed = list(cells)
    for point, sign in changes:
        changed[point] = sign
    return "".join(changed)


def carried(cells: str, here: int, there: int) -> str:
    """Return the cells after a piece went from here to there."""
    changed = list(cells)
    changed[here], changed[there] = EMPTY, cells[here]
    return "".join(changed)


# ── capturing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def leap(board: Board, cells: str, here: int, turn: int, kind: Kind) -> Iterator[Draft]:
    """Over a rival next to it to the empty point behind it, again and again where the kind may."""
    return _leaps(board, cells, here, turn, kind, _next_leaps)


def long_leap(board: Board, cells: str, here: int, turn: int, kind: Kind) -> Iterator[Draft]:
    """Over a rival at any distance to any empty point behind it."""
    return _leaps(board, cells, here, turn, kind, _far_leaps)


Leaps = Callable[[Board, str, int, int, frozenset[int]], Iterable[tuple[int, int]]]


def _leaps(board: Board, cells: str, here: int, turn: int, kind: Kind, find: Leaps) -> Iterator[Draft]:
    sign = cells[here]

    def go_on(now: str, at: int, text: str, taken: frozenset[int]) -> Iterator[Draft]:
        further = False
        for over, land in find(board, now, at, turn, taken):
            further = True
            left = now if board.taken_last else put(now, (over, EMPTY))
            yield from step(left, land, f"{text}x{board.points[land]}", taken | {over})
        if taken and (kind.chain == "may" or not further):
            yield ended(now, at, text, taken)

    def step(now: str, at: int, text: str, taken: frozenset[int]) -> Iterator[Draft]:
        if kind.chain == "one":
            yield ended(now, at, text, taken)
        else:
            yield from go_on(now, at, text, taken)

    def ended(now: str, at: int, text: str, taken: frozenset[int]) -> Draft:
        left = put(now, *((over, EMPTY) for over in taken), (at, sign))
        return Draft(text, left, here, at, len(taken))

    yield from go_on(put(cells, (here, EMPTY)), here, board.points[here], frozenset())


def _next_leaps(board: Board, cells: str, at: int, turn: int, taken: frozenset[int]) -> Iterator[tuple[int, int]]:
    prey = board.signs[1 - turn]
    for way in board.ways[at]:
        if len(way.ahead) > 1:
            over, land = way.ahead[:2]
            if cells[over] in prey and over not in taken and cells[land] == EMPTY:
                yield over, land


def _far_leaps(board: Board, cells: str, at: int, turn: int, taken: frozenset[int]) -> Iterator[tuple[int, int]]:
    prey = board.signs[1 - turn]
    for way in board.ways[at]:
        over = -1
        for there in way.ahead:
            if cells[there] == EMPTY:
                if over >= 0:
                    yield over, there
            elif over >= 0 or cells[there] not in prey or there in taken:
                break
            else:
                over = there


def approach(board: Board, cells: str, here: int, turn: int, kind: Kind) -> Iterator[Draft]:
    """By a step towards rivals (``>``) or away from them (``<``) all in that row are taken; it may go on.

    It comes to no point twice in a turn, and does not go the same way twice running.
    """
    rival = board.signs[1 - turn]

    def go_on(
        now: str, at: int, text: str, seen: tuple[int, ...], last: tuple[int, int], taken: int
    ) -> Iterator[Draft]:
        for way in board.ways[at]:
            there = way.ahead[0]
            if now[there] != EMPTY or there in seen or (way.right, way.up) == last:
                continue
            for sign, row in ((">", way.ahead[1:]), ("<", way.behind)):
                prey = unbroken(now, row, rival)
                if prey:
                    left = put(carried(now, at, there), *((point, EMPTY) for point in prey))
                    said = f"{text}{sign}{board.points[there]}"
                    yield Draft(said, left, here, there, taken + len(prey))
                    if kind.chain == "may":
                        yield from go_on(left, there, said, (*seen, there), (way.right, way.up), taken + len(prey))

    return go_on(cells, here, board.points[here], (here,), (0, 0), 0)


def unbroken(cells: str, row: Sequence[int], signs: str) -> list[int]:
    """Return the points of a row up to the first that holds none of these signs."""
    prey = []
    for point in row:
        if cells[point] not in signs:
            break
        prey.append(point)
    return prey


def loop(board: Board, cells: str, here: int, turn: int, kind: Kind) -> Iterator[Draft]:  # noqa: ARG001
    """Along a circuit, over empty points and round at least one of its bends, onto a rival."""
    reached = set()
    for circuit, bends in board.loops:
        size = len(circuit)
        for begin in (place for place, point in enumerate(circuit) if point == here):
            for step in (1, -1):
                bent, place = False, begin
                for _ in range(size):
                    bent = bent or (place if step > 0 else (place - 1) % size) in bends
                    place = (place + step) % size
                    point = circuit[place]
                    if point != here and cells[point] != EMPTY:
                        if bent and cells[point] in board.signs[1 - turn]:
                            reached.add(point)
                        break
    for there in sorted(reached):
        yield Draft(f"{board.points[here]}x{board.points[there]}", carried(cells, here, there), here, there, 1)


CAPTURES: dict[str, Mover] = {"leap": leap, "long-leap": long_leap, "approach": approach, "loop": loop}


# ── placing ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def anywhere(board: Board, cells: str) -> Iterator[int]:
    """On any empty point."""
    return (point for point, cell in enumerate(cells) if cell == EMPTY and point not in board.never_place)


def drop(board: Board, cells: str) -> Iterator[int]:
    """From above: on the lowest empty point of a column."""
    return (
        point
        for point in anywhere(board, cells)
        if all(cells[way.ahead[0]] != EMPTY for way in board.ways[point] if (way.right, way.up) == (0, -1))
    )


PLACING: dict[str, Callable[[Board, str], Iterable[int]]] = {"anywhere": anywhere, "drop": drop}
