"""Who the agents are to people: a person behind the name, a face as data, a temper and what it says.

``characters.toml`` stands beside the agents: ours in this folder, those of a guest in the guest's package.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from bolicho.agents import AGENTS
from bolicho.core.errors import BadInput, BolichoError
from bolicho.core.json_text import JsonObject

FILE = "characters.toml"
OCCASIONS = ("greets", "won-hand", "lost-hand", "won", "lost")
"""When somebody says something: sitting down, a unit won or lost, the match won or lost."""


class Character(NamedTuple):
    """One agent as a person, in one language."""

    person: str
    """One or two sentences: who it is."""
    temper: str
    face: Mapping[str, str | int | bool]
    """What a drawing is made of: see ``web/static/js/pictures/faces.js``."""
    sayings: Mapping[str, tuple[str, ...]]
    """By occasion."""


@cache
def character_of(spec: str, language: str) -> Character | None:
    """Return who an agent is: as its file has the whole spec, else its bare name; None of whom no file tells.

    >>> character_of("ismcts:100", "en").person
    'Mara, a healer. She guesses cards by the way they are held.'
    """
    name = spec.partition(":")[0]
    try:
        known = _file_beside(str(getattr(AGENTS.factory(name), "__module__", "")))
    except BolichoError:
        return None
    told = known.get("agents", {})
    found = told.get(spec, told.get(name))
    return None if found is None else _read(found, known.get("tempers", {}), f"agents.{spec}", language)


def _read(found: JsonObject, tempers: JsonObject, where: str, language: str) -> Character:
    try:
        temper = tempers[found["temper"]][language]
        sayings = {occasion: tuple(map(str, temper[occasion])) for occasion in OCCASIONS}
        return Character(str(found[language]), str(temper["called"]), dict(found["face"]), sayings)
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{FILE}, {where}: {error} is missing or no such thing") from None


@cache
def _file_beside(module: str) -> JsonObject:
    """Return the file of the package that a module is in, or of the nearest one around it."""
    package = "" if module == "__main__" else module  # that of a notebook or a script is no package
    while package:
        try:
            text = (files(package) / FILE).read_text(encoding="utf-8")
        except (OSError, ImportError, TypeError, ValueError):
            package = package.rpartition(".")[0]
            continue
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadInput(f"{FILE} of {package}: {error}") from None
    return {}
