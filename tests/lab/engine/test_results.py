"""Results shipped from finished runs: pages, one file, and the tables of README and docs made from it."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bolicho.core.errors import BadInput
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.everything import reproduce_all
from bolicho.lab.engine.experiment import Cell, Design, Rows, WhenDone
from bolicho.lab.engine.finished import read_run, runs_in
from bolicho.lab.engine.grounds import ground_of
from bolicho.lab.engine.results import BEGIN, END, WHY_BEGIN, WHY_END, ShippedResults, main
from bolicho.lab.engine.run import reproduce
from bolicho.report.document import JudgedClaim, Plot, Report, Section, Table

FIVE = ("paulus", "moral", "rossato", "rosa", "lobobrain")


class Small:
    """A work of two cells and three claims; its rows decide how many hold."""

    def __init__(
        self, name: str, source: str = "", version: str = "1", holds: bool = True, reading: str = "usual"
    ) -> None:
        self.name, self.source, self.version, self.holds, self.reading = name, source, version, holds, reading

    def design(self, scale: str, seed: int) -> Design:
        settings = {"reading": self.reading} | ({"base": {"source": self.source}} if self.source else {})
        return Design(self.name, self.version, scale, seed, settings, (Cell("a", {}), Cell("b", {})))

    def run(self, design: Design, cells: Any, workers: int, done: WhenDone) -> None:
        for cell in cells:
            done(cell, [{"holds": self.holds}])

    def report(self, design: Design, rows: Mapping[str, Rows], language: str) -> Report:
        word = "holds" if rows["a"][0]["holds"] else "fails"
        claims = [
            JudgedClaim("first", "it wins", "5", "", word, "9 of 9", main=True, short="it wins"),
            JudgedClaim("second", "it may win", "5", "", "open", "?", cause="reading", because="in doubt: points"),
            JudgedClaim("third", "it loses", "5", "", "fails", "0", cause="slip", because="a slip"),
        ]
        claims = [replace(one, ground=ground_of("fails" if one.doubted else one.word)) for one in claims]
        ours = [JudgedClaim("fourth", "it should", "–", "", "holds", "1", ground=ground_of("holds"))]
        plot = Plot("drawn", "Drawn", "<svg>1</svg>")
        table = Table("nearest", "The nearest hands", ["hand"], [["a hand of somebody"]], hands=True)
        return Report(f"Title of_{self.name}", "lead", ["found"], (Section("S", (), (plot, table)),), claims, ours)


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with the two pages that have a table."""
    monkeypatch.setattr(EXPERIMENTS, "make", Small)
    here = tmp_path / "repository"
    (here / "docs/works").mkdir(parents=True)
    table, why = f"before\n{BEGIN}\nold\n{END}\nafter\n", f"{WHY_BEGIN}\nold\n{WHY_END}\n"
    for page, text in (("README.md", table), ("docs/works/index.md", table + why)):
        (here / page).write_text(text, encoding="utf-8")
    return here


def made(folder: Path, work: Small, scale: str = "quick") -> Path:
    reproduce(work, folder, scale=scale, seed=3, workers=1)
    return folder


def test_pages_tables_and_file_come_from_all_works_of_a_run(root: Path, tmp_path: Path) -> None:
    reproduce_all(tmp_path / "all", (*FIVE, "scripted"), seed=3, workers=1, make=Small)
    assert main([str(tmp_path / "all")], root) == 0
    data = json.loads((root / "docs/works/results/results.json").read_text())
    assert list(data["works"]) == list(FIVE)
    one = data["works"]["rosa"]
    assert {key: one[key] for key in ("scale", "seed", "claims", "holds", "fails", "open", "doubted")} == {
        "scale": "quick", "seed": 3, "claims": 3, "holds": 1, "fails": 1, "open": 1, "doubted": 1,
    }  # fmt: skip
    assert one["verdicts"] == {"first": "holds", "second": "open/reading", "third": "fails/slip"}
    assert one["expected"] == {"fourth": "holds"}, "what we expect of a work is no claim of it"
    page = (root / "docs/works/results/rosa.md").read_text()
    assert page.startswith(f"# Title of\\_rosa\n\nScale `quick`, seed 3, {one['date']}, Bolicho {one['version']}, ")
    assert "1 cannot be told (1 of these because our side is in doubt). [The work](../rosa.md)" in page
    assert "**Reproduced: yes (1 of 1 main claims hold).**" in page
    assert "![Drawn](rosa/drawn.svg)" in page
    assert (root / "docs/works/results/rosa/drawn.svg").read_text() == "<svg>1</svg>"
    readme = (root / "README.md").read_text()
    assert readme.startswith(f"before\n{BEGIN}\n| work |")
    assert readme.endswith(f"|\n{END}\nafter\n")
    assert "[yes (1 of 1)](docs/works/results/rosa.md) | 3 | 1 | 1 | 1 | quick, " in readme
    index = (root / "docs/works/index.md").read_text()
    assert "| [`rosa`](results/rosa.md) | yes (1 of 1) | 3 | 1 | 1 | 1 (1 our side) | quick | 3 |" in index
    assert "- `rosa`: Reproduced: yes (1 of 1 main claims hold)." in index
    assert main(["--check"], root) == 0


