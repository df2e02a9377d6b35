"""Two folders of outputs: which files differ, and how."""

from collections.abc import Iterator, Sequence
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from tools.same.normal import normal, without_numbers

LINES, WIDTH, WINDOW = 12, 200, 300
"""So much of a difference is shown, of each file, and so many lines are looked through for it."""


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
        elif ours[path].read_bytes() != theirs[path].read_bytes():
            before, after = (_read(files[path], f"{part}/{path}", numbers) for files in (ours, theirs))
            if before != after:
                shown = _shown(before.splitlines(), after.splitlines())
                more = ("...",) if len(shown) > LINES else ()
                yield Difference(f"{part}/{path}", (*shown[:LINES], *more) or ("only in line endings",))


def _shown(before: Sequence[str], after: Sequence[str]) -> list[str]:
    # from the line before the first that differs, and not far: to line up a megabyte of differences takes hours
    first = next((n for n, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), None)
    start = max(0, (min(len(before), len(after)) if first is None else first) - 1)
    near = slice(start, start + WINDOW)
    changed = unified_diff(before[near], after[near], lineterm="", n=1)
    return [f"line {start + 1}", *(line[:WIDTH] for line in islice(changed, 3, LINES + 4))]


def _texts(folder: Path) -> dict[str, Path]:
    return {str(file.relative_to(folder)): file for file in folder.rglob("*") if file.is_file()}


def _read(file: Path, path: str, numbers: bool) -> str:
    text = normal(path, file.read_text(encoding="utf-8"))
    if path.endswith(".jsonl"):
        text = text.replace("},{", "},\n  {")  # a journal has a hundred rows a line, of which one differs
    return text if numbers else without_numbers(text)
