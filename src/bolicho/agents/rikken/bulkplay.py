"""Whole deals one after the other; one source for Python and the kernel."""

from bolicho.agents.rikken.guess import hand_tpc, some
from bolicho.agents.rikken.simulate import play_out
from bolicho.agents.rikken.table import Table
from bolicho.games.rikken.bits import ALL, RANKS, Chance


def play_all(
    tables: list[Table], techniques: list[list[int]], simulations: int, keys: list[int], chance: Chance,
    scratch: list[Table], first: list[int], second: list[int],
) -> None:  # fmt: skip
    """Play every table to its end; the key of a deal says all about its chance, whichever deals are played with it."""
    for i in range(len(tables)):
        chance[0] = keys[i]
        play_out(tables[i], techniques[i], simulations, chance, scratch[0], scratch[1], scratch[2], first, second)


def find_hand(chance: Chance, least: int, below: int) -> int:
    """Draw hands of thirteen until one has a TPC of at least so much and below so much, in units of ``guess.UNIT``."""
    hand = some(ALL, RANKS, chance)
    while not least <= hand_tpc(hand) < below:
        hand = some(ALL, RANKS, chance)
    return hand
