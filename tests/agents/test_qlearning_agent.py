"""The agent that looks its moves up: its arguments, what it plays and what it says."""

from pathlib import Path
from random import Random

import pytest

import bolicho
from bolicho.agents import make, qlearning
from bolicho.core.chance import stream
from bolicho.core.errors import BadInput
from bolicho.learn.boards.q_file import save
from bolicho.learn.boards.qlearning import EPISODES, Learner, Settings, trained


def test_it_plays_board_games_only() -> None:
    assert "qlearning" in bolicho.agents("tapatan")
    assert "qlearning" not in bolicho.agents("truco")


def test_it_beats_random_from_both_seats() -> None:
    game = bolicho.game("tapatan")
    agent, rival = make("qlearning", game), make("random", game)
    won = sum(bolicho.play_match(game, [agent, rival], 3, match=n).winner == 0 for n in range(50))
    won += sum(bolicho.play_match(game, [rival, agent], 4, match=n).winner == 1 for n in range(50))
    assert won >= 97


def test_episodes_are_its_difficulty() -> None:
    board = bolicho.game("tapatan").board
    rates = [trained(board, episodes).judged(2_000, 1)[0] for episodes in (0, 300, 20_000)]
    assert rates[0] < 1_100 < 1_300 < rates[1] < 1_800 < 1_950 < rates[2]


def test_a_table_is_made_once_a_process() -> None:
    game = bolicho.game("tapatan")
    assert make("qlearning:700", game).learner is make("qlearning:700", game).learner


def test_it_says_why() -> None:
    game = bolicho.game("tapatan")
    agent = make("qlearning", game)
    view = game.start("221110200 1").view(0)
    decision = agent.choose(view, stream(1))
    why = decision.why
    assert (why["rule"], why["words"]) == ("qlearning", "bolicho.agents")
    facts = why["facts"]
    assert set(facts) == {"value", "values", "visits", "episodes", "telling"}
    assert (facts["visits"], facts["telling"]) == (0, "new")
    assert set(facts["values"]) == set(view.moves)
    assert facts["episodes"] == EPISODES
    assert facts["value"] == max(facts["values"].values()) == round(decision.value, 4)


def test_it_draws_among_equals() -> None:
    game = bolicho.game("tapatan")
    agent = make("qlearning:0", game)
    view = game.start().view(0)
    (chances,) = agent.policies([view])
    assert set(chances) == {1 / len(view.moves)}
    assert {agent.choose(view, Random(n)).move for n in range(100)} == set(view.moves)


def test_a_position_outside_the_graph_is_drawn() -> None:
    game = bolicho.game("pong-hau-ki")
    agent = make("qlearning:50", game)
    agent.learner = Learner(game.board)
    agent.learner.graph = agent.learner.graph._replace(number={})
    assert agent.choose(game.start().view(0), Random(0)).why["facts"]["visits"] == 0


def test_a_file(tmp_path: Path) -> None:
    game = bolicho.game("tapatan")
    learner = Learner(game.board, Settings(rival="self"))
    learner.train(500)
    path = tmp_path / "mine.npz"
    save(learner, path)
    assert (make(f"qlearning:{path}", game).learner.q == learner.q).all()
    learner.train(900)
    save(learner, path)  # a file that changed is read anew
    assert make(f"qlearning:{path}", game).learner.episodes == 900
    with pytest.raises(BadInput, match="of tapatan, not of picaria"):
        make(f"qlearning:{path}", bolicho.game("picaria"))


@pytest.mark.parametrize("argument", ["many", "-1", "1e5", "10000000000", "/nowhere/q.npz", "3,4"])
def test_wrong_arguments(argument: str) -> None:
    with pytest.raises(BadInput):
        make(f"qlearning:{argument}", bolicho.game("tapatan"))


def test_without_numba_it_trains_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(qlearning, "compiled", lambda: False)
    assert qlearning._episodes("") == qlearning.PLAIN_EPISODES < EPISODES
