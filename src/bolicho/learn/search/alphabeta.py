"""Alpha-beta search of any two-player game of turns without chance: how good is each move, so many plies ahead?

Values are those of Lobo Brain: 100 for a win, -100 for a loss, 0 for a draw, -1 for what is undecided at the
depth limit, for who is to move at the root; each ply to the end takes one off a win or a loss, so a quicker win
and a slower loss are better. **Every move of the root gets its exact value** (a full window): with a bound handed from
one root move to the next the others' values would be mere bounds, and a draw of lots among "equals" would play
blunders.

The search works on positions: draws by repetition are not seen, endless play is undecided at the limit.
"""

import time
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, NamedTuple, TypeVar

Node = TypeVar("Node", bound=Hashable)
Value = TypeVar("Value", int, float)
Look = Callable[[Node], tuple[int | None, Sequence[Node]]]
"""Of a position: its result for who is to move (1, 0, -1; None while it goes on), and what may follow."""

WIN, UNDECIDED = 100, -1
DEEPEST = 90
"""Deeper than this a distant win could not be told from a draw."""
FAR = 1000
"""Beyond every value."""
EXACT, AT_LEAST, AT_MOST = range(3)
LOOK_AT_THE_CLOCK = 512
"""Nodes between two looks at the clock."""


class SearchResult(NamedTuple):
    """What a search found: the exact value of each root move at this depth, and the nodes it visited in all."""

    values: tuple[float, ...]
    depth: int
    nodes: int
    lines: tuple[tuple[int, ...], ...]
    """For each best move the line that the search expects, as numbers of moves; for the others nothing."""
    entries: int = 0
    """Positions in the transposition table."""

    @property
    def value(self) -> float:
        """The value of the root."""
        return max(self.values)

    @property
    def best(self) -> tuple[int, ...]:
        """The numbers of the moves that are truly best."""
        return tuple(move for move, value in enumerate(self.values) if value == self.value)


class TimeUp(Exception):
    """The clock ran out in the middle of a search."""


def search(
    root: Node,
    look: Look[Node],
    depth: int,
    seconds: float | None = None,
    *,
    table: bool = True,
    nodes: int | None = None,
    weigh: Callable[[Node], float] | None = None,
) -> SearchResult:
    """Search deeper and deeper until the depth, the end of the time or of the nodes, or a win; at least one ply.

    ``weigh`` tells how well who is to move stands where the search ends, between -1 and 1; else it is undecided.
    Without ``table`` it goes straight to its depth and remembers nothing: the textbook search, for measurements.
    """
    if look(root)[0] is not None:
        raise ValueError("nothing to search: it is over")
    engine = _Search(look, table, None if seconds is None else time.perf_counter() + seconds, weigh)
    found = engine.ply(root, 1 if table else depth)
    for deeper in range(2, depth + 1 if table else 0):
        if final(found.values):
            break
        engine.most = nodes
        try:
            found = engine.ply(root, deeper)
        except TimeUp:
            break
    return found._replace(nodes=engine.nodes)


def final(values: Sequence[float]) -> bool:
    """Whether no deeper search can change the choice: a win was found, or every move loses."""
    return max(values) > -UNDECIDED or max(values) < UNDECIDED


def back(value: Value) -> Value:
    """Return a follower's value as the value of the move that leads to it, one ply further from the end.

    >>> back(-100), back(99), back(0), back(-1), back(1)
    (99, -98, 0, 1, -1)
    """
    return 1 - value if value > 1 else -1 - value if value < -1 else -value


def forth(value: Value) -> Value:
    """Undo `back`, for the bounds that go down the tree.

    >>> [forth(back(value)) for value in (-100, 99, 0, -1, 1)]
    [-100, 99, 0, -1, 1]
    """
    return -1 - value if value > 1 else 1 - value if value < -1 else -value


class _Search(Generic[Node]):
    """``games/boards/kernel.py`` does the same, node by node, in numbers."""

    def __init__(
        self, look: Look[Node], table: bool, until: float | None, weigh: Callable[[Node], float] | None = None
    ) -> None:
        self.look, self.until, self.weigh = look, until, weigh
        self.most: int | None = None
        self.nodes = 0
        self.table: dict[tuple[Node, int], tuple[float, int, int]] | None = {} if table else None
        """(position, plies to go) -> value, what kind of bound, best move."""
        self.undecided = 0

    def ply(self, root: Node, depth: int) -> SearchResult:
        # who is to move at the limit is the one at the root after an even number of plies, else the rival
        self.undecided = -UNDECIDED if depth % 2 else UNDECIDED
        values = tuple(back(self.value(node, depth - 1, -FAR, FAR)) for node in self.look(root)[1])
        lines = tuple(self.line(root, move, depth) if value == max(values) else () for move, value in enumerate(values))
        return SearchResult(values, depth, self.nodes, lines, len(self.table or ()))

    def value(self, node: Node, depth: int, alpha: float, beta: float) -> float:
        self.nodes += 1
        if self.until is not None and not self.nodes % LOOK_AT_THE_CLOCK and time.perf_counter() > self.until:
            raise TimeUp
        if self.most is not None and self.nodes > self.most:
            raise TimeUp
        result, followers = self.look(node)
        if result is not None:
            return WIN * result
        if not depth:
            return self.undecided if self.weigh is None else self.weigh(node)
        order: Sequence[int] = range(len(followers))
        if self.table is not None:
            known = self.table.get((node, depth))
            if known is not None and _serves(known[0], known[1], alpha, beta):
                return known[0]
            hint = self.table.get((node, depth - 1))
            if hint is not None:
                order = [hint[2], *(move for move in order if move != hint[2])]
        best: float = -FAR
        chosen, low = 0, alpha
        for move in order:
            value = back(self.value(followers[move], depth - 1, forth(beta), forth(low)))
            if value > best:
                best, chosen = value, move
                low = max(low, value)
            if best >= beta or best == WIN - 1:
                break
        if self.table is not None:
            kind = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
            self.table[node, depth] = best, kind, chosen
        return best

    def line(self, root: Node, move: int, depth: int) -> tuple[int, ...]:
        """Follow the best moves in the table; on this line every value in it is exact."""
        line, node = [move], self.look(root)[1][move]
        while self.table is not None and (known := self.table.get((node, depth := depth - 1))) is not None:
            line.append(known[2])
            node = self.look(node)[1][known[2]]
        return tuple(line)


def _serves(value: float, kind: int, alpha: float, beta: float) -> bool:
    return kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha)
