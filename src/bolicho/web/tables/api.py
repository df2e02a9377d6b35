"""Tables over HTTP: open one, join it, and play it by long polling; the twin of the WebSocket."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse
from pydantic import BaseModel, ConfigDict, Field

from bolicho.core.json_text import JsonObject
from bolicho.web.lobby.games_api import FIRST_GAME, LOTS, about_game
from bolicho.web.server.guard import HouseHere, Refusal, Wait, house, is_admin, problems, source_of, waits_for_news
from bolicho.web.server.house import House
from bolicho.web.server.pages import language_of
from bolicho.web.tables.explanations import explained
from bolicho.web.tables.hidden import hidden_at
from bolicho.web.tables.messages import Hint, Language, Move, Ply, Saying, Secret, TableView, Why, schema
from bolicho.web.tables.picture import hint_of, view_of
from bolicho.web.tables.seats import Seat, checked_spec, clean_name, game_of, hashed
from bolicho.web.tables.table import WebTable

router = APIRouter(tags=["tables"])

Spec = Annotated[str, Field(min_length=1, max_length=120, examples=["sound", "cbr:PVCNPS", "minimax:4"])]
Name = Annotated[str, Field(max_length=80)]


class RequestBody(BaseModel):
    """A body of a request: nothing but the fields named."""

    model_config = ConfigDict(extra="forbid")


class Me(RequestBody):
    """The seat of whoever opens the table."""

    kind: Literal["me"]
    name: Name = ""


class AnAgent(RequestBody):
    """A seat for an agent."""

    kind: Literal["agent"]
    agent: Spec


class AnOpen(RequestBody):
    """A seat that waits for somebody with an invitation."""

    kind: Literal["open"]


class TableRequest(RequestBody):
    """A table to be opened: at most one seat is one's own; with agents only it is a table to be watched."""

    game: Annotated[str, Field(min_length=1, max_length=60, examples=["truco"])]
    preset: Annotated[str, Field(max_length=40)] | None = None
    options: Annotated[dict[str, str | int | float | bool], Field(max_length=30)] = {}
    seats: Annotated[list[Annotated[Me | AnAgent | AnOpen, Field(discriminator="kind")]], Field(max_length=8)]
    mode: Literal["learning", "recorded"] = "learning"
    consent: bool = False
    language: Language = "pt-BR"


class Invite(BaseModel):
    """An invitation: the link is ``/table/<id>#invite=<seat>.<code>``; it works once."""

    seat: int
    code: str


class NewTable(BaseModel):
    """The new table, and its secrets, which are said only now."""

    table: str
    seat: int | None
    token: str | None
    invites: list[Invite]
    withdrawal: str | None = Field(description="the code by which everything kept of this seat can be deleted")


class JoinRequest(RequestBody):
    """An invitation, used."""

    invite: Secret
    name: Name = ""
    consent: bool = False
    language: Language = "pt-BR"


class NewSeat(BaseModel):
    """The seat, and its secrets, which are said only now."""

    seat: int
    token: str
    withdrawal: str


class FillRequest(RequestBody):
    """An agent for an open seat."""

    seat: Annotated[int, Field(ge=0, lt=8)]
    agent: Spec


class MoveRequest(RequestBody):
    """A move, and the ply it answers."""

    ply: Ply
    move: Move


class SayRequest(RequestBody):
    """A saying, by its key."""

    saying: Saying


class Whys(BaseModel):
    """The decisions of one unit, explained, and the cards it began with."""

    unit: int
    decisions: list[Why]
    hands: list[list[str] | None] | None = Field(description="By seat; null for those that stay hidden.")


class TableGuest:
    """The table of a request, and who asks: a seat, or (None) somebody who looks on."""

    def __init__(self, table: WebTable, seat: int | None) -> None:
        self.table, self._seat = table, seat

    @property
    def seat(self) -> int | None:
        """The seat, None for who looks on."""
        return self._seat

    @property
    def own(self) -> int:
        """The seat; whoever looks on is refused."""
        if self._seat is None:
            raise Refusal(403, "no-seat", "this needs the token of a seat: Authorization: Bearer ...")
        return self._seat


