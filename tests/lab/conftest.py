"""What tests of the laboratory share."""

from typing import Any

import pytest


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Reports without their drawings: they take a second each, and other tests of the same file draw them.

    The list holds the kind of every drawing that was asked for.
    """
    asked: list[str] = []

    def save(out: Any, paint: object, size: object, kind: str, *_: object, **__: object) -> None:
        asked.append(kind)
        out.write("<svg/>" if kind == "svg" else b"")

    monkeypatch.setattr("bolicho.report.sheet._save", save)
    return asked
