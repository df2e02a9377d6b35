"""What either seat may hold once both have played a card, and how likely: all it did, by a strategy that is known.

A range is public: it says what somebody who sees no cards but those on the table, and knows the strategy, would think.
"""

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from bolicho.core.errors import BadInput
from bolicho.games.truco.cards import DECK, PLACE, STRENGTH, Deal, Hand
from bolicho.games.truco.hands import all_hands, bits, consistent, evidence
from bolicho.games.truco.state import State
from bolicho.games.truco.view import View

Floats = npt.NDArray[np.float64]
Policies = Callable[[Sequence[View]], Sequence[Sequence[float]]]
"""The probabilities of the legal moves of each view."""
SLIP = 0.01
"""How often anybody is taken to do something else than his strategy says, all moves alike: so no hand is ruled out
that the rules allow, whoever sits there."""


@cache
def pairs() -> tuple[tuple[int, int], ...]:
    """All pairs of cards, by their places in the deck."""
    return tuple((a, b) for a in range(len(DECK)) for b in range(a + 1, len(DECK)))


@cache
def _number_of_pair() -> dict[frozenset[int], int]:
    return {frozenset(pair): number for number, pair in enumerate(pairs())}


def first_round(view: View) -> int:
    """How many moves of the history belong to the first round: up to both seats' first card."""
    cards = [0, 0]
    for number, (seat, move) in enumerate(view.history):
        cards[seat] += move in STRENGTH
        if min(cards) == 1:
            return number + 1
    raise BadInput("the first round is still being played")


def ranges(view: View, policies: Policies, slip: float = SLIP) -> tuple[Floats, Floats]:
    """Return for either seat the weights of the pairs of cards (`pairs`) that it may hold after the first round."""
    moves, states = view.history[: first_round(view)], opening(view)
    first, second = (_range(seat, moves, states, _candidates(view, seat), policies, slip) for seat in (0, 1))
    return first, second


def _candidates(view: View, seat: int) -> npt.NDArray[np.intp]:
    """The hands that a seat may have been dealt, by all that is public."""
    played = (view.played[0][:1], view.played[1][:1])
    public = view._replace(seat=1 - seat, dealt=(), played=played)
    facts = evidence(public)
    return np.flatnonzero(consistent(facts._replace(never=facts.never | bits(played[1 - seat]))))


def opening(view: View) -> tuple[State, ...]:
    """The states of the first round, one before each move and one after the last.

    Hands in them agree with what is public, and no more: nothing may be read from them but what everybody sees.
    """
    hands = all_hands()
    mine, theirs = (_candidates(view, seat) for seat in (0, 1))
    for hand in mine:
        free = theirs[(hands.mask[theirs] & hands.mask[hand]) == 0]
        if not len(free):
            continue
        deal = Deal((hands.cards[hand], hands.cards[free[0]]))
        states = [State(view.rules, deal, view.mano, view.score, view.mano, view.mano, deal.hands)]
        for _, move in view.history[: first_round(view)]:
            states.append(states[-1].after(move))
        return tuple(states)
    raise BadInput("no two hands agree with what was said and played")


def _range(
    seat: int, moves: Sequence[tuple[int, str]], states: Sequence[State], hands: npt.NDArray[np.intp],
    policies: Policies, slip: float,
) -> Floats:  # fmt: skip
    table = all_hands()
    kinds = table.kind[hands].astype(np.int64) * 4096 + table.envido[hands].astype(np.int64) * 64 + table.flor[hands]
    _, firsts, number = np.unique(kinds, return_index=True, return_inverse=True)
    weights = np.ones(len(firsts))
    for state, (who, move) in zip(states, moves, strict=False):
        if who != seat:
            continue
        views = [_holding(state, seat, table.cards[hands[first]]) for first in firsts]
        for place, (held, chances) in enumerate(zip(views, policies(views), strict=True)):
            chance = chances[held.moves.index(move)] if move in held.moves else 0.0
            weights[place] *= (1 - slip) * chance + slip / len(held.moves)
    card = next(PLACE[move] for who, move in moves if who == seat and move in STRENGTH)
    found: Floats = np.zeros(len(pairs()))
    places = _number_of_pair()
    for hand, weight in zip(hands, weights[number.reshape(-1)], strict=True):
        left = frozenset(PLACE[c] for c in table.cards[hand]) - {card}
        found[places[left]] = weight
    found /= found.sum()
    return found


def _holding(state: State, seat: int, hand: Hand) -> View:
    """What a seat sees if it was dealt this hand."""
    held = tuple(card for card in hand if card not in state.played[seat])
    dealt, kept = list(state.deal.hands), list(state.hands)
    dealt[seat], kept[seat] = hand, held
    return state._replace(deal=Deal((dealt[0], dealt[1])), hands=(kept[0], kept[1])).view(seat)
