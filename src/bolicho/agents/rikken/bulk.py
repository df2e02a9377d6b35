"""Many deals at once by the kernel: the runner of the analyses (Rosa 2008, 3.7), for any technique at any seat.

>>> from bolicho.agents.rikken.bulk import deal_hands, play_deals
>>> hands = deal_hands(seed=1, count=4)
>>> played = play_deals(hands, leader=0, contract="misere", declarer=1, techniques=("rules", "mc", "rules", "rules"),
...                     simulations=10, seed=7)
>>> played.tricks.shape, played.made.dtype
((4, 4), dtype('bool'))
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bolicho.agents.rikken import simulate, tactics
from bolicho.agents.rikken.guess import UNIT
from bolicho.agents.rikken.sets import strongest_suit
from bolicho.agents.rikken.table import CLOSED, OPEN, PLUS
from bolicho.agents.rikken.valuation import losers, points
from bolicho.core.chance import stream
from bolicho.core.errors import BadInput, UnknownName
from bolicho.games.rikken.ask import asks
from bolicho.games.rikken.bits import RANKS
from bolicho.games.rikken.cards import ACES, ALL, INDEX, RANK_MASK, SUIT_MASK, SUITS
from bolicho.games.rikken.contracts import CONTRACT

TECHNIQUES = {
    "random": tactics.RANDOM,
    "rules-paper": tactics.PAPER,
    "rules": tactics.RULES,
    "mc-paper": simulate.MC_PAPER,
    "mc-paper:playout=rules": simulate.MC_PAPER_RULES,
    "mc": simulate.MC,
}
"""Who can play here: the agents of the same names. ``mc-paper`` has its playouts at random."""
SIMULATIONS = 100
MARGINS = {
    "rik": (4 * UNIT, 15 * UNIT // 2),
    "solo-8": (15 * UNIT // 2, 14 * UNIT),
    "piek": (UNIT // 2 + 1, 3 * UNIT // 2),
    "misere": (0, UNIT // 2 + 1),
}
"""The TPC from which and below which a hand fits (Rosa 2008, Quadro 16), in units of 1 / 360360 trick."""

Longs = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


class DealResults(NamedTuple):
    """How the deals ended."""

    tricks: Longs
    """By deal and seat."""
    made: Bools
    """By deal: whether declarer's side made the contract."""
    partner: Longs
    """By deal; -1 where declarer was alone."""
    declarer_tricks: Longs
    """By deal: what counts for the contract, a partner's tricks too."""


def play_deals(
    hands: Longs,
    *,
    leader: int | Longs,
    contract: str,
    declarer: int | Longs,
    trump: str | int | Longs | None = None,
    asked: Longs | None = None,
    techniques: Sequence[str] | npt.NDArray[np.object_],
    simulations: int = SIMULATIONS,
    seed: int = 0,
    first: int = 0,
    fits: bool = True,
) -> DealResults:
    """Play deals of a given contract to the end.

    ``hands`` are sets of cards, one row a deal and one column a seat. ``leader``, ``declarer``, ``trump`` (suits 0..3
    or s h d c, None or -1: none; ``"best"``: declarer's suit of most points) and ``asked`` (card numbers; None: as
    declarer's technique asks) are one for all or one a deal. ``techniques`` names four agents by seat, or four for each
    deal. ``simulations`` are a card for ``mc``, a decision for ``mc-paper``. ``fits``: whether ``mc`` may take it that
    declarer's hand carries his contract. A deal depends on ``seed`` and its number, ``first`` for the first, only.
    """
    from bolicho.agents.rikken import kernel

    terms = CONTRACT.get(contract)
    if terms is None:
        raise UnknownName("contract", contract, CONTRACT)
    if simulations < 1:
        raise BadInput(f"simulations {simulations}: expected at least 1")
    hands = np.ascontiguousarray(hands, np.int64)
    if hands.ndim != 2 or hands.shape[1] != 4 or not (hands.sum(axis=1) == ALL).all():
        raise BadInput("hands: expected four hands of different cards in each row, 52 cards in all")
    n = len(hands)
    rows = np.arange(n)
    who = np.broadcast_to(np.asarray(declarer, np.int64), n)
    names = _codes(techniques, n)
    tables = kernel.new_tables(n)
    tables["hands"], tables["counts"], tables["may"] = hands, RANKS, ALL
    for name, value in (("on", -1), ("led", -1), ("best", -1), ("winner", -1), ("partner", -1), ("asked", -1)):
        tables[name] = value
    tables["seat"], tables["declarer"] = leader, who
    tables["low"], tables["high"], tables["early"], tables["fits"] = terms.low, terms.high, 1, fits
    tables["opened"] = PLUS if terms.plus else OPEN if terms.open else CLOSED
    tables["trump"] = suits = _trumps(trump, hands[rows, who], terms.few)
    if terms.partner == "asked":
        cards = _asked(hands[rows, who], suits, names[rows, who], seed, first) if asked is None else asked
        tables["asked"] = cards
        _told_by_ask(tables, np.asarray(cards, np.int64), suits, who)
        tables["partner"] = np.argmax(hands >> np.asarray(cards, np.int64)[:, None] & 1, axis=1)
    elif terms.partner == "ace":
        _aces_of_troela(tables, hands, who)
    keys = np.array([stream(seed, "rikken", "bulk", first + i).getrandbits(64) for i in range(n)], np.uint64)
    scratch = (np.zeros(1, np.uint64), kernel.new_tables(3), np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64))
    kernel.compiled()["play_all"](tables, names, simulations, keys, *scratch)
    partner = tables["partner"].copy()
    total = tables["tricks"][rows, who] + np.where(partner >= 0, tables["tricks"][rows, np.maximum(partner, 0)], 0)
    made = (total >= terms.low) & (total <= terms.high)
    return DealResults(tables["tricks"].copy(), made, partner, total)


