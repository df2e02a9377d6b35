"""What follows of a turn: a row takes a piece off, a rival between two is taken, an arrow is shot.

Each is a small function under the name by which a file asks for it (`THEN`); of a draft it makes one, several, or none:
then the turn is not allowed.
"""

from collections.abc import Callable, Iterable, Iterator

from bolicho.games.boards.board import EMPTY, MARK, Board
from bolicho.games.boards.mechanics import Draft, put, unbroken


def custodian(board: Board, turn: int, draft: Draft) -> Iterator[Draft]:
    """A rival between two of the mover's pieces is taken, or between one and an empty hostile point."""
    cells = draft.cells
    own, rival = board.signs[turn], board.signs[1 - turn]
    prey = []
    for way in board.ways[draft.at]:
        if not way.ahead or cells[way.ahead[0]] not in rival:
            continue
        victim = way.ahead[0]
        if cells[victim] == board.royal and _well_guarded(board, victim):
            if all(_threatens(board, cells, point, own) for point in board.near[victim]):
                prey.append(victim)
        elif len(way.ahead) > 1 and _threatens(board, cells, way.ahead[1], own):
            prey.append(victim)
    yield draft._replace(cells=put(cells, *((point, EMPTY) for point in prey)), taken=draft.taken + len(prey))


def _threatens(board: Board, cells: str, point: int, own: str) -> bool:
    return cells[point] in own or (cells[point] == EMPTY and point in board.hostile)


def _well_guarded(board: Board, point: int) -> bool:
    """On a hostile point or beside one the royal piece must be surrounded."""
    return point in board.hostile or any(near in board.hostile for near in board.near[point])


def flip(board: Board, turn: int, draft: Draft) -> Iterator[Draft]:
    """Rivals between the new piece and another of the mover's change sides; there must be some."""
    cells, own, rival = draft.cells, board.signs[turn], board.signs[1 - turn]
    turned: list[int] = []
    for way in board.ways[draft.at]:
        row = unbroken(cells, way.ahead, rival)
        if row and len(row) < len(way.ahead) and cells[way.ahead[len(row)]] in own:
            turned += row
    if turned:
        yield draft._replace(cells=put(cells, *((point, own[0]) for point in turned)), taken=len(turned))


def surround(board: Board, turn: int, draft: Draft) -> Iterator[Draft]:
    """Rival groups without a free neighbour are taken; one's own may not be left without; no ko at once."""
    cells, rival = draft.cells, board.signs[1 - turn]
    prey: set[int] = set()
    for point in board.near[draft.at]:
        if cells[point] in rival and point not in prey:
            group, free = groups(board, cells, point)
            if not free:
                prey |= group
    left = put(cells, *((point, EMPTY) for point in prey))
    group, free = groups(board, left, draft.at)
    if free:
        ko = len(prey) == len(group) == len(free) == 1
        note = board.points[next(iter(prey))] if ko else ""
        yield draft._replace(cells=left, taken=len(prey), note=note)


def groups(board: Board, cells: str, point: int) -> tuple[set[int], set[int]]:
    """Return the points joined to one that hold the same, and the empty ones (of a region: the others) beside them."""
    group, beside, left = {point}, set(), [point]
    while left:
        for near in board.near[left.pop()]:
            if cells[near] == cells[point]:
                if near not in group:
                    group.add(near)
                    left.append(near)
            elif cells[near] == EMPTY or cells[point] == EMPTY:
                beside.add(near)
    return group, beside


def mill(board: Board, turn: int, draft: Draft) -> Iterator[Draft]:
    """Who closes a row takes a rival piece off: one that is in no row, while there is any."""
    cells, own, rival = draft.cells, board.signs[turn], board.signs[1 - turn]
    if (draft.begun < 0 and not board.rows_while_placing) or not in_row(board, cells, draft.at, own):
        yield draft
        return
    others = [point for point, cell in enumerate(cells) if cell in rival]
    loose = [point for point in others if not in_row(board, cells, point, rival)]
    for point in loose or others:
        yield draft._replace(
            text=f"{draft.text}*{board.points[point]}", cells=put(cells, (point, EMPTY)), taken=draft.taken + 1
        )
    if not others:
        yield draft


def in_row(board: Board, cells: str, point: int, signs: str) -> bool:
    """Whether a point is on a line all of whose points are one side's."""
    return any(all(cells[i] in signs for i in line) for line in board.lines_through[point])


def no_longer_row(board: Board, turn: int, draft: Draft) -> Iterator[Draft]:
    """No row longer than the lines may be made."""
    own, length = board.signs[turn], len(board.lines[0])
    for way in board.ways[draft.at]:
        row = 1 + len(unbroken(draft.cells, way.ahead, own)) + len(unbroken(draft.cells, way.behind, own))
        if row > length:
            return
    yield draft


def no_row_while_placing(board: Board, turn: int, draft: Draft) -> Iterator[Draft]:
    """A piece from the hand may make no row."""
    if draft.begun >= 0 or not in_row(board, draft.cells, draft.at, board.signs[turn]):
        yield draft


def another(board: Board, turn: int, draft: Draft) -> Iterator[Draft]:
    """Who captured takes another piece of the rival off the board as well, if there is one."""
    rival = board.signs[1 - turn]
    others = [point for point, cell in enumerate(draft.cells) if cell in rival] if draft.taken else []
    if not others:
        yield draft
    for point in others:
        cells = put(draft.cells, (point, EMPTY))
        yield draft._replace(text=f"{draft.text}*{board.points[point]}", cells=cells, taken=draft.taken + 1)


def shoot(board: Board, turn: int, draft: Draft) -> Iterator[Draft]:  # noqa: ARG001
    """From where it stands the piece shoots an arrow, any distance along a way; it blocks for good."""
    for way in board.ways[draft.at]:
        for there in way.ahead:
            if draft.cells[there] != EMPTY:
                break
            yield draft._replace(text=f"{draft.text}/{board.points[there]}", cells=put(draft.cells, (there, MARK)))


def trail(board: Board, turn: int, draft: Draft) -> Iterator[Draft]:  # noqa: ARG001
    """Where the piece stood nobody may go any more."""
    yield draft._replace(cells=put(draft.cells, (draft.begun, MARK)))


def promote(board: Board, turn: int, draft: Draft) -> Iterator[Draft]:
    """A piece that ends its turn on the points of promotion becomes another kind."""
    kind = board.kinds[draft.cells[draft.at]]
    if kind.promotes and draft.at in board.promotion[turn]:
        yield draft._replace(cells=put(draft.cells, (draft.at, board.sign_of(kind.promotes, turn))))
    else:
        yield draft


THEN: dict[str, Callable[[Board, int, Draft], Iterable[Draft]]] = {
    "custodian": custodian,
    "flip": flip,
    "surround": surround,
    "mill": mill,
    "no-longer-row": no_longer_row,
    "no-row-while-placing": no_row_while_placing,
    "another": another,
    "shoot": shoot,
    "trail": trail,
    "promote": promote,
}
