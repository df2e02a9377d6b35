"""A study over HTTP: what it is, taking part, the next match, and its rows for whoever runs it."""

from typing import Literal

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from bolicho.lab.studies.people.rows import as_csv
from bolicho.web.people.api import CSV
from bolicho.web.server.guard import HouseHere, Refusal, is_admin, problems, source_of
from bolicho.web.server.pages import language_of
from bolicho.web.tables.api import not_too_often

router = APIRouter(prefix="/api/study", tags=["people"])


class StudyInfo(BaseModel):
    """What whoever may take part is told."""

    name: str
    title: str
    about: str
    consent: str = Field(description="What one agrees to by taking part.")
    matches: int = Field(description="How many a person plays.")


class Joining(BaseModel):
    """Somebody agrees to take part."""

    consent: bool = Field(description="Must be true: who does not agree takes no part.")
    language: Literal["pt-BR", "en"] = "pt-BR"


class StudyEntry(BaseModel):
    """A place in the study."""

    code: str = Field(description="Said only now; it opens the next match, and withdraws everything.")
    matches: int


class StudyCode(BaseModel):
    """The code of a participant."""

    code: str = Field(min_length=1, max_length=200)


class StudyProgress(BaseModel):
    """How far a participant has come."""

    done: int
    matches: int
    running: bool = Field(description="Whether a match was begun and is not over.")
    agents: list[str] = Field(description="Who was met, in order; told when all matches are played.")


class StudyTable(BaseModel):
    """The next match: a seat at a table."""

    table: str
    seat: int
    token: str
    withdrawal: str
    match: int = Field(description="Which of the person's matches, from 1.")


@router.get("", response_model=StudyInfo, responses=problems(404))
async def study(request: Request, house: HouseHere) -> StudyInfo:
    """Say what the study of this house is."""
    plan, spoken = house.study.here, language_of(request)
    facts = {"title": plan.title[spoken], "about": plan.about[spoken], "consent": plan.consent[spoken]}
    return StudyInfo(name=plan.name, matches=plan.steps, **facts)


Calmly = Depends(not_too_often)


@router.post(
    "/join",
    status_code=201,
    response_model=StudyEntry,
    responses=problems(404, 409, 413, 422, 429),
    dependencies=[Calmly],
)
async def join(house: HouseHere, given: Joining) -> StudyEntry:
    """Take part: only who agrees gets a place."""
    plan = house.study.here
    if not given.consent:
        raise Refusal(409, "no-consent", "only who agrees takes part")
    _, code = await house.study.join(given.language)
    return StudyEntry(code=code, matches=plan.steps)


@router.post("/progress", response_model=StudyProgress, responses=problems(404, 413, 422, 429), dependencies=[Calmly])
async def progress(house: HouseHere, given: StudyCode) -> StudyProgress:
    """Say how far a participant has come."""
    stands = await house.study.progress(given.code)
    plan = house.study.here
    over = stands.done >= plan.steps
    agents = list(plan.rivals_of(stands.participant.place)) if over else []
    return StudyProgress(done=stands.done, matches=plan.steps, running=stands.running is not None, agents=agents)


@router.post(
    "/next", status_code=201, response_model=StudyTable, responses=problems(404, 409, 413, 422, 429),
    dependencies=[Calmly],
)  # fmt: skip
async def next_match(request: Request, house: HouseHere, given: StudyCode) -> StudyTable:
    """Open the next match of a participant, or go back to the one that is not over."""
    opened, number = await house.study.next(given.code, source_of(request))
    return StudyTable(
        table=opened.table.id, seat=opened.seat, token=opened.token, withdrawal=opened.withdrawal, match=number
    )


@router.get("/rows.csv", response_class=Response, responses={**CSV, **problems(403, 404)})
async def rows(request: Request, house: HouseHere) -> PlainTextResponse:
    """Return a line a match, for whoever runs the study: no names, no moments."""
    if not is_admin(request):
        raise Refusal(403, "admin-only", "this needs the admin key, or this machine")
    name = house.study.here.name
    text = as_csv(await house.read(house.study.rows))
    headers = {"Content-Disposition": f'attachment; filename="study-{name}.csv"'}
    return PlainTextResponse(text, media_type="text/csv; charset=utf-8", headers=headers)
