"""The hall: every table of the house; opened, joined, found again, put away when nobody is there."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from math import ceil
from time import monotonic
from typing import Any

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.store import StoreAway
from bolicho.web.server.guard import Refusal
from bolicho.web.server.house import House
from bolicho.web.server.limits import Crowd, Gate
from bolicho.web.tables.diary import LONG, Diary
from bolicho.web.tables.driver import Driver
from bolicho.web.tables.keeping import Keeper
from bolicho.web.tables.picture import line_of
from bolicho.web.tables.seats import Seat, clean_name, hashed, moved, new_id, secret
from bolicho.web.tables.table import ABSENT, WebTable
from bolicho.web.tables.talk import A_SECOND, say

SWEEP_SECONDS = 2.0
MOST_SHOWN = 60


@dataclass
class OpenedTable:
    """A new table, and the secrets that are said once."""

    table: WebTable
    seat: int | None = None
    token: str | None = None
    withdrawal: str | None = None
    invites: list[tuple[int, str]] = field(default_factory=list)


class Hall:
    """All tables of a house."""

    def __init__(self, house: House) -> None:
        self.house, self.settings = house, house.settings
        self.tables: dict[str, WebTable] = {}
        identity = house.store.identity
        self.diary = Diary(house.store.diary(house.folder / f"moves-{identity}.jsonl"), identity)
        self.keeper = Keeper(house, self.diary)
        house.trouble.probe = self.keeper.probe
        house.trouble.listeners.append(self._trouble)
        self.driver = Driver(house.thinkers, self.settings, self.keeper, self._over)
        self._finding: dict[str, asyncio.Future[WebTable | None]] = {}
        self.gate = Gate(self.settings.requests_a_second)
        """Tables opened and joined, by address."""
        self.said = Gate(self.settings.messages_a_second)
        """What is said over HTTP, by table and seat."""
        self.talk = Gate(A_SECOND)
        """Sayings, by table and seat."""
        self.sockets = 0
        """Open WebSockets."""
        self.visitors = Crowd()
        """The same by address, of other machines."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Find the tables again that were being played, and begin to look after them."""
        since = datetime.now(UTC) - timedelta(minutes=self.settings.idle_minutes)
        for table in await self.keeper.recover(since):
            self.tables[table.id] = table
            if table.over and not table.saved:
                await self.driver.finish(table)
        self.keeper.recovered()
        for table in self.tables.values():
            self.driver.stir(table)
        self._tasks = {asyncio.create_task(self._sweep()), asyncio.create_task(self.diary.keep_in_step())}

    def nobody_waits(self) -> None:
        """Answer whoever waits for news over HTTP: the server is being closed."""
        for table in self.tables.values():
            table.waiters.wake()

    async def close(self) -> None:
        """Put every table away in the store."""
        for task in self._tasks:
            task.cancel()
        for table in self.tables.values():
            self._dismiss(table)
        await self.driver.close()
        await self.keeper.close(self._checkpoint())

    # ── sitting down ──────────────────────────────────────────────────────────────────────────────────────────────

    async def create(
        self,
        game: Game,
        seats: list[Seat],
        *,
        mode: str,
        language: str,
        record: Record | None = None,
        source: str | None = None,
        study: JsonObject | None = None,
        room: JsonObject | None = None,
        id: str | None = None,
    ) -> OpenedTable:
        """Open a table: the first person gets a token, each open seat an invitation; full tables begin at once.

        With a record (unfinished, as ``play.onward.cut`` makes it) the match goes on from it. The source is the address
        of another machine, which may have so many tables at once. Who plays in a study brings a code of their own; who
        sits in a room, their token, and whoever is there may take a seat that is open.
        """
        if len(seats) != game.seats:
            raise Refusal(422, "bad-input", f"seats: {game.name} has {game.seats}, found {len(seats)}")
        self._not_too_many(source)
        await self._room()
        table = WebTable(id or self.free_id(), game, seats, mode, language, self.keeper.note)
        table.source, table.study, table.room = source, study, room
        opened = OpenedTable(table)
        for number, seat in enumerate(seats if room is None else ()):
            if seat.kind == "person":
                opened.seat = number
                opened.token, opened.withdrawal = self._secrets(seat)
            elif seat.kind == "open":
                code, seat.invite = secret()
                opened.invites.append((number, code))
        self.tables[table.id] = table
        try:
            waits = any(seat.kind == "open" for seat in seats)
            await (self.keeper.keep(table) if waits else self._begin(table, record))
        except BaseException:
            self.tables.pop(table.id, None)
            raise
        return opened

    async def join(
        self, table: WebTable, code: str, name: str, *, language: str, consent: bool
    ) -> tuple[int, str, str]:
        """Take the seat an invitation is for; it works once."""
        wanted = hashed(code)
        number = next((i for i, seat in enumerate(table.seats) if seat.invite == wanted), None)
        if number is None:
            raise Refusal(403, "wrong-invite", "this invitation is not for this table")
        if table.seats[number].kind != "open":
            raise Refusal(409, "invite-used", "this invitation was used already")
        seat = replace(table.seats[number], kind="person", name=clean_name(name), language=language, consent=consent)
        token, withdrawal = self._secrets(seat)
        await self._filled(table, number, seat)
        return number, token, withdrawal

    async def fill(self, table: WebTable, number: int, agent: str) -> None:
        """Let an agent take an open seat."""
        if not 0 <= number < len(table.seats) or table.seats[number].kind != "open":
            raise Refusal(409, "not-open", f"seat {number} is not open")
        await self._filled(table, number, Seat("agent", agent=agent))

    async def take(self, table: WebTable, number: int, seat: Seat) -> None:
        """Let somebody of the room sit down at an open seat."""
        if not 0 <= number < len(table.seats) or table.seats[number].kind != "open":
            raise Refusal(409, "not-open", f"seat {number} is not open")
        await self._filled(table, number, seat)

    async def rematch(self, table: WebTable, number: int) -> None:
        """Ask for another match; when every person has asked, a new table is laid, the sides swapped."""
        if not table.over:
            raise Refusal(409, "not-over", "the match is not over yet")
        if table.study is not None:
            raise Refusal(409, "of-a-study", "the next match of a study is opened by its page")
        if table.room is not None:
            raise Refusal(409, "of-a-room", "the next match in a room is opened by its page")
        seats = table.seats
        seats[number].rematch = True
        people = [i for i, seat in enumerate(seats) if seat.kind == "person" and seat.taken_over != "left"]
        if table.next_table is None and all(seats[i].rematch for i in people):
            await self._again(table, people)
        elif table.next_table is not None and number not in table.next_tokens:
            await self._renew(table, number)
        table.changed()

    async def _again(self, table: WebTable, people: list[int]) -> None:
        self._not_too_many(table.source)
        await self._room()
        if table.next_table is not None:  # asked twice while room was made
            return
        count = len(table.seats)
        fresh = [moved(table.seats[(i + 1) % count]) for i in range(count)]
        following = WebTable(self.free_id(), table.game, fresh, table.mode, table.language, self.keeper.note)
        following.source = table.source
        table.next_table = following.id
        self.tables[following.id] = following
        tokens = {}
        for old in people:
            new = (old - 1) % count
            token, fresh[new].token = secret()
            tokens[old] = {"table": following.id, "token": token, "seat": new}
        try:
            await self._begin(following, None)
        except BaseException:
            self.tables.pop(following.id, None)
            table.next_table = None
            raise
        table.next_tokens |= tokens
        self._later(self.keeper.keep_soon(table))

    async def _renew(self, table: WebTable, number: int) -> None:
        """Give a person the token of the next table again: it was said once, and a restart forgot it."""
        following = await self.find(table.next_table or "")
        new = (number - 1) % len(table.seats)
        if following is None or following.seats[new].kind != "person":
            raise Refusal(409, "table-gone", "the next table is gone")
        token, following.seats[new].token = secret()
        await self.keeper.keep(following)
        table.next_tokens[number] = {"table": following.id, "token": token, "seat": new}

    async def leave(self, table: WebTable, number: int) -> None:
        """Let an agent finish for a person who goes; a table that never began closes."""
        if table.play is None:
            await self.put_away(table)
            if table.room is not None:
                self.house.umpire.cancelled(table)
            return
        seat = table.seats[number]
        if table.over or seat.taken_over == "left":
            return
        if seat.stand_in is not None:
            seat.taken_over = "left"
        else:
            table.take_over(number, "left")
        self._later(self.keeper.keep_soon(table))
        self.driver.stir(table)

    def say(self, table: WebTable, number: int, saying: str) -> None:
        """Let a person say something, now and then."""
        if not self.talk.take(f"{table.id} {number}"):
            raise Refusal(429, "talks-much", "one saying every two seconds")
        say(table, number, saying)

    def stand_in(self, table: WebTable, number: int) -> None:
        """Let an agent play for the person that everybody waits for, as somebody who waits wishes."""
        table.take_over(self._missed(table, number), ABSENT)
        self._later(self.keeper.keep_soon(table))
        self.driver.stir(table)

    def claim(self, table: WebTable, number: int) -> None:
        """End the match: the person who was to move stays away, and has lost it."""
        absent = self._missed(table, number)
        if len(table.seats) > 2:
            raise Refusal(409, "no-claim", "a match of more than two cannot be claimed; an agent may play on")
        table.resign(absent, ABSENT)
        self.driver.stir(table)

    def _missed(self, table: WebTable, number: int) -> int:
        """Return the seat that everybody waits for; nobody may act for one who was not away long enough."""
        away, turn = table.absence(), table.turn
        if turn is None or away is None or turn == number:
            raise Refusal(409, "not-away", "nobody is away whose turn it is")
        if away < self.settings.absence_seconds:
            left = ceil(self.settings.absence_seconds - away)
            raise Refusal(409, "not-away", f"whoever is to move may come back: wait {left} seconds more")
        return turn

    def came_back(self, table: WebTable, number: int) -> None:
        """Let a person play on who was away too long and is here again."""
        if table.seats[number].kind == "person" and table.seats[number].taken_over == ABSENT and not table.over:
            table.give_back(number)
            self._later(self.keeper.keep_soon(table))

    # ── looking for tables ────────────────────────────────────────────────────────────────────────────────────────

    async def find(self, table_id: str) -> WebTable | None:
        """Return a table, fetched from the store where it was put away."""
        if table_id in self.tables or len(table_id) != 10:
            return self.tables.get(table_id)
        if table_id not in self._finding:
            self._finding[table_id] = asyncio.ensure_future(self.keeper.find(table_id))
        try:
            found = await asyncio.shield(self._finding[table_id])
        finally:
            self._finding.pop(table_id, None)
        if found is not None and table_id not in self.tables:
            await self._room()
            found.trouble = self.house.trouble.code
            self.driver.stir(self.tables.setdefault(table_id, found))  # another one may have come first
        return self.tables.get(table_id)

    def running(self, language: str = "pt-BR") -> list[JsonObject]:
        """Return public facts of the tables being played, the newest first."""
        found = []
        for table in reversed(self.tables.values()):
            if table.play is None or table.over or table.room is not None:
                continue
            found.append(line_of(table, language))
            if len(found) == MOST_SHOWN:
                break
        return found

    # ── keeping order ─────────────────────────────────────────────────────────────────────────────────────────────

    async def put_away(self, table: WebTable) -> None:
        """Take a table out of memory once the store has all of it: whoever asks for it then finds it there."""
        table.gone = True
        self.driver.still(table)
        try:
            await self._saved(table)
            if table.play is None:
                with suppress(BadInput):  # it was never kept
                    await self.keeper.forget(table.id)
        except BaseException:
            table.gone = False  # the store is away: it stays
            raise
        self.tables.pop(table.id, None)
        self._dismiss(table)
        for number in range(len(table.seats)):
            self.said.forget(f"{table.id} {number}")
            self.talk.forget(f"{table.id} {number}")

    async def _saved(self, table: WebTable) -> None:
        """Save a match as it is, and again if somebody moved meanwhile."""
        version = -1
        while table.play is not None and not table.saved and version != table.version:
            version = table.version
            await self._kept(table)

    def close_for_good(self, records: set[int]) -> None:
        """Take the tables of matches that are being deleted out of memory; nothing is written of them any more."""
        for table in [one for one in self.tables.values() if one.record_id in records]:
            del self.tables[table.id]
            table.saved = True
            self.driver.still(table)
            self._dismiss(table)
        for unread in [one for one, record in self.keeper.unread.items() if record in records]:
            del self.keeper.unread[unread]

    def forget_moves(self) -> None:
        """Leave in the diary only what is still played: all else is in the store, or was deleted."""
        played = {table.id for table in self.tables.values() if table.play is not None and not table.saved}
        self.diary.keep_only(played | self.keeper.unread.keys())

    async def look_after(self) -> None:
        """Put away the tables nobody is at; who is away is waited for, for days if need be."""
        now, limits = monotonic(), self.settings
        for table in list(self.tables.values()):
            if table.present():
                table.touched = now
            idle = 60 * (limits.over_minutes if table.over else limits.idle_minutes)
            if now - table.touched > idle and (table.saved or not table.over):
                await self.put_away(table)
            else:
                self.driver.stir(table)
        if self.diary.size > LONG:
            await self._checkpoint()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            with suppress(Exception):  # the store may be away for a moment: try again
                await self.look_after()

    async def _room(self) -> None:
        if len(self.tables) < self.settings.tables:
            return
        idle = [table for table in self.tables.values() if not table.present()]
        done = sorted(idle, key=lambda table: (not table.over, table.play is not None, table.touched))
        if not done or not (done[0].over or monotonic() - done[0].touched > 60):
            raise Refusal(429, "house-full", f"all {self.settings.tables} tables are taken; try again later")
        await self.put_away(done[0])

    def _not_too_many(self, source: str | None) -> None:
        most = self.settings.tables_an_address
        if source is not None and sum(one.source == source and not one.over for one in self.tables.values()) >= most:
            raise Refusal(429, "too-many-tables", f"{most} tables of this address are being played; finish one first")

    async def _begin(self, table: WebTable, record: Record | None) -> None:
        await self.keeper.begin(table, record)
        self.driver.stir(table)

    async def _filled(self, table: WebTable, number: int, seat: Seat) -> None:
        """Let somebody sit down, for good once the store knows it."""
        before, table.seats[number] = table.seats[number], seat
        try:
            if any(one.kind == "open" for one in table.seats):
                await self.keeper.keep(table)
                table.changed()
            else:
                await self._begin(table, None)
        except BaseException:
            table.seats[number] = before
            raise

    def _trouble(self) -> None:
        """Tell every table that the house cannot write, or can again."""
        for table in list(self.tables.values()):
            table.trouble = self.house.trouble.code
            table.changed()
            self.driver.stir(table)

    async def _over(self, table: WebTable) -> None:
        """A match is over and saved: whoever collects matches hears of it."""
        if table.record_id is not None and any(seat.sitting and seat.consent for seat in table.seats):
            await self.house.people.collect(table.record_id)
        if table.room is not None and self.house.umpire is not None:  # who is not there yet will look
            self.house.umpire.over(table)

    async def _checkpoint(self) -> None:
        """Save every table that has moves in the diary, and drop them there; those made meanwhile stay in it."""
        written = self.diary.size
        for table in list(self.tables.values()):
            if table.play is not None and not table.saved:
                await self._kept(table)
        self.diary.drop(written, self.keeper.unread)

    async def _kept(self, table: WebTable) -> None:
        """Save a match as it is now; a table whose record somebody has deleted from the store is closed."""
        try:
            await (self.driver.finish(table) if table.over else self.keeper.keep(table))
        except StoreAway:
            raise
        except BolichoError:
            if table.record_id is None or await self.keeper.has(table.record_id):
                raise
            self.close_for_good({table.record_id})

    def _secrets(self, seat: Seat) -> tuple[str, str]:
        token, seat.token = secret()
        if seat.withdrawal is not None:  # the code of a study, which the person has already
            return token, ""
        withdrawal, seat.withdrawal = secret()
        return token, withdrawal

    def free_id(self) -> str:
        """Return a name that no table has."""
        while (name := new_id()) in self.tables:
            pass
        return name

    def _dismiss(self, table: WebTable) -> None:
        for guest in list(table.guests):
            guest.dismiss()
        table.waiters.wake()

    def _later(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
