"""Tutor mode over HTTP: the owner starts trainings that ask; whoever has the link of one answers."""

from contextlib import nullcontext
from hmac import compare_digest
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from bolicho.core.json_text import JsonObject
from bolicho.web.server.guard import AdminOnly, HouseHere, Refusal, Wait, house, is_admin, problems, waits_for_news
from bolicho.web.server.pages import language_of
from bolicho.web.tables.seats import checked_spec, clean_name, hashed
from bolicho.web.tutor.session import Session

router = APIRouter(prefix="/api/tutor", tags=["tutor"])

Number = Annotated[int, Path(ge=1, lt=2**31, description="The number of the request.")]
Counts = dict[str, dict[str, int]]
State = Literal["running", "stopped", "done", "failed"]


class NewSession(BaseModel):
    """A training that asks people what to do where it knows too few cases."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=60, examples=["taught"], description="Of the three bases it learns.")
    bot: str = Field("bot5", max_length=120, description="Who learns: a bot that asks, with settings if any.")
    against: str = Field("bot0", max_length=120, description="Its opponent, who does not learn.")
    matches: int = Field(10, ge=1, le=100_000)
    timeout: float = Field(60, ge=0, le=86_400, description="Seconds after which it chooses itself; 0: it waits.")
    start: str = Field("starter", max_length=60, description="The base that all three begin as.")
    stay: bool = Field(
        False,
        validation_alias=AliasChoices("stay", "salt"),
        description="Whether the tutor keeps control until the bot knows the situation again.",
    )
    guided: str = Field("", max_length=200, description="Rare situations dealt more often: flor-flor=0.2,...")


class Waiting(BaseModel):
    """A request in the queue."""

    number: int
    mode: str
    match: int
    left: float | None = Field(description="Seconds until the agent chooses itself; null: it waits.")


class Fate(BaseModel):
    """What became of a request."""

    number: int
    fate: Literal["answered", "timed out"]
    mode: str
    match: int
    who: str | None
    move: str = Field(description="What was played: the answer, or the agent's own choice.")
    text: str = Field(description="The same in words.")
    own: str = Field(description="What the agent would have played by itself.")
    own_text: str


class SessionView(BaseModel):
    """A tutored training: how far it is, what waits, what was answered."""

    id: str
    version: int
    name: str
    bot: str
    opponent: JsonObject = Field(description="Who plays by what it learned: the game, and the agent's name.")
    bot_name: str
    against: str
    against_name: str
    timeout: float
    created: str
    state: State
    message: str
    tutors: int = Field(description="How many people look on just now.")
    done: int
    matches: int
    sizes: dict[str, int] = Field(description="Cases in each base.")
    start: dict[str, int] = Field(description="Cases each base began with.")
    counts: Counts = Field(description="asked, answered, timed_out, each by mode.")
    queue: list[Waiting]
    log: list[Fate]


class SessionWithToken(BaseModel):
    """A session and the secret of its tutors, which is said only now; the link is /tutor#session=ID&token=TOKEN."""

    session: SessionView
    token: str


class Link(BaseModel):
    """A new secret for tutors."""

    token: str


class Sessions(BaseModel):
    """All tutored trainings, newest first."""

    sessions: list[SessionView]


class OwnChoice(BaseModel):
    """What the agent would do by itself."""

    move: str
    text: str
    sentence: str | None


class QuestionView(BaseModel):
    """A request: the agent's own view, its own choice, and the cases it found. Nothing that the agent does not see."""

    number: int
    match: int
    left: float | None
    mode: str
    view: JsonObject
    own: OwnChoice
    doubt: JsonObject | None


class Answer(BaseModel):
    """What the agent should do."""

    model_config = ConfigDict(extra="forbid")

    move: str = Field(min_length=1, max_length=60)
    name: str = Field("", max_length=80, description="Who answers, if they like.")


