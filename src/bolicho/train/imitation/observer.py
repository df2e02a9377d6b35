"""The observer of learning by imitation: which hands of a case-based player are worth remembering (Paulus, 4.1.3).

A hand is kept unless its player knew enough: every question it asked in the hand found at least so many cases that are
close. A hand in which it had nothing to ask is not kept: no question met it, so it would answer none.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bolicho.core.contract import Decision
from bolicho.core.json_text import JsonMapping
from bolicho.learn.cases.truco.hand import case_of, row_of
from bolicho.play.watchers import Watcher

if TYPE_CHECKING:
    from bolicho.play.table import Table


class Observer(Watcher):
    """Makes cases of the hands in which an observed player was short of close cases; counts all hands it saw."""

    def __init__(self, seats: Iterable[int], enough: int) -> None:
        self.seats, self.enough = tuple(seats), enough
        self.rows: list[list[int | None]] = []
        self.hands = 0
        self._short: set[int] = set()

    def unit_begins(self, table: "Table") -> None:  # noqa: ARG002
        """Nobody has asked anything yet."""
        self._short = set()

    def moved(self, table: "Table", seat: int, decision: Decision) -> None:  # noqa: ARG002
        """Look at what the player's questions found."""
        if any(close < self.enough for close in closes(decision.why)):
            self._short.add(seat)

    def unit_ends(self, table: "Table") -> None:
        """Keep the hand for each observed seat that was short of cases."""
        self.hands += len(self.seats)
        self.rows += [row_of(case_of(table.state.view(seat))) for seat in self.seats if seat in self._short]


def closes(why: JsonMapping) -> Iterator[int]:
    """Give the number of close cases that each question of a turn found; a settled move asked nothing.

    >>> list(closes({"facts": {"close": 7, "passed": [{"close": 120}, {"close": 31}]}}))
    [120, 31, 7]
    >>> list(closes({"facts": {"move": "flor"}}))
    []
    """
    facts = why.get("facts", {})
    for question in facts.get("passed", ()):
        yield question["close"]
    if "close" in facts:
        yield facts["close"]
