"""Alpha-beta and random games for games whose pieces are put down and stay (4-em-linha, reversi), compiled.

The truth is ``learn/search/alphabeta.py`` over ``rules.py``; a test runs both on the same positions and compares values
and nodes. What a board is, is handed over in arrays, so one kernel serves every file of these mechanics: put down
anywhere or dropped, rows, pieces that change sides, passes.
"""

import time
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.compiler import highest, lowest, njit, ones
from bolicho.games.boards.board import EMPTY, Board
from bolicho.games.boards.rules import PASS, Position, opening

WIN, UNDECIDED, FAR = 100.0, -1.0, 1000.0
NOTHING = -1
GOES_ON = 9
FIRST = 200_000
"""Nodes of the first look at the clock."""


Word = npt.NDArray[np.int64]
"""Sets of points, a bit each."""


class Shape(NamedTuple):
    """A board as the kernel walks on it."""

    rays: Word
    """[point, way]: the points ahead."""
    rising: npt.NDArray[np.bool_]
    """[point, way]: whether their numbers go up."""
    near: Word
    """[point]: the first points ahead."""
    above: Word
    """[point]: what may be held once this point is."""
    lines: Word
    """[point, number]: the lines through each point; behind the last, all bits."""
    flips: bool
    passes: bool
    endless: bool


@cache
def shape(board: Board) -> Shape:
    """Write a board as arrays."""
    size = len(board.points)
    wide = max(len(ways) for ways in board.ways)
    rays, rising = np.zeros((size, wide), np.int64), np.zeros((size, wide), np.bool_)
    near, above = np.zeros(size, np.int64), np.zeros(size, np.int64)
    held = [line if "line" in board.goals else () for line in board.lines_through]
    lines = np.full((size, max(map(len, held))), NOTHING, np.int64)
    for point, ways in enumerate(board.ways):
        for number, way in enumerate(ways):
            rays[point, number], rising[point, number] = _set(way.ahead), way.ahead[0] > point
            near[point] |= _set(way.ahead[:1])
            if board.placing == "drop" and (way.right, way.up) == (0, -1):
                above[way.ahead[0]] = _set([point])
        for number, line in enumerate(held[point]):
            lines[point, number] = _set(line)
    return Shape(rays, rising, near, above, lines, "flip" in board.then, board.stuck == PASS, board.endless)


def _set(points: Iterable[int]) -> int:
    """Return points as one word of 64 bits, with its sign."""
    bits = sum(1 << point for point in points)
    return bits - (1 << 64) if bits >> 63 else bits


class Outcome(NamedTuple):
    """What a search found of each root move, and how many nodes it took; ``whole``: whether it came to its end."""

    values: tuple[float, ...]
    nodes: int
    whole: bool


def search(board: Board, position: Position, depth: int, *, weigh: bool = False, nodes: int = 2**62) -> Outcome:
    """Search a position that is not over to a depth, as ``alphabeta.search(..., table=False)`` does."""
    values, visited, whole = _root(*shape(board), *_read(board, position), position.turn, depth, weigh, nodes)
    return Outcome(tuple(values.tolist()), int(visited), bool(whole))


def warm() -> None:
    """Compile the search, or load what was compiled before."""
    from bolicho.games import GAMES

    board = GAMES.make("jogo-da-velha").board
    search(board, opening(board), 2)


def timed(board: Board, position: Position, depth: int, seconds: float, *, weigh: bool) -> tuple[Outcome, int]:
    """Search deeper and deeper until the depth, a decision or the end of the time; at least one ply."""
    until = time.perf_counter() + seconds
    best, reached, visited, budget = search(board, position, 1, weigh=weigh), 1, 0, FIRST
    for deeper in range(2, depth + 1):
        if max(best.values) > 1 or max(best.values) < -1:
            break
        began = time.perf_counter()
        found = search(board, position, deeper, weigh=weigh, nodes=budget)
        visited += found.nodes
        speed = found.nodes / max(1e-6, time.perf_counter() - began)
        left = until - time.perf_counter()
        if not found.whole and left > 0:
            found = search(board, position, deeper, weigh=weigh, nodes=int(speed * left))
            visited += found.nodes
        if not found.whole:
            break
        best, reached, budget = found, deeper, max(FIRST, int(speed * max(0.0, until - time.perf_counter())))
        if left <= 0:
            break
    return best._replace(nodes=visited + best.nodes), reached


def playouts(board: Board, position: Position, games: int, seed: int) -> tuple[int, int, int, int]:
    """Play games at random from a position: won by the first, drawn, won by the second, and the plies of all."""
    first, drawn, second, plies = _random_games(*shape(board), *_read(board, position), position.turn, games, seed)
    return int(first), int(drawn), int(second), int(plies)


