"""What a tree says of itself where no command prints it; run in a process of its own that has the tree on its path.

`python probe.py surface | golden | agents | helps | site | folder | vector | timed NAME` writes files into the current
folder. Nothing here may name a module of the house that is not documented, nor one of this package: it runs beside any
tree.
"""

import inspect
import itertools
import json
import os
import pwd
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import distribution
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PACKAGES = ("bolicho", "bolicho.arena", "bolicho.conformance", "bolicho.play")
"""Those whose names docs/reference/python.md promises."""
LANGUAGES = ("en", "pt-BR")
PAGES = ("", "matches", "strength", "tutor", "people", "lab", "puzzles", "mine", "room", "learn", "nowhere")
MEASURED = r'("(?:\w*seconds|p50|p99|memory)":)[\d.e-]+'
"""Times and memory in the rows of an experiment."""
SMALL: Mapping[str, Mapping[str, Any]] = {"truco": {"target": 6}, "rikken": {"deals": 1}}
"""Options that make a match short."""
JOBS: Mapping[str, Mapping[str, Any]] = {
    "tournament": {"agents": ["sound", "random", "novice"], "matches": 4, "profiles": True},
    "duel": {"matches": 2, "a_learning": "imitation"},
    "profile": {"matches": 4},
    "train-qlearning": {"episodes": 2000},
    "train-markov": {"matches": 20, "save_every": 10},
    "train-cases": {"matches": 4, "judge": 2},
    "train-imitation": {"name": "learned", "matches": 2},
    "clustering": {"scenarios": [], "largest": 4},
}
"""A short job of each kind that the web lab offers; reproductions have parts of their own."""


def surface() -> None:
    """Write the public names with their signatures, and the entry points."""
    for package in PACKAGES:
        module = import_module(package)
        Path(f"{package}.txt").write_text("\n".join(_names(module)) + "\n", encoding="utf-8")
    points = sorted(f"{one.group}: {one.name}" for one in distribution("bolicho").entry_points)
    Path("entry-points.txt").write_text("\n".join(points) + "\n", encoding="utf-8")


def _names(module: ModuleType) -> Iterator[str]:
    for name in sorted(module.__all__):
        yield from _told(name, getattr(module, name))


def _told(name: str, one: object) -> Iterator[str]:
    yield f"{name}{_signature(one)}"
    if inspect.isclass(one):
        for key, inner in sorted(vars(one).items()):
            if not key.startswith("_"):
                kind = type(inner).__name__
                yield f"{name}.{key}{_signature(inner) if callable(inner) else f' ({kind})'}"


def _signature(one: object) -> str:
    if not callable(one):
        return f" ({type(one).__name__})"
    try:
        text = str(inspect.signature(one))
    except (TypeError, ValueError):
        return " (...)"
    return re.sub(r"\b(?:\w+\.)+(?=[A-Za-z_])", "", text)  # in which module a type stands is not promised


def golden() -> None:
    """Write random play of every game under every preset."""
    import bolicho
    from bolicho.conformance import playthrough

    for told in json.loads(_bolicho("games", "--json"))["games"]:
        for preset in told.get("presets") or (None,):
            game = bolicho.game(told["name"], **({"preset": preset} if preset else {}))
            name = f"{told['name']}-{preset}.txt" if preset else f"{told['name']}.txt"
            Path(name).write_text(playthrough(game), encoding="utf-8")


def agents() -> None:
    """Write a match of every agent against a random one, with everything it thought, and what replay makes of it."""
    import bolicho

    for name in ("truco", "rikken", "tapatan"):
        game = bolicho.game(name, **SMALL.get(name, {}))
        for spec in bolicho.agents(game):
            try:
                lots = bolicho.agent("random", game=game)
                others = [lots] * (game.seats - 1)
                record = bolicho.play_match(game, [bolicho.agent(spec, game=game), *others], seed=5, keep_why=True)
            except bolicho.BolichoError as error:
                Path(f"{name} {spec}.txt").write_text(f"{type(error).__name__}: {error}\n", encoding="utf-8")
                continue
            Path(f"{name} {spec}.json").write_text(record.to_json(), encoding="utf-8")
            states = "\n".join(repr(state) for state in bolicho.replay(record))
            Path(f"{name} {spec} states.txt").write_text(states + "\n", encoding="utf-8")


