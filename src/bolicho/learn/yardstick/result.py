"""What a measurement found, as numbers and as JSON data."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18, 2.16, 2.14, 2.13, 2.12, 2.11, 2.10)
"""Student's t, 97.5 %, by degrees of freedom from 1 on; 2.10 and falling to 1.96 after that."""


class Ends(NamedTuple):
    """A number that is known between two ends, which may be the same."""

    low: float
    high: float

    def minus(self, other: "Ends") -> "Ends":
        """The difference of two such numbers."""
        return Ends(self.low - other.high, self.high - other.low)

    @property
    def middle(self) -> float:
        """Half-way."""
        return (self.low + self.high) / 2


class Seat(NamedTuple):
    """Of one hand of the responder in one position: the best response and what the agent itself would win there."""

    best: Ends
    own: Ends


@dataclass(frozen=True)
class Result:
    """How much an agent loses a hand to who knows its strategy, and how surely that is known."""

    agent: str
    game: str
    mao: Seat
    """The best response as mão, against the agent as pé."""
    pe: Seat
    gain: Ends
    """Exploitability: mean over the two positions."""
    interval: tuple[float, float] | None
    hands: int
    of: int
    asked: str
    times: int
    questions: int
    drew: int
    suits: dict[str, Any] | None
    reach: float
    cut: int
    seconds: float = 0.0
    method: str = "table"
    timing: dict[str, Any] | None = None
    """Of who says that it does not mind when a truco was called: questions asked as after another time, and changes."""
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def suit_blind(self) -> bool | None:
        """Whether no question with other suits was answered otherwise; None where suits count."""
        return None if self.suits is None else not self.suits["differed"]

    @property
    def doubts(self) -> list[str]:
        """Why the number is not exact, as keys of ``words.toml``; none if it is."""
        found = {
            "sampled": self.hands < self.of,
            "cut": self.cut > 0,
            "estimated": self.drew > 0,
            "suits": self.suit_blind is False,
            "timing": self.timing is not None and self.timing["differed"] > 0,
            **dict.fromkeys(self.more.get("doubts", ()), True),
        }
        return [key for key, holds in found.items() if holds]

    def data(self) -> dict[str, Any]:
        """Return all as JSON data."""
        return {
            "agent": self.agent,
            "game": self.game,
            "exploitability": _round(self.gain.middle),
            "exact": not self.doubts,
            "not_exact_because": self.doubts,
            "low": _round(self.gain.low),
            "high": _round(self.gain.high),
            "interval": None if self.interval is None else [_round(end) for end in self.interval],
            "seats": {name: _seat(seat) for name, seat in (("mao", self.mao), ("pe", self.pe))},
            "hands": self.hands,
            "of_hands": self.of,
            "method": self.method,
            "asked": self.asked,
            "asked_times": self.times,
            "questions": self.questions,
            "estimated_questions": self.drew,
            "suit_blind": self.suit_blind,
            "suits_checked": self.suits,
            "suits_read": None if self.suits is None else "never",
            "timing_checked": self.timing,
            "reach": self.reach,
            "cut_branches": self.cut,
            "unknown": _round(self.gain.high - self.gain.low),
            "seconds": round(self.seconds, 1),
            **{key: value for key, value in self.more.items() if key != "doubts"},
        }


def _seat(seat: Seat) -> dict[str, Any]:
    told: dict[str, Any] = {"best_response": _round(seat.best.middle), "self_play": _round(seat.own.middle)}
    if seat.best.low != seat.best.high or seat.own.low != seat.own.high:
        told |= {"best_response_ends": [_round(e) for e in seat.best], "self_play_ends": [_round(e) for e in seat.own]}
    return told


def _round(value: float) -> float:
    return round(value, 6)


def mean(ends: Sequence[Ends], weights: Sequence[float]) -> Ends:
    """The weighted mean of both ends."""
    total = sum(weights)
    low, high = (sum(w * e[side] for w, e in zip(weights, ends, strict=True)) / total for side in (0, 1))
    return Ends(low, high)


def spread(values: Sequence[float]) -> float:
    """Half the 95 % interval of the mean of a sample."""
    n = len(values)
    if n < 2:
        return float("inf")
    middle = sum(values) / n
    deviation = sqrt(sum((value - middle) ** 2 for value in values) / (n - 1))
    student = STUDENT[n - 2] if n - 2 < len(STUDENT) else 1.96 + 2.5 / (n - 1)
    return student * deviation / sqrt(n)
