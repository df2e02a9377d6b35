"""The scripts of the pages for a folder: the same modules, found by name instead of by address.

A page of a memory stick may load scripts, no modules; so all come in one script, which makes them modules again.
"""

import json
import re
from pathlib import Path, PurePosixPath

from bolicho.web.server.static_files import HERE as STATIC
from bolicho.web.server.static_files import joined

OURS = Path(__file__).with_name("js")
"""Modules that stand in for those of the web table, and those that only a folder has."""
PAGES = ("home", "table", "rules", "learn")
CHOSEN_LATER = ("tables", "decks")
"""Folders of which a module is chosen by what a server, or here Python, says."""
STATIC_IMPORT = re.compile(r"""^((?:import|export)\b[^"'`;]*["'])(\.{1,2}/[\w./-]+\.js)""", re.MULTILINE)
LATER_IMPORT = re.compile(r"""^.*\bimport\(.*$""", re.MULTILINE)
WITHIN = re.compile(r"""(["'`])(\.{1,2}/)([\w./-]*)""")


def source(name: str) -> str:
    """Return a script: the folder's own before that of the web table."""
    own = OURS / name
    return (own if own.is_file() else STATIC / "js" / name).read_text(encoding="utf-8")


def modules() -> dict[str, str]:
    """Return every module that the pages need, by its name, with the names of others in it."""
    found: dict[str, str] = {}
    waiting = ["basics/settings.js", *(f"pages/{page}.js" for page in PAGES)]
    for folder in CHOSEN_LATER:
        waiting += [f"{folder}/{path.name}" for path in (STATIC / "js" / folder).iterdir()]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name], others = _by_name(name, source(name))
            waiting += others
    return dict(sorted(found.items()))


def script(modules: dict[str, str], engine: object, lock: object) -> str:
    """Return the one script of all pages."""
    worker = source("worker.js").replace("LOCK", json.dumps(json.dumps(lock)))
    house = {"modules": modules, "engine": engine, "sources": {"worker.js": worker}}
    return f"globalThis.bolicho = {json.dumps(house, ensure_ascii=False)};\n{source('boot.js')}"


def _by_name(name: str, text: str) -> tuple[str, list[str]]:
    """Write the names of other modules for their addresses; return them too, where they are known now."""
    folder, others = PurePosixPath(name).parent, []

    def at_first(found: re.Match[str]) -> str:
        others.append(joined(folder, found[2]))
        return f"{found[1]}bolicho/{others[-1]}"

    def later(line: re.Match[str]) -> str:
        def one(found: re.Match[str]) -> str:
            whole = joined(folder, found[2] + found[3])
            if not whole.endswith(".js"):  # the rest of the name is not known yet
                return f"{found[1]}bolicho/{whole}/"
            others.append(whole)
            return f"{found[1]}bolicho/{whole}"

        return WITHIN.sub(one, line[0])

    return LATER_IMPORT.sub(later, STATIC_IMPORT.sub(at_first, text)), others
