"""What a hand teaches: which cells, and by how much."""

from collections.abc import Callable

import numpy as np
import pytest
from tests.learn.markov.hands import finished, play

from bolicho.core.errors import BadInput
from bolicho.games.truco import Truco
from bolicho.games.truco.view import View
from bolicho.learn.markov.bets import refused
from bolicho.learn.markov.matrices import MODULES, Floats, Matrices
from bolicho.learn.markov.revealed_cards import envido_states, flor_states, order_states, truco_states
from bolicho.learn.markov.similarity import LEVEL_OF
from bolicho.learn.markov.states import (
    ENVIDO_LABELS,
    FLOR_LABELS,
    ORDER_LABELS,
    TRUCO,
    TRUCO_LABELS,
    envido_row,
    flor_row,
    truco_row,
)
from bolicho.learn.markov.switches import Switches
from bolicho.learn.markov.update import learn_hand

ALL_SHOWN = play("1e 7o 4c / 3b 6c 2c", "envido quero truco quero 4c 6c 3b 7o 1e 2c")
"""Seat 1 wins the envido with 2-6 and shows it; seat 0 the truco in three rounds; so every card is seen."""
TWO_ROUNDS = play("1e 7o 4c / 3b 6c 2c", "truco quero 1e 3b 7o 6c")
"""Seat 0 wins in two rounds; of seat 1 only 3b and 6c are known."""

Changes = dict[str, tuple[Floats, Floats]]


def changes(view: View, matrices: Matrices | None = None, *, rival_too: bool = False) -> Changes:
    """How much each cell of each module moves: (wins, losses)."""
    before = matrices or Matrices.initial()
    after = before.copy()
    learn_hand(after, view, rival_too=rival_too)
    return {
        name: (
            getattr(after, name).win - getattr(before, name).win,
            getattr(after, name).loss - getattr(before, name).loss,
        )
        for name in MODULES
    }


def test_a_hand_with_all_cards_shown_moves_one_cell_a_module_and_seat_by_the_step() -> None:
    state = play("1e 7c 4c / 3b 6b 2c", "envido quero truco quero 4c 6b 3b 1e 7c 2c")
    one, other = changes(state.view(0)), changes(state.view(1))
    mine, his = truco_row(("1e", "7c", "4c")), truco_row(("3b", "2c", "6b"))
    step = Matrices.initial().truco.step
    for name, module in (("truco", step), ("cards", 1.1), ("envido", 2.6)):
        for moved in (one, other):
            wins, losses = moved[name]
            assert np.count_nonzero(wins) + np.count_nonzero(losses) == 1, name
            assert (wins + losses).sum() == pytest.approx(module)
    assert other["truco"][0][his, mine] == pytest.approx(step), "seat 1 won: its wins"
    assert one["truco"][1][mine, his] == pytest.approx(step), "seat 0 lost: its losses"
    assert not one["flor"][0].any()


def test_one_seat_that_learns_alone_moves_the_rivals_cell_too() -> None:
    state = play("1e 7c 4c / 3b 6b 2c", "envido quero truco quero 4c 6b 3b 1e 7c 2c")
    alone = changes(state.view(0), rival_too=True)
    both = Matrices.initial()
    for seat in (0, 1):
        learn_hand(both, state.view(seat))
    start = Matrices.initial()
    for name in ("truco", "envido", "cards"):
        module, first = getattr(both, name), getattr(start, name)
        assert np.allclose(alone[name][0], module.win - first.win)
        assert np.allclose(alone[name][1], module.loss - first.loss)


def test_a_hand_with_k_compatible_cells_moves_each_by_a_kth_of_the_step() -> None:
    view = TWO_ROUNDS.view(0)
    states = truco_states(view)
    assert len(states) == 12, "3 and 6 with any of fourteen strengths but our 1e and 7o"
    wins, losses = changes(view)["truco"]
    row = truco_row(view.dealt)
    assert np.flatnonzero(wins[row]).tolist() == sorted(states)
    assert wins[row, list(states)] == pytest.approx(7.3 / len(states))
    assert np.count_nonzero(wins) == len(states)
    assert not losses.any()


@pytest.mark.parametrize("seed", range(40))
def test_whatever_the_hand_each_module_moves_by_one_step_or_none(seed: int) -> None:
    for game in (Truco(), Truco(preset="ufsm-web")):
        state = finished(seed, game)
        for seat in (0, 1):
            for name, (wins, losses) in changes(state.view(seat)).items():
                step = getattr(Matrices.initial(), name).step
                moved = [cell for cell in (wins + losses).ravel() if cell]
                assert sum(moved) == pytest.approx(step if moved else 0)
                assert not moved or max(moved) == pytest.approx(step / len(moved))
                assert not (wins.any() and losses.any())