def vector() -> None:
    """Write what many tables at once show when legal actions are taken in turn, of each kind of lanes."""
    import numpy as np

    import bolicho

    tried: tuple[tuple[str, str | None, dict[str, Any]], ...] = (
        ("truco", None, {}),
        ("truco", "random", {"preset": "ufsm-web"}),
        ("truco", "equilibrium", {}),
        ("rikken", "random", {}),
        ("tapatan", "random", {}),
        ("paulista", "random", {}),
    )
    for name, opponents, options in tried:
        tables = bolicho.vector(name, 8, opponents, **options)
        seen, info = tables.reset(seed=7)
        lines = []
        for step in range(40):
            masks = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            actions = [int(legal[step % len(legal)]) if len(legal := np.flatnonzero(mask)) else 0 for mask in masks]
            seen, rewards, over, cut, info = tables.step(np.array(actions))
            parts = seen.values() if isinstance(seen, dict) else [seen]
            shown = blake2b(b"".join(np.ascontiguousarray(part).tobytes() for part in parts), digest_size=8).hexdigest()
            lines.append(f"{step} {actions} {rewards.tolist()} {over.tolist()} {cut.tolist()} {shown}")
        tables.close()
        _write(f"{name} {opponents or 'all'}.txt", "\n".join(lines) + "\n")


def folder() -> None:
    """Write the pages of the site without a server, and which files it has; Pyodide is not fetched for this."""
    packages = sorted((Path(pwd.getpwuid(os.getuid()).pw_dir) / ".cache" / "bolicho").glob("pyodide-*.tgz"))
    if not packages:
        _write("folder.txt", "Pyodide is not on this machine\n")
        return
    place = Path(os.environ["TMPDIR"]) / "folder"
    _bolicho("site", str(place), "--pyodide", str(packages[-1]))
    files = sorted(file for file in place.rglob("*") if file.is_file())
    listed = [str(file.relative_to(place)) for file in files]
    _write("folder.txt", "\n".join(listed) + "\n")
    for file, name in zip(files, listed, strict=True):
        if file.suffix in (".html", ".css", ".webmanifest"):
            _write(name.replace("/", " "), file.read_text(encoding="utf-8"))


def helps() -> None:
    """Write the help of every command, and the names of those that print JSON."""
    found: dict[str, str] = {}
    todo: list[tuple[str, ...]] = [()]
    while todo:
        words = todo.pop()
        text = found[" ".join(("bolicho", *words))] = _bolicho(*words, "--help")
        if "COMMAND [ARGS]" in text.partition("\n")[0]:
            todo += [(*words, one) for one in _commands(text)]
    for name, text in found.items():
        Path(f"{name}.txt").write_text(text, encoding="utf-8")
    printing = sorted(name for name, text in found.items() if " --json " in text)
    Path("commands-with-json.txt").write_text("\n".join(printing) + "\n", encoding="utf-8")


def _commands(text: str) -> Iterator[str]:
    section = ""
    for line in text.splitlines():
        if heading := re.fullmatch(r"(\w.*):", line):
            section = heading[1]
        elif section not in ("", "Options", "Arguments") and (found := re.match(r"  ([a-z][\w-]*)(  |$)", line)):
            yield found[1]


def timed(name: str) -> None:
    """Run an experiment whose tables and claims tell times and memory, and write fixed numbers in place of those.

    Whoever gives the command again gets a report of these rows: so what is made of times is compared too.
    """
    _bolicho("reproduce", name, "--scale", "quick", "--workers", "1", "--out", "out")
    for file in Path("out").iterdir():
        if file.name == "rows.jsonl":
            lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
            file.write_text("".join(map(_still, lines)), encoding="utf-8")
        elif file.is_file() and file.name != "design.json":
            file.unlink()


