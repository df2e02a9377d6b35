"""Every game of the house as OpenSpiel loads it, and some under options; random states of them."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pyspiel

from bolicho.field.openspiel import called, register
from bolicho.games import BOARDS
from bolicho.learn.boards.shipped_tables import SHIPPED

HOUSE = register()
MINI = "bolicho_truco(deck=mini)"
LADDER = "bolicho_truco(cards=strength,deck=mini,envido=off,flor=off)"
OPTIONS = (
    MINI,
    LADDER,
    "bolicho_truco(preset=ufsm-web,score=20 3,mano=1)",
    "bolicho_truco(preset=argentino)",
    "bolicho_truco(deck=mini,flor=optional,silent_flor=lost)",
    "bolicho_truco(deck=mini,envido=off,flor=off,hand0=1e 12e 4b)",
    "bolicho_rikken(preset=rosa,dealer=2)",
    "bolicho_rikken(contract=open-misere-plus,declarer=1,revoke=penalty)",
    "bolicho_tapatan(draw=position-three-times,plies=30)",
)
LONG = {
    called(name) for name in BOARDS if name not in (*SHIPPED, "jogo-da-onca", "damas", "kalah", "reversi", "rastro")
}
"""Boards left out here: each of their mechanisms is in another one, and theirs are long games."""
ALL = tuple(name for name in (*HOUSE, *OPTIONS) if name not in LONG)


@cache
def load(name: str) -> Any:
    """Load a game once."""
    return pyspiel.load_game(name)


def states(name: str, seed: int, units: int) -> Iterator[Any]:
    """Every state of some random units, the last of each included."""
    game, rng = load(name), Random(seed)
    for _ in range(units):
        state = game.new_initial_state()
        while not state.is_terminal():
            yield state
            state = state.clone()
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        yield state


def seen(name: str, seed: int, units: int) -> Iterator[Any]:
    """Those of them in which somebody sees something: no card is to be dealt any more."""
    return (state for state in states(name, seed, units) if not state.is_chance_node())
