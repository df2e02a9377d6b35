"""Readings of Paulus at the table: what a setting changes in a literal situation (docs/works/readings/paulus.md)."""

from random import Random

import pytest
from tests.learn.cases.hands import base_of, hand

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
