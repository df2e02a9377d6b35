"""Everything by one command: each work in its own directory, one that fails leaves the others alone, and an index."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import pytest
from tests.cli.front_door import knock

from bolicho import BadInput
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.everything import DONE, FAILED, WAITING, AllWorks, reproduce_all
from bolicho.lab.engine.experiment import Cell, Design, Rows, WhenDone
from bolicho.lab.engine.index_page import write_index
from bolicho.report.document import JudgedClaim, Report
from bolicho.report.markdown import escaped

NAMES = ("paulus", "moral", "scripted")


class Tiny:
    """An experiment of two cells, with a claim of each verdict; one may be broken."""

    version = "1"

    def __init__(self, name: str, broken: bool = False) -> None:
        self.name, self.broken = name, broken

    def design(self, scale: str, seed: int) -> Design:
        return Design(self.name, self.version, scale, seed, {}, (Cell("a", {}), Cell("b", {})))

    def run(self, design: Design, cells: Any, workers: int, done: WhenDone) -> None:
        for cell in cells:
            if self.broken and cell.key == "b":
                raise RuntimeError("a <tag> & no more")
            done(cell, [{"cell": cell.key}])

    def report(self, design: Design, rows: Mapping[str, Rows], language: str) -> Report:
        claims = [
            JudgedClaim(word, f"{self.name} says <{word}>", "5.1", "part", word, f"seen {len(rows)}")
            for word in ("holds", "fails", "open")
        ]
        claims[0] = replace(claims[0], main=True, short="it <holds>")
        claims[1] = replace(claims[1], cause="slip", because="a slip: <sum>", main=True, short="it <fails>")
        claims[2] = replace(claims[2], cause="reading", because="in doubt: <sum>")
        return Report(f"Title of {self.name}", "lead", ["found"], (), () if self.name == "scripted" else claims)


def run(folder: Path, *broken: str, written: Any = None, language: str = "en", seed: int = 1) -> AllWorks:
    return reproduce_all(
        folder, NAMES, seed=seed, workers=1, language=language, written=written, make=lambda n: Tiny(n, n in broken)
    )


def test_one_that_fails_does_not_take_the_others_along(tmp_path: Path) -> None:
    seen: list[list[str]] = []
    whole = run(tmp_path / "all", "moral", written=lambda w: seen.append([entry.state for entry in w.entries]))
    assert seen == [[DONE, WAITING, WAITING], [DONE, FAILED, WAITING], [DONE, FAILED, DONE]]
    assert [(entry.name, entry.error) for entry in whole.failed] == [("moral", "RuntimeError: a <tag> & no more")]
    assert (tmp_path / "all/paulus/report.html").exists()
    assert not (tmp_path / "all/moral/report.html").exists()


def test_given_again_it_goes_on_where_it_was(tmp_path: Path) -> None:
    run(tmp_path, "moral")
    kept = {name: (tmp_path / name / "rows.jsonl").read_bytes() for name in NAMES}
    whole = run(tmp_path)
    assert not whole.failed
    for name in NAMES:
        lines = (tmp_path / name / "rows.jsonl").read_bytes()
        assert lines.startswith(kept[name])
        assert len(lines.splitlines()) == 2


def test_a_directory_of_another_run_or_of_something_else_is_refused(tmp_path: Path) -> None:
    run(tmp_path / "one")
    with pytest.raises(BadInput, match="seed"):
        run(tmp_path / "one", seed=2)
    (tmp_path / "two").mkdir()
    (tmp_path / "two/mine.txt").write_text("mine")
    with pytest.raises(BadInput, match="other things in it"):
        run(tmp_path / "two")


def test_the_index_tells_of_every_work_and_claim(tmp_path: Path) -> None:
    whole = run(tmp_path, "moral")
    html = write_index(whole, tmp_path, "en").read_text()
    data = json.loads((tmp_path / "index.json").read_text())
    assert data["claims"] == {"holds": 1, "fails": 1, "open": 1}
    assert [(work["name"], work["state"]) for work in data["works"]] == [
        ("paulus", "done"),
        ("moral", "failed"),
        ("scripted", "done"),
    ]
    assert data["works"][0]["paper"]["authors"] == "Gustavo Bathu Paulus"
    assert data["works"][0]["page"] == "paulus/report.html"
    assert [claim["seen"] for claim in data["works"][0]["claims"]] == ["seen 2"] * 3
    assert "<script" not in html
    assert "a &lt;tag&gt; &amp; no more" in html
    assert {word: html.count(f'<li class="{word}">') for word in ("holds", "fails", "open")} == {
        "holds": 1,
        "fails": 1,
        "open": 1,
    }
    for link in re.findall(r'href="([^"]*)"', html):
        there = f'id="{link[1:]}"' in html if link.startswith("#") else (tmp_path / link).exists()
        assert there, link
    assert '<p class="why">a slip: &lt;sum&gt;</p>' in html
    assert '<span class="word">not met; our side is in doubt</span>' in html
    line = "Reproduced: in part (1 of 2 main claims hold), because it does not hold that it <fails>."
    assert f'<p class="top">{escape(line)}</p>' in html
    assert [(work["reproduced"], work["headline"]) for work in data["works"]] == [
        ("part", line),
        (None, ""),
        (None, ""),
    ]
    assert [claim["cause"] for claim in data["works"][0]["claims"]] == ["", "slip", "reading"]
    markdown = (tmp_path / "index.md").read_text()
    assert f"**{escaped(line)}**" in markdown
    assert "— seen 2 · *a slip: \\<sum\\>*" in markdown
    assert "**not met; our side is in doubt** · paulus says \\<open\\>" in markdown
    assert "Of those that cannot be told, 1 were not met while our reading, or an agent of ours" in markdown
    assert "**does not hold** · paulus says \\<fails\\>" in markdown
    assert "3 claims: 1 hold, 1 do not hold, 1 cannot be told." in markdown


def test_the_index_speaks_portuguese(tmp_path: Path) -> None:
    html = write_index(run(tmp_path, language="pt-BR"), tmp_path, "pt-BR").read_text()
    assert 'lang="pt-BR"' in html
    assert "não se confirma" in html
    assert "2019 ou depois" in html


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(EXPERIMENTS, "make", lambda name: Tiny(name, name == "rosa"))
    said = knock("reproduce", "all", "--seed", "4", "--workers", "1", "--language", "en")
    assert said.code == 1
    assert "rosa: RuntimeError: a <tag> & no more" in said.err
    assert "paulus: 3 claims: 1 hold, 1 do not hold, 1 cannot be told. Of those" in said.out
    assert "Reproduced: in part (1 of 2 main claims hold), because it does not hold that it <fails>." in said.out
    assert said.out.splitlines()[-1] == "results/all-quick-4/index.html"
    said = knock("reproduce", "all", "--seed", "4", "--workers", "1", "--language", "en", "--json")
    data = json.loads(said.out)
    assert (said.code, data["claims"], data["page"]) == (
        1,
        {"holds": 4, "fails": 4, "open": 4},
        "results/all-quick-4/index.html",
    )
