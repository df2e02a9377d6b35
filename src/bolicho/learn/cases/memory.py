"""A memory: a base of cases that lives. It grows and forgets, and is searched exactly and fast while it does.

A case keeps its position as long as it lives, and a position is never given twice, as in a store. Which cases answer a
question is worked out once a case (``retrieval/answering.py``), and each set of attributes that a query may know has
an index of its own (``retrieval/growing.py``); both take in what came and went since they were last asked.

>>> from bolicho.learn.cases.retrieval.similarity import equal, interval
>>> base = CaseBase("cards", ("high", "mano"), game="truco", form="demo", source="synthetic")
>>> base.append([[24, 1], [52, 1], [22, 1], [24, 2]])
>>> memory = Memory(base)
>>> how = {"high": interval(52), "mano": equal}
>>> memory.alike(how, {"high": 24, "mano": 1}, threshold=0.9, k=2).positions.tolist()
[0, 2]
>>> memory.remove([0])
>>> memory.add([[25, 1]]), memory.alike(how, {"high": 24, "mano": 1}, threshold=0.9, k=2).positions.tolist()
(range(4, 5), [4, 2])
>>> memory.positions.tolist(), len(memory), memory.next
([1, 2, 3, 4], 4, 5)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import BadInput
from bolicho.learn.cases.base import UNKNOWN, CaseBase, Cells, cells_of
from bolicho.learn.cases.questions import Domain, Question
from bolicho.learn.cases.retrieval.answering import Answering, Everybody, Past
from bolicho.learn.cases.retrieval.growing import Ids
from bolicho.learn.cases.retrieval.retrieve import ROUNDING
from bolicho.learn.cases.retrieval.similarity import Local, Values

POWERS = {"mean": 1, "euclidean": 2}
"""How local distances become a global one: their mean, or the root of the mean of their squares."""
KEPT = 50_000
"""How many answers a memory that stands still remembers; then it begins anew."""
FORGOTTEN = 4096
"""So many dead cases, and no fewer than the living, are cleared away."""


@dataclass(frozen=True)
class Alike:
    """Cases by their positions, the most similar first, equally similar ones by position."""

    positions: Ids
    similarities: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.positions)

    def close(self, threshold: float) -> int:
        """Return how many of them reach a similarity."""
        return int(np.count_nonzero(self.similarities >= threshold - ROUNDING))


@dataclass(frozen=True)
class Voters(Alike):
    """The nearest cases that answer a question: what they were compared by, what each did and what came of it."""

    attributes: tuple[str, ...]
    """In the order of the columns of ``cells``; not all of them need be known in a query."""
    cells: Cells
    actions: tuple[str, ...]
    won: tuple[bool, ...]
    points: tuple[int, ...]


class Memory:
    """A base that lives: ``add``, ``remove``, ``nearest`` (cases that answer a question), ``alike`` (any cases)."""

    def __init__(self, base: CaseBase, positions: Sequence[int] | Ids | None = None, next: int | None = None) -> None:
        """Begin with the cases of a base, which stays as it is; by default they stand at 0, 1, 2 and so on."""
        standing = np.array(range(len(base)) if positions is None else positions, dtype=np.int64)
        if len(standing) != len(base) or (np.diff(standing) <= 0).any() or (standing < 0).any():
            raise BadInput(f"base {base.name!r}: expected {len(base)} ascending positions, one a case")
        after = int(standing[-1]) + 1 if len(standing) else 0
        if next is not None and next < after:
            raise BadInput(f"base {base.name!r}: next position {next}, but a case stands at {after - 1}")
        self.name, self.next = base.name, after if next is None else next
        self._begin(base, standing)

    def __len__(self) -> int:
        return int(self._past.living)

    @property
    def positions(self) -> Ids:
        """The positions of the living cases, ascending."""
        return self._past.positions[self._past.alive]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a case."""
        return self._past.rows.columns

    def add(self, rows: Iterable[Sequence[int | None]] | Cells) -> range:
        """Add cases, as a base does; return the positions they get."""
        cells = rows if isinstance(rows, np.ndarray) else cells_of(rows, len(self.columns))
        given = range(self.next, self.next + len(cells))
        if len(cells):
            self._past.add(cells, np.arange(given.start, given.stop))
            self.next = given.stop
            self._told.clear()
        return given

    def remove(self, positions: Iterable[int]) -> None:
        """Forget the cases at these positions, all or none."""
        asked = sorted(set(positions))
        if asked:
            self._past.remove(self._places(asked))
            self._told.clear()
            if self._past.dead > max(FORGOTTEN, self._past.living):
                self._begin(self.base(), self.positions)

    def nearest(
        self, question: Question, values: Values, domain: Domain, k: int = 10, amalgam: str = "mean"
    ) -> Voters:  # fmt: skip
        """Return the k most similar of the cases that answer a question, or all when there are fewer."""
        answering = self._answering.get(question)
        if answering is None:
            answering = self._answering[question] = Answering(self._past, question, domain)
        known = answering.known(values)
        key = (question, known, k, amalgam)
        found = self._told.get(key)
        if found is None:
            places, alike = answering.nearest(known, k, _power(amalgam))
            standing = self._past.positions[places]
            found = self._tell(key, Voters(standing, alike, answering.attributes, *answering.outcomes(places)))
        return found

    def alike(
        self, attributes: Mapping[str, Local], values: Values, threshold: float, k: int, amalgam: str = "mean"
    ) -> Alike:
        """Return, of the k most similar of all cases, those that reach a threshold."""
        key = tuple((name, local.span) for name, local in attributes.items())
        everybody = self._everybody.get(key)
        if everybody is None:
            everybody = self._everybody[key] = Everybody(self._past, attributes)
        places, alike = everybody.nearest(everybody.known(values), k, _power(amalgam))
        enough = alike >= threshold - ROUNDING
        return Alike(self._past.positions[places[enough]], alike[enough])

    def case(self, position: int) -> dict[str, int | None]:
        """Return a living case by the names of its columns."""
        return self._past.rows.case(int(self._places([position])[0]))

    def values(self, column: str, positions: Sequence[int] | Ids) -> list[int | None]:
        """Return what living cases hold in one column."""
        cells = self._past.rows[column][self._places(positions)]
        return [None if cell == UNKNOWN else int(cell) for cell in cells]

    def base(self) -> CaseBase:
        """Return all living cases as a plain base, in the order of their positions."""
        return self._past.rows.subset(self._past.alive, self.name)

    def copy(self) -> "Memory":
        """Return a memory of its own with the same cases at the same positions."""
        return Memory(self.base(), self.positions, self.next)

    def digest(self) -> str:
        """Return a fingerprint of the living cases and where they stand."""
        standing = self.positions.astype("<i8").tobytes()
        cells = self.base().cells().astype("<i2").tobytes()
        return blake2b(standing + cells, digest_size=16).hexdigest()

    def _begin(self, base: CaseBase, positions: Ids) -> None:
        self._past = Past(base, positions)
        self._answering: dict[Question, Answering] = {}
        self._everybody: dict[Any, Everybody] = {}
        self._told: dict[Any, Any] = {}

    def _places(self, positions: Sequence[int] | Ids) -> Ids:
        """Return where living cases stand in the rows."""
        asked = np.asarray(positions, dtype=np.int64)
        places = np.searchsorted(self._past.positions, asked)
        inside = places < len(self._past.positions)
        there = inside.copy()
        there[inside] = (self._past.positions[places[inside]] == asked[inside]) & self._past.alive[places[inside]]
        if not there.all():
            raise BadInput(f"base {self.name!r} has no case {int(asked[~there][0])}")
        return places

    def _tell(self, key: object, found: Voters) -> Voters:
        if len(self._told) >= KEPT:
            self._told.clear()
        self._told[key] = found
        return found


def _power(amalgam: str) -> int:
    if amalgam not in POWERS:
        raise BadInput(f"amalgam {amalgam!r}: expected {' or '.join(POWERS)}")
    return POWERS[amalgam]
