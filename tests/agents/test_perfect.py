"""The perfect player never gives anything away, and says what everything is worth."""

import numpy as np
import pytest

import bolicho
from bolicho.agents import make
from bolicho.core.why import sentence
from bolicho.core.words import LANGUAGES, Words
from bolicho.games import GAMES
from bolicho.games.boards.graph import GOES_ON
from bolicho.learn.boards.shipped_tables import SHIPPED
from bolicho.learn.boards.solution import solved


@pytest.mark.parametrize("name", SHIPPED)
def test_it_never_loses_what_is_not_lost_and_wins_what_is_won_in_time(name: str) -> None:
    game = GAMES.make(name)
    perfect, random = make("perfect", game), make("random", game)
    known = solved(game.board)
    alive = np.flatnonzero(known.graph.result == GOES_ON).tolist()
    for number in bolicho.stream(2, name).sample(alive, min(60, len(alive))):
        position, worth = known.graph.positions[number], known.worth(number)
        state, rng = game.start(position), bolicho.stream(4, name, number)
        while not state.over:
            player = perfect if state.seat == position.turn else random
            state = state.play(player.choose(state.view(state.seat), rng).move)
        if worth.value >= 0:
            assert not state.scores[1 - position.turn]
        if worth.value > 0:
            assert state.scores[position.turn]
            assert len(state.history) <= worth.distance


@pytest.mark.parametrize("name", SHIPPED)
def test_two_perfect_players_end_as_the_solver_says(name: str) -> None:
    game = GAMES.make(name)
    players = [make("perfect", game)] * 2
    start = solved(game.board).worth(0)
    for seed in range(3):
        record = bolicho.play_match(game, players, seed=seed)
        assert record.winner == {1: 0, 0: None, -1: 1}[start.value]
        if start.value:
            assert len(record.units[0].moves) == start.distance


def test_why_has_value_and_distance_of_each_move() -> None:
    game = GAMES.make("three-mens-morris")
    view = game.start().view(0)
    decision = make("perfect", game).choose(view, bolicho.stream(1))
    facts = decision.why["facts"]
    assert (decision.move, facts["value"], facts["distance"]) == ("b2", 1, 9)
    assert tuple(facts["values"]) == tuple(facts["distances"]) == view.moves
    assert facts["distances"]["b2"] == 9
    (chances,) = make("perfect", game).policies([view])
    assert dict(zip(view.moves, chances, strict=True))["b2"] == 1


def test_it_speaks_of_wins_draws_and_losses_in_both_languages() -> None:
    said = set()
    game = GAMES.make("tapatan")
    known, agent = solved(game.board), make("perfect", game)
    for number in np.flatnonzero(known.graph.result == GOES_ON)[:200].tolist():
        position = known.graph.positions[number]
        why = agent.choose(game.start(position).view(position.turn), bolicho.stream(1)).why
        said.add(why["rule"])
        assert all(sentence(why, language) for language in LANGUAGES)
    assert said == {"perfect-win", "perfect-draw", "perfect-loss"}
    assert Words("bolicho.agents", "en").texts.keys() == Words("bolicho.agents", "pt-BR").texts.keys()


def test_a_beginning_that_the_game_never_reaches_is_solved_too() -> None:
    game = GAMES.make("jogo-da-velha")
    state = game.start("110000000 2 3 4")  # the second player has not moved yet
    assert state.position not in solved(game.board).graph.number
    decision = make("perfect", game).choose(state.view(1), bolicho.stream(1))
    assert decision.move == game.board.points[2]
