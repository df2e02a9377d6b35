"""The rules of ten games once more, slowly, written from their texts and not from the engine: coordinates and dicts.

Each function takes who holds which square (``{(x, y): "1"}``), who is to move (0 or 1) and the pieces in hand, and
returns the set of all positions that may follow, as such dicts frozen into sets of items.
"""

from collections.abc import Callable, Iterator
from typing import Any

Square = tuple[int, int]
Held = dict[Square, str]
Frozen = frozenset[tuple[Square, str]]
ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (1, -1), (-1, -1))
EIGHT = ORTHOGONAL + DIAGONAL


def frozen(held: Held) -> Frozen:
    return frozenset(held.items())


def without(held: Held, *squares: Square) -> Held:
    return {square: piece for square, piece in held.items() if square not in squares}


def plus(a: Square, b: Square, times: int = 1) -> Square:
    return a[0] + times * b[0], a[1] + times * b[1]


def mine(piece: str | None, turn: int) -> bool:
    return piece is not None and int(piece) % 2 == 1 - turn


def his(piece: str | None, turn: int) -> bool:
    return piece is not None and int(piece) % 2 == turn


# ── damas ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def damas(held: Held, turn: int, _: Any) -> set[Frozen]:
    """Brazilian draughts: the largest capture is compulsory, men capture all ways, kings fly."""

    def on(square: Square) -> bool:
        return 0 <= square[0] < 8 and 0 <= square[1] < 8

    def captures(
        rest: Held, at: Square, king: bool, taken: tuple[Square, ...]
    ) -> Iterator[tuple[Square, tuple[Square, ...]]]:
        found = False
        for way in DIAGONAL:
            distance = 1
            while king and on(plus(at, way, distance)) and plus(at, way, distance) not in rest:
                distance += 1
            prey = plus(at, way, distance)
            if prey in taken or not his(rest.get(prey), turn):
                continue
            beyond = distance + 1
            while on(land := plus(at, way, beyond)) and land not in rest:
                found = True
                yield from captures(rest, land, king, (*taken, prey))
                if not king:
                    break
                beyond += 1
        if not found and taken:
            yield at, taken

    def crowned(piece: str, square: Square) -> str:
        return str(3 + turn) if int(piece) < 3 and square[1] == (7 if turn == 0 else 0) else piece

    eating = []
    for square, piece in held.items():
        if mine(piece, turn):
            for land, taken in captures(without(held, square), square, int(piece) > 2, ()):
                eating.append((len(taken), {**without(held, square, *taken), land: crowned(piece, land)}))
    if eating:
        most = max(count for count, _ in eating)
        return {frozen(after) for count, after in eating if count == most}
    quiet = set()
    for square, piece in held.items():
        if not mine(piece, turn):
            continue
        for way in DIAGONAL:
            reach = 8 if int(piece) > 2 else 1 if way[1] == (1 if turn == 0 else -1) else 0
            for distance in range(1, reach + 1):
                land = plus(square, way, distance)
                if not on(land) or land in held:
                    break
                quiet.add(frozen({**without(held, square), land: crowned(piece, land)}))
    return quiet


# ── fanorona ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def fanorona(columns: int) -> Callable[[Held, int, Any], set[Frozen]]:
    """Approach and withdrawal; strong points (where the coordinates add up to an even number) have diagonals."""

    def ways(square: Square) -> tuple[Square, ...]:
        return EIGHT if sum(square) % 2 == 0 else ORTHOGONAL

    def on(square: Square) -> bool:
        return 0 <= square[0] < columns and 0 <= square[1] < 5

    def row(held: Held, begin: Square, way: Square, turn: int) -> list[Square]:
        found = []
        while his(held.get(begin), turn):
            found.append(begin)
            begin = plus(begin, way)
        return found

    def turns(held: Held, turn: int, _: Any) -> set[Frozen]:
        def go_on(now: Held, at: Square, been: set[Square], last: Square | None) -> Iterator[Held]:
            for way in ways(at):
                land = plus(at, way)
                if not on(land) or land in now or land in been or way == last:
                    continue
                for prey in (
                    row(now, plus(land, way), way, turn),
                    row(now, plus(at, way, -1), (-way[0], -way[1]), turn),
                ):
                    if prey:
                        after = {**without(now, at, *prey), land: now[at]}
                        yield after
                        yield from go_on(after, land, {*been, land}, way)

        own = [square for square, piece in held.items() if mine(piece, turn)]
        eating = {frozen(after) for square in own for after in go_on(held, square, {square}, None)}
        if eating:
            return eating
        return {
            frozen({**without(held, square), plus(square, way): held[square]})
            for square in own
            for way in ways(square)
            if on(plus(square, way)) and plus(square, way) not in held
        }

    return turns


