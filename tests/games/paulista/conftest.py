"""Hands told as people tell them: a deal, and what was said."""

from collections.abc import Callable
from typing import Any

import pytest

import bolicho
from bolicho.games.paulista import State

Tell = Callable[..., State]


@pytest.fixture
def tell() -> Tell:
    """Play a hand from its deal and its words: ``tell("7d / 3c 2h As / Kd Jc 4h", "3c Kd truco aceito")``."""

    def play(deal: str, said: str = "", score: tuple[int, int] = (0, 0), mano: int = 0, **options: Any) -> State:
        state: State = bolicho.game("paulista", **options).start(deal, score=score, mano=mano)
        for move in said.split():
            state = state.play(move)
        return state

    return play
