"""What tests of the laboratory share."""

from importlib import import_module
from pathlib import Path

import pytest

import bolicho.lab


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports without their drawings: they take a second each, and other tests of the same file draw them."""
    for file in Path(bolicho.lab.__file__).parent.glob("*.py"):
        if "_svg" in file.read_text(encoding="utf-8"):
            monkeypatch.setattr(import_module(f"bolicho.lab.{file.stem}"), "_svg", lambda *_: "<svg/>", raising=False)
