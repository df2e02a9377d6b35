"""The laboratory over HTTP: what can be asked, jobs and how far they are, what they found, and their files."""

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path as FilePath
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Path, Query, Request, Response
from fastapi.responses import FileResponse, PlainTextResponse, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from bolicho.core.json_text import JsonObject
from bolicho.learn.cases.truco.form import TRUCO
from bolicho.report.web import Chart
from bolicho.store.jobs import Job
from bolicho.web.jobs import charts_of_reports, kinds
from bolicho.web.jobs.feed import ENDED, Feed
from bolicho.web.jobs.forms import KindForm, forms
from bolicho.web.jobs.queue import RESULT, WORK
from bolicho.web.server.guard import AdminOnly, HouseHere, Refusal, is_admin, problems, waits_for_news
from bolicho.web.server.house import House
from bolicho.web.server.pages import language_of

router = APIRouter(prefix="/api", tags=["lab"])

HEARTBEAT, LOOK = 15.0, 1.0
"""Seconds after which a silent stream says that it is still there, and looks whether the server is being closed."""
MOST_LISTENERS = 200
MOST_FILES = 500
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".csv": "text/csv; charset=utf-8",
    ".json": "application/json",
    ".jsonl": "application/jsonl",
    ".md": "text/markdown; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".npz": "application/octet-stream",
    ".parquet": "application/octet-stream",
    ".ladder": "application/octet-stream",
    ".eq": "application/octet-stream",
}
SHOWN = (".html", ".svg", ".png")
"""Looked at in the browser; all others are downloaded."""
SANDBOX = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; frame-ancestors 'self'"
)
"""Pages that the lab writes hold their scripts and styles inside; so they get an origin of their own, and no net."""

JobId = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of the job.")]
LanguageCode = Literal["pt-BR", "en"]
Language = Annotated[LanguageCode | None, Query(description="pt-BR or en; by default the language of the person.")]


class NewJob(BaseModel):
    """What is asked for."""

    model_config = ConfigDict(extra="forbid")

    kind: str = Field(max_length=60, examples=["tournament"])
    options: JsonObject = Field(default_factory=dict, max_length=60)
    language: LanguageCode = Field("en", description="Of the report.")


class Opponent(BaseModel):
    """Somebody to sit down against."""

    game: str
    agent: str


class JobView(BaseModel):
    """A job, how far it is, and what may be done with it."""

    id: int
    kind: str
    title: str
    options: JsonObject
    language: str = Field(description="Of the pages that the job writes; tables and charts are in the reader's.")
    state: str
    done: int
    total: int | None
    what: str = Field(description="What is being done just now.")
    seconds: float | None = Field(description="How long it has been running.")
    left: float | None = Field(description="Seconds it will still take, if all goes on as it does.")
    message: str
    created: str
    began: str | None
    ended: str | None
    commands: list[str] = Field(description="What to type for the same.")
    opponent: Opponent | None = Field(description="Who plays by what it learned, when it is done; else null.")
    log: list[str]
    last_event: int = Field(description="The number of the last event so far; 0 in a list of jobs.")


class JobList(BaseModel):
    """The newest jobs."""

    jobs: list[JobView]
    may_start: bool = Field(description="Whether who asks may start, cancel and resume.")


class ColumnView(BaseModel):
    """A column of a table."""

    key: str
    title: str
    kind: str
    digits: int
    signed: bool
    grouped: bool


class FrameView(BaseModel):
    """One place of a slider."""

    label: str
    name: str


class ChartView(BaseModel):
    """A table, and which of its columns are drawn how."""

    name: str
    title: str
    columns: list[ColumnView]
    rows: list[list[Any]]
    said: list[list[str]] = Field(description="The rows as people read them, in the language asked for.")
    chart: JsonObject | None
    note: str
    picture: str
    frames: list[FrameView]
    names: dict[str, str] = Field({}, description="What the agents in columns of the kind agent are called.")


class FileView(BaseModel):
    """A file that a job has written."""

    path: str
    bytes: int


class JobResults(BaseModel):
    """What a job found."""

    findings: list[str]
    exhibits: list[ChartView] = Field(description="Charts: each a table, and how it is drawn.")
    pages: list[str] = Field(description="Reports to be looked at, below the files of the job.")
    files: list[FileView]


@router.get("/jobs/kinds")
async def job_kinds(house: HouseHere) -> list[KindForm]:
    """What the laboratory can be asked to compute, with every field of each form in both languages."""
    return await house.read(forms, house.store)


