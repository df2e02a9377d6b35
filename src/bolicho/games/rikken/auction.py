"""The auction: who speaks, and what he may say.

Source: Rosa (2008), section 2.3.2; the second round when all have passed is that of the paper's own program. An auction
is the tuple of what was said, so everything about it is read off that.

>>> said = ((1, "pas"), (2, "rik"), (3, "pas"))
>>> bidder(said, dealer=0), standing(said)
(0, (2, 'rik'))
>>> bidder((*said, (0, "pas")), dealer=0) is None
True
"""

from bolicho.games.rikken.cards import ACES
from bolicho.games.rikken.contracts import NAMES, PAS, RANKING, TROELA
from bolicho.games.rikken.options import Rules

Bid = tuple[int, str]
Auction = tuple[Bid, ...]
PAPER = Rules()


def standing(said: Auction) -> Bid | None:
    """Return the highest bid so far, which is the last one."""
    return next((bid for bid in reversed(said) if bid[1] != PAS), None)


def bidder(said: Auction, dealer: int, rules: Rules = PAPER) -> int | None:
    """Return who speaks next; None when the auction is over: three have passed on a bid, or all four have passed."""
    now = _round(said)
    if not now:
        # all passed: under `force` all four are in again
        return None if said and rules.all_pass != "force" else (dealer + 1) % 4
    passed = {seat for seat, token in now if token == PAS}
    if len(passed) == 4 or (len(passed) == 3 and standing(now) is not None):
        return None
    speaker = (now[-1][0] + 1) % 4
    while speaker in passed:
        speaker = (speaker + 1) % 4
    return speaker


def bids(said: Auction, seat: int, hand: int, dealer: int, rules: Rules) -> tuple[str, ...]:
    """Return what the next bidder may say, holding this hand: ``pas`` first, then contracts, low to high."""
    best = standing(said)
    higher = [name for name in NAMES if best is None or RANKING[name] > RANKING[best[1]]]
    if TROELA in higher:
        if not has_troela(hand):
            higher.remove(TROELA)
        elif rules.troela == "obligatory":
            return tuple(higher[higher.index(TROELA) :])
    if best is None and _must_bid(said, seat, dealer, rules):
        return tuple(higher)
    return (PAS, *higher)


def has_troela(hand: int) -> bool:
    """Whether a hand has exactly three aces."""
    return (hand & ACES).bit_count() == 3


def tells_of_aces(said: Auction, rules: Rules) -> list[tuple[int, bool]]:
    """Return whose aces an auction tells of, (seat, whether he was dealt exactly three).

    Who bids troela has them; where it is obligatory, who said less than he could have does not.
    """
    told = []
    best = -1
    for seat, token in said:
        if token == TROELA:
            told.append((seat, True))
        elif rules.troela == "obligatory" and RANKING.get(token, -1) < RANKING[TROELA] and best < RANKING[TROELA]:
            told.append((seat, False))
        best = max(best, RANKING.get(token, -1))
    return told


def _must_bid(said: Auction, seat: int, dealer: int, rules: Rules) -> bool:
    if rules.all_pass == "force":
        return len(said) == 4
    return rules.all_pass == "dealer-must-bid" and seat == dealer


def _round(said: Auction) -> Auction:
    """Return what was said since all four passed, if they did."""
    return said[4:] if len(said) >= 4 and all(token == PAS for _, token in said[:4]) else said
