"""Where other machines find this house: links and codes that are made on the machine itself must open on phones."""

from fastapi import APIRouter, Request
from pydantic import BaseModel

from bolicho.web.server.guard import HouseHere, is_admin, problems

router = APIRouter(prefix="/api", tags=["lobby"])


class Addresses(BaseModel):
    """Addresses that other machines can open, the likeliest first."""

    addresses: list[str]


@router.get("/addresses", responses=problems(422))
async def addresses(request: Request, house: HouseHere) -> Addresses:
    """Tell the owner and this very machine where others find the house; everybody else has found it already."""
    return Addresses(addresses=list(house.settings.addresses) if is_admin(request) else [])
