"""The plain reading of a view and the compiled one are the same, move by move."""

from random import Random
from typing import Any

import numpy as np
import pytest

from bolicho.core.compiler import njit
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import PLACE
from bolicho.games.truco.kernel import HAND, apply, book_of, names, start
from bolicho.learn.equilibrium import keys_kernel as kernel
from bolicho.learn.equilibrium import situation
from bolicho.learn.equilibrium.shape import Shape, record_of

SHAPES = {
    "plain": Shape(),
    "scores": Shape(scores=True, timing=1, past=(8, 11), late=(8, 11)),
    "exact": Shape(relative=False, timing=4),
    "rounds": Shape(timing=3),
}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("options", [{}, {"target": 12}, {"envido": "off", "flor": "off"}])
def test_the_plain_key_is_the_compiled_one(name: str, options: dict[str, Any]) -> None:
    shape = SHAPES[name]
    game, rng = Truco(**options), Random(7)
    book, record = book_of(game.rules), record_of(shape)
    hands, stories = np.zeros(1, HAND), np.zeros(1, kernel.STORY)
    seen = 0
    for _ in range(250):
        deal, mano = game.deal(rng), rng.randrange(2)
        score = (rng.randrange(game.rules.target), rng.randrange(game.rules.target))
        state = game.start(deal, score=score, mano=mano)
        cards = np.array([[PLACE[card] for card in hand] for hand in deal.hands], np.int8)
        started(book, hands, stories, cards, np.array([*score, mano], np.int8))
        while not state.over:
            assert state.seat is not None
            view = state.view(state.seat)
            mask, key = looked(book, record, hands, stories)
            moves = names(deal.hands[state.seat])
            wanted = tuple(move for bit, move in enumerate(moves) if mask >> bit & 1)
            weighed = situation.weighed(view)
            assert tuple(move for move in weighed if move in view.moves) == wanted
            if len(wanted) > 1:
                assert situation.key(view, shape) == int(key), view
                seen += 1
            move = rng.choice([m for m in state.moves() if m != "baralho"] or ["baralho"])
            played(book, hands, stories, moves.index(move))
            state = state.play(move)
    assert seen > 500


@njit
def started(book: Any, hands: Any, stories: Any, cards: Any, context: Any) -> None:
    start(book, hands[0], cards, context)
    kernel.forget(stories[0])


@njit
def looked(book: Any, shape: Any, hands: Any, stories: Any) -> Any:
    return kernel.choices(book, hands[0]), kernel.key_of(book, shape, hands[0], stories[0])


@njit
def played(book: Any, hands: Any, stories: Any, move: int) -> None:
    kernel.remember(book, hands[0], stories[0], move)
    apply(book, hands[0], move)
