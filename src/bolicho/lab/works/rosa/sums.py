"""What the rows of the two analyses say: means with 95 % intervals; pure functions of the rows.

A bidding analysis draws as many hands of every estimate, rare or not. To tell what was expected of hands that made so
many tricks, each row counts as often as hands with its estimate come from the pack (``share``): a mean over strata.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import sqrt

from bolicho.arena.results.intervals import Board, Estimate, ratio, share
from bolicho.core.intervals import student
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.games.rikken.bits import RANKS
from bolicho.lab.works.rosa.play import A_STAGE, ROLES

Row = JsonMapping
NOTHING = Estimate(None, None, None)
ENOUGH = 5
"""Effective hands (Kish) among many that a part of them must be worth, for an interval."""


# ── bidding ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class At:
    """One value of the axis: tricks made by hands with this estimate, and the estimate of hands with these tricks."""

    value: int
    share: float
    """How often hands have this estimate."""
    hands: int
    made: Estimate
    """Tricks, given the estimate."""
    success: Estimate
    """Contracts made, given the estimate."""
    with_tricks: int
    """Hands that made so many tricks."""
    estimate: Estimate
    """What was expected, given the tricks made."""

    def to_dict(self) -> JsonObject:
        """Return plain JSON data."""
        return {
            "value": self.value,
            "share": self.share,
            "repetitions": self.hands,
            "made_given_estimate": self.made.to_dict(),
            "success_given_estimate": self.success.to_dict(),
            "hands_with_these_tricks": self.with_tricks,
            "estimate_given_made": self.estimate.to_dict(),
        }


def along_the_axis(rows: Sequence[Row], low: int, high: int) -> list[At]:
    """Return both conditional means for every value."""
    told = []
    for value in range(low, high + 1):
        mine = [row for row in rows if row["value"] == value]
        told.append(
            At(
                value,
                mine[0]["share"] if mine else 0.0,
                len(mine),
                _clipped(from_the_pack(mine, _tricks)),
                share([Board(1, row["made"]) for row in mine]),
                sum(row["tricks"] == value for row in rows),
                _clipped(from_the_pack(rows, _estimate, partial(_with_tricks, value))),
            )
        )
    return told


def less_estimate(rows: Sequence[Row], value: int) -> Estimate:
    """Return how many tricks hands with a value make more than was expected of each, before it was rounded."""
    return from_the_pack([row for row in rows if row["value"] == value], lambda row: row["tricks"] - row["estimate"])


def errors(rows: Sequence[Row]) -> dict[str, Estimate]:
    """Return how far estimates are from the tricks made, over hands as they come from the pack."""
    return {
        "estimate": _clipped(from_the_pack(rows, _estimate)),
        "made": _clipped(from_the_pack(rows, _tricks)),
        "made_less_estimate": from_the_pack(rows, lambda row: row["tricks"] - row["estimate"]),
        "distance": _clipped(from_the_pack(rows, lambda row: abs(row["tricks"] - row["estimate"]))),
        "wrong": _clipped(from_the_pack(rows, lambda row: float(row["tricks"] != row["value"])), 1.0),
    }


def mean(numbers: Sequence[float]) -> Estimate:
    """Return a mean over independent hands; hands that all say the same give no interval."""
    found = ratio([Board(1, number) for number in numbers])
    return found if len(set(numbers)) > 1 else Estimate(found.mean, None, None)


def from_the_pack(rows: Sequence[Row], of: Callable[[Row], float], where: Callable[[Row], bool] = bool) -> Estimate:
    """Return the mean of something over the hands of which something is true, each estimate as often as it comes.

    Student's t, with as many degrees of freedom as the fewer of Kish's effective hands and Satterthwaite's leave. An
    estimate next to those that were seen may only by chance not have been: it counts, for the width alone, as if one
    of its hands had been. Fewer than `ENOUGH` effective hands out of many give no interval.
    """
    strata: dict[int, list[Row]] = {}
    for row in rows:
        strata.setdefault(row["value"], []).append(row)
    weight = {value: mine[0]["share"] / len(mine) for value, mine in strata.items()}
    chosen = [row for row in rows if where(row)]
    whole = sum(weight[row["value"]] for row in chosen)
    if not whole:
        return NOTHING
    middle = sum(weight[row["value"]] * of(row) for row in chosen) / whole
    told = Estimate(round(middle, 6), None, None)
    effective = whole**2 / sum(weight[row["value"]] ** 2 for row in chosen)
    if len(chosen) < 2 or (len(chosen) < len(rows) and effective < ENOUGH):
        return told
    spread = cross = 0.0
    beside = _beside(strata, {row["value"] for row in chosen})
    for value, mine in strata.items():
        gaps = [weight[value] * (of(row) - middle) if where(row) else 0.0 for row in mine]
        if value in beside:
            gaps[0] = weight[value] * (sum(map(of, mine)) / len(mine) - middle)
        part = _variance_of_sum(gaps)
        spread, cross = spread + part, cross + part**2 / max(1, len(gaps) - 1)
    if not spread:
        return told
    freedom = min(effective - 1, spread**2 / cross)
    margin = student(max(1, int(freedom + 1e-9))) * sqrt(spread) / whole
    return Estimate(round(middle, 6), round(middle - margin, 6), round(middle + margin, 6))


def _beside(strata: Iterable[int], seen: Collection[int]) -> set[int]:
    """Return the estimates that were not seen, next to one that was."""
    line = sorted(strata)
    near = {frozenset(pair) for pair in pairwise(line)}
    return {value for pair in near for value in pair if value not in seen and pair & set(seen)}


def _variance_of_sum(gaps: Sequence[float]) -> float:
    """Variance of a sum of independent draws; of a single one its square, which is not too little."""
    if len(gaps) == 1:
        return gaps[0] ** 2
    level = sum(gaps) / len(gaps)
    return len(gaps) / (len(gaps) - 1) * sum((gap - level) ** 2 for gap in gaps)


def _estimate(row: Row) -> float:
    return float(row["estimate"])


def _with_tricks(tricks: int, row: Row) -> bool:
    return bool(row["tricks"] == tricks)


def _tricks(row: Row) -> float:
    return float(row["tricks"])


def _clipped(found: Estimate, highest: float = RANKS) -> Estimate:
    """Keep an interval to what can be."""
    if found.low is None or found.high is None:
        return found
    return found._replace(low=max(0.0, found.low), high=min(highest, found.high))


# ── play ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def successes(rows: Sequence[Row]) -> dict[str, Estimate]:
    """Return how often each role succeeds; the unit is the hand, whose games go alike."""
    return {role: share([board(row, role) for row in rows]) for role in ROLES}


def board(row: Row, role: str) -> Board:
    """Return the games of a hand, and in how many of them a role succeeded."""
    games, made = A_STAGE * len(row[role]), sum(row[role])
    return Board(games, games - made if role == "opponents" else made)


def stages(rows: Sequence[Row]) -> list[Estimate]:
    """Return declarer's success by the seat that held the hand."""
    return [share([Board(A_STAGE, row["declarer"][seat]) for row in rows]) for seat in range(4)]


def between_hands(rows: Sequence[Row]) -> float | None:
    """Return the standard deviation of declarer's success from hand to hand."""
    rates = [_rate(row, "declarer") for row in rows]
    if len(rates) < 2:
        return None
    middle = sum(rates) / len(rates)
    return round(sqrt(sum((rate - middle) ** 2 for rate in rates) / (len(rates) - 1)), 6)


def ahead(rows: Sequence[Row], than: Sequence[Row], role: str = "declarer") -> Estimate:
    """Return by how much a role succeeds more often in one run than in another, hand by hand."""
    theirs = {row["number"]: row for row in than}
    same = [row for row in rows if row["number"] in theirs and theirs[row["number"]]["hand"] == row["hand"]]
    return mean([_rate(row, role) - _rate(theirs[row["number"]], role) for row in same])


def _rate(row: Row, role: str) -> float:
    games, won = board(row, role)
    return won / games
