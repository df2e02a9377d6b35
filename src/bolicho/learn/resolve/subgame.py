"""The rest of a hand after its first round, solved for the ranges of both seats, in points or in chances of the match.

How to use it::

    solved = solve(Position.of(view), ranges(view, policies), points_worth())
    solved.chances(view)      # of the legal moves; None where the tree does not lead
    solved.values(view)       # what each legal move is worth to who decides, if both go on as solved
    solved.gap()              # what the two could still gain, in the unit of the payoffs: how exact it is
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.games.truco.cards import DECK, STRENGTH
from bolicho.games.truco.ladders import TRUCO_CALLS, TRUCO_WORTH
from bolicho.games.truco.view import View
from bolicho.learn.resolve.ranges import Floats, first_round, opening, pairs

LEVELS = 14
MOST, LEAST = 200, 32
"""Iterations of a small position, and of the largest."""
EFFORT = 1_600_000
"""Nodes times iterations: how large a position may be before it gets fewer iterations."""
QUERO, RAISE = 14, 15
WORDS = {"quero": QUERO, **dict.fromkeys(TRUCO_CALLS, RAISE)}
Worth = npt.NDArray[np.float32]
"""[seat, winner, points - 1]: what the seat gets when the winner is paid so many points."""
Bytes = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Singles = npt.NDArray[np.float32]


class Position(NamedTuple):
    """What is public when the second round begins."""

    mano: int
    first: int
    """Who won the first round; 2 is a tie."""
    leads: int
    truco: int
    """Calls accepted."""
    word: int
    """Who may raise; -1 is anybody."""

    @classmethod
    def of(cls, view: View) -> "Position":
        """Read a view that stands in the second or third round."""
        state = opening(view)[-1]
        won = state.won[0]
        return cls(
            view.mano, 2 if won is None else won, state.turn, state.truco, -1 if state.word is None else state.word
        )


def points_worth() -> Worth:
    """Payoffs in points."""
    worth = np.zeros((2, 2, len(TRUCO_WORTH)), np.float32)
    for seat in (0, 1):
        worth[seat, seat], worth[seat, 1 - seat] = TRUCO_WORTH, [-points for points in TRUCO_WORTH]
    return worth


def match_worth(view: View, table: Floats) -> Worth:
    """Payoffs in chances to win the match, from ``table[I lack, he lacks, I am mão]``: what a score is worth."""
    lacks = [view.rules.target - view.score[seat] - view.points[seat] for seat in (0, 1)]
    worth = np.zeros((2, 2, len(TRUCO_WORTH)), np.float32)
    for winner in (0, 1):
        for number, points in enumerate(TRUCO_WORTH):
            left = [max(lacks[seat] - points * (seat == winner), 0) for seat in (0, 1)]
            for seat in (0, 1):
                # who is pé now is mão in the next hand
                worth[seat, winner, number] = table[left[seat], left[1 - seat], int(seat != view.mano)]
    return worth


class Solution:
    """A solved position: strategies of both seats, values, and how far from exact they are."""

    def __init__(self, position: Position, arrays: "Arrays", worth: Worth, iterations: int) -> None:
        self.position, self.iterations = position, iterations
        self._arrays, self._worth = arrays, worth

    @property
    def nodes(self) -> int:
        """How many public decisions there are."""
        return len(self._arrays.nodes)

    def chances(self, view: View) -> tuple[float, ...] | None:
        """The probabilities of the legal moves; None where the tree does not lead to this view."""
        found = self._row(view)
        if found is None:
            return None
        node, number, rows = found
        start, wide = int(self._arrays.slots[node]), self._arrays.width(node)
        numbers = [float(self._arrays.averages[start + row * wide + number]) for row in range(self._arrays.rows(node))]
        return _spread(view, rows, numbers)

    def values(self, view: View, worth: Worth | None = None) -> tuple[float, ...] | None:
        """What each legal move is worth to who decides, if both go on as solved; None where the tree does not lead.

        ``baralho`` is worth what giving up pays. ``worth``: counted by other payoffs than it was solved for.
        """
        paid = self._worth if worth is None else worth
        found = self._row(view)
        if found is None:
            return None
        node, number, rows = found
        arrays, me = self._arrays, view.seat
        quality, met = arrays.qualities(me, node, paid)
        if met[number] <= 0:
            return None
        folded = float(paid[me, 1 - me, int(arrays.nodes[node, 2])])
        return tuple(folded if row is None else float(quality[row, number] / met[number]) for row in _rows(view, rows))

    def gap(self) -> float:
        """What the seats could gain by best responses, the mean of both: zero is exact."""
        from bolicho.learn.resolve.subgame_kernel import EVALUATE, RESPOND

        arrays = self._arrays
        gains = [
            arrays.root_value(me, RESPOND, self._worth) - arrays.root_value(me, EVALUATE, self._worth) for me in (0, 1)
        ]
        return sum(gains) / 2

    def value(self, seat: int) -> float:
        """What the position is worth to a seat, over both ranges."""
        from bolicho.learn.resolve.subgame_kernel import EVALUATE

        return self._arrays.root_value(seat, EVALUATE, self._worth)

    def _row(self, view: View) -> tuple[int, int, dict[str, int]] | None:
        """The node, the class of who decides and the row of each move that the tree knows."""
        arrays, node = self._arrays, 0
        for _, move in view.history[first_round(view) :]:
            edge = STRENGTH[move] - 1 if move in STRENGTH else WORDS.get(move, -1)
            node = arrays.child(node, edge) if edge >= 0 else -1
            if node < 0:
                return None
        held = tuple(STRENGTH[card] - 1 for card in view.hand)
        if len(held) == 2:
            number = int(arrays.pairs[view.seat, held[0], held[1]])
        elif held:
            played = STRENGTH[view.played[view.seat][1]] - 1
            number = held[0] if arrays.pairs[view.seat, played, held[0]] >= 0 else -1
        else:
            number = 0  # his last card lies on the table
        if number < 0 or int(arrays.nodes[node, 0]) != view.seat:
            return None
        if view.truco_by is not None:
            return node, number, {"quero": 0, "nao-quero": 1, **dict.fromkeys(TRUCO_CALLS, 2)}
        cards = {card: (0 if STRENGTH[card] - 1 == held[0] else 1) for card in view.hand}
        return node, number, {**cards, **dict.fromkeys(TRUCO_CALLS, len(view.hand))}


def _rows(view: View, rows: dict[str, int]) -> list[int | None]:
    return [rows.get(move, 1 if view.truco_by is not None else None) for move in view.moves]


def _spread(view: View, rows: dict[str, int], numbers: Sequence[float]) -> tuple[float, ...]:
    """Lay the numbers of rows out over the legal moves; equal cards share theirs, ``baralho`` is never chosen."""
    told = [rows.get(move) for move in view.moves]
    weights = [0.0 if row is None or row >= len(numbers) else numbers[row] / told.count(row) for row in told]
    total = sum(weights)
    if total <= 0:
        known = sum(row is not None for row in told)
        return tuple(0.0 if row is None else 1 / known for row in told)
    return tuple(weight / total for weight in weights)


class Arrays(NamedTuple):
    """Everything that the kernel works on."""

    nodes: Bytes
    links: Ints
    spots: Ints
    slots: Ints
    sizes: Longs
    held: Longs
    pairs: Longs
    """[seat, level, level]: the number of a class; -1 where it cannot be."""
    weights: Singles
    """[class of seat 0, class of seat 1]: how often they meet."""
    turned: Singles
    regrets: Singles
    plays: Singles
    averages: Singles
    live: npt.NDArray[np.bool_]
    reach: Singles
    value: Singles

    def child(self, node: int, edge: int) -> int:
        """The node after an edge; -1 if there is none."""
        from bolicho.learn.resolve.tree_kernel import child_of

        return int(child_of(self.links, node, edge))

    def width(self, node: int) -> int:
        """In how many classes who decides at a node may be."""
        from bolicho.learn.resolve.tree_kernel import width

        return int(width(self.nodes[node], int(self.nodes[node, 0]), self.sizes))

    def rows(self, node: int) -> int:
        """How many rows of a table a node has; none where there is no choice."""
        from bolicho.learn.resolve.tree_kernel import rows_of

        return int(rows_of(self.nodes[node]))

    def sweep(self, me: int, mode: int, worth: Worth) -> None:
        """One pass with the averages."""
        from bolicho.learn.resolve.subgame_kernel import sweep

        compiled: Any = sweep
        compiled(
            me, mode, *self[:7], self._meets(me), worth[me], np.ones(int(self.sizes.max()), np.float32), self.regrets,
            self.plays, self.averages, np.float32(0), self.live, self.reach, self.value,
        )  # fmt: skip

    def _meets(self, me: int) -> Singles:
        return self.weights if me == 0 else self.turned

    def root_value(self, me: int, mode: int, worth: Worth) -> float:
        """What the root is worth to a seat, over all its classes."""
        self.sweep(me, mode, worth)
        start = int(self.spots[0, me])
        return float(self.value[start : start + int(self.sizes[me])].sum(dtype=np.float64))

    def qualities(self, me: int, node: int, worth: Worth) -> tuple[Singles, Singles]:
        """What every row of one of my nodes is worth by class, and the rival's weight that it is summed over."""
        from bolicho.learn.resolve.subgame_kernel import EVALUATE, qualities

        self.sweep(me, EVALUATE, worth)
        compiled: Any = qualities
        wide = self.width(node)
        quality, met = np.zeros((3, wide), np.float32), np.zeros(wide, np.float32)
        compiled(
            me, node, self.nodes, self.links, self.spots, self.sizes, self.held, self.pairs, self._meets(me), worth[me],
            self.live, self.reach, self.value, quality, met,
        )  # fmt: skip
        return quality, met


