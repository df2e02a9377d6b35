"""What a share of the simple player costs the equilibrium, in points a hand against its full strength.

    found = loss(0.5, deals=40_000)      # both seats of every deal, at 0-0
    found.mean, found.error              # 0.142, 0.010: half the 95 % interval

Both seats of a deal, and all shares, are played with the same lots, so that hands differ only where the players do.
"""

from statistics import fmean
from typing import NamedTuple

from bolicho.agents.equilibrium.player import Equilibrium
from bolicho.core.chance import stream
from bolicho.core.intervals import spread
from bolicho.games.truco import Deal, Truco

LOTS = 24
"""Nobody decides more often in a hand."""


class Loss(NamedTuple):
    """Points a hand, and half the 95 % interval."""

    mean: float
    error: float


def loss(share: float, deals: int, seed: int = 0, first: int = 0) -> Loss:
    """Let a mix of so much of the simple player meet the full strength on drawn deals, in both seats."""
    game = Truco()
    full, weak = Equilibrium(game), Equilibrium(game)
    weak.share = share
    lost = []
    for number in range(first, first + deals):
        deal, rng = game.deal(stream(seed, "levels", "deal", number)), stream(seed, "levels", "lots", number)
        lots = [[rng.random() for _ in range(LOTS)] for _ in range(2)]
        lost.append((_hand(game, (full, weak), deal, lots) - _hand(game, (weak, full), deal, lots)) / 2)
    return Loss(fmean(lost), spread(lost))


def _hand(game: Truco, players: tuple[Equilibrium, Equilibrium], deal: Deal, lots: list[list[float]]) -> int:
    """Play a hand; return what seat 0 wins more than seat 1."""
    state, drawn = game.start(deal), [iter(row) for row in lots]
    while state.seat is not None:
        view = state.view(state.seat)
        move = view.moves[-1]
        if len(view.moves) > 1:
            lot = next(drawn[state.seat])
            for candidate, chance in zip(view.moves, players[state.seat].read(view).chances, strict=True):
                lot -= chance
                if lot < 0:
                    move = candidate
                    break
        state = state.play(move)
    return state.scores[0] - state.scores[1]
