"""The equilibrium player: legal everywhere, reproducible, and able to say why."""

from random import Random
from typing import Any

import numpy as np
import pytest

from bolicho.agents import make
from bolicho.agents.equilibrium import levels
from bolicho.agents.equilibrium.losses import loss
from bolicho.conformance.agents import check_agent
from bolicho.core.errors import BadInput
from bolicho.core.why import sentence
from bolicho.games.truco import Truco
from bolicho.games.truco.view import View

ODD: list[dict[str, Any]] = [
    *({"preset": preset} for preset in Truco.presets),
    {"envido": "off", "flor": "off"},
    {"envido": "off"},
    {"flor": "optional", "face_down": "rounds-2-3", "pe_may_concede": "on"},
    {"target": 99, "falta": "malas-buenas", "flor_flor": "3-each"},
    {"target": 1},
]


def played(game: Truco, seed: int, hands: int) -> list[View]:
    """Views of every decision of some hands in which both sides move at random, at any score."""
    rng, views = Random(seed), []
    for _ in range(hands):
        score = (rng.randrange(game.rules.target), rng.randrange(game.rules.target))
        state = game.start(game.deal(rng), score=score, mano=rng.randrange(2))
        while not state.over:
            assert state.seat is not None
            views.append(state.view(state.seat))
            state = state.play(rng.choice([m for m in state.moves() if m != "baralho"] or ["baralho"]))
    return views


@pytest.mark.parametrize("options", ODD, ids=str)
@pytest.mark.parametrize("spec", ["equilibrium", "equilibrium:points", "equilibrium:2", "equilibrium:resolve"])
def test_whatever_the_rules_its_chances_are_of_legal_moves(spec: str, options: dict[str, Any]) -> None:
    game = Truco(**options)
    agent = make(spec, game)
    views = played(game, 11, 4 if spec == "equilibrium:resolve" else 25)
    for view, chances in zip(views, agent.policies(views), strict=True):
        assert len(chances) == len(view.moves)
        assert min(chances) >= 0
        assert sum(chances) == pytest.approx(1.0)
        decision = agent.choose(view, Random(1))
        assert chances[view.moves.index(decision.move)] > 0


def test_it_keeps_the_contract_of_agents() -> None:
    check_agent(lambda game: make("equilibrium", game), Truco(target=6), matches=1)


def test_it_says_why_in_both_languages_with_the_chances_of_every_move() -> None:
    game = Truco()
    agent = make("equilibrium", game)
    rules: set[str] = set()
    for view in played(game, 5, 60):
        decision = agent.choose(view, Random(len(rules)))
        rules.add(decision.why["rule"])
        facts = decision.why["facts"]
        assert sum(facts["chances"].values()) == pytest.approx(1.0, abs=0.01)
        for language in ("en", "pt-BR"):
            said = sentence(decision.why, language)
            assert said is not None
            assert decision.move in said or {"stronger", "wins"} & set(facts), "a bet is told by what it is for"
    assert {"forced", "lead-keep", "lead-high", "throw"} <= rules
    assert {"value-envido", "fold-truco", "fold-late"} <= rules


def test_its_value_is_the_chance_to_win_the_match() -> None:
    game = Truco()
    agent = make("equilibrium", game)
    ahead, behind = (
        agent.choose(game.start("1e 7o 4c / 3b 2c 12o", score=score).view(0), Random(1)).value
        for score in ((22, 3), (3, 22))
    )
    assert behind < 0.3 < 0.7 < ahead


def test_equal_cards_are_played_equally_often() -> None:
    view = Truco().start("3e 3b 4c / 1e 2c 12o").view(0)
    (chances,) = make("equilibrium", Truco()).policies([view])
    assert chances[view.moves.index("3e")] == chances[view.moves.index("3b")]


def test_levels_grow_evenly_from_the_simple_player_to_the_full_strength() -> None:
    shares = [levels.share(level) for level in range(1, 6)]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == 0.0
    view = Truco().start("1e 7o 4c / 3b 2c 12o").view(0)
    five, full = (make(spec, Truco()).policies([view]) for spec in ("equilibrium:5", "equilibrium"))
    assert five == full


@pytest.mark.parametrize("argument", ["6", "0", "strong", "points,1"])
def test_an_argument_it_does_not_know_is_refused_by_name(argument: str) -> None:
    with pytest.raises(BadInput, match="equilibrium:"):
        make(f"equilibrium:{argument}", Truco())


def test_the_equilibrium_loses_nothing_to_itself_and_the_simple_player_loses() -> None:
    assert loss(0.0, deals=20).mean == 0.0
    simple = loss(1.0, deals=400)
    assert 0 < simple.mean < 0.6
    assert 0.05 < simple.error < 0.2


def test_levels_weaken_evenly_by_what_was_measured() -> None:
    told = levels.table()
    points = sorted([(0.0, 0.0), *((row["share"], row["loss"]) for row in told["measured"])])
    shares, losses = zip(*points, strict=True)
    lost = [float(np.interp(levels.share(level), shares, losses)) for level in range(5, 0, -1)]
    steps = np.diff(lost)
    assert steps.min() > 0.8 * steps.max()