# ── surakarta ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def surakarta(held: Held, turn: int, _: Any) -> set[Frozen]:
    """A piece runs straight until it leaves the board, comes back round the corner, and on."""
    found = set()
    for square, piece in held.items():
        if not mine(piece, turn):
            continue
        for way in EIGHT:
            land = plus(square, way)
            if all(0 <= c < 6 for c in land) and land not in held:
                found.add(frozen({**without(held, square), land: piece}))
        for way in ORTHOGONAL:
            prey = _round(without(held, square), square, way)
            if prey is not None and his(held.get(prey), turn):
                found.add(frozen({**without(held, square), prey: piece}))
    return found


def _round(held: Held, at: Square, way: Square) -> Square | None:
    """What a run ends on after at least one loop; None where it ends before, or never."""
    bent = False
    for _ in range(60):
        ahead = plus(at, way)
        if all(0 <= c < 6 for c in ahead):
            at = ahead
        else:
            fixed = at[1] if way[0] else at[0]  # the line it ran on
            if fixed in (0, 5):
                return None
            bent = True
            depth = min(fixed, 5 - fixed)  # 1: the small loops, 2: the large ones
            near = fixed <= 2
            edge = 0 if sum(way) < 0 else 5
            inward = 1 if near else -1
            line = depth if edge == 0 else 5 - depth
            end = 0 if near else 5
            at, way = ((line, end), (0, inward)) if way[0] else ((end, line), (inward, 0))
        if at in held:
            return at if bent else None
    return None


# ── yoté ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def yote(held: Held, turn: int, hand: tuple[int, int]) -> set[Frozen]:
    """Enter, step or leap; who leaps takes another piece besides."""
    squares = {(x, y) for x in range(6) for y in range(5)}
    found = set()
    if hand[turn]:
        found |= {frozen({**held, square: str(1 + turn)}) for square in squares - set(held)}
    for square, piece in held.items():
        if not mine(piece, turn):
            continue
        for way in ORTHOGONAL:
            near, far = plus(square, way), plus(square, way, 2)
            if near in squares and near not in held:
                found.add(frozen({**without(held, square), near: piece}))
            elif his(held.get(near), turn) and far in squares and far not in held:
                after = {**without(held, square, near), far: piece}
                others = [other for other, one in after.items() if his(one, turn)]
                found |= {frozen(without(after, other)) for other in others} or {frozen(after)}
    return found


# ── tablut ────────────────────────────────────────────────────────────────────────────────────────────────────────────

CASTLE = (4, 4)


def tablut(held: Held, turn: int, _: Any) -> set[Frozen]:
    """Rooks; what stands between two is taken; the king on or beside the castle only when shut in on all sides."""
    found = set()
    for square, piece in held.items():
        if not mine(piece, turn):
            continue
        for way in ORTHOGONAL:
            land = plus(square, way)
            while all(0 <= c < 9 for c in land) and land not in held and land != CASTLE:
                after = {**without(held, square), land: piece}
                found.add(frozen(without(after, *(p for p in _beside(land) if _caught(after, p, land, turn)))))
                land = plus(land, way)
    return found


def _beside(square: Square) -> list[Square]:
    return [plus(square, way) for way in ORTHOGONAL]


def _caught(held: Held, prey: Square, by: Square, turn: int) -> bool:
    if not his(held.get(prey), turn):
        return False

    def hostile(square: Square) -> bool:
        return mine(held.get(square), turn) or (square == CASTLE and square not in held)

    if held[prey] == "4" and (prey == CASTLE or CASTLE in _beside(prey)):
        return all(hostile(square) for square in _beside(prey))
    return hostile((2 * prey[0] - by[0], 2 * prey[1] - by[1]))


# ── jogo da onça ──────────────────────────────────────────────────────────────────────────────────────────────────────

