"""Keeping tables: what the store knows of them, and how they are found again after the server was stopped or killed."""

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from secrets import randbits

from bolicho.core.errors import BadInput, BolichoError, one_line
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.games import GAMES
from bolicho.play.review import analyst_of
from bolicho.store import StoreAway
from bolicho.store.web_tables import KeptTable
from bolicho.web.server.house import House
from bolicho.web.tables.diary import Diary
from bolicho.web.tables.seats import Seat
from bolicho.web.tables.table import WebTable

log = logging.getLogger("bolicho.web")

SEED_BITS = 62
LANGUAGE = "pt-BR"
OLDER = "moves.jsonl"


class Keeper:
    """Writes tables to the store, and reads them back."""

    def __init__(self, house: House, diary: Diary) -> None:
        self.house, self.store, self.diary = house, house.store, diary
        self.unread: dict[str, int | None] = {}
        """Tables that nobody here can play (their game is not installed), with their records: the diary keeps them."""
        self._older: Diary | None = None
        """The diary that all stores of a folder once shared, if a server of that time was killed."""

    def note(self, entry: JsonObject) -> None:
        """Write a line in the diary; StoreAway, and nothing happens, where there is no room."""
        try:
            self.diary.note(entry)
        except StoreAway as error:
            self.house.trouble.begin(error)
            raise

    async def begin(self, table: WebTable, record: Record | None = None) -> None:
        """Begin the match of a table whose seats are all taken, and keep it; seeds are drawn here, never chosen."""
        play = table.deal(randbits(SEED_BITS), record)
        begun, data = table.record(play), table.to_data()
        people = [(number, asdict(seat)) for number, seat in enumerate(table.seats) if seat.kind == "person"]

        def save() -> tuple[int, dict[int, int]]:
            with self.store.together():
                (number,) = self.store.save([begun])
                sittings = {seat: self._sit(number, seat, person) for seat, person in people if person["withdrawal"]}
                for seat, sitting in sittings.items():
                    data["seats"][seat]["sitting"] = sitting
                self.store.put_table(table.id, record=number, data=data, over=False)
            return number, sittings

        table.record_id, sittings = await self.house.write(save)
        for seat, sitting in sittings.items():
            table.seats[seat].sitting = sitting
        table.begin(play)  # only now: a move of a match that is not kept would be lost with the server

    def _sit(self, record: int, seat: int, person: JsonObject) -> int:
        return self.store.seat_person(
            record,
            seat,
            name=person["name"],
            code_hash=person["withdrawal"],
            language=person["language"],
            consented=person["consent"],
        )

    async def keep(self, table: WebTable) -> None:
        """Save a table as it is now: who sits, and (once it has begun) how the match stands."""
        data, number, over = table.to_data(), table.record_id, table.over
        record = table.record() if table.play is not None and number is not None and not table.saved else None

        def save() -> None:
            with self.store.together():
                unsaved = number is not None and record is not None and not table.saved
                if number is not None and record is not None and unsaved:  # somebody else may have come first
                    self.store.keep_hand(table.id, number, record)
                self.store.put_table(table.id, record=number, data=data, over=over)
            if unsaved and over:
                _is_saved(table)

        await self.house.write(save)

    async def keep_soon(self, table: WebTable) -> None:
        """Save a table as it is then, as soon as the store is there."""
        with suppress(BolichoError):  # the house closes, or somebody has deleted its record
            while True:
                try:
                    return await self.keep(table)
                except StoreAway:
                    await self.house.trouble.over()

    async def hinted(self, table: WebTable, seat: int) -> None:
        """Remember that a person asked for a hint."""
        here = table.seats[seat]
        if not here.hinted:
            here.hinted = True
            try:
                if here.sitting is not None:
                    await self.house.write(self.store.mark_hinted, here.sitting)
                await self.keep(table)
            except BaseException:  # then no hint is told, and it can be asked for again
                here.hinted = False
                raise

    async def has(self, record: int) -> bool:
        """Whether a record is still in the store."""

        def read() -> bool:
            return any(found.id == record for found in self.store.summaries(after=record + 1, limit=1))

        return await self.house.read(read)

    async def forget(self, table_id: str) -> None:
        """Drop a table that never began."""
        await self.house.write(self.store.drop_table, table_id)

    async def find(self, table_id: str) -> WebTable | None:
        """Return a table that is in the store and not in memory, rebuilt from its record.

        One with moves in the diary that could not be played is refused: without them it would go another way.
        """
        if table_id in self.unread:
            raise BadInput("this table waits: what is kept of it cannot be read here")

        def read() -> tuple[KeptTable, Record | None] | None:
            try:
                kept = self.store.table(table_id)
            except BadInput:
                return None
            return kept, None if kept.record is None else self.store.load(kept.record)

        found = await self.house.read(read)
        return None if found is None else self.rebuilt(*found)

    async def close(self, saving: Awaitable[None]) -> None:
        """Close the diary when every table is saved; where the store is away it keeps the moves."""
        try:
            await saving
        except StoreAway as error:
            log.warning("closed without the store (its moves stay in %s): %s", self.diary.path, error)
        empty = not self.diary.size
        try:
            if empty and self.store.file is None:
                await self.house.write(self.store.diary_is_empty)
        except StoreAway:  # the store says that there is a file
            empty = False
        self.diary.close(remove=empty)

    async def probe(self) -> None:
        """See that a move and a match can be written again; StoreAway if not."""
        self.diary.probe()
        await asyncio.get_running_loop().run_in_executor(self.house.scribe, self.store.probe)

    async def recover(self, since: datetime) -> list[WebTable]:
        """Find the tables again that were being played when the server stopped, with every move in the diary.

        Those left before a moment, and without a move in the diary, wait in the store until somebody asks for them.
        Those that cannot be read or played here stay in the store as they are, and keep their moves in the diary, for a
        server that can.
        """
        path = self.house.folder / OLDER
        self._older = Diary(path, "") if path.exists() else None
        moves = {**(self._older.entries() if self._older is not None else {}), **self.diary.entries()}

        def read() -> dict[str, int | None]:
            lately = self.store.tables(since=since)
            return {id: record for id, record in self.store.tables().items() if id in moves or id in lately}

        tables = []
        for id, record in (await self.house.read(read)).items():
            try:
                table = self.rebuilt(*await self.house.read(self._kept, id), moves.get(id, []))
                if id in moves and not table.over:
                    await self.keep(table)
            except StoreAway:
                raise
            except (
                BolichoError
            ) as error:  # a game that is not installed, another version of the rules, damage of any kind
                why = one_line(error)
                if id in moves:
                    self.unread[id] = record
                log.warning("table %s waits%s: %s", id, ", and its moves in the diary" if id in moves else "", why)
                continue
            tables.append(table)
        return tables

    def _kept(self, id: str) -> tuple[KeptTable, Record | None]:
        kept = self.store.table(id)
        return kept, None if kept.record is None else self.store.load(kept.record)

    def recovered(self) -> None:
        """Leave in the diary only what could not be recovered: all else is in the store now."""
        if self._older is not None:
            ours = self.store.tables(None).keys() - self.unread.keys()
            self._older.keep_only(self._older.entries().keys() - ours)
            self._older.close(remove=not self._older.size)
        self.diary.keep_only(self.unread)

    def rebuilt(self, kept: KeptTable, record: Record | None, moves: list[JsonObject] | None = None) -> WebTable:
        """Make a table of what the store has, and of the moves that only the diary has."""
        try:
            return self._rebuilt(kept, record, moves or [])
        except BolichoError:
            raise
        except Exception as error:
            raise BadInput("what the store has of this table is damaged") from error

    def _rebuilt(self, kept: KeptTable, record: Record | None, moves: list[JsonObject]) -> WebTable:
        data = kept.data
        game = GAMES.make(data["game"], **data["options"])
        seats = [Seat.from_dict(seat) for seat in data["seats"]]
        table = WebTable(kept.id, game, seats, data["mode"], data.get("language", LANGUAGE), self.note)
        table.sayings = data.get("sayings", [])
        table.notices, table.takeovers = data.get("notices", []), data.get("takeovers", [])
        table.record_id, table.next_table = kept.record, data.get("next_table")
        table.study, table.room = data.get("study"), data.get("room")
        if table.room is not None:
            self.house.rooms.name_seats(table)
        if record is not None:
            table.begin(table.deal(record.seed or 0, record))
            if record.finished:
                _is_saved(table)
        table.replay_diary(moves)
        return table


def _is_saved(table: WebTable) -> None:
    """Remember that a match is in the store, and whether it can be reviewed: the first look for that loads every agent.

    So it is taken where the store is written and read, and keeps no table waiting.
    """
    table.reviewed = bool(analyst_of(table.game))
    table.saved = True
