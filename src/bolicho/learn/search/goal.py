"""Exact endings of trick-taking games for four with open cards: can a side end with its tricks in [low, high]?

Any split of the seats into two sides (one against three, neighbours, opposites), trump or none, also in the middle of a
trick. ``reaches`` and ``keeping`` search (``goal_search.py``, compiled by ``goal_kernel.py``); ``brute`` says the
same in a few plain lines, and ``tests/learn/search/test_goal.py`` keeps them equal.

>>> last = Ending(hands=(0b0010, 0b0001, 0b1000, 0b0100), leader=0)
>>> reaches(last, side=0b0100, low=1, high=1), reaches(last, side=0b0011, low=1, high=4)
(True, False)
"""

from functools import lru_cache
from importlib.util import find_spec
from typing import Any, NamedTuple

from bolicho.core.errors import BadInput
from bolicho.games.rikken.bits import RANKS, SUIT
from bolicho.learn.search import goal_search as search

NO_TRUMP = -1
Hands = tuple[int, int, int, int]


class Ending(NamedTuple):
    """What is left of a deal: card ``suit * 13 + rank`` is bit ``1 << card`` of a hand."""

    hands: Hands
    leader: int
    """Who led, or leads, to the trick that is being played."""
    table: tuple[int, ...] = ()
    """Its cards so far, by number, from the leader on."""
    trump: int = NO_TRUMP

    @property
    def seat(self) -> int:
        """Who plays next."""
        return (self.leader + len(self.table)) % 4

    @property
    def legal(self) -> int:
        """The cards that may be played next, as bits."""
        hand = self.hands[self.seat]
        follow = hand & SUIT << self.table[0] // RANKS * RANKS if self.table else 0
        return follow or hand

    def after(self, card: int) -> tuple["Ending", int | None]:
        """Return what is left after a card, and who won the trick if that ended it."""
        first, second, third, fourth = (hand & ~(1 << card) for hand in self.hands)
        hands, table = (first, second, third, fourth), (*self.table, card)
        if len(table) < 4:
            return self._replace(hands=hands, table=table), None
        taker = (self.leader + max(range(4), key=lambda turn: self._power(table, turn))) % 4
        return Ending(hands, taker, (), self.trump), taker

    def _power(self, table: tuple[int, ...], turn: int) -> int:
        suit, rank = divmod(table[turn], RANKS)
        return rank + (2 * RANKS if suit == self.trump else RANKS if suit == table[0] // RANKS else 0)

    def checked(self) -> "Ending":
        """Return the ending; what no deal can leave is refused."""
        if self.leader not in range(4):
            raise BadInput(f"{self}: expected a leader from 0 to 3")
        if self.trump not in range(NO_TRUMP, 4):
            raise BadInput(f"{self}: expected trump from {NO_TRUMP} (none) to 3")
        if min(*self.hands, *self.table) < 0:
            raise BadInput(f"{self}: expected sets and numbers of cards, none below 0")
        sizes = [hand.bit_count() + (turn < len(self.table)) for turn, hand in self._from_leader()]
        together = sum(self.hands) + sum(1 << card for card in self.table)
        apart = together.bit_count() == sum(hand.bit_count() for hand in self.hands) + len(self.table)
        if len(set(sizes)) != 1 or not apart or len(self.table) > 3 or not 0 <= together < 1 << 4 * RANKS:
            raise BadInput(f"{self}: expected hands of different cards and the same size")
        return self

    def _from_leader(self) -> list[tuple[int, int]]:
        return [(turn, self.hands[(self.leader + turn) % 4]) for turn in range(4)]


def reaches(ending: Ending, side: int, low: int, high: int) -> bool:
    """Whether the seats of ``side`` (bits) can make sure that they win ``low`` to ``high`` of the tricks to come.

    The trick on the table counts among them.
    """
    _split(side)
    return solve(ending.checked(), side, low, high)


def keeping(ending: Ending, side: int, low: int, high: int) -> int:
    """Return the legal cards, as bits, after which the side of ``side`` can still make sure of its goal."""
    _split(side)
    kept, legal = 0, ending.checked().legal
    while legal:
        card = legal.bit_length() - 1
        legal ^= 1 << card
        after, taker = ending.after(card)
        won = int(taker is not None and side >> taker & 1)
        if solve(after, side, low - won, high - won):
            kept |= 1 << card
    return kept


def _split(side: int) -> None:
    """Refuse what is not one to three of four seats."""
    if side not in range(1, 15):
        raise BadInput(f"side {side}: expected bits of one to three of the four seats, 1 to 14")


def brute(ending: Ending, side: int, low: int, high: int) -> bool:
    """Try everything: the plain truth, for a few tricks."""
    sizes = max(hand.bit_count() for hand in ending.hands)
    if sizes == 0:
        return low <= 0 <= high
    mine, legal, after = bool(side >> ending.seat & 1), ending.legal, []
    while legal:
        card = legal.bit_length() - 1
        legal ^= 1 << card
        then, taker = ending.after(card)
        won = int(taker is not None and side >> taker & 1)
        after.append(_brute(then, side, low - won, high - won))
    return any(after) if mine else all(after)


_brute = lru_cache(1 << 16)(brute)


# ── quickly ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Solver:
    """Answers by alpha-beta with a memory of its own: compiled once somebody has called `prepare`, plain until then.

    Both give the same answers.
    """

    def __init__(self, *, compiled: bool | None = None) -> None:
        """``compiled`` insists on the one or the other."""
        self.compiled = compiled
        self.plain: search.SolvedPositions = {}
        self.stack = [[0] * search.FRAME for _ in range(search.DEEPEST)]
        self.table: object = None

    def __call__(self, ending: Ending, side: int, low: int, high: int) -> bool:
        """As ``brute``."""
        led, best, winner, seat = -1, -1, ending.leader, ending.leader
        for card in ending.table:
            led = card // RANKS if led < 0 else led
            if best < 0 or search.beats(card, best, ending.trump):
                best, winner = card, seat
            seat = (seat + 1) % 4
        where = (seat, len(ending.table), led, best, winner, ending.trump, side, low, high)
        if not (bool(_READY) if self.compiled is None else self.compiled):
            return search.search(list(ending.hands), *where, self.plain, self.stack)
        if self.table is None:
            self.table = _READY[0].memory()
        return bool(_READY[0].solve(ending.hands, where, self.table))


_READY: list[Any] = []
"""The kernel, once it is compiled."""
solve = Solver()


def prepare() -> bool:
    """Compile the kernel, or load what was compiled before; False where there is no Numba."""
    if find_spec("numba") is None:
        return False
    if not _READY:
        from bolicho.learn.search import goal_kernel as kernel

        kernel.solve((8, 4, 2, 1), (0, 0, -1, -1, 0, -1, 1, 1, 1), kernel.memory())
        _READY.append(kernel)
    return True
