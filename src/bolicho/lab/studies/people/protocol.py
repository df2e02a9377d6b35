"""A protocol: which agents people meet, how often, in which order, what they agree to; a TOML file.

>>> paulus = protocol("paulus")
>>> [[agent.partition("@")[0] for agent in paulus.rivals_of(place)] for place in (0, 1)]
[['cbr:PVCNPS', 'cbr:NPS', 'cbr:PVS', 'cbr:PVCS'], ['cbr:NPS', 'cbr:PVCS', 'cbr:PVCNPS', 'cbr:PVS']]
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

from bolicho.agents import AGENTS, make
from bolicho.core.contract import Game
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonObject
from bolicho.core.words import LANGUAGES
from bolicho.games import GAMES
from bolicho.lab.studies.people.orders import orders

BUNDLED = ("paulus", "moral")
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
MOST_AGENTS, MOST_MATCHES, MOST_PEOPLE, LARGEST = 12, 20, 10_000, 100_000
"""Of agents, of matches with each, of people planned; and of signs in a file."""
KEYS = {
    "name": str, "game": str, "options": dict, "agents": list, "rivals": int, "matches": int, "people": int,
    "source": str, "prepare": list, "title": dict, "about": dict, "consent": dict,
}  # fmt: skip
OPTIONAL = ("options", "rivals", "matches", "source", "prepare")


@dataclass(frozen=True)
class Protocol:
    """A test with people, as it is planned."""

    name: str
    game: str
    options: Mapping[str, str | int]
    agents: tuple[str, ...]
    """The rivals."""
    rivals: int
    """How many of them each person meets."""
    matches: int
    """With each of them."""
    people: int
    """How many are planned; more may come."""
    source: str
    prepare: tuple[str, ...]
    """What must be typed before, so that the rivals are there."""
    title: Mapping[str, str]
    about: Mapping[str, str]
    consent: Mapping[str, str]

    @property
    def steps(self) -> int:
        """How many matches a person plays."""
        return self.rivals * self.matches

    @property
    def design(self) -> str:
        """The fingerprint of all that decides who meets whom, and under which rules."""
        facts = [self.game, dict(self.options), self.agents, self.rivals, self.matches]
        return blake2b(json.dumps(facts, sort_keys=True).encode(), digest_size=8).hexdigest()

    def rivals_of(self, place: int) -> tuple[str, ...]:
        """Return whom the person at a place of the design meets, match after match.

        Each round of matches takes the next row of the square; who meets only some rivals, those that come first.
        """
        rows = orders(len(self.agents))
        rounds = [rows[(place + number) % len(rows)][: self.rivals] for number in range(self.matches)]
        if self.rivals < len(self.agents):  # the same rivals in every round
            rounds = [rounds[0]] * self.matches
        return tuple(self.agents[one] for row in rounds for one in row)

    def make_game(self) -> Game:
        """Return the game with its rules."""
        game: Game = GAMES.make(self.game, **self.options)
        return game

    def check(self) -> "Protocol":
        """Return the protocol if its rivals can sit down; whoever lacks what they learned is told how to make it."""
        game = self.make_game()
        if game.seats != 2:
            raise BadInput(f"protocol {self.name!r}: {self.game} has {game.seats} seats; a person meets one rival here")
        for agent in self.agents:
            try:
                make(agent, game)
            except BadInput as error:
                before = f"; prepare it with: {' && '.join(self.prepare)}" if self.prepare else ""
                raise BadInput(f"protocol {self.name!r}: {error}{before}") from None
        return self

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        told = {key: getattr(self, key) for key in KEYS}
        plain = {key: dict(value) if isinstance(value, Mapping) else value for key, value in told.items()}
        return {**plain, "agents": list(self.agents), "prepare": list(self.prepare), "steps": self.steps,
                "design": self.design, "rows": len(orders(len(self.agents)))}  # fmt: skip


def protocol(name: str) -> Protocol:
    """Return a protocol of the house by its name, or one of a file."""
    return read(text_of(name), name)


def text_of(name: str) -> str:
    """Return the file of a protocol."""
    if name in BUNDLED:
        return (files("bolicho.lab.studies.people") / "protocols" / f"{name}.toml").read_text(encoding="utf-8")
    if not name.endswith(".toml"):
        raise UnknownName("protocol", name[:60], (*BUNDLED, "a .toml file"))
    try:
        return Path(name).read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{name}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{name}: expected a text in UTF-8") from None


def read(text: str, where: str) -> Protocol:
    """Read a protocol; anything wrong is told with its place."""
    if len(text) > LARGEST:
        raise BadInput(f"{where}: expected at most {LARGEST:,} signs")
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits is no TOMLDecodeError
        raise BadInput(f"{where}: {str(error).splitlines()[0]}") from None
    for key, value in data.items():
        if key not in KEYS:
            raise UnknownName(f"{where}: key", key[:60], KEYS)
        if type(value) is not KEYS[key]:
            raise BadInput(f"{where}: {key}: expected {_KINDS[KEYS[key]]}")
    for key in KEYS:
        if key not in data and key not in OPTIONAL:
            raise BadInput(f"{where}: {key} is missing")
    if not NAME.fullmatch(data["name"]):
        raise BadInput(f"{where}: name: expected small letters, digits and -, at most 40")
    for key in ("title", "about", "consent"):
        for language in LANGUAGES:
            if not isinstance(data[key].get(language), str) or not data[key][language].strip():
                raise BadInput(f"{where}: {key}.{language}: expected a text")
    agents = _texts(data["agents"], f"{where}: agents")
    if not 1 <= len(agents) <= MOST_AGENTS or len(set(agents)) < len(agents):
        raise BadInput(f"{where}: agents: expected 1 to {MOST_AGENTS}, none of them twice")
    for agent in agents:
        if (known := agent.partition(":")[0]) not in AGENTS.names():
            raise UnknownName(f"{where}: agent", known[:60], AGENTS.names())
    if data["game"] not in GAMES.names():
        raise UnknownName(f"{where}: game", data["game"][:60], GAMES.names())
    made = Protocol(
        data["name"], data["game"], _options(data.get("options", {}), where), agents,
        _number(data, "rivals", len(agents), len(agents), where), _number(data, "matches", 1, MOST_MATCHES, where),
        _number(data, "people", 1, MOST_PEOPLE, where), data.get("source", ""),
        _texts(data.get("prepare", []), f"{where}: prepare"), data["title"], data["about"], data["consent"],
    )  # fmt: skip
    made.make_game()
    return made


_KINDS = {str: "a text", int: "a whole number", dict: "a table", list: "a list"}


def _number(data: Mapping[str, Any], key: str, usual: int, most: int, where: str) -> int:
    number: int = data.get(key, usual)
    if not 1 <= number <= most:
        raise BadInput(f"{where}: {key} {str(number)[:20]}: expected 1 to {most:,}")
    return number


def _texts(found: list[Any], where: str) -> tuple[str, ...]:
    if not all(isinstance(one, str) and one.isprintable() and 0 < len(one) <= 200 for one in found):
        raise BadInput(f"{where}: expected texts")
    return tuple(found)


def _options(found: Mapping[str, Any], where: str) -> dict[str, str | int]:
    for key, value in found.items():
        if type(value) not in (str, int):
            raise BadInput(f"{where}: options.{key}: expected a text or a whole number")
    return dict(found)
