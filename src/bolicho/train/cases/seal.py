"""The seal of a training's bases: a number that a case cannot be changed behind, kept with every step.

It is the sum of a mark of each case, so a step costs what it changes, not what the bases hold.

>>> seal = Seal({"truco": {0: [1, 2], 1: [3, None]}})
>>> before = seal.to_dict()
>>> seal.change("truco", {2: [5, 6]}, removed=[0])
>>> seal.to_dict() == Seal({"truco": {1: [3, None], 2: [5, 6]}}).to_dict() != before
True
>>> seal.to_dict() == Seal({"truco": {1: [3, 0], 2: [5, 6]}}).to_dict()
False
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b

from bolicho.learn.cases.truco.learned_case import MODES
from bolicho.learn.cases.truco.trio import Trio

BYTES = 8
Rows = Mapping[int, Sequence[int | None]]
"""Cases by their positions."""


class Seal:
    """The marks of the cases of some bases, and their sums."""

    def __init__(self, bases: Mapping[str, Rows]) -> None:
        self.marks = {mode: {at: _mark(at, row) for at, row in rows.items()} for mode, rows in bases.items()}
        self.sums = {mode: sum(marks.values()) for mode, marks in self.marks.items()}

    @classmethod
    def of(cls, trio: Trio) -> "Seal":
        """Look at every case of three bases."""
        bases = {}
        for mode in MODES:
            base = trio[mode].base()
            bases[mode] = {at: base.row(case) for case, at in enumerate(trio[mode].positions.tolist())}
        return cls(bases)

    def change(self, mode: str, added: Rows, removed: Iterable[int]) -> None:
        """Follow a step: cases come, then go."""
        marks = self.marks[mode]
        for at, row in added.items():
            marks[at] = _mark(at, row)
            self.sums[mode] += marks[at]
        for at in removed:
            self.sums[mode] -= marks.pop(at)

    def to_dict(self) -> dict[str, str]:
        """Return the seal of each base, as a step keeps it."""
        return {mode: f"{total % 2 ** (8 * BYTES):0{2 * BYTES}x}" for mode, total in self.sums.items()}


def _mark(at: int, row: Sequence[int | None]) -> int:
    return int.from_bytes(blake2b(f"{at} {list(row)}".encode(), digest_size=BYTES).digest())
