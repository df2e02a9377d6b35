"""Slices, chances, gates and roulette."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.learn.markov.hands import play, positions

from bolicho.games.truco import Truco
from bolicho.games.truco.cards import STRENGTH
from bolicho.learn.markov.chances import (
    CHANCES,
    RowMatch,
    envido_chance,
    judge,
    rounded,
    slots,
    truco_chance,
    weigh,
)
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.orders import lottery
from bolicho.learn.markov.slices import envido_slice, flor_slice, holds, truco_columns, truco_slice, unseen
from bolicho.learn.markov.states import ENVIDO, FLOR, TRUCO, truco_row
from bolicho.learn.markov.switches import Switches

KNOWN = Matrices.initial()
ALL_ON = Matrices.initial(Switches.of({"nstep": "on", "lookup": "similar"}))
PAPER_DEAL = "7o 12b 7b / 7e 2e 4e"
NO_FLOR = Truco(flor="off")
"""The paper's example leaves out that its player 2 has flor."""


def test_the_worked_example_of_section_5_2() -> None:
    state = play(PAPER_DEAL, "")
    envido = envido_chance(KNOWN, state.view(0))
    assert envido is not None
    assert (envido.row, envido.part.size, envido.wins, envido.losses) == ("0-7", 29, 384, 364)
    assert judge(envido, 0.4, "paper").yes == 0.5
    after = play(PAPER_DEAL, "7o 4e", NO_FLOR)
    truco = truco_chance(KNOWN, after.view(0))
    assert (truco.row, truco.wins, truco.losses) == ("7c-12-7o", 3866, 2646)
    assert judge(truco, 0.5, "paper").yes == 0.6
    third = truco_columns(play(PAPER_DEAL, "7o 4e 7b 2e", NO_FLOR).view(0))
    assert third.key == ((1, 9), (11,))
    assert third.size == 13, "the paper's list of fourteen names 4-2-7o, but the 7o is ours"


def test_a_slice_holds_the_open_cards_and_none_of_my_unique_ones() -> None:
    part = truco_slice((1, 1), (13,))
    assert all(TRUCO[i].count(1) >= 2 and 13 not in TRUCO[i] for i in part.places)
    assert truco_slice(()).size == 502
    assert all(4 in ENVIDO[i] for i in envido_slice(4).places)
    assert envido_slice(0).size == 8
    assert all(FLOR[i].count(0) == 2 for i in flor_slice((0, 0)).places if FLOR[i] != (0, 0, 0))


def test_a_face_down_card_tells_nothing() -> None:
    game = Truco(face_down="any")
    state = play("3e 2o 4c / 1e 7b 5c", "(4c)", game)
    assert truco_columns(state.view(1)).size == truco_slice((), (14,)).size


@settings(max_examples=60)
@given(st.integers(0, 10**9), st.sampled_from(Truco.presets))
def test_chances_of_any_view_are_between_0_and_1(seed: int, preset: str) -> None:
    for view in positions(seed, Truco(preset=preset)):
        for matrices in (KNOWN, ALL_ON):
            for chance in CHANCES.values():
                found = chance(matrices, view)
                if found is not None:
                    assert 0 <= found.chance <= 1
                    assert found.part.size > 0
                    for rounding in ("exact", "paper"):
                        assert 0 <= judge(found, 0.4, rounding, bluffs=1).yes <= 1


def test_no_evidence_at_all_is_even() -> None:
    empty = KNOWN.copy()
    empty.truco.win[:] = empty.truco.loss[:] = 0
    assert truco_chance(empty, play(PAPER_DEAL, "").view(0)).chance == 0.5


def weighed(chance: float, shift: float = 0.0) -> RowMatch:
    return RowMatch("envido", "0-7", envido_slice(None), chance, 1 - chance, chance, shift)


def test_a_gate_must_be_passed_not_reached() -> None:
    assert judge(weighed(0.4), 0.4).yes == 0
    assert judge(weighed(0.41), 0.4).yes == 0.41
    assert judge(weighed(0.44), 0.4, "paper").yes == 0, "0.44 is 0.4 to the paper"


def test_an_envido_falls_by_two_tenths_after_a_high_first_card() -> None:
    for opened, shift in (("6e", 0.2), ("5c", 0.0), ("12o", 0.0)):
        view = play("6e 5c 12o / 7o 6o 4b", opened).view(1)
        found = envido_chance(KNOWN, view)
        assert found is not None
        assert found.shift == shift
        assert judge(found, 0.0).chance == pytest.approx(max(0, found.chance - shift))
    assert judge(weighed(0.1, 0.2), 0.0).chance == 0


