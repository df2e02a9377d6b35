"""The atlas over HTTP: charts of Truco, made once each by a process of their own and kept; moves around a board."""

from functools import cache
from hashlib import blake2b
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, Field

from bolicho import __version__
from bolicho.agents import make
from bolicho.core.errors import BolichoError
from bolicho.core.hooks import tells_policies
from bolicho.core.json_text import JsonObject
from bolicho.core.words import Words
from bolicho.games import GAMES
from bolicho.games.face import Face, face_of
from bolicho.games.truco.cards import LADDER, STRENGTH, SUITS
from bolicho.lab.atlas.around import NAMES, around
from bolicho.lab.atlas.chart import COLUMNS, ROWS
from bolicho.lab.atlas.kinds import SHOWN, lettered
from bolicho.lab.atlas.situations import NAMED
from bolicho.lab.studies.profiles.people import people
from bolicho.learn.boards.shipped_tables import SHIPPED
from bolicho.web.jobs.making import Maker, Progress
from bolicho.web.lobby.games_api import players_of
from bolicho.web.server.guard import HouseHere, Refusal, problems, source_of
from bolicho.web.server.house import House
from bolicho.web.server.pages import language_of
from bolicho.web.tables.picture import position_view

router = APIRouter(prefix="/api/atlas", tags=["atlas"])
SCORES = ("0-0", "12-12", "20-12", "12-20", "22-22", "22-10", "10-22")
SEARCHERS = ("ismcts", "mc")
"""Who thinks anew at each decision: nine thousand hands would take hours."""
PEOPLE: dict[str, tuple[str, ...]] = {
    "mao": ("envido", "envido-bluff", "truco", "folded"),
    "pe": ("envido", "envido-bluff", "truco", "truco-bluff"),
    "envido": ("envido-accepted", "envido-raised", "envido-refused"),
    "truco": ("truco-accepted", "truco-raised", "truco-refused"),
}
"""What is known of recorded people, by the kind of situation."""
Name = Annotated[str, Query(max_length=60)]
SituationName = Annotated[str, Query(json_schema_extra={"enum": list(NAMED)}, pattern=f"^({'|'.join(NAMED)})$")]
Score = Annotated[str, Query(json_schema_extra={"enum": list(SCORES)}, pattern=f"^({'|'.join(SCORES)})$")]


class PlayerInfo(BaseModel):
    """Somebody whose hands can be looked at."""

    spec: str
    name: str


class RowInfo(BaseModel):
    """A row of the chart: the strongest card of the hand."""

    strength: int
    short: str
    name: str


class RateInfo(BaseModel):
    """What recorded people did in such situations, whatever their hand."""

    name: str
    share: float
    low: float
    high: float
    of: int


class SituationInfo(BaseModel):
    """A situation of the menu."""

    name: str
    title: str
    mano: bool
    people: list[RateInfo]


class BoardInfo(BaseModel):
    """A board that is solved."""

    game: str
    title: str


class Menu(BaseModel):
    """Everything that can be chosen."""

    players: list[PlayerInfo]
    situations: list[SituationInfo]
    scores: list[str]
    rows: list[RowInfo]
    columns: list[str]
    shown: dict[str, list[str]] = Field(description="what can be shown: the kinds of moves that are added up")
    names: dict[str, str] = Field(description="every word that may be said, and each thing that can be shown")
    boards: list[BoardInfo]


class MadeInfo(BaseModel):
    """What was asked for, once it is made."""

    state: str = Field(description="waiting, working or done")
    found: JsonObject | None = None


class MoveInfo(BaseModel):
    """A move of a board, with its value to who makes it."""

    move: str
    name: str
    value: str
    distance: int | None
    replies: dict[str, int]


class AroundInfo(BaseModel):
    """A position, and its neighbours."""

    game: str
    title: str
    moves: list[str]
    view: JsonObject
    neighbours: list[MoveInfo]


AT_WORK: dict[int | str, JsonObject] = {202: {"model": MadeInfo, "description": "It is being made: ask again"}}


class Charts(Maker):
    """Makes charts, and the values of hands; each is kept by what was asked."""

    def __init__(self, house: House) -> None:
        super().__init__(house.folder / "atlas", "no-chart")

    def made(self, source: str | None, *words: str) -> JsonObject | Progress:
        """Return what ``bolicho atlas`` prints."""
        name = blake2b("\0".join((__version__, *words)).encode(), digest_size=16).hexdigest()
        return self.find(name, lambda _: ["atlas", "truco", *words, "--json"], source=source)


@router.get("")
async def menu(request: Request, house: HouseHere) -> Menu:
    """List what can be looked at."""
    return await house.read(_menu, language_of(request))


@router.get("/truco", response_model=MadeInfo, responses=problems(422, 429) | AT_WORK)
async def chart(
    request: Request,
    house: HouseHere,
    response: Response,
    situation: SituationName = "mao",
    player: Name = "equilibrium",
    score: Score = "0-0",
) -> MadeInfo:
    """Return what a player does with every class of hands. The first time takes some seconds: ask until it is there."""
    if player not in await house.read(_players):
        raise Refusal(422, "no-chart", f"{player!r} does not tell its chances, or is not of this house")
    found = house.charts.made(source_of(request), situation, "--agent", player, "--score", score)
    return _made(found, response)


