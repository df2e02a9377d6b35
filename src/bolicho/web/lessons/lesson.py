"""A lesson: what is said at each step, what is to be done, and what is answered; the rules decide what is legal.

A step stands where the moves before it lead, so nothing is kept of who learns: lesson and step say it all. Every
lesson is played through when it is read, and one that does not go is refused with its file and step.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.json_text import JsonObject
from bolicho.core.words import LANGUAGES
from bolicho.games import GAMES
from bolicho.web.server.refusal import Refusal
from bolicho.web.tables.picture import position_view, server_words

DATA = Path(__file__).with_name("data")
LEARNER = 0
"""The seat of who learns."""
Texts = dict[str, str]


@dataclass(frozen=True)
class Step:
    """One thing to read, or to do."""

    say: Texts
    state: Any
    """Where it begins."""
    after: Any
    """Where it ends: what was right is done, and the others have answered."""
    hand: int
    """Which of the set deals it is in."""
    do: tuple[str, ...]
    """Every move that is right; none: it is only read."""
    right: Texts
    wrong: Texts
    """What is said of any other move …"""
    wrongs: dict[str, Texts]
    """… but for these."""


@dataclass(frozen=True)
class Lesson:
    """A lesson as its file has it."""

    name: str
    game: Game
    title: Texts
    about: Texts
    rivals: tuple[str, ...]
    steps: tuple[Step, ...]


def names() -> tuple[str, ...]:
    """Return every lesson, by the name of its file, which is that of its game; in the order of the games."""
    return tuple(sorted((path.stem for path in DATA.glob("*.toml")), key=GAMES.names().index))


@cache
def lesson(name: str) -> Lesson:
    """Read a lesson and play it through."""
    if name not in names():
        raise Refusal(404, "no-such-lesson", f"no lesson {name!r}; there are {', '.join(names())}")
    return read((DATA / f"{name}.toml").read_text(encoding="utf-8"), name)


def read(text: str, name: str) -> Lesson:
    """Read a lesson from its text."""
    try:
        data = tomllib.loads(text)
        game = GAMES.make(data["game"], **data.get("options", {}))
        told = {key: _texts(data[key], f"lesson {name}: {key}") for key in ("title", "about")}
        steps = tuple(_steps(name, game, data["step"]))
    except KeyError as error:
        raise BadInput(f"lesson {name}: {error} is missing") from None
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"lesson {name}: {error}") from None
    return Lesson(name, game, rivals=tuple(data["rivals"]), steps=steps, **told)


def _steps(name: str, game: Game, data: list[JsonObject]) -> "list[Step]":
    state, hand, steps = None, -1, []
    for number, one in enumerate(data, 1):
        where = f"lesson {name}, step {number}"
        try:
            if "deal" in one:
                state, hand = game.start(game.parse_deal(one["deal"]), **one.get("context", {})), hand + 1
            if state is None:
                raise BadInput("the first step needs a deal")
            state = _played(state, one.get("before", []))
            do = tuple(one.get("do", ()))
            for move in do:
                if state.seat != LEARNER or move not in state.moves():
                    raise BadInput(f"{move!r} cannot be done here; legal: {' '.join(state.moves())}")
            after = _played(state, [*do[:1], *one.get("after", [])])
            onward = number < len(data) and "deal" not in data[number]
            if len(do) > 1 and (onward or one.get("after")):
                raise BadInput("several moves are right, so what follows must be a new deal")
            texts = {
                key: _texts(one.get(key, {}), f"{where}: {key}", needed=key == "say" or bool(do)) for key in ANSWERS
            }
            wrongs = {move: _texts(said, f"{where}: wrongs.{move}") for move, said in one.get("wrongs", {}).items()}
            steps.append(Step(state=state, after=after, hand=hand, do=do, wrongs=wrongs, **texts))
        except BolichoError as error:
            raise BadInput(f"{where}: {error}") from None
        state = after
    return steps


ANSWERS = ("say", "right", "wrong")


def _played(state: Any, moves: list[str]) -> Any:
    for move in moves:
        state = state.play(move)
    return state


def _texts(given: JsonObject, where: str, *, needed: bool = True) -> Texts:
    if needed and set(given) != set(LANGUAGES):
        raise BadInput(f"{where}: a text in each of {', '.join(LANGUAGES)} is needed")
    return {language: str(text).strip() for language, text in given.items()}


# ── what a page is told ───────────────────────────────────────────────────────────────────────────────────────────


def listed(language: str) -> list[JsonObject]:
    """Tell of every lesson."""
    known = [lesson(name) for name in names()]
    return [{"name": one.name, "title": one.title[language], "about": one.about[language]} for one in known]


def step_view(name: str, number: int, language: str) -> JsonObject:
    """Return a step: what is said, and the table as who learns sees it."""
    one = lesson(name)
    step = _step(one, number)
    facts = {
        "lesson": name,
        "title": one.title[language],
        "game": one.game.name,
        "step": number,
        "steps": len(one.steps),
    }
    view = _view(one, step, step.state, number, language)
    return {**facts, "say": step.say[language], "asks": bool(step.do), "view": view}


def answered(name: str, number: int, move: str, language: str) -> JsonObject:
    """Say whether a move was right, and why; after a right one, return the table as it is then."""
    one = lesson(name)
    step = _step(one, number)
    if move not in step.state.moves() or not step.do:
        raise Refusal(422, "illegal", f"illegal move {move[:40]!r}; legal: {' '.join(step.state.moves())}")
    if move not in step.do:
        return {"right": False, "said": step.wrongs.get(move, step.wrong)[language], "view": None}
    after = step.after if move == step.do[0] else step.state.play(move)
    return {"right": True, "said": step.right[language], "view": _view(one, step, after, number, language, done=True)}


def _step(one: Lesson, number: int) -> Step:
    if not 0 <= number < len(one.steps):
        raise Refusal(
            404, "no-such-step", f"lesson {one.name} has {len(one.steps)} steps, from 0: there is no step {number}"
        )
    return one.steps[number]


def _view(one: Lesson, step: Step, state: Any, number: int, language: str, *, done: bool = False) -> JsonObject:
    called = (server_words(language)("you"), *one.rivals)
    asks = bool(step.do) and not done
    told = position_view(one.game, state, LEARNER, called, language, asks=asks)
    return {**told, "unit": step.hand, "ply": 2 * number + done}
