"""The umpire: opens the tables of contests, writes down how matches end, and begins the next round.

Which tables there are to be is in the store before the first of them is opened, so that a server that was killed in the
middle opens the others, and none twice.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from secrets import randbits
from typing import Any

from bolicho.arena.matches.rows import row_of
from bolicho.arena.matches.schedule import Pairing
from bolicho.core.contract import Game
from bolicho.core.errors import BolichoError, one_line
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.games.face import face_of
from bolicho.play.table import Table
from bolicho.store import StoreAway
from bolicho.web.rooms.contests import SEED_BITS, board_seed, can_join, session, shape
from bolicho.web.rooms.registry import free_of
from bolicho.web.rooms.room import (
    FREE,
    HOMEWORK,
    SIMUL,
    TOURNAMENTS,
    Contest,
    Entrant,
    Kind,
    Member,
    Room,
    RoomMatch,
    Task,
)
from bolicho.web.rooms.tasks import task_record
from bolicho.web.server.guard import Refusal
from bolicho.web.server.house import House
from bolicho.web.tables.seats import Seat
from bolicho.web.tables.table import ABSENT, PERSON, Chair, WebTable

RECORDED, LEARNING = "recorded", "learning"
MOST_CONTESTS = 100
"""Tournaments, homework and the like of one room: everybody in it sees all of them, and every change writes them."""
AGAIN = 10.0
"""Seconds between two tries to open tables for which there was no room."""
log = logging.getLogger("bolicho.web")


class Umpire:
    """Looks after the contests of all rooms."""

    def __init__(self, house: House) -> None:
        self.house, self.rooms, self.hall = house, house.rooms, house.hall
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Go on after a stop or a kill: look at every match that was being played, open those that were to begin."""
        for room in list(self.rooms.rooms.values()):
            if not room.closed:
                try:
                    await self._look_again(room)
                except (BolichoError, Refusal) as error:
                    log.warning("room %s waits: %s", room.code, one_line(error))

    async def close(self) -> None:
        """Nothing begins any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # ── contests ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def hold(
        self,
        room: Room,
        kind: Kind,
        game: Game,
        people: list[Member],
        agents: list[str],
        *,
        each: int = 1,
        units: int | None = None,
        rounds: int | None = None,
        auto: bool = True,
        even: bool = False,
    ) -> Contest:
        """Begin a tournament: people and agents, on deals that all tables of a session share.

        ``even``: agents fill up, so that nobody rests.
        """
        entrants = [Entrant("member", member.id) for member in people] + [Entrant("agent", agent=one) for one in agents]
        if even:
            fill = Entrant("agent", agent=face_of(game).stand_in)
            entrants += [fill] * (-len(entrants) % game.seats)
        contest = Contest(len(room.contests), kind, game.name, dict(game.options), entrants)
        contest.seed, contest.each, contest.units, contest.auto = randbits(SEED_BITS), each, units, auto
        contest.rounds = rounds
        shape(contest)  # too few, too many, not for this game: refused
        async with room.lock:
            self._only_one(room)
            contest.id = len(room.contests)
            async with self._beginning(room, contest):
                await self._next(room, contest)
        return contest

    async def play_all(
        self, room: Room, game: Game, host: Entrant, people: list[Member], fill: str, units: int | None
    ) -> Contest:
        """Begin simultaneous play: one against all, everybody with the same deals."""
        if not people:
            raise Refusal(422, "nobody", "nobody is in the room to play against")
        entrants = [host, Entrant("agent", agent=fill), *(Entrant("member", member.id) for member in people)]
        contest = Contest(0, SIMUL, game.name, dict(game.options), entrants)
        contest.seed, contest.units = randbits(SEED_BITS), units
        others = [0, *[1] * (game.seats - 2)] if game.seats > 1 else []
        tables = []
        for number, own in enumerate(range(2, len(entrants))):
            seats = (own, *others)
            by = number % game.seats
            tables.append(Pairing(number, 0, (*seats[by:], *seats[:by])))
        async with room.lock:
            self._only_one(room)
            contest.id = len(room.contests)
            async with self._beginning(room, contest):
                await self._begin(room, contest, tables)
        return contest

    async def let_in(self, room: Room, contest: Contest, member: Member) -> None:
        """Let somebody who came late play in a swiss from its next round on."""
        async with room.lock:
            if not can_join(contest):
                raise Refusal(409, "too-late", "only a swiss with a round still to come takes who comes late")
            if Entrant("member", member.id) in contest.entrants or member.id in contest.late:
                raise Refusal(409, "plays-already", "they play in this tournament already")
            contest.late.append(member.id)
            await self.rooms.save(room)
        room.changed()

    async def set_homework(self, room: Room, game: Game, tasks: list[Task], agent: str, tries: int = 1) -> Contest:
        """Set tasks: whoever is in the room plays each of them, so many times, when they like, against an agent."""
        contest = Contest(0, HOMEWORK, game.name, dict(game.options), [Entrant("agent", agent=agent)])
        contest.seed, contest.units, contest.tasks, contest.tries = randbits(SEED_BITS), 1, tasks, tries
        async with room.lock:
            contest.id = len(room.contests)
            await self._added(room, contest)
        return contest

    async def do_task(self, room: Room, contest: Contest, number: int, member: Member) -> RoomMatch:
        """Open the table of a task for a member, or find the one that they have; a try that is left is a new table."""
        async with room.lock:
            if contest.kind != HOMEWORK or not 0 <= number < len(contest.tasks):
                raise Refusal(404, "no-such-task", "there is no such task")
            entrant = _entrant(contest, Entrant("member", member.id))
            known = [one for one in contest.matches if one.board == number and entrant in one.seats]
            if known and (known[-1].row is None or len(known) >= contest.tries or contest.over):
                return known[-1]
            if contest.over:
                raise Refusal(409, "contest-over", "this homework is over")
            self._room_for(room, 1)
            seats = contest.make_game().seats
            own = contest.tasks[number].seat
            sits = tuple(entrant if seat == own else 0 for seat in range(seats))
            match = RoomMatch(len(contest.matches), 0, number, sits, self.hall.free_id())
            contest.matches.append(match)
            try:
                await self.rooms.save(room)
                await self._open(room, contest, match)
            except BaseException:
                contest.matches.remove(match)
                self.rooms.save_soon(room)
                raise
        room.changed()
        return match

    async def free_table(
        self, room: Room, member: Member, game: Game, others: list[str | None], mode: str
    ) -> RoomMatch:
        """Open a free table: agents at some seats, the others for whoever sits down."""
        async with room.lock:
            free = free_of(room)
            mine = _entrant(free, Entrant("member", member.id))
            if any(mine in match.seats for match in free.running):
                raise Refusal(409, "plays-already", "finish the table at which you sit first")
            self._room_for(room, 1)
            seats = (mine, *(-1 if one is None else _entrant(free, Entrant("agent", agent=one)) for one in others))
            match = RoomMatch(len(free.matches), 0, len(free.matches), seats, self.hall.free_id())
            free.matches.append(match)
            try:
                await self.rooms.save(room)
                chairs = [Seat("open") if one < 0 else self.rooms.seat_for(room, free.entrants[one]) for one in seats]
                opened = await self.hall.create(
                    game, chairs, mode=mode, language=room.language, room=_note(room, free, match), id=match.table
                )
            except BaseException:
                free.matches.remove(match)
                self.rooms.save_soon(room)
                raise
            match.record = opened.table.record_id
            self.rooms.save_soon(room)
        room.changed()
        return match

    async def sit_down(self, room: Room, match: RoomMatch, member: Member) -> None:
        """Let a member take the next open seat of a free table."""
        async with room.lock:
            free = free_of(room)
            table = await self.hall.find(match.table)
            mine = _entrant(free, Entrant("member", member.id))
            if table is None or -1 not in match.seats:
                raise Refusal(409, "not-open", "no seat is open at this table any more")
            if any(mine in other.seats for other in free.running):
                raise Refusal(409, "plays-already", "finish the table at which you sit first")
            number = match.seats.index(-1)
            await self.hall.take(table, number, self.rooms.seat_for(room, free.entrants[mine]))
            match.seats = tuple(mine if at == number else one for at, one in enumerate(match.seats))
            match.record = table.record_id
            await self.rooms.save(room)
        room.changed()

    async def go_on(self, room: Room, contest: Contest) -> None:
        """Begin the next session as the teacher wishes; all tables of this one must be over."""
        async with room.lock:
            if contest.kind not in TOURNAMENTS or contest.over:
                raise Refusal(409, "contest-over", "nothing comes after this")
            if contest.running:
                raise Refusal(409, "still-played", f"{len(contest.running)} tables are still being played")
            await self._next(room, contest)

    async def end(self, room: Room, contest: Contest) -> None:
        """End a contest: what is being played stays without a result."""
        async with room.lock:
            for match in contest.running:
                table = self.hall.tables.get(match.table)
                if table is not None:
                    await self.hall.put_away(table)
            contest.matches = [match for match in contest.matches if match.row is not None]
            contest.over = True
            await self.rooms.save(room)
        room.changed()

    async def absent(self, room: Room, match: RoomMatch, seat: int, *, give: bool) -> None:
        """Go on without somebody: an agent takes the seat, or (``give``) the match is given to the others."""
        table = await self.hall.find(match.table)
        if table is None or table.play is None or table.over:
            raise Refusal(409, "match-over", "this match is over")
        if not 0 <= seat < len(table.seats) or table.seats[seat].kind != "person":
            raise Refusal(422, "bad-input", f"seat {seat}: no person sits there")
        if give and len(table.seats) > 2:
            raise Refusal(409, "no-claim", "a match of more than two cannot be given; an agent may play on")
        if give:
            table.resign(seat, ABSENT)
        elif table.seats[seat].stand_in is None:
            table.take_over(seat, ABSENT)
            self._later(self.hall.keeper.keep_soon(table))
        self.hall.driver.stir(table)
        room.changed()

    # ── what tables tell ──────────────────────────────────────────────────────────────────────────────────────────

    def over(self, table: WebTable) -> None:
        """A match is over and saved: write down how it ended, and go on when all of its session are."""
        room = self.rooms.rooms.get((table.room or {}).get("room", ""))
        if room is None or room.closed:
            return
        contest = room.contest(table.room["event"]) if table.room is not None else None
        match = None if contest is None else next((one for one in contest.matches if one.table == table.id), None)
        if contest is None or match is None or match.row is not None:
            return
        _write_down(match, table)
        self.rooms.save_soon(room)
        room.changed()
        self._stir(room)

    def cancelled(self, table: WebTable) -> None:
        """A free table closed before anybody sat down at it."""
        room = self.rooms.rooms.get((table.room or {}).get("room", ""))
        if room is not None:
            free = free_of(room)
            free.matches = [match for match in free.matches if match.table != table.id]
            self.rooms.save_soon(room)
            room.changed()
            self._stir(room)

    def _stir(self, room: Room) -> None:
        """Go on with what goes on by itself: also with what found no free table when its turn came."""
        for contest in room.contests:
            if _goes_on(contest):
                self._later(self._went_on(room, contest))

    async def _went_on(self, room: Room, contest: Contest) -> None:
        try:
            async with room.lock:
                if _goes_on(contest) and not room.closed:
                    await self._next(room, contest)
        except StoreAway as error:
            log.warning("room %s: %s", room.code, one_line(error))
            with suppress(StoreAway):  # the house closes: a restart does it
                await self.house.trouble.over()
                self._later(self._went_on(room, contest))
        except (BolichoError, Refusal) as error:  # when another table is free, or when the teacher says so
            log.warning("room %s waits: %s", room.code, one_line(error))

    async def _look_again(self, room: Room) -> None:
        for contest in room.contests:
            for match in list(contest.running):
                try:
                    table = await self.hall.find(match.table)
                except StoreAway:
                    raise
                except BolichoError as error:  # the others go on
                    log.warning("room %s, table %s: %s", room.code, match.table, one_line(error))
                    continue
                if table is not None and table.over:
                    _write_down(match, table)
                elif table is None and contest.kind != FREE:
                    await self._open(room, contest, match)
                elif table is None:
                    contest.matches.remove(match)  # it waited for somebody, and was never begun
                elif table.play is not None:
                    match.record = table.record_id
            if _goes_on(contest):
                await self._next(room, contest)
        self.rooms.save_soon(room)

    # ── tables ────────────────────────────────────────────────────────────────────────────────────────────────────

    @asynccontextmanager
    async def _beginning(self, room: Room, contest: Contest) -> AsyncIterator[None]:
        """Add a contest, which is taken away again where there is no room for its first tables."""
        await self._added(room, contest)
        try:
            yield
        except Refusal:
            if not contest.matches:
                room.contests.remove(contest)
                self.rooms.save_soon(room)
                room.changed()
            raise

    async def _added(self, room: Room, contest: Contest) -> None:
        if len(room.contests) > MOST_CONTESTS:
            raise Refusal(409, "room-complete", f"a room holds {MOST_CONTESTS} tournaments and homeworks; open another")
        room.contests.append(contest)
        try:
            await self.rooms.save(room)
        except BaseException:
            room.contests.remove(contest)
            raise
        room.changed()

    async def _next(self, room: Room, contest: Contest) -> None:
        """Begin the next session, or end the contest."""
        tables = session(contest) if contest.kind in TOURNAMENTS else None
        if tables is None:
            contest.over = True
            await self.rooms.save(room)
            room.changed()
            return
        await self._begin(room, contest, tables)

    async def _begin(self, room: Room, contest: Contest, tables: list[Pairing]) -> None:
        self._room_for(room, len(tables))
        begun = [RoomMatch(one.match, contest.round, one.board, one.seats, self.hall.free_id()) for one in tables]
        contest.matches += begun
        contest.session += 1
        contest.boards += 1
        try:
            await self.rooms.save(room)
            for match in begun:
                await self._open(room, contest, match)
        except (StoreAway, Refusal):
            self._later(self._open_rest(room))
            raise
        finally:
            self.rooms.save_soon(room)
            room.changed()

    async def _open_rest(self, room: Room) -> None:
        """Open the tables for which there was no room, as soon as there is."""
        with suppress(StoreAway):  # the house closes: a restart does it
            while not room.closed:
                await self.house.trouble.over()
                try:
                    async with room.lock:
                        await self.rooms.save(room)
                        return await self._look_again(room)
                except (StoreAway, Refusal) as error:
                    log.warning("room %s waits: %s", room.code, one_line(error))
                await asyncio.sleep(AGAIN)

    async def _open(self, room: Room, contest: Contest, match: RoomMatch) -> None:
        """Open the table of a match; an agent sits where a member is away."""
        game = contest.make_game()
        entrants = [contest.entrants[seat] for seat in match.seats]
        names = tuple(entrant.agent or PERSON for entrant in entrants)
        seed = board_seed(contest, match.board)
        if contest.kind == HOMEWORK:
            record = task_record(contest.tasks[match.board], game, names, seed, match.match, match.board)
        else:
            record = _dealt(game, names, seed, match, contest.units)
        seats = [self.rooms.seat_for(room, entrant) for entrant in entrants]
        opened = await self.hall.create(
            game,
            seats,
            mode=RECORDED,
            language=room.language,
            record=record,
            room=_note(room, contest, match),
            id=match.table,
        )
        match.record = opened.table.record_id
        for number, entrant in enumerate(entrants):
            member = room.member(entrant.member)
            if member is not None and (member.away or member.gone):
                opened.table.take_over(number, ABSENT)
                self._later(self.hall.keeper.keep_soon(opened.table))
                self.hall.driver.stir(opened.table)

    def _only_one(self, room: Room) -> None:
        if room.closed:
            raise Refusal(410, "room-closed", "this room is closed")
        if any(not contest.over and contest.kind in (*TOURNAMENTS, SIMUL) for contest in room.contests):
            raise Refusal(409, "contest-runs", "a tournament is being played in this room; end it first")

    def _room_for(self, room: Room, more: int) -> None:
        most = self.house.settings.tables_a_room
        if sum(len(contest.running) for contest in room.contests) + more > most:
            raise Refusal(429, "too-many-tables", f"{most} tables of this room are being played; finish some first")

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _goes_on(contest: Contest) -> bool:
    """Whether the next session begins by itself, now."""
    return contest.auto and not contest.over and contest.kind in (*TOURNAMENTS, SIMUL) and not contest.running


def _dealt(game: Game, names: tuple[str, ...], seed: int, match: RoomMatch, units: int | None) -> Record:
    """Return a match that has been dealt and not begun."""
    chairs: list[Any] = [Chair(name) for name in names]
    return Table(game, chairs, seed, match=match.match, board=match.board, units=units).record()


def _write_down(match: RoomMatch, table: WebTable) -> None:
    record = table.record()
    match.record = table.record_id
    match.row = row_of(Pairing(match.match, match.board, match.seats), record).to_dict()


def _entrant(contest: Contest, wanted: Entrant) -> int:
    """Return the number of an entrant, who is let in if need be."""
    if wanted not in contest.entrants:
        contest.entrants.append(wanted)
    return contest.entrants.index(wanted)


def _note(room: Room, contest: Contest, match: RoomMatch) -> JsonObject:
    return {"room": room.code, "event": contest.id, "match": match.match}