def solve(position: Position, ranges: Sequence[Floats], worth: Worth, iterations: int | None = None) -> Solution:
    """Solve a position for these ranges; the same arguments give the same solution."""
    from bolicho.learn.resolve.subgame_kernel import train

    arrays = _arrays(position, ranges)
    rounds = iterations or max(LEAST, min(MOST, EFFORT // len(arrays.nodes)))
    starts = np.ones((2, int(arrays.sizes.max())), np.float32)
    compiled: Any = train
    compiled(rounds, *arrays[:9], worth, starts, *arrays[9:])
    return Solution(position, arrays, worth, rounds)


def _arrays(position: Position, ranges: Sequence[Floats]) -> Arrays:
    from bolicho.learn.resolve.tree_kernel import grow, lay_out

    classes = [_classes(weights) for weights in ranges]
    meets = _disjoint() * ranges[0][:, None] * ranges[1][None, :]
    rows = np.zeros((len(classes[0].held), len(pairs())))
    np.add.at(rows, classes[0].number[classes[0].some], meets[classes[0].some])
    joint = np.zeros((len(classes[0].held), len(classes[1].held)))
    np.add.at(joint.T, classes[1].number[classes[1].some], rows.T[classes[1].some])
    sizes = np.array([len(some.held) for some in classes], np.int64)
    held = np.zeros((2, int(sizes.max()), 2), np.int64)
    number = np.full((2, LEVELS, LEVELS), -1, np.int64)
    for seat, some in enumerate(classes):
        for place, (high, low) in enumerate(some.held):
            held[seat, place] = high, low
            number[seat, high, low] = number[seat, low, high] = place
    leads = position.leads
    may = position.truco < 3 and position.word in (-1, leads)
    root = np.array([leads, 0, position.truco, position.word, -1, leads, 1, -1, -1, -1, may, -1, -1, -1], np.int8)
    grown: Any = grow
    nodes, links = grown(root, position.first, position.mano, number)
    laid: Any = lay_out
    spots, slots, length, table = laid(nodes, sizes)
    weights = np.ascontiguousarray(joint / joint.sum(), np.float32)
    return Arrays(
        nodes, links, spots, slots, sizes, held, number, weights, np.ascontiguousarray(weights.T),
        np.zeros(table, np.float32), np.zeros(table, np.float32), np.zeros(table, np.float32),
        np.zeros(len(nodes), np.bool_),
        np.zeros(length, np.float32), np.zeros(length, np.float32),
    )  # fmt: skip


class _Classes(NamedTuple):
    held: list[tuple[int, int]]
    number: Longs
    """Of every pair of cards."""
    some: Longs
    """Which pairs can be."""


def _classes(weights: Floats) -> _Classes:
    levels = _levels()
    some = np.flatnonzero(weights > 0)
    held = sorted({levels[pair] for pair in some}, reverse=True)
    place = {pair: number for number, pair in enumerate(held)}
    return _Classes(held, np.array([place.get(pair, -1) for pair in levels]), some)


@cache
def _levels() -> list[tuple[int, int]]:
    strength = [STRENGTH[card] - 1 for card in DECK]
    return [(max(strength[a], strength[b]), min(strength[a], strength[b])) for a, b in pairs()]


@cache
def _disjoint() -> Floats:
    """[pair, pair]: 1 where both can be held at once."""
    masks = np.array([1 << a | 1 << b for a, b in pairs()], np.int64)
    meets: Floats = ((masks[:, None] & masks[None, :]) == 0).astype(np.float64)
    return meets
