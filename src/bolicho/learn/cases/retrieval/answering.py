"""The cases of a memory that answer one question, or all of them, with an index for each set of known attributes.

What came since it was last asked is let answer now; what went is forgotten by the indexes one by one.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from bolicho.core.errors import BadInput
from bolicho.learn.cases.base import CaseBase, Cells
from bolicho.learn.cases.questions import NO_ANSWER, Domain, Question
from bolicho.learn.cases.retrieval.boxes import WIDEST
from bolicho.learn.cases.retrieval.costs import Costs, Similarities, units_of
from bolicho.learn.cases.retrieval.growing import Growing, Ids, Stack
from bolicho.learn.cases.retrieval.similarity import Local, Values

KnownValues = tuple[int | None, ...]
"""What a query knows, attribute by attribute."""


class Past:
    """All that a memory ever took in: rows, where they stand, which of them live, and in which order others died."""

    def __init__(self, base: CaseBase, positions: Ids) -> None:
        self.rows = base.subset(np.ones(len(base), dtype=bool))
        self._positions, self._alive = Stack(positions), Stack(np.ones(len(base), dtype=bool))
        self._died = Stack(np.empty(0, dtype=np.int64))

    @property
    def positions(self) -> Ids:
        """Where each row stands in the memory, ascending."""
        return self._positions.rows

    @property
    def alive(self) -> NDArray[np.bool_]:
        """Which rows live."""
        return self._alive.rows

    @property
    def died(self) -> Ids:
        """The rows that died, in that order."""
        return self._died.rows

    @property
    def dead(self) -> int:
        """How many died."""
        return len(self._died.rows)

    @property
    def living(self) -> int:
        """How many live."""
        return len(self.rows) - self.dead

    def add(self, cells: Cells, positions: Ids) -> None:
        """Take in rows."""
        self.rows.append(cells)
        self._positions.push(positions)
        self._alive.push(np.ones(len(cells), dtype=bool))

    def remove(self, places: Ids) -> None:
        """Let rows die."""
        self.alive[places] = False
        self._died.push(places)

    def since(self, row: int) -> CaseBase:
        """Return the rows from one on as a base of their own; whoever asks for the same gets the same."""
        found: CaseBase | None = self.rows.derived.get(("since", row))
        if found is None:
            old = self.rows
            found = CaseBase(old.name, old.columns, game=old.game, form=old.form, source=old.source)
            found.append(np.column_stack([old[column][row:] for column in old.columns]))
            old.derived["since", row] = found
        return found


class Everybody:
    """All rows, compared by some attributes."""

    def __init__(self, past: Past, attributes: Mapping[str, Local]) -> None:
        self.past, self.attributes = past, tuple(attributes)
        self.units = units_of([local.span for local in attributes.values()])
        far = next((name for name, local in attributes.items() if local.span > WIDEST), None)
        if far is not None:
            raise BadInput(f"attribute {far!r}: a span of {attributes[far].span:g}, more than {WIDEST}")
        self.places = Stack(np.empty(0, dtype=np.int64))
        self.cells = Stack(np.empty((0, len(attributes)), dtype=np.int16))
        self.seen = 0
        self._indexes: dict[tuple[bool, ...], _Index] = {}

    def known(self, values: Values) -> KnownValues:
        """Return what a situation knows of the attributes."""
        return tuple(values.get(name) for name in self.attributes)

    def nearest(self, known: KnownValues, k: int, power: int = 1) -> tuple[Ids, Similarities]:
        """Return the k most similar rows, equally similar ones in their order, and how similar each is."""
        self.catch_up()
        asked = tuple(value is not None for value in known)
        index = self._indexes.get(asked)
        if index is None:
            index = self._indexes[asked] = _Index(self, asked)
        index.catch_up()
        query = np.array([value for value in known if value is not None], dtype=np.int64)
        places, paid = index.rows.nearest(query, k, power)
        return places, similarities(paid, self.units.most, len(query), power)

    def catch_up(self) -> None:
        """Take in what came since the last time."""
        new = len(self.past.rows) - self.seen
        if new:
            came = slice(self.seen, None)
            self.take(np.arange(new), [self.past.rows[name][came] for name in self.attributes])

    def take(self, rows: Ids, columns: Sequence[Cells]) -> None:
        """Take in some of the rows that came; the rest never answers."""
        self.places.push(rows + self.seen)
        self.cells.push(np.column_stack([column[rows] for column in columns]))
        self.seen = len(self.past.rows)


class Answering(Everybody):
    """The rows that answer a question, with what each did and what came of it."""

    def __init__(self, past: Past, question: Question, domain: Domain) -> None:
        self.question, self.domain = question, domain
        asked = domain.ask(past.since(0), question)
        self.actions = asked.actions
        super().__init__(past, asked.attributes)
        self.answer, self.won = Stack(np.empty(0, dtype=np.int8)), Stack(np.empty(0, dtype=np.bool_))
        self.points = Stack(np.empty(0, dtype=np.int16))

    def catch_up(self) -> None:
        """Let what came since the last time answer."""
        if self.seen < len(self.past.rows):
            came = self.past.since(self.seen)
            asked = self.domain.ask(came, self.question)
            rows = np.flatnonzero(asked.answer != NO_ANSWER)
            for stack, told in ((self.answer, asked.answer), (self.won, asked.won), (self.points, asked.points)):
                stack.push(told[rows])
            self.take(rows, [self.domain.column(came, name) for name in self.attributes])

    def outcomes(self, places: Ids) -> tuple[Cells, tuple[str, ...], tuple[bool, ...], tuple[int, ...]]:
        """Return of some of its rows: the attributes, what was done, whether it won, and its points."""
        here = np.searchsorted(self.places.rows, places)
        did = tuple(self.actions[action] for action in self.answer.rows[here])
        return (
            self.cells.rows[here],
            did,
            tuple(self.won.rows[here].tolist()),
            tuple(self.points.rows[here].tolist()),
        )


class _Index:
    """The rows of somebody by the attributes that a query knows."""

    def __init__(self, owner: Everybody, asked: tuple[bool, ...]) -> None:
        self.owner, self.columns = owner, np.flatnonzero(asked)
        self.taken, self.died = len(owner.places.rows), owner.past.dead
        alive = owner.past.alive[owner.places.rows]
        units = owner.units.of(np.array(asked, dtype=bool))
        self.rows = Growing(owner.cells.rows[alive][:, self.columns], owner.places.rows[alive], units)

    def catch_up(self) -> None:
        """Take in what came, then forget what went."""
        places = self.owner.places.rows
        if self.taken < len(places):
            came = slice(self.taken, None)
            self.rows.add(self.owner.cells.rows[came][:, self.columns], places[came])
            self.taken = len(places)
        if self.died < self.owner.past.dead:
            self.rows.remove(self.owner.past.died[self.died :])
            self.died = self.owner.past.dead


def similarities(paid: Costs, most: int, attributes: int, power: int) -> Similarities:
    """Turn costs into similarities; where nothing was asked nothing is similar."""
    if not attributes:
        return np.zeros(len(paid))
    share: Similarities = paid / (most**power * attributes)
    alike: Similarities = 1 - (share if power == 1 else share ** (1 / power))
    return alike
