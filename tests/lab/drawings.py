"""Runs without their drawings: a drawing takes about a second, and a page of a work has up to 24."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@contextmanager
def no_drawings() -> Iterator[list[str]]:
    """Draw nothing meanwhile; the list holds the kind of every drawing that was asked for."""
    asked: list[str] = []

    def save(out: Any, paint: object, size: object, kind: str, *_: object, **__: object) -> None:
        asked.append(kind)
        out.write("<svg/>" if kind == "svg" else b"")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bolicho.report.sheet._save", save)
        yield asked