async def asked_for(
    request: Request,
    table_id: Annotated[str, Path(max_length=40, description="the table's id")],
    authorization: Annotated[str | None, Header(description="``Bearer <token>`` of a seat")] = None,
) -> TableGuest:
    """Find the table and the seat of a request."""
    table = await house(request).hall.find(table_id)
    if table is None:
        raise Refusal(404, "no-such-table", f"no table {table_id[:20]!r}")
    if authorization is None:
        if table.room is not None:
            raise Refusal(403, "of-a-room", "a table of a room is seen in the room only")
        return TableGuest(table, None)
    scheme, _, token = authorization.partition(" ")
    seat = table.seat_of(hashed(token.strip())) if scheme.lower() == "bearer" and token else None
    if seat is None and table.room is not None and house(request).rooms.looks_on(table.room, hashed(token.strip())):
        return TableGuest(table, None)
    if seat is None:
        raise Refusal(403, "wrong-token", "this token is not of a seat of this table")
    if request.method == "POST" and not house(request).hall.said.take(f"{table.id} {seat}") and not is_admin(request):
        raise Refusal(429, "flood", "too many requests for this seat; wait a little")
    return TableGuest(table, seat)


Here = Annotated[TableGuest, Depends(asked_for)]
Speaking = Annotated[str, Depends(language_of)]


def not_too_often(request: Request) -> None:
    """Refuse whoever opens and joins tables faster than people do; the machine itself may."""
    source = source_of(request)
    if source is not None and not house(request).hall.gate.take(source):
        raise Refusal(429, "too-often", "too many tables opened or joined from this address; wait a little")


@router.post(
    "/api/tables",
    status_code=201,
    response_model=NewTable,
    responses=problems(403, 413, 422, 429),
    dependencies=[Depends(not_too_often)],
)
async def open_table(request: Request, house: HouseHere, asked: TableRequest) -> NewTable:
    """Open a table and sit down at it."""
    game = game_of(asked.game, asked.preset, asked.options)
    if sum(isinstance(seat, Me) for seat in asked.seats) > 1:
        raise Refusal(422, "bad-input", "seats: at most one of them can be yours")
    if any(isinstance(seat, AnOpen) for seat in asked.seats) and not any(isinstance(s, Me) for s in asked.seats):
        raise Refusal(422, "bad-input", "seats: with an open seat one of them must be yours")
    seats = []
    for seat in asked.seats:
        if isinstance(seat, AnAgent):
            spec = checked_spec(seat.agent, trusted=is_admin(request))
            await house.thinkers.check(game.name, dict(game.options), spec)
            seats.append(Seat("agent", agent=spec))
        elif isinstance(seat, Me):
            name = clean_name(seat.name)
            seats.append(Seat("person", name, consent=asked.consent, language=asked.language))
        else:
            seats.append(Seat("open"))
    source = source_of(request)
    opened = await house.hall.create(game, seats, mode=asked.mode, language=asked.language, source=source)
    return NewTable(
        table=opened.table.id,
        seat=opened.seat,
        token=opened.token,
        invites=[Invite(seat=number, code=code) for number, code in opened.invites],
        withdrawal=opened.withdrawal,
    )


@router.post("/play-now", include_in_schema=False, dependencies=[Depends(not_too_often)])
async def play_now(request: Request, house: HouseHere, language: Speaking) -> RedirectResponse:
    """Seat a person at the first game against its usual opponent: what the button of the first page sends by itself."""
    game = game_of(FIRST_GAME, None, {})
    rival = about_game(FIRST_GAME, language)
    spec = checked_spec(rival.quick if rival else LOTS)
    await house.thinkers.check(game.name, dict(game.options), spec)
    seats = [Seat("person", language=language), Seat("agent", agent=spec)]
    opened = await house.hall.create(
        game, seats, mode="learning", language=language, source=source_of(request)
    )  # fmt: skip
    # the secret stands behind the sign that a browser sends to nobody
    return RedirectResponse(f"/table/{opened.table.id}#seat={opened.seat}.{opened.token}", 303)


@router.get(
    "/api/tables/{table_id}",
    response_model=TableView,
    responses={204: {"description": "nothing new within the time"}, **problems(403, 404, 422, 429)},
)
async def look(
    request: Request,
    here: Here,
    house: HouseHere,
    language: Speaking,
    after: Annotated[int | None, Query(ge=0, lt=2**53, description="the version that is known already")] = None,
    wait: Wait = 0,
) -> Response:
    """Return the view of the seat whose token is given, or the public one; waits for a new version if asked to."""
    table = here.table
    there = here.seat is None or table.present(here.seat)
    table.seen_by(here.seat)
    if here.seat is not None and not there:
        house.hall.came_back(table, here.seat)
    house.hall.driver.stir(table)
    if after is not None and table.version == after and wait > 0:
        with waits_for_news(request, None if table.room is None else table.room["room"]):
            await table.waiters.news(wait)
    table.seen_by(here.seat)
    if after is not None and table.version == after:
        return Response(status_code=204)
    return _shown(house, table, here.seat, language)


def _shown(house: House, table: WebTable, seat: int | None, language: str) -> Response:
    return JSONResponse(view_of(table, seat, language, house.hall.settings.absence_seconds))


