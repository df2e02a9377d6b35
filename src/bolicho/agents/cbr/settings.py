"""What can be set on a case-based player, and how its name says it.

>>> split_spec("NPS@mine", "baseline"), split_spec("NPS", "baseline"), split_spec("@mine", "baseline")
(('NPS', 'mine'), ('NPS', 'baseline'), ('PVCNPS', 'mine'))
>>> spec_of("NPS", "baseline", {"threshold": "0.75", "least": "0"})
'cbr:NPS@baseline,threshold=0.75,least=0'
"""

from collections.abc import Mapping
from typing import Any

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping
from bolicho.learn.cases.decision.revise import Rule, gathered
from bolicho.learn.cases.retrieval.retrieve import Retrieval
from bolicho.learn.cases.retrieval.similarities import HOUSE, SIMILARITIES

POLICY = "PVCNPS"
"""The best policy of the paper."""
NUMBERS = {"threshold": float, "least": int, "step": float}
SWITCHES: dict[str, tuple[str, ...]] = {"index": ("on", "off"), "points": ("equal", "interval", "program")}
KNOWN = (*NUMBERS, *SWITCHES, "revise", "similarity")


def split_spec(text: str, base: str) -> tuple[str, str]:
    """Read ``POLICY@BASE``; either may be left out, the base for that of the game."""
    name, _, where = text.partition("@")
    return name or POLICY, where or base


def spec_of(name: str, where: str, settings: JsonMapping) -> str:
    """Write the name of an agent, such that it can be built from it again."""
    return ",".join([f"cbr:{name}@{where}", *(f"{key}={value}" for key, value in settings.items())])


def switch(settings: JsonMapping, revisions: Mapping[str, tuple[Rule, ...]]) -> tuple[Retrieval, tuple[Rule, ...], str]:
    """Check the settings; return how to retrieve, which rules revise, and how points are compared.

    ``revisions`` are the sets of rules by name, ``all`` and ``none`` among them.
    """
    for key in settings:
        if key not in KNOWN:
            raise BadInput(f"agent 'cbr': no setting {key!r}; known: {', '.join(KNOWN)}")
    numbers = {key: _number(key, settings[key]) for key in NUMBERS if key in settings}
    index, points = (str(settings.get(key, options[0])) for key, options in SWITCHES.items())
    for key, value in (("index", index), ("points", points)):
        if value not in SWITCHES[key]:
            raise BadInput(f"agent 'cbr': {key}={value}: expected one of {', '.join(SWITCHES[key])}")
    revised = gathered(str(settings.get("revise", "all")).split("+"), revisions)
    similarity = str(settings.get("similarity", HOUSE))
    SIMILARITIES.factory(similarity)
    return Retrieval(**numbers, index=index == "on", similarity=similarity), revised, points


def _number(key: str, text: object) -> Any:
    try:
        return NUMBERS[key](text)
    except (TypeError, ValueError):
        raise BadInput(f"agent 'cbr': {key}={text}: expected a number") from None
