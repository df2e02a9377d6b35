"""Full hands that agree with a view: the rival's cards drawn uniformly among all that are consistent with it."""

from random import Random
from typing import TYPE_CHECKING

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.games.truco.cards import Deal, Hand
from bolicho.games.truco.hands import all_hands, consistent, evidence
from bolicho.games.truco.state import State
from bolicho.games.truco.view import HIDDEN, View

if TYPE_CHECKING:
    from bolicho.games.truco import Truco


def sample(game: "Truco", view: View, rng: Random) -> State:
    """Draw a rival's hand and replay the history with it."""
    choices = np.flatnonzero(consistent(evidence(view)))
    if not len(choices):
        raise BadInput(f"no hand of the rival agrees with this view: {view!r}")
    return rebuild(game, view, all_hands().cards[rng.choice(choices)], rng)


def rebuild(game: "Truco", view: View, rival_hand: Hand, rng: Random) -> State:
    """Return the full state in which the rival holds this hand; what he laid face down is drawn from it."""
    hands = (view.dealt, rival_hand) if view.seat == 0 else (rival_hand, view.dealt)
    unseen = [card for card in rival_hand if card not in view.played[view.rival]]
    rng.shuffle(unseen)
    state = game.start(Deal(hands), score=view.score, mano=view.mano)
    for _, move in view.history:
        state = state.after(f"({unseen.pop()})" if move == HIDDEN else move)
    return state
