"""Cases that were learned: their form, the three bases, and who can play by them."""

from pathlib import Path

import numpy as np
import pytest

import bolicho
from bolicho.agents.cbr import CaseBased
from bolicho.core.errors import BadInput, UnknownName
from bolicho.games.truco import Truco
from bolicho.learn.cases import shelf
from bolicho.learn.cases.base import CaseBase
from bolicho.learn.cases.files import read, write
from bolicho.learn.cases.forms import form
from bolicho.learn.cases.memory import Memory
from bolicho.learn.cases.truco import columns
from bolicho.learn.cases.truco.learned_case import LEARNED, MODES, NAMES, widen
from bolicho.learn.cases.truco.trio import Trio, name_of
from bolicho.store import Store

GAME = Truco()


def test_a_learned_case_has_the_columns_of_a_hand_and_four_more() -> None:
    assert NAMES[: len(columns.NAMES)] == columns.NAMES
    assert form(LEARNED).columns == NAMES
    starter = shelf.base("starter")
    wide = widen(starter, "mine")
    assert (wide.name, wide.form, len(wide)) == ("mine", LEARNED, 513)
    assert np.array_equal(wide.cells()[:, :-4], starter.cells())
    assert form(LEARNED).wrong(wide.cells()) is None
    assert np.array_equal(widen(wide).cells(), wide.cells())


@pytest.mark.parametrize(("column", "value"), [("decided_truco", 5), ("decided_flor", -1), ("weight", 0)])
def test_the_form_names_what_cannot_be(column: str, value: int) -> None:
    cells = widen(shelf.base("starter")).cells()
    cells[7, NAMES.index(column)] = value
    wrong = form(LEARNED).wrong(cells)
    assert wrong is not None
    assert wrong[:2] == (7, column)


def test_a_learned_base_goes_through_a_file(tmp_path: Path) -> None:
    wide = widen(shelf.base("starter"), "mine")
    write(wide, tmp_path / "mine.csv")
    again = read(tmp_path / "mine.csv")
    assert again.form == LEARNED
    assert np.array_equal(again.cells(), wide.cells())


def test_a_case_based_player_plays_the_same_by_a_base_and_by_the_same_base_widened() -> None:
    plain = shelf.base("starter")
    pair = [CaseBased(GAME, "NPS", base=base) for base in (plain, widen(plain))]
    records = [bolicho.play_match(GAME, [agent, bolicho.agent("bold", GAME)], seed=3) for agent in pair]
    assert [unit.moves for unit in records[0].units] == [unit.moves for unit in records[1].units]


def test_three_bases_begin_alike_and_live_apart() -> None:
    trio = Trio.start()
    assert len(set(trio.digests().values())) == 1
    copy = trio.copy()
    trio["flor"].remove([0])
    assert trio.sizes == {"envido": 513, "flor": 512, "truco": 513}
    assert copy.digests() == Trio.start().digests()


def test_three_bases_are_found_in_a_store_at_their_positions() -> None:
    with Store.open(":memory:") as store:
        for mode in MODES:
            shelf.save(widen(shelf.base("starter"), name_of("mine", mode)), store)
        store.remove_cases("mine-truco", [2, 512])
        trio = Trio.load("mine", store)
        assert trio.sizes == {"envido": 513, "flor": 513, "truco": 511}
        assert trio["truco"].positions.tolist() == [p for p in range(513) if p not in (2, 512)]
        assert (trio["truco"].next, trio["truco"].name) == (513, "mine-truco")
        assert Trio.shared("mine", store) is Trio.shared("mine", store)
        with pytest.raises(UnknownName, match="other-envido"):
            Trio.load("other", store)


def test_bases_of_another_form_are_refused() -> None:
    other = CaseBase("other", ("x",), game="rikken", form="rikken-1", source="test")
    with pytest.raises(BadInput, match="rikken-1"):
        Trio.start(other)
    with pytest.raises(BadInput, match="rikken-1"):
        widen(other)
    with pytest.raises(BadInput, match="empty"):
        Trio.start(CaseBase("none", NAMES, game="truco", form=LEARNED, source="test"))


def test_a_memory_of_no_case_answers_nothing() -> None:
    from bolicho.learn.cases.truco.decisions import TRUCO
    from bolicho.learn.cases.truco.mute import questions
    from bolicho.learn.cases.truco.retention import ATTRIBUTES

    memory = Memory(CaseBase("none", NAMES, game="truco", form=LEARNED, source="test"))
    case = shelf.base("starter").case(0)
    for question in questions():
        assert len(memory.nearest(question, case, TRUCO)) == 0
    for attributes in ATTRIBUTES.values():
        assert len(memory.alike(attributes, case, 0.9, 10)) == 0
