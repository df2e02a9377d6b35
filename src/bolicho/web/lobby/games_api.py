"""What the lobby shows: games with their variants, who plays them and how strongly, and the tables being played."""

from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from bolicho.agents import AGENTS, make, names
from bolicho.core import programs
from bolicho.core.errors import BolichoError
from bolicho.core.offers import offered
from bolicho.games import GAMES
from bolicho.games.face import Face, face_of
from bolicho.lab.studies.strength.shipped_table import Strength, shipped, strengths
from bolicho.web.lobby.names import agent_name, known_character
from bolicho.web.server.guard import HouseHere, Refusal, problems
from bolicho.web.server.pages import language_of
from bolicho.web.server.static_files import compressed

router = APIRouter(prefix="/api", tags=["lobby"])

STEPS = {**{f"equilibrium:{step}": step for step in range(1, 5)}, "equilibrium": 5}
"""The opponent that is offered to people in five steps, which weaken evenly."""
FULLER = {"cbr": "cbr:PVCNPS", "markov": "markov:best"}
"""How an agent that was not measured is asked to sit down, where its bare name is not its best."""


LOTS, MIDDLE = "random", 3
"""Who draws lots; the level of most people."""
FIRST_GAME = "truco"
"""What "play now" plays."""


class Value(BaseModel):
    """One value an option may have, and what it means."""

    value: str
    text: str


class Option(BaseModel):
    """One rule that can be chosen: by its values, or a number from low to high."""

    name: str
    title: str
    default: str | int
    values: list[Value]
    low: int | None = None
    high: int | None = None


class Preset(BaseModel):
    """A named set of rules and what it changes of the options."""

    name: str
    title: str
    about: str
    options: dict[str, str | int]


