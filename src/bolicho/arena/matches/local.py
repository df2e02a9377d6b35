"""Matches of a schedule in this very process: what every worker does, and what a notebook or a test may do alone."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from bolicho.arena.matches.clock import ClockedAgent
from bolicho.arena.matches.rows import Row, row_of
from bolicho.arena.matches.schedule import Pairing
from bolicho.core.contract import Agent, Game
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.core.strangers import salt_for
from bolicho.parallel.clock import SIZE, TASK, Clock
from bolicho.play import Table, Watcher, play_match


class Tally(Watcher):
    """A watcher that counts something in one match, for its row; a plan names it as ``module:Class``."""

    def counted(self) -> JsonObject:
        """Return what was counted (JSON data)."""
        return {}


class _Opening(Watcher):
    """Sees which seat has the first move of a match."""

    seat: int | None = None

    def unit_begins(self, table: Table) -> None:
        """Look at the first position of the match only."""
        self.seat = table.seat if self.seat is None else self.seat


def play_schedule(
    game: Game,
    agents: Sequence[Agent],
    schedule: Iterable[Pairing],
    seed: int = 0,
    *,
    salt: str | None = None,
    time_limit: float | None = None,
    tally: Callable[[], Tally] | None = None,
    done: Callable[[Row, Record], None] | None = None,
) -> list[Row]:
    """Play a schedule one match after the other and return its rows.

    An agent that raises, plays an illegal move or is late forfeits; one that never answers is never ended here: that
    is what workers are for. ``salt`` as for `play_match`, but one for all.
    """
    salt = salt_for(agents) if salt is None else salt
    clock: Clock = [0.0] * SIZE
    clocked = [ClockedAgent(agent, index, clock) for index, agent in enumerate(agents)]
    rows = []
    for pairing in schedule:
        row, record = play_pairing(game, clocked, pairing, seed, clock, salt=salt, time_limit=time_limit, tally=tally)
        if done is not None:
            done(row, record)
        rows.append(row)
    return sorted(rows, key=lambda row: row.match)


def play_pairing(
    game: Game,
    agents: Sequence[ClockedAgent] | Mapping[int, ClockedAgent],
    pairing: Pairing,
    seed: int,
    clock: Clock,
    *,
    salt: str,
    time_limit: float | None = None,
    tally: Callable[[], Tally] | None = None,
    keep_why: bool = False,
) -> tuple[Row, Record]:
    """Play one match of a schedule."""
    clock[TASK] = pairing.match
    counter, opening = None if tally is None else tally(), _Opening()
    record = play_match(
        game,
        [agents[index] for index in pairing.seats],
        seed,
        match=pairing.match,
        board=pairing.board,
        watchers=(opening,) if counter is None else (opening, counter),
        time_limit=time_limit,
        keep_why=keep_why,
        salt=salt,
    )
    return row_of(pairing, record, None if counter is None else counter.counted(), opening.seat), record
