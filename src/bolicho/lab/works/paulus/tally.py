"""What a case-based player does at the table, counted by seat: bets, refusals, and how alike its cases were."""

from typing import TYPE_CHECKING

from bolicho.arena.matches.local import Tally
from bolicho.core.contract import Decision
from bolicho.core.json_text import JsonObject
from bolicho.games.truco.ladders import ENVIDO_CALLS, TRUCO_CALLS
from bolicho.lab.engine.truco_habits import VitalCounts

if TYPE_CHECKING:
    from bolicho.play import Table

BETS = frozenset((*ENVIDO_CALLS, *TRUCO_CALLS))
REFUSALS = frozenset(("nao-quero", "baralho"))
COUNTS = ("calls", "refusals", "asked", "threshold", "unanswered")


class Temper(Tally):
    """Counts for each seat its bets, its refusals and folds, its questions, their thresholds, and those unanswered."""

    def __init__(self) -> None:
        self.counts = {name: [0.0, 0.0] for name in COUNTS}
        self.signs = VitalCounts()

    def moved(self, table: "Table", seat: int, decision: Decision) -> None:  # noqa: ARG002
        """Look at a move, and at the question that led to it."""
        self.counts["calls"][seat] += decision.move in BETS
        self.counts["refusals"][seat] += decision.move in REFUSALS
        facts = decision.why.get("facts", {})
        if "threshold" in facts:
            self.counts["asked"][seat] += 1
            self.counts["threshold"][seat] += facts["threshold"]
            self.counts["unanswered"][seat] += decision.why["rule"] == "cbr-unanswered"

    def unit_ends(self, table: "Table") -> None:
        """Look back at a hand, for the vital signs."""
        self.signs.add(table.state)

    def counted(self) -> JsonObject:
        """Return the counts by seat, and what the vital signs ask for."""
        counts = {name: [round(number, 4) for number in seats] for name, seats in self.counts.items()}
        return {**counts, "habits": self.signs.counted()}
