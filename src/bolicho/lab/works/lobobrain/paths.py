"""The article's MiniMax counted path by path: what it looks at, and how much of that led to no decision.

`alphabeta.search` gives every move of the root its exact value, which costs more than the article's function: there
alpha and beta are handed on from the root. So the nodes are counted here, by the article's own recursion (3.1.2).
"""

from collections.abc import Hashable, Sequence
from typing import Generic, NamedTuple, TypeVar

from bolicho.learn.search.alphabeta import FAR, UNDECIDED, WIN, Look, back, forth

Node = TypeVar("Node", bound=Hashable)


class Paths(NamedTuple):
    """What one search visited."""

    nodes: int
    undecided: int
    """Nodes on a path that ends at the greatest depth without a decision."""
    useless: int
    """Of these, those below which nothing that was looked at is decided."""


def follow(root: Node, look: Look[Node], depth: int, *, best_first: bool = False) -> Paths:
    """Search one position; ``best_first`` tries the best move of every node first, which no program can know.

    >>> tree = {"root": (None, "ab"), "a": (None, "cd"), "b": (None, "e"), "e": (-1, "")}
    >>> follow("root", {**tree, "c": (None, "x"), "d": (None, "x")}.__getitem__, 2)
    Paths(nodes=6, undecided=4, useless=3)
    """
    walker = _Walker(look, -UNDECIDED if depth % 2 else UNDECIDED, best_first)
    walker.value(root, depth, -FAR, FAR)
    return Paths(walker.nodes, walker.undecided, walker.useless)


class _Walker(Generic[Node]):
    def __init__(self, look: Look[Node], at_the_limit: int, best_first: bool) -> None:
        self.look, self.at_the_limit, self.best_first = look, at_the_limit, best_first
        self.nodes = self.undecided = self.useless = 0
        self.known: dict[tuple[Node, int], int] = {}

    def value(self, node: Node, depth: int, alpha: int, beta: int) -> tuple[int, bool, bool]:
        """Return the value for who is to move, and whether anything below was decided, and undecided."""
        self.nodes += 1
        result, followers = self.look(node)
        if result is not None:
            return WIN * result, True, False
        if not depth:
            self.undecided, self.useless = self.undecided + 1, self.useless + 1
            return self.at_the_limit, False, True
        best, decided, open_end = -FAR, False, False
        for follower in self._ordered(followers, depth - 1):
            value, *below = self.value(follower, depth - 1, forth(beta), forth(max(alpha, best)))
            best = max(best, back(value))
            decided, open_end = decided or below[0], open_end or below[1]
            if best >= beta:
                break
        self.undecided += open_end
        self.useless += open_end and not decided
        return best, decided, open_end

    def _ordered(self, followers: Sequence[Node], depth: int) -> Sequence[Node]:
        return sorted(followers, key=lambda node: self.exact(node, depth)) if self.best_first else followers

    def exact(self, node: Node, depth: int) -> int:
        """The value of the whole tree below a node, remembered."""
        if (node, depth) not in self.known:
            result, followers = self.look(node)
            if result is not None:
                self.known[node, depth] = WIN * result
            elif not depth:
                self.known[node, depth] = self.at_the_limit
            else:
                self.known[node, depth] = max(back(self.exact(follower, depth - 1)) for follower in followers)
        return self.known[node, depth]
