"""What tests of the laboratory share."""

from importlib import import_module
from pathlib import Path

import pytest

import bolicho


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reports without their drawings: they take a second each, and other tests of the same file draw them."""
    root = Path(bolicho.__file__).parent
    for file in (*(root / "lab").rglob("*.py"), *(root / "report").rglob("*.py")):
        if "_svg" in file.read_text(encoding="utf-8"):
            name = ".".join(("bolicho", *file.relative_to(root).with_suffix("").parts))
            monkeypatch.setattr(import_module(name), "_svg", lambda *_: "<svg/>", raising=False)
