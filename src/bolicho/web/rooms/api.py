"""Rooms over HTTP: open one, come in with a name, see who is there, close it. What is played: ``contests_api``."""

from time import monotonic
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, Field

from bolicho.core.json_text import JsonObject
from bolicho.web.rooms.guests import InRoom, RoomGuest, TypedRoom
from bolicho.web.rooms.picture import view_of_room
from bolicho.web.rooms.results import matches_csv, standings_csv
from bolicho.web.rooms.room import Member, Room
from bolicho.web.server.guard import HouseHere, Refusal, Wait, problems, source_of, waits_for_news
from bolicho.web.server.house import House
from bolicho.web.server.pages import language_of
from bolicho.web.tables.api import Name, RequestBody, not_too_often
from bolicho.web.tables.messages import Language

router = APIRouter(prefix="/api/rooms", tags=["rooms"])

Speaking = Annotated[str, Depends(language_of)]
MemberId = Annotated[int, Path(ge=1, le=100_000)]
CSV: dict[int | str, JsonObject] = {200: {"content": {"text/csv": {}}, "description": "A table."}}


class RoomRequest(RequestBody):
    """A room to be opened."""

    title: Name = ""
    language: Language = "pt-BR"


class NewRoom(BaseModel):
    """The new room, and its secrets, which are said only now."""

    code: str = Field(description="six letters and digits that people type to come in")
    key: str = Field(description="the teacher's token")
    screen: str = Field(description="the token of the screen that everybody sees: it shows, and can do nothing")


class RoomDoor(BaseModel):
    """What whoever knows the code may know before coming in."""

    code: str
    title: str
    locked: bool
    closed: bool
    idle_days: float


class EnterRequest(RequestBody):
    """Somebody who comes in: a name, nothing else."""

    name: Annotated[str, Field(min_length=1, max_length=80)]
    agreed: Annotated[bool, Field(description="whether the name may stay with the results when the room is closed")] = (
        False
    )
    language: Language = "pt-BR"


class ComebackRequest(RequestBody):
    """A member on a new device, with the code that the teacher gave them."""

    code: Annotated[str, Field(min_length=1, max_length=40)]


class NewMember(BaseModel):
    """Who one is in the room, and the token, which is said only now."""

    member: int
    name: str
    token: str


class ComebackCode(BaseModel):
    """A code for one member; it works once."""

    code: str


class RoomChange(RequestBody):
    """What the teacher changes of a room."""

    title: Name | None = None
    locked: bool | None = None


class MemberChange(RequestBody):
    """What the teacher says of a member."""

    away: bool


class Agreement(RequestBody):
    """What a member says about their own name."""

    agreed: bool


@router.post(
    "",
    status_code=201,
    response_model=NewRoom,
    responses=problems(413, 422, 429),
    dependencies=[Depends(not_too_often)],
)
async def open_room(request: Request, house: HouseHere, asked: RoomRequest) -> NewRoom:
    """Open a room; whoever opens it is its teacher."""
    room, key, screen = await house.rooms.create(asked.title, asked.language, source_of(request))
    return NewRoom(code=room.code, key=key, screen=screen)


@router.get("/{code}/door", response_model=RoomDoor, responses=problems(404, 422, 429))
async def door(house: HouseHere, room: TypedRoom) -> RoomDoor:
    """Say whether there is such a room, and whether one can come in."""
    days = house.settings.room_days
    return RoomDoor(code=room.code, title=room.title, locked=room.locked, closed=room.closed, idle_days=days)


@router.post("/{code}/enter", response_model=NewMember, responses=problems(403, 404, 410, 413, 422, 429))
async def enter(house: HouseHere, room: TypedRoom, asked: EnterRequest) -> NewMember:
    """Come in with a name; of two alike the second gets a number."""
    member, token = await house.rooms.join(room, asked.name, asked.language, agreed=asked.agreed)
    return NewMember(member=member.id, name=member.name, token=token)


@router.post("/{code}/come-back", response_model=NewMember, responses=problems(403, 404, 413, 422, 429))
async def come_back(request: Request, house: HouseHere, room: TypedRoom, asked: ComebackRequest) -> NewMember:
    """Come back on another device, as who one was."""
    member, token = await house.rooms.come_back(room, asked.code, source_of(request))
    return NewMember(member=member.id, name=member.name, token=token)