def _read(board: Board, position: Position) -> tuple[int, int, int, npt.NDArray[np.int64]]:
    """Write a position as three words (the first's pieces, the second's, what may be held next) and the hands."""
    first, second = (_set(p for p, cell in enumerate(position.cells) if cell == sign) for sign in "12")
    below = {point: one for one in range(len(board.points)) for point in _above(board, one)}
    free = [p for p, cell in enumerate(position.cells) if cell == EMPTY]
    open_ = _set(p for p in free if p not in below or position.cells[below[p]] != EMPTY)
    return first, second, open_, np.array(position.hand, np.int64)


def _above(board: Board, point: int) -> list[int]:
    bits = int(shape(board).above[point]) & (2**64 - 1)
    return [bits.bit_length() - 1] if bits else []


@njit(cache=True, inline="always")
def _turned(rays, rising, point, mine, his):
    """The rivals that a piece put on a point would turn."""
    turned = 0
    for way in range(rays.shape[1]):
        ray = rays[point, way]
        if not ray & his:
            continue
        stop = ray & ~his
        if not stop:
            continue
        if rising[point, way]:
            at = stop & -stop
            row = ray & (at - 1)
        else:
            at = 1 << highest(stop)
            row = ray & ~(at | (at - 1))
        if at & mine:
            turned |= row
    return turned


@njit(cache=True, inline="always")
def _first(rays, rising, near, flips, open_, mine, his):
    """The lowest legal point as a set; empty where there is none."""
    if not flips:
        return open_ & -open_
    while open_:
        bit = open_ & -open_
        point = lowest(bit)
        if near[point] & his and _turned(rays, rising, point, mine, his):
            return bit
        open_ ^= bit
    return 0


@njit(cache=True, inline="always")
def _row(lines, point, held):
    """Whether a side holds a whole line through a point."""
    for number in range(lines.shape[1]):  # noqa: SIM110  (compiled without a generator)
        if not lines[point, number] & ~held:
            return True
    return False


@njit(cache=True, inline="always")
def _over(rays, rising, near, lines, flips, passes, open_, mine, his, held, last):
    """The result for who is to move (1, 0, -1), or GOES_ON; and their first legal point as a set."""
    if last >= 0 and _row(lines, last, his):
        return -1, 0
    bit = _first(rays, rising, near, flips, open_, mine, his) if held > 0 else 0
    if bit:
        return GOES_ON, bit
    if not passes:
        return 0, 0
    if _first(rays, rising, near, flips, open_, his, mine):
        return GOES_ON, 0
    more = ones(mine) - ones(his)
    return (more > 0) - (more < 0), 0


@njit(cache=True, inline="always")
def _back(value):
    return 1 - value if value > 1 else -1 - value if value < -1 else -value


@njit(cache=True, inline="always")
def _forth(value):
    return -1 - value if value > 1 else 1 - value if value < -1 else -value


@njit(cache=True)
def _root(
    rays,
    rising,
    near,
    above,
    lines,
    flips,
    passes,
    endless,
    first,
    second,
    open_,
    hands,
    turn,
    depth,
    weigh,
    most,
):
    mine, his = (first, second) if turn == 0 else (second, first)
    held = np.array([hands[turn], hands[1 - turn]]) + (1 << 40) * int(endless)
    values = np.full(64, -FAR)
    count, nodes = 0, 0
    undecided = -UNDECIDED if depth % 2 else UNDECIDED
    bit = _first(rays, rising, near, flips, open_, mine, his)
    rest = open_
    while bit or count == 0:
        last, turned, now = -1, 0, open_
        if bit:
            last = lowest(bit)
            turned = _turned(rays, rising, last, mine, his) if flips else 0
            now = open_ & ~bit | above[last]
        value, more, ended = _value(
            rays, rising, near, above, lines, flips, passes, his & ~turned, mine | bit | turned, now,
            held[1], held[0] - (bit != 0), last, depth - 1, undecided, weigh, most - nodes,
        )  # fmt: skip
        nodes += more
        values[count] = _back(value)
        count += 1
        if not ended:
            return values[:count], nodes, False
        if not bit:
            break
        rest &= ~(bit | (bit - 1))
        bit = _first(rays, rising, near, flips, rest, mine, his)
    return values[:count], nodes, True


@njit(cache=True)
def _last_ply(rays, rising, near, above, lines, flips, passes, mine, his, open_, bit, others, high, undecided, weigh):
    """The best of the moves after which the search ends: most nodes are these, and none of them needs the stack."""
    best, nodes, rest = -FAR, 0, open_
    while True:
        nodes += 1
        if bit:
            last = lowest(bit)
            turned = _turned(rays, rising, last, mine, his) if flips else 0
            now, mover, other = open_ & ~bit | above[last], mine | bit | turned, his & ~turned
        else:
            last, now, mover, other = -1, open_, mine, his
        result, _ = _over(rays, rising, near, lines, flips, passes, now, other, mover, others, last)
        if result != GOES_ON:
            value = _back(WIN * result)
        elif weigh:
            value = -(ones(other) - ones(mover)) / (1 + rays.shape[0])
        else:
            value = -undecided
        best = max(best, value)
        if best >= high or best == WIN - 1 or not bit:
            return best, nodes
        rest &= ~(bit | (bit - 1))
        bit = _first(rays, rising, near, flips, rest, mine, his)
        if not bit:
            return best, nodes


