"""Words that have one meaning: a seed is where chance comes from, a published work is a paper."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bolicho.agents import AGENTS
from bolicho.games import GAMES
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.experiment import SCALES
from bolicho.learn.markov.switches import CHOICES

SOURCE = Path(__file__).parent.parent / "src" / "bolicho"
ABOUT_CHANCE = {"about-seed", "field-seed", "help-seed"}
"""Keys of words about the seed that chance comes from."""
PAPER = re.compile(r"\b[Tt]he seeds?\b|\bseed's|\bseeds'|\bseed (says|prints)|\bscale seed\b|\bescala seed\b|^seed\b")
CHANCE = (
    "comes from the seed",
    "with it and the seed the run repeats",
    "all chance depends, beside the seed",
    "no function of the seed",
)
"""What may be said of *the* seed."""


def texts(told: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every text of a file of words, with the keys that lead to it."""
    for key, value in told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ():
        if isinstance(value, str):
            yield (*path, str(key)), value
        else:
            yield from texts(value, (*path, str(key)))


def means_a_paper(text: str) -> bool:
    for phrase in CHANCE:
        text = text.replace(phrase, "")
    return PAPER.search(text) is not None


def test_no_name_that_is_typed_calls_a_paper_a_seed() -> None:
    presets = [preset for game in GAMES.names() for preset in GAMES.make(game).presets]
    switches = [value for values in CHOICES.values() for value in values]
    typed = [*AGENTS.names(), *GAMES.names(), *EXPERIMENTS.names(), *SCALES, *presets, *switches]
    assert [name for name in typed if "seed" in name] == []


@pytest.mark.parametrize("file", sorted(SOURCE.rglob("*.toml")), ids=lambda file: str(file.relative_to(SOURCE)))
def test_no_word_calls_a_paper_a_seed(file: Path) -> None:
    found = list(texts(tomllib.loads(file.read_text(encoding="utf-8"))))
    assert [path for path, _ in found if "seed" in path[-1].split("-") and path[-1] not in ABOUT_CHANCE] == []
    assert [(path, text) for path, text in found if means_a_paper(text)] == []


def test_no_line_of_help_calls_a_paper_a_seed() -> None:
    helps = [
        (file.name, one.value)
        for file in (SOURCE / "cli").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.keyword) and node.arg == "help"
        for one in ast.walk(node.value)
        if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]
    assert len(helps) > 100
    assert [(file, text) for file, text in helps if means_a_paper(text)] == []


@pytest.mark.parametrize("text", ["the seed's table", "The seed prints 3", "seed: the size of the work", "seed says"])
def test_the_old_word_is_found(text: str) -> None:
    assert means_a_paper(text)


PARTICIPLES = {"told", "found", "asked", "said", "seen", "shown", "kept", "whole"}
"""They carry tense, not type: what is told, and of what, nobody knows from the name."""
STILL = {
    ("lab/works/moral/judge.py", "said"),
    ("lab/works/paulus/judge.py", "said"),
    ("lab/works/rossato/court.py", "said"),
    ("lab/works/rossato/court.py", "shown"),
    ("lab/works/rossato/series.py", "told"),
    ("learn/ladder/tree.py", "said"),
    ("train/markov/training.py", "told"),
}
"""Those that are left; none may be added."""


def named_by_a_participle() -> Iterator[tuple[str, str]]:
    """Modules, and public classes, functions and methods, whose name is nothing but a participle."""
    for file in SOURCE.rglob("*.py"):
        place = file.relative_to(SOURCE).as_posix()
        if file.stem in PARTICIPLES:
            yield place, file.stem
        tree = ast.parse(file.read_text(encoding="utf-8"))
        inside = [one for node in tree.body if isinstance(node, ast.ClassDef) for one in node.body]
        for node in [*tree.body, *inside]:
            if (
                isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
                and node.name.lower() in PARTICIPLES
            ):
                yield place, node.name


def test_no_module_class_function_or_method_is_called_by_a_participle_alone() -> None:
    assert set(named_by_a_participle()) == STILL