def test_some_works_of_other_scales_and_bases_stand_side_by_side(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made(tmp_path / "runs/rosa", Small("rosa"), "paper")
    made(tmp_path / "runs/paulus", Small("paulus", "synthetic"))
    made(tmp_path / "mine", Small("paulus", "recorded", holds=False))
    half = made(tmp_path / "runs/moral", Small("moral"))
    rows = half / "rows.jsonl"
    rows.write_bytes(rows.read_bytes()[:-4])  # a kill left half a line
    assert main([str(tmp_path / "runs"), str(tmp_path / "mine")], root) == 0
    assert f"left out: {half}: not finished: 1 of 2 cells are missing" in capsys.readouterr().out
    readme = (root / "README.md").read_text()
    assert [line.split("|")[3].strip() for line in readme.splitlines() if "reproduce " in line] == [
        "[yes (1 of 1)](docs/works/results/paulus.md)",
        "[no (0 of 1)](docs/works/results/paulus-recorded.md)",
        *["not run yet"] * 2,
        "[yes (1 of 1)](docs/works/results/rosa.md)",
        "not run yet",
    ]
    assert "[Paulus](docs/works/paulus.md), UFSM, recorded hands" in readme
    pages = {name: (root / f"docs/works/results/{name}.md").read_text() for name in ("paulus", "paulus-recorded")}
    assert {name: "a hand of somebody" in page for name, page in pages.items()} == {
        "paulus": True,
        "paulus-recorded": False,
    }, "recorded hands are not ours to show"
    index = (root / "docs/works/index.md").read_text()
    assert "| paper | 3 |" in index
    assert "| quick | 3 |" in index
    # another work later: what was there stays
    assert main([str(made(tmp_path / "later", Small("lobobrain")))], root) == 0
    assert list(ShippedResults(root).works) == ["paulus", "paulus-recorded", "rosa", "lobobrain"]


def test_why_claims_fail_and_stay_open_stands_in_the_index(root: Path, tmp_path: Path) -> None:
    made(tmp_path / "runs/rosa", Small("rosa"))
    made(tmp_path / "runs/paulus", Small("paulus", "recorded"))
    assert main([str(tmp_path / "runs")], root) == 0
    why = (root / "docs/works/index.md").read_text().partition(WHY_BEGIN)[2]
    assert "| [`rosa`](results/rosa.md) | 1 | 0 | 0 | 0 |" in why
    assert "| `rosa` | it may win | 5 | in doubt: points |" in why
    assert "paulus" not in why, "the works are counted once, on the bundled base"


def test_sentences_that_count_claims_follow_the_file(root: Path, tmp_path: Path) -> None:
    study = root / "docs/works/study.md"
    study.write_text("So <!-- counts: rosa -->old<!-- counts -->; <!-- counts: all --><!-- counts -->.\n")
    assert main([str(made(tmp_path / "rosa", Small("rosa")))], root) == 0
    counted = "of 3 claims 1 hold, 1 do not hold, 1 cannot be told"
    assert study.read_text() == (
        f"So <!-- counts: rosa -->{counted}<!-- counts -->; <!-- counts: all -->{counted} (33.3 %)<!-- counts -->.\n"
    )
    study.write_text(study.read_text().replace("1 hold", "2 hold"))
    assert ShippedResults(root).differences() == [f"{study}: its count of claims is not that of results.json"]
    study.write_text("<!-- counts: nobody --><!-- counts -->")
    with pytest.raises(BadInput, match=r"study\.md: counts: no result 'nobody'; there are rosa"):
        ShippedResults(root).differences()


def test_a_difference_is_told(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(made(tmp_path / "rosa", Small("rosa")))], root) == 0
    results = root / "docs/works/results"
    readme = root / "README.md"
    readme.write_text(readme.read_text().replace("| 3 |", "| 4 |"))
    page = results / "rosa.md"
    page.write_text(page.read_text().replace("seed 3", "seed 4"))
    (results / "moral.md").write_text("# Moral")
    capsys.readouterr()
    assert main(["--check"], root) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[:3] == [
        f"{readme}: its table is not that of results.json",
        f"{page}: begins with another result than results.json has",
        f"{results / 'moral.md'}: not in results.json",
    ]
    figures = results / "rosa.json"
    figures.write_text(figures.read_text().replace('"word": "holds"', '"word": "open"', 1))
    assert f"{figures}: first: open, and its figures say holds" in ShippedResults(root).differences()
    page.unlink()
    assert f"{page}: missing" in ShippedResults(root).differences()


