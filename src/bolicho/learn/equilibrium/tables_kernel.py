"""What the two tables of the equilibrium player say of a hand, compiled: the twin of `Equilibrium._from_table`."""

import numpy as np
import numpy.typing as npt

from bolicho.core.compiler import njit
from bolicho.games.truco.kernel import MOVES, BookRow, HandRow
from bolicho.learn.equilibrium.chances_kernel import share_equal
from bolicho.learn.equilibrium.keys_kernel import StoryRow, key_of
from bolicho.learn.equilibrium.packed_kernel import Arrays, find
from bolicho.learn.equilibrium.packed_strategy import PackedStrategy
from bolicho.learn.equilibrium.shape import ShapeRow, record_of

Tables = tuple[ShapeRow, Arrays, ShapeRow, Arrays]
"""Shape and arrays of the table for points, and of the one for the match."""


def tables_of(points: PackedStrategy, match: PackedStrategy | None) -> Tables:
    """Return what `weigh` reads; without a table for the match, that for points stands twice."""
    by_match = match or points
    return record_of(points.shape), _arrays(points), record_of(by_match.shape), _arrays(by_match)


def _arrays(strategy: PackedStrategy) -> Arrays:
    return strategy.firsts, strategy.step_at, strategy.chance_at, strategy.moves, strategy.steps, strategy.chances


@njit(cache=True)
def weigh(
    book: BookRow, shape: ShapeRow, table: Arrays, match_shape: ShapeRow, match_table: Arrays, far: int,
    hand: HandRow, story: StoryRow, mask: int, chances: npt.NDArray[np.float64],
) -> bool:  # fmt: skip
    """Fill in the chances of the moves in a mask; False where no table knows them."""
    actions = 0
    for move in range(MOVES):
        actions += mask >> move & 1
    if actions == 1:
        chances[0] = 1.0
        return True
    ahead = max(hand.score[0] + hand.points[0], hand.score[1] + hand.points[1])
    known = False
    if book.target - ahead < far:
        known = find(match_table, key_of(book, match_shape, hand, story), actions, chances)
    if not known:
        known = find(table, key_of(book, shape, hand, story), actions, chances)
    if known:
        share_equal(book, hand, mask, chances)
    return known