@pytest.mark.parametrize("seed", range(60))
def test_the_rivals_true_state_is_always_among_the_compatible_ones(seed: int) -> None:
    for game in (Truco(), Truco(preset="ufsm-web"), Truco(preset="argentino")):
        state = finished(seed, game)
        for seat in (0, 1):
            view, hand = state.view(seat), state.deal.hands[1 - seat]
            assert truco_row(hand) in truco_states(view)
            checked: list[tuple[str, Callable[[View], tuple[int, ...]], int | None]] = [
                ("envido", envido_states, envido_row(hand)),
                ("flor", flor_states, flor_row(hand)),
            ]
            for mode, states, truth in checked:
                if truth is not None and any(p.mode == mode and p.how == "accepted" for p in view.paid):
                    assert truth in states(view)


def test_refused_bets_and_folded_hands_teach_nothing_but_levels() -> None:
    for moves in ("truco nao-quero", "envido nao-quero baralho", "4c 6b truco quero baralho"):
        for seat in (0, 1):
            for wins, losses in changes(play("1e 7c 4c / 3b 6b 2c", moves).view(seat)).values():
                assert not wins.any()
                assert not losses.any()


def test_a_hand_without_truco_teaches_the_order_of_the_cards_alone() -> None:
    state = play("1e 7c 4c / 3b 6b 2c", "1e 3b 7c 6b")
    moved = changes(state.view(0))
    assert not moved["truco"][0].any()
    wins = moved["cards"][0]
    assert np.flatnonzero(wins.sum(1)).tolist() == [ORDER_LABELS.index("AMB")]
    his = {ORDER_LABELS[i] for i in np.flatnonzero(wins.sum(0))}
    assert his == {"AMB", "ABM", "MBA"}, "his second card was weaker than his first; the third is unknown"
    assert wins.sum() == pytest.approx(1.1)


def test_who_has_no_points_has_no_envido_row() -> None:
    state = play("1e 2o 4c / 3b 6b 2c", "envido quero 1e 3b 2o 6b")
    assert envido_row(state.deal.hands[0]) is None
    assert not changes(state.view(0))["envido"][1].any()


def test_an_envido_said_to_be_good_is_divided_over_what_it_may_have_been() -> None:
    state = play("1e 7b 6b / 3b 2b 4c", "envido quero 1e 3b 7b 4c")
    view = state.view(0)
    states = [ENVIDO_LABELS[i] for i in envido_states(view)]
    assert "2-3" in states
    assert changes(view)["envido"][0].sum() == pytest.approx(2.6)
    assert all(sum(map(int, label.split("-"))) <= 13 for label in states)


def test_flor_against_flor_moves_the_flor_cell() -> None:
    state = play("1e 2e 4e / 3b 6b 2b", "flor flor 4e 6b 3b 1e 2e 2b")
    wins, losses = changes(state.view(0))["flor"]
    assert losses[FLOR_LABELS.index("1-2-4"), FLOR_LABELS.index("2-3-6")] == pytest.approx(3.6)
    assert np.count_nonzero(losses) == 1
    assert not wins.any()


def test_a_flor_seen_in_part_has_the_suit_of_its_cards_and_none_of_mine() -> None:
    state = play("1b 12b 7b / 6b 10b 2b", "flor contra-flor quero 7b 6b 1b 10b")
    states = flor_states(state.view(0))
    # é bom to 28, with the 6b and the 10b: the 11b or the 2b; the 1b and the 12b are mine
    assert [FLOR_LABELS[i] for i in states] == ["0-0-6", "0-2-6"]
    wins, _ = changes(state.view(0))["flor"]
    assert wins[FLOR_LABELS.index("0-1-7")].sum() == pytest.approx(3.6)
    assert np.count_nonzero(wins) == 2


def test_a_flor_of_another_suit_may_hold_the_values_of_mine() -> None:
    state = play("1b 12b 7b / 6c 10c 2c", "flor contra-flor quero 7b 6c 1b 10c")
    assert [FLOR_LABELS[i] for i in flor_states(state.view(0))] == ["0-0-6", "0-1-6", "0-2-6"]


def test_a_hand_that_goes_on_teaches_nothing_yet() -> None:
    with pytest.raises(BadInput, match="goes on"):
        learn_hand(Matrices.initial(), play("1e 7c 4c / 3b 6b 2c", "1e").view(0))


def test_levels_count_every_card_played_open() -> None:
    matrices = Matrices.initial()
    start = matrices.levels.copy()
    learn_hand(matrices, TWO_ROUNDS.view(0))
    moved = matrices.levels - start
    assert moved[13].tolist() == [0, 0, 1]
    assert moved[10].tolist() == [0, 1, 0]
    assert moved.sum() == 2


def test_orders_that_contradict_the_cards_are_left_out() -> None:
    assert {ORDER_LABELS[i] for i in order_states(TWO_ROUNDS.view(0))} == {"AMB", "ABM", "MBA"}
    assert [ORDER_LABELS[i] for i in order_states(ALL_SHOWN.view(0))] == ["BAM"]