def _still(line: str) -> str:
    count = itertools.count(1)
    return re.sub(MEASURED, lambda found: f"{found[1]}{next(count) / 1000}", line)


def site() -> None:
    """Write what the server answers: schemas, pages, games, records looked at, and a job of every kind."""
    import bolicho

    with _server() as call:
        document = call("openapi.json")
        _write("openapi.json", document)
        _write("messages.json", call("schemas/messages.json"))
        paths = json.loads(document)["paths"]
        for path in paths:
            if "get" in paths[path] and "{" not in path and not path.startswith("/api/jobs"):
                _write(f"{path.strip('/').replace('/', ' ')}.json", call(path.lstrip("/")))
        for language in LANGUAGES:
            for page in (
                "",
                "matches",
                "strength",
                "tutor",
                "people",
                "lab",
                "puzzles",
                "mine",
                "room",
                "learn",
                "nowhere",
            ):
                _write(f"page {page or 'lobby'} {language}.html", call(f"{page}?lang={language}"))
        _write("kinds.json", call("api/jobs/kinds"))
        for game in bolicho.games():
            for what in ("", "/agents", "/rules"):
                _write(f"games {game}{what.replace('/', ' ')}.json", call(f"api/games/{game}{what}"))
        for name, players in (
            ("truco", ["cbr", "sound"]),
            ("rikken", ["rules"] * 4),
            ("tapatan", ["minimax", "random"]),
        ):
            rules = bolicho.game(name, **SMALL.get(name, {}))
            record = bolicho.play_match(
                rules, [bolicho.agent(one, game=rules) for one in players], seed=5, keep_why=True
            ).to_json()
            for language in LANGUAGES:
                _write(
                    f"look {name} {language}.json", call(f"api/matches/look?language={language}", json.loads(record))
                )
        for kind, options in JOBS.items():
            _job(call, kind, options)


def _job(call: Callable[..., str], kind: str, options: Mapping[str, Any]) -> None:
    job = json.loads(call("api/jobs", {"kind": kind, "options": dict(options)}))
    if "id" not in job:
        _write(f"job {kind}.json", json.dumps(job))
        return
    while job["state"] in ("queued", "running"):
        time.sleep(0.2)
        job = json.loads(call(f"api/jobs/{job['id']}"))
    _write(f"job {kind}.json", json.dumps(job))
    for language in LANGUAGES:
        _write(f"job {kind} {language}.json", call(f"api/jobs/{job['id']}/results?language={language}"))


@contextmanager
def _server() -> Iterator[Callable[..., str]]:
    hidden = os.environ["TMPDIR"]  # what the server writes is told by what it answers
    words = ["--port", "0", "--workers", "1", "--store", f"{hidden}/served.db", "--data", f"{hidden}/served"]
    server = subprocess.Popen([sys.executable, _script(), "serve", *words], stdout=subprocess.PIPE, text=True)
    try:
        line = server.stdout.readline() if server.stdout else ""
        found = re.search(r"http://\S+", line)
        if not found:
            raise SystemExit(f"the server did not say where it is: {line!r}")

        def call(path: str, body: object = None) -> str:
            data = None if body is None else json.dumps(body).encode()
            kind = "text/html" if "lang=" in path else "application/json"
            request = Request(found[0] + path, data, {"Content-Type": "application/json", "Accept": kind})
            try:
                with urlopen(request, timeout=60) as answer:
                    return str(answer.read().decode())
            except HTTPError as error:
                return error.read().decode()

        yield call
    finally:
        server.terminate()
        server.wait(60)


def _bolicho(*words: str) -> str:
    return subprocess.run([sys.executable, _script(), *words], capture_output=True, text=True, check=True).stdout


def _script() -> str:
    import bolicho

    return str(Path(str(bolicho.__file__)).parents[1] / "bin" / "bolicho")


def _write(name: str, text: str) -> None:
    Path(name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    known: dict[str, Callable[..., None]] = {
        "surface": surface, "golden": golden, "agents": agents, "helps": helps, "site": site, "folder": folder,
        "vector": vector, "timed": timed
    }  # fmt: skip
    known[sys.argv[1]](*sys.argv[2:])