DEN = {(1, -1), (2, -1), (3, -1), (0, -2), (2, -2), (4, -2)}
DEN_STEPS = [((2, 0), (1, -1)), ((2, 0), (2, -1)), ((2, 0), (3, -1)), ((1, -1), (2, -1)), ((2, -1), (3, -1))]
DEN_STEPS += [((1, -1), (0, -2)), ((2, -1), (2, -2)), ((3, -1), (4, -2)), ((0, -2), (2, -2)), ((2, -2), (4, -2))]


def _onca_neighbours(square: Square) -> set[Square]:
    near = {b for a, b in DEN_STEPS if a == square} | {a for a, b in DEN_STEPS if b == square}
    if square not in DEN:
        ways = EIGHT if sum(square) % 2 == 0 else ORTHOGONAL
        near |= {plus(square, way) for way in ways if all(0 <= c < 5 for c in plus(square, way))}
    return near


def onca(held: Held, turn: int, _: Any) -> set[Frozen]:
    """Everybody steps; the jaguar leaps over dogs, as often as it likes."""

    def leaps(now: Held, at: Square) -> Iterator[tuple[Held, Square]]:
        for near in _onca_neighbours(at):
            far = (2 * near[0] - at[0], 2 * near[1] - at[1])
            if now.get(near) == "2" and far in _onca_neighbours(near) and far not in now:
                after = {**without(now, at, near), far: "1"}
                yield after, far
                yield from leaps(after, far)

    found = set()
    for square, piece in held.items():
        if mine(piece, turn):
            free = (near for near in _onca_neighbours(square) if near not in held)
            found |= {frozen({**without(held, square), near: piece}) for near in free}
            if piece == "1":
                found |= {frozen(after) for after, _ in leaps(held, square)}
    return found


# ── moinho ────────────────────────────────────────────────────────────────────────────────────────────────────────────