@router.post("/api/tables/{table_id}/join", responses=problems(403, 404, 409, 413, 422, 429))
async def join(house: HouseHere, here: Here, asked: JoinRequest, _: Annotated[None, Depends(not_too_often)]) -> NewSeat:
    """Take the seat that an invitation is for."""
    seat, token, withdrawal = await house.hall.join(
        here.table, asked.invite, asked.name, language=asked.language, consent=asked.consent
    )
    return NewSeat(seat=seat, token=token, withdrawal=withdrawal)


CHANGES: JsonObject = {"response_model": TableView, "responses": problems(403, 404, 409, 413, 422, 429)}


@router.post("/api/tables/{table_id}/fill", **CHANGES)
async def fill(request: Request, house: HouseHere, here: Here, asked: FillRequest, language: Speaking) -> Response:
    """Let an agent take an open seat."""
    seat, game = here.own, here.table.game
    spec = checked_spec(asked.agent, trusted=is_admin(request))
    await house.thinkers.check(game.name, dict(game.options), spec)
    await house.hall.fill(here.table, asked.seat, spec)
    return _shown(house, here.table, seat, language)


@router.post("/api/tables/{table_id}/moves", **CHANGES)
async def move(house: HouseHere, here: Here, asked: MoveRequest, language: Speaking) -> Response:
    """Make a move; the same move for the same ply is made once."""
    seat = here.own
    here.table.seen_by(seat)
    here.table.move(seat, asked.ply, asked.move)
    house.hall.driver.stir(here.table)
    return _shown(house, here.table, seat, language)


@router.post("/api/tables/{table_id}/resign", **CHANGES)
async def resign(house: HouseHere, here: Here, language: Speaking) -> Response:
    """Give the match up."""
    seat = here.own
    here.table.resign(seat)
    house.hall.driver.stir(here.table)
    return _shown(house, here.table, seat, language)


@router.post("/api/tables/{table_id}/leave", **CHANGES)
async def leave(house: HouseHere, here: Here, language: Speaking) -> Response:
    """Leave: an agent finishes the match."""
    seat = here.own
    await house.hall.leave(here.table, seat)
    return _shown(house, here.table, seat, language)


@router.post("/api/tables/{table_id}/say", **CHANGES)
async def say(house: HouseHere, here: Here, asked: SayRequest, language: Speaking) -> Response:
    """Say something that is no move: one of a closed list, once every two seconds."""
    seat = here.own
    house.hall.say(here.table, seat, asked.saying)
    return _shown(house, here.table, seat, language)


@router.post("/api/tables/{table_id}/stand-in", **CHANGES)
async def stand_in(house: HouseHere, here: Here, language: Speaking) -> Response:
    """Let an agent play for the person who is to move and has been away for long."""
    seat = here.own
    house.hall.stand_in(here.table, seat)
    return _shown(house, here.table, seat, language)


@router.post("/api/tables/{table_id}/claim", **CHANGES)
async def claim(house: HouseHere, here: Here, language: Speaking) -> Response:
    """Win the match against a person who is to move and has been away for long."""
    seat = here.own
    house.hall.claim(here.table, seat)
    return _shown(house, here.table, seat, language)


@router.post("/api/tables/{table_id}/rematch", **CHANGES)
async def rematch(house: HouseHere, here: Here, language: Speaking) -> Response:
    """Ask for another match, the sides swapped; it begins when every person at the table has asked."""
    seat = here.own
    await house.hall.rematch(here.table, seat)
    return _shown(house, here.table, seat, language)


@router.post("/api/tables/{table_id}/hint", response_model=Hint, responses=problems(403, 404, 409, 422, 429))
async def hint(house: HouseHere, here: Here, language: Speaking) -> Hint:
    """Say what an agent would do here (learning mode, own turn); the match is marked as hinted."""
    seat = here.own
    found = await house.hall.driver.hint(here.table, seat)
    return Hint.model_validate(hint_of(here.table, seat, found.move, found.why, language))


@router.get("/api/tables/{table_id}/why", response_model=Whys, responses=problems(403, 404, 422))
async def why(
    here: Here, language: Speaking, unit: Annotated[int, Query(ge=0, lt=10**6, description="number of the unit")] = 0
) -> Whys:
    """Explain the decisions of a unit: finished ones in learning mode, all after the match, live where agents play."""
    table = here.table
    if not table.bots_only:
        here.own  # noqa: B018  (whoever looks on is refused)
    return Whys.model_validate(explained(table, unit, here.seat, language, hidden_at(table, here.seat)))


@router.get("/schemas/messages.json", response_model=JsonObject)
async def messages_schema() -> JsonObject:
    """Return the JSON Schema of the WebSocket's messages."""
    return schema()
