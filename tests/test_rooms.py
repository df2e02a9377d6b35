"""Arrows only go down: no room imports from one above it."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "bolicho"

MAY_USE = {
    "core": set(),
    "store": {"core"},
    "games": {"core"},
    "learn": {"core", "games", "store"},
    "agents": {"core", "games", "learn"},
    "play": {"core", "games", "learn", "agents", "store"},
    "arena": {"core", "games", "learn", "agents", "play", "store"},
    "lab": {"core", "games", "learn", "agents", "play", "arena", "store"},
    "field": {"core", "games", "learn", "agents", "play", "store"},
    "conformance": {"core", "games", "agents", "play"},
    "cli": {"core", "games", "learn", "agents", "play", "arena", "lab", "store", "web", "field", "conformance"},
    "web": {"core", "games", "learn", "agents", "play", "arena", "lab", "store"},
}


def imports(file: Path) -> set[str]:
    """The rooms a file names in its imports, wherever in the file they stand."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            raise AssertionError(f"{file}: relative import")
        if isinstance(node, ast.ImportFrom) and node.module == "bolicho":
            names = [f"bolicho.{alias.name}" for alias in node.names]
            above = {alias.name for alias in node.names} - set(MAY_USE) - {"__version__"}
            assert not above, f"{file}: {above} of the whole package, which stands above every room"
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
            assert "bolicho" not in names, f"{file}: the whole package stands above every room"
        else:
            continue
        found |= {name.split(".")[1] for name in names if name.startswith("bolicho.")}
    return found


@pytest.mark.parametrize("room", [d.name for d in sorted(SOURCE.iterdir()) if d.is_dir() and d.name != "__pycache__"])
def test_a_room_uses_only_what_stands_below_it(room: str) -> None:
    allowed = MAY_USE[room] | {room}
    for file in sorted((SOURCE / room).rglob("*.py")):
        named = imports(file) & set(MAY_USE)
        assert named <= allowed, f"{file.relative_to(SOURCE)} uses {sorted(named - allowed)}"


@pytest.mark.parametrize("file", sorted((SOURCE).rglob("*.py")), ids=lambda file: str(file.relative_to(SOURCE)))
def test_a_file_holds_one_idea(file: Path) -> None:
    lines = len(file.read_text(encoding="utf-8").splitlines())
    assert lines <= 400, f"{lines} lines"


def test_the_picture_of_the_rooms_names_every_room() -> None:
    text = (SOURCE.parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    for room in SOURCE.iterdir():
        if room.is_dir() and room.name != "__pycache__":
            assert f"`{room.name}`" in text, room.name
