"""The package as others get it: whole, light, typed, one version, and enough of it works without any extra."""

import json
import re
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import bolicho

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "bolicho"
LEFT_OUT = ("__pycache__", ".nbi", ".nbc")
"""What compilers leave behind."""
HEAVY = (
    *(
        "numpy",
        "numba",
        "scipy",
        "sqlalchemy",
        "alembic",
        "rich",
        "typer",
        "matplotlib",
        "sklearn",
        "fastapi",
        "pydantic",
    ),
    *("ray", "pyspiel", "pettingzoo", "gymnasium", "cbrkit"),
)


def sources() -> set[str]:
    """Every file of the package, as it stands here, and the two beside it for Gymnasium."""
    files = (path for path in (*SOURCE.rglob("*"), *SOURCE.parent.glob("bolicho_gymnasium.p*")) if path.is_file())
    named = (path.relative_to(SOURCE.parent).as_posix() for path in files)
    return {name for name in named if not any(mark in name for mark in LEFT_OUT)}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with a source distribution and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT))
    return folder


@pytest.fixture(scope="module")
def home(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel, and with what it says that it needs: no extra, nothing else."""
    folder = tmp_path_factory.mktemp("home")
    venv.create(folder, with_pip=False, symlinks=True)
    place = next(folder.glob("lib/python*/site-packages"))
    for name in needed("bolicho"):
        for top in tops(name):
            if not (place / top.name).exists():
                (place / top.name).symlink_to(top)
    python = folder / "bin" / "python"
    (wheel,) = built.glob("*.whl")
    quiet = ("--quiet", "--no-index", "--no-deps", "--no-compile")
    run(sys.executable, "-m", "pip", "--python", str(python), "install", *quiet, str(wheel))
    return python


def needed(name: str, known: frozenset[str] = frozenset()) -> Iterator[str]:
    """What a distribution requires without extras, and what that requires."""
    for text in distribution(name).requires or ():
        wanted = Requirement(text)
        other = canonicalize_name(wanted.name)
        if other not in known and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            known |= {other}
            yield other
            yield from needed(other, known)


def tops(name: str) -> set[Path]:
    """Where the modules of an installed distribution are."""
    found = distribution(name)
    parts = {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}
    return {Path(str(found.locate_file(part))) for part in parts}


def run(*words: str, cwd: Path | None = None) -> str:
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, cwd=cwd, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_wheel_and_source_distribution_hold_every_file_and_nothing_else(built: Path) -> None:
    (wheel,), (source,) = built.glob("*.whl"), built.glob("*.tar.gz")
    with ZipFile(wheel) as file:
        inside = {name for name in file.namelist() if ".dist-info/" not in name}
    assert inside == sources()
    with tarfile.open(source) as archive:
        names = {member.name.partition("/")[2] for member in archive if member.isfile()}
    assert {name.removeprefix("src/") for name in names if name.startswith("src/")} == sources()
    beside = {name for name in names if not name.startswith(("src/", "examples/"))}
    assert beside == {
        *("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CITATION.cff", "PKG-INFO", ".gitignore")
    }


def test_it_knows_which_kinds_of_files_it_is_made_of() -> None:
    kinds = {Path(name).suffix or Path(name).name for name in sources()}
    code, pages = {".py", ".pth", ".toml", ".tmpl", "py.typed"}, {".html", ".js", ".css", ".svg"}
    assert {kind.replace(".typed", "py.typed") for kind in kinds} == code | pages | {
        ".csv",
        ".json",
        ".eq",
        ".ladder",
        ".npz",
    }
    assert any("/migrations/" in name for name in sources())


def test_in_an_empty_environment_the_first_example_of_the_readme_runs(home: Path, tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(>>> .*?)```", readme, re.DOTALL)
    assert example is not None
    (tmp_path / "first.md").write_text(f"```python\n{example[1]}\n```\n", encoding="utf-8")
    code = "import doctest, sys; sys.exit(doctest.testfile('first.md', module_relative=False)[0])"
    run(str(home), "-c", code, cwd=tmp_path)


def test_in_an_empty_environment_agents_play_and_programs_too(home: Path, tmp_path: Path) -> None:
    program = f"line:{sys.executable} {ROOT / 'examples' / 'line_bot.py'}"
    words = ("match", "tapatan", program, "minimax:2", "--matches", "2", "--workers", "1", "--json")
    told = json.loads(run(str(home.parent / "bolicho"), *words, cwd=tmp_path))
    assert (told["matches"], told["forfeits"]) == (2, [])
    assert "sklearn" not in run(str(home), "-c", "import sys, bolicho.agents; print(*sys.modules)")


def test_types_are_shipped(home: Path, tmp_path: Path) -> None:
    consumer = tmp_path / "consumer.py"
    consumer.write_text(
        "import bolicho\n"
        "from bolicho import Decision\n\n"
        "names: tuple[str, ...] = bolicho.games()\n"
        "decision = Decision('7e')\n"
        "move: str = decision.move\n"
        "reveal_type(bolicho.stream(7))\n"
        "wrong: int = decision.move\n"
    )
    words = ("-m", "mypy", "--strict", "--python-executable", str(home), "--follow-imports", "silent", str(consumer))
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, cwd=tmp_path, check=False)
    told = done.stdout
    assert 'Revealed type is "random.Random"' in told
    errors = [line for line in told.splitlines() if ": error:" in line]
    assert len(errors) == 1, told
    assert errors[0].startswith("consumer.py:8: error: Incompatible types in assignment")


def test_importing_it_is_light() -> None:
    loaded = run(sys.executable, "-c", "import sys, bolicho; print(*sys.modules)").split()
    assert [name for name in HEAVY if name in loaded] == []


def test_the_version_stands_in_one_place(built: Path) -> None:
    from bolicho.web.app import create_app

    (wheel,) = built.glob("*.whl")
    assert wheel.name.split("-")[1] == bolicho.__version__
    assert run(sys.executable, "-m", "bolicho", "--version") == f"bolicho {bolicho.__version__}\n"
    assert create_app().version == bolicho.__version__
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'dynamic = ["version"]' in text
    assert f"\nversion: {bolicho.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
