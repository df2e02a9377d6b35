"""The play analysis (Rosa 2008, 3.7.2): a hand that fits a contract, and how often the contract is made with it.

Thirteen cards x whose TPC lies in the contract's margin; four stages, in each another seat holds x and declares; 24
deals of the other cards a stage, each player leading six: 96 deals for one hand. They are played three times over,
since "opponent" means one thing in Vorsteveld and another in Rosa:

- *declarer*: the technique declares against three of the other technique;
- *opponents*: the other declares against three of the technique, who succeed when the contract is not made;
- *others*: as on the paper's screen the technique sits at the first seat only; in the stages of the other three seats
  the other technique declares, with one opponent (or partner) of the technique.

Hands and deals are the same for all techniques, so that two runs can be compared hand by hand.
"""

from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from bolicho.agents.rikken.guess import UNIT
from bolicho.agents.rikken.valuation import tpc
from bolicho.core.chance import stream
from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.games.rikken.bits import RANKS
from bolicho.lab.engine.experiment import Cell, Rows
from bolicho.lab.works.rosa.bidding import hand_text
from bolicho.lab.works.rosa.estimates import PLAYOUTS
from bolicho.lab.works.rosa.hands import MARGINS, Bounds, between, draw_hand, hands_with
from bolicho.lab.works.rosa.options import CONTRACTS

STAGES, A_STAGE = 4, 24
LEADERS = np.repeat(np.arange(4), A_STAGE // 4)
GAMES = STAGES * A_STAGE
ROLES = ("declarer", "opponents", "others")
SLICE = {False: 10, True: 1}
"""Hands in a cell, without and with a Monte-Carlo player at the table."""


@dataclass(frozen=True)
class Play:
    """The inputs of the paper's screen (Fig. 17), and those that it does not have."""

    technique: str
    against: str
    contract: str
    repetitions: int
    simulations: int = 100
    trump: bool = False
    limits: tuple[str, str] | None = None
    """Of the TPC of x, both included, as text; None: the contract's own margin."""

    def check(self) -> "Play":
        """Return the analysis if it can be done."""
        from bolicho.agents.rikken.bulk import TECHNIQUES

        for name in (self.technique, self.against):
            if name not in TECHNIQUES:
                raise UnknownName("technique", name, TECHNIQUES)
        if self.contract not in CONTRACTS:
            raise UnknownName("contract of the analyses", self.contract, CONTRACTS)
        for what, number in (("repetitions", self.repetitions), ("simulations", self.simulations)):
            if number < 1:
                raise BadInput(f"{what} {number}: expected at least 1")
        if self.limits is not None:
            low, high = map(Fraction, self.limits)
            if low > high:
                raise BadInput(f"limits {self.limits[0]} to {self.limits[1]}: upside down")
            if low < 0 or high > RANKS:
                raise BadInput(f"limits {self.limits[0]} to {self.limits[1]}: expected 0 to {RANKS} tricks")
            if not hands_with(*self.bounds):
                raise BadInput(f"limits {self.limits[0]} to {self.limits[1]}: no hand has such a TPC")
        return self

    @property
    def bounds(self) -> Bounds:
        """Within which the TPC of x lies."""
        return MARGINS[self.contract] if self.limits is None else between(*map(Fraction, self.limits))

    @property
    def settings(self) -> JsonObject:
        """Everything that decides the rows, as JSON data."""
        return asdict(self) | {"limits": None if self.limits is None else list(self.limits)}

    def cells(self, prefix: str = "") -> list[Cell]:
        """Cut the repetitions into cells."""
        size = SLICE[bool({self.technique, self.against} & set(PLAYOUTS))]
        return [
            Cell(f"{prefix}{first}", {"first": first, "count": min(size, self.repetitions - first)})
            for first in range(0, self.repetitions, size)
        ]

    def work(self, facts: JsonMapping, seed: int) -> Rows:
        """Play all games of the hands of a cell."""
        numbers = range(facts["first"], facts["first"] + facts["count"])
        return [self._hand(number, seed) for number in numbers]

    def _hand(self, number: int, seed: int) -> JsonObject:
        from bolicho.agents.rikken.bulk import play_deals

        path = ("rikken", "play", self.contract, *self.bounds, number)
        rng = stream(seed, *path)
        hand = draw_hand(rng, *self.bounds)
        hands = deals_around(hand, rng.getrandbits(62))
        chance = rng.getrandbits(62)
        declarer = np.repeat(np.arange(STAGES), A_STAGE)
        made = {}
        for role in ROLES:
            some = declarer > 0 if role == "others" else declarer >= 0
            played = play_deals(
                hands[some],
                leader=np.tile(LEADERS, STAGES)[some],
                contract=self.contract,
                declarer=declarer[some],
                trump="best" if self.trump else None,
                techniques=self._seated(role, declarer[some]),
                simulations=self.simulations,
                seed=chance,
                fits=self.limits is None,
            )
            made[role] = [
                int(played.made[declarer[some] == seat].sum()) for seat in sorted(set(declarer[some].tolist()))
            ]
        return {"number": number, "hand": hand_text(hand), "tpc": round(float(tpc(hand)), 6), **made}

    def _seated(self, role: str, declarer: Any) -> Any:
        """Return the four techniques of each deal."""
        named = np.full((len(declarer), 4), self.technique if role == "opponents" else self.against, dtype=object)
        if role == "others":
            named[:, 0] = self.technique
        else:
            mine = self.technique if role == "declarer" else self.against
            named[np.arange(len(declarer)), declarer] = mine
        return named


def deals_around(hand: int, seed: int) -> Any:
    """Deal the other 39 cards 24 times for each seat that holds a hand; 96 rows of four sets."""
    rng = np.random.Generator(np.random.PCG64(seed))
    rest = np.array([1 << card for card in range(52) if not hand >> card & 1], np.int64)
    shuffled = rng.permuted(np.tile(rest, (GAMES, 1)), axis=1).reshape(GAMES, 3, RANKS).sum(axis=2)
    rows = np.full((GAMES, 4), hand, np.int64)
    for stage in range(STAGES):
        others = [seat for seat in range(4) if seat != stage]
        rows[A_STAGE * stage : A_STAGE * (stage + 1), others] = shuffled[A_STAGE * stage : A_STAGE * (stage + 1)]
    return rows


def margin_of(bounds: Bounds) -> tuple[float, float]:
    """Return bounds as tricks.

    >>> margin_of(MARGINS["rik"])
    (4.0, 7.5)
    """
    return bounds[0] / UNIT, bounds[1] / UNIT
