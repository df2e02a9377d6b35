"""The full game's bracket: how many points a hand a responder who knows the packed strategy would win from it.

For the exploitability of the full game (``bolicho exploit equilibrium --game full``)::

    judge = Judge(bundled("points"), Truco().rules)
    row = judge.hand(("1e", "7o", "4c"), mano=True, reach=1e-6)   # the responder's cards and position
    row["best"], row["own"], row["cut"], row["nodes"]             # [low, high], [low, high], branches cut, nodes
    bracket(bundled("points"), Truco().rules, hands=40, seed=3, reach=1e-6)   # hands drawn, both seats, 95 % interval

``best`` is the best response's value, ``own`` the strategy's own in that seat; exploitability is the mean of their
difference over hands and seats. With envido and flor off only strengths count, and the walk takes classes for hands.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from bolicho.core.chance import stream
from bolicho.core.intervals import spread
from bolicho.core.journal import Journal
from bolicho.core.json_text import JsonObject
from bolicho.core.versions import row_versions
from bolicho.games.truco.cards import DECK, PLACE, STRENGTH, Hand
from bolicho.games.truco.hands import all_hands
from bolicho.games.truco.options import Rules
from bolicho.learn.equilibrium.packed_strategy import PackedStrategy
from bolicho.learn.equilibrium.shape import record_of
from bolicho.learn.equilibrium.table import Float32s, Keys, KnownSituations, Places

REACH = 1e-6
"""Branches of the public tree that the agent reaches less often than this are not walked."""


SUITS = ("never", "announced", "always")
"""When suits of cards played tell the responder anything: never, once numbers were announced, always."""
SEATS = ("mao", "pe")


class Judge:
    """Best responses to one strategy under one set of rules."""

    def __init__(self, strategy: PackedStrategy, rules: Rules, suits: str = "never") -> None:
        """``suits``: when the responder reads those of cards played (``SUITS``)."""
        self.strategy, self.rules = strategy, rules
        self.by_level = rules.envido == "off" and rules.flor == "off"
        self.suits = SUITS.index("never" if self.by_level else suits)

    @cached_property
    def _table(self) -> tuple[Keys, Places, Float32s]:
        return hashed(self.strategy.known())

    @cached_property
    def _hands(self) -> tuple[Any, Any, Any]:
        """The hands that are told apart, the number of each, and as which card each is seen: before, after, at last."""
        hands = all_hands()
        cards = np.array([[PLACE[card] for card in hand] for hand in hands.cards], np.int8)
        levels = [STRENGTH[card] for card in DECK]
        alike, apart = np.array([levels.index(level) for level in levels]), np.arange(len(DECK))
        label = np.array([apart if self.suits == 2 else alike, apart if self.suits else alike, alike])
        if self.suits:
            return cards, np.arange(len(cards)), label
        points = 0 if self.by_level else hands.envido.astype(int) * 64 + hands.flor
        _, first, number = np.unique(hands.kind.astype(int) * 4096 + points, return_index=True, return_inverse=True)
        return cards[first], number, label

    def ready(self) -> None:
        """Make the tables, once, before several threads ask for them."""
        _ = self._table, self._hands

    def hand(self, cards: Hand, mano: bool, reach: float = REACH) -> JsonObject:
        """Value one hand of the responder, as mão or pé."""
        from bolicho.games.truco.kernel import book_of
        from bolicho.learn.equilibrium.response_kernel import CUT, HIGH, LOW, OWN, OWN_HIGH, respond

        mine = np.array(sorted(PLACE[card] for card in cards), np.int8)
        hands, number, label = self._hands
        held = sum(1 << int(place) for place in mine)
        free = ((all_hands().mask & np.uint64(held)) == 0).astype(np.float64)
        ways = np.bincount(number, free, len(hands))
        out = np.zeros(5)
        book, shape = book_of(self.rules), record_of(self.strategy.shape)
        walked: Any = respond
        nodes = walked(book, shape, *self._table, hands, ways, label, mine, mano, reach, out)
        return {
            "best": [float(out[LOW]), float(out[HIGH])],
            "own": [float(out[OWN]), float(out[OWN_HIGH])],
            "cut": int(out[CUT]),
            "nodes": int(nodes),
        }


def bracket(
    strategy: PackedStrategy,
    rules: Rules,
    hands: int = 40,
    seed: int = 0,
    reach: float = REACH,
    suits: str = "never",
    show: Callable[[int, int], None] = lambda *_: None,
    folder: Path | None = None,
    workers: int = 1,
) -> JsonObject:
    """Draw hands of the responder and put their best responses together, both seats, with a 95 % interval.

    ``folder`` keeps each hand as it is done, so that a killed run goes on; ``workers`` hands are walked at a time.
    """
    began = monotonic()
    judge, rng = Judge(strategy, rules, suits), stream(seed, "exploit-hands")
    drawn = [tuple(rng.sample(DECK, 3)) for _ in range(hands)]
    design = {"strategy": strategy.about, "rules": list(rules), "hands": hands, "seed": seed, "reach": reach}
    journal = None if folder is None else Journal(folder, {**design, "suits": suits, "versions": row_versions()})
    try:
        rows: list[JsonObject] = [] if journal is None else _kept(journal, hands)
        show(len(rows), hands)
        for row in _walked(judge, drawn[len(rows) :], reach, workers):
            rows.append(row)
            if journal is not None:
                journal.add(row)
            show(len(rows), hands)
    finally:
        if journal is not None:
            journal.close()
    low = [sum(row["best"][0] - row["own"][1] for row in both.values()) / 2 for both in rows]
    high = [sum(row["best"][1] - row["own"][0] for row in both.values()) / 2 for both in rows]
    interval = None
    if hands > 1:
        errors = [spread(ends) for ends in (low, high)]
        interval = [_six(np.mean(low) - errors[0]), _six(np.mean(high) + errors[1])]
    return {
        "exploitability": _six((np.mean(low) + np.mean(high)) / 2),
        "exact": False,
        "not_exact_because": ["sampled", "cut", *(["suits-unread"] if suits == "never" else [])],
        "low": _six(np.mean(low)),
        "high": _six(np.mean(high)),
        "interval": interval,
        "seats": {name: _seat([both[name] for both in rows]) for name in SEATS},
        "hands": hands,
        "of_hands": len(all_hands().cards),
        "method": "compiled",
        "asked": "table",
        "asked_times": 1,
        "questions": sum(row["nodes"] for both in rows for row in both.values()),
        "estimated_questions": 0,
        "suit_blind": True,
        "suits_checked": None,
        "suits_read": suits,
        "reach": reach,
        "cut_branches": sum(row["cut"] for both in rows for row in both.values()),
        "unknown": _six(np.mean(high) - np.mean(low)),
        "seconds": round(monotonic() - began, 1),
    }


def _kept(journal: Journal, hands: int) -> list[JsonObject]:
    """The hands that a journal holds; a line that is none of them is refused."""
    for number, both in enumerate(journal.lines, 1):
        if number > hands or not all(_is_seat(both.get(name)) for name in SEATS):
            raise journal.wrong(number, "a hand of this measurement")
    return list(journal.lines)


def _is_seat(row: Any) -> bool:
    ends: list[Any] = [row.get("best"), row.get("own")] if isinstance(row, dict) else [None]
    if not all(isinstance(end, list) and len(end) == 2 for end in ends):
        return False
    numbers = (*ends[0], *ends[1], row.get("cut"), row.get("nodes"))
    return all(type(number) in (int, float) and abs(number) < 1e15 for number in numbers)


def _walked(judge: Judge, drawn: Sequence[Hand], reach: float, workers: int) -> Iterator[JsonObject]:
    """Both seats of every hand, in order. The compiled walk lets other threads go on beside it."""

    def both(cards: Hand) -> JsonObject:
        return {name: judge.hand(cards, name == "mao", reach) for name in SEATS}

    if workers < 2 or len(drawn) < 2:
        yield from map(both, drawn)
        return
    judge.ready()
    crew = ThreadPoolExecutor(workers)
    try:
        yield from crew.map(both, drawn)
    finally:
        crew.shutdown(wait=False, cancel_futures=True)


def _seat(rows: list[JsonObject]) -> JsonObject:
    ends = {key: np.mean([row[key] for row in rows], axis=0) for key in ("best", "own")}
    return {
        "best_response": _six(ends["best"].mean()),
        "self_play": _six(ends["own"].mean()),
        "best_response_ends": [_six(end) for end in ends["best"]],
        "self_play_ends": [_six(end) for end in ends["own"]],
    }


def _six(number: Any) -> float:
    """Round to six digits: more would be noise of the last bit."""
    return round(float(number), 6)


def hashed(known: KnownSituations) -> tuple[Keys, Places, Float32s]:
    """Return a strategy as the kernels look it up: keys, places, numbers."""
    from bolicho.learn.equilibrium.cfr_kernel import fill

    size = 1 << max(4, (2 * len(known.keys)).bit_length())
    keys, places = np.zeros(size, np.uint64), np.zeros(size, np.int64)
    fill(keys, places, known.keys, known.offsets)
    return keys, places, known.sums.astype(np.float32)
