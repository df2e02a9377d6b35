"""All rooms of the house: opened, entered, found again after a kill, and closed, by somebody or by time.

A room is written to the store before anybody hears of a change; results of matches a moment later, since the tables
themselves are kept and are looked at again after a kill.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from secrets import choice
from time import monotonic, time
from typing import Any

from bolicho.core.errors import BolichoError, one_line
from bolicho.core.json_text import JsonObject
from bolicho.store import StoreAway
from bolicho.web.rooms.room import FREE, Contest, Entrant, Member, Room
from bolicho.web.server.guard import Refusal
from bolicho.web.server.house import House
from bolicho.web.server.limits import Gate
from bolicho.web.tables.picture import server_words
from bolicho.web.tables.seats import Seat, clean_name, hashed, secret
from bolicho.web.tables.table import WebTable

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""None that could be taken for another one on a blackboard."""
CODE_LENGTH, COMEBACK_LENGTH = 6, 8
WRITE_SECONDS = 2.0
"""Between two looks at what is not written: results are found again at the tables after a kill."""
SWEEP_SECONDS = 60.0
BURST = 40.0
"""Wrong codes of one address that are looked at in a row: a whole class mistypes."""
KEPT_DAYS = 365.0
"""Days after which what those who agreed left in a closed room is deleted, if the teacher has not done it."""
log = logging.getLogger("bolicho.web")


