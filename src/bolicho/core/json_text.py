"""JSON that comes from outside: read, or refused in one line.

Python's own reader lets through what ends in an error later: numbers that no float can hold, brackets within brackets
deeper than the stack, halves of characters that cannot be written anywhere.

>>> read_json('{"hands": [1, 2]}')
{'hands': [1, 2]}
>>> read_json('{"hands": [1, 2}')
Traceback (most recent call last):
bolicho.core.errors.BadInput: Expecting ',' delimiter at column 16 of 16
"""

import json
from collections.abc import Mapping
from typing import Any

from bolicho.core.errors import BadInput

JsonObject = dict[str, Any]
"""A JSON object as Python has it, also what TOML and options hold: whoever reads it checks it."""
JsonMapping = Mapping[str, Any]
"""The same, only to be read."""
DIGITS = 300
"""Of a whole number: it can be made a float, and sums of such numbers too."""
DEEPEST = 100
"""Brackets within brackets."""


def read_json(text: str | bytes) -> Any:
    """Return JSON data; what cannot be read or used is a BadInput, which says why and where in the text."""
    try:
        text = text if isinstance(text, str) else text.decode()
        data = _DECODER.decode(text)
        if text.count("[") + text.count("{") > DEEPEST:
            _refuse_deep(data)
        if "\\ud" in text or "\\uD" in text:
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        line = f"line {error.lineno} " if "\n" in text.strip() else ""
        raise BadInput(f"{error.msg} at {line}column {error.colno} of {len(text)}") from None
    except UnicodeDecodeError as error:
        raise BadInput(f"not UTF-8 text at byte {error.start + 1}") from None
    except UnicodeEncodeError:
        raise BadInput("half a character (a lone surrogate)") from None
    except RecursionError:
        raise _too_deep() from None
    return data


def _whole(digits: str) -> int:
    if len(digits) > DIGITS:
        raise BadInput(f"a number of {len(digits)} digits")
    return int(digits)


_DECODER = json.JSONDecoder(parse_int=_whole)


def _refuse_deep(data: Any) -> None:
    """Go down level by level, on no stack."""
    level = [data]
    for _ in range(DEEPEST + 1):
        level = [
            part
            for whole in level
            for part in (whole.values() if isinstance(whole, dict) else whole)
            if isinstance(part, dict | list)
        ]
        if not level:
            return
    raise _too_deep()


def _too_deep() -> BadInput:
    return BadInput(f"brackets within brackets, more than {DEEPEST} deep")
