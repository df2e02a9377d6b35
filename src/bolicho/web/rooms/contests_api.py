"""What is played in a room, over HTTP: tournaments, simultaneous play, homework, free tables."""

from random import Random
from secrets import randbits
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field

from bolicho.core.contract import Game
from bolicho.games.face import face_of
from bolicho.web.lobby.games_api import about_game
from bolicho.web.rooms.contests import SEED_BITS
from bolicho.web.rooms.guests import InRoom
from bolicho.web.rooms.room import HOMEWORK, Contest, Entrant, Member, Room, RoomMatch
from bolicho.web.rooms.tasks import MOST_TASKS, deal_tasks, read_tasks
from bolicho.web.server.guard import HouseHere, Refusal, is_admin, problems
from bolicho.web.server.house import House
from bolicho.web.tables.api import RequestBody, Spec
from bolicho.web.tables.seats import checked_spec, game_of

router = APIRouter(prefix="/api/rooms/{code}", tags=["rooms"])

Number = Annotated[int, Path(ge=0, le=100_000)]
MOST_AGENTS = 20
ANSWERS = problems(403, 404, 409, 410, 413, 422, 429)


class WhichGame(RequestBody):
    """A game, its variant and rules."""

    game: Annotated[str, Field(min_length=1, max_length=60, examples=["truco"])]
    preset: Annotated[str, Field(max_length=40)] | None = None
    options: Annotated[dict[str, str | int | float | bool], Field(max_length=30, default_factory=dict)]

    def make(self) -> Game:
        """Return the game."""
        return game_of(self.game, self.preset, self.options)


class TournamentRequest(WhichGame):
    """A tournament of those in the room, and of agents."""

    format: Literal["round-robin", "swiss", "knock-out"]
    members: Annotated[list[int], Field(max_length=1000)] | None = Field(None, description="by number; null: everybody")
    agents: Annotated[list[Spec], Field(max_length=MOST_AGENTS, default_factory=list)]
    each: Annotated[int, Field(ge=1, le=4, description="matches of two who meet")] = 1
    units: Annotated[int, Field(ge=1, le=100, description="hands of a match; null: to the game's end")] | None = None
    rounds: Annotated[int, Field(ge=1, le=20, description="of a swiss; null: as many as are usual")] | None = None
    auto: Annotated[bool, Field(description="the next round begins by itself")] = True
    even: Annotated[bool, Field(description="agents fill up, so that nobody rests")] = False


class SimulRequest(WhichGame):
    """One against all: an agent by name, or the teacher (null)."""

    host: Spec | None = None
    members: Annotated[list[int], Field(max_length=1000)] | None = None
    units: Annotated[int, Field(ge=1, le=100)] | None = None


class HomeworkRequest(WhichGame):
    """Tasks, one a line, and who plays against the pupils."""

    tasks: Annotated[str, Field(min_length=1, max_length=20_000)]
    agent: Spec | None = None
    tries: Annotated[int, Field(ge=1, le=10, description="how often each may play a task; the best try counts")] = 1


class DealsRequest(WhichGame):
    """Deals by chance, as text."""

    count: Annotated[int, Field(ge=1, le=MOST_TASKS)] = 5


class Deals(BaseModel):
    """Lines of homework."""

    tasks: str


class FreeRequest(WhichGame):
    """A free table: who sits at the other seats, an agent by name or (null) whoever of the room sits down."""

    others: Annotated[list[Spec | None], Field(max_length=7)]
    mode: Literal["learning", "recorded"] = "learning"


class ContestId(BaseModel):
    """The number of what was begun."""

    contest: int


class TableId(BaseModel):
    """Where one plays: one's own token of the room opens the seat."""

    table: str


class LateRequest(RequestBody):
    """Somebody who came late, by number."""

    member: Annotated[int, Field(ge=0, le=100_000)]


class AbsentRequest(RequestBody):
    """Somebody who does not come: an agent takes the seat, or the match is given to the rival."""

    seat: Annotated[int, Field(ge=0, lt=8)]
    give: bool = False


@router.post("/tournaments", status_code=201, response_model=ContestId, responses=ANSWERS)
async def tournament(request: Request, house: HouseHere, here: InRoom, asked: TournamentRequest) -> ContestId:
    """Hold a tournament (teacher)."""
    room, game = here.taught, asked.make()
    agents = [await _agent(request, house, game, spec) for spec in asked.agents]
    if asked.even:
        await _agent(request, house, game, face_of(game).stand_in)
    held = await house.umpire.hold(
        room,
        asked.format,
        game,
        _members(room, asked.members),
        agents,
        each=asked.each,
        units=asked.units,
        rounds=asked.rounds,
        auto=asked.auto,
        even=asked.even,
    )
    return ContestId(contest=held.id)


@router.post("/simul", status_code=201, response_model=ContestId, responses=ANSWERS)
async def simul(request: Request, house: HouseHere, here: InRoom, asked: SimulRequest) -> ContestId:
    """Let one play against all at the same time (teacher)."""
    room, game = here.taught, asked.make()
    fill = await _agent(request, house, game, asked.host or _usual(game))
    host = Entrant("teacher") if asked.host is None else Entrant("agent", agent=fill)
    held = await house.umpire.play_all(room, game, host, _members(room, asked.members), fill, asked.units)
    return ContestId(contest=held.id)


