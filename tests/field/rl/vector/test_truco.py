"""Compiled tables of Truco show what the plain rules and the plain encoder say, under every preset."""

from typing import Any

import pytest
from tests.field.rl.vector.lockstep import lockstep

from bolicho.field.rl.episode import Terms
from bolicho.games.truco import Truco

RULES: list[dict[str, Any]] = [
    *({"preset": preset} for preset in Truco.presets),
    {"flor": "optional", "silent_flor": "lost", "face_down": "any"},
    {"pe_may_concede": "on", "flor_flor": "3-each", "target": 4},
    {"deck": "mini", "envido": "off", "flor": "off"},
    {"truco_after_envido_first": "pending", "face_down": "rounds-2-3", "flor_flor": "3-each", "target": 3},
]


@pytest.mark.parametrize("options", RULES, ids=str)
def test_hands_are_played_in_lockstep(options: dict[str, Any]) -> None:
    assert lockstep(Terms.of("truco", "hand", None, None, options), 400) > 40


@pytest.mark.parametrize("reward", ["points", "win"])
def test_matches_go_on_to_their_target(reward: str) -> None:
    assert lockstep(Terms.of("truco", "match", reward, None, {"target": 5}), 600, seed=7) > 10


@pytest.mark.endurance
@pytest.mark.parametrize("unit", ["hand", "match"])
def test_a_million_decisions_in_lockstep(unit: str) -> None:
    assert lockstep(Terms.of("truco", unit, None, None, {}), 500_000, count=64) > 10_000
