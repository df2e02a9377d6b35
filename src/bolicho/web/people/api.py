"""People over HTTP: what they think of an agent after a match, the results of the human test, and how they withdraw."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, BeforeValidator, Field

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.old_names import current
from bolicho.report.web import Chart, Column
from bolicho.store.people import Answers
from bolicho.store.tables import QUESTIONS
from bolicho.web.jobs.api import ChartView
from bolicho.web.people.results import FULL, PUBLIC, charts, public_rows, results, row_values, years
from bolicho.web.server.guard import HouseHere, Refusal, is_admin, problems
from bolicho.web.server.house import House
from bolicho.web.server.pages import language_of
from bolicho.web.tables.api import Here
from bolicho.web.tables.seats import Seat
from bolicho.web.tables.table import WebTable

router = APIRouter(prefix="/api", tags=["people"])

Mark = Annotated[int, Field(ge=1, le=5, strict=True)]
Language = Annotated[Literal["pt-BR", "en"] | None, Query(description="By default the language of the person.")]
CSV: dict[int | str, JsonObject] = {200: {"content": {"text/csv": {}}, "description": "A table."}}
LONGEST_COMMENT = 1000
ClosedBecause = Literal["", "not-over", "no-agent", "no-consent", "answered"]
"""Why nobody is asked; "" where somebody is."""


class Code(BaseModel):
    """A withdrawal code."""

    code: str = Field(min_length=1, max_length=200)


class Deletion(BaseModel):
    """What is gone."""

    records: int = Field(description="Matches; one that two people played goes for both.")
    cases: int = Field(description="Cases made of their hands, in all bases.")
    answers: int = Field(description="Questionnaires.")
    participants: int = Field(0, description="Places in a study.")


class Opinion(BaseModel):
    """What a person thinks of the agent, each from 1 (very negative) to 5 (very positive)."""

    competence: Mark
    coherence: Mark
    predictability: Mark
    fun: Mark
    years: Annotated[int, Field(ge=0, le=120, strict=True)] | None = Field(None, description="Years of truco.")
    comment: str = Field("", max_length=LONGEST_COMMENT)


class QuestionnaireState(BaseModel):
    """Whether the questionnaire can be answered from this seat now, and if not, why."""

    open: bool
    why: ClosedBecause
    questions: list[str]
    agents: list[str]


class Receipt(BaseModel):
    """The answers are kept."""

    kept: bool


class Question(BaseModel):
    """Answers to one question: mean with its 95 % interval, and how often 1 to 5 were said."""

    n: int
    mean: float | None
    low: float | None
    high: float | None
    counts: list[int]


class AgentResult(BaseModel):
    """How an agent did against people; wins and differences are the agent's."""

    game: str
    agent: str
    matches: int
    wins: int
    draws: int
    win_rate: float | None
    win_rate_low: float | None = Field(description="Lower end of the 95 % interval (Wilson).")
    win_rate_high: float | None
    margin_won: float | None = Field(description="Mean difference of points in matches it won.")
    margin_lost: float | None
    given_up: int = Field(description="Matches the person gave up: wins without a difference.")
    hinted: int = Field(description="Matches with hints, which do not count.")
    left: int = Field(description="Matches that an agent finished for the person, which do not count.")
    answered: int
    questions: dict[str, Question]


class Span(BaseModel):
    """How many have played truco for so many years."""

    low: int = Field(alias="from")
    high: int | None = Field(alias="to")
    people: int


class PeopleResults(BaseModel):
    """The human test as it stands: aggregates of people who agreed, nobody's name."""

    matches: int
    answered: int
    agents: list[AgentResult]
    years: list[Span]
    exhibits: list[ChartView] = Field(description="Charts: each a table, and how it is drawn.")


class Rows(BaseModel):
    """One line a match of somebody who agreed; names, moments and comments only for the owner of the server."""

    columns: list[str]
    rows: list[list[Any]]


@router.post("/withdraw", response_model=Deletion, responses=problems(404, 413, 422, 429))
async def withdraw(request: Request, house: HouseHere, given: Code) -> Deletion:
    """Delete everything that is kept under a code, at once and for good, and say how much it was."""
    if not house.people.gate.take(request.client.host if request.client else ""):
        raise Refusal(429, "too-often", "too many codes were tried from this address; wait a little")
    gone = await house.people.withdraw(given.code)
    if not any(gone):
        raise Refusal(404, "unknown-code", "nothing is kept under this code: it is not right, or was used already")
    return Deletion(**gone._asdict())


