"""Habits: what is counted in a hand, on hands played by hand."""

import pytest

import bolicho
from bolicho.lab.engine.truco_habits import COUNTS, OF, PEOPLE, Habits, habits

DEAL = "1e 7o 4c / 3b 2c 12o"  # seat 0 holds 7 points of envido and no pair; seat 1 neither


def played(moves: str, deal: str = DEAL) -> set[str]:
    state = bolicho.game("truco").start(deal)
    for move in moves.split():
        state = state.play(move)
    assert state.over
    return set(habits(state)) - {"hands"}


@pytest.mark.parametrize(
    ("moves", "seen"),
    [
        ("1e 2c 7o 3b", set()),
        ("truco nao-quero", {"truco", "truco-refused"}),
        ("truco baralho", {"truco", "truco-refused", "folded"}),
        ("truco quero 1e baralho", {"truco", "folded"}),
        ("truco retruco nao-quero", {"truco", "retruco", "truco-refused"}),
        ("truco retruco vale-quatro quero 1e 2c 7o 3b", {"truco", "retruco", "vale-quatro"}),
        ("envido nao-quero 1e 2c 7o 3b", {"envido", "envido-low", "envido-refused"}),
        ("envido quero 1e 2c 7o 3b", {"envido", "envido-low"}),
        ("envido baralho", {"envido", "envido-low", "envido-refused", "folded"}),
        ("truco envido nao-quero nao-quero", {"truco", "truco-refused", "envido", "envido-low", "envido-refused"}),
    ],
)
def test_a_hand_is_seen_for_what_it_was(moves: str, seen: set[str]) -> None:
    assert played(moves) == seen


def test_the_caller_is_the_one_whose_points_count() -> None:
    pair = "7e 6e 4c / 3b 2c 12o"
    assert "envido-low" not in played("envido quero 7e 2c 6e 3b 12o 4c", pair)
    assert "envido-low" in played("7e envido nao-quero 2c 6e 3b 12o 4c", pair)


def test_a_tied_first_round() -> None:
    assert "first-tied" in played("3e 3b 1e 2c", "1e 3e 4c / 3b 2c 12o")


def test_a_match_adds_up() -> None:
    game = bolicho.game("truco")
    tally = Habits()
    agent = bolicho.agent("random", game)
    record = bolicho.play_match(game, [agent, agent], 3, watchers=[tally])
    counted = tally.counted()
    assert counted["hands"] == len(record.units)
    said = [unit.moves for unit in record.units]
    assert counted.get("truco", 0) == sum("truco" in moves for moves in said)
    assert counted.get("folded", 0) == sum("baralho" in moves for moves in said)
    assert all(count <= counted["hands"] for count in counted.values())


def test_every_figure_of_people_is_counted() -> None:
    assert set(PEOPLE) <= set(COUNTS)
    assert set(OF) | set(OF.values()) <= set(COUNTS)
