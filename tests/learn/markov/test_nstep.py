"""The chain of rounds agrees with the rules, whatever the chances of a round."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.learn.markov.hands import play

from bolicho.games.truco.state import hand_winner
from bolicho.learn.markov.chances import truco_chance
from bolicho.learn.markov.matrices import Matrices
from bolicho.learn.markov.nstep import Step, carried, hand_chance, order_chances, round_state
from bolicho.learn.markov.orders import card_weights
from bolicho.learn.markov.slices import truco_columns
from bolicho.learn.markov.switches import Switches

ON = Matrices.initial(Switches.of({"nstep": "on"}))
OFF = Matrices.initial()


@st.composite
def steps(draw: st.DrawFn) -> Step:
    win, tie = draw(st.integers(0, 10)), draw(st.integers(0, 10))
    return win / 20, tie / 20, (20 - win - tie) / 20


def by_paths(done: tuple[int | None, ...], rounds: list[Step], mano: bool) -> float:
    """The same chance the long way: over all ways the rounds may go, by the rules."""
    total = 0.0
    for path in product((0, None, 1), repeat=len(rounds)):
        chance = 1.0
        for result, (win, tie, lose) in zip(path, rounds, strict=True):
            chance *= {0: win, None: tie, 1: lose}[result]
        won: tuple[int | None, ...] = done
        for result in path:
            if hand_winner(won, 1 - mano) is None:
                won = (*won, result)
        total += chance * (hand_winner(won, 1 - mano) == 0)
    return total


@given(st.lists(steps(), min_size=3, max_size=3), st.booleans(), st.lists(st.sampled_from([0, None, 1]), max_size=2))
def test_the_n_step_chance_is_the_sum_over_all_paths(
    rounds: list[Step], mano: bool, done: list[int | None]
) -> None:  # fmt: skip
    won = tuple(done)
    if hand_winner(won, 1 - mano) is not None:
        return
    view = play("3e 2o 4c / 1e 7b 5c", "").view(0)._replace(won=won)
    rest = rounds[len(won) :]
    assert hand_chance(round_state(view), rest, mano) == pytest.approx(by_paths(won, rest, mano))


def test_before_any_card_nothing_is_carried() -> None:
    view = play("7o 12b 7b / 7e 2e 4e", "").view(0)
    assert truco_chance(ON, view).chance == truco_chance(OFF, view).chance
    assert carried(0.6, 0.3, 0.3) == pytest.approx(0.6)


def test_a_round_won_raises_the_chance_and_a_round_lost_lowers_it() -> None:
    won = play("3e 5o 4c / 2e 5b 4b", "3e 2e").view(0)
    lost = play("3e 5o 4c / 2e 5b 4b", "4c 2e").view(0)
    assert truco_chance(ON, won).chance > truco_chance(OFF, won).chance
    assert truco_chance(ON, lost).chance < truco_chance(OFF, lost).chance


def test_a_hand_that_is_sure_has_chance_one() -> None:
    high = play("1e 5o 4c / 3e 2b 4b", "4c 4b").view(0)
    assert high.won == (None,)
    assert max(order_chances(high, (0, 1), truco_columns(high))) == 1.0, "after a tie the highest card wins all"
    only = play("1e 5o 4c / 3e 2b 4b", "4c 4b 1e").view(0)
    assert truco_chance(ON, only).chance == 1.0


def test_it_sees_that_only_one_card_beats_the_table() -> None:
    view = play("3e 7b 4c / 2e 6b 6c", "4c 6b 2e").view(0)
    weights = card_weights(ON, view)[1]
    assert weights["7b"] == 0, "the first round was lost: a seven against the two on the table loses the hand"
    assert weights["3e"] > 0
