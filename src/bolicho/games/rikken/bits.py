"""Sets of cards as bits, and chance as one number, in plain Python.

What is written with these and with whole numbers alone can be compiled as it stands: ``kernel.compile_together`` puts
machine instructions in their place, which draw the same numbers.

>>> lowest(0b10100), highest(0b10100), nth(0b10100, 1), count(0b10100)
(2, 4, 4, 2)
"""

from typing import Protocol

CARDS, RANKS = 52, 13
SUIT = (1 << RANKS) - 1
"""All cards of the first suit."""
ALL = (1 << CARDS) - 1
NOBODY = -1
"""No seat, no suit, no card."""
WORD = (1 << 64) - 1
CHOOSE = [[1] + [0] * 39]
"""Ways to choose k of n cards."""
for _n in range(39):
    CHOOSE.append([1] + [CHOOSE[_n][_k] + CHOOSE[_n][_k + 1] for _k in range(39)])


class Ints(Protocol):
    """Whole numbers one after the other: a list, or an array for what is compiled."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Floats(Protocol):
    """The same of numbers with a fraction."""

    def __getitem__(self, at: int, /) -> float: ...
    def __setitem__(self, at: int, value: float, /) -> None: ...
    def __len__(self) -> int: ...


Chance = Ints
"""The state of splitmix64, in a list of one."""


def count(bits: int) -> int:
    """Return how many cards a set has."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """Return the lowest card of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def highest(bits: int) -> int:
    """Return the highest card of a set that is not empty."""
    return bits.bit_length() - 1


def nth(bits: int, n: int) -> int:
    """Return the card that has n lower ones in the set."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


def draw(chance: Chance, n: int) -> int:
    """Draw a number below n; a bias of n / 2**32 remains."""
    return (_word(chance) >> 32) * n >> 32


def wide(chance: Chance) -> int:
    """Draw 63 bits."""
    return _word(chance) >> 1


def _word(chance: Chance) -> int:
    chance[0] = chance[0] + 0x9E3779B97F4A7C15 & WORD
    z = (chance[0] ^ chance[0] >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31
