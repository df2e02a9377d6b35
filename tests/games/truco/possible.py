"""Every hand that the rival may hold, by what a view tells."""

import numpy as np

from bolicho.games.truco.cards import Hand
from bolicho.games.truco.hands import all_hands, consistent, evidence
from bolicho.games.truco.view import View


def possible_hands(view: View) -> list[Hand]:
    """Return every hand the rival may hold."""
    table = all_hands()
    return [table.cards[i] for i in np.flatnonzero(consistent(evidence(view)))]
