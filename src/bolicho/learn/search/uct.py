"""Monte-Carlo tree search with UCT (Kocsis and Szepesvári 2006) for any two-player game of turns without chance.

A simulation goes down the tree by the upper confidence bounds, adds one position, plays on at random and counts the end
for every position on its way. A game that does not end within `PLAYOUT` plies counts as a draw.

What is proven is not tried again (MCTS-Solver: Winands, Björnsson and Saito 2008): a move that wins at once proves a
loss for who let it happen, and so on upwards. A position that is reached in two ways is one position of the tree
(transpositions: Childs, Brodeur and Kocsis 2008); coming back to one of the way so far counts as a draw.
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

    __slots__ = ("branches", "node", "proven", "total", "tried", "untried", "visits")

    def __init__(self, node: Node) -> None:
        self.node = node
        self.visits = 0
        self.total = 0.0
        self.branches: dict[int, Branch[Node]] = {}
        self.tried: dict[int, int] = {}
        """How often each move was made from here: a position that is reached in two ways has more visits."""
        self.untried: list[int] | None = None
        self.proven: int | None = None
        """1: who moved here wins for sure, -1: loses."""

    @property
    def mean(self) -> float:
        """The mean result for who moved to this position; what is proven is certain."""
        return self.proven if self.proven is not None else self.total / self.visits if self.visits else 0.0


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
    """Simulate until the number or the time is reached, or the root is proven; ``branches`` are its moves by number.

    A simulation plays ``playout`` plies at random at most; where that ends nothing, ``weigh`` says how it stands.
    """
    tree = Branch(root)
    known = {root: tree}
    until = None if seconds is None else time.perf_counter() + seconds
    for _ in range(simulations):
        _simulate(tree, known, look, rng, playout, weigh)
        if tree.proven is not None or (until is not None and time.perf_counter() > until):
            break
    return tree


def best_moves(tree: Branch[Node]) -> list[int]:
    """Return the moves to choose from: those that surely win, else the most tried of those that do not surely lose."""
    wins = [move for move, branch in tree.branches.items() if branch.proven == 1]
    if wins:
        return wins
    open_ = [move for move, branch in tree.branches.items() if branch.proven is None] or list(tree.branches)
    most = max(tree.tried[move] for move in open_)
    return [move for move in open_ if tree.tried[move] == most]


def _simulate(
    tree: Branch[Node],
    known: dict[Node, Branch[Node]],
    look: Look[Node],
    rng: Random,
    plies: int,
    weigh: Callable[[Node], float] | None,
) -> None:
    path, seen = [tree], {tree.node}
    branch = tree
    result, followers = look(branch.node)
    outcome: float | None = None
    while result is None and branch.proven is None:
        if branch.untried is None:
            branch.untried = list(range(len(followers)))
            rng.shuffle(branch.untried)
        new = bool(branch.untried)
        if new:
            move = branch.untried.pop()
            child = known.get(followers[move])
            if child is None:
                child = known[followers[move]] = Branch(followers[move])
            branch.branches[move] = child
            branch.tried[move] = 0
        else:
            move = _most_promising(branch)
        branch.tried[move] += 1
        branch = branch.branches[move]
        path.append(branch)
        result, followers = look(branch.node)
        if branch.node in seen:
            outcome = 0.0  # round in a circle
            break
        seen.add(branch.node)
        if new:
            break
    # a result is told for who is to move at the end; who moved there sees the opposite
    if result is not None and result:
        branch.proven = -result
    if branch.proven is not None:
        outcome = branch.proven
    elif outcome is None:
        outcome = -(_playout(branch.node, look, rng, plies, weigh) if result is None else result)
    for passed in reversed(path):
        if passed.proven is None and passed.branches:
            passed.proven = _proof(passed)
            outcome = outcome if passed.proven is None else passed.proven
        passed.visits += 1
        passed.total += outcome
        outcome = -outcome


def _proof(branch: Branch[Node]) -> int | None:
    """Whether the moves tried so far prove who wins: one that wins is enough, all that lose are needed."""
    if any(child.proven == 1 for child in branch.branches.values()):
        return -1
    if not branch.untried and all(child.proven == -1 for child in branch.branches.values()):
        return 1
    return None


def _most_promising(branch: Branch[Node]) -> int:
    known = log(branch.visits)
    best, chosen = -9.0, -1
    for move, child in branch.branches.items():
        if child.proven == -1:
            continue
        bound = child.total / child.visits + CURIOSITY * sqrt(known / max(1, branch.tried[move]))
        if bound > best:
            best, chosen = bound, move
    return chosen if chosen >= 0 else next(iter(branch.branches))


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