@router.get("/jobs", responses=problems(422))
async def jobs(request: Request, house: HouseHere, limit: Annotated[int, Query(ge=1, le=200)] = 50) -> JobList:
    """The newest jobs, the newest first."""
    found = [await _view(house, job, log=0) for job in await house.jobs.newest(limit)]
    return JobList(jobs=found, may_start=is_admin(request))


@router.post("/jobs", status_code=201, dependencies=[AdminOnly], responses=problems(403, 422, 429))
async def new_job(house: HouseHere, asked: NewJob) -> JobView:
    """Check the options and queue a job; needs the key printed at start, or a request from the same machine."""
    return await _view(house, await house.jobs.add(asked.kind, asked.options, asked.language))


@router.get("/jobs/{id}", responses=problems(404, 422))
async def job(house: HouseHere, id: JobId) -> JobView:
    """A job with the end of its log."""
    return await _view(house, await house.jobs.get(id))


@router.post("/jobs/{id}/cancel", dependencies=[AdminOnly], responses=problems(403, 404, 409, 422))
async def cancel(house: HouseHere, id: JobId) -> JobView:
    """End a job that waits or runs; what it has done stays, and it can be resumed."""
    return await _view(house, await house.jobs.cancel(id))


@router.post("/jobs/{id}/resume", dependencies=[AdminOnly], responses=problems(403, 404, 409, 422))
async def resume(house: HouseHere, id: JobId) -> JobView:
    """Go on with a job that was cancelled, interrupted or failed."""
    return await _view(house, await house.jobs.resume(id))


_listening: list[int] = []


@router.get(
    "/jobs/{id}/events",
    response_class=StreamingResponse,
    responses={
        200: {"content": {"text/event-stream": {}}, "description": "Events: state, progress, log."},
        204: {"description": "It is over, and all was told: do not ask again."},
        **problems(404, 422, 429),
    },
)
async def events(
    request: Request,
    house: HouseHere,
    id: JobId,
    last_event_id: Annotated[str, Header(description="The last event seen: only those after it are sent.")] = "0",
) -> Response:
    """What happens to a job, as Server-Sent Events; numbered, so that nobody misses one or gets it twice."""
    found = await house.jobs.get(id)
    feed = await house.jobs.feed(found)
    last = int(last_event_id) if last_event_id.isdecimal() and len(last_event_id) < 12 else 0
    if found.state in ENDED and last >= len(feed.events):
        return Response(status_code=204)
    if len(_listening) >= MOST_LISTENERS:
        raise Refusal(429, "too-many-listeners", "too many people follow jobs; look again later")
    with waits_for_news(request):
        pass  # refused before anything is sent, if one more is too many; counted while it is sent
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    lines = _stream(house, id, feed, last, waits_for_news(request))
    return StreamingResponse(lines, media_type="text/event-stream", headers=headers)


async def _stream(
    house: House, id: int, feed: Feed, last: int, counted: AbstractContextManager[None]
) -> AsyncIterator[str]:
    _listening.append(id)
    stack = ExitStack()
    try:
        stack.enter_context(counted)
        yield "retry: 2000\n\n"
        while True:
            for event in feed.after(last):
                yield event.sse()
            last = len(feed.events)
            if feed.latest("state").get("state") in ENDED and (await house.jobs.get(id)).state in ENDED:
                return
            silent = 0.0
            while not await feed.wait(last, LOOK):
                if house.closing:
                    return
                silent += LOOK
                if silent >= HEARTBEAT:
                    silent = 0.0
                    yield ": still here\n\n"
    except Refusal:
        return  # somebody else was faster
    finally:
        stack.close()
        _listening.remove(id)


@router.get("/jobs/{id}/results", responses=problems(404, 422))
async def results(request: Request, house: HouseHere, id: JobId, language: Language = None) -> JobResults:
    """What a job found: tables with their charts, pages and files; empty until it is done."""
    found = await house.jobs.get(id)
    folder, spoken = house.jobs.folder(found), language or language_of(request)
    shown = await house.read(charts_of_reports.charts_of_job, found.kind, folder / RESULT, folder / WORK, spoken)
    files = await house.read(_files, folder / WORK)
    return JobResults(
        findings=shown.lead,
        exhibits=[ChartView(**chart.to_dict(spoken)) for chart in shown.charts],
        pages=[file.path for file in files if file.path.endswith(".html")],
        files=files,
    )


