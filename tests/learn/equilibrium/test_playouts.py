"""Hands of the full game played on by the tables: what moves are worth to who does not see the rival's cards."""

from random import Random

import numpy as np
import pytest

import bolicho
from bolicho.agents.equilibrium.player import FAR, Equilibrium
from bolicho.games.truco.view import View
from bolicho.learn.equilibrium import packed_strategy
from bolicho.learn.equilibrium.playouts import Playouts

GAME = bolicho.game("truco")
MANY = 400


@pytest.fixture(scope="module")
def playouts() -> Playouts:
    return Playouts(packed_strategy.bundled("points"), packed_strategy.bundled("match"), FAR)


def after(deal: str, *moves: str, score: tuple[int, int] = (0, 0)) -> View:
    state = GAME.start(GAME.parse_deal(deal), score=score)
    for move in moves:
        state = state.play(move)
    assert state.seat is not None
    return state.view(state.seat)


def even(view: View) -> list[float]:
    return [1 / len(view.moves)] * len(view.moves)


def test_cards_that_the_seat_does_not_see_change_nothing(playouts: Playouts) -> None:
    one, other = (after(f"1e 4b 7e / {rival}", "truco") for rival in ("3b 2c 12o", "4o 5c 6b"))
    mine = after("1e 4b 7e / 3b 2c 12o"), after("1e 4b 7e / 4o 5c 6b")
    first, second = (playouts.values(view, even(view), MANY) for view in mine)
    assert first.chances.tolist() == second.chances.tolist()
    assert one.hand != other.hand  # theirs are judged by their own cards
    assert playouts.values(one, even(one), MANY).chances.max() > playouts.values(other, even(other), MANY).chances.max()


def test_the_best_cards_are_kept_and_a_hand_is_not_given_up(playouts: Playouts) -> None:
    view = after("1e 1b 7e / 3b 2c 12o")
    found = dict(zip(view.moves, playouts.values(view, even(view), MANY).chances, strict=True))
    assert min(found, key=lambda move: found[move]) == "baralho"
    assert found["truco"] > found["baralho"] + 0.03


def test_a_loss_is_counted_against_the_mix_that_the_tables_play(playouts: Playouts) -> None:
    view = after("1e 4b 7e / 3b 2c 12o")
    mix = Equilibrium(GAME).read(view).chances
    found = playouts.values(view, mix, MANY)
    assert float(np.dot(mix, found.losses)) == pytest.approx(0, abs=1e-12)
    assert (found.errors >= 0).all()


def test_the_last_point_decides_the_match(playouts: Playouts) -> None:
    view = after("1e 1b 7e / 4c 5c 6b", score=(23, 0))
    found = playouts.values(view, even(view), MANY)
    cards = [place for place, move in enumerate(view.moves) if move in view.hand]
    assert found.chances[cards].min() > 0.999  # no hand beats the two aces


def test_it_holds_for_every_decision_of_a_hand_whoever_plays(playouts: Playouts) -> None:
    rng = Random(4)
    for _ in range(15):
        state = GAME.start(GAME.deal(rng), score=(rng.randrange(24), rng.randrange(24)), mano=rng.randrange(2))
        while state.seat is not None:
            view = state.view(state.seat)
            found = playouts.values(view, even(view), 40)
            assert ((found.chances >= 0) & (found.chances <= 1)).all()
            assert (abs(found.points) <= 24 + 24).all()
            state = state.play(rng.choice(state.moves()))


def test_a_deal_is_worth_the_same_to_both_with_the_sign_turned(playouts: Playouts) -> None:
    deal, turned = (GAME.parse_deal(text) for text in ("1e 4b 7e / 3b 2c 12o", "3b 2c 12o / 1e 4b 7e"))
    points, chance = playouts.deal_worth(GAME.rules, deal, (0, 0), 0)
    other, less = playouts.deal_worth(GAME.rules, turned, (0, 0), 1)
    assert (points, chance) == pytest.approx((-other, 1 - less), abs=1e-6)
    assert points > 0


def test_scores_without_a_worth_are_refused(playouts: Playouts) -> None:
    assert playouts.knows(GAME.rules, (0, 0))
    assert not playouts.knows(GAME.rules._replace(target=40), (0, 0))
