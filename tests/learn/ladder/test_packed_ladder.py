"""The solved strategy that comes with the house, and the numbers of the forty cards."""

from random import Random

import numpy as np
import pytest

from bolicho.core.errors import BadInput
from bolicho.games.truco import Truco
from bolicho.learn.ladder.classes import FORTY
from bolicho.learn.ladder.packed_ladder import load
from bolicho.learn.ladder.response import best_responses
from bolicho.learn.ladder.tree import grown

GAME = Truco(envido="off", flor="off")
ASKED = 0.02
"""Points a hand that an opponent who knows the strategy may win from it."""


def test_the_shipped_strategy_is_good_enough_as_it_says_itself() -> None:
    told = load().told
    assert told["exploitability"] <= ASKED
    assert tuple(told["counts"]) == FORTY
    assert -0.28 < told["mao"]["self_play"] < -0.12


def test_it_plays_whole_hands_and_never_gives_up_unasked() -> None:
    rng = Random(7)
    solved = load()
    for hand in range(60):
        state = GAME.start(GAME.deal(rng), mano=hand % 2)
        while not state.over:
            seat = state.seat
            assert seat is not None
            view = state.view(seat)
            chances = solved.probabilities(view)
            assert len(chances) == len(view.moves)
            assert sum(chances) == pytest.approx(1)
            assert chances[view.moves.index("baralho")] == 0
            state = state.play(rng.choices(view.moves, chances)[0])


def test_suits_do_not_matter_and_the_seat_does_not_either() -> None:
    solved = load()
    one = GAME.start(GAME.parse_deal("3e 12e 4c / 1e 2c 6o"), mano=0).view(0)
    other = GAME.start(GAME.parse_deal("1b 2e 6c / 3o 12b 4e"), mano=1).view(1)
    assert solved.probabilities(one) == solved.probabilities(other)


def test_the_best_cards_of_the_deck_are_never_thrown_away() -> None:
    """A truco answered with the three strongest cards in hand is accepted or raised."""
    view = GAME.start(GAME.parse_deal("3e 12e 4c / 1e 1b 7e")).play("truco").view(1)
    chances = dict(zip(view.moves, load().probabilities(view), strict=True))
    assert chances["nao-quero"] == 0


def test_the_full_game_is_refused() -> None:
    with pytest.raises(BadInput, match="ladder game"):
        load().probabilities(Truco().start(Truco().deal(Random(1))).view(0))


@pytest.mark.endurance
def test_the_shipped_strategy_measured_again_on_the_whole_tree() -> None:
    tree = grown(FORTY, compact=True)
    found = best_responses(tree, load().table(), threads=2)
    assert found.exploitability == pytest.approx(load().told["exploitability"], abs=1e-4)
    assert found.exploitability <= ASKED


@pytest.mark.endurance
def test_known_strategies_on_the_forty_cards() -> None:
    """Playing anything but baralho equally, levels and words alike, is worth about what the prototype found: 1.451."""
    tree = grown(FORTY, compact=True)
    table = tree.empty()
    assert best_responses(tree, table).exploitability == pytest.approx(1.4571, abs=1e-3)
    assert np.count_nonzero(table) == 0
