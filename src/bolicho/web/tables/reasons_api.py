"""What explanations are drawn with and asks the server for: the cards of a case, perfect play on a board."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from bolicho.core.errors import BadInput
from bolicho.games.boards import board_game
from bolicho.games.boards.rules import moves, parse_position, result
from bolicho.web.server.guard import HouseHere, Refusal, problems
from bolicho.web.tables.messages import Language
from bolicho.web.tables.seats import game_of

router = APIRouter(prefix="/api", tags=["why"])


class CaseCard(BaseModel):
    """A card of a case: in the notation where its suit is known, else only what is known of it."""

    card: str | None
    text: str


class CaseHand(BaseModel):
    """One case as the hand it was."""

    case: int
    cards: list[CaseCard]
    story: list[str]


class Cases(BaseModel):
    """Some cases of a base."""

    base: str
    source: str
    cases: list[CaseHand]


class BoardQuestion(BaseModel):
    """A position of a board game, as ``str(position)`` writes it."""

    game: str = Field(max_length=60, examples=["tapatan"])
    position: str = Field(max_length=80, examples=["121000212 1"])


class MoveValue(BaseModel):
    """What a move is worth to who makes it, with the best play of both: 1 wins, 0 draws, -1 loses, in so many plies."""

    move: str
    value: int
    distance: int
    best: bool


class Values(BaseModel):
    """A position and its moves under perfect play; no moves where the game is over."""

    game: str
    position: str
    value: int
    distance: int
    moves: list[MoveValue]


@router.get("/cases/{base}", response_model=Cases, responses=problems(404, 422))
async def cases(
    house: HouseHere,
    base: Annotated[str, Path(max_length=60)],
    case: Annotated[list[Annotated[int, Field(ge=0, le=2**31)]], Query(max_length=20)],
    language: Language = "en",
) -> Cases:
    """Tell cases of a bundled base as hands: the cards received, and what happened."""
    from bolicho.learn.cases import shelf

    if base not in shelf.BUNDLED:
        raise Refusal(404, "no-base", f"base {base!r} is not bundled with Bolicho; bundled: {', '.join(shelf.BUNDLED)}")
    return await house.read(_cases, base, case, language)


@router.post("/boards/values", response_model=Values, responses=problems(413, 422))
async def board_values(house: HouseHere, asked: BoardQuestion) -> Values:
    """Return what every move of a position is worth under perfect play (retrograde analysis, kept once made)."""
    async with house.turn:
        return await house.read(perfect_values, asked.game, asked.position)


def perfect_values(game: str, position: str) -> Values:
    """Look a position up in the solved game; one that no play reaches is refused."""
    from bolicho.learn.boards.solution import worth_in

    rules = board_game(game_of(game, None, {}), f"{game}: perfect play is known of board games only")
    here = parse_position(rules.board, position)
    known = worth_in(rules.board, here)
    if known is None:
        raise BadInput(f"position '{here}': no game of {game} reaches it")
    worth, told = known.worth, []
    if result(rules.board, here) is None:
        best, legal = known.best, moves(rules.board, here)
        told = [
            MoveValue(move=move, value=one.value, distance=one.distance, best=place in best)
            for place, (move, one) in enumerate(zip(legal, known.moves, strict=True))
        ]
    return Values(game=game, position=str(here), value=worth.value, distance=worth.distance, moves=told)


def _cases(name: str, numbers: list[int], language: str) -> Cases:
    from bolicho.learn.cases import shelf
    from bolicho.learn.cases.truco.story import CODE_NAMES, story
    from bolicho.learn.cases.truco.ufsm.cards import OF_CODE

    base = shelf.base(name)
    told = []
    for number in numbers:
        if number >= len(base):
            raise Refusal(404, "no-case", f"base {name!r} has {len(base)} cases, from 0: there is no case {number}")
        one = base.case(number)
        cards = []
        for level in ("high", "medium", "low"):
            code = one[level]
            card = OF_CODE.get(code or 0, {}).get(one[f"{level}_suit"] or 0)
            cards.append(CaseCard(card=card, text=card or ("?" if code is None else CODE_NAMES[code])))
        told.append(CaseHand(case=number, cards=cards, story=story(one, language)))
    return Cases(base=name, source=base.source, cases=told)
