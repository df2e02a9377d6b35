"""What each choice of the abstraction costs, exactly: the same learner on the ladder game, judged on its whole tree.

    learned = fitted(Shape(), seconds=40)              # so much processor time; or traversals=2_000_000
    best_responses_to(learned.known(), Shape()).exploitability    # points a hand, no hand drawn, no branch cut

The ladder game (no envido, no flor) is small enough for a best response over all hands (``learn/ladder``), and its
situations are those of the full game once the envido is over, so what merges too much there merges too much here.
"""

from time import process_time
from typing import Any

import numpy as np

from bolicho.core.chance import stream
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import LADDER, PLACE
from bolicho.learn.equilibrium.bracket import hashed
from bolicho.learn.equilibrium.shape import Shape, ShapeRow, record_of
from bolicho.learn.equilibrium.table import KnownSituations, Table
from bolicho.learn.equilibrium.training import BLOCK, POINTS, TUNING, learner
from bolicho.learn.ladder.classes import Float32s
from bolicho.learn.ladder.response import BestResponses, best_responses
from bolicho.learn.ladder.tree import Tree, grown

RULES = Truco(envido="off", flor="off").rules


def fitted(
    shape: Shape,
    seconds: float = 0.0,
    traversals: int = 0,
    seed: int = 0,
    tuning: tuple[float, ...] = TUNING,
) -> Table:
    """Train on the ladder game, for so much processor time or so many traversals."""
    learn = learner(RULES, _record(shape), tuning)
    learn(Table.empty(10, 1 << 10), np.zeros(1, np.uint64), POINTS, 0, 2)  # compiled or loaded: that is not counted
    chance = np.array([stream(seed, "equilibrium", "choosing").getrandbits(64)], np.uint64)
    table, began, done = Table.empty(22, 1 << 25), process_time(), 0
    while process_time() - began < seconds or done < traversals:
        done += learn(table, chance, POINTS, done, BLOCK)
    return table


def best_responses_to(known: KnownSituations, shape: Shape, threads: int = 1) -> BestResponses:
    """Measure what was learned against the best responses of both seats.

    Shapes that keep the very card of who plays last do not fit the compact tree; then the whole one is walked.
    """
    tree = grown(compact=shape.relative)
    return best_responses(tree, laid_out(known, shape, tree), threads)


def laid_out(known: KnownSituations, shape: Shape, tree: Tree) -> Float32s:
    """Write a strategy out as a table of the ladder tree."""
    from bolicho.games.truco.kernel import book_of
    from bolicho.learn.equilibrium.ladder_kernel import written_out

    out, classes = tree.empty(), tree.classes
    cards = np.array([PLACE[level[0]] for level in LADDER], np.int8)
    compiled: Any = written_out
    compiled(
        book_of(RULES), _record(shape), *hashed(known), tree.form, tree.beat, tree.slot, tree.edge, tree.depth,
        tree.compact, classes.widths, classes.cards, cards, out,
    )  # fmt: skip
    return out


def _record(shape: Shape) -> ShapeRow:
    """The shape without envido: its points tell nothing where nobody may call it."""
    row: Any = record_of(shape)
    row = row.copy()
    row["envido"] = False
    changed: ShapeRow = row
    return changed
