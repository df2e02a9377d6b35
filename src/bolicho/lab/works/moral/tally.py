"""What a case learner does at the table, counted by seat: questions, how many were known, and answers by chance."""

from typing import TYPE_CHECKING

from bolicho.arena.matches.local import Tally
from bolicho.core.contract import Decision
from bolicho.core.json_text import JsonObject
from bolicho.lab.engine.truco_habits import VitalCounts

if TYPE_CHECKING:
    from bolicho.play import Table

COUNTS = ("asked", "known", "chance")


class Knowing(Tally):
    """Counts for each seat the questions it put to its bases, those it knew, and those it left to chance."""

    def __init__(self) -> None:
        self.counts = {name: [0, 0] for name in COUNTS}
        self.signs = VitalCounts()

    def moved(self, table: "Table", seat: int, decision: Decision) -> None:  # noqa: ARG002
        """Look at the questions that led to a move: those passed on, and the last one."""
        facts = decision.why.get("facts", {})
        for question in (*facts.get("passed", ()), facts):
            if isinstance(question, dict) and "known" in question:
                self.counts["asked"][seat] += 1
                self.counts["known"][seat] += bool(question["known"])
                self.counts["chance"][seat] += question.get("by") == "chance"

    def unit_ends(self, table: "Table") -> None:
        """Look back at a hand, for the vital signs."""
        self.signs.add(table.state)

    def counted(self) -> JsonObject:
        """Return the counts by seat, and what the vital signs ask for."""
        return {**self.counts, "habits": self.signs.counted()}
