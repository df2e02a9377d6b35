"""The fourteen decision scenarios, each with clusters of its own, and the two indexes (Paulus, Tables 6 and 11).

A scenario is data: which cases belong to it, and the attributes its clusters are made on, in the codes for clusters.
"Won" and "lost" say who leads: a tied round counts as won for who leads next and as lost for the other.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import UnknownName
from bolicho.learn.cases.base import UNKNOWN, CaseBase, Cells
from bolicho.learn.cases.truco.codes import CATEGORY, FACE_DOWN, ME, NOT_PLAYED, PLAYER_FOR_CLUSTERS

Mask = NDArray[np.bool_]


class Scenario(NamedTuple):
    """A kind of decision: the round it is taken in, whether one leads that round, and what to cluster."""

    name: str
    round: int
    leads: bool | None
    attributes: tuple[str, ...]
    about: str

    def members(self, base: CaseBase) -> Mask:
        """Tell which cases belong here: the round was reached, with the observed player in that place."""
        inside = reached(base, self.round)
        for name in self.attributes:
            if name in MUST_BE_KNOWN:
                inside &= base[name] != UNKNOWN
        if self.leads is not None:
            for name in ("mano", *(f"won_{before}" for before in range(1, self.round))):
                inside &= base[name] != UNKNOWN  # who leads is not told without them
            inside &= (leader(base, self.round) == ME) == self.leads
        return inside

    def inputs(self, base: CaseBase) -> NDArray[np.float64]:
        """Return the attributes of all cases in the codes for clusters, not yet standardised."""
        return np.column_stack([for_clusters(base, name) for name in self.attributes]).astype(float)


CARDS = ("high", "medium", "low")
WHO_ENVIDO = ("envido_by", "real_envido_by", "falta_envido_by")
WHO_TRUCO = ("truco_by", "retruco_by", "vale_quatro_by")
MUST_BE_KNOWN = (*CARDS, "envido_points")

SCENARIOS = (
    Scenario("first-card-first", 1, True, (*CARDS, "played_1"), "1st card, agent plays first"),
    Scenario("first-card-second", 1, False, (*CARDS, "theirs_1", "played_1"), "1st card, agent plays second"),
    Scenario("second-card-won", 2, True, ("played_2",), "2nd card, won the 1st round"),
    Scenario("second-card-lost", 2, False, ("theirs_2", "played_2"), "2nd card, lost the 1st round"),
    Scenario("third-card-won", 3, True, ("played_3",), "3rd card, won the 2nd round"),
    Scenario("third-card-lost", 3, False, ("theirs_3", "played_3"), "3rd card, lost the 2nd round"),
    Scenario("envido-first", 0, True, (*WHO_ENVIDO, "envido_points"), "envido, first to bet"),
    Scenario("envido-second", 0, False, (*WHO_ENVIDO, "envido_points"), "envido, second to bet"),
    Scenario("truco-1-first", 1, True, (*WHO_TRUCO, *CARDS), "truco in round 1, first to bet"),
    Scenario("truco-1-second", 1, False, (*WHO_TRUCO, *CARDS), "truco in round 1, second to bet"),
    Scenario("truco-2-won", 2, True, (*WHO_TRUCO, *CARDS), "truco in round 2, won round 1"),
    Scenario("truco-2-lost", 2, False, (*WHO_TRUCO, *CARDS), "truco in round 2, lost round 1"),
    Scenario("truco-3-won", 3, True, (*WHO_TRUCO, *CARDS), "truco in round 3, won round 2"),
    Scenario("truco-3-lost", 3, False, (*WHO_TRUCO, *CARDS), "truco in round 3, lost round 2"),
)
INDEX_CARDS = Scenario("index-cards", 0, None, CARDS, "index of card play and truco: the cards received")
INDEX_POINTS = Scenario("index-points", 0, None, ("envido_points",), "index of envido and flor: the envido points")
INDEXES = (INDEX_CARDS, INDEX_POINTS)
ALL = {scenario.name: scenario for scenario in (*SCENARIOS, *INDEXES)}


def scenario(name: str) -> Scenario:
    """Return a scenario or an index by its name."""
    if name not in ALL:
        raise UnknownName("scenario", name, tuple(ALL))
    return ALL[name]


def reached(base: CaseBase, number: int) -> Mask:
    """Tell in which cases a round was reached (0: no matter)."""
    if not number:
        return np.ones(len(base), dtype=bool)
    played = base[f"played_{number}"]
    return np.asarray((played != NOT_PLAYED) & (played != UNKNOWN))


def leader(base: CaseBase, number: int) -> Cells:
    """Return who leads a round: the mão, then the winner of the round before; after a tie, who led it."""
    leads = base["mano"]
    for before in range(1, number):
        won = base[f"won_{before}"]
        leads = np.where(won > 0, won, leads)
    return leads


_CATEGORIES = np.zeros(64, dtype=np.int16)
_CATEGORIES[list(CATEGORY)] = list(CATEGORY.values())
_PLAYERS = np.array([PLAYER_FOR_CLUSTERS[player] for player in (0, 1, 2)], dtype=np.int16)


def for_clusters(base: CaseBase, name: str) -> Cells:
    """Return a column in the codes for clusters.

    A rival's card that never came has the reason why the observed player's own did not, else that it lay face down.
    """
    cells = base[name]
    if name.endswith("_by"):
        return _PLAYERS[np.maximum(cells, 0)]
    if name in CARDS:
        return _CATEGORIES[np.maximum(cells, 0)]
    if name.startswith("theirs_"):
        own = base["played" + name[6:]]
        return np.where(cells == UNKNOWN, np.where(own < 0, own, FACE_DOWN), _CATEGORIES[np.maximum(cells, 0)])
    return cells