async def tutoring(
    request: Request,
    session: Annotated[str, Path(max_length=40, description="The tutored training.")],
    authorization: Annotated[str | None, Header(description="``Bearer <token>`` of its link")] = None,
) -> Session:
    """Find the session of a request that may see it: by its link, or as the owner of the server."""
    found: Session = house(request).tutors.get(session)
    scheme, _, token = (authorization or "").partition(" ")
    brought = hashed(token.strip())
    known = scheme.lower() == "bearer" and any(compare_digest(brought, one) for one in found.kept.tokens)
    if not known and not is_admin(request):
        raise Refusal(403, "wrong-token", "this needs the link of the training: Authorization: Bearer ...")
    return found


Here = Annotated[Session, Depends(tutoring)]
Speaking = Annotated[str, Depends(language_of)]


@router.get("/sessions", response_model=Sessions, dependencies=[AdminOnly], responses=problems(403))
async def sessions(house: HouseHere, language: Speaking) -> Sessions:
    """List the tutored trainings."""
    found = [SessionView(**one.view(language)) for one in house.tutors.sessions.values()]
    return Sessions(sessions=found[::-1])


@router.post(
    "/sessions",
    status_code=201,
    response_model=SessionWithToken,
    dependencies=[AdminOnly],
    responses=problems(403, 413, 422, 429),
)
async def begin(house: HouseHere, language: Speaking, asked: NewSession) -> SessionWithToken:
    """Start a training that asks people."""
    design = asked.model_dump(exclude={"timeout"})
    checked_spec(asked.against, trusted=True)
    session, token = await house.tutors.begin(design, asked.timeout)
    return SessionWithToken(session=SessionView(**session.view(language)), token=token)


@router.post(
    "/sessions/{session}/stop", response_model=SessionView, dependencies=[AdminOnly], responses=problems(403, 404, 422)
)
async def stop(here: Here, language: Speaking) -> SessionView:
    """Stop a training; it can go on later exactly where it was."""
    await here.stop()
    return SessionView(**here.view(language))


@router.post(
    "/sessions/{session}/resume",
    response_model=SessionView,
    dependencies=[AdminOnly],
    responses=problems(403, 404, 409, 422, 429),
)
async def resume(house: HouseHere, here: Here, language: Speaking) -> SessionView:
    """Go on with a training that was stopped, or failed."""
    await house.tutors.resume(here)
    return SessionView(**here.view(language))


@router.post(
    "/sessions/{session}/link", response_model=Link, dependencies=[AdminOnly], responses=problems(403, 404, 422)
)
async def link(here: Here) -> Link:
    """Make a new link for tutors; those given before work on."""
    token = here.new_link()
    await here.save()
    return Link(token=token)


@router.get(
    "/sessions/{session}",
    response_model=SessionView,
    responses={204: {"description": "nothing new within the time"}, **problems(403, 404, 422, 429)},
)
async def look(
    request: Request,
    here: Here,
    language: Speaking,
    after: Annotated[int, Query(ge=-1, lt=2**53, description="the version that is known already")] = -1,
    wait: Wait = 0,
    who: Annotated[str, Query(max_length=60, description="any word that tells tutors apart")] = "",
) -> Response:
    """Return how the training stands: counts, queue, the last answers; waits for something new if asked to."""
    here.came(who)
    with waits_for_news(request) if here.version == after and wait > 0 else nullcontext():
        if not await here.wait(after, wait):
            return Response(status_code=204)
    here.came(who)
    return JSONResponse(here.view(language))


@router.get(
    "/sessions/{session}/requests/{number}", response_model=QuestionView, responses=problems(403, 404, 409, 422)
)
async def question(here: Here, language: Speaking, number: Number) -> Response:
    """Return a request that waits; of one that is over, what became of it (409)."""
    asked = here.queue.get(number)
    if asked is None:
        here.refuse(number)
    left = next(one["left"] for one in here.view(language)["queue"] if one["number"] == number)
    return JSONResponse({"number": number, "match": asked.match, "left": left, **asked.shown[language]})


@router.post(
    "/sessions/{session}/requests/{number}/answer",
    response_model=Fate,
    responses=problems(403, 404, 409, 413, 422, 503),
)
async def answer(here: Here, language: Speaking, number: Number, given: Answer) -> Fate:
    """Answer a request with a legal move; each is answered once, and who comes second is told (409)."""
    return Fate(**await here.answer(number, given.move, clean_name(given.name), language))