# ── the switches ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("area", ["levels", "kernel"])
def test_an_area_update_also_moves_similar_cells_and_no_others(area: str) -> None:
    matrices = Matrices.initial(Switches.of({"area": area, "share": 0.1}))
    state = play("1e 7c 4c / 3b 6b 2c", "truco quero 4c 6b 3b 1e 7c 2c")
    wins, losses = changes(state.view(0), matrices)["truco"]
    row, column = truco_row(("1e", "7c", "4c")), truco_row(("3b", "2c", "6b"))
    assert losses[row, column] == losses.max() == pytest.approx(7.3)
    assert 20 < np.count_nonzero(losses) < 2000
    assert not wins.any()
    like = [i for i, s in enumerate(TRUCO) if [LEVEL_OF[c - 1] for c in s] == [LEVEL_OF[c - 1] for c in TRUCO[row]]]
    touched = np.flatnonzero(losses.sum(1))
    if area == "levels":
        assert touched.tolist() == like
        assert losses[like[0] if like[0] != row else like[1], column] == pytest.approx(0.73)
    else:
        assert TRUCO_LABELS.index("4-10-1e") in touched
        assert TRUCO_LABELS.index("4-4-4") not in touched


def test_an_adaptive_step_grows_with_its_row_and_does_not_vanish_when_divided() -> None:
    adaptive = Matrices.initial(Switches.of({"step": "adaptive"}))
    view = TWO_ROUNDS.view(0)
    row = truco_row(view.dealt)
    first = changes(view, adaptive)["truco"][0].max()
    adaptive.truco.win[row] *= 9
    adaptive.truco.loss[row] *= 9
    assert changes(view, adaptive)["truco"][0].max() == pytest.approx(3 * first)
    game = Truco(face_down="any")
    hidden = play("1e 7o 4c / 3b 6c 2c", "truco quero 1e (6c) 7o (3b)", game).view(0)
    states = len(truco_states(hidden))
    assert states > 200
    fixed = changes(hidden)["truco"][0].max()
    assert fixed == pytest.approx(7.3 / states)
    assert changes(hidden, Matrices.initial(Switches.of({"step": "adaptive"})))["truco"][0].max() >= 7.3 / 20


def test_an_adaptive_step_never_runs_away() -> None:
    adaptive = Matrices.initial(Switches.of({"step": "adaptive"}))
    view = play("1e 7c 4c / 3b 6b 2c", "1e 3b 7c 6b").view(0)
    for _ in range(20_000):
        learn_hand(adaptive, view)
    assert np.isfinite(adaptive.cards.win).all()
    assert adaptive.cards.win.max() < 1e12


def test_gates_follow_the_bets_only_when_they_may() -> None:
    view = play("3e 7c 4c / 1e 6b 2c", "truco quero 4c 6b 2c 3e 7c 1e").view(0)
    fixed, adaptive = Matrices.initial(), Matrices.initial(Switches.of({"gates": "adaptive"}))
    start = dict(fixed.gates)
    for matrices in (fixed, adaptive):
        learn_hand(matrices, view)
    assert fixed.gates == start
    gate = adaptive.gates["call:truco"]
    assert (gate.won, gate.lost, gate.near) == (0, 1, 1)
    assert gate.least > 0.5
    assert adaptive.gates["accept:truco"] == start["accept:truco"]
    learn_hand(adaptive, play("3e 7c 4c / 1e 6b 2c", "truco quero 4c 6b 2c 3e 7c 1e").view(1))
    assert adaptive.gates["accept:truco"].won == 1


def adaptive_after(moves: str, seat: int, deal: str = "3e 7c 4c / 1e 6b 2c") -> Matrices:
    matrices = Matrices.initial(Switches.of({"gates": "adaptive"}))
    learn_hand(matrices, play(deal, moves).view(seat))
    return matrices


def test_a_call_that_the_rival_refuses_is_won() -> None:
    gates = adaptive_after("truco nao-quero", 0).gates
    assert (gates["call:truco"].won, gates["call:truco"].lost) == (1, 0)
    assert gates["call:truco"].least < 0.5


def test_a_refusal_near_the_gate_opens_it_a_little_until_bets_have_passed_it() -> None:
    gate = adaptive_after("truco nao-quero", 1).gates["accept:truco"]
    assert (gate.won, gate.lost, gate.near) == (0, 0, 0)
    opened = 0.5 - gate.least
    assert 0 < opened < 0.05
    known = gate._replace(least=0.5, near=9)
    assert 0.5 - known.shut(0.45, 0.05).least == pytest.approx(opened / 10)
    assert known.shut(0.2, 0.05) == known, "far from the gate a no says nothing about it"


def test_each_refusal_is_of_the_call_that_was_refused() -> None:
    view = play("3e 7c 4c / 1e 12e 2c", "truco envido nao-quero nao-quero").view(0)
    assert [(bet.call, bet.side, bet.won) for bet in refused(view)] == [
        ("envido", "accept", False),
        ("truco", "call", True),
    ]
    for seed in range(300):
        state = finished(seed)
        both = [list(refused(state.view(seat))) for seat in (0, 1)]
        noes = [seat for seat, move in state.view(0).history if move == "nao-quero"]
        assert [bet.call for bet in both[0]] == [bet.call for bet in both[1]]
        assert [0 if bet.side == "accept" else 1 for bet in both[0]] == noes, "who says no was asked"
        assert [bet.won for bet in both[1]] == [not bet.won for bet in both[0]]
