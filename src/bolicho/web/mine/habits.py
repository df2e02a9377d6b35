"""The habits of whoever asks, priced: over matches that their browser names, each reviewed once and kept by its digest.

The house keeps nothing of who asked: the list comes with every request, and what is kept is the review of each match,
as anybody who may see the match can have it made.
"""

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.core.words import Words
from bolicho.lab.studies.profiles import advice
from bolicho.lab.studies.profiles.equilibrium import equilibrium
from bolicho.lab.studies.profiles.measures import ANSWERS, AXES, BLUFFS, CALLS, FOLDS
from bolicho.lab.studies.profiles.people import people
from bolicho.lab.studies.profiles.prices import FEW, Price, Priced, Prices
from bolicho.lab.studies.profiles.profile import PLAYED, Profile, Rate, over_units
from bolicho.lab.studies.profiles.records import reviewed, sheet
from bolicho.lab.studies.profiles.tables import named
from bolicho.lab.studies.profiles.tally import PROFILED
from bolicho.play.replay import game_of
from bolicho.play.review import analyst_of
from bolicho.web.jobs.making import DAMAGED, Progress
from bolicho.web.replay.api import opened
from bolicho.web.server.guard import HouseHere, Refusal, problems, source_of
from bolicho.web.server.house import House
from bolicho.web.tables.api import RequestBody
from bolicho.web.tables.hidden import people_in, seat_of
from bolicho.web.tables.messages import Language

router = APIRouter(prefix="/api/habits", tags=["mine"])
MOST = 20
"""Matches at a time: the newest say most about how somebody plays now."""
SHOWN = 12
MEASURES = [
    one for one in (*CALLS, *BLUFFS, *ANSWERS, *FOLDS, *AXES)
    if one not in ("retruco", "vale-quatro", "envido-low", "truco-weak") and not one.startswith("flor")
]  # fmt: skip


class OwnMatch(RequestBody):
    """A match of whoever asks: its number, and the token of their seat where the browser still has it."""

    record: Annotated[int, Field(ge=1, lt=2**53)]
    token: Annotated[str, Field(max_length=200)] = ""


class HabitsRequest(RequestBody):
    """The matches."""

    matches: Annotated[list[OwnMatch], Field(min_length=1, max_length=MOST)]
    language: Language = "pt-BR"


class RateInfo(BaseModel):
    """How often something was done, of how many chances, with its 95 % interval."""

    share: float | None
    low: float | None
    high: float | None
    of: int


class MeasureInfo(BaseModel):
    """One measure: the person beside equilibrium against itself, and recorded people."""

    name: str
    own: RateInfo
    equilibrium: RateInfo
    people: RateInfo


class PriceInfo(BaseModel):
    """A mean a hand, with its 95 % interval over hands."""

    mean: float
    low: float
    high: float


class HabitInfo(BaseModel):
    """A habit: how often, what equilibrium does in those very positions, and what it costs a hand."""

    name: str
    sentence: str
    done: int
    of: int
    expected: float | None = Field(description="equilibrium's share; none where it is about which card")
    chance: PriceInfo = Field(description="of the chance to win the match")
    points: PriceInfo
    costs: bool = Field(description="whether it surely costs something, all habits looked at together")


class HabitsFound(BaseModel):
    """What came out."""

    matches: int
    hands: int
    left_out: int = Field(description="matches of other games or rules, or in which the own seat is not known")
    chance: PriceInfo | None = Field(description="what all decisions gave away a hand")
    points: PriceInfo | None
    dearest: list[HabitInfo]
    habits: list[HabitInfo]
    measures: list[MeasureInfo]


class HabitsInfo(BaseModel):
    """How far it is, in matches; then what came out."""

    state: str = Field(description="working or done")
    done: int
    total: int
    habits: HabitsFound | None = None


class DamagedReview(Exception):
    """The kept review of a match cannot be read."""

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record


class Own(NamedTuple):
    """A match, and the seat of whoever asks."""

    record: Record
    seat: int


