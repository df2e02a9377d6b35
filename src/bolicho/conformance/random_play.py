"""Random play written out, so that a change of the rules is seen as a change of a text."""

import json
from collections.abc import Iterator
from hashlib import blake2b

from bolicho.core.chance import stream
from bolicho.core.contract import Game

LONG = 65
"""Moves of a unit; of a game whose units are longer on average two are enough."""
MANY = 20
"""Legal moves up to which all are written out."""


def playthrough(game: Game, *, units: int = 12, seed: int = 0) -> str:
    """Return the text of some random units: deals, who may say what, what was said, what each seat then sees."""
    return "\n".join(_lines(game, units, seed)) + "\n"


def _listed(moves: tuple[str, ...]) -> str:
    """Write the legal moves out; of very many, how many they are and a digest."""
    text = " ".join(moves)
    if len(moves) <= MANY:
        return text
    return f"{len(moves)} moves {blake2b(text.encode(), digest_size=8).hexdigest()}"


def _lines(game: Game, units: int, seed: int) -> Iterator[str]:
    yield f"game {game.name} version {game.version} options {json.dumps(dict(game.options))}"
    long = 0
    for number in range(units):
        if number > 1 and long > LONG * number:
            return
        context = game.opening(stream(seed, "opening", number))
        deal = game.deal(stream(seed, "deal", number))
        state = game.start(deal, **context)
        rng = stream(seed, "moves", number)
        yield f"\nunit {number}: {deal} {json.dumps(context)}"
        while not state.over:
            move = rng.choice(state.moves())
            yield f"  {state.seat}: {move:<22} of {_listed(state.moves())}"
            state = state.play(move)
            long += 1
            seen = [blake2b(repr(state.view(seat)).encode(), digest_size=4).hexdigest() for seat in range(game.seats)]
            yield f"     scores {list(state.scores)} views {' '.join(seen)}"
        yield from (f"  seat {seat} sees {state.view(seat)!r}" for seat in range(game.seats))
