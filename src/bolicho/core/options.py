"""One option, declared once: what it may be, what it is when nobody says it, and how it is explained.

The fields of a design carry their options. The terminal, the forms of the page and the checks are made from them.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Design:
...     matches: int = setting(300, "How many matches to play.", low=1, short="-n")
...     side: str = setting("both", "Who learns.", choices=("one", "both"))
...     def __post_init__(self) -> None:
...         check(self)
>>> [(option.name, option.type, option.default) for option in declared(Design)]
[('matches', 'integer', 300), ('side', 'choice', 'both')]
>>> design_of(Design, {"matches": 5, "out": "not of the design"})
Design(matches=5, side='both')
>>> Design(matches=0)
Traceback (most recent call last):
bolicho.core.errors.BadInput: matches 0: expected at least 1
"""

import dataclasses
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import NoneType
from typing import Any, TypeVar, get_args, get_type_hints

from bolicho.core.errors import BadInput, UnknownName, one_line
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.core.old_names import current

SEED_HELP = "Random seed: the same seed gives the same result."
SEED_HELP_PT = "Semente do que é sorteado: a mesma semente dá o mesmo resultado."
OPTION = "option"
"""Where a field of a dataclass keeps what is known of its option."""
TYPES = {int: "integer", float: "number", bool: "switch", str: "text"}
LONGEST, MOST_WORDS = 200, 64
"""Signs of a text and number of names that a form may send."""
MOST = 2**53 - 1
"""What a browser's number can hold."""
T = TypeVar("T")


@dataclass(frozen=True)
class Option:
    """One thing that can be asked for."""

    name: str
    type: str = "text"
    """integer, number, switch, choice, text, or words (several, separated by spaces)."""
    default: Any = None
    help: str = ""
    help_pt: str = ""
    """The same in Portuguese, for the form of the page."""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    source: str = ""
    """Where choices come from that depend on the house: games, boards, fields, agents, bases, experiments."""
    required: bool = False
    example: Any = None
    """What a form proposes where the terminal insists on an answer."""
    when: tuple[str, tuple[object, ...]] | None = None
    """Only of use where another option has one of these values."""
    group: str = ""
    """Options of one side stand together."""
    page: bool = True
    """Whether a form asks for it; files of this machine are no business of a page."""
    argument: bool = False
    """Whether the terminal takes it by its place, without a name."""
    word: str = ""
    """How the terminal calls it, if not by its name."""
    short: str = ""
    metavar: str = ""
    says: str = ""
    """What help calls the default where none is set."""
    parse: Callable[[str], Any] | None = None
    """Makes what the design holds of what was typed; the default of the design is its own then."""
    field: str = ""
    """The field of the design, if it has another name."""
    renamed: Mapping[str, str] = dataclasses.field(default_factory=dict, hash=False)
    """Choices of an earlier version, each with what it is called today."""
    formerly: str = ""
    """What an earlier version called it; goes on for one version."""
    grows: bool = False
    """Whether a training may go on to more of it."""

    @property
    def usage(self) -> str:
        """The help of the terminal, which lists names where a page has a list of titles."""
        return f"{self.help} One of {', '.join(self.choices)}." if self.choices and self.metavar else self.help

    @property
    def flag(self) -> str:
        """The option as it is typed.

        >>> Option("save_every").flag, Option("switches", word="--with").flag
        ('--save-every', '--with')
        """
        return self.word or f"--{self.name.replace('_', '-')}"

    @property
    def called(self) -> str:
        """What an error calls it, whoever gave it: a terminal or a page."""
        return self.flag.removeprefix("--")

    @property
    def helps(self) -> dict[str, str]:
        """What it is, by language."""
        return {"en": self.help, "pt-BR": self.help_pt}

    @property
    def proposed(self) -> Any:
        """What a form shows before anybody has said anything."""
        return self.example if self.default is None else self.default

    def read(self, value: object) -> Any:
        """Check what a form sent; blank means not said."""
        if value is None or value == "":
            if self.required and self.proposed is None:
                raise BadInput(f"{self.called}: expected a value")
            return self.proposed
        return READERS[self.type](self, value)

    def typed(self, value: Any) -> list[str]:
        """Return the words that say this value on a command line; none where nothing is said.

        >>> Option("clean", "switch", True).typed(False), Option("stay", "switch", False).typed(False)
        (['--no-clean'], [])
        """
        if self.type == "switch":
            return ["--no-" + self.flag.removeprefix("--") if self.default else self.flag] * (value is not self.default)
        if value is None or value == "":
            return []
        if self.argument:
            return list(value) if self.type == "words" else [str(value)]
        return [f"{self.flag}={one}" for one in (value if self.type == "words" else (value,))]

    def number(self, value: object) -> int | float:
        """Return the number that was typed or sent, within its range.

        >>> Option("save_every", "integer", low=1).number("many")
        Traceback (most recent call last):
        bolicho.core.errors.BadInput: save-every 'many': expected a whole number
        """
        kind, what = (int, "a whole number") if self.type == "integer" else (float, "a number")
        try:
            if isinstance(value, bool) or not isinstance(value, int | str | kind):
                raise TypeError
            number = kind(value)
        except (ValueError, TypeError, OverflowError):
            raise BadInput(f"{self.called} {one_line(repr(value), 60)}: expected {what}") from None
        self.check(number)
        return number

    def check(self, value: Any) -> None:
        """Refuse a value that is out of range, or none of the choices."""
        if self.low is not None and not value >= self.low:
            raise BadInput(f"{self.called} {value}: expected at least {self.low:,g}")
        if self.high is not None and not value <= self.high:
            raise BadInput(f"{self.called} {value}: expected at most {self.high:,.0f}")
        if self.choices and value not in self.choices:
            raise UnknownName(self.called, str(value)[:60], self.choices)


