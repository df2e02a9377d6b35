"""Watchers: whoever looks at a table from outside: recorders, case builders, statistics, broadcasts."""

from typing import TYPE_CHECKING

from bolicho.core.contract import Decision
from bolicho.core.record import Record

if TYPE_CHECKING:
    from bolicho.play.table import Table


class Watcher:
    """Override what you want to hear of; a watcher never changes the table."""

    def unit_begins(self, table: "Table") -> None:
        """A unit was dealt; ``table.state`` is its first state."""

    def moved(self, table: "Table", seat: int, decision: Decision) -> None:
        """A seat has moved; ``table.state`` is the state after it."""

    def unit_ends(self, table: "Table") -> None:
        """A unit is over; ``table.state`` is its last state."""

    def match_ends(self, record: Record) -> None:
        """The match is over."""
