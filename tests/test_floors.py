"""Arrows only go down: no floor imports from one above it, no corridor of a floor from one further along.

`tests/floors.py` reads who uses whom; that it would find each of these faults is shown at the end, on a few lines each.
"""

import re
from pathlib import Path

import pytest
from tests import floors
from tests.floors import Sources

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "bolicho"
HOUSE = floors.read(SOURCE)
MOST_MODULES = 25
"""In one folder: what one still sees at a glance."""

MAY_USE: dict[str, set[str]] = {
    "core": set(),
    "store": {"core"},
    "parallel": {"core"},
    "games": {"core"},
    "learn": {"core", "games", "store", "parallel"},
    "agents": {"core", "games", "learn", "parallel"},
    "play": {"core", "games", "learn", "agents", "store"},
    "train": {"core", "games", "learn", "agents", "play", "store", "parallel"},
    "arena": {"core", "games", "learn", "agents", "play", "store", "parallel"},
    "report": {"core", "arena"},
    "bench": {"core", "games", "learn", "agents", "play", "train", "arena", "store", "parallel"},
    "lab": {"core", "games", "learn", "agents", "play", "train", "arena", "store", "report", "bench", "parallel"},
    "field": {"core", "games", "learn", "agents", "play", "store"},
    "conformance": {"core", "games", "agents", "play"},
    "web": {"core", "games", "learn", "agents", "play", "train", "arena", "report", "lab", "store", "parallel"},
    "cli": {"core", "games", "learn", "agents", "play", "train", "arena", "report", "bench", "lab", "store", "web"}
    | {"field", "conformance"},
}

CORRIDORS = {
    "learn": ("search", "boards", "cases", "markov", "ladder", "trunk", "exploit", "equilibrium", "resolve"),
    "train": ("imitation", "cases", "markov", "qlearning", "equilibrium"),
    "arena": ("matches", "results", "plan", "run"),
    "play": ("puzzles",),
    "lab": ("engine", "charts", "tournament", "works", "studies"),
    "field": ("encode", "policy", "rl", "openspiel", "cbrkit", "line"),
    "web": (
        "server",
        "lobby",
        "tables",
        "lessons",
        "jobs",
        "replay",
        "puzzles",
        "teaching",
        "people",
        "tutor",
        "mine",
        "rooms",
        "site",
    ),
    "cli": ("table", "commands"),
}
"""Folders of a floor, the lowest first: each may use those before it, directly or by way of what lies in the floor."""

APART = ("bolicho.agents", "bolicho.games", "bolicho.lab.works", "bolicho.lab.studies")
"""Places whose folders know nothing of one another."""

EXCEPTIONS = {
    ("bolicho.agents.ismcts", "bolicho.agents.rikken"): "the search for Rikken bids, guesses and plays on as `mc` does",
    ("bolicho.web.jobs.child", "bolicho.cli.watching"): "a job is a command in a process of its own",
}
"""Arrows that would be forbidden, each with its reason."""

NO_PACKAGE = {
    "store/migrations": "Alembic runs its scripts by their paths",
    "store/migrations/versions": "Alembic runs its scripts by their paths",
}

ONLY_TESTS = {
    "docs": "the pages of docs/, and the hooks that build their site",
    "golden": "random play of each game, written out",
    "packaging": "wheel and source distribution",
    "readers": "every reader of files, in whatever floor",
    "tools": "the scripts of tools/",
}
"""Folders of tests that mirror none of the source."""

TESTED_ELSEWHERE = {
    "store/migrations": "tests/store/test_store_opening.py upgrades stores of every version",
    "store/migrations/versions": "tests/store/test_store_opening.py upgrades stores of every version",
    "train/qlearning": "tests/cli/commands/train/test_train.py: the command is the whole of it",
}
"""Folders of the source that have no folder of tests."""


def folders(place: Path) -> set[str]:
    """The folders with Python in them that lie in a place."""
    return {folder.name for folder in place.iterdir() if folder.is_dir() and any(folder.rglob("*.py"))}


def all_folders(place: Path) -> set[str]:
    """The folders with Python in them, however deep."""
    return {found.as_posix() for file in place.rglob("*.py") for found in file.relative_to(place).parents} - {"."}


def test_every_import_says_which_floor_it_is_from() -> None:
    assert floors.unreadable(HOUSE) == []


def test_a_floor_uses_only_what_stands_below_it() -> None:
    assert set(MAY_USE) == folders(SOURCE)
    assert floors.upward(HOUSE, MAY_USE) - set(EXCEPTIONS) == set()


@pytest.mark.parametrize("floor", CORRIDORS)
def test_a_corridor_uses_only_those_before_it(floor: str) -> None:
    assert set(CORRIDORS[floor]) == folders(SOURCE / floor)
    assert floors.onward(HOUSE, floor, CORRIDORS[floor]) == set()


