"""The rules of a game as they hold at a table, told in words by the games' own talk, with what their pictures need."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel

from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.words import Words
from bolicho.games import GAMES
from bolicho.games.boards import BoardGame
from bolicho.games.boards import talk as board_talk
from bolicho.games.rikken import talk as rikken_talk
from bolicho.games.rikken.contracts import CONTRACTS
from bolicho.games.truco import talk as truco_talk
from bolicho.games.truco.cards import LADDER
from bolicho.web.server.guard import Refused, problems
from bolicho.web.server.pages import language_of
from bolicho.web.tables.voices import voice

router = APIRouter(prefix="/api", tags=["lobby"])

TELLERS: dict[str, Callable[[Any, Words], list[str]]] = {
    "truco": truco_talk.rules_told,
    "rikken": rikken_talk.rules_told,
}
LONGEST = 400


class Line(BaseModel):
    """One rule; ``changed`` when it is told otherwise by default."""

    text: str
    changed: bool


class ContractTold(BaseModel):
    """A contract of Rikken: the tricks that make it, its value, and what is special about it."""

    name: str
    title: str
    low: int
    high: int
    value: int
    alone: bool
    trump: bool
    open: bool


class RulesTold(BaseModel):
    """The rules under a preset and options, in the language of the request."""

    game: str
    title: str
    preset: str | None
    options: dict[str, str | int]
    lines: list[Line]
    contracts: list[ContractTold]
    """Rikken: low to high."""
    ladder: list[list[str]]
    """Truco: the cards by strength, the highest first; those of one level tie."""
    board: dict[str, Any] | None
    """Board games: the board and the position in which a game begins."""


@router.get("/games/{name}/rules", responses=problems(404, 422))
def rules(request: Request, name: str, preset: str = "", options: str = "") -> RulesTold:
    """Tell the rules of a game, by default or as a preset and options (``flor=off,target=12``) have them."""
    if name not in GAMES.names():
        raise Refused(404, "no-such-game", f"no game {name!r}; there are {', '.join(GAMES.names())}")
    language = language_of(request)
    chosen: dict[str, str] = read_options(options) | ({"preset": preset} if preset else {})
    try:
        plain = GAMES.make(name)
    except BolichoError as error:  # a guest's game that does not load
        raise Refused(404, "no-such-game", str(error)) from None
    game = GAMES.make(name, **chosen)
    usual = set(told(plain, language))
    words = Words("bolicho.games.rikken", language)
    speaker = voice(game, language, ())
    return RulesTold(
        game=name,
        title=speaker.title,
        preset=dict(game.options).get("preset"),
        options={option: value for option, value in game.options.items() if option != "preset"},
        lines=[Line(text=line, changed=line not in usual) for line in told(game, language)],
        contracts=[
            ContractTold(
                name=line.name,
                title=rikken_talk.contract_name(line.name, words),
                low=line.low,
                high=line.high,
                value=line.value,
                alone=line.alone,
                trump=line.trump != "none",
                open=line.open,
            )
            for line in (CONTRACTS if name == "rikken" else ())
        ],
        ladder=[list(cards) for cards in reversed(LADDER)] if name == "truco" else [],
        board=speaker.state(game.start().view(0)) if isinstance(game, BoardGame) else None,
    )


def told(game: Any, language: str) -> list[str]:
    """Return the rules of a game in words; nothing of a guest's game that brings none."""
    if isinstance(game, BoardGame):
        return board_talk.rules_told(game, Words("bolicho.games.boards", language))
    teller = TELLERS.get(game.name)
    return [] if teller is None else teller(game.rules, Words(f"bolicho.games.{game.name}", language))


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
