"""What a deal pays, by seat; always zero in all.

Source: Rosa (2008), Quadro 2 and section 2.3.1 (the penalty for a revoke); over- and undertricks after pagat.com.

>>> settle(CONTRACT["solo-9"], declarer=2, partner=None, tricks=9, rules=Rules())
(-4, -4, 12, -4)
>>> settle(CONTRACT["rik"], declarer=0, partner=3, tricks=6, rules=Rules(overtricks="pagat"))
(-3, 3, 3, -3)
"""

from bolicho.games.rikken.contracts import CONTRACT, Contract
from bolicho.games.rikken.options import Rules

__all__ = ["CONTRACT", "NOTHING", "Four", "penalty", "settle"]

Four = tuple[int, int, int, int]
NOTHING: Four = (0, 0, 0, 0)


def settle(terms: Contract, declarer: int, partner: int | None, tricks: int, rules: Rules) -> Four:
    """Return what each seat gets when declarer's side has made so many tricks.

    Alone, declarer settles with each of three; with a partner, each of the two gets or pays the value once.
    """
    made = terms.made(tricks)
    stake = terms.value
    if rules.overtricks == "pagat" and not terms.few:
        stake += abs(tricks - terms.low)
    if not made:
        stake = -stake
    side = (declarer,) if partner is None else (declarer, partner)
    each = stake * (4 - len(side)) // len(side)
    return _four([each if seat in side else -stake for seat in range(4)])


def penalty(revoker: int) -> Four:
    """Return what a revoke costs: a coin for each adversary."""
    return _four([-3 if seat == revoker else 1 for seat in range(4)])


def _four(points: list[int]) -> Four:
    first, second, third, fourth = points
    return first, second, third, fourth