def setting(default: Any = dataclasses.MISSING, help: str = "", **known: Any) -> Any:
    """Declare a field of a design together with its option."""
    metadata = {OPTION: {"help": help, **known}}
    if isinstance(default, dict):
        return dataclasses.field(default_factory=lambda: dict(default), metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


def seed_setting(**known: Any) -> Any:
    """Declare the seed of a design."""
    return setting(0, **{"help": SEED_HELP, "help_pt": SEED_HELP_PT, **known})


def borrowed(design: type, name: str, **other: Any) -> Any:
    """Declare a field by the option of another design, with its default, but for what is said here."""
    field = next(field for field in dataclasses.fields(design) if field.name == name)
    known = {**field.metadata[OPTION], **other}
    return setting(known.pop("default", field.default), **known)


def declared(design: type) -> tuple[Option, ...]:
    """Return the options of a design, in the order of its fields."""
    return _declared(design)


@cache
def _declared(design: Hashable) -> tuple[Option, ...]:
    assert isinstance(design, type)
    hints = get_type_hints(design)
    return tuple(_option(field, hints[field.name]) for field in dataclasses.fields(design) if OPTION in field.metadata)


def _option(field: "dataclasses.Field[Any]", hint: object) -> Option:
    known: JsonObject = {"name": field.name, "field": field.name, **field.metadata[OPTION]}
    required = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    plain = next((part for part in (*get_args(hint), hint) if part in TYPES and part is not NoneType), str)
    kind = "choice" if known.get("choices") else TYPES[plain]
    own = None if required or known.get("parse") else field.default
    return Option(**{"type": kind, "default": own, "required": required, **known})


def check(design: object) -> None:
    """Refuse a design with a value that its options do not allow."""
    for option in declared(type(design)):
        if option.parse is None and (value := getattr(design, option.field)) is not None:
            option.check(value)


def design_of(design: type[T], asked: JsonMapping, **more: Any) -> T:
    """Make a design of what somebody typed or sent; what was not said is as declared, ``more`` is known already."""
    given = dict(more)
    for option in declared(design):
        value = asked.get(option.name)
        if option.field in given or value is None or (option.parse and value == ""):
            continue
        given[option.field] = option.parse(value) if option.parse else value
    return design(**given)


def growing(design: type) -> tuple[str, ...]:
    """Return of what a training of this design may be given more."""
    return tuple(option.name for option in declared(design) if option.grows)


def words_of(options: Iterable[Option], asked: JsonMapping) -> list[str]:
    """Return what is typed for these values, in the order of the options."""
    return [word for option in options if option.name in asked for word in option.typed(asked[option.name])]


PRESET = Option(
    "preset", help="A named set of rules, such as ufsm-web.", help_pt="Um conjunto de regras com nome, como ufsm-web."
)
TARGET = Option(
    "target", "integer", help="Points that win a match.", help_pt="Pontos que vencem a partida.", low=1, high=1000
)
"""Rules that many jobs ask for."""


# ── how a form is read ────────────────────────────────────────────────────────────────────────────────────────────


def _number(option: Option, value: object) -> int | float:
    number = option.number(value)
    if abs(number) > MOST:
        raise BadInput(f"{option.called} {number}: expected at most {MOST:,}")
    return number


def _switch(option: Option, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadInput(f"{option.called}: expected true or false")
    return value


def _text(option: Option, value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST or not value.isprintable() or value.startswith("-"):
        raise BadInput(f"{option.called}: expected a text of at most {LONGEST} signs that does not begin with -")
    return value.strip()


def _choice(option: Option, value: object) -> str:
    if isinstance(value, str):
        value = current(option.called, value, option.renamed)
    option.check(value)
    return _text(option, value)


def _words(option: Option, value: object) -> list[str]:
    found = value.split() if isinstance(value, str) else value
    if not isinstance(found, list) or len(found) > MOST_WORDS:
        raise BadInput(f"{option.called}: expected at most {MOST_WORDS} names")
    return [_text(option, one) for one in found if one != ""]


READERS: dict[str, Callable[[Option, object], object]] = {
    "integer": _number,
    "number": _number,
    "switch": _switch,
    "text": _text,
    "choice": _choice,
    "words": _words,
}
