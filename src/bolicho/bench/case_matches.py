"""How fast case-based agents play: matches of two policies on the bundled base, beside the paper's twelve hours."""

import time
from dataclasses import asdict, dataclass

from bolicho.arena import Plan, duplicate, run
from bolicho.core.json_text import JsonObject

AGENTS = ("cbr:PVCNPS@baseline", "cbr:NPS@baseline")
MATCHES, WORKERS = 300, 2
PAPER_SECONDS = 12 * 3600.0
"""What the paper took for 300 training matches, "around 12h" (Moral et al.)."""


@dataclass(frozen=True)
class MatchSpeed:
    """How long the matches took, with getting the workers ready; played once."""

    agents: tuple[str, ...]
    cases: int
    matches: int
    target: int
    workers: int
    seconds: float

    @property
    def times_paper(self) -> float:
        """How many times as many matches a second as the paper."""
        return PAPER_SECONDS / MATCHES / (self.seconds / self.matches)

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {**asdict(self), "times_paper": self.times_paper}


def match_speed(seed: int = 0, matches: int = MATCHES, workers: int = WORKERS) -> MatchSpeed:
    """Let two case-based agents play matches to 24."""
    from bolicho.learn.cases.shelf import base

    plan = Plan("truco", AGENTS, {"target": 24}, seed)
    began = time.perf_counter()
    run(plan, duplicate(range(2), matches), workers=workers)
    return MatchSpeed(AGENTS, len(base("baseline")), matches, 24, workers, time.perf_counter() - began)
