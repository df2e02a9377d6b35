"""What a training by imitation is asked to do, checked before anything is played.

>>> Design("mine", "baseline", matches=10).growth, Design("mine", "baseline", recluster="every-match").growth
(0.01, 0.0)
>>> Design("mine", "baseline", matches=0)
Traceback (most recent call last):
bolicho.core.errors.BadInput: matches 0: expected at least 1
"""

from dataclasses import asdict, dataclass
from typing import Any

from bolicho.core.errors import BadInput
from bolicho.learn.cases.decision.reuse import policy

FIRST_TEN = ("PVCNPS", "NPS", "PVCS", "PLCNPS", "NPCS", "PVS", "PVCMJS", "NPCPVS", "MJCNPS", "PVCPLS")
"""The ten policies that won more than half of their matches in the paper's first stage: its teachers."""
MATCHES = 1833
"""As many as the paper played."""
OBSERVED = ("drawn", "both")
EVERY_MATCH, OFF = "every-match", "off"


@dataclass(frozen=True)
class Design:
    """A training: who plays, on what, how often, and what is remembered of it."""

    name: str
    """The base that is learned."""
    start: str
    """The base it begins as."""
    policies: tuple[str, ...] = FIRST_TEN
    """Each player of a match plays by one of these, drawn; both may draw the same."""
    matches: int = MATCHES
    seed: int = 0
    observer: str = "drawn"
    """Whose hands may be kept: those of one player, drawn a match, or of ``both``."""
    enough: int = 100
    """A hand is not kept when each of its questions found so many close cases."""
    threshold: float = 0.98
    """From which similarity on a case is close."""
    recluster: str = "1%"
    """When the number of clusters is looked at again: whenever the base has grown by this, ``every-match``, ``off``."""
    clean: bool = True
    """Whether learned cases that break a revision rule are removed at the end."""
    clean_start: bool = False
    """Whether those of the start base are removed as well."""

    def __post_init__(self) -> None:
        if "," in self.name:
            raise BadInput(f"name {self.name!r}: a comma would end it in the name of a player")
        if not self.policies:
            raise BadInput("policies: expected at least one")
        for name in self.policies:
            policy(name)
        if self.matches < 1:
            raise BadInput(f"matches {self.matches}: expected at least 1")
        if self.enough < 1:
            raise BadInput(f"enough {self.enough}: expected at least 1 case")
        if not 0 <= self.threshold <= 1:
            raise BadInput(f"threshold {self.threshold:g}: a similarity is between 0 and 1")
        if self.observer not in OBSERVED:
            raise BadInput(f"observer {self.observer!r}: expected {' or '.join(OBSERVED)}")
        if self.clean_start and not self.clean:
            raise BadInput("the start base is cleaned together with what was learned, not alone")
        _growth(self.recluster)

    @property
    def growth(self) -> float | None:
        """By which share the base must have grown before its clusters are looked at again; None: never."""
        return _growth(self.recluster)

    def to_dict(self) -> dict[str, Any]:
        """Return plain JSON data, as a run keeps it; the seed stands beside it."""
        told = {**asdict(self), "policies": list(self.policies)}
        del told["seed"]
        return told


def _growth(recluster: str) -> float | None:
    if recluster in (EVERY_MATCH, OFF):
        return 0.0 if recluster == EVERY_MATCH else None
    try:
        share = float(recluster.removesuffix("%")) / 100
    except ValueError:
        share = -1.0
    if not (recluster.endswith("%") and 0 < share < float("inf")):
        raise BadInput(f"recluster {recluster!r}: expected a growth such as 1%, {EVERY_MATCH} or {OFF}")
    return share
