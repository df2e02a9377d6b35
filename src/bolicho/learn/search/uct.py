"""Monte-Carlo tree search with UCT (Kocsis and Szepesvári 2006) for any two-player game of turns without chance.

A simulation goes down the tree by the upper confidence bounds, adds one position, plays on at random and counts the end
for every position on its way. A game that does not end within `PLAYOUT` plies counts as a draw.
"""

import time
from collections.abc import Callable, Hashable
from math import log, sqrt
from random import Random
from typing import Generic, TypeVar

from bolicho.learn.search.alphabeta import Look

Node = TypeVar("Node", bound=Hashable)
PLAYOUT = 60
CURIOSITY = 1.0
"""The weight of what is little known, for results from -1 to 1."""
DECIDED_ENOUGH = 1_000_000
"""Simulations after which a search without any other limit ends."""


class Branch(Generic[Node]):
    """A position in the tree: how often it was visited, and the sum of results for who moved to it."""

    __slots__ = ("branches", "node", "total", "untried", "visits")

    def __init__(self, node: Node) -> None:
        self.node = node
        self.visits = 0
        self.total = 0.0
        self.branches: dict[int, Branch[Node]] = {}
        self.untried: list[int] | None = None

    @property
    def mean(self) -> float:
        """The mean result for who moved to this position."""
        return self.total / self.visits if self.visits else 0.0


def grow(
    root: Node,
    look: Look[Node],
    rng: Random,
    simulations: int,
    seconds: float | None = None,
    *,
    playout: int = PLAYOUT,
    weigh: Callable[[Node], float] | None = None,
) -> Branch[Node]:
    """Simulate until the number or the time is reached; the root's ``branches`` are its moves by number.

    A simulation plays ``playout`` plies at random at most; where that ends nothing, ``weigh`` says how it stands.
    """
    tree = Branch(root)
    until = None if seconds is None else time.perf_counter() + seconds
    for _ in range(simulations):
        _simulate(tree, look, rng, playout, weigh)
        if until is not None and time.perf_counter() > until:
            break
    return tree


def _simulate(
    tree: Branch[Node], look: Look[Node], rng: Random, plies: int, weigh: Callable[[Node], float] | None
) -> None:
    path = [tree]
    branch = tree
    result, followers = look(branch.node)
    while result is None:
        if branch.untried is None:
            branch.untried = list(range(len(followers)))
            rng.shuffle(branch.untried)
        new = bool(branch.untried)
        if new:
            move = branch.untried.pop()
            branch.branches[move] = Branch(followers[move])
        else:
            move = _most_promising(branch)
        branch = branch.branches[move]
        path.append(branch)
        result, followers = look(branch.node)
        if new:
            break
    # a result is told for who is to move at the end; who moved there sees the opposite
    outcome = -(_playout(branch.node, look, rng, plies, weigh) if result is None else result)
    for passed in reversed(path):
        passed.visits += 1
        passed.total += outcome
        outcome = -outcome


def _most_promising(branch: Branch[Node]) -> int:
    known = log(branch.visits)
    best, chosen = -2.0, -1
    for move, child in branch.branches.items():
        bound = child.total / child.visits + CURIOSITY * sqrt(known / child.visits)
        if bound > best:
            best, chosen = bound, move
    return chosen


def _playout(node: Node, look: Look[Node], rng: Random, plies: int, weigh: Callable[[Node], float] | None) -> float:
    """Play at random; the result is for who is to move at the beginning."""
    side = 1
    for _ in range(plies):
        result, followers = look(node)
        if result is not None:
            return side * result
        node = followers[int(rng.random() * len(followers))]
        side = -side
    return 0 if weigh is None else side * weigh(node)
