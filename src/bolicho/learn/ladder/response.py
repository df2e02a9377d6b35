"""How much a strategy table of the ladder game can be beaten by, exactly: best response and self-play, both seats.

>>> from bolicho.learn.ladder.tree import grown
>>> tree = grown((2, 1, 2, 1, 1, 1))
>>> found = best_responses(tree, tree.empty())  # all zeros: everything but baralho equally
>>> found.exploitability > 0.5, abs(found.mao.self_play + found.pe.self_play) < 1e-5
(True, True)
"""

from typing import NamedTuple

from bolicho.learn.ladder.classes import Float32s
from bolicho.learn.ladder.tree import Tree


class Position(NamedTuple):
    """From one position, in points a hand: what the best response wins there against the table, and what the table
    itself wins there against the table."""

    best_response: float
    self_play: float


class BestResponses(NamedTuple):
    """Both positions. ``mao.best_response`` is won as mão against the table as pé."""

    mao: Position
    pe: Position

    @property
    def exploitability(self) -> float:
        """Points a hand that somebody who knows the table wins from it, mean over the two positions."""
        return (self.mao.best_response + self.pe.best_response) / 2


def best_responses(tree: Tree, table: Float32s, threads: int = 1) -> BestResponses:
    """Measure a table of this tree; numbers of an information set need not sum to 1, their proportions count."""
    from bolicho.learn.ladder.walking import Walker

    walker = Walker(tree, threads)
    mine = walker.evaluate(0, table)
    return BestResponses(Position(walker.respond(0, table), mine), Position(walker.respond(1, table), -mine))


def exploitability(tree: Tree, table: Float32s, threads: int = 1) -> float:
    """Points a hand, mean over the positions; exact up to float32."""
    from bolicho.learn.ladder.walking import Walker

    walker = Walker(tree, threads)
    return (walker.respond(0, table) + walker.respond(1, table)) / 2
