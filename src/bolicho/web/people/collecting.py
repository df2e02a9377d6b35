"""Collecting: hands of people who agreed to it become cases, each with where it came from and who decided in it.

The origin of a case is ``web:<sitting>/<unit>/<source>``; by its sitting it is found again when the person withdraws.
Hands that a person decided go to the base of people, those of agents that sat with them to a base beside it.
"""

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from bolicho.core.errors import BolichoError
from bolicho.core.json_text import JsonMapping
from bolicho.core.record import Record
from bolicho.learn.cases import shelf
from bolicho.learn.cases.truco.columns import FORM, NAMES
from bolicho.learn.cases.truco.craft import CRAFT
from bolicho.play.case_watcher import cases_of
from bolicho.play.onward import NOTE as BEGUN_ELSEWHERE
from bolicho.store import StoreAway
from bolicho.store.people import SIMULATED, Sitting, Withdrawal
from bolicho.web.people.results import MatchOutcome, Row, played_of, taken_over
from bolicho.web.server.house import House
from bolicho.web.server.limits import Gate
from bolicho.web.tables.seats import hashed

if TYPE_CHECKING:
    from bolicho.store import Store

PERSON, HINTED, TUTOR, BOT, FALLBACK = "person", "person-hinted", "tutor", "bot", "fallback"
OF_PEOPLE = (PERSON, HINTED)
"""Sources of hands in which a person decided everything at the seat."""
SOURCES = (*OF_PEOPLE, TUTOR, BOT, FALLBACK)
"""Who decided in a hand: a person (who may have asked for hints in the match), an agent that a tutor helped, an agent,
or an agent that played for a person who had left or was away too long."""
AGENTS = "-agents"
"""What the name of the base of agents' hands ends with."""
SOURCE = "web"
WITHDRAWALS = 2.0
"""Codes that one address may try in a second."""

log = logging.getLogger("bolicho.web")


class SeatHand(NamedTuple):
    """A hand as one seat saw it."""

    sitting: int
    unit: int
    source: str
    row: list[int | None]

    @property
    def origin(self) -> str:
        """Where the case came from, as the store keeps it."""
        return f"web:{self.sitting}/{self.unit}/{self.source}"


def hands_of(record: Record, sittings: Sequence[Sitting]) -> Iterator[SeatHand]:
    """Give the hands of a finished match as its seats saw them; none unless everybody who played it agreed.

    A case of one seat tells of the other's play too, so that one person who did not agree is enough. Matches that go on
    from another one are left out, for somebody had seen the cards. An agent's hands count to the first person.
    """
    if record.game != CRAFT.game or not record.finished or {BEGUN_ELSEWHERE, SIMULATED} & record.notes.keys():
        return
    people = {sitting.seat: sitting for sitting in sittings}
    seated = record.notes.get("people", sorted(people))
    if not people or sorted(people) != sorted(seated) or not all(one.consented for one in people.values()):
        return
    first = min(people.values(), key=lambda sitting: sitting.seat)
    for seat in range(len(record.agents)):
        whose = people.get(seat)
        for unit, row in enumerate(cases_of(record, (seat,))):
            yield SeatHand((whose or first).id, unit, source_of(record, unit, seat, whose), row)


def source_of(record: Record, unit: int, seat: int, person: Sitting | None) -> str:
    """Return who decided at a seat in a unit."""
    if person is None:
        helped = any(_by(decision) in (TUTOR, PERSON) for decision in record.units[unit].decisions)
        return TUTOR if helped else BOT
    if taken_over(record, seat, unit):
        return FALLBACK
    return HINTED if person.hinted else PERSON


