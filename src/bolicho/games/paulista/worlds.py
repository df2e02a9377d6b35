"""Full hands that agree with a view: every card that this seat has not seen is as likely to be anywhere."""

from random import Random
from typing import TYPE_CHECKING

from bolicho.games.paulista.cards import DECK, HELD, Deal, Hand
from bolicho.games.paulista.state import State
from bolicho.games.paulista.view import HIDDEN, View

if TYPE_CHECKING:
    from bolicho.games.paulista import Paulista


def sample(game: "Paulista", view: View, rng: Random) -> State:
    """Draw what is hidden, and replay the history with it."""
    # of a mão de ferro one's own cards are known as they are played, in the order of the deal
    mine: Hand = view.played[view.seat] if view.blind else view.dealt
    theirs = view.played[view.rival]
    unseen = [card for card in DECK if card not in {view.vira, *mine, *theirs}]
    rng.shuffle(unseen)
    rival = _filled(theirs, unseen)
    hands = {view.seat: _filled(mine, unseen), view.rival: rival}
    state = game.start(Deal(view.vira, (hands[0], hands[1])), score=view.score, mano=view.mano)
    for _, move in view.history:
        state = state.play(f"({rival[len(state.played[view.rival])]})" if move == HIDDEN else move)
    return state


def _filled(known: Hand, unseen: list[str]) -> Hand:
    """Put a card in place of each that is hidden or still to come."""
    cards = [unseen.pop() if card == HIDDEN else card for card in known]
    return (*cards, *(unseen.pop() for _ in range(HELD - len(cards))))
