"""One seat against agents of the house: Gymnasium's own check on every game, and the same table as everywhere."""

import re
import warnings
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import bolicho
from bolicho.core.errors import BadInput, IllegalMove
from bolicho.field import rl
from bolicho.games import GAMES

NAMES = list(GAMES.house)


def play(table: Any, seed: int | None, rng: np.random.Generator) -> tuple[float, int]:
    """Play an episode at random; return what it paid and how many decisions it had."""
    told, info = table.reset(seed=seed)
    paid, decisions, over = 0.0, 0, False
    while not over:
        assert (info["action_mask"] == table.get_wrapper_attr("action_masks")()).all()
        told, reward, terminated, truncated, info = table.step(int(rng.choice(info["action_mask"].nonzero()[0])))
        paid, decisions, over = paid + float(reward), decisions + 1, terminated or truncated
    assert told in table.observation_space
    assert info["action_mask"].all()
    return paid, decisions


@pytest.mark.parametrize("name", NAMES)
def test_gymnasiums_own_check_passes_without_a_warning(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"bolicho/{name}-v0", max_cycles=300).unwrapped)
    assert "to move" in capsys.readouterr().out


def test_an_action_against_the_mask_loses_or_raises_as_one_likes() -> None:
    table = gymnasium.make("bolicho/tapatan-v0", seat=0)
    _, info = table.reset(seed=3)
    bad = int(info["action_mask"].argmin())
    _, reward, terminated, truncated, info = table.step(bad)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert info["illegal"] == table.get_wrapper_attr("action_names")[bad]
    with pytest.raises(BadInput, match=r"the episode is over: call reset\(\)"):
        table.step(0)
    strict = rl.SeatEnv("tapatan", seat=0, illegal="raise")
    _, info = strict.reset(seed=3)
    with pytest.raises(IllegalMove, match="illegal move"):
        strict.step(bad)
    strict.step(int(info["action_mask"].argmax()))  # it goes on


def test_the_seat_plays_the_match_that_a_table_of_ours_would() -> None:
    """Somebody who chooses as our agent does gets what our agent gets."""
    game = bolicho.game("truco", target=6)
    agent = bolicho.agent("sound", game)
    for seed in range(2):
        for seat in range(2):
            record = bolicho.play_match(game, [bolicho.agent("sound", game) for _ in range(2)], seed=seed)
            table = rl.SeatEnv(game, "sound", seat=seat, unit="match")
            table.reset(seed=seed)
            over, reward = False, 0.0
            while not over:
                inner = table.episode.table
                rng = bolicho.stream(seed, "choose", 0, len(inner.units), seat, len(inner.moves))
                move = agent.choose(inner.state.view(seat), rng).move
                _, reward, over, _, _ = table.step(table.coder.action(move))
            assert [unit.moves for unit in table.episode.table.units] == [unit.moves for unit in record.units]
            assert reward == (1.0 if record.winner == seat else -1.0)


def test_seats_alternate_are_drawn_or_stay() -> None:
    def seats(seat: int | str) -> list[int]:
        table = rl.SeatEnv("jogo-da-velha", seat=seat)
        return [table.reset(seed=9 if number == 0 else None)[1]["seat"] for number in range(12)]

    assert seats("alternate") == [0, 1] * 6
    assert seats(1) == [1] * 12
    assert seats("drawn") == seats("drawn")
    assert set(seats("drawn")) == {0, 1}


def test_opponents_sit_clockwise_from_the_seat() -> None:
    class Named:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, view: Any, rng: Any) -> bolicho.Decision:
            return bolicho.Decision(rng.choice(view.moves))

    others = [Named("left"), Named("opposite"), Named("right")]
    for seat in range(4):
        table = rl.SeatEnv("rikken", others, seat=seat)
        table.reset(seed=1)
        names = table.episode.table.names
        assert [names[(seat + turn) % 4] for turn in (1, 2, 3)] == ["left", "opposite", "right"]


def test_every_episode_has_a_decision_and_is_seen_to_its_end() -> None:
    """A rival who folds before the seat was asked gives nothing to learn: it is dealt again."""

    class Folds:
        name = "folds"

        def choose(self, view: Any, rng: Any) -> bolicho.Decision:
            return bolicho.Decision("baralho" if "baralho" in view.moves else view.moves[0])

    rng = np.random.default_rng(1)
    table = rl.SeatEnv("truco", Folds(), seat=0)
    for number in range(10):
        paid, decisions = play(table, 4 if number == 0 else None, rng)
        assert decisions >= 1
        assert paid != 0
    with pytest.raises(BadInput, match="deals ended before seat 0 was asked anything"):
        table.reset(seed=1, options={"deal": "1e 7o 4c / 3b 2c 12o", "context": {"mano": 1}})


def test_an_opponent_that_fails_is_an_error_and_no_result() -> None:
    class Broken:
        name = "broken"

        def choose(self, view: Any, rng: Any) -> bolicho.Decision:
            raise RuntimeError("no idea")

    table = rl.SeatEnv("tapatan", Broken(), seat=0)
    _, info = table.reset(seed=1)
    with pytest.raises(BadInput, match="opponent broken at seat 1 failed: raised RuntimeError: no idea"):
        table.step(int(info["action_mask"].argmax()))


@pytest.mark.parametrize("opponent", ["random", "sound", "bot1"])
def test_a_copy_goes_on_as_the_episode_would(opponent: str) -> None:
    table = rl.SeatEnv("truco", opponent, seat=0, unit="match")
    _, info = table.reset(seed=5)
    action = int(info["action_mask"].argmax())
    copy = deepcopy(table)
    told, expected = copy.step(action), table.step(action)
    assert (told[0] == expected[0]).all()
    assert told[1:4] == expected[1:4]
    assert copy.opponents[0] is table.opponents[0]  # what is heavy is shared


def test_many_at_once_as_gymnasium_makes_them() -> None:
    tables = gymnasium.make_vec("bolicho/jogo-da-velha-v0", num_envs=3, vectorization_mode="sync", opponents="perfect")
    told, info = tables.reset(seed=1)
    assert told.shape == (3, 27)
    assert info["action_mask"].shape == (3, 9)
    tables.close()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": "minimax"}, "agent 'minimax' does not play truco; those that do: random"),
        ({"opponents": "sounds"}, "unknown agent 'sounds' (did you mean 'sound'?)"),
        ({"opponents": ["sound", "sound"]}, "2 opponents: truco needs 1, or one for all other seats"),
        ({"opponents": []}, "0 opponents: truco needs 1"),
        ({"opponents": 7}, "opponent 7: expected the spec of an agent, or an agent"),
        ({"seat": 2}, "seat 2: truco has seats 0 to 1; or alternate, drawn"),
        ({"seat": "mano"}, "seat 'mano': truco has seats 0 to 1"),
        ({"illegal": "ignore"}, "unknown way with illegal actions 'ignore'; known: lose, raise"),
        ({"deck": "tiny"}, "truco option deck='tiny': expected one of full, mini"),
    ],
)
def test_what_is_asked_wrongly_gets_one_line(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=re.escape(message)):
        gymnasium.make("bolicho/truco-v0", **options)


def test_an_option_of_reset_by_another_name_is_refused() -> None:
    table = gymnasium.make("bolicho/truco-v0")
    with pytest.raises(BadInput, match="reset options 'foo': unknown; known: deal, context"):
        table.reset(seed=1, options={"foo": 1})
    assert table.reset(seed=1, options={})[0] in table.observation_space