@router.post("/homework", status_code=201, response_model=ContestId, responses=ANSWERS)
async def homework(request: Request, house: HouseHere, here: InRoom, asked: HomeworkRequest) -> ContestId:
    """Set homework: set deals and positions, which each plays once, or as often as ``tries`` says (teacher)."""
    room, game = here.taught, asked.make()
    agent = await _agent(request, house, game, asked.agent or _usual(game))
    tasks = read_tasks(asked.tasks, game, Random(randbits(SEED_BITS)))
    held = await house.umpire.set_homework(room, game, tasks, agent, asked.tries)
    return ContestId(contest=held.id)


@router.post("/deals", response_model=Deals, responses=ANSWERS)
async def deals(here: InRoom, asked: DealsRequest) -> Deals:
    """Return deals by chance, to set as homework (teacher)."""
    assert here.taught
    return Deals(tasks=deal_tasks(asked.count, asked.make(), Random(randbits(SEED_BITS))))


@router.post("/contests/{id}/next", status_code=204, responses=ANSWERS)
async def go_on(house: HouseHere, here: InRoom, id: Number) -> None:
    """Begin the next round (teacher)."""
    await house.umpire.go_on(here.taught, _contest(here.room, id))


@router.post("/contests/{id}/late", status_code=204, responses=ANSWERS)
async def let_in(house: HouseHere, here: InRoom, id: Number, asked: LateRequest) -> None:
    """Let somebody who came late into a swiss, from its next round on (teacher)."""
    room = here.taught
    (member,) = _members(room, [asked.member])
    await house.umpire.let_in(room, _contest(room, id), member)


@router.post("/contests/{id}/end", status_code=204, responses=ANSWERS)
async def end(house: HouseHere, here: InRoom, id: Number) -> None:
    """End a tournament or homework before its time (teacher)."""
    room = here.taught
    await house.umpire.end(room, _contest(room, id))


@router.post("/contests/{id}/matches/{match}/absent", status_code=204, responses=ANSWERS)
async def absent(house: HouseHere, here: InRoom, id: Number, match: Number, asked: AbsentRequest) -> None:
    """Go on without somebody (teacher)."""
    room = here.taught
    contest = _contest(room, id)
    await house.umpire.absent(room, _match(contest, match), asked.seat, give=asked.give)


@router.post("/contests/{id}/tasks/{task}", response_model=TableId, responses=ANSWERS)
async def do_task(house: HouseHere, here: InRoom, id: Number, task: Number) -> TableId:
    """Sit down to a task of homework (member)."""
    member, contest = here.own, _contest(here.room, id)
    found = await house.umpire.do_task(here.room, contest, task, member)
    return TableId(table=found.table)


@router.post("/tables", status_code=201, response_model=TableId, responses=ANSWERS)
async def free_table(request: Request, house: HouseHere, here: InRoom, asked: FreeRequest) -> TableId:
    """Open a free table (member)."""
    member, game = here.own, asked.make()
    if len(asked.others) != game.seats - 1:
        raise Refusal(422, "bad-input", f"others: {game.name} has {game.seats - 1}, found {len(asked.others)}")
    others = [None if spec is None else await _agent(request, house, game, spec) for spec in asked.others]
    found = await house.umpire.free_table(here.room, member, game, others, asked.mode)
    return TableId(table=found.table)


@router.post("/tables/{match}/sit", response_model=TableId, responses=ANSWERS)
async def sit_down(house: HouseHere, here: InRoom, match: Number) -> TableId:
    """Take an open seat at a free table (member)."""
    member, found = here.own, _match(here.room.contests[0], match)
    await house.umpire.sit_down(here.room, found, member)
    return TableId(table=found.table)


async def _agent(request: Request, house: House, game: Game, spec: str) -> str:
    checked = checked_spec(spec, trusted=is_admin(request))
    await house.thinkers.check(game.name, dict(game.options), checked)
    return checked


def _usual(game: Game) -> str:
    told = about_game(game.name, "en")
    return told.quick if told is not None else face_of(game).stand_in


def _members(room: Room, wanted: list[int] | None) -> list[Member]:
    """Return who plays: those named, or everybody who is not away."""
    if wanted is None:
        return [member for member in room.here if not member.away]
    known = {member.id: member for member in room.here}
    missing = [id for id in wanted if id not in known]
    if missing or len(set(wanted)) != len(wanted):
        raise Refusal(422, "bad-input", f"members: each once, and in the room; not so: {missing or wanted}")
    return [known[id] for id in wanted]


def _contest(room: Room, id: int) -> Contest:
    contest = room.contest(id) if id else None
    if contest is None:
        raise Refusal(404, "no-such-contest", f"this room has no contest {id}")
    return contest


def _match(contest: Contest, number: int) -> RoomMatch:
    match = next((one for one in contest.matches if one.match == number), None)
    if match is None or (contest.kind == HOMEWORK and match.row is not None):
        raise Refusal(404, "no-such-match", f"there is no match {number}")
    return match