AT_WORK: dict[int | str, JsonObject] = {202: {"model": HabitsInfo, "description": "Reviews are being made: ask again"}}


@router.post("", response_model=HabitsInfo, responses=problems(413, 422, 429) | AT_WORK)
async def habits(request: Request, response: Response, house: HouseHere, asked: HabitsRequest) -> HabitsInfo:
    """Price the habits in some matches of one's own. Their reviews are made one after the other: ask until all are."""
    own = [one for match in asked.matches if (one := await _own(request, house, match)) is not None]
    found: list[tuple[Own, JsonObject]] = []
    left_out = len(asked.matches) - len(own)
    for one in own:
        try:
            review = house.reviews.of(one.record, source_of(request))
        except Refusal as refused:
            if refused.status == 429:  # too many wait: this one keeps its place by asking again
                raise
            left_out += 1
            continue
        if isinstance(review, Progress):
            response.status_code = 202
            return HabitsInfo(state="working", done=len(found), total=len(own))
        found.append((one, review))
    async with house.turn:
        try:
            told = await house.read(_found, found, left_out, asked.language)
        except DamagedReview as damaged:
            house.reviews.anew(damaged.record, source_of(request))
            response.status_code = 202
            return HabitsInfo(state="working", done=len(found) - 1, total=len(own))
    return HabitsInfo(state="done", done=len(found), total=len(own), habits=told)


async def _own(request: Request, house: House, match: OwnMatch) -> Own | None:
    """Return a match and the seat of who asks: by the token, or because one person alone sat there."""
    try:
        record = await opened(request, house, match.record)
    except Refusal:
        return None
    if record.game not in PROFILED or not analyst_of(game_of(record)):
        return None
    seat, sat = await seat_of(match.token, house, record), people_in(record)
    if seat is None and len(sat) == 1:
        seat = next(iter(sat))
    return None if seat is None else Own(record, seat)


def _found(matches: list[tuple[Own, JsonObject]], left_out: int, language: str) -> HabitsFound:
    prices, sheets = Prices(), []
    for one, review in matches:
        try:
            hands = list(reviewed(one.record, one.seat, review))
        except DAMAGED:
            raise DamagedReview(one.record) from None
        if not any(hands):
            left_out += 1  # rules that the analyst does not know
            continue
        sheets.append(sheet(one.record, one.seat))
        for hand in hands:
            prices.hand(hand)
    found, words = prices.price_list(), advice.words_in(language)
    profile = over_units("own", PLAYED, sheets, len(sheets))
    often = [one for one in found.habits if one.done >= FEW]
    return HabitsFound(
        matches=len(sheets),
        hands=found.hands,
        left_out=left_out,
        chance=found.whole and _price(found.whole.chance),
        points=found.whole and _price(found.whole.points),
        dearest=[_habit(one, words) for one in found.dearest()],
        habits=[_habit(one, words) for one in often[:SHOWN]],
        measures=[_measure(one, profile, language) for one in MEASURES] if sheets else [],
    )


def _habit(one: Priced, words: Words) -> HabitInfo:
    return HabitInfo(
        name=advice.name(one, words),
        sentence=advice.advice(one, words),
        done=one.done,
        of=one.of,
        expected=one.expected if one.instead else None,
        chance=_price(one.chance),
        points=_price(one.points),
        costs=one.costs,
    )


def _price(price: Price) -> PriceInfo:
    return PriceInfo(mean=price.mean, low=price.low, high=price.high)


def _measure(measure: str, own: Profile, language: str) -> MeasureInfo:
    name = named(measure, Words("bolicho.lab.studies.profiles", language, "words.toml"))
    rates = (one[measure] for one in (own, equilibrium(), people()))
    mine, best, recorded = (_rate(one) for one in rates)
    return MeasureInfo(name=name, own=mine, equilibrium=best, people=recorded)


def _rate(one: Rate) -> RateInfo:
    return RateInfo(share=one.share, low=one.low, high=one.high, of=one.of)
