"""A child at the board: what it sees, what it misses, and that its five steps are even."""

from itertools import pairwise

import pytest

import bolicho
from bolicho.agents.pia import Child
from bolicho.conformance import check_agent
from bolicho.core.errors import BadInput
from bolicho.core.why import sentence
from bolicho.games import GAMES
from bolicho.learn.boards.levels import _kept, steps, steps_of
from bolicho.learn.boards.optimal import optimality
from bolicho.learn.boards.shipped_tables import SHIPPED
from bolicho.learn.boards.solution import solved

QUICK = [name for name in SHIPPED if name != "picaria"]
LEVELS = range(1, 6)


@pytest.mark.parametrize("name", QUICK)
def test_the_shipped_steps_are_those_worked_out_anew(name: str) -> None:
    assert _kept()[name] == steps(solved(GAMES.make(name).board))


@pytest.mark.endurance
def test_so_are_those_of_picaria() -> None:
    assert _kept()["picaria"] == steps(solved(GAMES.make("picaria").board))


@pytest.mark.parametrize("name", ["tapatan", "pong-hau-ki", "shisima", "tsoro-yematatu"])
def test_each_step_is_right_by_as_much_more_as_the_one_before(name: str) -> None:
    game = GAMES.make(name)
    shares = [optimality(bolicho.agent(f"pia:{level}", game), game).at_stake.share or 0 for level in LEVELS]
    gaps = [after - before for before, after in pairwise(shares)]
    assert shares[-1] == 1
    assert max(gaps) - min(gaps) < 0.001
    assert min(gaps) > 0.04


def test_a_game_that_is_small_enough_has_steps_of_its_own_and_a_large_one_has_none() -> None:
    assert len(steps_of(GAMES.make("lebre-e-cachorros").board) or ()) == 5
    assert steps_of(GAMES.make("damas").board) is None


def decisions(spec: str, position: str, name: str = "tapatan") -> set[str]:
    game = GAMES.make(name)
    view = game.start(position).view(0)
    agent = bolicho.agent(spec, game)
    return {agent.choose(view, bolicho.stream(seed)).move for seed in range(60)}


def test_the_first_step_takes_a_win_and_sees_no_threat() -> None:
    assert decisions("pia:1", "110201220 1") == {"c2-c3"}  # closes the upper row
    game = GAMES.make("tapatan")
    known = solved(game.board)
    threat = next(  # some moves lose at once, some do not, and nothing wins
        n
        for n, position in enumerate(known.graph.positions)
        if position.turn == 0 and {tuple(worth) for worth in known.moves(n)} == {(0, 0), (-1, 2)}
    )
    text = str(known.graph.positions[threat])
    safe = {m for m, worth in zip(known.graph.moves(threat), known.moves(threat), strict=True) if worth.value == 0}
    assert decisions("pia:1", text) - safe, "who looks at its own move only walks into it now and then"
    assert decisions("pia:5", text) <= safe


@pytest.mark.parametrize("language", ["en", "pt-BR"])
def test_it_says_what_a_child_can_read(language: str) -> None:
    game = GAMES.make("tapatan")
    view = game.start("110201220 1").view(0)
    said = sentence(bolicho.agent("pia:1", game).choose(view, bolicho.stream(1)).why, language)
    assert said == {"en": "I close the line and win!", "pt-BR": "Fecho a linha e ganho!"}[language]


def test_it_tells_the_danger_that_it_keeps_away_from() -> None:
    game = GAMES.make("tapatan")
    agent, said = bolicho.agent("pia:4", game), []
    for seed in range(6):
        rng, state = bolicho.stream(seed), game.start()
        while not state.over:
            if state.seat:
                state = state.play(rng.choice(state.moves()))
                continue
            decision = agent.choose(state.view(0), rng)
            facts = decision.why["facts"]
            if decision.why["rule"] == "pia-danger":
                assert state.play(facts["other"]).play(facts["reply"]).result == 1
                said.append(facts["telling"])
            state = state.play(decision.move)
    assert set(said) == {"line"}


@pytest.mark.parametrize("name", ["gamao", "damas", "jogo-da-onca", "lebre-e-cachorros"])
def test_it_sits_down_at_any_board(name: str) -> None:
    check_agent(lambda game: bolicho.agent("pia:2", game), GAMES.make(name), matches=1, plies=12)


def test_what_comes_to_mind_is_drawn_as_its_chances_say() -> None:
    game = GAMES.make("gamao")
    view = game.start(game.deal(bolicho.stream(1))).view(0)
    agent = Child(game, 3)
    (chances,) = agent.policies([view])
    assert sum(chances) == pytest.approx(1)
    drawn = [agent.choose(view, bolicho.stream(seed)).move for seed in range(2000)]
    for move, chance in zip(view.moves, chances, strict=True):
        assert drawn.count(move) / 2000 == pytest.approx(chance, abs=0.04)


def test_a_level_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadInput, match="level '6': expected a whole number from 1 to 5"):
        bolicho.agent("pia:6", GAMES.make("tapatan"))
