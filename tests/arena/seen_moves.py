"""A tally that keeps the moves of a match as they came."""

from typing import Any

from bolicho.arena.matches.local import Tally
from bolicho.core.contract import Decision
from bolicho.play import Table


class Moves(Tally):
    def __init__(self) -> None:
        self.moves: list[str] = []

    def moved(self, table: Table, seat: int, decision: Decision) -> None:
        self.moves.append(decision.move)

    def counted(self) -> dict[str, Any]:
        return {"moves": self.moves}


class Broken(Tally):
    """A tally with a mistake in it."""

    def counted(self) -> dict[str, Any]:
        raise LookupError("the tally is broken")
