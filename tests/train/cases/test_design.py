"""Designs of a case learner's training that make no sense are refused, each in one line."""

from dataclasses import replace
from typing import Any

import pytest

from bolicho.core.errors import BadInput
from bolicho.train.cases.design import CaseDesign, usual_name

SMALL = CaseDesign("mine", "bot2", matches=5, seed=3)

MISTAKES: dict[str, dict[str, Any]] = {
    "matches 0": {"matches": 0},
    "a comma": {"name": "a,b"},
    "name '': a name is not empty": {"name": ""},
    "name 'x ': a name is not empty and has no blanks at its ends": {"name": "x "},
    "unknown bot 'bot6'": {"bot": "bot6"},
    "no setting 'often'": {"bot": "bot1:often=3"},
    "'yours' is no setting": {"bot": "bot1:yours"},
    "bot2 asks nobody: it has no tutor": {"tutor": "sound"},
    "bot5 asks a tutor: name one": {"bot": "bot5"},
    "tutor 'bot5:other': it asks a tutor itself": {"bot": "bot5", "tutor": "bot5:other"},
    "bot2 asks nobody: it has no use for stay": {"stay": True},
    "unknown situation 'flores'": {"guided": "flores=0.1"},
    "more than 1": {"guided": "flor-flor=0.6,unbeatable=0.6"},
}


@pytest.mark.parametrize("words", MISTAKES)
def test_a_design_that_makes_no_sense_is_refused(words: str) -> None:
    with pytest.raises(BadInput, match=words):
        replace(SMALL, **MISTAKES[words])


def test_settings_of_the_bot_are_part_of_the_agent_that_plays_by_it() -> None:
    design = replace(SMALL, bot="bot5:k=7,threshold=0.8", tutor="sound", stay=True)
    assert (design.settings.k, design.settings.threshold, design.settings.stay) == (7, 0.8, True)
    assert design.agent == "bot5:mine,k=7,threshold=0.8,stay=on"


def test_a_training_that_nobody_named_has_a_name_that_a_base_may_have() -> None:
    assert usual_name("bot2:k=7", "cbr:NPS@baseline,least=3", 1) == "bot2-k-7-cbr-NPS-baseline-least-3-1"


def test_a_design_survives_being_kept() -> None:
    design = replace(SMALL, guided=" unbeatable=0.10, flor-flor=0.2")
    told = design.to_dict()
    assert told["guided"] == "unbeatable=0.1,flor-flor=0.2"
    assert replace(CaseDesign(**told), seed=3).to_dict() == told


def test_the_rules_may_be_named_and_unknown_ones_are_refused() -> None:
    usual, engine = CaseDesign("mine", "bot1"), CaseDesign("mine", "bot1", preset="ufsm-auto")
    assert (usual.game.options["preset"], engine.game.options["preset"]) == ("gaucho", "ufsm-auto")
    assert "preset" not in usual.to_dict(), "a training of an older version goes on"
    assert engine.to_dict()["preset"] == "ufsm-auto"
    with pytest.raises(BadInput, match="house"):
        CaseDesign("mine", "bot1", preset="house")
