"""The options of Rikken and its presets: where the sources differ, the difference is a value here.

Sources: ``paper`` is Rosa (2008), sections 2.3.1 to 2.3.3, after Vorsteveld (2007); ``pagat`` takes over what pagat.com
(boston/rik.html) tells otherwise, that cards are cut and never shuffled and that overtricks count; ``rosa`` is how the
paper's own experiments were played: no trump, and a second round when all have passed; ``brabant`` is how Dutch clubs
print it: cards hardly shuffled, three aces must be told, and when all pass the dealer has to bid.
"""

from typing import Any, NamedTuple

from bolicho.core.errors import UnknownName
from bolicho.core.json_text import JsonObject
from bolicho.core.old_names import current
from bolicho.games.options import Bounds, read_options

VALUES: dict[str, tuple[str, ...]] = {
    "all_pass": ("redeal", "force", "dealer-must-bid"),
    "trump": ("on", "off"),
    "asked_card_forced": ("never", "first-lead", "declarer-leads"),
    "troela": ("voluntary", "obligatory"),
    "open_leader": ("dealer", "declarer", "forehand"),
    "early_end": ("on", "off"),
    "overtricks": ("none", "pagat"),
    "revoke": ("refused", "penalty"),
    "shuffle": ("uniform", "clumped"),
    "first_dealer": ("drawn", "0", "1", "2", "3"),
}
"""What each option may be, the default (`paper`) first."""
NUMBERS = {"deals": Bounds(1, 1000, "a number of deals")}

PRESETS: dict[str, JsonObject] = {
    "paper": {},
    "pagat": {"overtricks": "pagat", "shuffle": "clumped"},
    "rosa": {"trump": "off", "all_pass": "force"},
    "brabant": {"all_pass": "dealer-must-bid", "troela": "obligatory", "shuffle": "clumped"},
}
"""What each preset changes of the default."""
RENAMED = {"seed": "paper"}
"""A preset of 0.1, which records may name."""


class Rules(NamedTuple):
    """One value for every option."""

    deals: int = 8
    all_pass: str = "redeal"
    trump: str = "on"
    asked_card_forced: str = "never"
    troela: str = "voluntary"
    open_leader: str = "dealer"
    early_end: str = "on"
    overtricks: str = "none"
    revoke: str = "refused"
    shuffle: str = "uniform"
    first_dealer: str = "drawn"


def preset_of(name: str) -> str:
    """Return a preset as it is called today."""
    return current("rikken preset", name, RENAMED)


def rules(preset: str = "paper", /, **changes: Any) -> Rules:
    """Return the rules of a preset with changes; a wrong name or value says which are right."""
    if not isinstance(preset, str) or (name := preset_of(preset)) not in PRESETS:
        raise UnknownName("rikken preset", str(preset), PRESETS)
    return Rules(**read_options("rikken", PRESETS[name] | changes, VALUES, NUMBERS, also=("preset",)))
