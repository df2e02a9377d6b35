"""Where in a board file something stands, so that an error can name the line; ``tomllib`` does not tell."""

import re
from collections.abc import Iterator

HEADING = re.compile(r"\s*\[{1,2}\s*([\w.-]+)\s*\]{1,2}")
KEY = re.compile(r"""\s*["']?([\w-]+)["']?\s*[=.]""")
COMMENT = re.compile(r"""^((?:[^"'#]|"[^"]*"|'[^']*')*)#.*""")


def line_of(text: str, table: str, key: str = "", value: str = "") -> int:
    """Return the line of a value, else of its key, else of its table; line 1 or the last where there is none of them.

    >>> line_of('name = "x" # points\\n[points]\\na = [0, 1]\\n[board]\\npaths = [\\n"a-b",\\n]', "board", "paths")
    5
    """
    lines = [COMMENT.sub(r"\1", line) for line in text.splitlines()]
    own = [(number, found) for number, within, found in _keys(lines) if within == table]
    begins = next((number for number, found in own if key and found == key), 0)
    if not begins:
        heading = next((n for n, line in enumerate(lines, 1) if (m := HEADING.match(line)) and m[1] == table), 0)
        short = next((n for n, within, found in _keys(lines) if table and not within and found == table), 0)
        return heading or short or (len(lines) or 1 if table else 1)
    ends = next((number for number, _, _ in _keys(lines, headings=True) if number > begins), len(lines) + 1)
    word = re.compile(rf"(?<![\w-]){re.escape(value)}(?![\w-])")
    after_key = KEY.sub("", lines[begins - 1], count=1)
    if not value or word.search(after_key):
        return begins
    return next((n for n in range(begins, ends) if word.search(lines[n - 1])), begins)


def _keys(lines: list[str], *, headings: bool = False) -> Iterator[tuple[int, str, str]]:
    """Give every line that begins a key, with its table; and the headings too, if asked."""
    table = ""
    for number, line in enumerate(lines, 1):
        heading, key = HEADING.match(line), KEY.match(line)
        if heading and "=" not in line:
            table = heading[1]
            if headings:
                yield number, table, ""
        elif key:
            yield number, table, key[1]
