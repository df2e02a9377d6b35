"""Recorded hands in a folder: read as they are, refused in one line where they are wrong, named by their digest."""

import csv
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.cli.front_door import knock
from tests.learn.cases.truco.ufsm.group_server import shortened, written

import bolicho
from bolicho import BadInput
from bolicho.lab import EXPERIMENTS
from bolicho.lab.engine.experiment import Design
from bolicho.lab.engine.ledger import Ledger
from bolicho.lab.engine.recorded import WithBase, begin_with, recorded_hands
from bolicho.play import replay

FILES = Path(__file__).parents[4] / "shared" / "data" / "ufsm"
"""Beside the repository, where there is one."""
WORKS = ("paulus", "rossato", "moral")


@cache
def rows() -> list[dict[str, Any]]:
    """Hands of ours in the group's columns: nobody's recorded ones."""
    game, rng = bolicho.game("truco"), Random(1)
    agents = [bolicho.agent(name, game) for name in ("random", "bluffer")]
    records = [bolicho.play_match(game, agents, 5, match=match) for match in range(3)]
    hands = [state for record in records for state in replay(record, game) if state.over]
    return [written(hand, seat, number, rng) for number, hand in enumerate(hands, 1) for seat in (0, 1)]


def write(path: Path, some: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(some[0]))
        writer.writeheader()
        writer.writerows(some)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "ufsm" / "ufsm_baseline.csv", rows()).parent


def test_the_file_named_after_the_baseline_is_read(folder: Path) -> None:
    write(folder / "ufsm_imitacao.csv", rows()[:6])
    write(folder / "short.csv", [shortened(row) for row in rows()[:4]])
    base = recorded_hands(folder)
    assert (base.source, base.name) == ("recorded", "recorded")
    assert 0 < len(base) <= len(rows())
    assert base.note.startswith("ufsm_baseline.csv: ")


@pytest.mark.parametrize("work", WORKS)
def test_the_design_names_it_by_its_digest_and_other_files_are_refused(work: str, folder: Path, tmp_path: Path) -> None:
    one = designed(work, folder)
    assert one.settings["base"]["source"] == "recorded"
    assert one.recorded
    assert not EXPERIMENTS.make(work).design("quick", 1).recorded
    with Ledger(tmp_path / "run", one, {}):
        pass
    write(folder / "ufsm_baseline.csv", rows()[:-4])
    other = designed(work, folder)
    assert other.settings["base"]["digest"] != one.settings["base"]["digest"]
    with pytest.raises(BadInput, match="its rows were made by another design"):
        Ledger(tmp_path / "run", other, {})


def designed(work: str, folder: Path) -> Design:
    return begin_with(EXPERIMENTS.make(work), recorded_hands(folder)).design("quick", 1)


def test_no_store_is_made_or_asked(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOLICHO_STORE", str(tmp_path / "mine.db"))
    designed("paulus", folder)
    assert not (tmp_path / "mine.db").exists()


def damaged(folder: Path, text: str) -> None:
    (folder / "ufsm_baseline.csv").write_text(text, encoding="utf-8")


def test_what_is_wrong_is_one_line_with_its_place(folder: Path, tmp_path: Path) -> None:
    file = folder / "ufsm_baseline.csv"
    text = file.read_text(encoding="utf-8")
    lines = text.splitlines(keepends=True)
    with pytest.raises(BadInput, match=r"no such folder"):
        recorded_hands(tmp_path / "nowhere")
    with pytest.raises(BadInput, match=r"not a folder"):
        recorded_hands(file)
    damaged(folder, "".join(lines[:5]) + lines[5][: len(lines[5]) // 2])
    with pytest.raises(BadInput, match=r"ufsm_baseline\.csv line 6: \d+ cells, but \d+ columns"):
        recorded_hands(folder)
    cells = lines[2].split(",")
    cells[lines[0].split(",").index("jogadorMao")] = "nobody"
    damaged(folder, "".join([*lines[:2], ",".join(cells), *lines[3:]]))
    with pytest.raises(BadInput, match=r"ufsm_baseline\.csv line 3, column jogadorMao: 'nobody' is not a number"):
        recorded_hands(folder)
    damaged(folder, text.replace("quemTruco", "whoTruco", 1))
    with pytest.raises(BadInput, match=r"ufsm_baseline\.csv: no column quemTruco"):
        recorded_hands(folder)
    damaged(folder, "a,b\n1,2\n")
    with pytest.raises(BadInput, match=r"ufsm_baseline\.csv line 1: not the group's form: no column cartaAltaRobo"):
        recorded_hands(folder)
    damaged(folder, text.rstrip("\r\n")[:-1])
    with pytest.raises(BadInput, match=r"ufsm_baseline\.csv: its last line has no end: the file was cut off"):
        recorded_hands(folder)
    write(file, [shortened(row) for row in rows()])
    with pytest.raises(BadInput, match=r"ufsm_baseline\.csv: the form of 30 columns does not say who called"):
        recorded_hands(folder)
    damaged(folder, lines[0])
    with pytest.raises(BadInput, match="none of its 0 hands can be used"):
        recorded_hands(folder)
    file.unlink()
    with pytest.raises(BadInput, match="no file of recorded hands in it"):
        recorded_hands(folder)


def test_the_command_refuses_before_anything_is_begun(folder: Path, tmp_path: Path) -> None:
    for work, where, line in (
        ("rosa", folder, "rosa begins with no recorded hands"),
        ("paulus", tmp_path / "nowhere", "no such folder"),
        ("all", tmp_path / "nowhere", "no such folder"),
    ):
        said = knock("reproduce", work, "--recorded", str(where), "--out", str(tmp_path / "run"), "--language", "en")
        assert said.code != 0
        assert line in " ".join(said.err.split())
        assert not (tmp_path / "run").exists()


@pytest.mark.skipif(not FILES.is_dir(), reason="recorded hands are not on this machine")
@pytest.mark.parametrize("work", WORKS)
def test_the_groups_own_files_are_begun_with(work: str) -> None:
    experiment = EXPERIMENTS.make(work)
    assert isinstance(experiment, WithBase)
    base = designed(work, FILES).settings["base"]
    assert (base["source"], base["cases"]) == ("recorded", 3071)
