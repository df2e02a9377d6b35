"""One side of the paper's screen (Paulus, Figure 8), declared once: the terminal reads a text, a form asks for it.

>>> [option.name for option in side_options("a")][:4]
['a_technique', 'a_agent', 'a_base', 'a_clusters']
"""

from dataclasses import dataclass, replace

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.options import Option, check, declared, setting
from bolicho.learn.cases.decision.reuse import CRITERIA, POLICIES

LEARNING = ("none", "imitation")
"""Techniques by which a side may learn; the paper's screen has these two."""
SIDES = ("a", "b")
EXAMPLE = "base=baseline,cluster=PV,action=NP"
SWITCH = {"on": True, "off": False}
RIVAL = "sound"
"""The agent that a form proposes."""
BY_CASES, LEARNS = ("technique", ("cases",)), ("learning", LEARNING[1:])
TECHNIQUE = Option(
    "technique", "choice", "cases", "A case-based player, or any other agent.",
    "Um jogador baseado em casos, ou outro agente.", choices=("cases", "agent"),
)  # fmt: skip
"""Asked by a form alone: who names an agent means one."""
KEEP = Option(
    "keep", help="Save what the side has learned as this base; by default only the matches count.",
    help_pt="Guarda o que o lado aprendeu como esta base; sem nada, só as partidas contam.", metavar="NAME",
    when=LEARNS,
)  # fmt: skip


@dataclass(frozen=True)
class Side:
    """One side of the screen."""

    agent: str = setting(
        "", "The agent.", help_pt="O agente.", type="choice", source="agents",
        when=("technique", ("agent",)),
    )  # fmt: skip
    """In place of all that follows."""
    base: str = setting(
        "baseline", "The base of its cases.", help_pt="A base dos seus casos.", type="choice", source="bases",
        when=BY_CASES,
    )  # fmt: skip
    clusters: bool = setting(
        True, "Whether clusters are used; without them only the criterion for the action counts.",
        help_pt="Se usa clusters; sem eles, só o critério da ação conta.", when=BY_CASES,
    )  # fmt: skip
    cluster: str = setting(
        "PV", "Criterion by which a cluster is picked (extra-cluster reuse).",
        help_pt="Critério que escolhe o cluster (reuso extra-cluster).", choices=tuple(CRITERIA),
        when=("clusters", (True,)),
    )  # fmt: skip
    action: str = setting(
        "NP", "Criterion by which an action is picked (intra-cluster reuse).",
        help_pt="Critério que escolhe a ação (reuso intra-cluster).", choices=tuple(CRITERIA), when=BY_CASES,
    )  # fmt: skip
    learning: str = setting(
        "none", "With imitation the side keeps new hands in a copy of its base, match by match.",
        help_pt="Com imitação, o lado guarda mãos novas numa cópia da sua base, partida a partida.", choices=LEARNING,
        when=BY_CASES,
    )  # fmt: skip
    auto_k: bool = setting(
        True, "Look for the number of clusters again when the base has grown by 1 %.",
        help_pt="Procura de novo o número de clusters quando a base cresceu 1 %.", when=LEARNS,
    )  # fmt: skip

    def __post_init__(self) -> None:
        check(self)
        if self.agent and self.learning != "none":
            raise BadInput(f"side {self.agent!r}: only a case-based side learns by {self.learning}")

    @property
    def policy(self) -> str:
        """Which of the twenty policies the two criteria make.

        >>> Side().policy, Side(cluster="PV", action="PV").policy, Side(clusters=False).policy
        ('PVCNPS', 'PVCS', 'NPS')
        """
        wanted = (self.cluster if self.clusters else None, self.action)
        return next(name for name, one in POLICIES.items() if (one.clusters, one.actions) == wanted)

    @property
    def spec(self) -> str:
        """The agent, as any command calls it."""
        return self.agent or f"cbr:{self.policy}@{self.base}"

    @property
    def title(self) -> str:
        """What it is called where there is little room.

        >>> Side(base="mine", clusters=False, learning="imitation").title
        'NPS@mine (imitation)'
        """
        return self.agent or f"{self.policy}@{self.base}{f' ({self.learning})' if self.learns else ''}"

    @property
    def learns(self) -> bool:
        """Whether its base changes."""
        return self.learning != "none"


OPTIONS = {option.name: option for option in declared(Side)}


def side_options(side: str) -> tuple[Option, ...]:
    """Return what a form asks for of one side, each with the side before its name."""
    asked = (TECHNIQUE, replace(OPTIONS["agent"], default=RIVAL), *list(OPTIONS.values())[1:], KEEP)
    return tuple(
        replace(
            option,
            name=f"{side}_{option.name}",
            group=side,
            when=None if option.when is None else (f"{side}_{option.when[0]}", option.when[1]),
        )
        for option in asked
    )


def side_of(options: JsonMapping, side: str) -> Side:
    """Make one side of what a form sent."""
    given = {name: options[f"{side}_{name}"] for name in OPTIONS if f"{side}_{name}" in options}
    return Side(**given)


def read_side(text: str) -> Side:
    """Read ``base=mine,cluster=PV,action=NP,clusters=off``.

    >>> read_side("cluster=MJ,clusters=off").policy, read_side("agent=minimax:depth=2").agent
    ('NPS', 'minimax:depth=2')
    """
    if text.startswith("agent="):
        return Side(agent=text.removeprefix("agent="))
    given: JsonObject = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = (side.strip() for side in part.partition("="))
        if key not in OPTIONS or not equals:
            raise BadInput(f"side {part!r}: expected one of {', '.join(OPTIONS)}, as {EXAMPLE}")
        if key in given:
            raise BadInput(f"side {part!r}: {key} is given twice")
        if OPTIONS[key].type == "switch" and value not in SWITCH:
            raise BadInput(f"side {part!r}: expected on or off")
        given[key] = value if OPTIONS[key].type != "switch" else SWITCH[value]
    return Side(**given)


def side_text(side: Side) -> str:
    """Write a side as `read_side` reads it; of what does not matter nothing.

    >>> side_text(Side(clusters=False)), side_text(Side(agent="sound"))
    ('base=baseline,clusters=off,action=NP,learning=none', 'agent=sound')
    """
    if side.agent:
        return f"agent={side.agent}"
    idle = ("agent", *([] if side.clusters else ["cluster"]), *([] if side.learns else ["auto_k"]))
    told = {name: getattr(side, name) for name in OPTIONS if name not in idle}
    said = {value: word for word, value in SWITCH.items()}
    return ",".join(f"{name}={said.get(value, value)}" for name, value in told.items())