def test_the_papers_list_loses_a_slot_after_the_shift() -> None:
    assert rounded(0.7, 0.2)[0] < 0.5
    assert slots(*rounded(0.7, 0.2)) == (4, 5)
    assert slots(*rounded(0.9, 0.2)) == (7, 3)
    assert judge(weighed(0.7, 0.2), 0.4, "paper").yes == pytest.approx(4 / 9)
    assert judge(weighed(0.7, 0.2), 0.4).yes == pytest.approx(0.5)
    for tenth in range(11):
        assert slots(*rounded(tenth / 10, 0)) == (tenth, 10 - tenth)


def test_each_bluff_takes_a_tenth_of_the_total() -> None:
    assert judge(weighed(0.7), 0.5, bluffs=2).yes == pytest.approx(0.5)
    assert judge(weighed(0.7), 0.5, "paper", bluffs=2).yes == pytest.approx(0.5)
    assert judge(weighed(0.7), 0.5, bluffs=9).yes == 0


def test_neighbours_share_evidence_in_a_similar_lookup() -> None:
    row, like, far = truco_row(("3e", "2o", "4c")), truco_row(("3e", "2o", "5c")), truco_row(("6e", "5o", "4c"))
    assert row != like
    similar = Matrices.initial(Switches.of({"lookup": "similar"}))
    part = truco_slice(())
    before = weigh(similar, similar.truco, row, part).chance
    similar.truco.win[far] += 50
    assert weigh(similar, similar.truco, row, part).chance == before
    similar.truco.win[like] += 50
    assert weigh(similar, similar.truco, row, part).chance > before
    exact = KNOWN.copy()
    exact.truco.win[like] += 50
    assert weigh(exact, exact.truco, row, part) == weigh(KNOWN, KNOWN.truco, row, part)


def test_neighbouring_columns_share_evidence_too() -> None:
    similar = Matrices.initial(Switches.of({"lookup": "similar"}))
    row, part = truco_row(("3e", "2o", "4c")), truco_slice((1, 9))
    outside = int(np.setdiff1d(truco_slice((2, 9)).places, part.places)[0])
    before = weigh(similar, similar.truco, row, part).chance
    similar.truco.loss[row, outside] += 500
    assert weigh(similar, similar.truco, row, part).chance < before


def test_what_the_rival_still_holds_is_counted_by_its_deals() -> None:
    view = play(PAPER_DEAL, "7o 4e", NO_FLOR).view(0)
    held = unseen(truco_columns(view).key, whole=False)
    assert sum(held.ties) == pytest.approx(1)
    assert held.ties[STRENGTH["7o"]] == 0
    assert held.weaker[14] == pytest.approx(1 - held.ties[14])


@given(st.sampled_from(TRUCO), st.integers(0, 3), st.sets(st.sampled_from([11, 12, 13, 14]), max_size=3))
def test_a_slice_is_what_the_plain_rule_says(state: tuple[int, ...], seen: int, unique: set[int]) -> None:
    known, mine = state[:seen], tuple(sorted(unique))
    plain = [i for i, other in enumerate(TRUCO) if holds(other, known) and not unique & set(other)]
    assert truco_slice(known, mine).places.tolist() == plain


def test_spins_make_a_bet_that_passed_its_gate_likelier_and_open_no_gate() -> None:
    assert judge(weighed(0.41), 0.4, spins=2).yes == pytest.approx(1 - 0.59**2)
    assert judge(weighed(0.4), 0.4, spins=20).yes == 0
    assert judge(weighed(0.6), 0.4, "paper", spins=3).yes == pytest.approx(1 - 0.4**3)
    assert judge(weighed(0.41), 0.4, bluffs=9, spins=5).yes == 0


def test_spins_make_the_likeliest_card_likelier() -> None:
    weights = {"4c": 1.0, "7o": 2.0}
    assert lottery(weights, "exact", 3.0) == pytest.approx({"4c": 1 / 9, "7o": 8 / 9})
    assert lottery({"4c": 0.0, "7o": 0.0}, "exact", 3.0) == {"4c": 0.5, "7o": 0.5}
    assert lottery({"4c": 1e-300, "7o": 1e-310}, "exact", 20.0)["4c"] == pytest.approx(1)