class People:
    """What a house keeps of people beside their matches: cases, and how all of it goes again."""

    def __init__(self, house: House) -> None:
        self.house, self.store, self.base = house, house.store, house.settings.people_base
        self.gate = Gate(WITHDRAWALS)
        self._played: dict[int, MatchOutcome | None] = {}
        """By sitting, what a finished match says; it does not change any more."""
        self._lock = Lock()
        self._known: set[int] | None = None
        """Sittings whose hands are in the bases, once somebody has looked."""
        self._sweeping: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Collect, in the background, what a killed server did not get to."""
        self._sweeping = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop sweeping."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeping

    async def collect(self, record_id: int) -> int:
        """Make cases of a finished match that is in the store; once, and never raising. Return how many."""
        try:
            return await self._collect(record_id)
        except StoreAway:
            if self._sweeping is None or self._sweeping.done():
                self._sweeping = asyncio.create_task(self._sweep())
            return 0

    async def _collect(self, record_id: int) -> int:
        try:
            found = await self.house.read(self._found, record_id)
            return await self.house.write(self._keep, record_id, found) if found else 0
        except StoreAway:
            raise
        except BolichoError as error:  # a base of that name with other columns, rules of another version...
            log.warning("record %s was not collected: %s", record_id, error)
            return 0

    async def withdraw(self, code: str) -> Withdrawal:
        """Forget everything of a code: tables that are open go first, so that nothing is written of them again."""
        code_hash = hashed(code.strip())
        sittings = await self.house.read(self.store.sittings_of, code_hash)
        if sittings and self.house.hall is not None:
            self.house.hall.close_for_good(await self.house.read(self.store.matches_of, code_hash))
        gone = await self.house.write(self.store.withdraw, code_hash)
        if sittings and self.house.hall is not None:
            self.house.hall.forget_moves()
        if self._known is not None:
            self._known -= {sitting.id for sitting in sittings}
        return gone

    def rows(self) -> list[Row]:
        """Return the matches against agents of people who agreed, with what they answered (reads the store)."""
        with self._lock:
            return self._rows()

    def _rows(self) -> list[Row]:
        sittings = [one for one in self.store.finished_sittings() if one.consented]
        for gone in self._played.keys() - {one.id for one in sittings}:
            self._played.pop(gone, None)
        for one in sittings:
            if one.id not in self._played:
                with suppress(BolichoError):  # withdrawn since
                    self._played[one.id] = played_of(self.store.load(one.record_id), one.seat)
        return [Row(one, played) for one in sittings if (played := self._played.get(one.id)) is not None]

    async def _sweep(self) -> None:
        """Collect what is finished and was not collected, as soon as the store is there."""
        with suppress(StoreAway):  # the house closes
            while True:
                await self.house.trouble.over()
                with suppress(StoreAway):
                    known = await self.house.read(self._collected)
                    sittings = await self.house.read(self.store.finished_sittings)
                    for record_id in {one.record_id for one in sittings if one.consented and one.id not in known}:
                        await self._collect(record_id)
                    return

    def _found(self, record_id: int) -> list[SeatHand]:
        sittings = self.store.finished_sittings(record_id=record_id)
        return list(hands_of(self.store.load(record_id), sittings)) if sittings else []

    def _keep(self, record_id: int, found: Sequence[SeatHand]) -> int:
        """Write cases, in the one thread that writes: whoever withdrew meanwhile is not there any more."""
        here = {sitting.id for sitting in self.store.finished_sittings(record_id=record_id)}
        known = self._collected()
        if not {one.sitting for one in found} <= here or here & known:
            return 0
        parts: Mapping[str, list[SeatHand]] = {
            self.base: [one for one in found if one.source in OF_PEOPLE],
            self.base + AGENTS: [one for one in found if one.source not in OF_PEOPLE],
        }
        for base, some in parts.items():
            if some:
                _made(base, self.store)
                self.store.add_cases(base, [one.row for one in some], [one.origin for one in some])
        known |= here
        return len(found)

    def _collected(self) -> set[int]:
        if self._known is None:
            there = {base.name for base in self.store.bases()}
            names = [base for base in (self.base, self.base + AGENTS) if base in there]
            origins = (origin or "" for base in names for origin in self.store.case_origins(base))
            self._known = {int(number) for origin in origins if (number := origin[4:].partition("/")[0]).isdigit()}
        return self._known


def _made(base: str, store: "Store") -> None:
    """See that a base is there; one of that name and another form is refused when cases are added."""
    if any(known.name == base for known in store.bases()):
        return
    shelf.free(base, store)
    whose = "agents who sat with people" if base.endswith(AGENTS) else "people"
    store.add_base(base, CRAFT.game, FORM, SOURCE, NAMES, f"hands of {whose} at the web table, with their consent")


def _by(decision: JsonMapping | None) -> Any:
    facts = ((decision or {}).get("why") or {}).get("facts")
    return facts.get("by") if isinstance(facts, Mapping) else None
