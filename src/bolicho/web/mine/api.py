"""Moving what a browser has kept to another device: it is left here for ten minutes, and fetched once by a code."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from bolicho.web.mine.parcels import SECONDS
from bolicho.web.server.guard import HouseHere, problems, source_of

router = APIRouter(prefix="/api/parcels", tags=["mine"])

LONGEST = 900_000
"""Letters of a parcel: five thousand matches."""


class NewParcel(BaseModel):
    """What is to be moved, as the browser wrote it: the house does not look into it."""

    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]


class ParcelCode(BaseModel):
    """The code by which the other device fetches it, once, and for how long."""

    code: str
    seconds: int


class CodeRequest(BaseModel):
    """A code, as it was typed."""

    model_config = ConfigDict(extra="forbid")

    code: Annotated[str, Field(min_length=1, max_length=40)]


class FetchedParcel(BaseModel):
    """What was left."""

    text: str


@router.post("", status_code=201, responses=problems(413, 422, 503))
async def leave(request: Request, house: HouseHere, asked: NewParcel) -> ParcelCode:
    """Leave a parcel for another device: held in memory for ten minutes, written nowhere."""
    return ParcelCode(code=house.parcels.leave(asked.text, source_of(request)), seconds=SECONDS)


@router.post("/fetch", responses=problems(404, 422, 429))
async def fetch(request: Request, house: HouseHere, asked: CodeRequest) -> FetchedParcel:
    """Fetch a parcel by its code; it is gone afterwards."""
    return FetchedParcel(text=house.parcels.fetch(asked.code, source_of(request)))
