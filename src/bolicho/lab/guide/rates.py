"""How often `equilibrium` makes each choice: its own chances at every decision of hands against itself, from 0-0.

The hand is the unit of the 95 % intervals; chances are added up, nothing is counted that was drawn.
"""

from collections.abc import Iterable
from math import sqrt

from bolicho.agents.equilibrium.player import Equilibrium
from bolicho.core.chance import stream
from bolicho.core.intervals import Z
from bolicho.core.json_text import JsonObject
from bolicho.games.truco import Truco
from bolicho.lab.studies.profiles.habits import answered


def rates(hands: int, seed: int) -> JsonObject:
    """Return, by question, what it is about and choice: the share, half of its interval, and on how many decisions."""
    game = Truco()
    player = Equilibrium(game)
    sums: dict[str, list[tuple[float, int]]] = {}
    for number in range(hands):
        state = game.start(game.deal(stream(seed, "guide", number)), mano=number % 2)
        here: dict[str, list[float]] = {}
        ply = 0
        while not state.over:
            assert state.seat is not None
            view = state.view(state.seat)
            move = player.choose(view, stream(seed, "guide", number, "choose", ply)).move
            if len(view.moves) > 1:
                mix = dict(zip(view.moves, player.policies([view])[0], strict=True))
                for one in answered(view, move, mix):
                    for choice, share in one.mix.items():
                        here.setdefault(f"{one.question} {one.about} {choice}", []).append(share)
            state, ply = state.play(move), ply + 1
        for name, shares in here.items():
            sums.setdefault(name, []).append((sum(shares), len(shares)))
    return {name: _rate(told) for name, told in sorted(sums.items())}


def _rate(units: Iterable[tuple[float, int]]) -> JsonObject:
    """The ratio of two sums over hands, with half of its interval (the delta method)."""
    told = list(units)
    done, of = sum(one for one, _ in told), sum(size for _, size in told)
    share = done / of
    error = sqrt(sum((one - share * size) ** 2 for one, size in told)) / of
    return {"share": round(share, 4), "error": round(Z * error, 4), "of": of}
