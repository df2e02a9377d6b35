"""Compiled tables of Rikken show what the plain rules and the plain encoder say, under every option."""

from typing import Any

import pytest
from tests.field.rl.vector.lockstep import lanes_of, lockstep

from bolicho.field.rl.episode import Terms
from bolicho.games.rikken import Rikken

RULES: list[dict[str, Any]] = [
    *({"preset": preset} for preset in Rikken.presets),
    {"asked_card_forced": "first-lead", "early_end": "off", "open_leader": "declarer"},
    {"asked_card_forced": "declarer-leads", "open_leader": "forehand", "overtricks": "pagat"},
    {"revoke": "penalty", "first_dealer": "2", "all_pass": "force"},
]


@pytest.mark.parametrize("options", RULES, ids=str)
def test_deals_are_played_in_lockstep(options: dict[str, Any]) -> None:
    assert lockstep(Terms.of("rikken", "hand", None, None, options), 700) > 4


@pytest.mark.parametrize("reward", ["points", "win"])
def test_matches_go_on_for_their_deals(reward: str) -> None:
    assert lockstep(Terms.of("rikken", "match", reward, None, {"deals": 2}), 1000, seed=7) > 2


@pytest.mark.parametrize("shuffle", ["uniform", "clumped"])
def test_a_deal_has_every_card_once(shuffle: str) -> None:
    lanes = lanes_of(Terms.of("rikken", "hand", None, None, {"shuffle": shuffle}), 50)
    for lane in range(50):
        lanes.terms.game.parse_deal(lanes.deal(lane))


@pytest.mark.endurance
@pytest.mark.parametrize("options", RULES, ids=str)
def test_a_million_decisions_in_lockstep(options: dict[str, Any]) -> None:
    assert lockstep(Terms.of("rikken", "hand", None, None, options), 150_000, count=64) > 1_000
