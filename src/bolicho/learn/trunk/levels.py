"""The compact tree of the ladder game level by level, as a GPU wants it: made with NumPy alone, no compiler.

The nodes and slots are those of ``learn.ladder.tree.grown(counts, compact=True)``, so a table of the one is a table of
the other. Two things differ: nodes stand in the order of their depth, and what follows when the last card but one is
led (six nodes at most, alike for every card) has slots but no nodes: `forest.cu` walks it in one go.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.learn.ladder.classes import FORTY, Classes, Counts

LEVELS = 14
QUERO, RAISE = 14, 15
NOT_YET = 2
WIDEST, PAIRS = 502, 101
"""Classes of three and of two cards that the kernels have room for."""
ENDING_SLOTS = np.array([28, 15, 8, 0])
"""Slots of what follows a lead of the last round, by calls accepted, where the follower may still raise."""
NODE = np.dtype(
    [("cnt", "u8"), ("form", "u4"), ("base", "i4"), ("slot", "u4"), ("off0", "u4"), ("off1", "u4"), ("pad", "u4")]
)
HANDS = np.dtype([("wide", "i4", 4), ("card", "i1", (4, WIDEST, 3)), ("down", "i2", (4, WIDEST, 3))], align=True)
Bytes = npt.NDArray[np.int8]
Longs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float32]
Records = npt.NDArray[np.void]
Cards = npt.NDArray[np.uint64]


class Levels(NamedTuple):
    """All that a kernel needs, and where each level of the tree begins."""

    classes: Classes
    nodes: Records
    begins: tuple[int, ...]
    """The first node of every level, and the number of nodes at the end."""
    edges: Bytes
    """What led to each node: the level of a card, ``QUERO`` or ``RAISE``; -1 at the root."""
    parents: Longs
    narrow: npt.NDArray[np.bool_]
    """Whether both players have one card left."""
    slots: int
    floats: int
    """Numbers of a vector that holds weights and values of all nodes."""
    hands: Records
    both: Floats
    one: Floats

    def entries(self, level: int) -> range:
        """The nodes of a level."""
        return range(self.begins[level], self.begins[level + 1])

    def span(self, node: int, player: int) -> slice:
        """Where a player's classes stand in the vector."""
        row = self.nodes[node]
        left = int(row["form"]) >> (5 + 2 * player) & 3
        start = int(row[f"off{player}"])
        return slice(start, start + self.classes.width[left])


def _result(first: Bytes, second: Bytes, third: Bytes) -> Longs:
    """Who has won by rounds (1 mão, -1 pé, 0 tie, 2 not played): 0 nobody yet, 1 mão, 2 pé."""
    tied = (first == 0) | (second == 0)
    lead = np.where(tied, np.where(first != 0, first, second), np.where(first == second, first, 0))
    third_decides = lead == 0
    last = np.where(third != 0, third, np.where(tied, 1, first))
    open_ = (second == NOT_YET) | (third_decides & (third == NOT_YET))
    winner = np.where(np.where(third_decides, last, lead) == 1, 1, 2)
    return np.where(open_, 0, winner)


def _after(first: Bytes, second: Bytes, winner: Bytes) -> Longs:
    none = np.full_like(first, NOT_YET)
    early = _result(winner, none, none)
    middle, late = _result(first, winner, none), _result(first, second, winner)
    return np.where(first == NOT_YET, early, np.where(second == NOT_YET, middle, late))


@cache
def grown(counts: Counts = FORTY) -> Levels:
    """The tree of a deck, made once: a few seconds for the forty cards."""
    classes = Classes.of(counts)
    width = np.array(classes.width)
    packed = sum(count << (3 * level) for level, count in enumerate(counts))
    names = ("who", "ans", "turn", "truco", "word", "l0", "l1", "beat", "first", "second")
    now = {
        name: np.array([value], np.int8) for name, value in zip(names, (0, 0, 0, 0, -1, 3, 3, -1, 2, 2), strict=True)
    }
    cards = np.array([packed], np.uint64)
    edge, parent = np.array([-1], np.int8), np.array([-1], np.int64)
    made, own, edges, parents, begins, total, offset = [], [], [], [], [0], 0, 0
    while len(cards):
        who, ans, truco, word = now["who"], now["ans"].astype(bool), now["truco"], now["word"]
        may = np.where(ans, truco <= 1, (truco <= 2) & ((word == -1) | (word == who)))
        left = np.where(who == 0, now["l0"], now["l1"])
        leads_last = ~ans & (now["l0"] == 1) & (now["l1"] == 1) & (now["beat"] < 0)
        rival_may = (truco <= 2) & ((word == -1) | (word == 1 - who))
        quiet, ending = leads_last & ~rival_may, leads_last & rival_may
        size = len(cards)
        go = np.zeros((size, 16), bool)
        kinds = np.zeros(size, np.int64)
        for level in range(LEVELS):
            there = (cards >> np.uint64(3 * level) & np.uint64(7)) > 0
            kinds += there
            won = _after(now["first"], now["second"], _round(who, level, now["beat"]))
            go[:, level] = there & ~ans & ~leads_last & ((now["beat"] < 0) | (won == 0))
        go[:, QUERO], go[:, RAISE] = ans, may
        rows = np.where(ans, 2, left) + may
        mine = np.where(rows == 1, 0, rows * width[left])
        own.append(mine + np.where(ending, kinds * ENDING_SLOTS[truco], 0))
        nodes = np.zeros(size, NODE)
        nodes["cnt"] = cards
        form = (
            who.astype(np.uint32)
            | ans.astype(np.uint32) << 1
            | truco.astype(np.uint32) << 2
            | may.astype(np.uint32) << 4
        )
        form |= now["l0"].astype(np.uint32) << 5 | now["l1"].astype(np.uint32) << 7
        form |= (now["beat"] + 1).astype(np.uint32) << 9 | (now["first"] + 1).astype(np.uint32) << 13
        form |= (
            (now["second"] + 1).astype(np.uint32) << 15 | quiet.astype(np.uint32) << 17 | ending.astype(np.uint32) << 18
        )
        nodes["form"] = form
        children = go.sum(axis=1)
        nodes["base"] = total + size + np.cumsum(children) - children
        floats = np.stack([width[now["l0"]], width[now["l1"]]], axis=1)
        starts = offset + np.cumsum(floats.ravel()) - floats.ravel()
        nodes["off0"], nodes["off1"] = starts[0::2], starts[1::2]
        offset += int(floats.sum())
        made.append(nodes)
        edges.append(edge)
        parents.append(parent)
        total += size
        begins.append(total)
        source, led = np.nonzero(go)
        now, cards = _children(now, cards, source, led)
        edge, parent = led.astype(np.int8), source + begins[-2]
    return _laid_out(classes, made, own, np.concatenate(edges), np.concatenate(parents), begins, offset)


