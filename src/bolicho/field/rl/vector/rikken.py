"""Lanes of Rikken, compiled."""

from typing import Any, cast

import numpy as np

from bolicho.field.encode.rikken import ASKED, POINTS_SPAN, SCORE_SPAN, STEP
from bolicho.field.rl.episode import Terms
from bolicho.field.rl.vector import rikken_kernel as kernel
from bolicho.field.rl.vector.compiled_lanes import CompiledLanes, starts
from bolicho.field.rl.vector.lanes import Bytes, Floats, Which
from bolicho.games.rikken import Rikken
from bolicho.games.rikken.ask import ASK, TRUMPS
from bolicho.games.rikken.cards import CARDS, INDEX, Deal
from bolicho.games.rikken.deal_kernel import DEAL, terms_of


class RikkenLanes(CompiledLanes):
    """Deals or matches of Rikken."""

    def __init__(self, terms: Terms, count: int, threads: int) -> None:
        super().__init__(terms, count, threads)
        self.rules, self.code = terms_of(cast(Rikken, terms.game).rules), code_of(terms)
        self.deals, self.lanes = np.zeros(count, DEAL), np.zeros(count, kernel.LANE)
        self.legal = (kernel.masks, self.rules, self.code, self.deals)

    def begin(self, which: Which, seats: Bytes) -> None:  # noqa: ARG002
        """Deal a first time."""
        self.share(kernel.begin, self.rules, self.deals, self.lanes, self.chance, self.turn, by_lane=(which,))

    def play(self, which: Which, actions: Which) -> None:
        """Bid, name trump, ask or play a card."""
        where = (self.rules, self.code, self.deals, self.lanes, self.chance, self.turn, self.paid)
        self.share(kernel.play, *where, by_lane=(which, actions))

    def observe(self, which: Which, seats: Bytes, out: Floats) -> None:
        """Write what a seat sees."""
        self.share(kernel.observe, self.rules, self.code, self.deals, seats, out, by_lane=(which,))

    def deal(self, lane: int) -> str:
        """Return the four hands."""
        first, second, third, fourth = self.deals[lane]["dealt"].tolist()
        return str(Deal((first, second, third, fourth)))

    def context(self, lane: int) -> dict[str, Any]:
        """Return dealer, running score and number of the deal."""
        row = self.deals[lane]
        return {"dealer": int(row["dealer"]), "score": row["score"].tolist(), "number": int(row["number"])}

    def past(self, lane: int) -> list[int]:
        """Return the words and cards so far."""
        row = self.lanes[lane]
        return [int(action) for action in row["past"][: row["plies"]]]


def code_of(terms: Terms) -> np.void:
    """Return where everything stands in an observation, and what the actions mean."""
    coder = terms.coder
    code: np.void = np.zeros(1, kernel.CODE)[0]
    for name, start in starts(coder).items():
        code[name] = start
    code["step"], code["score_span"], code["points_span"] = STEP, SCORE_SPAN, POINTS_SPAN
    code["matches"], code["by_points"] = terms.unit == "match", terms.reward == "points"
    for name, token in (("trumps", TRUMPS[0]), ("asks", ASKED[0]), ("cards", CARDS[0])):
        code[name] = coder.action(token)
    for token in ASKED:
        card = INDEX[token.removeprefix(ASK)]
        code["ask_of"][card], code["asked_by"][coder.action(token)] = coder.action(token), card
    return code