@router.get(
    "/{code}",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}, "description": "The room"},
               204: {"description": "nothing new within the time"}, **problems(403, 404, 422, 429)},
)  # fmt: skip
async def look(
    request: Request,
    here: InRoom,
    house: HouseHere,
    language: Speaking,
    after: Annotated[int | None, Query(ge=0, lt=2**53, description="the version that is known already")] = None,
    wait: Wait = 0,
) -> Response:
    """Return the room as one of those in it sees it; waits for a new version if asked to."""
    room = here.room
    _seen(house, here)
    if after is not None and room.version == after and wait > 0:
        with waits_for_news(request, room.code):
            await room.waiters.news(wait)
    _seen(house, here)
    if after is not None and room.version == after:
        return Response(status_code=204)
    return JSONResponse(view_of_room(house, here, language))


def _seen(house: House, here: RoomGuest) -> None:
    if here.member is not None:
        here.room.seen[here.member.id] = monotonic()
    house.rooms.touch(here.room)


@router.post("/{code}/change", status_code=204, responses=problems(403, 404, 413, 422, 429))
async def change(house: HouseHere, here: InRoom, asked: RoomChange) -> None:
    """Change the title, or lock the door (teacher)."""
    room = here.taught
    room.title = room.title if asked.title is None else asked.title[:40]
    room.locked = room.locked if asked.locked is None else asked.locked
    await house.rooms.save(room)
    room.changed()


@router.post("/{code}/members/{id}/away", status_code=204, responses=problems(403, 404, 413, 422, 429))
async def away(house: HouseHere, here: InRoom, id: MemberId, asked: MemberChange) -> None:
    """Say that a member is not there (an agent takes their seats), or is there again (teacher)."""
    room = here.taught
    async with house.rooms.changing(room, member := _member(room, id)):
        member.away = asked.away
    room.changed()


@router.post("/{code}/members/{id}/comeback", response_model=ComebackCode, responses=problems(403, 404, 413, 422, 429))
async def comeback(house: HouseHere, here: InRoom, id: MemberId) -> ComebackCode:
    """Give a member a code to come back with on another device (teacher)."""
    room = here.taught
    return ComebackCode(code=await house.rooms.comeback_code(room, _member(room, id)))


@router.post("/{code}/members/{id}/remove", status_code=204, responses=problems(403, 404, 413, 422, 429))
async def remove(house: HouseHere, here: InRoom, id: MemberId) -> None:
    """Send somebody out; their name is gone (teacher)."""
    room = here.taught
    await house.rooms.forget(room, _member(room, id))


@router.post("/{code}/agree", status_code=204, responses=problems(403, 404, 413, 422, 429))
async def agree(house: HouseHere, here: InRoom, asked: Agreement) -> None:
    """Say whether one's own name may stay with the results when the room is closed."""
    async with house.rooms.changing(here.room, here.own):
        here.own.agreed = asked.agreed
    here.room.changed()


@router.post("/{code}/leave", status_code=204, responses=problems(403, 404, 413, 422, 429))
async def leave(house: HouseHere, here: InRoom) -> None:
    """Leave for good: one's name is deleted at once, an agent finishes what one plays."""
    await house.rooms.forget(here.room, here.own)


@router.post("/{code}/close", status_code=204, responses=problems(403, 404, 413, 422, 429))
async def close(house: HouseHere, here: InRoom) -> None:
    """Close the room; a closed one is deleted with all that stayed of it (teacher)."""
    room = here.taught
    await (house.rooms.drop(room) if room.closed else house.rooms.shut(room))


@router.get("/{code}/results.csv", response_class=Response, responses=CSV | problems(403, 404, 422, 429))
async def results(
    here: InRoom,
    language: Speaking,
    what: Annotated[Literal["matches", "standings"], Query(description="a line a match, or a line a name")] = "matches",
) -> Response:
    """Return the results with names (teacher)."""
    room = here.taught
    text = matches_csv(room, language) if what == "matches" else standings_csv(room, language)
    name = f'attachment; filename="bolicho-{room.code}-{what}.csv"'
    return PlainTextResponse("\ufeff" + text, media_type="text/csv", headers={"Content-Disposition": name})


def _member(room: Room, id: int) -> Member:
    member = room.member(id)
    if member is None or member.gone:
        raise Refusal(404, "no-such-member", f"nobody in this room has number {id}")
    return member
