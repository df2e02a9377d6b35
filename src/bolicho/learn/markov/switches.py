"""The author's future work (Rossato, chapter 6) and the readings of her work as switches of one player.

Where her thesis and her programs differ, a reading has a name (docs/works/readings/rossato.md); a preset sets them all.

>>> str(Switches.of({"area": "levels", "gates": "adaptive"}))
'area=levels,gates=adaptive'
>>> Switches.of({"area": "levels"}).to_dict()["area"], Switches() == Switches.of({})
('levels', True)
>>> paper = Switches.of({"preset": "paper", "hands": "every"})
>>> paper.rounding, paper.orders, paper.hands
('paper', 'winning', 'every')
"""

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.old_names import current

READINGS: dict[str, tuple[str, ...]] = {
    "orders": ("all", "winning"),
    "hands": ("decided", "every", "engine"),
    "counts": ("exact", "whole"),
    "levels": ("played", "dealt"),
    "guess": ("number", "text"),
    "asking": ("house", "engine"),
    "lost": ("certain", "rounds"),
    "flor": ("above", "band"),
    "bluffs": ("on", "off"),
}
"""Where the published programs do something else than we: ours first, theirs last."""
CHOICES: dict[str, tuple[str, ...]] = {
    "area": ("off", "levels", "kernel"),
    "step": ("fixed", "adaptive"),
    "gates": ("fixed", "adaptive"),
    "nstep": ("off", "on"),
    "lookup": ("exact", "similar"),
    "rounding": ("exact", "paper"),
    **READINGS,
}
"""What each switch may be, the paper's way first (its rounding and the readings apart: there the first is ours)."""
PRESETS: dict[str, dict[str, str]] = {
    "plain": {"rounding": "exact"} | {name: ways[0] for name, ways in READINGS.items()},
    "paper": {"rounding": "paper"} | {name: ways[-1] for name, ways in READINGS.items()},
}
"""``preset=NAME`` stands for these; what is said beside it goes before."""
RENAMED = {"rounding": {"seed": "paper"}}
"""Values of 0.1, which files of matrices may hold."""
NUMBERS: dict[str, tuple[float, float]] = {
    "share": (0.0, 1.0),
    "width": (0.1, 5.0),
    "rate": (0.0, 0.5),
    "spins": (1.0, 20.0),
}
"""The parameters, each with its lowest and highest value."""


@dataclass(frozen=True, slots=True)
class Switches:
    """What of the future work is on."""

    area: str = "off"
    """An update also moves similar cells: hands of the same level pattern, or near ones by a kernel."""
    step: str = "fixed"
    """``adaptive``: the step grows with its row, and what is divided never vanishes."""
    gates: str = "fixed"
    """``adaptive``: the minimum chance of each call follows the bets won and lost near it."""
    nstep: str = "off"
    """Whether the rounds already played are carried into the chance of the hand (Chapman-Kolmogorov)."""
    lookup: str = "exact"
    """``similar``: neighbouring rows and columns are asked too."""
    rounding: str = "exact"
    """``paper``: chances rounded to one decimal, drawn from a list of ten slots."""
    orders: str = "all"
    """``winning``: only orders of cards that have won more than they lost count."""
    hands: str = "decided"
    """Which hands teach: bets that were ``decided``, ``every`` hand, or what the group's ``engine`` hands over."""
    counts: str = "exact"
    """``whole``: a divided step is rounded to a whole number, so that many parts are nothing."""
    levels: str = "played"
    """Which cards count for their level: those ``played`` open, or all that were ``dealt``."""
    guess: str = "number"
    """``text``: who plays a card compares the counts of levels as text, where 9 is more than 10."""
    asking: str = "house"
    """``engine``: who calls is asked about the highest call first, who answers is asked to accept and then to raise."""
    lost: str = "certain"
    """When truco is not thought of: the third round is lost for ``certain``, or both ``rounds`` before were tied."""
    flor: str = "above"
    """``band``: a contra-flor is said and accepted only up to 0.2 above its gate."""
    bluffs: str = "on"
    """Whether bluffs of the rival are remembered."""
    share: float = 0.1
    """How much of the evidence a similar cell shares."""
    width: float = 1.0
    """How far the kernel reaches, in steps of strength."""
    rate: float = 0.05
    """How fast gates move at first."""
    spins: float = 1.0
    """How often the roulette is spun (ours, not the author's): a bet needs one yes, a card must come up always."""

    @classmethod
    def of(cls, settings: JsonMapping, base: "Switches | None" = None) -> "Switches":
        """Read settings, over those of ``base``; a wrong one is a BadInput that says what is right."""
        preset: JsonObject = _preset(settings["preset"]) if "preset" in settings else {}
        told = {key: _checked(key, value) for key, value in settings.items() if key != "preset"}
        return replace(base or cls(), **(preset | told))

    def to_dict(self) -> JsonObject:
        """Return plain JSON data; ``Switches.of`` reads it back. Our side of a reading goes without saying."""
        return {key: value for key, value in asdict(self).items() if READINGS.get(key, ("",))[0] != value}

    def settings(self, base: "Switches | None" = None) -> JsonObject:
        """Return only what differs from ``base`` (by default from the plain player)."""
        base = base or Switches()
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != getattr(base, f.name)}

    def __str__(self) -> str:
        return ",".join(
            f"{key}={value:g}" if key in NUMBERS else f"{key}={value}" for key, value in self.settings().items()
        )


def _preset(name: object) -> JsonObject:
    if str(name) not in PRESETS:
        raise BadInput(f"markov: preset={name}: expected {' or '.join(PRESETS)}")
    return dict(PRESETS[str(name)])


def _checked(key: str, value: Any) -> Any:
    if key in CHOICES:
        choice = current(f"markov {key}", str(value), RENAMED.get(key, {}))
        if choice not in CHOICES[key]:
            raise BadInput(f"markov: {key}={value}: expected {' or '.join(CHOICES[key])}")
        return choice
    if key not in NUMBERS:
        comma = "; the path of a file may hold neither = nor a comma" if str(value).endswith(".npz") else ""
        raise BadInput(f"markov: no setting {key!r}; known: {', '.join(('preset', *CHOICES, *NUMBERS))}{comma}")
    low, high = NUMBERS[key]
    try:
        number = low - 1 if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = low - 1
    if not low <= number <= high:
        raise BadInput(f"markov: {key}={value}: expected a number from {low:g} to {high:g}")
    return number
