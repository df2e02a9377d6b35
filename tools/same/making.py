"""Outputs of a tree: every step is run in a fresh house, and what it printed and wrote is kept as text."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from hashlib import blake2b
from importlib.metadata import distributions
from pathlib import Path
from tempfile import mkdtemp

from tools.same.steps import Part, Step
from tools.same.texts import text_of
from tools.same.trees import KEPT, Tree, Unmade

PROBE = Path(__file__).with_name("probe.py")
MAKERS = (Path(__file__), Path(__file__).with_name("texts.py"))
LONGEST = 1800
"""Seconds after which a step is taken for stuck."""
RUNNING: set[subprocess.Popen[bytes]] = set()


def make(tree: Tree, part: Part) -> float | None:
    """Make the outputs of a part and return the seconds it took, or None if they were there."""
    done, place = tree.home / "done" / part.name, tree.outputs / part.name
    stamp = _stamp(part)
    if place.is_dir() and done.is_file() and done.read_text(encoding="utf-8") == stamp:
        return None
    began = time.monotonic()
    # not below the tree: its path has the same length for every tree and checkout, so that no line is broken elsewhere
    work = Path(mkdtemp(prefix="bolicho-same-"))
    try:
        made = work / "made"
        house = _house(work)
        for step in part.steps:
            _run(step, tree, work, house, made / step.name)
        done.unlink(missing_ok=True)
        shutil.rmtree(place, ignore_errors=True)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(made, place)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    done.parent.mkdir(exist_ok=True)
    done.write_text(stamp, encoding="utf-8")
    return time.monotonic() - began


def _house(work: Path) -> Path:
    house = work / "house"
    for name in ("here", "home", "temporary"):
        (house / name).mkdir(parents=True)
    return house / "here"


def _run(step: Step, tree: Tree, work: Path, here: Path, made: Path) -> None:
    before = _states(here)
    program = [sys.executable, "-P", str(PROBE)] if step.probe else [sys.executable, str(tree.site / "bin" / "bolicho")]
    code, printed, said = _ended(step, [*program, *step.words], here, _environment(tree, here.parent))
    texts = {"printed.txt": text_of("printed.json" if "--json" in step.words else "printed.txt", printed)}
    texts["ended.txt"] = f"exit {code}\n" + said.decode(errors="replace")
    for name, state in _states(here).items():
        if before.get(name) != state and (text := text_of(name, (here / name).read_bytes())) is not None:
            texts[f"wrote/{name}"] = text
    for name, text in texts.items():
        if text is not None:
            file = made / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(_placeless(text, tree, work), encoding="utf-8")


def _ended(step: Step, command: list[str], here: Path, environment: Mapping[str, str]) -> tuple[int, bytes, bytes]:
    pipe = subprocess.PIPE
    # a group of its own, so that its workers can be ended with it
    with subprocess.Popen(
        command, cwd=here, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
    ) as run:
        RUNNING.add(run)
        try:
            printed, said = run.communicate(step.typed.encode(), timeout=LONGEST)
        except subprocess.TimeoutExpired as late:
            os.killpg(run.pid, signal.SIGKILL)
            raise Unmade(f"{step.name}: not done after {LONGEST} s") from late
        finally:
            RUNNING.discard(run)
    if run.returncode < 0 or run.returncode == 128 + signal.SIGINT:
        raise Unmade(f"{step.name}: ended by a signal ({run.returncode})")
    return run.returncode, printed, said


def stop() -> None:
    """End the steps that are running; their parts are not made."""
    for run in tuple(RUNNING):
        os.killpg(run.pid, signal.SIGKILL)


def _environment(tree: Tree, house: Path) -> dict[str, str]:
    return {
        "PATH": os.pathsep.join([str(tree.site / "bin"), os.environ.get("PATH", os.defpath)]),
        "PYTHONPATH": str(tree.site),
        "HOME": str(house / "home"),
        "TMPDIR": str(house / "temporary"),
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        "COLUMNS": "120",
        "MPLCONFIGDIR": str(KEPT / "matplotlib"),  # a cache of fonts
        # A cache a tree: Numba looks at the file of a function, but not at functions of other files that it calls, so
        # what another tree compiled could be stale.
        "NUMBA_CACHE_DIR": str(tree.home / "numba"),
        # Two parts are run at once, each with one core.
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


def _placeless(text: str, tree: Tree, work: Path) -> str:
    for path, name in ((work / "house", "HOUSE"), (work.resolve() / "house", "HOUSE"), (tree.site, "SITE")):
        text = text.replace(str(path), name)
    return text


def _states(folder: Path) -> Mapping[str, tuple[int, int]]:
    found = ((file, file.stat()) for file in sorted(folder.rglob("*")) if file.is_file())
    return {str(file.relative_to(folder)): (state.st_mtime_ns, state.st_size) for file, state in found}


def _stamp(part: Part) -> str:
    """Return what outputs depend on beside the tree: commands, this package, Python and the libraries."""
    libraries = sorted(f"{one.name} {one.version}" for one in distributions() if one.name != "bolicho")
    whole = blake2b(repr((part.steps, sys.version, libraries)).encode(), digest_size=16)
    for file in (*MAKERS, *([PROBE] if any(step.probe for step in part.steps) else ())):
        whole.update(file.read_bytes())
    return whole.hexdigest()