@router.get("/tables/{table_id}/questionnaire", response_model=QuestionnaireState, responses=problems(403, 404, 422))
async def questionnaire(house: HouseHere, here: Here) -> QuestionnaireState:
    """Say whether the person at a seat can be asked about the agent."""
    table, seat = here.table, here.table.seats[here.own]
    why = await _closed(house, table, seat)
    agents = [one.name or one.agent or "" for one in table.seats if one.kind == "agent"]
    return QuestionnaireState(open=not why, why=why, questions=list(QUESTIONS), agents=agents)


@router.post(
    "/tables/{table_id}/questionnaire",
    status_code=201,
    response_model=Receipt,
    responses=problems(403, 404, 409, 413, 422),
)
async def answer(house: HouseHere, here: Here, given: Opinion) -> Receipt:
    """Keep what a person thinks of the agent, once, after the match."""
    table, seat = here.table, here.table.seats[here.own]
    if why := await _closed(house, table, seat):
        raise Refusal(409, why, CLOSED[why])
    try:
        await house.write(house.store.answer, seat.sitting or 0, Answers(**given.model_dump()))
    except BadInput as error:
        if "already answered" in str(error):  # by another tab, since we looked
            raise Refusal(409, "answered", CLOSED["answered"]) from None
        raise
    return Receipt(kept=True)


@router.get("/people/results", response_model=PeopleResults, responses=problems(422))
async def people_results(request: Request, house: HouseHere, language: Language = None) -> PeopleResults:
    """Return how agents did against people, and what people thought of them."""
    spoken = language or language_of(request)

    def read() -> PeopleResults:
        rows = house.people.rows()
        return PeopleResults(
            matches=len(rows),
            answered=sum(row.answers is not None for row in rows),
            agents=[AgentResult(**one) for one in results(rows)],
            years=[Span(**one) for one in years(rows)],
            exhibits=[ChartView(**one.to_dict(spoken)) for one in charts(rows, spoken).values()],
        )

    return await house.read(read)


def _table(name: str) -> str:
    return current("table", name, {"seed": "paper"})


@router.get("/people/results.csv", response_class=Response, responses={**CSV, **problems(422)})
async def people_results_csv(
    house: HouseHere, table: Annotated[Literal["wins", "answers", "years", "paper"], BeforeValidator(_table)] = "wins"
) -> PlainTextResponse:
    """Return one table of the results as CSV."""

    def read() -> str:
        return charts(house.people.rows(), "en")[table].csv()

    return _csv(await house.read(read), f"people-{table}.csv")


@router.get("/people/rows", response_model=Rows)
async def people_rows(request: Request, house: HouseHere, response: Response) -> Rows:
    """Return a line for each match; with the admin key also names, moments and comments."""
    columns, rows = await _rows(house, full=is_admin(request))
    response.headers["Vary"] = "X-Bolicho-Key"
    return Rows(columns=list(columns), rows=rows)


@router.get("/people/rows.csv", response_class=Response, responses=CSV)
async def people_rows_csv(request: Request, house: HouseHere) -> PlainTextResponse:
    """Return the same lines as CSV."""
    columns, rows = await _rows(house, full=is_admin(request))
    table = Chart("rows", "", [Column(name, name) for name in columns], rows)
    return _csv(table.csv(), "people-matches.csv")


CLOSED = {
    "not-over": "the match is not over yet",
    "no-agent": "no agent sat at this table",
    "no-consent": "whoever sits here did not agree that the match be kept and studied",
    "answered": "this questionnaire was answered already",
}


async def _closed(house: House, table: WebTable, seat: Seat) -> ClosedBecause:
    if not table.over or not table.saved or table.record_id is None:
        return "not-over"
    if not any(one.kind == "agent" for one in table.seats):
        return "no-agent"
    if not seat.consent or seat.sitting is None:
        return "no-consent"
    sittings = await house.read(house.store.finished_sittings, record_id=table.record_id)
    mine = next((one for one in sittings if one.id == seat.sitting), None)
    return "no-consent" if mine is None else "answered" if mine.answers is not None else ""


async def _rows(house: House, *, full: bool) -> tuple[tuple[str, ...], list[list[Any]]]:
    def read() -> list[list[Any]]:
        rows = house.people.rows()
        return [row_values(row, FULL) for row in rows] if full else public_rows(rows)

    return FULL if full else PUBLIC, await house.read(read)


def _csv(text: str, name: str) -> PlainTextResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, media_type="text/csv; charset=utf-8", headers=headers)
