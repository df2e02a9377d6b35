"""Random play of Rikken in bulk, compiled by Numba: sets of cards are the bits of one number.

``state.py`` is the truth; ``tests/games/rikken/test_kernel.py`` plays what is drawn here once more by the rules, card
by card, and finds the same legal cards, winners and tricks. Card ``suit * 13 + rank`` is bit ``1 << card``.

>>> from bolicho.games.rikken.kernel import play_deals
>>> tricks = play_deals(seed=7, count=1000, trump=1)
>>> tricks.shape, set(tricks.sum(axis=1).tolist())
((1000, 4), {13})
"""

import sys
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.core.chance import stream
from bolicho.core.compiler import GOLDEN, Chance, below, bits64, highest, lowest, njit
from bolicho.core.compiler import ones as count
from bolicho.core.json_text import JsonObject
from bolicho.games.rikken.bits import ALL, CARDS, CHOOSE, NOBODY, RANKS, SUIT

SEATS = 4
MOST = 13
"""As ``most``: the deal is played to the end."""

S1, S8 = np.uint64(1), np.uint64(8)
POINT = 56
"""A fraction has so many bits: times 52 it still fits a signed word, and several picks can be cut from one draw."""
BELOW = (1 << POINT) - 1

NTH = np.zeros((SUIT + 1, 16), np.int8)
"""Of each set within a suit, its cards from low to high."""
for _cards in range(SUIT + 1):
    _ranks = [rank for rank in range(RANKS) if _cards >> rank & 1]
    NTH[_cards, : len(_ranks)] = _ranks

Longs = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.int8]
Word = int | np.int64
"""Whole numbers of 64 bits, as Numba has them."""


class Position(NamedTuple):
    """A deal in play; cards on the table count from the leader on."""

    hands: tuple[int, int, int, int]
    """Cards in hand, as bits."""
    leader: int
    table: tuple[int, ...] = ()
    """The cards of the unfinished trick, by number."""
    tricks: tuple[int, int, int, int] = (0, 0, 0, 0)
    trump: int = NOBODY
    declarer: int = NOBODY
    most: int = MOST
    """The deal ends with the trick that takes the declarer above this (rule 9, ``early_end``)."""


# ── bits and chance ───────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def nth(bits: Word, n: Word) -> Word:
    """Return the number of the card that has n lower ones in the set."""
    for _ in range(n):
        bits &= bits - 1
    number: Word = lowest(bits)
    return number


@njit(cache=True)
def draw(chance: Chance, n: Word) -> Word:
    """Draw a number below n."""
    drawn: Word = below(chance, 0, int(n))
    return drawn


@njit(cache=True)
def wide(chance: Chance) -> Word:
    """Draw 63 bits."""
    return np.int64(bits64(chance, 0) >> S1)


def compile_together(modules: Sequence[ModuleType], **instead: Any) -> JsonObject:
    """Compile every function of some plain modules in one namespace, where bits and chance are machine instructions.

    So one source serves plain Python and the kernel. Numba's cache looks at one file alone: here the name under which a
    function is cached carries a digest of all the sources, so that after a change of any of them nothing old is loaded.
    """
    digest = blake2b(digest_size=6)
    namespace: JsonObject = {}
    for module in (*modules, sys.modules[__name__]):
        digest.update(Path(str(module.__file__)).read_bytes())
    for module in modules:
        namespace |= {name: value for name, value in vars(module).items() if not name.startswith("__")}
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                twin = FunctionType(value.__code__, namespace, name, value.__defaults__)
                twin.__qualname__, twin.__module__ = f"{name}_{digest.hexdigest()}", module.__name__
                namespace[name] = njit(cache=True, nogil=True)(twin)
    instructions = {"count": count, "lowest": lowest, "highest": highest, "nth": nth, "draw": draw, "wide": wide}
    namespace |= {**instructions, "CHOOSE": np.array(CHOOSE, np.int64), **instead}
    return namespace


# ── play ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@njit(cache=True)
def deal(chance: Chance, deck: Bytes, hands: Longs) -> None:
    """Shuffle and give thirteen cards to each; ``deck`` holds all cards in whatever order."""
    fraction: Word = 0
    for place in range(CARDS - RANKS):
        if place % 5 == 0:
            fraction = np.int64(bits64(chance, 0) >> S8)
        fraction *= CARDS - place
        other = place + (fraction >> POINT)
        fraction &= BELOW
        deck[place], deck[other] = deck[other], deck[place]
    left = ALL
    for seat in range(SEATS - 1):
        hand = 0
        for place in range(RANKS * seat, RANKS * (seat + 1)):
            hand |= 1 << int(deck[place])
        hands[seat] = hand
        left ^= hand
    hands[SEATS - 1] = left


