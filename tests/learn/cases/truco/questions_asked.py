"""Questions as they come up when truco is played at random."""

from collections.abc import Callable, Iterable
from random import Random

from bolicho.games import GAMES
from bolicho.games.truco.view import View
from bolicho.learn.cases.questions import Ask, Question
from bolicho.learn.cases.truco import turn
from bolicho.learn.cases.truco.hand import Case
from bolicho.learn.cases.truco.turn import forced_move


def asked(
    turns: int,
    seed: int = 3,
    asks: Callable[[View], Iterable[Ask]] = turn.asks,
    values: Callable[[View], Case] = turn.values,
) -> list[tuple[Question, Case]]:
    """Return questions that came up in random play, with what was known."""
    game, rng = GAMES.make("truco"), Random(seed)
    found: list[tuple[Question, Case]] = []
    while len(found) < turns:
        state = game.start(game.deal(rng), mano=rng.randrange(2))
        while not state.over:
            view = state.view(state.seat)
            if forced_move(view) is None:
                found += [(ask.question, values(view)) for ask in asks(view)]
            state = state.play(rng.choice([move for move in state.moves() if move != "baralho"] or state.moves()))
    return found[:turns]
