"""Recorded matches over HTTP: the list, one match, one unit ply by ply, the record itself, and a record from a file."""

import json
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, Field

from bolicho.core.errors import BadInput, one_line
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.core.words import LANGUAGES, without_accents
from bolicho.store.records import Summary
from bolicho.store.store import Store
from bolicho.web.replay.frames import Match, called, title_of
from bolicho.web.server.guard import HouseHere, Refusal, problems
from bolicho.web.server.house import House
from bolicho.web.tables.hidden import hidden_in, refuse_hidden, refuse_outsiders
from bolicho.web.tables.messages import Language
from bolicho.web.tables.table import PERSON

router = APIRouter(prefix="/api", tags=["matches"])

LARGEST = 512 * 1024
"""The most text of a record that is looked at without keeping it."""
DEEPEST = 40
RECORD = {"type": "object", "title": "Record", "description": "A record as /api/matches/{id}/record gives it."}
Number = Annotated[int, Path(ge=1, le=2**53)]
Which = Annotated[int, Path(ge=0, le=100_000)]


class MatchLine(BaseModel):
    """A match in one line of the list."""

    id: int
    game: str
    title: str
    agents: list[str]
    names: list[str] = Field(description="What they are called, in the language asked for.")
    scores: list[int]
    winner: int | None
    finished: bool
    open: bool = Field(description="Whether it can be looked at: finished, or only agents play in it.")
    when: datetime


class Listing(BaseModel):
    """A page of the list, the newest first; ``before`` asks for the next page, null when there is none."""

    matches: list[MatchLine]
    before: int | None


class Seat(BaseModel):
    """Who sat at a seat."""

    seat: int
    name: str
    kind: str = Field(description="person or agent")
    agent: str | None
    face: dict[str, str | int | bool] | None = Field(None, description="What an agent's face is drawn from.")
    present: bool = True
    taken_over: str | None = None


class UnitLine(BaseModel):
    """One hand, or one board game, of a match: how many plies, the score before it and what it paid."""

    unit: int
    plies: int
    before: list[int]
    scores: list[int]
    over: bool


class MatchInfo(BaseModel):
    """A match without its moves."""

    id: int | None
    game: str
    title: str
    version: str
    options: JsonObject
    names: list[str]
    seats: list[Seat]
    scores: list[int]
    target: int | None
    winner: int | None
    finished: bool
    forfeit: JsonObject | None
    result: str
    unit_name: str
    units: list[UnitLine]
    open_board: bool = Field(description="Whether nothing is hidden in this game.")
    drawing: str = Field(description="Who draws it: cards draws the scene of a view, others the state of their game.")
    deck: str = Field(description="Which pictures the cards have: spanish, french, or none.")
    hidden: list[int] = Field(description="Seats of people whose cards who asks may not see unless they were shown.")
    table: str | None = Field(description="Where some are hidden, the table: the token of a seat there shows its own.")
    stand_in: str = Field(description="The agent that sits down where somebody is missing.")
    reviewed: bool = Field(description="Whether somebody reviews matches of this game.")
    played_on: JsonObject | None = Field(description="Where this match goes on from, if it began in another one.")


class Frame(BaseModel):
    """The match at one ply: who moved what, and how each seat saw it."""

    ply: int
    seat: int | None
    move: str | None
    text: str
    to_move: int | None
    over: bool
    scores: list[int]
    views: list[JsonObject] = Field(description="By seat, as at a table; one for all where nothing is hidden.")
    hands: list[list[str] | None] | None
    standing: list[list[str]]
    summary: list[str]


class DecisionInfo(BaseModel):
    """Why a move was made, as data and as a sentence."""

    ply: int
    seat: int
    name: str
    move: str
    text: str
    value: float | None
    why: JsonObject
    sentence: str | None
    picture: JsonObject | None


class UnitInfo(BaseModel):
    """One unit, ply by ply."""

    unit: int
    board: JsonObject | None = Field(description="The board that every view of a board game is on.")
    deal: str
    context: JsonObject
    frames: list[Frame]
    decisions: list[DecisionInfo]


class RecordView(BaseModel):
    """A record that was sent to be looked at: the match, and one unit of it."""

    match: MatchInfo
    unit: UnitInfo


GameName = Annotated[str | None, Query(max_length=60)]
PlayerName = Annotated[str | None, Query(max_length=200, description="a player, as it is shown or as it is typed")]
Before = Annotated[int | None, Query(ge=1, le=2**53, description="go on behind this match")]


@router.get("/matches", response_model=Listing, responses=problems(422))
async def matches(
    house: HouseHere,
    game: GameName = None,
    agent: PlayerName = None,
    before: Before = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 25,
    language: Language = "en",
) -> Listing:
    """List recorded matches, the newest first."""

    rows = await public_matches(house, game, agent, before, limit + 1)
    listed = [
        MatchLine(
            id=row.id, game=row.game, title=title_of(row.game, language), agents=list(row.agents),
            names=called(row.agents, language), scores=list(row.scores), winner=row.winner,
            finished=row.finished, open=row.finished or PERSON not in row.agents, when=row.when,
        )
        for row in rows[:limit]
    ]  # fmt: skip
    return Listing(matches=listed, before=rows[limit - 1].id if len(rows) > limit else None)