RINGS = [(3 + r * x, 3 + r * y) for r in (1, 2, 3) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def _mills() -> list[set[Square]]:
    rows = [{(3 + r * x, 3 + r * s) for x in (-1, 0, 1)} for r in (1, 2, 3) for s in (-1, 1)]
    rows += [{(3 + r * s, 3 + r * y) for y in (-1, 0, 1)} for r in (1, 2, 3) for s in (-1, 1)]
    rows += [{(3 + r * x, 3 + r * y) for r in (1, 2, 3)} for x, y in ORTHOGONAL]
    return rows


def moinho(held: Held, turn: int, hand: tuple[int, int]) -> set[Frozen]:
    """Place, then slide, with three pieces fly; a mill takes a piece that is in none, while there is one."""
    own = [square for square, piece in held.items() if mine(piece, turn)]
    piece = str(1 + turn)
    if hand[turn]:
        steps = [(held, square) for square in RINGS if square not in held]
    elif len(own) <= 3:
        steps = [(without(held, a), b) for a in own for b in RINGS if b not in held]
    else:
        steps = [(without(held, a), b) for a in own for b in RINGS if b not in held and _touch(a, b)]
    found = set()
    for rest, land in steps:
        after = {**rest, land: piece}
        if not _milled(after, land):
            found.add(frozen(after))
            continue
        others = [square for square, one in after.items() if his(one, turn)]
        loose = [square for square in others if not _milled(after, square)]
        found |= {frozen(without(after, square)) for square in loose or others} or {frozen(after)}
    return found


def _touch(a: Square, b: Square) -> bool:
    return any({a, b} < row and not any(_between(a, c, b) for c in row - {a, b}) for row in _mills())


def _between(a: Square, c: Square, b: Square) -> bool:
    return abs(a[0] - c[0]) + abs(c[0] - b[0]) == abs(a[0] - b[0]) and abs(a[1] - c[1]) + abs(c[1] - b[1]) == abs(
        a[1] - b[1]
    )


def _milled(held: Held, square: Square) -> bool:
    return any(square in row and all(held.get(one) == held[square] for one in row) for row in _mills())


# ── reversi, go, oware ────────────────────────────────────────────────────────────────────────────────────────────────


def reversi(held: Held, turn: int, _: Any) -> set[Frozen]:
    """Every move turns something."""
    found = set()
    for square in {(x, y) for x in range(8) for y in range(8)} - set(held):
        turned: list[Square] = []
        for way in EIGHT:
            row, at = [], plus(square, way)
            while his(held.get(at), turn):
                row.append(at)
                at = plus(at, way)
            if mine(held.get(at), turn):
                turned += row
        if turned:
            found.add(frozen({**held, **dict.fromkeys([square, *turned], str(1 + turn))}))
    return found


def go(held: Held, turn: int, _: Any) -> set[Frozen]:
    """Stones without liberties go; no suicide. Ko is told by the caller, a pass is not counted here."""
    found = set()
    for square in {(x, y) for x in range(9) for y in range(9)} - set(held):
        after = {**held, square: str(1 + turn)}
        for near in _beside(square):
            if his(after.get(near), turn) and not _liberties(after, near):
                after = without(after, *_string(after, near))
        if _liberties(after, square):
            found.add(frozen(after))
    return found


def _string(held: Held, square: Square) -> set[Square]:
    string = {square}
    while more := {n for s in string for n in _beside(s) if held.get(n) == held[square]} - string:
        string |= more
    return string


def _liberties(held: Held, square: Square) -> set[Square]:
    near = {n for s in _string(held, square) for n in _beside(s)}
    return {n for n in near if n not in held and all(0 <= c < 9 for c in n)}


def oware(seeds: tuple[int, ...], turn: int) -> set[tuple[int, ...]]:
    """Houses 0 to 5 are the first player's, 6 to 11 the second's, 12 and 13 the stores, in the order of sowing."""
    found = set()
    own, rival = (range(6), range(6, 12)) if turn == 0 else (range(6, 12), range(6))
    for house in own:
        if not seeds[house]:
            continue
        after = list(seeds)
        after[house] = 0
        at = house
        for _ in range(seeds[house]):
            at = (at + 1) % 12
            if at == house:
                at = (at + 1) % 12
            after[at] += 1
        reaped = list(after)
        while at in rival and reaped[at] in (2, 3):
            reaped[12 + turn] += reaped[at]
            reaped[at] = 0
            at = (at - 1) % 12
        if any(reaped[one] for one in rival):
            after = reaped
        if any(seeds[one] for one in rival) or any(after[one] for one in rival):
            found.add(tuple(after))
    return found


# ── gamão and tábula ──────────────────────────────────────────────────────────────────────────────────────────────────

Men = tuple[tuple[int, ...], int, int]
"""Men on the points of a way (its own 1 to 24, the rival's below 0), waiting to enter, and taken off."""


def race(mine: Men, his: Men, dice: tuple[int, ...], *, enter_first: bool, half: bool) -> set[tuple[Men, Men]]:
    """Everything that a throw allows, every die in every order; points are numbered along the way of who moves.

    A man of the other side is told by the same numbers. As many dice as can be are played, of two the larger.
    """

    def single(mine: Men, his: Men, die: int) -> Iterator[tuple[Men, Men]]:
        on, waiting, off = mine
        starts = [0] * (waiting > 0) + ([] if waiting and enter_first else sorted(set(on)))
        for start in starts:
            there = start + die
            rest = list(on)
            if start:
                rest.remove(start)
            if there > 24:
                exact_or_last = there == 25 or not any(point < start for point in on)
                if start and not waiting and min(on) >= 19 and exact_or_last:
                    yield (tuple(rest), waiting, off + 1), his
                continue
            if half and waiting and 0 < start <= 12 < there:
                continue
            others = his[0].count(there)
            if others > 1:
                continue
            moved = (tuple(sorted([*rest, there])), waiting - (start == 0), off)
            hit = (tuple(point for point in his[0] if point != there), his[1] + others, his[2])
            yield moved, hit

    def all_ways(mine: Men, his: Men, left: tuple[int, ...]) -> Iterator[tuple[int, int, Men, Men]]:
        """How many dice were used, the sum of them, and what came of it."""
        yield 0, 0, mine, his
        for n, die in enumerate(left):
            for after in single(mine, his, die):
                for used, whole, a, b in all_ways(*after, (*left[:n], *left[n + 1 :])):
                    yield used + 1, whole + die, a, b

    found = list(all_ways(mine, his, dice))
    done = {(a, b) for _, _, a, b in found if not a[0] and not a[1]}
    most = max(used for used, _, _, _ in found)
    best = [(whole, a, b) for used, whole, a, b in found if used == most]
    if most == 1 and len(dice) == 2:
        best = [one for one in best if one[0] == max(whole for whole, _, _ in best)]
    return {(a, b) for _, a, b in best} | done
