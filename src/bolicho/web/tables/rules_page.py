"""The rules of a game as they hold at a table, told by the face of the game, with what its pictures need."""

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.json_text import JsonObject
from bolicho.games import GAMES
from bolicho.games.face import face_of
from bolicho.web.server.guard import Refusal, problems
from bolicho.web.server.pages import language_of

router = APIRouter(prefix="/api", tags=["lobby"])

LONGEST = 400


class Line(BaseModel):
    """One rule; ``changed`` when it is told otherwise by default."""

    text: str
    changed: bool


class ContractInfo(BaseModel):
    """A contract: the tricks that make it, its value, and what is special about it."""

    name: str
    title: str
    low: int
    high: int
    value: int
    alone: bool
    trump: bool
    open: bool = Field(description="whether the declarer's cards are seen")
    plus: bool = Field(description="whether the others show each other theirs too")


class RulesInfo(BaseModel):
    """The rules under a preset and options, in the language of the request."""

    game: str
    title: str
    preset: str | None
    options: dict[str, str | int]
    lines: list[Line]
    deck: str
    """Which pictures the cards have: spanish, french, or none."""
    contracts: list[ContractInfo]
    """What can be bid, low to high; none in most games."""
    ladder: list[list[str]]
    """The cards by strength, the highest first; those of one level tie. Empty where the game draws none."""
    board: JsonObject | None
    """The board and the position in which a game begins; none in card games."""


@router.get("/games/{name}/rules", responses=problems(404, 422))
def rules(request: Request, name: str, preset: str = "", options: str = "") -> RulesInfo:
    """Tell the rules of a game, by default or as a preset and options (``flor=off,target=12``) have them."""
    return rules_told(name, language_of(request), preset, options)


def rules_told(name: str, language: str, preset: str = "", options: str = "") -> RulesInfo:
    """Tell the rules of a game in a language."""
    if name not in GAMES.names():
        raise Refusal(404, "no-such-game", f"no game {name!r}; there are {', '.join(GAMES.names())}")
    chosen: dict[str, str] = read_options(options) | ({"preset": preset} if preset else {})
    try:
        plain = GAMES.make(name)
    except BolichoError as error:  # a guest's game that does not load
        raise Refusal(404, "no-such-game", str(error)) from None
    game = GAMES.make(name, **chosen)
    face, usual = face_of(game, language), set(face_of(plain, language).rules())
    pictures: JsonObject = {"contracts": [], "ladder": [], "board": None} | face.pictures()
    return RulesInfo(
        game=name,
        title=face.title,
        deck=face.deck,
        preset=dict(game.options).get("preset"),
        options={option: value for option, value in game.options.items() if option != "preset"},
        lines=[Line(text=line, changed=line not in usual) for line in face.rules()],
        **pictures,
    )


def read_options(text: str) -> dict[str, str]:
    """Read ``name=value`` pairs between commas.

    >>> read_options("flor=off,target=12")
    {'flor': 'off', 'target': '12'}
    """
    if len(text) > LONGEST:
        raise BadInput(f"options: {len(text)} characters, expected at most {LONGEST}")
    found: dict[str, str] = {}
    for pair in filter(None, text.split(",")):
        option, equals, value = pair.partition("=")
        if not equals or not option or option == "preset":
            raise BadInput(f"options {text!r}: expected name=value pairs between commas")
        found[option] = value
    return found
