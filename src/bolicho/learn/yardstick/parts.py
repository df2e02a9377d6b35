"""The jobs of a measurement: a part of the ladder game's table, or one hand of the responder in one position."""

from collections.abc import Iterator
from typing import Any

from bolicho.games.truco.cards import Hand
from bolicho.games.truco.options import Rules
from bolicho.learn.ladder.tree import Tree
from bolicho.learn.yardstick.asking import Asker
from bolicho.learn.yardstick.faces import by_level
from bolicho.learn.yardstick.ladder import HEAD, Filled, Filler, Root
from bolicho.learn.yardstick.questions import Book
from bolicho.learn.yardstick.selfplay import played_out
from bolicho.learn.yardstick.walk import Walk

PARTS = 100
"""Into about how many parts a position is divided."""
Part = tuple[str, int, int, list[Root]]
"""Name, size in nodes of the tree, position of the agent, where it begins."""


def heads(rules: Rules, asker: Asker, tree: Tree) -> Iterator[tuple[Filled, list[Part]]]:
    """Ask the first round in both positions; give what was asked, and the parts that are left."""
    for position in (0, 1):
        filler = Filler(rules, asker, position, tree)
        filled, roots = filler.fill([filler.root()], cut=HEAD)
        sizes = [int(tree.end[root.node]) - root.node for root in roots]
        parts: list[Part] = []
        some: list[Root] = []
        held = 0
        for root, size in zip(roots, sizes, strict=True):
            some.append(root)
            held += size
            if held >= sum(sizes) / PARTS:
                parts.append((f"part-{position}-{len(parts):03}", held, position, some))
                some, held = [], 0
        if some:
            parts.append((f"part-{position}-{len(parts):03}", held, position, some))
        yield filled, parts


def fill_part(agent: Any, rules: Rules, seed: int, times: int, position: int, roots: list[Root]) -> Filled:
    """Ask all below these roots."""
    return Filler(rules, Asker(agent, seed, times), position).fill(roots)[0]


def walk_hand(agent: Any, rules: Rules, design: Any, hand: Hand, position: int) -> dict[str, Any]:
    """Walk one hand of the responder, who is mão (0) or pé (1)."""
    asker = Asker(agent, design.seed, design.times)
    book = Book(asker, blind=design.blind, levels=by_level(rules))
    value = Walk(rules, hand, position, 0, book, design.reach).value()
    assert value is not None
    own = played_out(rules, hand, position, asker, design.seed) if value.own is None else value.own
    return {"best": value[:2], "own": (own, own), "nodes": value.nodes, "cut": value.cut, **book.counts()}
