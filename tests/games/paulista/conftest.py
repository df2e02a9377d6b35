"""Hands told as people tell them: a deal, and what was said."""

from collections.abc import Callable
from typing import Any

import pytest

import bolicho
from bolicho.games.paulista import State

Tell = Callable[..., State]


@pytest.fixture
def tell() -> Tell:
    """Play a hand from its deal and its words: ``tell("7o / 3p 2c Ae / Ko Jp 4c", "3p Ko truco aceito")``."""

    def play(deal: str, said: str = "", score: tuple[int, int] = (0, 0), mano: int = 0, **options: Any) -> State:
        state: State = bolicho.game("paulista", **options).start(deal, score=score, mano=mano)
        for move in said.split():
            state = state.play(move)
        return state

    return play
