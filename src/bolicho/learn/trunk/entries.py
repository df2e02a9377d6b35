"""Where hands of three cards come into the trees of the ladder game: at the root, after one move, or after two.

The trunk speaks of chances by class of three cards; a tree wants weights by the cards still held, times the deals that
are left (``learn.ladder.classes``). Both directions are index arrays.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.learn.trunk.levels import LEVELS, Levels

Longs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class Entries(NamedTuple):
    """All nodes of one level of the tree, as places to come in."""

    level: int
    played: tuple[tuple[int, int], ...]
    """Of every node the level that the mão and the pé have played, -1 for none."""
    edges: tuple[tuple[int, ...], ...]
    """How each node is come to."""
    node: tuple[Longs, Longs]
    """By player, which entry each number of a concatenated vector belongs to."""
    hand: tuple[Longs, Longs]
    """By player, the class of three cards of which each number is the rest; 0 where there is none."""
    scale: tuple[Floats, Floats]
    """By player: what a chance is multiplied by to be a weight; 0 where there is no such hand."""
    place: tuple[Longs, Longs]
    """By player, where each number stands in the vector of the whole tree."""

    @classmethod
    def of(cls, tree: Levels, level: int) -> "Entries":
        """The entries at a level: 0 the root, 1 after one move, 2 after two."""
        classes = tree.classes
        played, ways = [], []
        out: tuple[list[npt.NDArray[Any]], ...] = tuple([] for _ in range(8))
        for number, node in enumerate(tree.entries(level)):
            path, at = [], node
            while at > 0:
                path.append(int(tree.edges[at]))
                at = int(tree.parents[at])
            path.reverse()
            cards = [edge for edge in path if edge < LEVELS]
            first, second = (cards + [-1, -1])[:2]
            factor, left = 1.0, list(classes.counts)
            for card in cards:
                factor *= left[card]
                left[card] -= 1
            played.append((first, second))
            ways.append(tuple(path))
            for player, card in enumerate((first, second)):
                span = tree.span(node, player)
                hands, fits = _hands(tree, card)
                prior = classes.prior[hands] / classes.deals * factor * fits
                size = span.stop - span.start
                assert size == len(hands)
                for kept, column in zip(
                    (0, 1, 2, 3), (np.full(size, number), hands, prior, np.arange(span.start, span.stop)), strict=True
                ):
                    out[4 * player + kept].append(column)
        joined = [np.concatenate(column) for column in out]
        pairs = [(joined[kept], joined[4 + kept]) for kept in range(4)]
        return cls(level, tuple(played), tuple(ways), *pairs)


def _hands(tree: Levels, card: int) -> tuple[Longs, Floats]:
    """For every class of what is held after a card, the class of three that it comes from, and whether there is one."""
    classes = tree.classes
    if card < 0:
        every = np.arange(classes.width[3])
        return every, np.ones(len(every))
    hands, fits = np.zeros(classes.width[2], int), np.zeros(classes.width[2])
    for pair, held in enumerate(classes.held[2]):
        whole = (*held, card)
        if all(whole.count(level) <= classes.counts[level] for level in whole):
            hands[pair], fits[pair] = classes.number(whole), 1.0
    return hands, fits
