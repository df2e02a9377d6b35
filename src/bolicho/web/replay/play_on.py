"""Play on from here: a new table that begins as a recorded match stood at a ply, with a person at one of its seats."""

from secrets import randbits
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import Field

from bolicho.core.contract import Game
from bolicho.core.record import Record
from bolicho.play.onward import cut
from bolicho.play.replay import game_of
from bolicho.web.replay.api import Number, opened
from bolicho.web.server.guard import HouseHere, Refusal, is_admin, problems, source_of
from bolicho.web.server.house import House
from bolicho.web.tables.api import Name, NewTable, RequestBody, Spec, not_too_often
from bolicho.web.tables.hidden import hidden_in, refuse_hidden
from bolicho.web.tables.keeping import SEED_BITS
from bolicho.web.tables.messages import Language
from bolicho.web.tables.seats import Seat, checked_spec, clean_name, stand_in_for
from bolicho.web.tables.table import PERSON

router = APIRouter(prefix="/api", tags=["matches"])


class PlayOn(RequestBody):
    """From which ply, at which seat, against whom."""

    unit: Annotated[int, Field(strict=True, ge=0, le=100_000)]
    ply: Annotated[
        int, Field(strict=True, ge=0, le=100_000, description="how many moves of the unit stay; 0 is the deal")
    ]
    seat: Annotated[int, Field(strict=True, ge=0, lt=8)]
    agents: Annotated[
        list[Spec | None] | None, Field(max_length=8, description="by seat; null, or none, is the game's stand-in")
    ] = None
    name: Name = ""
    language: Language = "pt-BR"


@router.post(
    "/matches/{id}/play-on",
    status_code=201,
    response_model=NewTable,
    responses=problems(403, 404, 409, 413, 422, 429),
    dependencies=[Depends(not_too_often)],
)
async def play_on(request: Request, house: HouseHere, id: Number, asked: PlayOn) -> NewTable:
    """Open a table with the same deals and moves up to a ply; the match is marked and never becomes a case."""
    record = await opened(request, house, id)
    if not record.finished:
        raise Refusal(409, "still-played", f"match {id} is still being played")
    refuse_hidden(await hidden_in(request, house, record), id)
    game = game_of(record)
    seats = await seated(house, game, asked, trusted=is_admin(request))
    begun = await house.read(_cut, record, asked, seats, id)
    source = source_of(request)
    table = await house.hall.create(game, seats, mode="learning", language=asked.language, record=begun, source=source)
    return NewTable(table=table.table.id, seat=table.seat, token=table.token, invites=[], withdrawal=table.withdrawal)


async def seated(house: House, game: Game, asked: PlayOn, *, trusted: bool) -> list[Seat]:
    """Return who sits where: the person, who is not collected, and agents that play this game."""
    if asked.seat >= game.seats:
        raise Refusal(422, "bad-input", f"seat: {game.name} has seats 0 to {game.seats - 1}")
    if asked.agents and len(asked.agents) != game.seats:
        raise Refusal(422, "bad-input", f"agents: {game.name} has {game.seats} seats, found {len(asked.agents)}")
    seats = []
    for number in range(game.seats):
        if number == asked.seat:
            seats.append(Seat("person", clean_name(asked.name), consent=False, language=asked.language))
            continue
        spec = checked_spec((asked.agents[number] if asked.agents else None) or stand_in_for(game), trusted=trusted)
        await house.thinkers.check(game.name, dict(game.options), spec)
        seats.append(Seat("agent", agent=spec))
    return seats


def _cut(record: Record, asked: PlayOn, seats: list[Seat], id: int) -> Record:
    agents = [seat.agent or PERSON for seat in seats]
    place = {"record": id, "unit": asked.unit, "ply": asked.ply}
    return cut(record, asked.unit, asked.ply, seed=randbits(SEED_BITS), agents=agents, of=place)
