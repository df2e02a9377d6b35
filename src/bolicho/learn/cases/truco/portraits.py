"""Portraits of clusters, as the paper's Table 12 draws them: typical cards, what is played, who bets, what comes of it.

A portrait is data; ``telling.sentence`` puts it into words. Shares are of the cluster's cases unless said otherwise.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.learn.cases.base import UNKNOWN, CaseBase, Cells
from bolicho.learn.cases.clustering.clusters import Clustering
from bolicho.learn.cases.truco.codes import (
    CATEGORIES,
    FACE_DOWN,
    HIGH,
    I_FOLDED,
    I_LOST_THE_BET,
    LEVELS,
    LOW,
    ME,
    MEDIUM,
    RIVAL,
    RIVAL_FOLDED,
    SPAN,
)
from bolicho.learn.cases.truco.grouping import OUTSIDE, labels_of
from bolicho.learn.cases.truco.scenarios import CARDS, INDEX_POINTS, WHO_ENVIDO, Mask, Scenario, scenario

Shares = dict[str, float]
"""What occurs and in which share of the cases, the most common first."""

ACTIONS = {
    "high": HIGH,
    "medium": MEDIUM,
    "low": LOW,
    "face-down": FACE_DOWN,
    "folded": I_FOLDED,
    "refused": I_LOST_THE_BET,
    "rival-gave-up": RIVAL_FOLDED,
}
"""What can happen where a card was to be played."""
CALLS: Mapping[str, Mapping[str, str]] = {
    "truco": {
        "truco": "truco_by",
        "retruco": "retruco_by",
        "vale-quatro": "vale_quatro_by",
        "refusal": "truco_refused_by",
    },
    "envido": {
        "envido": "envido_by",
        "real-envido": "real_envido_by",
        "falta-envido": "falta_envido_by",
        "refusal": "envido_refused_by",
    },
}
"""The calls of a mode, from low to high, and the columns that tell who made them."""
POINTS = {"few": (0, 19), "fair": (20, 26), "many": (27, 33)}
"""Envido points in words: no two cards of a suit, an ordinary pair, one that usually wins."""


class Portrait(NamedTuple):
    """What the cases of one cluster have in common."""

    scenario: str
    label: int
    cases: int
    share: float
    """Of the cases of the scenario."""
    hands: Shares
    """Weak, balanced, strong."""
    cards: dict[str, Shares]
    """For the high, medium and low card received: the categories."""
    points: Shares
    """Own envido points: few, fair, many."""
    mean_points: float | None
    played: Shares
    """What was played in the round of the scenario, or why nothing was; empty where there is no round."""
    rival_card: Shares
    """Where the rival's card is an attribute: its category, or ``none``."""
    beaten: float | None
    """Where the rival's card is an attribute and both lay open: the share in which it was beaten."""
    cheaply: float | None
    """Of those: the share in which no lower card in hand would have done."""
    calls: dict[str, Shares]
    """Who made which call of the mode, and who refused: shares for ``me`` and ``rival``."""
    won: float | None
    """The share of cases won, among those that somebody was paid for in the mode (truco or envido)."""
    gain: float
    """Mean points won (or lost, negative) in the mode."""

    @property
    def mode(self) -> str:
        """The mode it is about: truco or envido."""
        return mode_of(scenario(self.scenario))

    def to_json(self) -> JsonObject:
        """Return plain JSON data."""
        return self._asdict()


def portraits(base: CaseBase, name: str, clustering: Clustering | None = None) -> tuple[Portrait, ...]:
    """Draw every cluster of a scenario, by default those that the base has; one without a case has no portrait."""
    one = scenario(name)
    labels = labels_of(base, name, clustering)
    inside = int((labels != OUTSIDE).sum())
    if not inside:
        raise BadInput(f"base {base.name!r}, scenario {name} ({one.about}): no cases")
    drawn = [(int(label), np.flatnonzero(labels == label)) for label in np.unique(labels[labels != OUTSIDE])]
    return tuple(_portrait(base, one, label, cases, len(cases) / inside) for label, cases in drawn)


