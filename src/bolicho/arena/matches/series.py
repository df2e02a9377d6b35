"""A learning series: matches in sequence whose learners change between them; one unit of a schedule.

An agent stands still while a match is played, and learns from its record when it is over (`Agent.learn`). A series
begins with agents built anew and belongs to one worker; any number of series go on side by side. All chance is keyed
by match and board, so a series that was broken off is played again from its beginning and finds the same rows: those
that are known are not told twice. A match that took its process along is a forfeit, from which nobody learns.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bolicho.arena.matches.clock import ClockedAgent
from bolicho.arena.matches.local import Tally, play_pairing
from bolicho.arena.matches.rows import Fault, Row
from bolicho.arena.matches.schedule import Pairing
from bolicho.core import hooks
from bolicho.core.chance import OPEN
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, fault
from bolicho.core.record import Record
from bolicho.parallel.clock import Clock


class Series(NamedTuple):
    """Matches to be played one after the other by one worker."""

    pairings: tuple[Pairing, ...]
    learners: tuple[int, ...]
    """The agents, by index, that learn between the matches."""
    told: frozenset[int] = frozenset()
    """Matches whose rows are known: they are played only for what is learned from them."""
    broken: frozenset[int] = frozenset()
    """Matches that took their process along: they are not played again."""

    @property
    def wanted(self) -> list[Pairing]:
        """The matches whose rows are still to be told."""
        return [pairing for pairing in self.pairings if pairing.match not in self.told]


Unit = Pairing | Series
"""What a schedule is made of: a match that stands alone, or a series."""


def pairings(units: Iterable[Unit]) -> list[Pairing]:
    """Return the matches of a schedule."""
    found: list[Pairing] = []
    for unit in units:
        found += unit.pairings if isinstance(unit, Series) else (unit,)
    return found


def left(unit: Unit, known: Mapping[int, Row]) -> Unit | None:
    """Return what is to be played of a unit when some rows are known, None when all of its are."""
    if isinstance(unit, Pairing):
        return None if unit.match in known else unit
    told = frozenset(p.match for p in unit.pairings if p.match in known)
    lost = frozenset(match for match in told if known[match].forfeit is not None and not known[match].hands)
    return unit._replace(told=told, broken=lost) if len(told) < len(unit.pairings) else None


def play_series(
    game: Game,
    build: Callable[[int], ClockedAgent],
    series: Series,
    seed: int,
    clock: Clock,
    *,
    salt: str,
    time_limit: float | None = None,
    tally: Callable[[], Tally] | None = None,
) -> Iterator[tuple[Row, Record]]:
    """Play a series, and tell of each match that is wanted when its lesson is over."""
    agents = {index: build(index) for index in dict.fromkeys(i for p in series.pairings for i in p.seats)}
    for index in series.learners:
        if not hooks.learns(agents[index].agent):
            raise BadInput(f"agent {agents[index].name!r} does not learn from matches")
    for pairing in series.pairings:
        if pairing.match in series.broken:
            continue
        row, record = play_pairing(
            game, agents, pairing, seed, clock, salt=salt, time_limit=time_limit, tally=tally, keep_why=True
        )
        if row.forfeit is None:
            row = _learn(agents, series.learners, row, record)
        if pairing.match not in series.told:
            yield row, record


def _learn(agents: dict[int, ClockedAgent], learners: Sequence[int], row: Row, record: Record) -> Row:
    """Let the learners learn; one that fails at it forfeits the match."""
    for index in learners:
        if index not in row.seats:
            continue
        try:
            agents[index].learn(_as_seen(record, row, index))
        except BaseException as error:  # `ClockedAgent` has taken an interrupt for what it is: the agent's own
            rivals = [other for other in row.seats if other != index]
            winner = rivals[0] if len(rivals) == 1 else None
            return replace(row, winner=winner, forfeit=Fault(index, f"while it learned, {fault(error)}"))
    return row


def _as_seen(record: Record, row: Row, learner: int) -> Record:
    """An agent knows its own seats by its name: a rival of the same name is given another.

    What the deals of the matches to come are made from is not for it.
    """
    own = record.agents[row.seats.index(learner)]
    names = [
        f"{name} (rival)" if name == own and who != learner else name
        for name, who in zip(record.agents, row.seats, strict=True)
    ]
    return replace(record, agents=tuple(names), seed=None, salt=OPEN)
