"""Puzzles of a file: read, played through, and asked."""

from pathlib import Path

from tests.readers.mutations import LINES
from tests.readers.reader import Files, Reader

from bolicho.play.puzzles.puzzle import DATA, read_puzzles


def _some() -> Files:
    lines = [(DATA / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()[0] for game in ("tapatan", "truco")]
    return {"puzzles.jsonl": "".join(f"{line}\n" for line in lines).encode()}


def _read(folder: Path) -> None:
    for puzzle in read_puzzles(folder / "puzzles.jsonl"):
        assert puzzle.right(puzzle.answer)
        assert puzzle.asks
        assert puzzle.id
        puzzle.distance  # noqa: B018


READERS = {"puzzles": Reader(_some, {"puzzles.jsonl": LINES}, _read)}
