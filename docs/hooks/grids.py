"""Small pieces of Markdown that several tellers need."""

import re
from collections.abc import Iterable, Mapping, Sequence


def grid(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table; a bar within a cell stays a bar."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(_barless, line)) + " |" for line in lines)


def with_values(head: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """Leave out the columns in which every row has only a dash."""
    kept = [place for place in range(len(head)) if not all(row[place].startswith("–") for row in rows)]
    return [head[place] for place in kept], [[row[place] for place in kept] for row in rows]


def _barless(cell: str) -> str:
    """Hide bars from the table; within code they are safe."""
    parts = cell.split("`")
    return "`".join(part if place % 2 else part.replace("|", "&#124;") for place, part in enumerate(parts))


def facts(told: Mapping[str, str]) -> str:
    """Write names and facts as a box at the top of a page; the facts may be Markdown."""
    inside = "\n".join(f"- **{name}:** {fact}" for name, fact in told.items())
    return f'<div class="facts" markdown>\n\n{inside}\n\n</div>'


def after_title(markdown: str, inset: str) -> str:
    """Put something after the first heading of a page."""
    title = re.search(r"^# .*\n", markdown, flags=re.MULTILINE)
    if title is None:
        return f"{inset}\n\n{markdown}"
    return f"{markdown[: title.end()]}\n{inset}\n{markdown[title.end() :]}"
