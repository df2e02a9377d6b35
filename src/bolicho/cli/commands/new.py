"""``bolicho new``: begins a package of one's own that plugs in by an entry point, with a test that passes at once.

A kind is a row of ``KINDS``: which template, which entry-point group, which names are taken. The folder is written
whole or not at all.
"""

import os
import re
import shutil
from collections.abc import Callable, Iterable
from importlib.resources import files
from keyword import iskeyword
from pathlib import Path
from string import Template
from typing import Annotated, NamedTuple

import typer

from bolicho.cli.language import LANGUAGE, speak
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.words import Words

TEMPLATES = files("bolicho.cli.commands") / "templates"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40
FUNCTION = "alike"


def new(
    kind: Annotated[str, typer.Argument(metavar="KIND", help="agent, game or similarity.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name: lower-case letters, digits and hyphens.")],
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Folder to create; by default bolicho-NAME.")] = None,
    family: Annotated[
        str | None, typer.Option("--kind", metavar="board|cards", help="Kind of game: board (one data file) or cards.")
    ] = None,
    language: str | None = LANGUAGE,
) -> None:
    """Write a package of your own: a working agent, game or similarity with its tests, which Bolicho finds by itself.

    Install it with `pip install -e DIR`, and it plays: in matches, tournaments and at every table.
    """
    words = Words("bolicho.cli.commands", speak(language), "new.toml")
    row = _row(kind, family)
    _check_name(name, kind, row.taken())
    folder = out if out is not None else Path(f"bolicho-{name}")
    _write(folder, lambda part: _fill(part, row, name))
    typer.echo(words("made", folder=str(folder)))
    typer.echo(words("next", folder=str(folder)))
    typer.echo(words(f"try-{row.template}", name=name))


class Kind(NamedTuple):
    """What can be begun."""

    template: str
    what: str
    group: str
    taken: Callable[[], Iterable[str]]
    suffix: str = ""
    """Of the name of its class, so that it is not that of something else in there; none: it is a function."""
    golden: bool = False
    faces: tuple[tuple[str, str, str], ...] = ()
    """What it brings beside its rules: entry-point groups, each with the module and the name of the thing there."""


def _agents() -> Iterable[str]:
    from bolicho.agents import AGENTS

    return AGENTS.names()


def _games() -> Iterable[str]:
    from bolicho.games import GAMES

    return GAMES.names()


def _similarities() -> Iterable[str]:
    from bolicho.learn.cases.retrieval.similarities import SIMILARITIES

    return SIMILARITIES.names()


KINDS = {
    "agent": Kind("agent", "A player", "bolicho.agents", _agents, "Agent"),
    "game": Kind("board", "A board game", "bolicho.games", _games, "Game", golden=True),
    "similarity": Kind("similarity", "A similarity", "bolicho.similarities", _similarities),
}
CARDS = Kind("cards", "A card game", "bolicho.games", _games, "Game", golden=True)
FACES = (
    ("bolicho.faces", "face", "$Face"),
    ("bolicho.encodings", "frameworks", "encoding"),
    ("bolicho.openspiel", "frameworks", "$Kind"),
)
"""Of a card game; every board game has those of boards."""
FAMILIES = {"board": KINDS["game"], "cards": CARDS._replace(faces=FACES)}


def _row(kind: str, family: str | None) -> Kind:
    if kind not in KINDS:
        raise UnknownName("kind of package", kind, KINDS)
    if family is None:
        return KINDS[kind]
    if kind != "game":
        raise BadInput(f"--kind {family}: only a game is of a kind, not {_a(kind)}")
    if family not in FAMILIES:
        raise UnknownName("kind of game", family, FAMILIES)
    return FAMILIES[family]


def _a(kind: str) -> str:
    return f"a{'n' * (kind == 'agent')} {kind}"


def _check_name(name: str, kind: str, taken: Iterable[str]) -> None:
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        rule = f"small letters, digits and single hyphens, a letter first, at most {LONGEST} of them"
        raise BadInput(f"name {name!r}: expected {rule}")
    if iskeyword(name):
        raise BadInput(f"name {name!r}: a word of Python itself")
    if name in taken:
        raise BadInput(f"name {name!r}: there is {_a(kind)} of that name already")


def _fill(folder: Path, row: Kind, name: str) -> None:
    """Write the files of a package; a game also plays itself once for its golden file."""
    from bolicho import __version__

    module = name.replace("-", "_")
    package, title = f"bolicho_{module}", name.replace("-", " ").title()
    class_name = title.replace(" ", "") + row.suffix
    facts = {
        "name": name,
        "module": module,
        "package": package,
        "title": title,
        "Class": class_name,
        "attribute": class_name if row.suffix else FUNCTION,
        "what": row.what,
        "group": row.group,
        "version": __version__,
        "Kind": title.replace(" ", "") + "Kind",
        "Face": title.replace(" ", "") + "Face",
    }
    door = '\n[project.entry-points."{}"]\n$name = "$package.{}:{}"\n'
    doors = (door.format(*face) for face in row.faces)
    facts["faces"] = Template("".join(doors)).substitute(facts)
    places = {
        "shared/pyproject.toml": "pyproject.toml",
        f"{row.template}/README.md": "README.md",
        f"{row.template}/src.py": f"src/{package}/__init__.py",
        f"{row.template}/test.py": f"tests/test_{module}.py",
        **({"board/board.toml": f"src/{package}/board.toml"} if row.template == "board" else {}),
        **{
            f"{row.template}/{file}": f"src/{package}/{file}"
            for file in ("face.py", "words.toml", "frameworks.py")
            if row.faces
        },
    }
    for template, place in places.items():
        text = (TEMPLATES / f"{template}.tmpl").read_text(encoding="utf-8")
        _put(folder / place, Template(text).substitute(facts))
    _put(folder / "src" / package / "py.typed", "")
    if row.golden:
        _put(folder / "tests" / "golden" / f"{name}.txt", _playthrough(folder / "src" / package, class_name))


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def _playthrough(package: Path, class_name: str) -> str:
    """Play the game that was just written."""
    import sys
    from importlib.util import module_from_spec, spec_from_file_location

    from bolicho.conformance import playthrough

    spec = spec_from_file_location(package.name, package / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.modules[package.name] = module  # its own name is how it finds its data file
    try:
        spec.loader.exec_module(module)
        return playthrough(getattr(module, class_name)())
    finally:
        del sys.modules[package.name]
        sys.dont_write_bytecode = before


def _write(folder: Path, fill: Callable[[Path], None]) -> None:
    """Make a folder whole or not at all: beside its place first, then given its name."""
    if folder.exists() or folder.is_symlink():
        raise BadInput(f"{folder}: is there already; nothing is overwritten")
    part = folder.with_name(f".{folder.name}.{os.getpid()}.part")
    try:
        part.mkdir()
        fill(part)
        part.rename(folder)
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written: {error.strerror}") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
