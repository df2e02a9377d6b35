"""The matches of a tournament job over HTTP: its rows as a list, and one of them opened as a match to look at."""

import asyncio
from pathlib import Path as FilePath
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field, ValidationError

from bolicho.arena.matches.rows import Row
from bolicho.arena.run.again import is_tournament, play_again, rows_in
from bolicho.core.errors import BolichoError
from bolicho.core.files import write_whole
from bolicho.core.journal import DESIGN
from bolicho.core.json_text import JsonObject, read_json
from bolicho.web.jobs.api import JobId, Language
from bolicho.web.jobs.charts import called
from bolicho.web.jobs.queue import WORK
from bolicho.web.server.guard import AdminOnly, HouseHere, Refusal, problems
from bolicho.web.server.house import House
from bolicho.web.server.pages import language_of

router = APIRouter(prefix="/api", tags=["lab"])

PAGE = 50
MatchNumber = Annotated[int, Path(ge=0, le=2**53, description="The number of the match in the rows.")]
_at_work = asyncio.Lock()
"""One match is played again at a time: it is computing that nobody queued."""


class PlayedMatch(BaseModel):
    """One match of a tournament; names and scores in the order of the seats."""

    match: int
    board: int = Field(description="The deal: matches of one board were dealt the same cards.")
    agents: list[str]
    names: list[str]
    scores: list[int]
    winner: int | None = Field(description="The seat that won; null when drawn.")
    forfeit: str | None


class PlayedMatches(BaseModel):
    """A page of them, by number; ``after`` asks for the next page, null when there is none."""

    agents: list[str] = Field(description="Everybody in the tournament.")
    names: list[str]
    matches: list[PlayedMatch]
    after: int | None


class OpenedMatch(BaseModel):
    """Where a match can be looked at."""

    replay: int = Field(description="Its number at /replay/{id}.")


@router.get("/jobs/{id}/matches", responses=problems(404, 409, 422))
async def matches(
    request: Request,
    house: HouseHere,
    id: JobId,
    language: Language = None,
    agent: Annotated[str | None, Query(max_length=200, description="Only those in which it plays.")] = None,
    after: Annotated[int, Query(ge=-1, le=2**53, description="Only those with a higher number.")] = -1,
) -> PlayedMatches:
    """List the matches of a tournament."""
    folder = await _folder(house, id)
    agents, rows = await house.read(_rows, folder)
    found = [row for row in rows if row.match > after and (agent is None or agent in (agents[n] for n in row.seats))]
    spoken = language or language_of(request)
    page = [_line(row, agents, spoken) for row in found[:PAGE]]
    more = page[-1].match if len(found) > PAGE else None
    return PlayedMatches(agents=agents, names=[called(one, spoken) for one in agents], matches=page, after=more)


@router.post("/jobs/{id}/matches/{match}", dependencies=[AdminOnly], responses=problems(403, 404, 409, 422, 429))
async def open_match(house: HouseHere, id: JobId, match: MatchNumber) -> OpenedMatch:
    """Play a match of a tournament again from its row, keep it, and say where it can be looked at."""
    folder = await _folder(house, id)
    if _at_work.locked():
        raise Refusal(429, "opening-another", "another match is being opened; try again in a moment")
    async with _at_work:
        opened = folder.parent / f"match-{match}.json"
        known = await house.read(_opened_before, opened)
        if known is None:
            try:
                record = await asyncio.to_thread(play_again, folder, match)
            except BolichoError as error:
                raise Refusal(409, "not-opened", str(error).replace(str(folder), f"job {id}")) from None
            (number,) = await house.write(house.store.save, [record])
            known = OpenedMatch(replay=number)
            await house.read(write_whole, opened, known.model_dump_json().encode())
        return known


def _opened_before(path: FilePath) -> OpenedMatch | None:
    try:
        return OpenedMatch.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):  # never, or damaged: it is played again
        return None


async def _folder(house: House, id: int) -> FilePath:
    folder: FilePath = house.jobs.folder(await house.jobs.get(id)) / WORK
    if not await house.read(is_tournament, folder):
        raise Refusal(409, "no-matches", f"job {id} has no list of matches")
    return folder


def _rows(folder: FilePath) -> tuple[list[str], list[Row]]:
    design: JsonObject = read_json((folder / DESIGN).read_text(encoding="utf-8"))
    return list(design["agents"]), sorted(rows_in(folder), key=lambda row: row.match)


def _line(row: Row, agents: list[str], language: str) -> PlayedMatch:
    seated = [agents[number] for number in row.seats]
    return PlayedMatch(
        match=row.match,
        board=row.board,
        agents=seated,
        names=[called(one, language) for one in seated],
        scores=list(row.scores),
        winner=None if row.winner is None else row.seats.index(row.winner),
        forfeit=None if row.forfeit is None else row.forfeit.why,
    )
