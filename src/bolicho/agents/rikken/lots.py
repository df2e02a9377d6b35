"""The paper's random player (Rosa 2008, 3.3.1): a draw among ``pas`` and the fifteen contracts, then random moves.

A contract that may not be said becomes ``pas``; who must bid draws among what he may say.
"""

from collections.abc import Sequence
from random import Random

from bolicho.agents.random import RandomAgent
from bolicho.agents.rikken.player import because, bid_or_pass, must_bid
from bolicho.core.contract import Decision
from bolicho.games.rikken.contracts import NAMES, PAS
from bolicho.games.rikken.view import View

TOKENS = (PAS, *NAMES)


class RikkenRandom(RandomAgent):
    """Draws lots for everything."""

    def choose(self, view: View, rng: Random) -> Decision:
        """Draw a token in the auction, else one of the legal moves."""
        if view.phase != "auction" or must_bid(view):
            return super().choose(view, rng)
        drawn = rng.choice(TOKENS)
        said = bid_or_pass(view, drawn)
        return because(said, "lots-bid" if said == drawn else "lots-pas", drawn=drawn, among=len(TOKENS))

    def policies(self, views: Sequence[View]) -> list[tuple[float, ...]]:
        """Every legal contract is one of sixteen draws; all the other draws are ``pas``."""
        chances = []
        for view, even in zip(views, super().policies(views), strict=True):
            if view.phase == "auction" and not must_bid(view):
                each = 1 / len(TOKENS)
                even = tuple(1 - each * (len(view.moves) - 1) if move == PAS else each for move in view.moves)
            chances.append(even)
        return chances
