"""The tree of ``search.py`` in flat arrays of numbers, one source for plain Python and the kernels of each game.

A row of the arrays holds what is known of every move that the searching seat can tell apart, in one situation and for
one thing that the mover alone may know. A move that was never taken has no visits.
"""

from math import log, sqrt

from bolicho.games.rikken.bits import Chance, Floats, Ints, draw


def choose(
    row: int, choices: Ints, prior: Floats, size: int, guided: int, visits: Ints,
    available: Ints, total: Floats, curiosity: float, chance: Chance,
) -> int:  # fmt: skip
    """Return which of the first ``size`` choices to take, and count all of them as available.

    Guided by priors, the one of the highest bound; else one never taken, by lot, and then the highest bound (UCB).
    """
    untried, known, worth = 0, 0, 0.0
    for i in range(size):
        at = row + choices[i]
        available[at] += 1
        untried += visits[at] == 0
        known += visits[at]
        worth += total[at]
    if untried and not guided:
        left = draw(chance, untried)
        for i in range(size):
            if visits[row + choices[i]] == 0:
                if left == 0:
                    return i
                left -= 1
    worth = worth / known if known else 0.0
    best, chosen = -1e300, 0
    for i in range(size):
        at = row + choices[i]
        mean = total[at] / visits[at] if visits[at] else worth
        if guided:
            bound = mean + curiosity * prior[i] * sqrt(available[at]) / (1 + visits[at])
        else:
            bound = mean + curiosity * sqrt(log(available[at]) / visits[at])
        if bound > best:
            best, chosen = bound, i
    return chosen
