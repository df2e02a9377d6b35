"""Who asks for something in a room: the teacher, a member, or the screen; by a token, which says all."""

from typing import Annotated, Literal

from fastapi import Depends, Header, Path, Request

from bolicho.web.rooms.registry import normal
from bolicho.web.rooms.room import Member, Room
from bolicho.web.server.guard import Refusal, house, source_of
from bolicho.web.tables.seats import hashed

Role = Literal["teacher", "member", "screen"]


class RoomGuest:
    """The room of a request, and who asks."""

    def __init__(self, room: Room, role: Role, member: Member | None = None) -> None:
        self.room, self.role, self._member = room, role, member

    @property
    def member(self) -> Member | None:
        """Who it is, None for teacher and screen."""
        return self._member

    @property
    def own(self) -> Member:
        """The member; anybody else is refused."""
        if self._member is None:
            raise Refusal(403, "members-only", "this is for those who came in with a name")
        return self._member

    @property
    def taught(self) -> Room:
        """The room, for its teacher; anybody else is refused."""
        if self.role != "teacher":
            raise Refusal(403, "teacher-only", "this needs the teacher's key of this room")
        return self.room


Code = Annotated[str, Path(max_length=20, description="the code of the room, in any spelling")]


async def typed_code(request: Request, code: Code) -> Room:
    """Find the room whose code somebody typed."""
    found: Room = house(request).rooms.find(code, source_of(request))
    return found


async def guest_of(
    request: Request,
    code: Code,
    authorization: Annotated[str | None, Header(description="``Bearer <token>`` of member, teacher or screen")] = None,
) -> RoomGuest:
    """Find out who asks; without a token of this room nobody hears a name.

    Who has one is let in, however many wrong codes others have tried from the same address.
    """
    scheme, _, token = (authorization or "").partition(" ")
    brought = hashed(token.strip()) if scheme.lower() == "bearer" and token.strip() else ""
    room: Room | None = house(request).rooms.rooms.get(normal(code))
    if room is None or not brought:
        room = house(request).rooms.find(code, source_of(request))
    member = room.member_of(brought) if brought else None
    roles: dict[str, Role] = {room.key: "teacher", room.screen: "screen"}
    role: Role | None = "member" if member is not None else roles.get(brought)
    if role is None:
        raise Refusal(403, "not-in-room", "this needs a token of this room: come in with a name first")
    who = role if member is None else member.id
    if request.method == "POST" and not house(request).hall.said.take(f"room {room.code} {who}"):
        raise Refusal(429, "flood", "too many requests; wait a little")
    return RoomGuest(room, role, member)


InRoom = Annotated[RoomGuest, Depends(guest_of)]
TypedRoom = Annotated[Room, Depends(typed_code)]
