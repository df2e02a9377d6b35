"""How the options of a game are read: each is one of some values, or a number within bounds."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonObject


class Bounds(NamedTuple):
    """Between which numbers an option lies, and what it counts."""

    low: int
    high: int
    what: str = "a number"


def read_options(
    game: str,
    asked: JsonObject,
    values: Mapping[str, Iterable[str]],
    numbers: Mapping[str, Bounds],
    also: Iterable[str] = (),
) -> JsonObject:
    """Return the options that are asked for; a wrong name or value is a BadInput that says which are right.

    >>> read_options("chess", {"clock": "on", "plies": "80"}, {"clock": ("on", "off")}, {"plies": Bounds(1, 99)})
    {'clock': 'on', 'plies': 80}
    >>> read_options("chess", {"plies": 0}, {}, {"plies": Bounds(1, 99)})
    Traceback (most recent call last):
    ...
    bolicho.core.errors.BadInput: chess option plies=0: expected a number from 1 to 99
    """
    return {option: _read(game, option, value, values, numbers, also) for option, value in asked.items()}


def _read(
    game: str,
    option: str,
    value: object,
    values: Mapping[str, Iterable[str]],
    numbers: Mapping[str, Bounds],
    also: Iterable[str],
) -> str | int:
    if option in numbers:
        low, high, what = numbers[option]
        try:
            number = int(str(value))
        except ValueError:
            number = low - 1
        if low <= number <= high:
            return number
        raise BadInput(f"{game} option {option}={value!r}: expected {what} from {low} to {high}")
    if option not in values:
        raise UnknownName(f"{game} option", option, (*also, *numbers, *values))
    if str(value) not in values[option]:
        raise BadInput(f"{game} option {option}={value!r}: expected one of {', '.join(values[option])}")
    return str(value)
