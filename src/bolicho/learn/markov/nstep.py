"""The chance of the hand n rounds ahead (Chapman-Kolmogorov; Rossato, chapter 6): rounds played are carried on.

The chain's states are what the rounds have come to; one step is one round, won, tied or lost with the chances of my
card against a card of the rival. Steps are taken as independent, which is what makes it a chain: the n-step chance is
the sum over the paths, i.e. the product of the one-step matrices.
"""

from collections.abc import Sequence
from functools import lru_cache

from bolicho.games.truco.cards import STRENGTH
from bolicho.games.truco.view import View
from bolicho.learn.markov.slices import Slice, UnseenCard, strengths, unseen
from bolicho.learn.markov.states import ORDERS, State

Step = tuple[float, float, float]
"""Chances that a round is won, tied, lost."""

START, WON, LOST, TIED, WON_LOST, LOST_WON, TIED_TIED, HAND, NO_HAND = range(9)
NEXT: dict[int, tuple[int, int, int]] = {
    START: (WON, TIED, LOST),
    WON: (HAND, HAND, WON_LOST),
    LOST: (LOST_WON, NO_HAND, NO_HAND),
    TIED: (HAND, TIED_TIED, NO_HAND),
    WON_LOST: (HAND, HAND, NO_HAND),
    LOST_WON: (HAND, NO_HAND, NO_HAND),
}
"""Where each state goes when the next round is won, tied, lost; after two ties the mão wins a third one too."""


def hand_chance(state: int, steps: Sequence[Step], mano: bool) -> float:
    """Return the chance to win the hand from an open state, by the steps of the rounds to come: last round first.

    >>> hand_chance(START, [(0.5, 0.0, 0.5)] * 3, True)
    0.5
    >>> hand_chance(WON, [(0.5, 0.0, 0.5)] * 2, True), hand_chance(TIED_TIED, [(0.0, 1.0, 0.0)], True)
    (0.75, 1.0)
    """
    win, tie, _ = steps[-1]
    won_lost, lost_won, tied_tied = win + tie, win, win + tie * mano
    if state >= WON_LOST:
        return (won_lost, lost_won, tied_tied)[state - WON_LOST]
    win, tie, lose = steps[-2]
    won, lost, tied = win + tie + lose * won_lost, win * lost_won, win + tie * tied_tied
    if state != START:
        return (won, lost, tied)[state - WON]
    win, tie, lose = steps[0]
    return win * won + tie * tied + lose * lost


def round_state(view: View) -> int:
    """Return what the rounds so far have come to."""
    state = START
    for winner in view.won:
        state = NEXT[state][1 if winner is None else 0 if winner == view.seat else 2]
    return state


def order_chances(view: View, orders: tuple[int, ...], part: Slice) -> tuple[float, ...]:
    """Return, for each of my orders, the chance of the hand from where it stands now, if I go on in that order."""
    done = len(view.won)
    laid = tuple([STRENGTH.get(card, 0) for card in view.played[view.seat][done:]])
    theirs = view.played[view.rival]
    faced = STRENGTH.get(theirs[done], 0) if len(theirs) > done else None
    return _ahead(round_state(view), strengths(view.dealt), orders, done, laid, faced, part.key, view.is_mano)


@lru_cache(4096)
def _ahead(
    state: int,
    hand: State,
    orders: tuple[int, ...],
    done: int,
    laid: State,
    faced: int | None,
    key: tuple[State, State],
    mano: bool,
) -> tuple[float, ...]:
    """What lies on the table now is met as it is; the rounds after it by cards that nobody has seen."""
    chances = unseen(key, whole=False)
    later = [_step(card, chances) for card in hand]
    here = later if faced is None else [_against(card, faced) for card in hand]
    found = []
    for order in orders:
        now, *rest = ORDERS[order][done:]
        first = _step(laid[0], chances) if laid else here[now]
        found.append(hand_chance(state, [first, *(later[level] for level in rest)], mano))
    return tuple(found)


def before(view: View, part: Slice) -> float:
    """Return the same chance before any round, against the same possible hands, whatever the order."""
    return _before(strengths(view.dealt), part.key, view.is_mano)


@lru_cache(4096)
def _before(hand: State, key: tuple[State, State], mano: bool) -> float:
    chances = unseen(key, whole=True)
    steps = [_step(card, chances) for card in hand]
    return sum(hand_chance(START, [steps[level] for level in order], mano) for order in ORDERS) / len(ORDERS)


def carried(chance: float, now: float, before: float) -> float:
    """Move a chance by as much as the rounds have moved that of the chain (odds times a ratio of odds).

    >>> carried(0.5, 0.75, 0.5), carried(0.6, 0.4, 0.4), carried(0.6, 1.0, 0.4), carried(0.6, 0.0, 0.4)
    (0.75, 0.6, 1.0, 0.0)
    """
    if now in (0.0, 1.0) or not 0.0 < before < 1.0 or not 0.0 < chance < 1.0:
        return now if now in (0.0, 1.0) else chance
    yes = chance * now * (1 - before)
    no = (1 - chance) * (1 - now) * before
    return round(yes / (yes + no), 12)


def _step(mine: int, his: UnseenCard) -> Step:
    weaker, ties = his.weaker[mine], his.ties[mine]
    return weaker, ties, max(0.0, 1.0 - weaker - ties)


def _against(mine: int, his: int) -> Step:
    return float(mine > his), float(mine == his), float(mine < his)
