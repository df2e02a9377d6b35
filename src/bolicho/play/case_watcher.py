"""Cases of what is played: a watcher that makes them at the table, and the same from a record.

A case is made of the observed seat's last view of a hand and of nothing else, so what that seat never saw stays blank.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.core.record import Record
from bolicho.learn.cases.truco.hand import case_of, row_of
from bolicho.play.replay import game_of, steps
from bolicho.play.watchers import Watcher

if TYPE_CHECKING:
    from bolicho.play.table import Table

Row = list[int | None]
BOTH = (0, 1)


class CaseWatcher(Watcher):
    """Makes a case of every finished hand for each seat that it observes, in ``rows``."""

    def __init__(self, seats: Iterable[int] = BOTH) -> None:
        self.seats = _checked(seats)
        self.rows: list[Row] = []

    def unit_ends(self, table: "Table") -> None:
        """Look at the finished hand from the observed seats."""
        _of_truco(table.game.name)
        self.rows += [row_of(case_of(table.state.view(seat))) for seat in self.seats]


def cases_of(record: Record, seats: Iterable[int] = BOTH, game: Game | None = None) -> Iterator[Row]:
    """Make the cases of a recorded match by replaying it; a hand that was broken off gives none."""
    _of_truco(record.game)
    seats = _checked(seats)
    for step in steps(record, game or game_of(record)):
        if step.state.over:
            for seat in seats:
                yield row_of(case_of(step.state.view(seat)))


def seats_of(record: Record, agent: str) -> tuple[int, ...]:
    """Return the seats at which an agent sat."""
    return tuple(seat for seat, name in enumerate(record.agents) if name == agent)


def _checked(seats: Iterable[int]) -> Sequence[int]:
    chosen = tuple(dict.fromkeys(seats))
    for seat in chosen:
        if seat not in BOTH:
            raise BadInput(f"seat {seat}: Truco has seats 0 and 1")
    return chosen


def _of_truco(game: str) -> None:
    if game != "truco":
        raise BadInput(f"cases are made of Truco only, not of {game}")
