"""Reviews of recorded matches: made by a process of its own, one at a time, and kept in the folder of the house."""

import asyncio
import json
import os
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from bolicho import __version__
from bolicho.core import paths, programs
from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.core.json_text import JsonObject, read_json
from bolicho.core.record import Record
from bolicho.games.face import Face, face_of
from bolicho.play.replay import game_of
from bolicho.play.review import GRADES, analyst_of, reason
from bolicho.web.jobs.child import Child
from bolicho.web.replay.api import Number, opened
from bolicho.web.server.guard import HouseHere, Refusal, problems, source_of
from bolicho.web.server.house import House
from bolicho.web.tables.hidden import Seats, hidden_in
from bolicho.web.tables.messages import Language

router = APIRouter(prefix="/api", tags=["matches"])
MOST = 20
"""Reviews that wait or are being made at once."""
AN_ADDRESS = 10
"""Those of one other machine."""


class ReviewInfo(BaseModel):
    """A review, or how far it is."""

    state: str = Field(description="waiting for another review, working, or done")
    done: int = 0
    total: int = 0
    review: JsonObject | None = None


AT_WORK: dict[int | str, JsonObject] = {202: {"model": ReviewInfo, "description": "It is being made: ask again"}}


@router.get("/matches/{id}/review", response_model=ReviewInfo, responses=problems(403, 404, 422, 429) | AT_WORK)
async def review(
    request: Request, response: Response, house: HouseHere, id: Number, language: Language = "en"
) -> ReviewInfo:
    """Review a match: what each decision gave away, by what its seat knew. It takes a while: ask until it is there.

    Decisions of seats whose cards who asks may not see are left out, and so is what the cards were worth.
    """
    record = await opened(request, house, id)
    hidden = await hidden_in(request, house, record)
    if not analyst_of(game_of(record)):
        raise Refusal(422, "not-reviewed", f"matches of {record.game} are not reviewed")
    source = source_of(request)
    found = house.reviews.find(record, source)
    if not isinstance(found, Progress):
        try:
            return ReviewInfo(state="done", review=await house.read(_in_words, found, record, hidden, language))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):  # its file is damaged: it is made anew
            found = house.reviews.begin(record, source)
    response.status_code = 202
    return ReviewInfo(state="working" if found.begun else "waiting", done=found.done, total=found.total)


class Progress:
    """A review that is being made."""

    def __init__(self, total: int, source: str | None = None, *, begun: bool) -> None:
        self.done, self.total, self.source, self.begun = 0, total, source, begun
        self.task: asyncio.Task[None] | None = None


class Reviews:
    """Makes reviews, one at a time; what was made is read from its file."""

    def __init__(self, house: House) -> None:
        self.folder = house.folder / "reviews"
        self._working: dict[str, Progress] = {}
        self._failed: dict[str, str] = {}
        self._turn = asyncio.Semaphore(1)

    async def open(self) -> None:
        """Begin; nothing is made before somebody asks."""
        self.folder.mkdir(parents=True, exist_ok=True)

    async def close(self) -> None:
        """Stop what is being made."""
        tasks = [one.task for one in self._working.values() if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def find(self, record: Record, source: str | None = None) -> JsonObject | Progress:
        """Return the review of a record; one that is not there yet is begun."""
        name = _digest(record)
        try:
            kept: JsonObject = read_json((self.folder / f"{name}.json").read_bytes())
            return kept
        except (OSError, BadInput):
            pass  # never made, or damaged
        return self.begin(record, source)

    def begin(self, record: Record, source: str | None = None) -> Progress:
        """Make the review of a record, in the place of what was kept."""
        name = _digest(record)
        if name in self._failed:
            raise Refusal(422, "not-reviewed", self._failed[name])
        if name not in self._working:
            ours = sum(one.source == source is not None for one in self._working.values())
            if len(self._working) >= MOST or ours >= AN_ADDRESS:
                said = f"{MOST} reviews, or {AN_ADDRESS} of this address, are being made; ask again later"
                raise Refusal(429, "too-many-reviews", said)
            total = sum(len(unit.moves) for unit in record.units)
            self._working[name] = progress = Progress(total, source, begun=not self._working)
            progress.task = asyncio.create_task(self._make(name, record, progress))
        return self._working[name]

    async def _make(self, name: str, record: Record, progress: Progress) -> None:
        path, out = self.folder / f"{name}.record", self.folder / f"{name}.json"
        said = [""]

        def show(_: str, done: int, total: int, left: float | None) -> None:  # noqa: ARG001
            progress.done, progress.total = done, total

        try:
            async with self._turn:
                progress.begun = True
                await asyncio.to_thread(write_whole, path, record.to_json() + "\n")
                child = Child(
                    ["review", str(path), "--json"],
                    self.folder,
                    out,
                    {**os.environ, **programs.FORBIDDEN, **paths.CLOSED},
                )
                if await child.run(show, said.append):
                    self._failed[name] = said[-1].partition(": ")[2] or said[-1]
        finally:
            path.unlink(missing_ok=True)
            del self._working[name]


def _digest(record: Record) -> str:
    played = {key: value for key, value in record.to_dict().items() if key not in ("agents", "notes", "seed", "salt")}
    text = json.dumps([__version__, played], sort_keys=True)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _in_words(found: Mapping[str, Any], record: Record, hidden: Seats, language: str) -> JsonObject:
    """The review as the page shows it: moves named, reasons in sentences, what may not be seen left out."""
    face = face_of(game_of(record), language)
    units = []
    for unit in found["units"]:
        decisions = [_said(one, face) for one in unit["decisions"] if one["seat"] not in hidden]
        lost = [None if seat in hidden else lost for seat, lost in enumerate(unit["lost"])]
        cards = {} if hidden else {key: unit[key] for key in ("dealt", "points", "luck") if key in unit}
        before = {key: unit[key] for key in ("before", "after") if key in unit}
        units.append({"unit": unit["unit"], "lost": lost, "decisions": decisions, **before, **cards})
    seats = [None if seat in hidden else one for seat, one in enumerate(found["seats"])]
    return {"analyst": found["analyst"], "finished": found["finished"], "seats": seats, "units": units}


def _said(one: Mapping[str, Any], face: Face[Any]) -> JsonObject:
    told = {key: one[key] for key in ("unit", "ply", "seat", "move", "mark", "loss") if key in one}
    told["name"] = face.name_of(one["move"])
    if "analysis" in one:
        told["kind"] = one["analysis"]["unit"]
    if one.get("best"):
        told["best"] = face.name_of(one["best"])
    if one.get("why") and one["mark"] in GRADES:
        told["sentence"] = reason(one["why"], face)
    return told