@pytest.mark.parametrize("place", APART)
def test_games_agents_works_and_studies_know_nothing_of_one_another(place: str) -> None:
    assert floors.between(HOUSE, place) - set(EXCEPTIONS) == set()


def test_works_and_studies_know_nothing_of_one_another() -> None:
    assert not {("bolicho.lab.works", "bolicho.lab.studies"), ("bolicho.lab.studies", "bolicho.lab.works")} & (
        floors.between(HOUSE, "bolicho.lab")
    )


def test_every_floor_with_folders_has_an_order_or_keeps_them_apart() -> None:
    ordered = {*CORRIDORS, *(place.removeprefix("bolicho.") for place in APART)}
    assert {floor for floor in folders(SOURCE) if folders(SOURCE / floor)} - ordered == {"store"}  # its migrations


def test_every_exception_is_still_one() -> None:
    met = floors.upward(HOUSE, MAY_USE).union(*(floors.between(HOUSE, place) for place in APART))
    assert set(EXCEPTIONS) <= met


def test_no_module_uses_the_private_names_of_another() -> None:
    assert floors.private(HOUSE) == []


def test_every_folder_is_a_package() -> None:
    packages = {file.parent.relative_to(SOURCE).as_posix() for file in SOURCE.rglob("__init__.py")} - {"."}
    assert all_folders(SOURCE) - packages == set(NO_PACKAGE)


def test_the_folders_of_tests_mirror_those_of_the_source() -> None:
    # golden has no Python; its folder is named so that nobody looks for its source
    assert {*all_folders(TESTS), "golden"} - all_folders(SOURCE) == set(ONLY_TESTS)
    assert all_folders(SOURCE) - all_folders(TESTS) == set(TESTED_ELSEWHERE)


@pytest.mark.parametrize("kind", ["py", "js"])
def test_a_folder_is_seen_at_a_glance(kind: str) -> None:
    folders = {file.parent for file in SOURCE.rglob(f"*.{kind}")}
    assert len(folders) > 10
    for folder in sorted(folders):
        modules = len(list(folder.glob(f"*.{kind}")))
        assert modules <= MOST_MODULES, f"{folder.relative_to(SOURCE)}: {modules} modules"


