"""Games whose turns begin with a throw: what is a move worth on average over all that the rival may throw?

Every move is weighed as it stands; the most promising ones once more, by the rival's best answer to each throw. Values
are those of ``alphabeta.py``: 99 for a move that wins at once, else between -1 and 1.
"""

from collections.abc import Callable, Hashable, Iterable
from math import log, sqrt
from random import Random
from typing import TypeVar

from bolicho.learn.search.alphabeta import WIN, Look, SearchResult

Node = TypeVar("Node", bound=Hashable)
Throw = Callable[[Node], Iterable[tuple[Node, float]]]
"""Of a position before the throw: the positions after each throw, and how likely each is."""
LEAST, MOST = 2, 8
"""Moves that are looked at twice."""
CURIOSITY = 0.3
ANSWERS = 24
"""Answers of the rival that one try looks at; of more, as many by lot."""


def expect(
    root: Node, look: Look[Node], throw: Throw[Node], weigh: Callable[[Node], float], depth: int, nodes: int
) -> SearchResult:
    """Return what each move is worth: after one ply as it stands, after two by all answers to all throws."""
    after = look(root)[1]
    values = [_stands(node, look, weigh) for node in after]
    visited, reached = len(after), 1
    if depth > 1 and max(values) < WIN - 1:
        order = sorted(range(len(after)), key=lambda move: -values[move])
        deeper: dict[int, float] = {}
        for move in order[:MOST]:
            if len(deeper) >= LEAST and visited > nodes:
                break
            deeper[move], more = _on_average(after[move], look, throw, weigh)
            visited += more
        # what was looked at once only stands behind all that was looked at twice
        worst = min(deeper.values())
        first = max(values[move] for move in order[len(deeper) :]) if len(deeper) < len(order) else 0.0
        values = [deeper.get(move, worst - (first - value) - 1e-9) for move, value in enumerate(values)]
        reached = 2
    lines = tuple((move,) if value == max(values) else () for move, value in enumerate(values))
    return SearchResult(tuple(values), reached, visited, lines)


def _stands(node: Node, look: Look[Node], weigh: Callable[[Node], float]) -> float:
    """What a move that leads to a position is worth, as it stands there; the result is told for the rival."""
    result = look(node)[0]
    return -weigh(node) if result is None else -float(result) * (WIN - 1)


def _on_average(node: Node, look: Look[Node], throw: Throw[Node], weigh: Callable[[Node], float]) -> tuple[float, int]:
    total, visited = 0.0, 0
    for thrown, chance in throw(node):
        answers = look(thrown)[1]
        visited += len(answers)
        total += chance * -max((_stands(answer, look, weigh) for answer in answers), default=weigh(thrown))
    return total, visited


def sample(
    root: Node,
    look: Look[Node],
    throw: Callable[[Node, Random], Node],
    weigh: Callable[[Node], float],
    rng: Random,
    simulations: int,
    go_on: Callable[[], bool],
) -> tuple[list[int], list[float]]:
    """Try the moves again and again with throws at random; return how often each was tried, and its mean.

    The one with the highest upper confidence bound comes next; the rival answers with what stands best.
    """
    after = look(root)[1]
    visits, totals = [0] * len(after), [0.0] * len(after)
    for number in range(max(simulations, 1)):
        if number < len(after):
            move = number
        elif not go_on():
            break
        else:
            known = log(number)
            move = max(range(len(after)), key=lambda one: totals[one] / visits[one] + _bonus(known, visits[one]))
        node = after[move]
        if look(node)[0] is None:
            answers = look(throw(node, rng))[1]
            answers = answers if len(answers) <= ANSWERS else rng.sample(answers, ANSWERS)
            value = -max((_stands(answer, look, weigh) for answer in answers), default=weigh(node))
        else:
            value = _stands(node, look, weigh)
        visits[move] += 1
        totals[move] += max(-1.0, min(1.0, value))
    return visits, [total / count if count else 0.0 for total, count in zip(totals, visits, strict=True)]


def _bonus(known: float, visits: int) -> float:
    return CURIOSITY * sqrt(known / visits)