@router.post(
    "/matches/look",
    response_model=RecordView,
    responses=problems(404, 413, 422, 503),
    openapi_extra={"requestBody": {"required": True, "content": {"application/json": {"schema": RECORD}}}},
)
async def look(
    request: Request,
    house: HouseHere,
    unit: Annotated[int, Query(ge=0, le=100_000)] = 0,
    language: Language = "en",
) -> RecordView:
    """Replay a record from a file without keeping it; one that breaks the rules is refused with the place."""
    text = await request.body()
    if len(text) > LARGEST:
        raise Refusal(413, "too-large", f"a record to look at may have {LARGEST} bytes")
    async with house.turn:  # read one at a time: as data a record takes many times the room of its text
        return await house.read(_look, text, unit, language)


@router.get("/matches/{id}", response_model=MatchInfo, responses=problems(403, 404, 422))
async def match(request: Request, house: HouseHere, id: Number, language: Language = "en") -> MatchInfo:
    """Tell a match: who, the score, the hands it had."""
    record = await opened(request, house, id)
    hidden = await hidden_in(request, house, record)
    return await house.read(lambda: MatchInfo(id=id, **Match(record, language, hidden=hidden).heading()))


@router.get("/matches/{id}/units/{unit}", response_model=UnitInfo, responses=problems(403, 404, 422))
async def unit(request: Request, house: HouseHere, id: Number, unit: Which, language: Language = "en") -> Any:
    """Return one hand ply by ply: the state as each seat saw it, all cards, and why agents did what they did.

    Where two people or more played, what one of them did not show is told to nobody else: bring the token of your seat.
    """
    record = await opened(request, house, id)
    hidden = await hidden_in(request, house, record)
    if unit >= len(record.units):
        raise Refusal(404, "no-unit", f"match {id} has {len(record.units)} units, from 0: there is no unit {unit}")
    return await house.read(lambda: Match(record, language, hidden=hidden).unit(unit))


@router.get(
    "/matches/{id}/record",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}, "description": "The record"}, **problems(403, 404, 422)},
)
async def record(request: Request, house: HouseHere, id: Number) -> Response:
    """Export a record: one line of JSON, as ``bolicho replay`` and the case importer read it.

    It has all cards; so that of a match between people is the owner's, who brings the key.
    """
    kept = await opened(request, house, id)
    refuse_hidden(await hidden_in(request, house, kept), id)
    name = f"bolicho-{kept.game}-{id}.json"
    return Response(
        kept.to_json() + "\n",
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


async def public_matches(
    house: House, game: str | None, agent: str | None, before: int | None, most: int
) -> list[Summary]:
    """Return so many matches, the newest first, but for those of open rooms; of those being played the score by now."""
    inside = house.rooms.records()

    def found() -> list[Summary]:
        named = players_named(house.store, agent)
        rows = house.store.summaries(game=game, agent=named, after=before, limit=most + len(inside))
        return list(islice((row for row in rows if row.id not in inside), most))

    rows = await house.read(found)
    now = {table.record_id: table.play.scores for table in house.hall.tables.values() if table.play is not None}
    return [replace(row, scores=tuple(now.get(row.id, row.scores))) for row in rows]


def players_named(store: Store, asked: str | None) -> list[str] | None:
    """Return the names in records that somebody may have meant: as typed, or shown so in some language."""
    if asked is None:
        return None
    sought, found = without_accents(asked), []
    for name in store.players():
        shown = [one for language in LANGUAGES for one in called([name], language)]
        if name == asked or any(sought in without_accents(one) for one in shown):
            found.append(name)
    return found


def may_be_seen(record: Record) -> bool:
    """Whether a match may be looked at: it is over, or nobody but agents plays in it."""
    return record.finished or only_agents(record)


async def opened(request: Request, house: House, id: int) -> Record:
    """Return a record that may be looked at: the match is over, or nobody but agents plays in it."""
    try:
        kept = await house.read(house.store.load, id)
    except BadInput:
        raise Refusal(404, "no-match", f"there is no match {id}") from None
    if not may_be_seen(kept):
        raise Refusal(403, "still-played", f"people still play match {id}; its cards are shown afterwards")
    await refuse_outsiders(request, house, id, kept)
    return kept


def only_agents(record: Record) -> bool:
    """Whether a match that is still played is one of agents alone, so that everything in it may be seen."""
    return record.notes.get("people") == [] and PERSON not in record.agents


def _look(text: bytes, number: int, language: str) -> RecordView:
    try:
        data = json.loads(text)
    except RecursionError:
        raise BadInput(f"record: nested deeper than {DEEPEST}") from None
    except ValueError as error:  # of the JSON, or of its letters
        raise BadInput(f"record: not JSON: {one_line(error)}") from None
    if not isinstance(data, dict):
        raise BadInput("record: expected an object")
    if depth(data) > DEEPEST:
        raise BadInput(f"record: nested deeper than {DEEPEST}")
    match = Match(Record.from_dict(data), language)
    match.check()
    if number >= len(match.record.units):
        raise Refusal(404, "no-unit", f"the record has {len(match.record.units)} units: there is no unit {number}")
    return RecordView(match=MatchInfo(id=None, **match.heading()), unit=UnitInfo(**match.unit(number)))


def depth(data: object) -> int:
    """Return how deep JSON data is nested.

    >>> depth({"a": [1, {"b": []}]}), depth(7)
    (4, 0)
    """
    found, level = 0, [data]
    while level := [one for one in level if isinstance(one, dict | list)]:
        found += 1
        level = [part for one in level for part in (one.values() if isinstance(one, dict) else one)]
    return found
