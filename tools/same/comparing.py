"""Two folders of outputs: which files differ, and how."""

from collections.abc import Iterator
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tools.same.normal import normal, without_numbers

LINES, WIDTH = 12, 200
"""So much of a difference is shown, of each file."""


class Difference(NamedTuple):
    """A file that is not the same in both, with the first lines that show it."""

    path: str
    lines: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"differs: {self.path}", *(f"    {line}" for line in self.lines)])


def differences(base: Path, now: Path, part: str, *, numbers: bool = True) -> Iterator[Difference]:
    """Yield the files of a part that differ, are missing or are new, by name."""
    ours, theirs = _texts(base / part), _texts(now / part)
    for path in sorted(ours.keys() | theirs.keys()):
        if path not in theirs:
            yield Difference(f"{part}/{path}", ("- only before",))
        elif path not in ours:
            yield Difference(f"{part}/{path}", ("+ only now",))
        else:
            before, after = (_read(files[path], f"{part}/{path}", numbers) for files in (ours, theirs))
            if before != after:
                changed = unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=1)
                shown = [line[:WIDTH] for line in islice(changed, 2, LINES + 3)]  # after the two lines with the names
                more = ("...",) if len(shown) > LINES else ()
                yield Difference(f"{part}/{path}", (*shown[:LINES], *more) or ("only in line endings",))


def _texts(folder: Path) -> dict[str, Path]:
    return {str(file.relative_to(folder)): file for file in folder.rglob("*") if file.is_file()}


def _read(file: Path, path: str, numbers: bool) -> str:
    text = normal(path, file.read_text(encoding="utf-8"))
    if path.endswith(".jsonl"):
        text = text.replace("},{", "},\n  {")  # a journal has a hundred rows a line, of which one differs
    return text if numbers else without_numbers(text)