class Rooms:
    """The rooms of a house, by code."""

    def __init__(self, house: House) -> None:
        self.house, self.settings = house, house.settings
        self.rooms: dict[str, Room] = {}
        self.joins = Gate(self.settings.joins_a_second)
        self.wrong = Gate(self.settings.wrong_codes, BURST)
        """Wrong codes, by address."""
        self._unwritten: set[Room] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Find the rooms again."""
        for code in await self.house.read(self.house.store.rooms):
            try:
                kept = await self.house.read(self.house.store.room, code)
                room = Room.from_data(code, kept.data)
            except StoreAway:
                raise
            except BolichoError as error:
                log.warning("room %s waits: %s", code, one_line(error))
                continue
            room.touched = kept.touched.timestamp()
            self.rooms[room.code] = room
        self._tasks = {asyncio.create_task(self._write()), asyncio.create_task(self._sweep())}

    async def close(self) -> None:
        """Write what is not written yet."""
        for task in self._tasks:
            task.cancel()
        for room in list(self._unwritten):
            with suppress(BolichoError):
                await self.save(room)

    def nobody_waits(self) -> None:
        """Answer whoever waits for news: the server is being closed."""
        for room in self.rooms.values():
            room.wake()

    # ── coming in ─────────────────────────────────────────────────────────────────────────────────────────────────

    async def create(self, title: str, language: str, source: str | None) -> tuple[Room, str, str]:
        """Open a room; return the secrets of the teacher and of the screen, which are said once."""
        open_ones = [room for room in self.rooms.values() if not room.closed]
        if source is not None and sum(room.source == source for room in open_ones) >= self.settings.rooms_an_address:
            raise Refusal(429, "too-many-rooms", "too many rooms of this address are open; close one first")
        if len(open_ones) >= self.settings.rooms:
            raise Refusal(429, "house-full", f"all {self.settings.rooms} rooms are taken; try again later")
        (key, key_hash), (screen, screen_hash) = secret(), secret()
        room = Room(self._free_code(), clean_name(title), language, key_hash, screen_hash, source=source)
        self.rooms[room.code] = room
        try:
            await self.save(room)
        except BaseException:
            self.rooms.pop(room.code, None)
            raise
        return room, key, screen

    def find(self, code: str, source: str | None) -> Room:
        """Return a room by the code that somebody typed; who guesses is stopped, a class that mistypes is not."""
        if source is not None and self.wrong.closed(source):
            raise Refusal(429, "too-many-guesses", "too many wrong codes from this address; wait a moment")
        room = self.rooms.get(normal(code))
        if room is None:
            if source is not None:
                self.wrong.take(source)
            raise Refusal(404, "no-such-room", "no room has this code: look at the letters again, or ask for a new one")
        return room

    async def join(self, room: Room, name: str, language: str, *, agreed: bool) -> tuple[Member, str]:
        """Let somebody in by a name; two of one name are told apart."""
        shown = clean_name(name)
        if not shown:
            raise Refusal(422, "no-name", "name: please say one that others can read")
        if not self.joins.take(room.code):
            raise Refusal(429, "too-often", "very many come in just now; try again in a moment")
        async with room.lock:
            self._open_door(room)
            token, token_hash = secret()
            member = Member(len(room.members) + 1, _alone(shown, room), token_hash, language, agreed)
            room.members.append(member)
            try:
                await self.save(room)
            except BaseException:
                room.members.remove(member)
                raise
        room.seen[member.id] = monotonic()
        room.changed()
        return member, token

    def _open_door(self, room: Room) -> None:
        if room.closed:
            raise Refusal(410, "room-closed", "this room is closed")
        if room.locked:
            raise Refusal(403, "room-locked", "nobody else may come in now: ask the teacher")
        if len(room.here) >= self.settings.people_a_room or len(room.members) >= 5 * self.settings.people_a_room:
            raise Refusal(429, "room-full", f"a room has place for {self.settings.people_a_room} people")

    async def comeback_code(self, room: Room, member: Member) -> str:
        """Return a code with which a member comes back on another device, once."""
        code = "".join(choice(LETTERS) for _ in range(COMEBACK_LENGTH))
        async with self.changing(room, member):
            member.comeback = hashed(code)
        return code

    async def come_back(self, room: Room, code: str, source: str | None) -> tuple[Member, str]:
        """Let a member in again, on a new device; the old one is out."""
        wanted = hashed(normal(code))
        member = next((one for one in room.here if one.comeback == wanted), None)
        if member is None:
            if source is not None:
                self.wrong.take(source)
            raise Refusal(403, "wrong-comeback", "this code is not right, or was used already: ask for a new one")
        before = member.token
        async with self.changing(room, member):
            token, member.token = secret()
            member.comeback = None
        for _, match in room.matches():
            table = self.house.hall.tables.get(match.table)
            for seat in table.seats if table is not None else ():
                if seat.token == before and before is not None:
                    seat.token = member.token
                    self._later(self.house.hall.keeper.keep_soon(table))
        room.changed()
        return member, token

    async def forget(self, room: Room, member: Member) -> None:
        """Let somebody go: their name is gone, and an agent finishes what they play."""
        before = member.token
        async with self.changing(room, member):
            member.gone, member.agreed, member.name = True, False, ""
            member.comeback = member.token = None
        hall = self.house.hall
        for _, match in room.matches():
            table = hall.tables.get(match.table)
            for number, seat in enumerate(table.seats if table is not None else ()):
                if seat.member == member.id:
                    seat.name, seat.token = "", None
                    for guest in [one for one in table.guests if one.seat == number]:
                        guest.dismiss()
                    if table.play is None or not table.over:
                        await hall.leave(table, number)
        if before is not None:
            room.changed()

    # ── what tables ask ───────────────────────────────────────────────────────────────────────────────────────────

    def seat_for(self, room: Room, entrant: Entrant) -> Seat:
        """Return the seat of an entrant: whoever has their token may sit there."""
        if entrant.kind == "agent":
            return Seat("agent", agent=entrant.agent)
        if entrant.kind == "teacher":
            name = server_words(room.language)("teacher")
            return Seat("person", name, token=room.key, member=0, language=room.language)
        member = room.member(entrant.member)
        assert member is not None
        return Seat("person", member.name, token=member.token, member=member.id, language=member.language)

    def name_seats(self, table: WebTable) -> None:
        """Say who sits at a table that was read from the store, which has no names."""
        room = self.rooms.get((table.room or {}).get("room", ""))
        for seat in table.seats:
            if room is not None and seat.member is not None:
                entrant = Entrant("member", seat.member) if seat.member else Entrant("teacher")
                known = room.member(seat.member) if seat.member else True
                if known:
                    fresh = self.seat_for(room, entrant)
                    seat.name, seat.token = fresh.name, fresh.token

    def looks_on(self, note: JsonObject, token_hash: str) -> bool:
        """Whether a token is of the teacher or the screen of a table's room, who may look on there."""
        room = self.rooms.get(note.get("room", ""))
        return room is not None and token_hash in (room.key, room.screen)

    def records(self) -> set[int]:
        """Return the matches of all open rooms, which are shown to nobody outside."""
        matches = (match for room in self.rooms.values() if not room.closed for _, match in room.matches())
        return {match.record for match in matches if match.record is not None}

    def over_for(self, record: int) -> bool:
        """Whether everybody has played the deals of a match of a room, so that who sat there may look at it."""
        for room in self.rooms.values():
            for contest, match in room.matches():
                if match.record == record:
                    return all(other.row is not None for other in contest.matches if other.board == match.board)
        return True

    # ── closing ───────────────────────────────────────────────────────────────────────────────────────────────────

    async def shut(self, room: Room) -> None:
        """Close a room: names are gone but for those who agreed, and so are matches in which others sat."""
        async with room.lock:
            if room.closed:
                return
            keep = {member.id for member in room.here if member.agreed}
            gone: set[int] = set()
            for contest, match in room.matches():
                sat = [contest.entrants[seat] for seat in match.seats if seat >= 0]
                people = {entrant.member for entrant in sat if entrant.kind == "member"}
                if match.record is not None and (match.row is None or not people or not people <= keep):
                    gone.add(match.record)
            tables = [match.table for _, match in room.matches()]
            hall = self.house.hall
            hall.close_for_good({match.record for _, match in room.matches() if match.record is not None})
            for table in [hall.tables[one] for one in tables if one in hall.tables]:
                await hall.put_away(table)  # it waited for somebody
            room.closed, room.locked = True, True
            for member in room.members:
                member.token = member.comeback = None
                member.name = member.name if member.id in keep else ""
            for contest in room.contests:
                contest.over = True
                contest.matches = [match for match in contest.matches if match.row is not None]
            kept = room.to_data() if keep else None
            self._unwritten.discard(room)
            await self.house.insist(
                self.house.store.close_room, room.code, tables=tables, matches=sorted(gone), kept=kept
            )
            hall.forget_moves()
            if not keep:
                self.rooms.pop(room.code, None)
        room.changed()

    async def drop(self, room: Room) -> None:
        """Delete what stayed of a closed room."""
        await self.house.write(self.house.store.close_room, room.code, tables=[], matches=[])
        self.rooms.pop(room.code, None)

    def idle_days(self, room: Room) -> float:
        """Return for how many days nobody was there."""
        return (time() - room.touched) / 86400

    async def look_after(self) -> None:
        """Close the rooms that nobody visits any more."""
        for room in list(self.rooms.values()):
            if not room.closed and self.idle_days(room) > self.settings.room_days:
                await self.shut(room)
            elif room.closed and self.idle_days(room) > KEPT_DAYS:
                await self.drop(room)

    # ── writing ───────────────────────────────────────────────────────────────────────────────────────────────────

    @asynccontextmanager
    async def changing(self, room: Room, member: Member) -> AsyncIterator[None]:
        """Change a member for good; where that cannot be written they stay as they were, and may be changed again."""
        before = replace(member)
        try:
            yield
            await self.save(room)
        except BaseException:
            vars(member).update(vars(before))
            raise

    async def save(self, room: Room) -> None:
        """Write a room now."""
        self._unwritten.discard(room)
        try:
            touched = datetime.fromtimestamp(room.touched, UTC)
            await self.house.write(self.house.store.put_room, room.code, room.to_data(), touched)
        except BaseException:
            self._unwritten.add(room)
            raise

    def save_soon(self, room: Room) -> None:
        """Write a room within a moment: what changed can be found again after a kill."""
        self._unwritten.add(room)

    def touch(self, room: Room) -> None:
        """Somebody is there; written down once in a while."""
        if time() - room.touched > 600 and not room.closed:
            self._unwritten.add(room)
        room.touched = time()

    async def _write(self) -> None:
        while True:
            await asyncio.sleep(WRITE_SECONDS)
            for room in list(self._unwritten):
                with suppress(BolichoError):  # the store is away: later
                    await self.save(room)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            with suppress(BolichoError):
                await self.look_after()

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _free_code(self) -> str:
        while (code := "".join(choice(LETTERS) for _ in range(CODE_LENGTH))) in self.rooms:
            pass
        return code


def free_of(room: Room) -> Contest:
    """Return what holds the free tables of a room."""
    assert room.contests[0].kind == FREE
    return room.contests[0]


def normal(code: str) -> str:
    """Return a code as it is kept, however somebody typed it.

    >>> normal(" k7m-pq2 ")
    'K7MPQ2'
    """
    return "".join(sign for sign in code.upper() if sign in LETTERS)


def _alone(name: str, room: Room) -> str:
    """Return a name that nobody else in the room has."""
    taken = {member.name.casefold() for member in room.here}
    found, number = name, 1
    while found.casefold() in taken:
        number += 1
        found = f"{name[:34]} ({number})"
    return found