@njit(cache=True)
def _value(
    rays, rising, near, above, lines, flips, passes, begun, other, begun_open, held, others, begun_last, depth,
    undecided, weigh, most,
):  # fmt: skip
    """The recursion with a stack of its own: Numba does not cache recursion safely."""
    mines, rivals, opens = np.zeros(depth + 2, np.int64), np.zeros(depth + 2, np.int64), np.zeros(depth + 2, np.int64)
    rests, bits, lasts = np.zeros(depth + 2, np.int64), np.zeros(depth + 2, np.int64), np.zeros(depth + 2, np.int64)
    hands = np.zeros(depth + 3, np.int64)
    lows, highs, bests = np.zeros(depth + 2), np.zeros(depth + 2), np.zeros(depth + 2)
    floors = np.zeros(depth + 2)
    mines[0], rivals[0], opens[0], lasts[0] = begun, other, begun_open, begun_last
    hands[0], hands[1] = held, others
    lows[0], highs[0] = -FAR, FAR
    ply, nodes, value, coming = 0, 0, 0.0, True
    while True:
        known = False
        if coming:
            nodes += 1
            if nodes > most:
                return 0.0, nodes, False
            mine, his = mines[ply], rivals[ply]
            result, bit = _over(rays, rising, near, lines, flips, passes, opens[ply], mine, his, hands[ply], lasts[ply])
            if result != GOES_ON:
                known, value = True, WIN * result
            elif ply == depth:
                known, value = True, undecided
                if weigh:
                    value = (ones(mine) - ones(his)) / (1 + rays.shape[0])
            elif ply == depth - 1:
                value, more = _last_ply(
                    rays, rising, near, above, lines, flips, passes, mine, his, opens[ply], bit, hands[ply + 1],
                    highs[ply], undecided, weigh,
                )  # fmt: skip
                nodes += more
                known = True
                if nodes > most:
                    return 0.0, nodes, False
            else:
                bests[ply], floors[ply], bits[ply], rests[ply] = -FAR, lows[ply], bit, opens[ply]
        else:
            value = _back(value)
            if value > bests[ply]:
                bests[ply] = value
                floors[ply] = max(floors[ply], value)
            bit = bits[ply]
            if bit:
                rests[ply] &= ~(bit | (bit - 1))
                bits[ply] = _first(rays, rising, near, flips, rests[ply], mines[ply], rivals[ply])
            best = bests[ply]
            if best >= highs[ply] or best == WIN - 1 or bits[ply] == 0:
                known, value = True, best
        if known:
            if ply == 0:
                return value, nodes, True
            ply, coming = ply - 1, False
        else:
            bit = bits[ply]
            mine, his, now, last = mines[ply], rivals[ply], opens[ply], -1
            if bit:
                last = lowest(bit)
                turned = _turned(rays, rising, last, mine, his) if flips else 0
                mine |= bit | turned
                his &= ~turned
                now = now & ~bit | above[last]
            mines[ply + 1], rivals[ply + 1], opens[ply + 1], lasts[ply + 1] = his, mine, now, last
            hands[ply + 2] = hands[ply] - (bit != 0)
            lows[ply + 1], highs[ply + 1] = _forth(highs[ply]), _forth(floors[ply])
            ply, coming = ply + 1, True


@njit(cache=True)
def _random_games(
    rays, rising, near, above, lines, flips, passes, endless, first, second, begun, hands, turn, games, seed
):
    wins = np.zeros(3, np.int64)
    plies = 0
    state = np.uint64(seed * 2 + 1) * np.uint64(0x9E3779B97F4A7C15) | np.uint64(1)
    for _ in range(games):
        mine, his = (first, second) if turn == 0 else (second, first)
        held, others = hands[turn] + (1 << 40) * int(endless), hands[1 - turn] + (1 << 40) * int(endless)
        open_, who, last = begun, turn, -1
        while True:
            result, bit = _over(rays, rising, near, lines, flips, passes, open_, mine, his, held, last)
            if result != GOES_ON:
                wins[1 if result == 0 else 0 if (result > 0) == (who == 0) else 2] += 1
                break
            plies += 1
            last = -1
            if bit:
                legal = open_
                if flips:
                    legal, rest = 0, open_
                    while bit:
                        legal |= bit
                        rest &= ~(bit | (bit - 1))
                        bit = _first(rays, rising, near, flips, rest, mine, his)
                state ^= state << np.uint64(13)
                state ^= state >> np.uint64(7)
                state ^= state << np.uint64(17)
                for _ in range((state >> np.uint64(11)) % np.uint64(ones(legal))):
                    legal &= legal - 1
                last = lowest(legal)
                bit = legal & -legal
                turned = _turned(rays, rising, last, mine, his) if flips else 0
                mine |= bit | turned
                his &= ~turned
                open_ = open_ & ~bit | above[last]
                held -= 1
            mine, his, held, others, who = his, mine, others, held, 1 - who
    return wins[0], wins[1], wins[2], plies
