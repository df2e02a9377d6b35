"""What people keep from each other: where two or more played, cards that were not shown stay with who held them.

So it is at the table, after the hand, after the match, and in the replay: each of them sees what they could see when it
was played, and whoever looks on sees what lay on the table. This holds for agents among them too: who saw all other
hands of a deck would know the last one. Cards of agents alone, and of one person among agents, are shown when their
time has come.
"""

from hmac import compare_digest

from starlette.requests import HTTPConnection

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.games import GAMES
from bolicho.games.face import face_of
from bolicho.web.server.guard import Refusal, brings_key
from bolicho.web.server.house import House
from bolicho.web.tables.seats import hashed
from bolicho.web.tables.table import PERSON, WebTable

Seats = frozenset[int]
NOBODY: Seats = frozenset()


def hidden_from(seats: int, people: set[int], viewer: int | None) -> Seats:
    """Return which seats' cards somebody may not see afterwards: all but one's own, if two people or more played.

    >>> sorted(hidden_from(4, {0, 2}, 0)), sorted(hidden_from(4, {0, 2}, None)), sorted(hidden_from(4, {1}, None))
    ([1, 2, 3], [0, 1, 2, 3], [])
    """
    return frozenset(range(seats)) - {viewer} if len(people) > 1 else NOBODY


def hidden_at(table: WebTable, viewer: int | None) -> Seats:
    """Return the seats of a table whose cards somebody there may not see after a hand."""
    people = {number for number, seat in enumerate(table.seats) if seat.kind == "person"}
    return NOBODY if face_of(table.game).open else hidden_from(len(table.seats), people, viewer)


async def hidden_in(request: HTTPConnection, house: House, record: Record) -> Seats:
    """Return the seats of a recorded match whose cards who asks may not see.

    Whoever sat there brings the token of the seat (``Authorization: Bearer``); the owner's key opens all.
    """
    people = people_in(record)
    if len(people) < 2 or (record.game in GAMES.names() and face_of(GAMES.make(record.game)).open):
        return NOBODY
    if brings_key(request):
        return NOBODY
    return hidden_from(len(record.agents), people, await _seat_of(request, house, record))


def refuse_hidden(hidden: Seats, id: int) -> None:
    """Refuse what would tell all cards of a match."""
    if hidden:
        raise Refusal(403, "kept-hidden", f"people played match {id}: cards that they did not show stay hidden")


async def refuse_outsiders(request: HTTPConnection, house: House, id: int, record: Record) -> None:
    """Refuse a match of a room to all who did not sit there, and to them too while others play the same deals."""
    if id not in house.rooms.records() or brings_key(request):
        return
    if await _seat_of(request, house, record) is None or not house.rooms.over_for(id):
        raise Refusal(403, "of-a-room", f"match {id} is for those who played it, when all have played its deals")


def people_in(record: Record) -> set[int]:
    """Return the seats at which people sat, as the record notes it or names them."""
    noted = record.notes.get("people")
    listed = noted if isinstance(noted, list) else []
    seats = range(len(record.agents))
    return {seat for seat in seats if record.agents[seat] == PERSON or seat in listed}


async def _seat_of(request: HTTPConnection, house: House, record: Record) -> int | None:
    """Return the seat whose token a request brings; None for anybody else."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return await seat_of(token.strip(), house, record) if scheme.lower() == "bearer" else None


async def seat_of(token: str, house: House, record: Record) -> int | None:
    """Return the seat of a recorded match that a token opened; None if it opened none."""
    table = record.notes.get("web")
    if not token or not isinstance(table, str):
        return None

    def read() -> list[JsonObject]:
        try:
            return list(house.store.table(table).data["seats"])
        except BadInput:
            return []

    brought = hashed(token)
    found = enumerate(await house.read(read))
    return next((seat for seat, kept in found if compare_digest(brought, str(kept.get("token")))), None)