class GameSummary(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    kind: str
    deck: str
    """Which pictures its cards have: spanish, french, or none."""
    about: str
    seats: int
    unit: str
    quick: str
    picture: list[tuple[int | float, int | float, int | float, int | float]]
    """The lines of a board, from and to, y up; none for cards."""
    presets: list[Preset]
    options: list[Option]


class GameList(BaseModel):
    """Every game."""

    games: list[GameSummary]


class RatingInfo(BaseModel):
    """A rating with its 95 % interval, and how it was measured; ``/api/strength`` has all that was."""

    rating: float
    low: float
    high: float
    matches: int
    date: str
    command: str
    win: float | None
    """Share of the matches won against the field."""
    exploitability: float | None
    """Points a hand that who knows its strategy would win from it: in the full game, else in the ladder game."""


class Beats(BaseModel):
    """Strength for people: of how many that everybody meets it is rated above how many; itself is not counted."""

    players: int
    of: int


class AgentInfo(BaseModel):
    """An opponent: its spec, what it is called, its character, and its strength if that was measured."""

    spec: str
    name: str
    family: str
    """What it is called without its settings: agents that differ in these only are offered together."""
    variant: str
    """Its settings; empty where it has none."""
    character: str
    person: str
    """Who it is to people; empty where nobody said."""
    temper: str
    face: dict[str, str | int | bool]
    """What its face is drawn from; empty: from its name."""
    level: int | None
    """From 1 to 5, as it was measured."""
    step: int | None
    """Of an opponent that comes in steps for people, which one: 1 to 5, the full strength."""
    strength: RatingInfo | None
    beats: Beats | None


class AgentList(BaseModel):
    """Who plays a game, the strongest first, those without a measurement last."""

    game: str
    agents: list[AgentInfo]


class SeatInfo(BaseModel):
    """Who sits where."""

    seat: int
    name: str
    kind: str


class TableInfo(BaseModel):
    """A table being played: public facts only."""

    table: str
    game: str
    title: str
    seats: list[SeatInfo]
    scores: list[int]
    unit: int
    watchable: bool
    """A table of agents: whoever watches sees all cards and why they are played."""


class TableList(BaseModel):
    """Tables that are being played now, the newest first."""

    tables: list[TableInfo]


@router.get("/games", response_model=GameList)
def games(request: Request) -> Response:
    """List the games with their presets and options, in the language of the request."""
    found = [told for name in GAMES.names() if (told := about_game(name, language_of(request)))]
    return _packed(request, GameList(games=found))


@router.get("/games/{name}", responses=problems(404))
def game(request: Request, name: str) -> GameSummary:
    """Tell of one game."""
    return _known(name, language_of(request))


@router.get("/games/{name}/agents", response_model=AgentList, responses=problems(404))
def agents(request: Request, name: str) -> Response:
    """List who plays a game, with character, level (1 to 5) and measured strength."""
    language = language_of(request)
    _known(name, language)
    on_offer = [spec for spec in offered() if _sits(spec, name)]
    found = [*players_of(name, language), *(_agent(spec, language) for spec in on_offer)]
    return _packed(request, AgentList(game=name, agents=found))


@router.get("/tables")
async def tables(request: Request, house: HouseHere) -> TableList:
    """List the tables being played; whoever opens one without a seat's token watches it."""
    found = house.hall.running(language_of(request)) if house.hall is not None else []
    return TableList(tables=[TableInfo.model_validate(facts) for facts in found])


def _packed(request: Request, told: BaseModel) -> Response:
    """Answer with what is long and public, compressed where the browser takes that."""
    return compressed(Response(told.model_dump_json(), media_type="application/json"), request.headers)


def _known(name: str, language: str) -> GameSummary:
    told = about_game(name, language) if name in GAMES.names() else None
    if told is None:
        raise Refusal(404, "no-such-game", f"no game {name!r}; there are {', '.join(GAMES.names())}")
    return told


@cache
def _short(number: float) -> int | float:
    """A coordinate in as few signs as a small picture needs."""
    return int(number) if number == int(number) else round(number, 1)


def about_game(name: str, language: str) -> GameSummary | None:
    """Tell of a game; None of one that a guest brought and that does not load."""
    try:
        game = GAMES.make(name)
        presets = {preset: dict(GAMES.make(name, preset=preset).options) for preset in game.presets}
        face = face_of(game, language)
    except BolichoError:
        return None
    defaults = dict(game.options)
    return GameSummary(
        name=name,
        title=face.title,
        kind=face.family,
        deck=face.deck,
        about=face.about,
        seats=game.seats,
        unit=game.unit,
        quick=face.opponent or _middling(name),
        picture=[(_short(a), _short(b), _short(c), _short(d)) for a, b, c, d in face.thumbnail()],
        presets=[
            Preset(
                name=preset,
                title=face.preset(preset)[0],
                about=face.preset(preset)[1],
                options={key: value for key, value in chosen.items() if key != "preset" and value != defaults[key]},
            )
            for preset, chosen in presets.items()
        ],
        options=[_option(option, default, face) for option, default in defaults.items() if option != "preset"],
    )


def _option(option: str, default: Any, face: Face) -> Option:
    allowed = face.allowed().get(option, ())
    low, high = (None, None) if allowed else face.limits(option) or (None, None)
    values = [Value(value=value, text=face.value(option, value)) for value in allowed]
    return Option(name=option, title=face.option(option), default=default, values=values, low=low, high=high)


def _middling(name: str) -> str:
    """Return who is seated against a person by default: of the middle level, never who draws lots if another plays."""
    levels = {spec: measured.level for spec, measured in strengths(name).items() if spec != LOTS}
    if levels:
        return min(levels, key=lambda spec: (abs(levels[spec] - MIDDLE), -levels[spec]))
    others = (agent for agent in names(name) if agent != LOTS and not _program(agent))
    return next(others, LOTS)


@cache
def players_of(name: str, language: str) -> list[AgentInfo]:
    """Return who of the house and its guests plays a game, the strongest first."""
    measured = strengths(name)
    bare = {spec.partition(":")[0] for spec in measured}
    others = [spec for agent in names(name) if agent not in bare and not _program(agent) for spec in _offered(agent)]
    beaten = _beaten(name)
    return [_agent(spec, language, measured.get(spec), beaten.get(spec)) for spec in (*measured, *others)]


def _offered(agent: str) -> list[str]:
    """Return how an agent that was not measured is asked to sit down: one that has steps, at each of them."""
    steps = getattr(AGENTS.factory(agent), "steps", 0)
    return [f"{agent}:{step}" for step in range(1, steps + 1)] or [FULLER.get(agent, agent)]


def _beaten(name: str) -> dict[str, Beats]:
    """Return by spec how many of the field (whom everybody meets when strength is measured) are rated below."""
    found = shipped().get(name)
    if found is None:
        return {}
    field = {spec: found.agents[spec].rating for spec in found.field if spec in found.agents}
    told = {}
    for spec, one in found.agents.items():
        others = [rating for other, rating in field.items() if other != spec]
        told[spec] = Beats(players=sum(rating < one.rating for rating in others), of=len(others))
    return told


def _agent(spec: str, language: str, known: Strength | None = None, beats: Beats | None = None) -> AgentInfo:
    bare, _, settings = spec.partition(":")
    character = known_character(spec, language)
    return AgentInfo(
        spec=spec,
        name=agent_name(spec, language),
        family=agent_name(bare, language),
        variant=settings,
        character=_character(spec, language),
        person=character.person if character else "",
        temper=character.temper if character else "",
        face=dict(character.face) if character else {},
        level=known.level if known else None,
        step=STEPS.get(spec),
        strength=_measured(known) if known else None,
        beats=beats,
    )


@cache
def _sits(spec: str, name: str) -> bool:
    """Whether an agent on offer plays a game: its file says which one."""
    try:
        make(spec, name)
    except BolichoError:
        return False
    return True


def _program(name: str) -> bool:
    return programs.starts(AGENTS.factory(name))


def _character(spec: str, language: str) -> str:
    character = getattr(AGENTS.factory(spec.partition(":")[0]), "character", None) or {}
    return str(character.get(language, ""))


def _measured(strength: Strength) -> RatingInfo:
    facts = {name: value for name, value in strength._asdict().items() if name in RatingInfo.model_fields}
    known = strength.full or strength.s1
    return RatingInfo(**facts | {"win": strength.win and strength.win[0], "exploitability": known and known.value})
