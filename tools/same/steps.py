"""The parts as data: which commands are run, in which forms."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

DATA = Path(__file__).with_name("parts.toml")
FORMS = {"json": ("--json",), "en": ("--language", "en"), "pt-BR": ("--language", "pt-BR")}
PLACES = {"{form}": tuple(FORMS), "{language}": ("en", "pt-BR")}
"""A command with one of these is run once for each, one after the other in the same folder; {it} is then which."""
PROBE, LINES = "probe ", " <<< "


class Step(NamedTuple):
    """One command: its name is that of its folder in the outputs."""

    name: str
    words: tuple[str, ...]
    probe: bool = False
    typed: str = ""


class Part(NamedTuple):
    """Commands that are run one after the other in a folder of their own."""

    name: str
    fast: bool
    numbers: bool
    steps: tuple[Step, ...]


def parts(file: Path = DATA) -> dict[str, Part]:
    """Return all parts by name."""
    read = tomllib.loads(file.read_text(encoding="utf-8"))
    return {name: part(name, **one) for name, one in read.items()}


def part(name: str, run: list[str], fast: bool = False, numbers: bool = True) -> Part:
    """Return a part of what the data file says about it."""
    steps = tuple(step for line in run for step in steps_of(line))
    twice = {step.name for step in steps if sum(step.name == other.name for other in steps) > 1}
    if twice:
        raise ValueError(f"part {name}: two steps are called {', '.join(sorted(twice))}")
    return Part(name, fast, numbers, steps)


def steps_of(line: str) -> Iterator[Step]:
    """Yield the steps of a line of the data file.

    >>> [step.name for step in steps_of("games {form}")]
    ['games json', 'games en', 'games pt-BR']
    >>> next(steps_of("play tapatan --language en <<< 1 q"))
    Step(name='play tapatan en', words=('play', 'tapatan', '--language', 'en'), probe=False, typed='1\\nq\\n')
    """
    command, _, lines = line.partition(LINES)
    typed = "".join(f"{word}\n" for word in lines.split())
    place = next((place for place in PLACES if place in command), None)
    for form in PLACES[place] if place else ("",):
        whole = command.replace(place, " ".join(FORMS[form])).replace("{it}", form) if place else command
        words = shlex.split(whole.removeprefix(PROBE))
        yield Step(_name(words), tuple(words), command.startswith(PROBE), typed)


def _name(words: list[str]) -> str:
    # what a person looks for in a list of differences: the command without its dashes
    text = " ".join(word.lstrip("-") for word in words if word != "--language")
    return re.sub(r"[^\w .,:=@-]", "-", text)[:120].strip()
