"""Cases of what is played: a watcher that makes them at the table, and the same from a record.

A case is made of the observed seat's last view of a hand and of nothing else, so what that seat never saw stays blank.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput
from bolicho.core.record import Record
from bolicho.learn.cases.craft import CRAFTS, craft
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
        row = _maker(table.game.name)
        self.rows += [row(table.state.view(seat)) for seat in self.seats]


def cases_of(record: Record, seats: Iterable[int] = BOTH, game: Game | None = None) -> Iterator[Row]:
    """Make the cases of a recorded match by replaying it; a hand that was broken off gives none."""
    row = _maker(record.game)
    seats = _checked(seats)
    for step in steps(record, game or game_of(record)):
        if step.state.over:
            for seat in seats:
                yield row(step.state.view(seat))


def seats_of(record: Record, agent: str) -> tuple[int, ...]:
    """Return the seats at which an agent sat."""
    return tuple(seat for seat, name in enumerate(record.agents) if name == agent)


def _checked(seats: Iterable[int]) -> Sequence[int]:
    chosen = tuple(dict.fromkeys(seats))
    for seat in chosen:
        if seat not in BOTH:
            raise BadInput(f"seat {seat}: cases are made of seats 0 and 1")
    return chosen


def _maker(game: str) -> Callable[[Any], Row]:
    """Return what makes a case of a last view; a game of which none are made is refused."""
    row = craft(game).row if game in CRAFTS.names() else None
    if row is None:
        raise BadInput(f"cases are made of games whose craft says how ({', '.join(CRAFTS.names())}), not of {game}")
    return row
