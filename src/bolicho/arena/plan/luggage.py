"""What the agents of a plan are made of and another machine does not have: files, and bases in the user's store.

>>> words("cbr:NPS@mine.csv,threshold=0.9"), words("./steady.py:Steady:mine.csv")
(['NPS', 'mine.csv', '0.9'], ['./steady.py', 'mine.csv'])
"""

import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bolicho.agents import AGENTS
from bolicho.agents import files as agent_files
from bolicho.arena.plan.plan import Plan
from bolicho.core.files import write_whole
from bolicho.core.registry import takes_text

BESIDE = ".json"
"""A base in a file may have its clusters in a file of this ending beside it."""


class Luggage(NamedTuple):
    """Files by the word in an agent's name that stands for them, each with those beside it; and the store."""

    files: dict[str, dict[str, bytes]]
    store: bytes | None
    """A SQLite file."""
    url: str | None
    """Where else the store is."""


def words(spec: str) -> list[str]:
    """Return the arguments in the name of an agent."""
    if _a_command(spec):
        return _spoken(spec)
    name, text = AGENTS.split(spec)
    found = [word.rpartition("=")[2].strip() for word in re.split("[,@]", text) if word.strip()]
    return found if agent_files.split(spec) is None else [agent_files.path_of(name), *found]


def files_of(plan: Plan) -> Iterator[Path]:
    """Return the files that decide the rows beside the house's own code: those agents name, and those of the tally.

    A tally of the house may use all of its room, as experiments do; one of somebody else is taken for one file.
    """
    for word in dict.fromkeys(word for spec in plan.agents for word in words(spec)):
        yield from _files(word)
    if plan.tally is not None:
        spec = find_spec(plan.tally.partition(":")[0])
        if spec is not None and spec.origin is not None:
            path = Path(spec.origin)
            yield from path.parent.glob("*.py") if spec.name.startswith("bolicho.") else (path,)


def pack(plan: Plan) -> Luggage:
    """Take along what the agents of a plan need."""
    named = {word for spec in plan.agents for word in words(spec)[_a_command(spec) :]}  # a program itself is there
    files = {word: {path.name: path.read_bytes() for path in _files(word)} for word in sorted(named)}
    store, url = _store(named - {word for word in files if files[word]})
    return Luggage({word: found for word, found in files.items() if found}, store, url)


def unpack(plan: Plan, luggage: Luggage, folder: Path) -> Plan:
    """Put everything in a folder, unless somebody has, and return the plan that finds it there."""
    agents = list(plan.agents)
    folder.mkdir(parents=True, exist_ok=True)
    for word, files in luggage.files.items():
        home = folder / _digest(*files.values())
        home.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            _put(home / name, data)
        here = str(home / next(iter(files)))
        agents = [_renamed(spec, word, here) for spec in agents]
    from bolicho.store.where import VARIABLE

    if luggage.store is not None:
        place = folder / f"{_digest(luggage.store)}.db"
        _put(place, luggage.store)
        os.environ[VARIABLE] = str(place)
    elif luggage.url is not None:
        os.environ[VARIABLE] = luggage.url
    return replace(plan, agents=tuple(agents))


def _files(word: str) -> list[Path]:
    path = Path(word)
    try:
        if not path.is_file():
            return []
    except OSError:  # too long for a name
        return []
    beside = path.with_suffix(BESIDE)
    return [path, *([beside] if beside != path and beside.is_file() else [])]


def _renamed(spec: str, word: str, here: str) -> str:
    """Write another path where an argument is this word.

    >>> _renamed("cbr:NPS@a.csv,note=a.csv.old", "a.csv", "/tmp/a.csv")
    'cbr:NPS@/tmp/a.csv,note=a.csv.old'
    """
    name, arguments = AGENTS.split(spec)
    colon = ":" if arguments else ""
    if agent_files.split(spec) is not None and agent_files.path_of(name) == word:
        name = f"{here}:{name.rpartition(':')[2]}"
    if _a_command(spec):
        return name + colon + shlex.join(here if part == word else part for part in _spoken(spec))
    parts = re.split("([,@=])", arguments)
    return name + colon + "".join(here if part.strip() == word else part for part in parts)


def _a_command(spec: str) -> bool:
    """Whether an agent is a program, with its words as they are typed (``line:node bot.js``)."""
    name = AGENTS.split(spec)[0]
    return name in AGENTS.names() and takes_text(AGENTS.factory(name))


def _spoken(spec: str) -> list[str]:
    try:
        return shlex.split(spec.partition(":")[2])
    except ValueError:  # an open quotation mark, of which the agent itself will complain
        return []


def _store(named: set[str]) -> tuple[bytes | None, str | None]:
    """Return the user's store if a base in it is named: a file as its bytes, a server as its address."""
    from bolicho.store import Store
    from bolicho.store.where import in_memory, locate

    if not named:
        return None, None
    url = locate()
    local = url.get_backend_name() == "sqlite"
    if in_memory(url) or (local and not Path(url.database or "").exists()):
        return None, None
    with Store.open() as store:
        known = [base.name for base in store.bases()]
    if not any(base == word or base.startswith(f"{word}-") for base in known for word in named):
        return None, None
    return (_copied(url.database or ""), None) if local else (None, url.render_as_string(hide_password=False))


def _copied(database: str) -> bytes:
    """Copy a SQLite database as one file, what is still in its log included."""
    import sqlite3
    from contextlib import closing

    with TemporaryDirectory(prefix="bolicho-") as folder:
        place = Path(folder) / "store.db"
        with closing(sqlite3.connect(database)) as found, closing(sqlite3.connect(place)) as copy:
            found.backup(copy)
        return place.read_bytes()


def _put(path: Path, data: bytes) -> None:
    if not path.exists():
        write_whole(path, data)


def _digest(*data: bytes) -> str:
    return blake2b(b"".join(data), digest_size=8).hexdigest()