@njit(cache=True)
def finish(
    hands: Longs, tricks: Longs, leader: int, table: Bytes, placed: int,
    trump: int, declarer: int, most: int, chance: Chance, tape: Bytes, row: int,
) -> int:  # fmt: skip
    """Play to the end with random legal cards; a row of the tape, if it has it, gets them in order. Return how many."""
    taping = row < len(tape)
    trumps, above = (SUIT << trump * RANKS, trump * RANKS) if trump >= 0 else (0, 0)
    seat: Word = leader
    winner: Word = leader
    best: Word = 0
    shift: Word = 0
    written = 0
    for place in range(placed):  # nobody chooses anything there any more
        bit: Word = 1 << np.int64(table[place])
        if place == 0:
            shift = np.int64(table[0]) // RANKS * RANKS
        power = (bit & SUIT << shift) >> shift | (bit & trumps) >> above << RANKS
        winner, best = (seat, power) if power > best else (winner, best)
        seat = (seat + 1) & 3
    while placed or (hands[seat] and not (declarer >= 0 and tricks[declarer] > most)):
        fraction = np.int64(bits64(chance, 0) >> S8)
        for place in range(placed, SEATS):
            hand = hands[seat]
            legal = hand & SUIT << shift if place else 0
            if legal:
                fraction *= count(legal)
                card: Word = shift + np.int64(NTH[legal >> shift, fraction >> POINT])
            else:
                fraction *= count(hand)
                card = _any(hand, fraction >> POINT)
            fraction &= BELOW
            bit = 1 << card
            if place == 0:
                shift, best = card // RANKS * RANKS, 0
            hands[seat] = hand ^ bit
            power = (bit & SUIT << shift) >> shift | (bit & trumps) >> above << RANKS
            winner = seat if power > best else winner  # without a branch that nobody could foresee
            best = max(best, power)
            if taping:
                tape[row, written] = card
            written += 1
            seat = (seat + 1) & 3
        tricks[winner] += 1
        seat, placed = winner, 0
    return written


@njit(cache=True)
def _any(hand: Word, n: Word) -> Word:
    """Return the card that has n lower ones in a hand: its suit first, then by the table."""
    shift: Word = 0
    below: Word = count(hand & (1 << 2 * RANKS) - 1)
    if n >= below:
        hand, n, shift = hand >> 2 * RANKS, n - below, 2 * RANKS
    below = count(hand & SUIT)
    if n >= below:
        hand, n, shift = hand >> RANKS, n - below, shift + RANKS
    return shift + np.int64(NTH[hand & SUIT, n])


@njit(cache=True, nogil=True)
def _play_deals(key: np.uint64, trump: int, leader: int, played: Bytes, deals: Longs, tape: Bytes) -> None:
    chance, deck, table = np.zeros(1, np.uint64), np.arange(CARDS).astype(np.int8), np.zeros(SEATS, np.int8)
    hands, tricks = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for i in range(len(played)):
        chance[0] = key + np.uint64(i << 8) * GOLDEN
        for card in range(CARDS):  # so that a deal does not depend on those before it
            deck[card] = card
        deal(chance, deck, hands)
        if i < len(deals):
            deals[i, :] = hands
        tricks[:] = 0
        finish(hands, tricks, leader, table, 0, trump, NOBODY, MOST, chance, tape, i)
        for seat in range(SEATS):
            played[i, seat] = tricks[seat]


@njit(cache=True, nogil=True)
def _playouts(
    key: np.uint64, hands: Longs, tricks: Longs, leader: int, table: Bytes,
    trump: int, declarer: int, most: int, played: Bytes, tape: Bytes,
) -> None:  # fmt: skip
    chance = np.zeros(1, np.uint64)
    mine, won = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for i in range(len(played)):
        chance[0] = key + np.uint64(i << 8) * GOLDEN
        mine[:] = hands
        won[:] = tricks
        finish(mine, won, leader, table, len(table), trump, declarer, most, chance, tape, i)
        for seat in range(SEATS):
            played[i, seat] = won[seat]


# ── what others call ──────────────────────────────────────────────────────────────────────────────────────────────
def play_deals(
    seed: int, count: int, first: int = 0, trump: int = NOBODY, leader: int = 0,
    keep: tuple[Longs, Bytes] | None = None,
) -> Bytes:  # fmt: skip
    """Deal and play the deals ``first`` to ``first + count - 1`` of a seed at random; return tricks by seat.

    Seed and number say all about a deal, however the deals are cut into calls.
    """
    played = np.zeros((count, SEATS), np.int8)
    deals, tape = keep or (np.zeros((0, SEATS), np.int64), np.zeros((0, CARDS), np.int8))
    _play_deals(_key(seed, first), trump, leader, played, deals, tape)
    return played


def trace_deals(seed: int, count: int, **how: Any) -> tuple[Bytes, Longs, Bytes]:
    """Play the same deals and tell all: tricks by seat, the hands as dealt, the cards in the order of play."""
    deals, tape = np.zeros((count, SEATS), np.int64), np.zeros((count, CARDS), np.int8)
    return play_deals(seed, count, keep=(deals, tape), **how), deals, tape


def playouts(position: Position, seed: int, count: int, tape: Bytes | None = None) -> Bytes:
    """Play a position to the end so many times; return tricks by seat, and with a ``tape`` the cards in order.

    >>> last = Position(hands=(1 << 0, 1 << 12, 1 << 13, 1 << 14), leader=0, tricks=(3, 3, 3, 3))
    >>> playouts(last, seed=1, count=2).tolist()
    [[3, 4, 3, 3], [3, 4, 3, 3]]
    """
    played = np.zeros((count, SEATS), np.int8)
    tape = np.zeros((0, CARDS), np.int8) if tape is None else tape
    hands, tricks = np.array(position.hands, np.int64), np.array(position.tricks, np.int64)
    table = np.array(position.table, np.int8)
    where = (hands, tricks, position.leader, table, position.trump, position.declarer, position.most)
    _playouts(_key(seed, 0), *where, played, tape)
    return played


def _key(seed: int, first: int) -> np.uint64:
    # 256 draws to a deal: no deal needs more than 21
    return np.uint64((stream(seed, "rikken", "kernel").getrandbits(64) + (first << 8) * int(GOLDEN)) % 2**64)
