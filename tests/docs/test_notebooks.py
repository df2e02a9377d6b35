"""The example notebooks run from the first cell to the last, and every cell that ends in a value shows something."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from tests.docs.pages import ROOT

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
SHOWN = ("_repr_html_", "_repr_png_")


def cells(path: Path, kind: str) -> list[str]:
    book = json.loads(path.read_text(encoding="utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    found = [cell for cell in book["cells"] if cell["cell_type"] == kind]
    assert all(not cell.get("outputs") for cell in found), "outputs are not kept: run it yourself"
    return ["".join(cell["source"]) for cell in found]


def run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does: what stands in its last line is its value."""
    *lines, last = ast.parse(source).body
    assert isinstance(last, ast.Expr), "a cell ends in what it shows"
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_there_are_three() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["analysis", "hand", "tournament"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not on this machine")
    names: dict[str, Any] = {"__name__": "notebook"}
    values = [run(source, names) for source in cells(path, "code")]
    assert all(value is not None for value in values)
    pictures = [getattr(value, name)() for value in values for name in SHOWN if hasattr(value, name)]
    assert len([picture for picture in pictures if picture]) >= 4


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_told_of_on_its_page(path: Path) -> None:
    page = (ROOT / "docs" / "howto" / "notebooks.md").read_text(encoding="utf-8")
    assert path.name in page
    assert cells(path, "markdown")[0].startswith("# ")