def mode_of(one: Scenario) -> str:
    """Tell which mode a scenario is about: envido, or truco, to which the cards belong."""
    return "envido" if one == INDEX_POINTS or set(WHO_ENVIDO) & set(one.attributes) else "truco"


def _portrait(base: CaseBase, one: Scenario, label: int, cases: NDArray[np.int64], share: float) -> Portrait:
    cells = {name: base[name][cases] for name in base.columns}
    mode, played, theirs = mode_of(one), f"played_{one.round}", f"theirs_{one.round}"
    points, paid = cells["envido_points"], cells[f"{mode}_won_by"]
    faced = theirs in one.attributes
    beaten, cheaply = _beating(cells, one.round) if faced else (None, None)
    return Portrait(
        scenario=one.name,
        label=label,
        cases=len(cases),
        share=share,
        hands=_shares(_strengths(*(cells[card] for card in CARDS))),
        cards={card: _shares(_categories(cells[card])) for card in CARDS},
        points=_shares({word: (points >= low) & (points <= high) for word, (low, high) in POINTS.items()}),
        mean_points=_mean(points[points != UNKNOWN]),
        played=_shares({word: cells[played] == code for word, code in ACTIONS.items()}) if one.round else {},
        rival_card=_shares(_categories(cells[theirs]) | {"none": cells[theirs] == UNKNOWN}) if faced else {},
        beaten=beaten,
        cheaply=cheaply,
        calls={call: _callers(cells[column]) for call, column in CALLS[mode].items()},
        won=_mean(paid[paid > 0] == ME),
        gain=_mean(cells[f"{mode}_gain"]) or 0.0,
    )


def _strengths(high: Cells, medium: Cells, low: Cells) -> dict[str, Mask]:
    """Sort hands as the paper's Table 12 does, made exact.

    Weak: two cards or more of the two lowest categories, and none of the two highest. Strong: one card of the two
    highest and a second that is at least a high white one, or three at least high white. Balanced: the others.
    """
    figures, whites = 40, 16
    strong = (medium >= whites) & ((high >= figures) | (low >= whites))
    weak = (medium < 12) & (high < figures)
    return {"weak": weak, "balanced": ~weak & ~strong, "strong": strong}


def _beating(cells: Mapping[str, Cells], number: int) -> tuple[float | None, float | None]:
    """Tell how often the rival's card was beaten, and how often of these by the lowest card in hand that could."""
    mine, theirs = cells[f"mine_{number}"], cells[f"theirs_{number}"]
    both = (mine != UNKNOWN) & (theirs != UNKNOWN)
    beats = both & (mine > theirs)
    lowest = np.full(len(mine), SPAN + 1)
    for card, level in zip(CARDS, LEVELS, strict=True):
        gone = np.any([cells[f"played_{before}"] == level for before in range(1, number)] + [~both], axis=0)
        lowest = np.where(~gone & (cells[card] > theirs), np.minimum(lowest, cells[card]), lowest)
    return _mean(beats[both]), _mean((mine == lowest)[beats])


def _categories(codes: Cells) -> dict[str, Mask]:
    return {name: np.isin(codes, among) for _, name, among in CATEGORIES}


def _callers(who: Cells) -> Shares:
    return {"me": float((who == ME).mean()), "rival": float((who == RIVAL).mean())}


def _shares(found: Mapping[str, Mask]) -> Shares:
    """Return what occurs at all, the most common first, in the given order among equals."""
    shares = {name: float(where.mean()) for name, where in found.items() if where.any()}
    return dict(sorted(shares.items(), key=lambda item: -item[1]))


def _mean(values: NDArray[np.generic]) -> float | None:
    return float(np.mean(values)) if len(values) else None  # type: ignore[arg-type]
