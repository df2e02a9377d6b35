"""Random games of the kernel are games by the rules, as often won as those."""

import pytest

from bolicho.core.chance import stream
from bolicho.core.errors import BadInput
from bolicho.games import GAMES
from bolicho.games.boards.playouts import random_game, random_games
from bolicho.games.boards.rules import parse_position
from bolicho.learn.boards.shipped_tables import SHIPPED

GAMES_EACH = 400
NAMES = [name for name in SHIPPED if name != "picaria"]


@pytest.mark.parametrize("draw", ["start-three-times", "position-three-times"])
@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_the_kernel_is_a_game_by_the_rules(name: str, draw: str) -> None:
    game = GAMES.make(name, draw=draw, plies=40)
    for seed in range(20):
        positions = random_game(game, seed)
        state = game.start()
        assert state.position == positions[0]
        for position in positions[1:]:
            assert not state.over
            state = next(then for then in map(state.play, state.moves()) if then.position == position)
        assert state.over


@pytest.mark.parametrize("name", ["jogo-da-velha", "tapatan", "mu-torere"])
def test_they_end_as_often_one_way_as_those_of_the_plain_rules(name: str) -> None:
    game, rng = GAMES.make(name), stream(3, name)
    counts = [0, 0, 0]
    for _ in range(GAMES_EACH):
        state = game.start()
        while not state.over:
            state = state.play(rng.choice(state.moves()))
        counts[2 if state.result < 0 else state.result] += 1
    found = random_games(game, 100_000, seed=1)
    for plain, compiled in zip(counts, found[:3], strict=True):
        share = compiled / 100_000
        assert abs(plain / GAMES_EACH - share) <= 4 * (share * (1 - share) / GAMES_EACH) ** 0.5 + 0.001


def test_the_same_seed_plays_the_same_games_and_another_others() -> None:
    game = GAMES.make("tapatan")
    assert random_games(game, 1000, seed=5) == random_games(game, 1000, seed=5) != random_games(game, 1000, seed=6)
    assert random_games(game, 0, seed=5) == (0, 0, 0, 0)


def test_they_may_begin_elsewhere() -> None:
    game = GAMES.make("jogo-da-velha")
    begun = parse_position(game.board, "110220000 1 3 2")
    found = random_games(game, 3000, seed=1, begun=begun)
    assert sum(found[:3]) == 3000
    assert found.first > found.second


def test_a_large_board_is_refused_in_one_line() -> None:
    with pytest.raises(BadInput, match="too many positions"):
        random_games(GAMES.make("amazonas"), 1, seed=1)
