"""The simple player is honest and never silly."""

from random import Random

import pytest

from bolicho.games.truco import Truco
from bolicho.learn.equilibrium import thumb
from bolicho.learn.equilibrium.situation import weighed


def chances(deal: str, *moves: str, **options: str) -> dict[str, float]:
    state = Truco(**options).start(deal)
    for move in moves:
        state = state.play(move)
    assert state.seat is not None
    view = state.view(state.seat)
    names = weighed(view)
    return dict(zip(names, thumb.chances(view, names), strict=True))


def test_he_accepts_with_points_and_runs_without() -> None:
    assert chances("4c 5e 10b / 7e 6e 1o", "envido")["nao-quero"] < 0.1
    assert chances("7e 6e 1o / 4c 5e 10b", "envido")["nao-quero"] > 0.9


def test_he_calls_truco_with_the_best_cards_and_never_with_the_worst() -> None:
    assert chances("1e 1b 7o / 4c 5e 10b")["truco"] > 0.3
    assert chances("4c 5e 6b / 1e 1b 7o")["truco"] < 0.01


def test_he_wins_a_round_with_the_lowest_card_that_does() -> None:
    found = chances("2e 5b 4c / 1e 3b 6o", "2e")
    assert max(("1e", "3b", "6o"), key=lambda card: found[card]) == "3b"


@pytest.mark.parametrize("preset", Truco.presets)
def test_his_chances_are_chances_whatever_happens(preset: str) -> None:
    game, rng = Truco(preset), Random(3)
    for _ in range(60):
        state = game.start(game.deal(rng))
        while not state.over:
            assert state.seat is not None
            view = state.view(state.seat)
            found = thumb.chances(view, weighed(view))
            assert sum(found) == pytest.approx(1.0)
            assert min(found) >= 0
            state = state.play(rng.choice(state.moves()))
