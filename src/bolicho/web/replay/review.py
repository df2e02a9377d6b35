"""Reviews of recorded matches: made by a process of its own, one at a time, and kept in the folder of the house."""

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from bolicho import __version__
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.games.face import Face, face_of
from bolicho.play.replay import game_of
from bolicho.play.review import GRADES, analyst_of, reason
from bolicho.web.jobs.making import DAMAGED, Maker, Progress, Words
from bolicho.web.replay.api import Number, opened
from bolicho.web.server.guard import HouseHere, Refusal, problems, source_of
from bolicho.web.server.house import House
from bolicho.web.tables.hidden import Seats, hidden_in
from bolicho.web.tables.messages import Language

router = APIRouter(prefix="/api", tags=["matches"])


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
    found = house.reviews.of(record, source)
    if not isinstance(found, Progress):
        try:
            return ReviewInfo(state="done", review=await house.read(_in_words, found, record, hidden, language))
        except DAMAGED:
            found = house.reviews.anew(record, source)
    response.status_code = 202
    return ReviewInfo(state="working" if found.begun else "waiting", done=found.done, total=found.total)


class Reviews(Maker):
    """Makes reviews, one at a time; what was made is read from its file."""

    def __init__(self, house: House) -> None:
        super().__init__(house.folder / "reviews", "not-reviewed")

    def of(self, record: Record, source: str | None = None) -> JsonObject | Progress:
        """Return the review of a record; one that is not there yet is begun."""
        return self.find(*_work(record), source=source)

    def anew(self, record: Record, source: str | None = None) -> Progress:
        """Make the review of a record, in the place of what was kept."""
        return self.begin(*_work(record), source=source)


def _work(record: Record) -> tuple[str, Words, str, int]:
    """How a review is made: its name, the command, what the command reads, and how much there is to do."""
    total = sum(len(unit.moves) for unit in record.units)
    return digest(record), lambda path: ["review", str(path), "--json"], record.to_json(), total


def digest(record: Record) -> str:
    """Name a record by what was played in it, whoever played."""
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
