"""What can be set on a case-based player, and how its name says it.

>>> split_spec("NPS@mine", "baseline"), split_spec("NPS", "baseline"), split_spec("@mine", "baseline")
(('NPS', 'mine'), ('NPS', 'baseline'), ('PVCNPS', 'mine'))
>>> spec_of("NPS", "baseline", {"threshold": "0.75", "least": "0"})
'cbr:NPS@baseline,threshold=0.75,least=0'
"""

from typing import Any, NamedTuple

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping
from bolicho.learn.cases.craft import Craft
from bolicho.learn.cases.decision.reuse import POINTS
from bolicho.learn.cases.decision.revise import Rule, rules_in
from bolicho.learn.cases.retrieval.retrieve import Retrieval
from bolicho.learn.cases.retrieval.similarities import HOUSE, SIMILARITIES

POLICY = "PVCNPS"
"""The best policy of the paper."""
NUMBERS = {"threshold": float, "least": int, "step": float, "alone": float}
SWITCHES: dict[str, tuple[str, ...]] = {
    "index": ("on", "off"),
    "points": ("equal", "interval", "program"),
    "np": tuple(POINTS),
}
"""What each may be, the default first."""
PRESETS: dict[str, dict[str, str]] = {
    "text": {},
    "paper": {
        "points": "program",
        "asking": "program",
        "np": "program",
        "alone": "0.85",
        "revise": "program+program-envido",
    },
}
"""The words of the dissertation; and what its numbers were most likely made with (docs/works/readings/paulus.md)."""
KNOWN = (*NUMBERS, *SWITCHES, "asking", "preset", "revise", "similarity")


class Setup(NamedTuple):
    """What the settings of a player come to."""

    how: Retrieval
    rules: tuple[Rule, ...]
    """Which rules revise."""
    asking: str
    """The way to ask, by its name in the craft."""
    points: str
    """How points are compared."""
    np: str
    """What the criterion NP counts."""


def split_spec(text: str, base: str) -> tuple[str, str]:
    """Read ``POLICY@BASE``; either may be left out, the base for that of the game."""
    name, _, where = text.partition("@")
    return name or POLICY, where or base


def spec_of(name: str, where: str, settings: JsonMapping) -> str:
    """Write the name of an agent, such that it can be built from it again."""
    return ",".join([f"cbr:{name}@{where}", *(f"{key}={value}" for key, value in settings.items())])


def setup(settings: JsonMapping, craft: Craft) -> Setup:
    """Check the settings; what stands beside a preset goes before it."""
    for key in settings:
        if key not in KNOWN:
            raise BadInput(f"agent 'cbr': no setting {key!r}; known: {', '.join(KNOWN)}")
    preset = _one_of("preset", settings, tuple(PRESETS))
    told = {**PRESETS[preset], **settings}
    numbers = {key: _number(key, told[key]) for key in NUMBERS if key in told}
    index, points, np = (_one_of(key, told, options) for key, options in SWITCHES.items())
    asking = _one_of("asking", told, tuple(craft.all_askings))
    revised = rules_in(str(told.get("revise", "all")).split("+"), craft.all_revisions)
    similarity = str(told.get("similarity", HOUSE))
    SIMILARITIES.factory(similarity)
    return Setup(Retrieval(**numbers, index=index == "on", similarity=similarity), revised, asking, points, np)


def _one_of(key: str, settings: JsonMapping, options: tuple[str, ...]) -> str:
    """Return a setting that is one of some words, by default the first."""
    value = str(settings.get(key, options[0]))
    if value not in options:
        raise BadInput(f"agent 'cbr': {key}={value}: expected one of {', '.join(options)}")
    return value


def _number(key: str, text: object) -> Any:
    try:
        return NUMBERS[key](text)
    except (TypeError, ValueError):
        raise BadInput(f"agent 'cbr': {key}={text}: expected a number") from None
