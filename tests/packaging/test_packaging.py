"""The package as others get it: whole, light, typed, one version, and enough of it works without any extra."""

import json
import os
import re
import shlex
import subprocess
import sys
import tarfile
import tomllib
import venv
from collections.abc import Iterator
from importlib.metadata import distribution, distributions
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
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
    python = furnished(tmp_path_factory.mktemp("home"))
    (wheel,) = built.glob("*.whl")
    quiet = ("--quiet", "--no-index", "--no-deps", "--no-compile")
    run(sys.executable, "-m", "pip", "--python", str(python), "install", *quiet, str(wheel))
    return python


def furnished(folder: Path, *extras: str) -> Path:
    """Make an environment with all that Bolicho needs but Bolicho; return its Python."""
    venv.create(folder, with_pip=False, symlinks=True)
    place = next(folder.glob("lib/python*/site-packages"))
    for name in needed("bolicho", extras):
        for top in tops(name):
            if not (place / top.name).exists():
                (place / top.name).symlink_to(top)
    return folder / "bin" / "python"


def needed(name: str, extras: tuple[str, ...] = (), known: frozenset[str] = frozenset()) -> Iterator[str]:
    """What a distribution requires with some extras, and what that requires; with none, only what it always does."""
    for text in distribution(name).requires or ():
        wanted = Requirement(text)
        other = canonicalize_name(wanted.name)
        asked = wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in ("", *extras))
        if other not in known and asked:
            known |= {other}
            yield other
            yield from needed(other, tuple(wanted.extras), known)


def tops(name: str) -> set[Path]:
    """Where the modules of an installed distribution are."""
    found = distribution(name)
    parts = {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}
    return {Path(str(found.locate_file(part))) for part in parts}


def run(*words: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(words, capture_output=True, text=True, timeout=600, cwd=cwd, env=env, check=False)
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
        ".in",
        ".md",
        ".txt",
        ".json",
        ".jsonl",
        ".cu",
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


def test_every_address_of_the_package_is_one_that_is_cited() -> None:
    addresses = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert addresses
    assert [url for url in addresses.values() if url.removeprefix("https://doi.org/") not in cited] == []
    assert [label for label in addresses if len(label) > 32] == []  # the index takes no longer one


def without_the_net() -> list[list[str]]:
    """The commands of "Without the net", as the page prints them."""
    page = (ROOT / "docs" / "howto" / "install.md").read_text(encoding="utf-8")
    section = page.partition("## Without the net")[2].partition("\n## ")[0]
    return [
        shlex.split(line) for block in re.findall(r"```sh\n(.*?)```", section, re.DOTALL) for line in block.splitlines()
    ]


def wheel_of(name: str, folder: Path) -> None:
    """Pack an installed distribution of plain Python into the wheel that it came from."""
    found = distribution(name)
    assert "Root-Is-Purelib: true" in (found.read_text("WHEEL") or "")
    files = [file for file in found.files or () if file.parts[0] != ".." and "__pycache__" not in file.parts]
    inside = {str(file): file.read_binary() for file in files if file.name not in ("RECORD", "INSTALLER", "REQUESTED")}
    record = next(str(file) for file in files if file.name == "RECORD")
    inside[record] = "".join(f"{file},,\n" for file in (*inside, record)).encode()
    with ZipFile(
        folder / f"{canonicalize_name(name).replace('-', '_')}-{found.version}-py3-none-any.whl", "w"
    ) as wheel:
        for file, data in inside.items():
            wheel.writestr(file, data)


def test_without_the_net_the_page_is_right_to_the_letter(built: Path, tmp_path: Path) -> None:
    """What the page lets you fetch is all there is: the libraries are there already, the rest only in ``wheels``."""
    fetch, *commands = without_the_net()
    assert fetch[:2] == ["pip", "download"]
    (source,) = built.glob("*.tar.gz")
    subprocess.run(["tar", "-xzf", str(source), "-C", str(tmp_path)], check=True)  # tarfile's filter came with 3.11.4
    (copy,) = tmp_path.iterdir()
    (copy / "wheels").mkdir()
    named = (word for word in fetch[2:] if word not in ("--dest", "wheels"))
    ours, *others = map(Requirement, (word.replace(".[", "bolicho[") for word in named))
    for other in others:
        for name in {canonicalize_name(other.name), *needed(other.name)}:
            wheel_of(name, copy / "wheels")
    python = furnished(tmp_path / "home", *ours.extras)
    nowhere = "http://127.0.0.1:9"
    pip_aside = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHONPATH"))}
    alone = {**pip_aside, "PIP_CONFIG_FILE": os.devnull, "HTTPS_PROXY": nowhere, "HTTP_PROXY": nowhere}
    told = ""
    for command, *words in commands:
        if command == "pip":
            run(sys.executable, "-m", "pip", "--python", str(python), *words, cwd=copy, env=alone)
        else:
            told += run(str(python.parent / command), *words, cwd=copy, env=alone)
    assert f"bolicho {bolicho.__version__}" in told
    assert "bolicho-gaviao is there" in told
    assert "passed" in told


def pinned(python: str) -> dict[str, str]:
    """Name -> version of what ``requirements.lock`` has for a Python."""
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    wanted = (Requirement(line) for line in lines if line and not line.lstrip().startswith("#"))
    here = {"python_version": python, "python_full_version": f"{python}.9"}
    pins = [one for one in wanted if one.marker is None or one.marker.evaluate(here)]
    assert len({one.name for one in pins}) == len(pins)
    return {canonicalize_name(one.name): str(one.specifier).removeprefix("==") for one in pins}


def test_every_python_that_is_promised_can_install_what_is_asked_and_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = [line.split()[-1] for line in project["classifiers"] if "Python :: 3." in line]
    assert promised == ["3.11", "3.12", "3.13"]
    asked = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    for python in promised:
        pins = pinned(python)
        for wanted in map(Requirement, asked):
            name = canonicalize_name(wanted.name)
            if name != "bolicho" and (wanted.marker is None or wanted.marker.evaluate({"python_version": python})):
                assert pins[name] in wanted.specifier, f"{wanted} on Python {python}"
        for found in distributions():
            if pins.get(canonicalize_name(found.name)) == found.version:
                allowed = found.metadata.get_all("Requires-Python") or [""]
                assert f"{python}.9" in SpecifierSet(allowed[0]), f"{found.name} {found.version} on Python {python}"