@router.get(
    "/jobs/{id}/results/{name}.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}, "description": "The table."}, **problems(404, 422)},
)
async def result_csv(request: Request, house: HouseHere, id: JobId, name: str, language: Language = None) -> Response:
    """The table of one chart as CSV: the very numbers that are drawn."""
    chart = await _one(request, house, id, name, language)
    kept = "".join(sign if sign.isalnum() and sign.isascii() else "-" for sign in name)[:80]
    headers = {"Content-Disposition": f'attachment; filename="job-{id}-{kept}.csv"'}
    return PlainTextResponse(chart.csv(), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/jobs/{id}/results/{name}", responses=problems(404, 422))
async def result(request: Request, house: HouseHere, id: JobId, name: str, language: Language = None) -> ChartView:
    """One chart, or one frame of a heat map through time."""
    found = await _one(request, house, id, name, language)
    return ChartView(**found.to_dict(language or language_of(request)))


@router.get(
    "/jobs/{id}/files/{path:path}",
    response_class=FileResponse,
    responses={200: {"content": {"*/*": {}}, "description": "The file."}, **problems(404, 422)},
)
async def file(house: HouseHere, id: JobId, path: str) -> FileResponse:
    """A file that a job has written, and nothing else of this machine."""
    found = await house.jobs.get(id)
    wanted = await house.read(_below, house.jobs.folder(found) / WORK, path)
    if wanted is None:
        raise Refusal(404, "no-such-file", f"job {id} has no such file")
    headers = {"Content-Security-Policy": SANDBOX, "X-Frame-Options": "SAMEORIGIN", "Cache-Control": "no-cache"}
    return FileResponse(
        wanted,
        media_type=KINDS[wanted.suffix],
        filename=None if wanted.suffix in SHOWN else wanted.name,
        headers=headers,
    )


async def _one(request: Request, house: House, id: int, name: str, language: str | None) -> Chart:
    found = await house.jobs.get(id)
    folder, spoken = house.jobs.folder(found), language or language_of(request)
    chart = await house.read(charts_of_reports.one, found.kind, folder / RESULT, folder / WORK, spoken, name)
    if chart is None:
        raise Refusal(404, "no-such-result", f"job {id} has no result {name[:80]!r}")
    return chart


def _below(folder: FilePath, path: str) -> FilePath | None:
    """Return a file of a folder; None for whatever leads out of it, is hidden, or is no kind of file that is served."""
    try:
        inside = folder.resolve(strict=True)
        wanted = (inside / path).resolve(strict=True)
    except (OSError, ValueError, RuntimeError):
        return None
    if not wanted.is_relative_to(inside) or not wanted.is_file() or wanted.suffix not in KINDS:
        return None
    return None if any(part.startswith(".") for part in wanted.relative_to(inside).parts) else wanted


def _files(folder: FilePath) -> list[FileView]:
    paths = sorted(path for path in folder.rglob("*") if path.suffix in KINDS)[:MOST_FILES]
    named = [(path.relative_to(folder).as_posix(), path) for path in paths]
    return [FileView(path=name, bytes=path.stat().st_size) for name, path in named if _below(folder, name) is not None]


def _opponent(job: Job) -> Opponent | None:
    """Return who plays by what a training learned; the cases that are learned here are of Truco."""
    found = kinds.KINDS[job.kind].opponent if job.kind in kinds.KINDS and job.state == "done" else None
    return Opponent(game=TRUCO.game, agent=found(job.options)) if found else None


async def _view(house: House, job: Job, log: int = 200) -> JobView:
    feed = await house.jobs.feed(job) if log or job.state == "running" else None
    told = feed.latest("progress") if feed is not None and job.state == "running" else {}
    options = {name: value for name, value in job.options.items() if name != "language"}
    return JobView(
        id=job.id,
        kind=job.kind,
        title=job.title,
        options=options,
        language=str(job.options.get("language", "en")),
        state=job.state,
        done=told.get("done", job.done),
        total=told.get("total", job.total),
        what=told.get("what", ""),
        seconds=told.get("seconds"),
        left=told.get("left"),
        message=job.message,
        created=job.created.isoformat(),
        began=None if job.began is None else job.began.isoformat(),
        ended=None if job.ended is None else job.ended.isoformat(),
        commands=house.jobs.typed(job),
        opponent=_opponent(job),
        log=[] if feed is None or not log else feed.log(log),
        last_event=0 if feed is None else len(feed.events),
    )
