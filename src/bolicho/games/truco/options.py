"""The options of Truco Gaudério and the five presets: where the sources differ, the difference is a value here.

Sources: ``gaucho`` is how it is mostly played in Rio Grande do Sul; ``ufsm-web`` and ``ufsm-auto`` are the UFSM group's
web server and its auto-play engine; ``cbtg`` the tournament regulation, annex 05; ``argentino`` the Argentine engines.
"""

from typing import Any, NamedTuple

from bolicho.core.errors import UnknownName
from bolicho.core.json_text import JsonObject
from bolicho.games.options import Bounds, read_options

VALUES: dict[str, tuple[str, ...]] = {
    "falta": ("leader", "malas-buenas"),
    "envido": ("on", "off"),
    "envido_envido": ("on", "off"),
    "truco_after_envido_first": ("pending", "cancelled"),
    "pe_may_concede": ("off", "on"),
    "flor": ("mandatory", "optional", "off"),
    "flor_flor": ("6", "3-each"),
    "resto": ("falta", "6+falta", "target"),
    "fold_bonus": ("none", "cbtg"),
    "face_down": ("never", "rounds-2-3", "any"),
    "deck": ("full", "mini"),
    "silent_flor": ("answers", "lost"),
}
"""What each option may be, the default (`gaucho`) first."""
NUMBERS = {"target": Bounds(1, 99, "a number of points")}

PRESETS: dict[str, JsonObject] = {
    "gaucho": {},
    "ufsm-web": {
        "truco_after_envido_first": "cancelled",
        "pe_may_concede": "on",
        "flor": "optional",
        "resto": "target",
        "face_down": "any",
    },
    "ufsm-auto": {"envido_envido": "off", "flor_flor": "3-each"},
    "cbtg": {"resto": "6+falta", "fold_bonus": "cbtg"},
    "argentino": {"target": 30, "falta": "malas-buenas", "flor": "off"},
}
"""What each preset changes of the default."""

UNSAID = {option: VALUES[option][0] for option in ("deck", "silent_flor")}
"""The forty cards, and the flor that answers: so it was in all records before there was another deck or reading."""


class Rules(NamedTuple):
    """One value for every option."""

    target: int = 24
    falta: str = "leader"
    envido: str = "on"
    envido_envido: str = "on"
    truco_after_envido_first: str = "pending"
    pe_may_concede: str = "off"
    flor: str = "mandatory"
    flor_flor: str = "6"
    resto: str = "falta"
    fold_bonus: str = "none"
    face_down: str = "never"
    deck: str = "full"
    silent_flor: str = "answers"

    def to_dict(self) -> JsonObject:
        """Every option by name; what is younger than the first records goes without saying where it is as it was."""
        values = self._asdict()
        return {option: value for option, value in values.items() if (option, value) not in UNSAID.items()}

    def __repr__(self) -> str:
        return f"Rules({', '.join(f'{option}={value!r}' for option, value in self.to_dict().items())})"


def rules(preset: str = "gaucho", /, **changes: Any) -> Rules:
    """Return the rules of a preset with changes; a wrong name or value says which are right."""
    if not isinstance(preset, str) or preset not in PRESETS:
        raise UnknownName("truco preset", str(preset), PRESETS)
    return Rules(**read_options("truco", PRESETS[preset] | changes, VALUES, NUMBERS, also=("preset",)))
