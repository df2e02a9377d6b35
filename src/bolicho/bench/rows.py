"""What a benchmark reports: numbers with their names; and all that ``bench cbr`` finds of the search."""

import sys
from dataclasses import asdict, dataclass

from bolicho.bench.random_cases import ATTRIBUTES
from bolicho.core.json_text import JsonObject

K = 10
SOURCE = "hands of the Truco kernel: dealt and played by the rules, every move drawn, with patience"

OURS, LARGE = "the index", "the index, large base"
SCAN, PLAIN = "the compiled scan", "the plain scan (numpy)"
SKLEARN = ("scikit-learn brute manhattan", "scikit-learn, one thread", "scikit-learn, all questions at once")
"""Threads that wait for one another can cost more than they bring: of the two that answer one question, as the index
does, the faster is compared. The third shares its work out over all questions and all cores; it is shown beside."""
CKDTREE, CBRKIT = "SciPy's cKDTree", "cbrkit"


@dataclass(frozen=True)
class Measure:
    """One number of a benchmark, and what it counts."""

    name: str
    value: float | None
    """None where it cannot be measured, as when a peer is not installed."""


@dataclass(frozen=True)
class Rate:
    """How long one of them takes for a question."""

    name: str
    cases: int
    seconds: float
    """The best round."""
    rounds: tuple[float, ...]


@dataclass(frozen=True)
class Memory:
    """What a base and its index of all twelve attributes hold, in megabytes."""

    cases: int
    base: float
    """Every column of a case, as the base keeps it."""
    index: float
    """The twelve attributes as rows, and the index over them."""
    grown: float | None
    """How much the process grew while both were made; None where the system does not tell."""

    @property
    def total(self) -> float:
        """The larger of what the arrays add up to and what the process grew by."""
        return max(self.base + self.index, self.grown or 0.0)


@dataclass(frozen=True)
class RowsReport:
    """All that was measured."""

    seed: int
    rows: dict[int, int]
    """Cases -> distinct rows among them."""
    rates: tuple[Rate, ...]
    memory: Memory
    build_seconds: dict[int, float]
    """Cases -> the first question, which makes the index."""
    checked: int
    missing: dict[str, str]

    def rate(self, name: str) -> Rate | None:
        """Return one of the rates; None for who did not take part."""
        return next((rate for rate in self.rates if rate.name == name), None)

    def ratio(self, *names: str) -> float | None:
        """How many times as long as the index over the small base the fastest of some takes."""
        ours, others = self.rate(OURS), [rate.seconds for name in names if (rate := self.rate(name))]
        return min(others) / ours.seconds if ours and others else None

    @property
    def summary(self) -> tuple[Measure, ...]:
        """The four numbers to remember."""
        return (
            Measure("times as fast as scikit-learn on one question", self.ratio(*SKLEARN[:2])),
            Measure("times as fast as cbrkit", self.ratio(CBRKIT)),
            Measure(f"times as long over {self.memory.cases:,} cases", self.ratio(LARGE)),
            Measure(f"megabytes of {self.memory.cases:,} cases", self.memory.total),
        )

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {
            **asdict(self),
            "k": K,
            "attributes": ATTRIBUTES,
            "source": SOURCE,
            "rates": [{**asdict(rate), "times_ours": self.ratio(rate.name)} for rate in self.rates],
            "memory": {**asdict(self.memory), "total": self.memory.total},
            "summary": [asdict(measure) for measure in self.summary],
            "python": sys.version.split()[0],
            "platform": sys.platform,
        }