def test_nothing_is_written_where_something_is_wrong(root: Path, tmp_path: Path) -> None:
    good = made(tmp_path / "rosa", Small("rosa"))
    old = made(tmp_path / "old", Small("moral", version="0"))
    twice = Path(shutil.copytree(good, tmp_path / "twice"))
    results = ShippedResults(root)
    for folders, said in (
        ((old,), "old: made by version 0 of moral, and this is 1; run it again"),
        ((good, twice), "rosa is in .* and in .*twice: name one of them"),
        ((made(tmp_path / "own", Small("rosa:mine")),), "rosa:mine was run with settings of its own"),
        ((made(tmp_path / "read", Small("rosa", reading="other")),), "rosa was run with settings of its own"),
    ):
        with pytest.raises(BadInput, match=said):
            results.take([run for folder in folders for run in runs_in(folder)])
    assert not (root / "docs/works/results").exists()
    assert results.take([*runs_in(old), *runs_in(good)]) == [
        f"{old}: made by version 0 of moral, and this is 1; run it again"
    ]


def test_folders_that_are_no_runs_are_refused_in_one_line(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = made(tmp_path / "rosa", Small("rosa"))
    (tmp_path / "empty").mkdir()
    for folder, said in (("none", "no such folder"), ("empty", "no run in it")):
        assert main([str(tmp_path / folder)], root) == 2
        assert capsys.readouterr().err == f"{tmp_path / folder}: {said}\n"
    assert main([], root) == 2
    assert capsys.readouterr().err == "expected the folders of finished runs, --again or --check\n"
    whole = (run / "rows.jsonl").read_text()
    for text, said in (("{\n" + whole, "line 1: damaged: "), ("[1]\n" + whole, "line 1: not the rows of a cell")):
        (run / "rows.jsonl").write_text(text)
        with pytest.raises(BadInput, match=said):
            read_run(run)
    (run / "design.json").write_text("[1]")
    with pytest.raises(BadInput, match="not the design of a run"):
        read_run(run)
    (root / "README.md").write_text("no marks")
    with pytest.raises(BadInput, match=r"README.md: no <!-- works: begin --> and"):
        ShippedResults(root).differences()


def test_the_drawing_of_all_verdicts_is_that_of_the_file(root: Path, tmp_path: Path) -> None:
    assert main([str(made(tmp_path / "rosa", Small("rosa")))], root) == 0
    drawing = root / "docs/works/results/verdicts.svg"
    text = drawing.read_text()
    assert "rosa, quick" in text
    drawing.write_text(text.replace("rosa, quick", "rosa, paper"))
    assert ShippedResults(root).differences() == [f"{drawing}: not that of results.json"]
    drawing.unlink()
    assert ShippedResults(root).differences() == [f"{drawing}: not that of results.json"]


def test_every_claim_that_is_shipped_and_does_not_hold_says_why() -> None:
    works = ShippedResults(Path(__file__).parents[3]).works
    assert set(FIVE) <= set(works)
    assert {name: one["unexplained"] for name, one in works.items() if one["unexplained"]} == {}


def test_what_the_repository_ships_is_what_its_file_says() -> None:
    assert ShippedResults(Path(__file__).parents[3]).differences() == [], "make results RUNS=FOLDER writes them anew"
