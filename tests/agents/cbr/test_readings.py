"""Readings of Paulus at the table: what a setting changes in a literal situation (docs/works/readings/paulus.md)."""

from random import Random

import pytest
from tests.learn.cases.truco.hands import base_of, hand

import bolicho
from bolicho.agents.cbr import CaseBased
from bolicho.core.errors import BadInput
from bolicho.games.truco import Truco
from bolicho.learn.cases.base import CaseBase

GAME = Truco()
SILENT_28 = hand("7e 1e 4c / 3b 2b 12o", "4c 12o baralho")
"""A mão with 28 points who said nothing."""
FALTA_33 = hand("7e 6e 4c / 3b 2b 12o", "falta-envido quero")
"""A mão with 33 points who said falta envido and won 24."""
ALL_75 = {"threshold": "0.75", "least": "0", "revise": "none"}


def first_word(base: CaseBase, policy: str, **settings: str) -> str:
    """What the mão says first with 28 points of ouros."""
    state = GAME.start(GAME.parse_deal("7o 1o 4b / 3c 2c 12e"))
    return str(CaseBased(GAME, policy, base=base, **settings).choose(state.view(0), Random(0)).move)


def test_points_of_envido_must_be_equal_by_table_3() -> None:
    """33 points say nothing to 28, although 0.75 lets an interval of 5 points pass (0.95 of three parts)."""
    base = base_of(SILENT_28, SILENT_28, FALTA_33)
    assert first_word(base, "NPS", **ALL_75) != "falta-envido"
    assert first_word(base, "NPS", points="equal", **ALL_75) != "falta-envido"
    assert first_word(base, "NPS", points="program", **ALL_75) != "falta-envido"
    assert first_word(base, "NPS", points="interval", **ALL_75) == "falta-envido"


def test_a_wrong_way_to_compare_points_names_the_right_ones() -> None:
    with pytest.raises(BadInput, match="points=near: expected one of equal, interval, program"):
        CaseBased(GAME, "NPS", points="near")


@pytest.mark.parametrize("preset", Truco.presets)
def test_moves_mended_by_the_rules_of_the_program_are_legal_under_every_preset(preset: str) -> None:
    game = Truco(preset=preset)
    for policy in ("PVCNPS", "PLS"):
        agent = CaseBased(game, policy, revise="program+program-envido")
        for seed in range(3):
            assert bolicho.play_match(game, [agent, bolicho.agent("random", game=game)], seed=seed).forfeit is None


def test_the_mao_of_the_program_waits_with_its_truco() -> None:
    """A base in which every mão called truco at once: the text lets it be done again, the program does not."""
    called = hand("7e 1e 4c / 3b 2b 12o", "truco nao-quero")
    base = base_of(*[called] * 6)
    assert first_word(base, "MJS") == "truco"
    assert first_word(base, "MJS", revise="paper") == "truco"
    assert first_word(base, "MJS", revise="program") not in ("truco", "envido")
    assert first_word(base, "MJS", revise="wrong-card+mao-waits") not in ("truco", "envido")


@pytest.mark.parametrize("preset", Truco.presets)
@pytest.mark.parametrize("policy", ["PVCNPS", "NPS", "PVS", "MJCS", "PLCPVS"])
def test_as_published_it_plays_legal_moves_under_every_preset_of_the_rules(policy: str, preset: str) -> None:
    game = Truco(preset=preset)
    agent = CaseBased(game, policy, preset="paper")
    assert bolicho.play_match(game, [agent, bolicho.agent("random", game=game)], seed=4).forfeit is None


@pytest.mark.parametrize("policy", ["PVCNPS", "PLS", "MJS"])
def test_as_published_the_probabilities_are_those_of_the_choices(policy: str) -> None:
    agent, rng = CaseBased(GAME, policy, preset="paper"), Random(5)
    looked = 0
    for _ in range(6):
        state = GAME.start(GAME.deal(rng))
        while state.seat is not None:
            view = state.view(state.seat)
            (chances,) = agent.policies([view])
            assert sum(chances) == pytest.approx(1)
            move = agent.choose(view, rng).move
            assert chances[view.moves.index(move)] > 0
            looked += 1
            state = state.play(move)
    assert looked > 20


CALLED = hand("7e 1e 4c / 3b 2b 12o", "truco quero 4c 12o 3b baralho")
"""A mão who called truco, lost a round and folded: two points lost."""
QUIET = hand("7e 1e 4c / 3b 2b 12o", "1e 12o 7e 3b")
"""The same cards played in silence: one point won."""
HOW = {"revise": "none", "asking": "program"}


def test_the_published_number_of_points_raises_where_silence_has_won() -> None:
    """``Saldos``: the first item above zero gives way to the next one, though calls lost two points each."""
    base = base_of(QUIET, QUIET, QUIET, CALLED, CALLED)
    assert first_word(base, "NPS", np="program", **HOW) == "truco"
    assert first_word(base, "NPS", np="mean", **HOW) != "truco"
    assert first_word(base, "NPS", np="sum", **HOW) != "truco"


def test_the_published_probability_of_victory_bets_only_where_bets_win_as_often_as_they_lose() -> None:
    """One call in three won, and that is more than silence ever did: not enough for the program."""
    won = hand("7e 1e 4c / 3b 2b 12o", "truco nao-quero")
    lost = hand("7e 1e 4c / 3b 2b 12o", "4c 12o 3b baralho")
    base = base_of(lost, lost, lost, CALLED, CALLED, won)
    assert first_word(base, "PVS", revise="none") == "truco"
    assert first_word(base, "PVS", **HOW) != "truco"


def test_a_preset_is_a_set_of_settings_and_one_beside_it_goes_before_it() -> None:
    whole = CaseBased(GAME, "NPS", preset="paper")
    changed = CaseBased(GAME, "NPS", preset="paper", np="sum", revise="none")
    assert (whole.asks_by, whole.points, whole.policy.points, whole.how.alone) == (
        "program",
        "program",
        "program",
        0.85,
    )
    assert {rule.name for rule in whole.rules} >= {"mao-waits", "step-by-step", "wrong-card"}
    assert (changed.asks_by, changed.policy.points, changed.rules) == ("program", "sum", ())
    assert not whole.timing_blind, "the round of a truco is in the query"
    assert CaseBased(GAME, "NPS").timing_blind
    assert changed.name == "cbr:NPS@baseline,preset=paper,np=sum,revise=none"
    with pytest.raises(BadInput, match="preset=book: expected one of text, paper"):
        CaseBased(GAME, "NPS", preset="book")
    with pytest.raises(BadInput, match="asking=loudly: expected one of text, program"):
        CaseBased(GAME, "NPS", asking="loudly")
