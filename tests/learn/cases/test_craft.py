"""The craft of a game is found by its name; a guest's forms are read beside those of the house."""

from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import bolicho
from bolicho.core.errors import BadInput, UnknownName
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.craft import CRAFTS, Craft, craft, guest_forms
from bolicho.learn.cases.files import read, write
from bolicho.learn.cases.forms import FORMS, Form, form, form_names
from bolicho.learn.cases.questions import Ask, Domain, Question
from bolicho.store import Store

COLUMNS = (("place", 1, 9, ()), ("won", 0, 1, ()))


def nothing(*_: object) -> Any:
    raise AssertionError("nobody is asked here")


def guest(game: str = "jogo-da-velha", form: str = "velha-1") -> Craft:
    domain = Domain(CaseBase.__getitem__, nothing, lambda _: (), nothing)
    ask = Ask(Question("place", "", ""), {}, {})
    return Craft(game, (Form(game, form, COLUMNS),), domain, lambda _: {}, lambda *_: [ask])


@pytest.fixture
def crafts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CRAFTS, "_loaded", {})
    monkeypatch.setitem(CRAFTS.__dict__, "guests", {})


@pytest.fixture
def velha(crafts: None) -> CaseBase:
    CRAFTS.add("jogo-da-velha", guest())
    base = CaseBase("mine", ("place", "won"), game="jogo-da-velha", form="velha-1", source="test")
    base.append([[5, 1], [1, None]])
    return base


@pytest.mark.usefixtures("crafts")
def test_a_game_without_a_craft_is_named() -> None:
    with pytest.raises(BadInput, match="no cases of rikken answer questions; those of truco do"):
        craft("rikken")
    assert "cbr" not in bolicho.agents("rikken")
    assert form_names() == tuple(FORMS)


def test_a_guests_form_is_read_and_written_beside_ours(velha: CaseBase, tmp_path: Path) -> None:
    assert form_names() == (*FORMS, "velha-1")
    assert "cbr" in bolicho.agents("jogo-da-velha")
    write(velha, tmp_path / "mine.csv")
    again = read(tmp_path / "mine.csv")
    assert (again.game, again.form, again.cells().tolist()) == ("jogo-da-velha", "velha-1", velha.cells().tolist())
    (tmp_path / "mine.json").unlink()  # then its columns tell
    assert read(tmp_path / "mine.csv").form == "velha-1"
    write(velha, tmp_path / "mine.parquet")
    assert read(tmp_path / "mine.parquet").cells().tolist() == velha.cells().tolist()


def test_a_learned_base_without_the_file_beside_it_is_known_by_its_columns(tmp_path: Path) -> None:
    from bolicho.learn.cases.truco.learned_case import widen

    write(widen(shelf.base("starter")), tmp_path / "wide.csv")
    (tmp_path / "wide.json").unlink()
    assert read(tmp_path / "wide.csv").form == "truco-learned-1"


def test_a_guests_base_is_kept_in_the_store_and_told_of_when_the_guest_has_left(velha: CaseBase) -> None:
    with Store.open(":memory:") as store:
        shelf.save(velha, store)
        assert shelf.base("mine", store=store).cells().tolist() == velha.cells().tolist()
        CRAFTS._loaded.clear()
        shelf._loaded.clear()
        with pytest.raises(BadInput, match="cases of jogo-da-velha in form 'velha-1'; this version reads truco-1"):
            shelf.base("mine", store=store)


@pytest.mark.usefixtures("crafts")
def test_whoever_brings_something_else_is_told() -> None:
    CRAFTS.add("tapatan", guest("other-game"))
    with pytest.raises(BadInput, match=r"game 'tapatan': bolicho.cases names Craft .* expected a Craft of tapatan"):
        craft("tapatan")
    CRAFTS.add("tapatan", len)
    with pytest.raises(BadInput, match="expected a Craft of tapatan"):
        bolicho.agent("cbr", game="tapatan")
    assert guest_forms() == {}


def test_a_guest_that_does_not_load_is_left_out(crafts: None, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = EntryPoint("tapatan", "no_such_package:CRAFT", CRAFTS.group)
    monkeypatch.setitem(CRAFTS.__dict__, "guests", {"tapatan": broken})
    assert form_names() == tuple(FORMS)
    assert len(shelf.base("starter")) == 513
    with pytest.raises(BadInput, match=r"cases of the game 'tapatan' \(no_such_package:CRAFT\) does not load"):
        bolicho.agent("cbr:PVS@starter", game="tapatan")


@pytest.mark.usefixtures("crafts")
def test_a_guest_cannot_take_a_form_of_the_house() -> None:
    CRAFTS.add("jogo-da-velha", guest(form="truco-1"))
    assert form("truco-1").game == "truco"
    with pytest.raises(UnknownName, match="form of cases 'velha-1'"):
        form("velha-1")
