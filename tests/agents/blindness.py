"""Whether an agent looks at its view alone: the rival's hidden cards are exchanged under the table."""

from random import Random
from typing import Any


def decides_by_its_view(game: Any, agent: Any, hands: int, least: int) -> None:
    """Nothing that the agent says may change, in so many hands, with at least this many decisions."""
    rng, looked = Random(2), 0
    for _ in range(hands):
        state = game.start(game.deal(rng))
        while state.seat is not None:
            view = state.view(state.seat)
            other = game.worlds(view, rng).view(state.seat)
            mine, again = (agent.choose(seen, Random(9)) for seen in (view, other))
            assert mine == again
            looked += 1
            state = state.play(mine.move)
    assert looked > least
