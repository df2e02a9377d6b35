"""A study on the web table: who agreed gets a place in its design, and one match after the other is opened for them.

A participant is known by one code, which the browser keeps; the server has its hash. The code opens the next match and
withdraws all of them.
"""

import asyncio
from typing import NamedTuple

from bolicho.core.errors import BadInput
from bolicho.lab.studies.people.protocol import Protocol, protocol
from bolicho.lab.studies.people.rows import StudyRow, called, rows_in
from bolicho.store.participants import Participant, StudyMatch
from bolicho.web.server.guard import Refusal
from bolicho.web.server.house import House
from bolicho.web.tables.hall import OpenedTable
from bolicho.web.tables.picture import server_words
from bolicho.web.tables.seats import Seat, hashed, secret

MODE = "recorded"
"""No hints: a match of a study is the person's own."""


class Progress(NamedTuple):
    """How far a participant has come."""

    participant: Participant
    done: int
    running: StudyMatch | None
    """The match that was begun and is not over."""


class Study:
    """The study of a house, if it has one."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.plan: Protocol | None = None if house.settings.study is None else protocol(house.settings.study)
        self._opening = asyncio.Lock()
        """Whoever clicks twice gets one match."""

    async def open(self) -> None:
        """Nothing to begin."""

    async def close(self) -> None:
        """Nothing to end."""

    @property
    def here(self) -> Protocol:
        """The protocol; refused where there is none."""
        if self.plan is None:
            raise Refusal(404, "no-study", "this house has no study (bolicho serve --study PROTOCOL)")
        return self.plan

    async def join(self, language: str) -> tuple[Participant, str]:
        """Give somebody who agreed a place, and the code that is said only now."""
        plan, (code, code_hash) = self.here, secret()
        try:
            enrol = self.house.store.enrol
            return await self.house.write(enrol, plan.name, code_hash, plan.design, language), code
        except BadInput as error:  # a rehearsal, or another design, stands in this store
            raise Refusal(409, "other-study", str(error)) from None

    async def progress(self, code: str) -> Progress:
        """Say how far the participant of a code has come."""
        plan = self.here
        found = await self.house.read(self.house.store.participant, plan.name, hashed(code.strip()))
        if found is None:
            raise Refusal(404, "unknown-code", "nobody takes part with this code: it is not right, or was withdrawn")

        def read() -> list[StudyMatch]:
            return list(self.house.store.study_matches(plan.name, place=found.place))

        matches = await self.house.read(read)
        running = next((one for one in matches if not one.finished), None)
        return Progress(found, sum(one.finished for one in matches), running)

    async def next(self, code: str, source: str | None) -> tuple[OpenedTable, int]:
        """Open the next match of a participant, or go back to the one that is not over; and say which it is."""
        async with self._opening:
            stands = await self.progress(code)
            if stands.running is not None:
                return await self._back(stands.running, code), stands.running.step
            plan = self.here
            if stands.done >= plan.steps:
                raise Refusal(409, "study-over", "all matches of this study are played: thank you")
            return await self._begin(plan, stands, code, source), stands.done + 1

    async def _begin(self, plan: Protocol, stands: Progress, code: str, source: str | None) -> OpenedTable:
        who, step = stands.participant, stands.done + 1
        game, agent = plan.make_game(), plan.rivals_of(who.place)[stands.done]
        await self.house.thinkers.check(game.name, dict(game.options), agent)
        rival = server_words(who.language)("rival", number=step)
        person = Seat("person", called(who.place), consent=True, language=who.language, withdrawal=hashed(code.strip()))
        note = {"name": plan.name, "place": who.place, "step": step, "agent": agent}
        seats = [person, Seat("agent", rival, agent=agent)]
        opened: OpenedTable = await self.house.hall.create(
            game, seats, mode=MODE, language=who.language, source=source, study=note
        )
        opened.withdrawal = code.strip()
        return opened

    async def _back(self, running: StudyMatch, code: str) -> OpenedTable:
        """Give whoever has the code the seat again: it may be another browser."""
        table = None if running.table is None else await self.house.hall.find(running.table)
        if table is None:
            raise Refusal(409, "table-gone", "the table of this match is gone")
        seat = table.seats[running.match.seat]
        token, seat.token = secret()
        await self.house.hall.keeper.keep(table)
        return OpenedTable(table, running.match.seat, token, code.strip())

    def rows(self) -> list[StudyRow]:
        """Return what was played (reads the store)."""
        return rows_in(self.house.store, self.here.name)
