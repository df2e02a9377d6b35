"""Who searches Truco: plain Python, and the kernel as soon as it is warm; both take the same draws to the same answer.

An agent that searches calls `warm_up` when it is built: a thread then compiles the kernel, or loads what was compiled
before, while plain Python already answers.
"""

from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np

from bolicho.games.truco import Truco
from bolicho.games.truco.cards import PLACE
from bolicho.games.truco.hands import all_hands, consistent, evidence
from bolicho.games.truco.view import HIDDEN, View
from bolicho.learn.search.ismcts.habits import KINDS
from bolicho.learn.search.ismcts.moves import NUMBER, SEEN
from bolicho.learn.search.ismcts.payoff import Payoff
from bolicho.learn.search.ismcts.search import search
from bolicho.learn.search.ismcts.truco import Manner, TrucoSubject, tables
from bolicho.parallel.kernel import UntilCompiled


class Order(NamedTuple):
    """A search that is asked for."""

    iterations: int
    curiosity: float
    """The weight of what is little known, in points at the present score."""
    manner: Manner
    payoff: Payoff


class SearchResult(NamedTuple):
    """What a search found, by legal move in order."""

    visits: tuple[int, ...]
    means: tuple[float, ...]
    """Mean payoff; 0 where a move was never tried."""
    hands: int
    """How many hands the rival may hold."""


class Runner(Protocol):
    """Who searches."""

    name: str

    def search(self, game: Truco, view: View, order: Order, key: int) -> SearchResult:
        """Search the decision of a view; all chance comes from the key."""


class PlainSearch:
    """The rules as they stand."""

    name = "plain"

    def search(self, game: Truco, view: View, order: Order, key: int) -> SearchResult:
        """Grow a tree of objects."""
        chance = [key]
        subject = TrucoSubject(game, view, order.manner, order.payoff)
        if order.manner.reading:
            subject.weigh(order.iterations, chance)
        edges = search(subject, order.iterations, order.curiosity * order.payoff.step, chance).edges[None]
        found = [edges.get(number) for number in numbers(view)]
        visits = tuple(edge.visits if edge else 0 for edge in found)
        return SearchResult(visits, tuple(edge.mean if edge else 0.0 for edge in found), len(subject.hands))


class CompiledSearch:
    """The same, compiled."""

    name = "compiled"

    def __init__(self) -> None:
        from bolicho.games.truco import kernel as rules
        from bolicho.learn.search.ismcts import kernel

        self.kernel, self.rules = kernel, rules
        self.grow = kernel.compiled()["grow"]

    def search(self, game: Truco, view: View, order: Order, key: int) -> SearchResult:
        """Grow a tree in arrays."""
        n, (manner, payoff) = order.iterations, order[2:]
        hands = _places()[consistent(evidence(view))]
        who = np.array([seat for seat, _ in view.history], np.int8)
        what = np.array([self._number(view, seat, move) for seat, move in view.history], np.int16)
        mine = np.array([PLACE[card] for card in view.dealt], np.int8)
        context = np.array([*view.score, view.mano], np.int8)
        below, rows = np.zeros((n + 1) * SEEN, np.int32), np.zeros((n + 1) * KINDS, np.int32)
        visits, available = np.zeros((2, (n + 1) * SEEN), np.int32)
        total = np.zeros((n + 1) * SEEN)
        self.grow(
            self.rules.book_of(game.rules), np.zeros(1, self.rules.HAND), hands, mine, context,
            view.seat, who, what, n, order.curiosity * payoff.step, *manner, np.array([key], np.uint64),
            payoff.worth.ravel(), payoff.whole, *self.kernel.call_tables(), *_arrays(),
            below, rows, visits, available, total,
        )  # fmt: skip
        at = list(numbers(view))
        times = visits[at].tolist()
        sums = total[at].tolist()
        means = tuple(worth / often if often else 0.0 for worth, often in zip(sums, times, strict=True))
        return SearchResult(tuple(times), means, len(hands))

    def _number(self, view: View, seat: int, move: str) -> int:
        if move in NUMBER:
            return NUMBER[move]
        if seat == view.seat:
            return _own(view).index(move)
        return -1 if move == HIDDEN else self.kernel.OPEN_CARD + PLACE[move]


def numbers(view: View) -> tuple[int, ...]:
    """Return the legal moves of a view by number."""
    own = _own(view)
    return tuple(NUMBER[move] if move in NUMBER else own.index(move) for move in view.moves)


def _own(view: View) -> tuple[str, ...]:
    return (*view.dealt, *(f"({card})" for card in view.dealt))


@cache
def _places() -> Any:
    return np.array([[PLACE[card] for card in hand] for hand in all_hands().cards], np.int8)


@cache
def _arrays() -> tuple[object, ...]:
    return tuple(np.array(table) for table in tables())


def _warm() -> Runner:
    from bolicho.learn.search.ismcts.payoff import points_payoff

    game, compiled = Truco(), CompiledSearch()
    view = game.start("1e 7o 4c / 3b 2c 12o").view(0)
    compiled.search(game, view, Order(1, 1.0, Manner(), points_payoff(24, 0, 0)), 1)
    return compiled


KERNEL: UntilCompiled[Runner] = UntilCompiled(PlainSearch(), _warm, "ismcts-kernel")
runner_now, warm_up = KERNEL.now, KERNEL.warm_up
