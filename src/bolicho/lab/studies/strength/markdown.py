"""The shipped strength table as Markdown, and put into a page between its two marks.

``python -m bolicho.lab.studies.strength.markdown docs/strength.md`` writes the page anew from ``shipped.toml``.
"""

import sys
from pathlib import Path

from bolicho.core.errors import BadInput
from bolicho.core.files import write_whole
from bolicho.lab.studies.strength.shipped import Game, Strength, shipped
from bolicho.lab.studies.strength.table import Exploit

BEGIN, END = "<!-- strength: begin -->", "<!-- strength: end -->"
COLUMNS = (
    *("agent", "rating", "wins against the field", "points a hand", "exploitability, s1", "full game"),
    *("decision, median and 99 % (ms)", "memory (MB)"),
)


def markdown(games: dict[str, Game]) -> str:
    """Return a table a game, less the columns of which nobody knows anything."""
    return "\n\n".join(_game(name, told) for name, told in games.items())


def _game(name: str, told: Game) -> str:
    lines = [
        f"### {name}",
        "",
        f"{told.matches:,} matches, {told.date}: `{told.command}`. Field: {', '.join(told.field)}.",
        "",
    ]
    cells = [_cells(spec, one) for spec, one in told.agents.items()]
    known = [place for place in range(len(COLUMNS)) if any(not row[place].startswith("–") for row in cells)]
    rows = ["| " + " | ".join(row[place] for place in known) + " |" for row in (COLUMNS, *cells)]
    return "\n".join([*lines, rows[0], f"| :-- |{' --: |' * (len(known) - 1)}", *rows[1:]])


def _cells(spec: str, one: Strength) -> tuple[str, ...]:
    time = "–" if one.p50 is None or one.p99 is None else f"{1000 * one.p50:.2f}, {1000 * one.p99:.2f}"
    return (
        f"`{spec}`",
        f"{one.rating:.0f} ({one.low:.0f} to {one.high:.0f})",
        _share(one.win, one.matches),
        "–" if one.points is None else f"{one.points[0]:+.2f} ({one.points[1]:+.2f} to {one.points[2]:+.2f})",
        _exploit(one.s1),
        _exploit(one.full),
        time,
        "–" if one.memory is None else f"{one.memory:.0f}",
    )


def _share(win: tuple[float, float, float] | None, matches: int) -> str:
    if win is None:
        return f"– (n {matches:,})"
    return f"{100 * win[0]:.1f} % ({100 * win[1]:.1f} to {100 * win[2]:.1f}, n {matches:,})"


def _exploit(found: Exploit | None) -> str:
    if found is None:
        return "–"
    return f"{found.value:.3f}" if found.exact else f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"


def renewed(page: str) -> str:
    """Return a page with the shipped tables between its marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise BadInput(f"no {BEGIN} and {END} in the page")
    return f"{before}{BEGIN}\n\n{markdown(dict(shipped()))}\n\n{END}{after}"


if __name__ == "__main__":
    file = Path(sys.argv[1])
    write_whole(file, renewed(file.read_text(encoding="utf-8")))
