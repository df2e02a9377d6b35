"""Golden playthroughs: random play written out, so that a change of the rules is seen as a change of a text.

python -m bolicho.conformance.golden truco cbtg > tests/golden/truco-cbtg.txt
"""

import json
import sys
from collections.abc import Iterator
from hashlib import blake2b

from bolicho.core.chance import stream
from bolicho.core.contract import Game


def playthrough(game: Game, *, units: int = 12, seed: int = 0) -> str:
    """Return the text of some random units: deals, who may say what, what was said, what each seat then sees."""
    return "\n".join(_lines(game, units, seed)) + "\n"


def _lines(game: Game, units: int, seed: int) -> Iterator[str]:
    yield f"game {game.name} version {game.version} options {json.dumps(dict(game.options))}"
    for number in range(units):
        context = game.opening(stream(seed, "opening", number))
        deal = game.deal(stream(seed, "deal", number))
        state = game.start(deal, **context)
        rng = stream(seed, "moves", number)
        yield f"\nunit {number}: {deal} {json.dumps(context)}"
        while not state.over:
            move = rng.choice(state.moves())
            yield f"  {state.seat}: {move:<22} of {' '.join(state.moves())}"
            state = state.play(move)
            seen = [blake2b(repr(state.view(seat)).encode(), digest_size=4).hexdigest() for seat in range(game.seats)]
            yield f"     scores {list(state.scores)} views {' '.join(seen)}"
        yield from (f"  seat {seat} sees {state.view(seat)!r}" for seat in range(game.seats))


def file_name(game: Game, preset: str | None) -> str:
    """Return the name of the golden file of a game under a preset."""
    return f"{game.name}-{preset}.txt" if preset else f"{game.name}.txt"


if __name__ == "__main__":
    from bolicho.games import GAMES

    sys.stdout.write(playthrough(GAMES.make(sys.argv[1], **({"preset": sys.argv[2]} if len(sys.argv) > 2 else {}))))
