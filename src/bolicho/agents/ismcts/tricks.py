"""The search of ``learn/search/ismcts/search.py`` for the cards of Rikken: one source for Python and the kernel.

A world is a guess of `agents/rikken/guess.py`, which knows of voids, the ask and what declarer's bid carries. Every
card is seen by all, so a card is its number. One observer; with playouts by the rules of the house the other players
choose in the tree among the cards that those rules leave, and the searching seat among all.
"""

from bolicho.agents.rikken.guess import guess
from bolicho.agents.rikken.simulate import finish
from bolicho.agents.rikken.table import Table, contract_made, legal, over, put, side_tricks
from bolicho.agents.rikken.tactics import RULES, candidates
from bolicho.games.rikken.bits import CARDS, RANKS, Chance, lowest
from bolicho.learn.search.ismcts.tree import choose

TRICK = 0.01
"""What a trick is worth beside the contract: it decides between cards that make it equally often."""


def grow(
    table: Table, iterations: int, curiosity: float, technique: int, chance: Chance, world: Table,
    below: list[int], visits: list[int], available: list[int], total: list[float],
    choices: list[int], prior: list[float], path: list[int], movers: list[int],
) -> int:  # fmt: skip
    """Grow a tree in the arrays given; the first row is the root. Return how many nodes it has."""
    me, nodes = table.seat, 1
    for _ in range(iterations):
        guess(table, me, chance, world)
        node = depth = new = 0
        while new == 0 and not over(world):
            seat = world.seat
            left = legal(world) if seat == me or technique != RULES else candidates(world, RULES)
            size = 0
            while left:
                choices[size] = lowest(left)
                left &= left - 1
                size += 1
            row = node * CARDS
            card = choices[choose(row, choices, prior, size, 0, visits, available, total, curiosity, chance)]
            new = int(visits[row + card] == 0)
            path[depth], movers[depth] = row + card, seat
            depth += 1
            if below[row + card] == 0:
                below[row + card] = nodes
                nodes += 1
            node = below[row + card]
            put(world, card)
        finish(world, technique, chance)
        end = goal(world)
        for step in range(depth):
            declaring = movers[step] == world.declarer or movers[step] == world.partner
            visits[path[step]] += 1
            total[path[step]] += end if declaring else 1.0 - end
    return nodes


def goal(table: Table) -> float:
    """Return what the end is worth to declarer's side, from 0 to 1: the contract, and a little for tricks."""
    tricks = side_tricks(table) if table.high == RANKS else RANKS - side_tricks(table)
    return (1.0 - RANKS * TRICK) * contract_made(table) + TRICK * tricks
