"""What a file of matrices may say: every number finite, of its kind and within bounds; anything else is a BadInput."""

from pathlib import Path

import numpy as np

from bolicho.core.errors import BadInput
from bolicho.learn.markov.gates import Gate
from bolicho.learn.markov.matrices import Floats

MOST_MATCHES = 10**9
MOST_BETS = 10**12
MOST_COUNT = 1e12
"""Far above what any training reaches, and far below where sums stop being numbers."""
SHOWN = 40
"""Characters of a wrong value that are shown."""


def whole_number(path: Path, what: str, number: object, most: int) -> int:
    """Return a whole number from 0 to ``most``."""
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
        raise BadInput(f"{path}: damaged: {what} is {short_repr(number)}, not a whole number from 0 to {most:,}")
    return number


def seed(path: Path, number: object) -> int | None:
    """Return the seed of a training, or none."""
    if number is not None and (not isinstance(number, int) or isinstance(number, bool)):
        raise BadInput(f"{path}: damaged: seed is {short_repr(number)}, not a whole number")
    return number


def rival(path: Path, name: object) -> str | None:
    """Return whom the training was played against, or none."""
    if name is not None and not isinstance(name, str):
        raise BadInput(f"{path}: damaged: against is {short_repr(name)}, not the name of an agent")
    return name


def gates(path: Path, found: object, calls: set[str]) -> dict[str, Gate]:
    """Return the gates of these calls."""
    if not isinstance(found, dict) or set(found) != calls:
        raise BadInput(f"{path}: damaged: its gates are not those of the calls")
    return {call: _gate(path, call, one) for call, one in found.items()}


def _gate(path: Path, call: str, one: object) -> Gate:
    if not isinstance(one, dict) or set(one) != set(Gate._fields):
        raise BadInput(f"{path}: damaged: gate {call} has not just {', '.join(Gate._fields)}")
    least = one["least"]
    if not isinstance(least, int | float) or isinstance(least, bool) or not 0 <= least <= 1:
        raise BadInput(f"{path}: damaged: gate {call}: least is {short_repr(least)}, not a number from 0 to 1")
    won, lost, near = (whole_number(path, f"gate {call}: {name}", one[name], MOST_BETS) for name in Gate._fields[1:])
    if near > won + lost:
        raise BadInput(f"{path}: damaged: gate {call}: near is {near}, of {won + lost} bets")
    return Gate(float(least), won, lost, near)


def counts(path: Path, name: str, found: Floats, like: Floats) -> Floats:
    """Return a matrix of counts."""
    if found.shape != like.shape or found.dtype != like.dtype:
        raise BadInput(f"{path}: damaged: {name} is {found.dtype} {found.shape}, not {like.dtype} {like.shape}")
    wrong = ~((found >= 0) & (found <= MOST_COUNT))
    if wrong.any():
        row, column = np.argwhere(wrong)[0].tolist()
        number = found[row, column]
        raise BadInput(
            f"{path}: damaged: {name} has {number:g} at {row}, {column}, not a count from 0 to {MOST_COUNT:g}"
        )
    return found


def short_repr(value: object) -> str:
    """Write a wrong value on one short line."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."
