"""Puzzles over HTTP: the list, a position, the answer to a move, and a table that goes on from there.

What a puzzle is about leaves the server, never its answer before somebody tried a move; nothing is kept of who tried.
"""

from datetime import UTC, date, datetime
from hashlib import blake2b
from secrets import randbits
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from bolicho.core.hooks import MoveValue
from bolicho.core.json_text import JsonObject
from bolicho.games.face import Face, face_of
from bolicho.play.onward import one_unit
from bolicho.play.puzzles.puzzle import Puzzle, shipped
from bolicho.web.replay.play_on import PlayOn, seated
from bolicho.web.server.guard import HouseHere, Refusal, problems, source_of
from bolicho.web.server.pages import language_of
from bolicho.web.server.texts import load_texts
from bolicho.web.tables.api import Name, NewTable, RequestBody, not_too_often
from bolicho.web.tables.keeping import SEED_BITS
from bolicho.web.tables.messages import Language, Move
from bolicho.web.tables.picture import position_view, server_words
from bolicho.web.tables.plainly import advice_in_words, why_in_words
from bolicho.web.tables.table import PERSON

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

Id = Annotated[str, Path(max_length=40)]


class PuzzleLine(BaseModel):
    """What is known of a puzzle before it is solved."""

    id: str
    game: str
    unit: str = Field(description="match: chances to win a match; game: won, drawn, lost. One is rated apart in each")
    asks: str = Field(description="win-1, win-2, win-3, win-far, save; turn (card or call) or reply (to a call)")
    rating: int


class PuzzleList(BaseModel):
    """Every puzzle, what the games are called, and which puzzle is that of the day."""

    daily: str
    titles: dict[str, str]
    puzzles: list[PuzzleLine]


class PuzzleInfo(PuzzleLine):
    """A puzzle, and the position as the seat that is to move sees it."""

    distance: int | None = Field(description="own moves to the win; none where nothing is won by force")
    view: JsonObject


class Attempt(BaseModel):
    """A move that somebody tries."""

    model_config = ConfigDict(extra="forbid")
    move: Move


class WorthInfo(BaseModel):
    """What one move is worth."""

    move: str
    name: str
    value: float = Field(description="the chance to win the match, or 1, 0 and -1 for a won, drawn and lost game")
    loss: float = Field(description="what it gives away")
    distance: int | None = Field(description="plies to the end, where that is known")


class AttemptResult(BaseModel):
    """Whether it was right, the answer and why; the position after it."""

    right: bool
    answer: str
    name: str
    theme: str
    sentence: str | None
    moves: list[WorthInfo] = Field(description="the best first")
    view: JsonObject


class From(RequestBody):
    """Who plays on."""

    name: Name = ""
    language: Language = "pt-BR"


@router.get("", responses=problems(422))
def puzzles(
    request: Request, day: Annotated[date | None, Query(description="for the puzzle of which day")] = None
) -> PuzzleList:
    """List the puzzles; nothing here says what is right."""
    known = shipped()
    games = {one.game: one.rules for one in known.values()}
    titles = {name: face_of(game, language_of(request)).title for name, game in games.items()}
    lines = [PuzzleLine.model_validate(_line(one)) for one in known.values()]
    return PuzzleList(daily=daily(day or datetime.now(UTC).date()), titles=titles, puzzles=lines)


@router.get("/{id}", responses=problems(404, 422))
def puzzle(request: Request, id: Id) -> PuzzleInfo:
    """Show a puzzle, in the language of the request."""
    one = _found(id)
    told = {**_line(one), "distance": one.distance, "view": _view(one, one.state, language_of(request), asks=True)}
    return PuzzleInfo.model_validate(told)


@router.post("/{id}", responses=problems(404, 413, 422))
def attempt(request: Request, id: Id, tried: Attempt) -> AttemptResult:
    """Try a move; the answer comes with what every move is worth."""
    one, language = _found(id), language_of(request)
    if tried.move not in one.view.moves:
        raise Refusal(422, "illegal", f"illegal move {tried.move[:40]!r}; legal: {' '.join(one.view.moves)}")
    face = face_of(one.rules, language)
    said = None if one.why is None else advice_in_words(one.why, face) or why_in_words(one.why, face)
    return AttemptResult(
        right=one.right(tried.move),
        answer=one.answer,
        name=face.name_of(one.answer),
        theme=one.theme,
        sentence=said,
        moves=[
            _worth(one, row, face)
            for row in sorted(one.analysis.moves, key=lambda row: (-row.value, row.move != one.answer))
        ],
        view=_view(one, one.state.play(one.answer), language, asks=False),
    )


@router.post(
    "/{id}/play-on",
    status_code=201,
    response_model=NewTable,
    responses=problems(403, 404, 413, 422, 429),
    dependencies=[Depends(not_too_often)],
)
async def play_on(request: Request, house: HouseHere, id: Id, asked: From) -> NewTable:
    """Open a table at the position of a puzzle, for one hand or game; it is marked and never becomes a case."""
    one = _found(id)
    seat = PlayOn(unit=0, ply=0, seat=one.seat, name=asked.name, language=asked.language)
    seats = await seated(house, one.rules, seat, trusted=False)
    agents = [there.agent or PERSON for there in seats]
    seed = randbits(SEED_BITS)
    begun = one_unit(one.rules, one.deal, one.context, one.moves, seed=seed, agents=agents, of={"puzzle": one.id})
    source = source_of(request)
    table = await house.hall.create(
        one.rules, seats, mode="learning", language=asked.language, record=begun, source=source
    )
    return NewTable(table=table.table.id, seat=table.seat, token=table.token, invites=[], withdrawal=table.withdrawal)


def daily(day: date) -> str:
    """Return the puzzle of a day: by its date alone, so that everybody has the same."""
    known = list(shipped())
    return known[int.from_bytes(blake2b(day.isoformat().encode(), digest_size=8).digest()) % len(known)]


def _found(id: str) -> Puzzle:
    found = shipped().get(id)
    if found is None:
        raise Refusal(404, "no-such-puzzle", f"no puzzle {id[:40]!r}")
    return found


def _line(one: Puzzle) -> JsonObject:
    return {"id": one.id, "game": one.game, "unit": one.unit, "asks": one.asks, "rating": one.rating}


def _worth(one: Puzzle, row: MoveValue, face: Face) -> WorthInfo:
    loss = one.analysis.loss(row)
    return WorthInfo(move=row.move, name=face.label(row.move), value=row.value, loss=loss, distance=row.distance)


def _view(one: Puzzle, state: object, language: str, *, asks: bool) -> JsonObject:
    rival = load_texts("words/puzzles.toml", language)["puzzles.rival"]
    names = tuple(server_words(language)("you") if seat == one.seat else rival for seat in range(one.rules.seats))
    return position_view(one.rules, state, one.seat, names, language, asks=asks)
