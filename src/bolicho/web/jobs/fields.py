"""A field of a form, as data: what it may hold, and how what somebody sent is read."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.renamed import current


@dataclass(frozen=True)
class Field:
    """One thing that can be asked for."""

    name: str
    type: str = "text"
    """integer, number, switch, choice, text, or words (several, with blanks between)."""
    default: Any = None
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    source: str = ""
    """Where choices come from that depend on the house: games, boards, fields, agents, bases, experiments."""
    required: bool = True
    when: tuple[str, tuple[Any, ...]] | None = None
    """Only of use where another field has one of these values."""
    group: str = ""
    """Fields of one side stand together."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Choices of an earlier version, each with what it is called today."""

    def read(self, value: Any) -> Any:
        """Check a value; blank means not said."""
        if value is None or value == "":
            if self.required and self.default is None:
                raise BadInput(f"{self.name}: expected a value")
            return self.default
        return READERS[self.type](self, value)


def _integer(field: Field, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int | str) or (isinstance(value, str) and len(value) > 20):
        raise BadInput(f"{field.name}: expected a whole number")
    try:
        whole = int(value)
        _within(field, whole)
        return whole
    except ValueError as error:
        raise error if isinstance(error, BadInput) else BadInput(f"{field.name}: expected a whole number") from None


def _number(field: Field, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise BadInput(f"{field.name}: expected a number")
    try:
        number = float(value)
        _within(field, number)
        return number
    except (ValueError, OverflowError) as error:
        raise error if isinstance(error, BadInput) else BadInput(f"{field.name}: expected a number") from None


def _within(field: Field, value: float) -> None:
    low, high = field.low, field.high
    if not (low is None or value >= low) or not (high is None or value <= high):
        ends = [f"at least {low:,g}"] * (low is not None) + [f"at most {high:,.0f}"] * (high is not None)
        raise BadInput(f"{field.name} {value}: expected {', '.join(ends)}")


def _switch(field: Field, value: Any) -> bool:
    if not isinstance(value, bool):
        raise BadInput(f"{field.name}: expected true or false")
    return value


def _text(field: Field, value: Any) -> str:
    if not isinstance(value, str) or len(value) > 200 or not value.isprintable() or value.startswith("-"):
        raise BadInput(f"{field.name}: expected a text of at most 200 signs that does not begin with -")
    return value.strip()


def _choice(field: Field, value: Any) -> str:
    if isinstance(value, str):
        value = current(field.name, value, field.renamed)
    if field.choices and value not in field.choices:
        raise UnknownName(field.name, str(value)[:60], field.choices)
    return _text(field, value)


def _words(field: Field, value: Any) -> list[str]:
    found = value.split() if isinstance(value, str) else value
    if not isinstance(found, list) or len(found) > 64:
        raise BadInput(f"{field.name}: expected at most 64 names")
    return [_text(field, one) for one in found if one != ""]


READERS: dict[str, Callable[[Field, Any], Any]] = {
    "integer": _integer,
    "number": _number,
    "switch": _switch,
    "text": _text,
    "choice": _choice,
    "words": _words,
}