def test_the_picture_of_the_floors_names_every_floor_and_corridor() -> None:
    text = (SOURCE.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    for floor in MAY_USE:
        assert f"`{floor}`" in text, floor
        for corridor in CORRIDORS.get(floor, ()):
            assert f"{corridor}/" in text or f"{floor}/{corridor}" in text, f"{floor}/{corridor}"


DECIDES = "bolicho.arena.results.intervals"
"""Where it is decided on which side of a value an interval lies, and what is said at the edge."""
NO_INTERVALS = ("bolicho.games.", "bolicho.agents.", "bolicho.lab.works.rosa.bidding", "bolicho.core.options")
"""Their ``low`` and ``high`` are tricks of a contract, or bounds of an option, not ends of an interval."""


def test_one_place_decides_on_which_side_of_a_value_an_interval_lies() -> None:
    found = {module for module, text in HOUSE.items() if floors.compares(text, {"low", "high"})}
    assert {module for module in found if not module.startswith(NO_INTERVALS)} == {DECIDES}


def test_any_is_rare_also_under_another_name() -> None:
    lines = sum(text.count("\n") for text in HOUSE.values())
    assert floors.untyped(HOUSE, known={"JsonObject", "JsonMapping"}) < 8 * lines / 1000


# ── the check itself ──────────────────────────────────────────────────────────────────────────────────────────────


PLAIN = {
    "bolicho.__init__": "from bolicho.lab.engine.run import Run",
    "bolicho.core.__init__": "",
    "bolicho.core.words": "class Words:\n    _texts = {}\n\n\ndef _read(): ...",
    "bolicho.lab.__init__": "EXPERIMENTS = {'moral': 'bolicho.lab.works.moral.run:Run'}",
    "bolicho.lab.options": "from bolicho.core.words import Words",
    "bolicho.lab.engine.__init__": "",
    "bolicho.lab.engine.run": "from bolicho.lab import EXPERIMENTS\nfrom bolicho.lab.options import Words",
    "bolicho.lab.works.__init__": "",
    "bolicho.lab.works.moral.__init__": "from bolicho.lab.engine.run import Run",
    "bolicho.lab.works.moral.run": "self._own = 1\nother._own.x._replace(y=os._exit)",
    "bolicho.lab.works.rosa.__init__": "from bolicho import __version__",
}
"""A house in which nothing is wrong."""
FLOORS: dict[str, set[str]] = {"core": set(), "lab": {"core"}}
ALONG = ("engine", "works")


def with_text(module: str, text: str) -> Sources:
    return PLAIN | {f"bolicho.{module}": text}


def test_the_check_finds_nothing_where_nothing_is_wrong() -> None:
    assert not floors.upward(PLAIN, FLOORS)
    assert not floors.onward(PLAIN, "lab", ALONG)
    assert not floors.between(PLAIN, "bolicho.lab.works")
    assert not floors.private(PLAIN)
    assert not floors.unreadable(PLAIN)


UP = ("bolicho.core.words", "bolicho.lab.engine.run")


@pytest.mark.parametrize(
    "text",
    [
        "from bolicho.lab.engine.run import Run",
        "from bolicho.lab.engine import run",
        "import bolicho.lab.engine.run",
        "import bolicho.lab.engine.run as there",
        "def later():\n    from bolicho.lab.engine.run import Run",
        "import_module('bolicho.lab.engine.run')",
        "LATER = {'run': 'bolicho.lab.engine.run:Run'}",
    ],
)
def test_the_check_finds_an_arrow_upward(text: str) -> None:
    assert floors.upward(with_text("core.words", text), FLOORS) == {UP}


def test_the_check_finds_a_name_that_is_made_of_parts() -> None:
    assert floors.upward(with_text("core.words", "import_module(f'bolicho.lab.{name}')"), FLOORS)


@pytest.mark.parametrize(
    "text", ["import bolicho", "from bolicho import Run", "from . import run", "from .run import Run"]
)
def test_the_check_finds_an_import_that_does_not_say_its_floor(text: str) -> None:
    assert len(floors.unreadable(with_text("lab.works.rosa.run", text))) == 1


@pytest.mark.parametrize("text", ["from bolicho.lab.works.moral import run", "X = 'bolicho.lab.works.moral.run'"])
@pytest.mark.parametrize("module", ["lab.engine.run", "lab.engine.__init__", "lab.options"])
def test_the_check_finds_a_corridor_further_along_also_by_way_of_the_floor_itself(module: str, text: str) -> None:
    found = floors.onward(with_text(module, text), "lab", ALONG)
    assert found == {("bolicho.lab.engine", "bolicho.lab.works")}


@pytest.mark.parametrize("module", ["lab.works.rosa.__init__", "lab.works.rosa.deep.run"])
def test_the_check_finds_an_arrow_sideways(module: str) -> None:
    found = floors.between(with_text(module, "from bolicho.lab.works.moral import Run"), "bolicho.lab.works")
    assert found == {("bolicho.lab.works.rosa", "bolicho.lab.works.moral")}


@pytest.mark.parametrize(
    "text",
    [
        "from bolicho.core.words import _read",
        "import bolicho.core.words as there\nthere._read()",
        "import bolicho.core.words\nbolicho.core.words._read()",
        "from bolicho.core import words\nwords._read()",
        "from bolicho.core import words\n\n\ndef _read():\n    return words._read()",
        "def shown(words):\n    return words._texts",
        "def shown(words):\n    return getattr(words, '_texts')",
    ],
)
def test_the_check_finds_a_private_name_of_another_module(text: str) -> None:
    assert len(floors.private(with_text("lab.works.rosa.run", text))) == 1


@pytest.mark.parametrize("text", ["found.low > 0", "0 < one.figure.high", "a <= found.low <= b"])
def test_the_check_finds_an_interval_that_is_compared(text: str) -> None:
    assert floors.compares(text, {"low", "high"})


@pytest.mark.parametrize("text", ["found.low is None", "found.low == 3", "lower > higher", "print(found.low)"])
def test_the_check_leaves_alone_what_decides_nothing(text: str) -> None:
    assert not floors.compares(text, {"low", "high"})


def test_the_check_counts_a_name_where_it_is_used() -> None:
    assert floors.names("from typing import Any\n\n\ndef f(x: Any) -> dict[str, Any]: ...", {"Any"}) == 2


def test_the_check_counts_a_type_without_a_type_by_whatever_name() -> None:
    aside = {
        "bolicho.a": "Row = list[Any]\nJson = Any",
        "bolicho.b": "from bolicho.a import Row, Json\nx: Row\ny: Json",
    }
    assert floors.untyped(aside) == 4
    assert floors.untyped(aside, known={"Json"}) == 3


def test_the_check_sees_a_folder_that_is_no_package(tmp_path: Path) -> None:
    (tmp_path / "lab" / "deep").mkdir(parents=True)
    (tmp_path / "lab" / "deep" / "run.py").touch()
    assert folders(tmp_path / "lab") == {"deep"}
    assert all_folders(tmp_path) == {"lab", "lab/deep"}


NAMED = re.compile(r"``?((?:[\w-]+/)*[\w-]+\.py)``?|\b(docs/[\w./-]+\.md)")


def test_files_that_the_source_names_are_there() -> None:
    dead = []
    for file in SOURCE.rglob("*.py"):
        for found in NAMED.finditer(file.read_text(encoding="utf-8")):
            name = found[1] or found[2]
            if not any((folder / name).is_file() for folder in file.parents):
                dead.append(f"{file.relative_to(SOURCE)}: {name}")
    assert dead == []
