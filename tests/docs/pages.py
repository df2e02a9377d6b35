"""The pages of the documentation as the tests read them: blocks of code, commands, the navigation."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "examples" / "README.md"])
BLOCK = re.compile(
    r"^(?P<inset> *)```(?P<language>[\w.-]*)[^\n`]*\n(?P<body>.*?)^(?P=inset)```", re.MULTILINE | re.DOTALL
)
ASIDE = re.compile(r"\s{2,}(?:#\s)?\S.*$")
"""What stands beside a command, two blanks or more away: words for the reader."""


class Block(NamedTuple):
    """A fenced block: where it begins, its language, what is in it."""

    where: str
    language: str
    body: str


def name(page: Path) -> str:
    """Return a page's path in the repository."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> Iterator[Block]:
    """Go through the fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        inset = len(found["inset"])
        body = "".join(one[inset:] for one in found["body"].splitlines(keepends=True))
        yield Block(f"{name(page)}:{line}", found["language"], body)


def commands(block: Block) -> Iterator[list[str]]:
    """Go through the shell commands of a block, as lists of words, without the remarks beside them."""
    joined = re.sub(r"\\\n\s*", " ", block.body)
    for line in joined.splitlines():
        line = re.sub(r"\s+#\s.*$", "", line.strip().removeprefix("$ "))
        if not line or line.startswith("#"):
            continue
        if line.startswith("bolicho "):
            line = ASIDE.sub("", line)
        try:
            yield shlex.split(line)
        except ValueError:
            yield line.split()
