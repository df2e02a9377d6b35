"""The least chance with which each call is made or accepted: the paper's table, and gates that follow the bets.

Fixed gates are those of the paper, the same for calling and for accepting. Adaptive ones are kept apart for both, and
each bet that was decided moves its own: a bet near the gate that was won lowers it, a lost one raises it, in such a
proportion that it comes to rest where bets at the gate are won just often enough to pay (`NEEDED`). The author asks to
look at "the level of acceptance" too: a call that the rival refuses is won, and a call refused that stood near the gate
lowers it a little (`OPENING`), for else a gate that lets nothing through would never learn that it should.
"""

from typing import NamedTuple

from bolicho.games.truco.ladders import ENVIDO_CALLS, FLOR_CALLS, TRUCO_CALLS

GATES: dict[str, float] = {
    "envido": 0.4,
    "real-envido": 0.6,
    "falta-envido": 0.8,
    "truco": 0.5,
    "retruco": 0.7,
    "vale-quatro": 0.8,
    "contra-flor": 0.6,
    "contra-flor-e-o-resto": 0.8,
}
"""The paper's minimum of each call (section 5.2; those of flor from its published scripts)."""
MODULE = {
    **dict.fromkeys(ENVIDO_CALLS, "envido"),
    **dict.fromkeys(TRUCO_CALLS, "truco"),
    **dict.fromkeys(FLOR_CALLS, "flor"),
}
"""Which module answers for a call."""
CALL, ACCEPT = SIDES = ("call", "accept")

NEEDED: dict[str, float] = {
    **{f"{CALL}:{call}": 0.5 for call in GATES},
    "accept:envido": 1 / 4,
    "accept:real-envido": 3 / 10,
    "accept:falta-envido": 2 / 5,
    "accept:truco": 1 / 4,
    "accept:retruco": 1 / 6,
    "accept:vale-quatro": 1 / 8,
    "accept:contra-flor": 1 / 6,
    "accept:contra-flor-e-o-resto": 2 / 5,
}
"""How often a bet must be won to pay: half when it is one's own; against a call whose refusal costs r and whose loss
costs a, (a - r) / 2a (the falta, whose worth depends on the score, is taken for ten points)."""
LOWEST, HIGHEST = 0.05, 0.95
NEAR = 0.15
"""Only bets whose chance was within this of the gate move it: far ones say nothing about where it should stand."""
OPENING = 0.1
"""How much of the rate a refusal near the gate lowers it by while no bet has passed near it; then less and less."""
PATIENCE = 25
"""After so many bets near it a gate moves at 1/sqrt(2) of its first rate."""


class Gate(NamedTuple):
    """A gate and the log of its accepted bets."""

    least: float
    won: int = 0
    lost: int = 0
    near: int = 0
    """How many of them were near enough to move it."""

    def after(self, chance: float, won: bool, needed: float, rate: float) -> "Gate":
        """Log a bet made with this chance.

        >>> Gate(0.5).after(0.55, won=True, needed=0.25, rate=0.04)
        Gate(least=0.47, won=1, lost=0, near=1)
        >>> Gate(0.5).after(0.55, won=False, needed=0.25, rate=0.04)
        Gate(least=0.51, won=0, lost=1, near=1)
        >>> Gate(0.5).after(0.95, won=False, needed=0.25, rate=0.04)
        Gate(least=0.5, won=0, lost=1, near=0)
        """
        near = abs(chance - self.least) <= NEAR
        moved = self._pace(rate) * (needed - won) if near else 0.0
        return Gate(_within(self.least + moved), self.won + won, self.lost + (not won), self.near + near)

    def shut(self, chance: float, rate: float) -> "Gate":
        """Log a call that was refused with this chance: nobody knows how it would have ended.

        >>> Gate(0.5).shut(0.45, rate=0.04), Gate(0.5).shut(0.1, rate=0.04)
        (Gate(least=0.496, won=0, lost=0, near=0), Gate(least=0.5, won=0, lost=0, near=0))
        """
        near = abs(chance - self.least) <= NEAR
        return self._replace(least=_within(self.least - OPENING * rate / (1 + self.near))) if near else self

    def _pace(self, rate: float) -> float:
        return float(rate / (1 + self.near / PATIENCE) ** 0.5)


def _within(least: float) -> float:
    return min(HIGHEST, max(LOWEST, least))


def initial_gates() -> dict[str, Gate]:
    """Return the paper's gates with empty logs, ``side:call``."""
    return {f"{side}:{call}": Gate(least) for side in SIDES for call, least in GATES.items()}
