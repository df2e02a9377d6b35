"""Compiled boards show what the plain rules and the plain encoder say, whichever way a game ends."""

from typing import Any

import pytest
from tests.field.rl.vector.lockstep import lockstep

import bolicho
from bolicho.field.rl.episode import Terms
from bolicho.field.rl.vector import LANES

CASES: list[tuple[str, dict[str, Any]]] = [
    ("jogo-da-velha", {}),
    ("achi", {}),
    ("tapatan", {"plies": 12}),
    ("three-mens-morris", {}),
    ("mu-torere", {"draw": "position-three-times"}),
    ("pong-hau-ki", {}),
    ("tsoro-yematatu", {}),
]


@pytest.mark.parametrize(("name", "options"), CASES, ids=str)
def test_games_are_played_in_lockstep(name: str, options: dict[str, Any]) -> None:
    assert lockstep(Terms.of(name, "hand", None, None, options), 500) > 2


def test_a_game_with_too_many_positions_or_too_much_to_remember_is_played_plainly() -> None:
    terms = Terms.of("tapatan", "hand", None, None, {"plies": 10_000})
    factory = LANES.of(terms.game)
    assert factory is not None
    assert factory(terms, 1_000_000, 1) is None
    with pytest.raises(bolicho.BadInput, match=r"'tapatan' has no compiled lanes for 1,000,000 tables"):
        bolicho.vector("tapatan", 1_000_000, plies=10_000, compiled=True)


@pytest.mark.endurance
@pytest.mark.parametrize("name", ["jogo-da-velha", "tapatan", "picaria", "shisima"])
def test_a_million_decisions_in_lockstep(name: str) -> None:
    assert lockstep(Terms.of(name, "hand", None, None, {}), 250_000, count=64) > 1_000