def deal_hands(seed: int, count: int, first: int = 0, *, seat: int = 0, hand: int | None = None) -> Longs:
    """Deal so many times, at random or around a given hand of thirteen at a seat; rows of four sets."""
    rest = np.array([card for card in range(52) if hand is None or not hand >> card & 1], np.int64)
    rows = np.zeros((count, 4), np.int64)
    others = [s for s in range(4) if hand is None or s != seat]
    for i in range(count):
        rng = np.random.Generator(np.random.PCG64(stream(seed, "rikken", "deal", first + i).getrandbits(128)))
        bits = np.left_shift(1, rng.permutation(rest))
        for place, other in enumerate(others):
            rows[i, other] = np.bitwise_or.reduce(bits[RANKS * place : RANKS * (place + 1)])
        if hand is not None:
            rows[i, seat] = hand
    return rows


def fitting_hand(contract: str, seed: int, number: int = 0) -> int:
    """Return the number-th hand of a seed that lies in the paper's margin (TPC) of rik, solo-8, piek or misere."""
    if contract not in MARGINS:
        raise UnknownName("contract of the analyses", contract, MARGINS)
    from bolicho.agents.rikken import kernel

    key = stream(seed, "rikken", "fitting", contract, number).getrandbits(64)
    return int(kernel.compiled()["find_hand"](np.array([key], np.uint64), *MARGINS[contract]))


# ── what the deal needs to know ───────────────────────────────────────────────────────────────────────────────────


def _codes(techniques: Sequence[str] | npt.NDArray[np.object_], n: int) -> Longs:
    named = np.asarray(techniques, dtype=object)
    if named.shape not in ((4,), (n, 4)):
        raise BadInput(f"techniques: expected four names, or four for each of {n} deals")
    for name in set(named.ravel().tolist()):
        if name not in TECHNIQUES:
            raise UnknownName("technique", str(name), TECHNIQUES)
    codes = np.array([TECHNIQUES[name] for name in named.ravel().tolist()], np.int64).reshape(named.shape)
    return np.broadcast_to(codes, (n, 4)).copy()  # always its own: a kernel is compiled once more for what is read-only


def _trumps(trump: str | int | Longs | None, hands: Longs, few: bool) -> Longs:
    if few or trump is None:
        return np.full(len(hands), -1, np.int64)
    if isinstance(trump, str) and trump == "best":
        return np.array([strongest_suit(hand) for hand in hands.tolist()], np.int64)
    if isinstance(trump, str):
        if trump not in tuple(SUITS):
            raise UnknownName("trump", trump, (*SUITS, "best"))
        trump = SUITS.index(trump)
    return np.broadcast_to(np.asarray(trump, np.int64), len(hands))


def _asked(hands: Longs, trumps: Longs, techniques: Longs, seed: int, first: int) -> Longs:
    cards = []
    for i, (hand, trump, technique) in enumerate(
        zip(hands.tolist(), trumps.tolist(), techniques.tolist(), strict=True)
    ):
        legal = asks(hand, SUITS[trump] if trump >= 0 else None)
        rng = stream(seed, "rikken", "ask", first + i)
        cards.append(INDEX[rng.choice(_wanted(hand, legal, technique))])
    return np.array(cards, np.int64)


@cache
def _wanted(hand: int, legal: tuple[str, ...], technique: int) -> tuple[str, ...]:
    if technique == tactics.RANDOM:
        return legal
    measure = losers if technique in (simulate.MC_PAPER, simulate.MC_PAPER_RULES) else points
    worth = [measure(hand, SUITS.index(card[1])) for card in legal]
    return tuple(card for card, value in zip(legal, worth, strict=True) if value == max(worth))


def _told_by_ask(tables: Any, cards: Longs, trumps: Longs, declarer: Longs) -> None:
    """As ``sight.ask``: declarer lacks the card, and has the higher ones that he could have asked for."""
    suits = np.array([*SUIT_MASK, 0], np.int64)[trumps]  # trump -1 is the last: none
    above = np.array([sum(RANK_MASK[rank + 1 :]) for rank in range(RANKS)], np.int64)[cards % RANKS] & ~suits
    for seat in range(4):
        told = np.where(seat == declarer, 1 << cards, above)
        tables["may"][:, seat] &= ~told


def _aces_of_troela(tables: Any, hands: Longs, declarer: Longs) -> None:
    rows = np.arange(len(hands))
    theirs = hands[rows, declarer] & ACES
    if any(bin(aces).count("1") != 3 for aces in theirs.tolist()):
        raise BadInput("troela: expected a declarer with exactly three aces in every deal")
    partner = np.argmax((hands & (ACES & ~theirs)[:, None]) != 0, axis=1)
    tables["partner"] = partner
    for seat in range(4):
        outside = (seat != declarer) & (seat != partner)
        tables["may"][outside, seat] &= ~ACES
