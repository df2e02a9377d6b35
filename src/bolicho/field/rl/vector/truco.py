"""Lanes of Truco, compiled."""

from itertools import combinations
from typing import Any, cast

import numpy as np

from bolicho.field.rl.episode import Terms
from bolicho.field.rl.vector import truco_kernel as kernel
from bolicho.field.rl.vector.compiled_lanes import CompiledLanes, starts
from bolicho.field.rl.vector.lanes import Bytes, Floats, Opponent, Which
from bolicho.games.truco import Truco
from bolicho.games.truco.cards import DECK, Deal, envido_cards
from bolicho.games.truco.kernel import HAND, MOVE, book_of
from bolicho.learn.equilibrium.keys_kernel import STORY


class TrucoLanes(CompiledLanes):
    """Hands or matches of Truco."""

    def __init__(self, terms: Terms, count: int, threads: int) -> None:
        super().__init__(terms, count, threads)
        self.book, self.code = book_of(cast(Truco, terms.game).rules), code_of(terms)
        self.hands, self.stories = np.zeros(count, HAND), np.zeros(count, STORY)
        self.lanes = np.zeros(count, kernel.LANE)
        self.legal = (kernel.masks, self.book, self.code, self.hands)

    def begin(self, which: Which, seats: Bytes) -> None:  # noqa: ARG002
        """Deal a first hand."""
        where = (self.book, self.hands, self.stories, self.lanes, self.chance, self.turn)
        self.share(kernel.begin, *where, by_lane=(which,))

    def play(self, which: Which, actions: Which) -> None:
        """Play a card or a word."""
        where = (self.book, self.code, self.hands, self.stories, self.lanes, self.chance, self.turn, self.paid)
        self.share(kernel.play, *where, by_lane=(which, actions))

    def observe(self, which: Which, seats: Bytes, out: Floats) -> None:
        """Write what a seat sees."""
        where = (self.book, self.code, self.hands, self.lanes, seats, out)
        self.share(kernel.observe, *where, by_lane=(which,))

    def opponent(self, spec: str) -> Opponent | None:
        """Return ``random``, or ``equilibrium`` where it plays by its tables alone."""
        if spec.partition(":")[0] == "equilibrium":
            from bolicho.field.rl.vector.truco_equilibrium import EquilibriumOpponent

            return EquilibriumOpponent.of(self, spec)
        return super().opponent(spec)

    def deal(self, lane: int) -> str:
        """Return the six cards."""
        first, second = ([DECK[place] for place in cards] for cards in self.lanes[lane]["dealt"])
        return str(Deal.of(first, second))

    def context(self, lane: int) -> dict[str, Any]:
        """Return score and mão."""
        mine, his, mano = self.lanes[lane]["context"].tolist()
        return {"score": [mine, his], "mano": mano}

    def past(self, lane: int) -> list[int]:
        """Return the words and cards so far."""
        row = self.lanes[lane]
        return [int(action) for _, action in row["past"][: row["plies"]]]


def code_of(terms: Terms) -> np.void:
    """Return where everything stands in an observation, and what the actions mean."""
    coder = terms.coder
    code: np.void = np.zeros(1, kernel.CODE)[0]
    for name, start in starts(coder).items():
        code[name] = start
    code["width"] = coder.fields[-1].shape[1]
    code["hidden"] = len(coder.vocabulary)
    code["matches"], code["by_points"] = terms.unit == "match", terms.reward == "points"
    for name in ("card", "down", "words", "means"):
        code[name] = -1
    places = {card: place for place, card in enumerate(DECK)}
    for action, token in enumerate(coder.vocabulary):
        place = places.get(token.strip("()"))
        if place is None:
            code["words"][MOVE[token]] = action
            code["means"][action] = kernel.WORD + MOVE[token]
        else:
            down = token.startswith("(")
            code["down" if down else "card"][place] = action
            code["means"][action] = kernel.DOWN * down + place
    for hand in combinations(range(len(DECK)), 3):
        cards = tuple(DECK[place] for place in hand)
        code["pair"][hand] = sum(1 << place for place, card in enumerate(cards) if card in envido_cards(cards))
    return code
