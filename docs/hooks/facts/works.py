"""The works that the lab reproduces: who, what, and every claim, from the lab's own data."""

import json
import tomllib
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from grids import facts, grid

import bolicho.lab

Link = Callable[[str], str]
LAB = Path(bolicho.lab.__file__).parent
RESULTS = Path(__file__).parents[2] / "works" / "results"


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((LAB / name).read_text(encoding="utf-8"))


def work_facts(name: str, *, link: Link) -> str:
    """Tell who wrote a work, and which command runs it again."""
    work = _read("engine/works.toml")["works"][name]
    when = work.get("year") or f"not printed in our copy; the latest year it names is {work['since']}"
    came = [
        f"{escape(one['headline'], quote=False)} ([every claim]({link(f'works/results/{page}.md')}))"
        for page, one in _results().items()
        if one["work"] == name
    ]
    return facts(
        {
            "Work": f"*{escape(work['title'])}*",
            "Authors": escape(work["authors"]),
            "Kind": escape(work["kind-en"]),
            "Year": str(when),
            "Again": f"`bolicho reproduce {name}` ([how]({link('howto/reproduce.md')}))",
            **({"Came out": " ".join(came)} if came else {}),
        }
    )


def claims(name: str, *, link: Link) -> str:  # noqa: ARG001
    """List every claim of a work and where it stands; the verdicts are those of a run."""
    found = [one for one in _read(f"works/{name}/claims.toml")["claim"] if not one.get("ours")]
    rows = [[f"`{one['id']}`", escape(one["where"], quote=False), escape(one["en"], quote=False)] for one in found]
    return f'??? note "All {len(found)} claims"\n\n' + "\n".join(
        f"    {line}" for line in grid(["claim", "where", "what it says"], rows).splitlines()
    )


def _results() -> dict[str, dict[str, Any]]:
    path = RESULTS / "results.json"
    found: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["works"] if path.exists() else {}
    return found


def result_pages() -> list[dict[str, str]]:
    """Name the pages of results that are shipped, for the navigation."""
    found = _results()
    called = {name: _read("engine/works.toml")["works"][one["work"]]["short"] for name, one in found.items()}
    more = {name: ", recorded hands" if name.endswith("-recorded") else "" for name in found}
    return [{f"{called[name]}{more[name]}": f"works/results/{name}.md"} for name in found]
