"""Monte-Carlo tree search: the same stream gives the same move, more simulations play better."""

import pytest

import bolicho
from bolicho.core.why import sentence
from bolicho.core.words import LANGUAGES
from bolicho.games import GAMES
from bolicho.games.boards.rules import parse_position
from bolicho.learn.boards.optimal import optimality
from bolicho.learn.boards.shipped_tables import SHIPPED


@pytest.mark.parametrize("name", [*SHIPPED, "jogo-da-onca", "kalah"])
def test_the_same_stream_gives_the_same_decision_and_visits_add_up(name: str) -> None:
    game = GAMES.make(name)
    view = game.start().view(0)
    first, second = (bolicho.agent("mcts:100", game).choose(view, bolicho.stream(9)) for _ in range(2))
    assert first == second
    facts = first.why["facts"]
    assert sum(facts["visits"].values()) == facts["simulations"] == 100
    assert first.move == max(facts["visits"], key=facts["visits"].get) or facts["visits"][first.move] == max(
        facts["visits"].values()
    )
    assert all(-1 <= mean <= 1 for mean in facts["values"].values())
    assert all(sentence(first.why, language) for language in LANGUAGES)


def test_it_takes_the_win_and_stops_the_rival() -> None:
    game = GAMES.make("jogo-da-velha")
    agent = bolicho.agent("mcts", game)
    points = game.board.points
    for text, wanted in (("110220000 1 3 2", 2), ("110200000 2 3 3", 2)):
        state = game.start(parse_position(game.board, text))
        for seed in range(10):
            assert agent.choose(state.view(state.seat), bolicho.stream(seed)).move == points[wanted]


def test_it_beats_the_random_player_and_nearly_always_plays_right() -> None:
    game = GAMES.make("tapatan")
    players = [bolicho.agent("mcts:200", game), bolicho.agent("random", game)]
    wins = sum(bolicho.play_match(game, players, seed=seed).winner == 0 for seed in range(40))
    assert wins >= 38
    weak, strong = (
        optimality(bolicho.agent(f"mcts:{simulations}", game), game, at_most=150).at_stake for simulations in (10, 400)
    )
    assert weak.share is not None
    assert strong.share is not None
    assert weak.share < strong.share
    assert strong.share > 0.93


def test_the_clock_ends_it() -> None:
    game = GAMES.make("picaria")
    agent = bolicho.agent("mcts:seconds=0.05", game)
    facts = agent.choose(game.start().view(0), bolicho.stream(1)).why["facts"]
    assert 1 <= facts["simulations"] < 1_000_000
    assert agent.name == "mcts:seconds=0.05"


@pytest.mark.parametrize("wrong", ["mcts:0", "mcts:-1", "mcts:many", "mcts:seconds=-1"])
def test_a_wrong_argument_is_one_clear_line(wrong: str) -> None:
    with pytest.raises(bolicho.BadInput, match="agent mcts: "):
        bolicho.agent(wrong, GAMES.make("tapatan"))
