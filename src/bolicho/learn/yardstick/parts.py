"""The jobs of a measurement: a part of the ladder game's table, or one hand of the responder in one position."""

from collections.abc import Iterator
from typing import Any

from bolicho.games.truco.cards import STRENGTH, Hand
from bolicho.games.truco.options import Rules
from bolicho.learn.yardstick.asking import Asker
from bolicho.learn.yardstick.faces import by_level
from bolicho.learn.yardstick.ladder import HEAD, Filled, Filler, Root
from bolicho.learn.yardstick.places import Places
from bolicho.learn.yardstick.questions import Book
from bolicho.learn.yardstick.selfplay import played_out
from bolicho.learn.yardstick.walk import Walk

Part = tuple[str, int, int, list[Root]]
"""Name, size in nodes of the tree, position of the agent, where it begins."""


def heads(rules: Rules, asker: Asker, places: Places) -> Iterator[tuple[Filled, list[Part]]]:
    """Ask the first round in both positions; give what was asked, and the parts that are left.

    A part is what follows one pair of first cards, whatever was called meanwhile: so places are in one part only.
    """
    for position in (0, 1):
        filler = Filler(rules, asker, position, places)
        filled, roots = filler.fill([filler.root()], cut=HEAD)
        parts: dict[str, list[Root]] = {}
        for root in roots:
            cards = "-".join(f"{STRENGTH[card]:02}" for played in root.state.played for card in played)
            parts.setdefault(f"part-{position}-{cards}", []).append(root)
        sizes = {name: sum(_size(places, root) for root in some) for name, some in parts.items()}
        yield filled, [(name, sizes[name], position, some) for name, some in parts.items()]


def _size(places: Places, root: Root) -> int:
    node = int(places.node[root.place])
    return int(places.tree.end[node]) - node


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