def _round(who: Bytes, level: npt.ArrayLike, beat: Bytes) -> Bytes:
    """Who wins a round in which this player follows with this level: 1 mão, -1 pé, 0 nobody."""
    sign = np.sign(np.asarray(level, np.int8) - beat)
    winner: Bytes = np.where(who == 0, sign, -sign).astype(np.int8)
    return winner


def _children(now: dict[str, Bytes], cards: Cards, source: Longs, edge: Longs) -> tuple[dict[str, Bytes], Cards]:
    old = {name: column[source] for name, column in now.items()}
    then, left = dict(old), cards[source].copy()
    card, quero, call = edge < LEVELS, edge == QUERO, edge == RAISE
    who = old["who"]
    follows = card & (old["beat"] >= 0)
    winner = _round(who, edge.astype(np.int8), old["beat"])
    leader = np.where(winner == 0, 1 - who, np.where(winner == 1, 0, 1))
    seat = np.where(follows, leader, 1 - who)
    then["who"] = np.where(quero, old["turn"], np.where(call, 1 - who, seat)).astype(np.int8)
    then["turn"] = np.where(card, seat, old["turn"]).astype(np.int8)
    then["ans"] = np.where(call, 1, 0).astype(np.int8)
    then["truco"] = (old["truco"] + np.where(quero, 1, np.where(call, old["ans"], 0))).astype(np.int8)
    then["word"] = np.where(call, 1 - who, old["word"]).astype(np.int8)
    then["l0"] = (old["l0"] - (card & (who == 0))).astype(np.int8)
    then["l1"] = (old["l1"] - (card & (who == 1))).astype(np.int8)
    then["beat"] = np.where(card, np.where(follows, -1, edge), old["beat"]).astype(np.int8)
    fresh = follows & (old["first"] == NOT_YET)
    then["first"] = np.where(fresh, winner, old["first"]).astype(np.int8)
    then["second"] = np.where(follows & ~fresh, winner, old["second"]).astype(np.int8)
    left[card] -= np.uint64(1) << (np.uint64(3) * edge[card].astype(np.uint64))
    return then, left


def _laid_out(
    classes: Classes,
    made: list[Records],
    own: list[Longs],
    edges: Bytes,
    parents: Longs,
    begins: list[int],
    floats: int,
) -> Levels:
    """Give every node its slots in depth-first order: below a node, what stands before it among its siblings first."""
    sizes = [column.astype(np.int64) for column in own]
    for level in range(len(made) - 1, 0, -1):
        sizes[level - 1] += np.bincount(
            parents[begins[level] : begins[level + 1]] - begins[level - 1], sizes[level], len(sizes[level - 1])
        ).astype(np.int64)
    slots = [np.zeros(1, np.int64)]
    for level in range(1, len(made)):
        above = parents[begins[level] : begins[level + 1]] - begins[level - 1]
        before = np.cumsum(sizes[level]) - sizes[level]
        first = np.r_[True, above[1:] != above[:-1]]
        since = before - before[np.maximum.accumulate(np.where(first, np.arange(len(above)), 0))]
        slots.append(slots[-1][above] + own[level - 1][above] + since)
    nodes = np.concatenate(made)
    nodes["slot"] = np.concatenate(slots)
    narrow = (nodes["form"] >> 5 & 15) == (1 | 1 << 2)
    hands = np.zeros((), HANDS)
    hands["wide"] = classes.width
    both, one = np.zeros((WIDEST, WIDEST), np.float32), np.zeros((LEVELS, PAIRS, WIDEST), np.float32)
    both[: classes.width[3], : classes.width[3]] = classes.both
    one[:, : classes.width[2], : classes.width[3]] = classes.one
    for left in range(1, 4):
        for number, held in enumerate(classes.held[left]):
            hands["card"][left, number, :left] = held
            for place in range(left):
                hands["down"][left, number, place] = classes.number(held[:place] + held[place + 1 :])
    total = int(sizes[0][0])
    return Levels(
        classes,
        nodes,
        tuple(begins[:-1] if begins[-1] == begins[-2] else begins),
        edges,
        parents,
        narrow,
        total,
        floats,
        hands,
        both,
        one,
    )
