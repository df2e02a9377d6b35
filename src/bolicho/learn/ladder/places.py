"""Where a decision of the ladder game stands in a compact table, found from the history alone: no tree, no compiler.

The same walk as ``branches_kernel.py``, in plain Python: the slot of a node is its parent's, plus the parent's own
slots, plus the sizes of the subtrees that stand before it. Sizes near the root would take the whole tree, so the slots
of the first few thousand nodes (two cards on the table at most) are given; below them sizes are soon counted and kept.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from bolicho.games.truco.ladders import TRUCO_CALLS
from bolicho.games.truco.state import hand_winner
from bolicho.learn.ladder.classes import Counts

QUERO, RAISE, OUTCOMES = 14, 15, 3
HEAD = 4
"""The head of the tree: nodes where the players hold at least so many cards together."""


class Public(NamedTuple):
    """What everybody sees: who decides, what about, and what was played; mão is 0 and pé 1."""

    who: int
    answering: bool
    turn: int
    truco: int
    word: int | None
    left: tuple[int, int]
    beat: int
    """Level of the card on the table in this round, or -1."""
    won: tuple[int | None, ...]
    counts: Counts
    """What is left of each level."""

    @property
    def may_raise(self) -> bool:
        """Whether who decides may call or raise."""
        return self.truco <= 1 if self.answering else self.truco <= 2 and self.word in (None, self.who)

    @property
    def last(self) -> bool:
        """Whether only one card is still hidden."""
        return sum(self.left) == 1

    @property
    def rows(self) -> tuple[str, ...]:
        """What may be done, as rows of the table: places of cards, then words."""
        if self.answering:
            return ("quero", "nao-quero", *(TRUCO_CALLS[self.truco + 1 : self.truco + 2] if self.may_raise else ()))
        cards = (f"card-{place}" for place in range(self.left[self.who]))
        return (*cards, *(TRUCO_CALLS[self.truco : self.truco + 1] if self.may_raise else ()))

    def after(self, edge: int) -> "Public | None":
        """What follows a card's level, ``QUERO`` or ``RAISE``; None if that decides the hand."""
        who = self.who
        if edge == QUERO:
            return self._replace(who=self.turn, answering=False, truco=self.truco + 1)
        if edge == RAISE:
            return self._replace(who=1 - who, answering=True, truco=self.truco + self.answering, word=1 - who)
        counts = (*self.counts[:edge], self.counts[edge] - 1, *self.counts[edge + 1 :])
        left = (self.left[0] - (who == 0), self.left[1] - (who == 1))
        if self.beat < 0:
            return self._replace(who=1 - who, turn=1 - who, left=left, beat=edge, counts=counts)
        winner = None if edge == self.beat else who if edge > self.beat else 1 - who
        won = (*self.won, winner)
        if hand_winner(won, 0) is not None:
            return None
        leads = 1 - who if winner is None else winner
        return self._replace(who=leads, turn=leads, left=left, beat=-1, won=won, counts=counts)

    def children(self) -> Iterator[tuple[int, "Public"]]:
        """Edges and what follows them, in the order of the table."""
        edges = [QUERO] if self.answering else [level for level, count in enumerate(self.counts) if count]
        for edge in (*edges, *((RAISE,) if self.may_raise else ())):
            after = self.after(edge)
            if after is not None:
                yield edge, after


def start(counts: Counts) -> Public:
    """The beginning of a hand."""
    return Public(0, False, 0, 0, None, (3, 3), -1, (), tuple(counts))


def block(public: Public, width: tuple[int, ...]) -> tuple[int, int]:
    """Rows and columns of a node; no rows where there is only one thing to do."""
    rows, left = len(public.rows), public.left[public.who]
    return (0 if rows == 1 else rows), OUTCOMES if public.last and left == 1 else width[left]


@cache
def size(public: Public, width: tuple[int, ...]) -> int:
    """Slots of the node and of all below it."""
    rows, columns = block(public, width)
    total = rows * columns
    if sum(public.left) <= 2 and not public.answering and public.beat < 0:  # every lead of the last round is alike
        alike = [level for level, count in enumerate(public.counts) if count]
        lead = public.after(alike[0])
        assert lead is not None
        total += len(alike) * _size(lead, width)
        return total + (_size(after, width) if public.may_raise and (after := public.after(RAISE)) else 0)
    return total + sum(_size(after, width) for _, after in public.children())


def _size(public: Public, width: tuple[int, ...]) -> int:
    """The size; what it cannot depend on is put away first, so that it is counted once."""
    if sum(public.left) <= 2:
        some = sum(1 for count in public.counts if count)
        public = public._replace(counts=(1,) * some, beat=min(public.beat, 0), won=(0, 1))
    return size(public, width)


def slot(
    path: tuple[int, ...], counts: Counts, width: tuple[int, ...], head: Mapping[bytes, int]
) -> tuple[int, Public]:
    """The first slot of the node that a path of edges leads to, and what everybody sees there."""
    public, at = start(counts), 0
    for place, edge in enumerate(path):
        known = head.get(bytes(path[: place + 1]))
        after = public.after(edge)
        if after is None:
            raise ValueError("the hand is over")
        if known is not None:
            at = known
        else:
            rows, columns = block(public, width)
            at += rows * columns
            for before, sibling in public.children():
                if before == edge:
                    break
                at += _size(sibling, width)
        public = after
    return at, public
