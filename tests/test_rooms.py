"""Arrows only go down: no room imports from one above it, no corridor of a room from one further along."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "bolicho"
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
    "learn": ("search", "boards", "cases", "markov", "ladder", "exploit", "equilibrium"),
    "train": ("imitation", "cases", "markov", "qlearning", "equilibrium"),
    "arena": ("matches", "results", "plan", "run"),
    "lab": ("engine", "charts", "tournament", "works", "studies"),
    "field": ("encode", "policy", "rl", "openspiel", "cbrkit", "line"),
    "web": ("server", "lobby", "tables", "jobs", "replay", "people", "tutor"),
    "cli": ("table", "commands"),
}
"""Folders of a room, the lowest first: each may use those before it. What lies in the room itself serves them all."""


@cache
def imported(file: Path) -> frozenset[str]:
    """The modules and names of ours that a file imports, wherever in the file it does so."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{file}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
            assert "bolicho" not in found, f"{file}: the whole package stands above every room"
    return frozenset(name for name in found if name.startswith("bolicho."))


def rooms() -> list[str]:
    return sorted(place.name for place in SOURCE.iterdir() if place.is_dir() and place.name != "__pycache__")


def within(name: str, room: str) -> str:
    """The corridor of a room that a name belongs to; none for what lies in the room itself."""
    parts = name.split(".")
    return parts[2] if parts[1] == room and len(parts) > 2 and parts[2] in CORRIDORS.get(room, ()) else ""


@pytest.mark.parametrize("room", rooms())
def test_a_room_uses_only_what_stands_below_it(room: str) -> None:
    allowed = MAY_USE[room] | {room, "__version__"}
    for file in sorted((SOURCE / room).rglob("*.py")):
        used = {name.split(".")[1] for name in imported(file)}
        assert used <= allowed, f"{file.relative_to(SOURCE)} uses {sorted(used - allowed)}"


@pytest.mark.parametrize("room", CORRIDORS)
def test_a_corridor_uses_only_those_before_it(room: str) -> None:
    folders = {place.name for place in (SOURCE / room).iterdir() if (place / "__init__.py").exists()}
    assert set(CORRIDORS[room]) == folders
    for number, corridor in enumerate(CORRIDORS[room]):
        for file in sorted((SOURCE / room / corridor).rglob("*.py")):
            used = {within(name, room) for name in imported(file)} - {""}
            above = used & set(CORRIDORS[room][number + 1 :])
            assert not above, f"{file.relative_to(SOURCE)} uses {sorted(above)}"


@pytest.mark.parametrize("corridor", ["works", "studies"])
def test_no_work_or_study_uses_another(corridor: str) -> None:
    for file in sorted((SOURCE / "lab" / corridor).rglob("*.py")):
        own = ".".join(("bolicho", *file.relative_to(SOURCE).parts[:3]))
        others = [name for name in imported(file) if re.match(r"bolicho\.lab\.(works|studies)\.", name)]
        assert all(name.startswith(f"{own}.") for name in others), f"{file.relative_to(SOURCE)} uses {sorted(others)}"


def test_no_module_uses_the_private_names_of_another() -> None:
    for file in sorted(SOURCE.rglob("*.py")):
        names = [name.rpartition(".")[2] for name in imported(file)] + private_names_of_modules(file)
        private = [name for name in names if name.startswith("_") and not name.startswith("__")]
        assert not private, f"{file.relative_to(SOURCE)} uses {sorted(private)}"


def private_names_of_modules(file: Path) -> list[str]:
    """The names that a file looks up, with a dot, in modules of ours that it imports."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    modules = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("bolicho")
        for alias in node.names
        if is_module(f"{node.module}.{alias.name}")
    }
    used = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)]
    return [node.attr for node in used if isinstance(node.value, ast.Name) and node.value.id in modules]


def is_module(name: str) -> bool:
    place = SOURCE.parent.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()


def test_a_folder_is_seen_at_a_glance() -> None:
    for folder in sorted({file.parent for file in SOURCE.rglob("*.py")}):
        modules = len(list(folder.glob("*.py")))
        assert modules <= MOST_MODULES, f"{folder.relative_to(SOURCE)}: {modules} modules"


def test_the_picture_of_the_rooms_names_every_room_and_corridor() -> None:
    text = (SOURCE.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    for room in rooms():
        assert f"`{room}`" in text, room
        for corridor in CORRIDORS.get(room, ()):
            assert f"{corridor}/" in text or f"{room}/{corridor}" in text, f"{room}/{corridor}"
