"""Luggage: what agents are made of arrives whole at another machine, and nothing else is sent."""

import os
from pathlib import Path

import pytest

from bolicho.agents import make
from bolicho.arena import Plan
from bolicho.arena.plan.luggage import files_of, pack, unpack
from bolicho.learn.cases import shelf
from bolicho.store import Store
from bolicho.store.where import VARIABLE


def test_files_go_along_with_what_stands_beside_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, ":memory:")
    Path("mine.csv").write_text("cases")
    Path("mine.json").write_text("clusters")
    plan = Plan("truco", ("cbr:NPS@mine.csv,threshold=0.9", "sound"))
    found = pack(plan)
    assert found.files == {"mine.csv": {"mine.csv": b"cases", "mine.json": b"clusters"}}
    assert [path.name for path in files_of(plan)] == ["mine.csv", "mine.json"]
    there = unpack(plan, found, tmp_path / "there")
    place = Path(there.agents[0].partition("@")[2].partition(",")[0])
    assert there.agents[0].endswith(",threshold=0.9")
    assert (place.read_text(), place.with_suffix(".json").read_text()) == ("cases", "clusters")
    assert there.agents[1] == "sound"


def test_a_base_in_the_store_goes_along_and_no_store_that_nobody_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "here.db"))
    with Store.open() as store:
        shelf.save(shelf.copy("starter", "mine"), store)
    assert pack(Plan("truco", ("cbr:NPS@starter", "sound"))).store is None
    plan = Plan("truco", ("cbr:NPS@mine", "sound"))
    found = pack(plan)
    (tmp_path / "here.db").unlink()
    there = unpack(plan, found, tmp_path / "there")
    assert os.environ[VARIABLE].startswith(str(tmp_path / "there"))
    assert make(there.agents[0], "truco").name
