"""What can be set on a bot, and how its name says it.

>>> Settings.of({"threshold": "0.8", "stay": "on"})
Settings(k=10, threshold=0.8, amalgam='mean', stay=True, weights='ignore', add_always=False, victory='hand', \
newness='equal', query='state', raises='together', score='stage', replaces='one', folds='card', loss='lost', \
chance='answers', help=None)
>>> spec_of("bot2", "", Settings.of({"preset": "former", "k": "9"}))
'bot2:k=9,victory=bet,newness=interval,query=question,replaces=all,loss=all'
>>> spec_of("bot5", "mine", Settings.of({"stay": "on"})), spec_of("bot0", "", Settings())
('bot5:mine,stay=on', 'bot0')
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

from bolicho.agents.bots.acting import BY_CHANCE
from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping
from bolicho.core.old_names import current
from bolicho.learn.cases.decision.vote import LOSSES
from bolicho.learn.cases.memory import POWERS
from bolicho.learn.cases.truco.retention import NEWNESS, SCORES

CHOICES = {
    "amalgam": tuple(POWERS),
    "weights": ("ignore", "respect"),
    "victory": ("hand", "bet"),
    "newness": tuple(NEWNESS),
    "raises": ("together", "after"),
    "score": SCORES,
    "query": ("state", "question"),
    "replaces": ("one", "all"),
    "folds": ("card", "before"),
    "loss": tuple(LOSSES),
    "chance": tuple(BY_CHANCE),
}
PRESETS: dict[str, dict[str, str]] = {
    "paper": {},
    "former": {"victory": "bet", "newness": "interval", "query": "question", "replaces": "all", "loss": "all"},
}
"""Readings by name: the paper's, which is the default, and ours before it was read again (docs/works/readings)."""
RENAMED = {"salt": "stay"}
SWITCH = {"on": True, "off": False, True: True, False: False}


@dataclass(frozen=True)
class Settings:
    """The numbers of the paper, and what can be done otherwise."""

    k: int = 10
    """How many cases vote, and how many must reach the threshold for a question to be known, or a hand not new."""
    threshold: float = 0.9
    amalgam: str = "mean"
    """How the similarities of attributes become one: ``mean`` or ``euclidean``."""
    stay: bool = False
    """Whether a tutor who was asked keeps control until a turn in which everything is known (SALT)."""
    weights: str = "ignore"
    """Whether a case of a guided deal votes as much as any, or by its weight (``respect``)."""
    add_always: bool = False
    """Whether substitution adds a hand also where no case gave way, as in the paper's listing."""
    victory: str = "hand"
    """What a case must have won to count as won in a vote: the ``hand``, or the ``bet`` that is asked about."""
    newness: str = "equal"
    """How envido and flor points are compared when a hand asks whether it is new: ``equal`` or ``interval``."""
    query: str = "state"
    """What cases are compared by in play: the whole ``state`` that is seen, or what the ``question`` is about."""
    raises: str = "together"
    """Whether a bet is refused, accepted or raised by one vote, or raised by a second one ``after`` it is accepted."""
    score: str = "stage"
    """What substitution compares: what the ``stage`` of a base paid (envido, flor, truco), or the whole ``hand``."""
    replaces: str = "one"
    """Whether a better hand takes the place of ``all`` worse cases that are like it, or of the worst ``one``."""
    folds: str = "card"
    """Whether folding is an answer to the ``card`` question, or a question ``before`` a call of truco."""
    loss: str = "lost"
    """Whose points tell which action lost least: of its cases that ``lost`` some, or of ``all``."""
    chance: str = "answers"
    """What chance decides for the bots that draw lots: ``answers`` to bets, or ``calls`` too."""
    help: float | None = None
    """From which similarity on a case is close enough not to ask a tutor; as the threshold where nothing is said."""

    def __post_init__(self) -> None:
        if self.k < 1:
            raise BadInput(f"agent 'bot': k={self.k}: expected at least 1")
        if not 0 <= self.threshold <= 1:
            raise BadInput(f"agent 'bot': threshold={self.threshold:g}: a similarity is between 0 and 1")
        if self.help is not None and not 0 <= self.help <= 1:
            raise BadInput(f"agent 'bot': help={self.help:g}: a similarity is between 0 and 1")

    @classmethod
    def of(cls, given: JsonMapping) -> "Settings":
        """Read settings, as values or as text; a wrong one is named."""
        known = [*(field.name for field in fields(cls)), "preset"]
        own = {current("bot setting", key, RENAMED): value for key, value in given.items()}
        for key in own:
            if key not in known:
                raise BadInput(f"agent 'bot': no setting {key!r}; known: {', '.join(known)}")
        preset = own.pop("preset", "paper")
        if preset not in PRESETS:
            raise BadInput(f"agent 'bot': preset={preset}: expected {' or '.join(PRESETS)}")
        return cls(**{key: READERS[key](key, value) for key, value in (PRESETS[preset] | own).items()})


def spec_of(bot: str, trained: str, settings: Settings) -> str:
    """Write the name of a bot, such that it can be built from it again."""
    said = []
    for field in fields(settings):
        value = getattr(settings, field.name)
        if value != field.default:
            said.append(f"{field.name}={'on' if value is True else value}")
    parts = ",".join([trained] * bool(trained) + said)
    return f"{bot}:{parts}" if parts else bot


def _whole(key: str, value: Any) -> int:
    if str(value).isdecimal():
        return int(value)
    raise BadInput(f"agent 'bot': {key}={value}: expected a whole number")


def _number(key: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise BadInput(f"agent 'bot': {key}={value}: expected a number") from None


def _similarity(key: str, value: Any) -> float | None:
    return None if value is None else _number(key, value)


def _switch(key: str, value: Any) -> bool:
    if value not in SWITCH:
        raise BadInput(f"agent 'bot': {key}={value}: expected on or off")
    return SWITCH[value]


def _choice(key: str, value: Any) -> str:
    if value not in CHOICES[key]:
        raise BadInput(f"agent 'bot': {key}={value}: expected {' or '.join(CHOICES[key])}")
    return str(value)


READERS: dict[str, Callable[[str, Any], Any]] = {
    "k": _whole,
    "threshold": _number,
    "amalgam": _choice,
    "stay": _switch,
    "weights": _choice,
    "add_always": _switch,
    "victory": _choice,
    "newness": _choice,
    "raises": _choice,
    "score": _choice,
    "query": _choice,
    "replaces": _choice,
    "folds": _choice,
    "loss": _choice,
    "chance": _choice,
    "help": _similarity,
}
"""How each setting is read from a value or its text."""
