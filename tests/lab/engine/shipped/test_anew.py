"""Shipped results judged anew without rows: from the figures beside the pages, and from them alone."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from bolicho.lab.engine.results import ShippedResults
from bolicho.lab.engine.shipped.figures import Figures
from bolicho.lab.engine.verdicts import again

SHIPPED = Path(__file__).parents[4]


@pytest.fixture
def copied(tmp_path: Path) -> ShippedResults:
    """What the repository ships, to be written anew."""
    for name in ("README.md", "docs/works"):
        source, target = SHIPPED / name, tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    return ShippedResults(tmp_path)


def files_of(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*.[mj]*"))}


def test_what_is_shipped_is_judged_anew_without_rows_and_stays_as_it_is(copied: ShippedResults) -> None:
    before = files_of(copied.root)
    assert {name: turned for name, turned in copied.again().items() if turned} == {}
    after = files_of(copied.root)
    assert [name for name in before if before[name] != after[name]] == []


def test_a_figure_that_is_another_turns_the_verdict_on_page_tables_and_file(copied: ShippedResults) -> None:
    path = copied.figures("paulus")
    figures = Figures.read(path)
    one = figures.claims["two-step-low"]
    low = {**one["ground"], "found": [0.45, 0.44, 0.46]}
    replace(figures, claims={**figures.claims, "two-step-low": {**one, "ground": low}}).write(path)
    assert any("two-step-low: holds, and its figures say fails" in told for told in copied.differences())
    holds, fails = copied.works["paulus"]["holds"], copied.works["paulus"]["fails"]
    assert copied.again()["paulus"] == [
        "two-step-low: holds → fails/" + copied.works["paulus"]["verdicts"]["two-step-low"].partition("/")[2]
    ]
    told = copied.works["paulus"]
    assert (told["holds"], told["fails"]) == (holds - 1, fails + 1)
    page = (copied.folder / "paulus.md").read_text()
    (row,) = (line for line in page.splitlines() if line.endswith("| two-step-low |"))
    assert "| does not hold |" in row
    assert f"Of 85 claims {holds - 1} hold, {fails + 1} do not" in page
    assert copied.differences() == []


def test_no_row_is_shipped_with_the_figures() -> None:
    for name in ShippedResults(SHIPPED).works:
        for one in Figures.read(ShippedResults(SHIPPED).figures(name)).claims.values():
            assert set(one) == {"id", "word", "nuance", "reason", "seen", "ground"}
            assert again(one["ground"]) == one["word"], one["id"]
