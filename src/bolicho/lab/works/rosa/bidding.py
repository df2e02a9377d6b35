"""The bidding analysis (Rosa 2008, 3.7.1): what a technique expects of a hand against the tricks it then makes.

For every value of the estimate, from a lower to an upper limit, so many hands with that estimate are drawn and played
once each: declarer by the technique, the three others by theirs. The tricks are declarer's own, as the estimate is; a
partner's are beside them. Piek and misere end, as they do, with the trick that is one too many.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache

import numpy as np

from bolicho.core.chance import stream
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.games.rikken.bits import CARDS, RANKS
from bolicho.games.rikken.cards import hand_of
from bolicho.lab.engine.experiment import Cell, Rows
from bolicho.lab.works.rosa.estimates import PLAYOUTS, TECHNIQUES, Estimator
from bolicho.lab.works.rosa.options import CONTRACTS as CONTRACTS

LIMITS = {"rik": (0, 13), "solo-8": (0, 13), "piek": (0, 2), "misere": (0, 1)}
"""Of the estimates, as in Quadro 20."""
SLICE = {False: 50, True: 10}
"""Repetitions in a cell, without and with a Monte-Carlo player at the table."""


@dataclass(frozen=True)
class Bidding:
    """The inputs of the paper's screen (Fig. 19), and those that it does not have."""

    technique: str
    against: str
    contract: str
    low: int
    high: int
    repetitions: tuple[int, ...]
    """For each value from low to high."""
    simulations: int = 100
    trump: bool = False

    def check(self) -> "Bidding":
        """Return the analysis if it can be done."""
        from bolicho.agents.rikken.bulk import TECHNIQUES as PLAYERS

        for kind, name, known in (
            ("technique", self.technique, TECHNIQUES),
            ("technique", self.against, PLAYERS),
            ("contract of the analyses", self.contract, CONTRACTS),
        ):
            if name not in known:
                raise UnknownName(kind, name, known)
        if self.low > self.high:
            raise BadInput(f"limits {self.low} to {self.high}: upside down")
        if self.low < 0 or self.high > RANKS:
            raise BadInput(f"limits {self.low} to {self.high}: expected 0 to {RANKS} tricks")
        if min(self.repetitions) < 1:
            raise BadInput(f"repetitions {min(self.repetitions)}: expected at least 1")
        if self.simulations < 1:
            raise BadInput(f"simulations {self.simulations}: expected at least 1")
        return self

    @property
    def settings(self) -> JsonObject:
        """Everything that decides the rows, as JSON data."""
        return asdict(self) | {"repetitions": list(self.repetitions)}

    def cells(self, prefix: str = "") -> list[Cell]:
        """Cut the repetitions of every value into cells."""
        size = SLICE[self.technique in PLAYOUTS or self.against in PLAYOUTS]
        return [
            Cell(f"{prefix}{value}/{first}", {"value": value, "first": first, "count": min(size, times - first)})
            for value, times in zip(range(self.low, self.high + 1), self.repetitions, strict=True)
            for first in range(0, times, size)
        ]

    def work(self, facts: JsonMapping, seed: int) -> Rows:
        """Draw the hands of a cell and play them."""
        estimator, value = _estimator(self.technique, self.simulations, self.trump, seed), facts["value"]
        share = round(estimator.shares()[value], 12)
        numbers = range(facts["first"], facts["first"] + facts["count"])
        drawn = [(number, found) for number in numbers if (found := estimator.draw(value, number)) is not None]
        if not drawn:
            return []
        from bolicho.agents.rikken.bulk import play_deals

        played = play_deals(
            np.array([_deal(found.hand, seed, estimator.key, value, number) for number, found in drawn], np.int64),
            leader=np.array([found.leader for _, found in drawn], np.int64),
            contract=self.contract,
            declarer=0,
            trump="best" if self.trump else None,
            techniques=(self.technique, *[self.against] * 3),
            simulations=self.simulations,
            seed=stream(seed, "rikken", "bidding", value).getrandbits(62),
            first=facts["first"],
            fits=False,
        )
        return [
            {
                "value": value,
                "share": share,
                "number": number,
                "hand": hand_text(found.hand),
                "leader": found.leader,
                "estimate": round(found.tricks, 6),
                "tricks": int(played.tricks[place, 0]),
                "side_tricks": int(played.declarer_tricks[place]),
                "made": bool(played.made[place]),
            }
            for place, (number, found) in enumerate(drawn)
        ]


@cache
def _estimator(technique: str, simulations: int, trump: bool, seed: int) -> Estimator:
    return Estimator(technique, simulations, trump, seed)


def _deal(hand: int, seed: int, *path: int | str) -> list[int]:
    rest = [card for card in range(CARDS) if not hand >> card & 1]
    stream(seed, "rikken", "around", *path).shuffle(rest)
    return [hand, *(sum(1 << card for card in rest[n : n + RANKS]) for n in range(0, 3 * RANKS, RANKS))]


def hand_text(hand: int) -> str:
    """Return a hand as its suits s h d c between full stops."""
    suits: Sequence[str] = ["".join(card[0] for card in hand_of(hand) if card[1] == suit) for suit in "shdc"]
    return ".".join(suits)