@router.get("/truco/hand", response_model=MadeInfo, responses=problems(422, 429) | AT_WORK)
async def hand(
    request: Request,
    house: HouseHere,
    response: Response,
    cards: Annotated[str, Query(max_length=12)],
    situation: SituationName = "mao",
    score: Score = "0-0",
) -> MadeInfo:
    """Return what every move is worth with one hand, and what it gives away, by the analyst of the game."""
    held = cards.split()
    if len(set(held)) != 3 or not set(held) <= set(STRENGTH):
        raise Refusal(422, "no-chart", f"hand {cards!r}: expected three cards, as in 1e 7o 4c")
    found = house.charts.made(source_of(request), situation, "--hand", " ".join(held), "--score", score)
    return _made(found, response)


@router.get("/boards/{game}", responses=problems(404, 422))
async def board(
    request: Request,
    house: HouseHere,
    game: Annotated[str, Path(max_length=60)],
    moves: Annotated[str, Query(max_length=1000, description="the moves so far, with spaces between them")] = "",
) -> AroundInfo:
    """Show a position of a solved board: each move with its value, and how the rival's answers stand."""
    if game not in SHIPPED:
        raise Refusal(404, "no-such-game", f"{game[:40]!r} is not solved; known: {', '.join(SHIPPED)}")
    async with house.turn:
        return await house.read(_around, game, tuple(moves.split()), language_of(request))


def _made(found: JsonObject | Progress, response: Response) -> MadeInfo:
    if isinstance(found, Progress):
        response.status_code = 202
        return MadeInfo(state="working" if found.begun else "waiting")
    return MadeInfo(state="done", found=found)


@cache
def _players() -> tuple[str, ...]:
    """Who tells chances without thinking long."""
    known = []
    for info in players_of("truco", "en"):
        name = info.spec.partition(":")[0]
        if name not in SEARCHERS:
            try:
                if tells_policies(make(info.spec, GAMES.make("truco"))):
                    known.append(info.spec)
            except BolichoError:
                continue
    return tuple(known)


def _menu(language: str) -> Menu:
    words, face = Words("bolicho.lab.atlas", language), face_of(GAMES.make("truco"), language)
    names = {info.spec: info.name for info in players_of("truco", language)}
    said = {kind: face.label(kind) for name, some in SHOWN.items() if name != "card" for kind in some}
    return Menu(
        players=[PlayerInfo(spec=spec, name=names[spec]) for spec in _players()],
        situations=[_situation(name, words, language) for name in NAMED],
        scores=list(SCORES),
        rows=[RowInfo(strength=row, short=lettered(row), name=_card(row, face)) for row in ROWS],
        columns=list(COLUMNS),
        shown={name: list(some) for name, some in SHOWN.items()},
        names=said | {f"show-{name}": words(f"show-{name}") for name in SHOWN},
        boards=[BoardInfo(game=one, title=face_of(GAMES.make(one), language).title) for one in SHIPPED],
    )


def _situation(name: str, words: Words, language: str) -> SituationInfo:
    profiles = Words("bolicho.lab.studies.profiles", language)
    mano, path = name.startswith("mao"), NAMED[name]
    waits = "envido" if path and path[-1].endswith("envido") else "truco" if path and path[-1].endswith("truco") else ""
    known = people().rates["mano" if mano else "pe"]
    rates = [
        RateInfo(name=profiles(f"measure-{one}"), share=rate.share, low=rate.low, high=rate.high, of=rate.of)
        for one in PEOPLE[waits or ("mao" if mano else "pe")]
        if (rate := known[one]).share is not None and rate.low is not None and rate.high is not None
    ]
    return SituationInfo(name=name, title=words(name), mano=mano, people=rates)


def _card(row: int, face: Face) -> str:
    """Name the cards of a row: those of two suits or fewer by their suits."""
    cards = LADDER[row - 1]
    return lettered(row) if len(cards) == len(SUITS) else " / ".join(face.label(card) for card in cards)


def _around(name: str, moves: tuple[str, ...], language: str) -> AroundInfo:
    game = GAMES.make(name)
    face = face_of(game, language)
    try:
        found = around(game, make(face.analyst, game), moves)
    except BolichoError as error:
        raise Refusal(422, "bad-input", str(error)) from None
    seat = found.state.seat
    view = position_view(game, found.state, 0 if seat is None else seat, ("", ""), language, asks=seat is not None)
    told = [
        MoveInfo(move=one.move.move, name=face.label(one.move.move), value=NAMES[round(one.move.value)],
                 distance=one.move.distance, replies=one.replies)
        for one in found.neighbours
    ]  # fmt: skip
    return AroundInfo(game=name, title=face.title, moves=list(moves), view=view, neighbours=told)
