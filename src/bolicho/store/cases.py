"""The cases of a base: appended whole or not at all, read a page at a time.

A case keeps its position as long as it lives, and the position of a removed case is never given to another: positions
grow, and may have gaps.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from types import NoneType
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping
from bolicho.store.bases import Bases, changed
from bolicho.store.runs import Runs, keyed
from bolicho.store.tables import bases, cases

PAGE = 1000
"""Cases read, written or removed at a time."""

LEAST, MOST = -(2**15), 2**15 - 1
"""What a value of a case may be, if anything: it fits 16 bits."""

Case = Sequence[int | None]


class Cases(Bases, Runs):
    """The cases of the bases of a store."""

    def add_cases(
        self,
        base: str,
        rows: Iterable[Case],
        origins: str | Iterable[str | None] | None = None,
        run: int | None = None,
        step: JsonMapping | None = None,
        seconds: float | None = None,
    ) -> range:
        """Append cases, all or none, and return their positions; writers wait for each other.

        ``origins`` says where each case came from, or one text where all did. With a ``run``, the ``step`` that brought
        the cases is added to it as a row (see ``add_rows``) in the same transaction, with the ``seconds`` that the run
        took so far; a step the run has already brings nothing, so a killed training that does its last step again
        neither loses nor doubles a case.
        """
        if (run is None) != (step is None):
            raise BadInput("add_cases: a run and its step are given together")
        with self._reading() as connection:
            columns = self._columns_of(self._look(connection, base))
        data = [encoded(row, columns, number) for number, row in enumerate(rows)]
        said = origins_of(origins, len(data))
        given = None if step is None else dict([keyed(step, "step")])
        with self._writing() as connection:
            held = self._hold(connection, base)
            if self._columns_of(held) != columns:  # dropped and made anew in the meantime
                raise BadInput(f"store {self.url}: the columns of case base {base!r} have changed")
            positions = range(held.next, held.next + len(data))
            if run is not None and given is not None and not self._append(connection, run, given, seconds):
                return positions[:0]
            self._put(connection, held, said, data)
        return positions

    def cases(self, base: str, start: int = 0) -> Iterator[list[int | None]]:
        """Give the cases of a base from a position on, as lists in the order of its columns.

        What is added from now on is not given; what is removed meanwhile may or may not be.
        """
        with self._reading() as connection:
            width = len(self._columns_of(self._look(connection, base)))
        for page in self._case_pages(base, cases.c.data, start):
            yield from self._decoded(page, base, width)

    def case_origins(self, base: str, start: int = 0) -> Iterator[str | None]:
        """Give the origin of each case that ``cases`` gives."""
        for page in self._case_pages(base, cases.c.origin, start):
            yield from page

    def case_positions(self, base: str, start: int = 0) -> Iterator[int]:
        """Give the position of each case that ``cases`` gives."""
        for page in self._case_pages(base, cases.c.position, start):
            yield from page

    def _decoded(self, page: list[Any], base: str, width: int) -> list[list[int | None]]:
        """Read the cases of a page at once; where that fails, one by one, to say which is damaged."""
        what = f"a case of case base {base!r}"
        try:
            rows: list[list[int | None]] = json.loads(f"[{','.join(page)}]")
            if set(map(len, rows)) <= {width} and set(map(type, chain.from_iterable(rows))) <= {int, NoneType}:
                return rows
        except (ValueError, TypeError, RecursionError):
            rows = []
        for text in page:
            row = self._data(text, what, list)
            if len(row) != width or not set(map(type, row)) <= {int, NoneType}:
                raise BadInput(f"store {self.url}: {what} is damaged: expected {width} whole numbers or null")
            rows.append(row)
        raise BadInput(f"store {self.url}: {what} is damaged")

    def remove_cases(self, base: str, positions: Iterable[int]) -> int:
        """Remove the cases at these positions, all or none, and return how many."""
        asked = sorted(set(positions))
        with self._writing() as connection:
            held = self._hold(connection, base)
            self._take(connection, held, asked)
            if asked:
                changed(connection, held)
        return len(asked)

    def remove_origin(self, base: str, origin: str) -> int:
        """Remove all cases of one origin and return how many there were."""
        with self._writing() as connection:
            held = self._hold(connection, base)
            gone = delete(cases).where(cases.c.base == held.id, cases.c.origin == origin)
            count = connection.execute(gone).rowcount
            if count:
                changed(connection, held)
        return count

    def _put(self, connection: Connection, held: Row[Any], origins: Sequence[str | None], data: Sequence[str]) -> None:
        """Append encoded cases to a base that is held."""
        fresh = zip(range(held.next, held.next + len(data)), origins, data, strict=True)
        while page := list(islice(fresh, PAGE)):
            new = [{"base": held.id, "position": p, "origin": o, "data": d} for p, o, d in page]
            connection.execute(insert(cases), new)
        if data:
            changed(connection, held, next=held.next + len(data))

    def _take(self, connection: Connection, held: Row[Any], positions: Sequence[int]) -> None:
        """Remove cases of a base that is held; one that is not there is refused."""
        for first in range(0, len(positions), PAGE):
            some = positions[first : first + PAGE]
            here = (cases.c.base == held.id) & cases.c.position.in_(some)
            there = set(connection.scalars(select(cases.c.position).where(here)))
            if len(there) < len(some):
                missing = next(position for position in some if position not in there)
                raise BadInput(f"store {self.url}: case base {held.name!r} has no case {missing}")
            connection.execute(delete(cases).where(here))

    def _case_pages(self, name: str, column: Any, start: int) -> Iterator[list[Any]]:
        with self._reading() as connection:
            base = self._look(connection, name).id
            ends = select(func.min(cases.c.position), func.max(cases.c.position)).where(cases.c.base == base)
            first, last = connection.execute(ends).one()
            if last is None:
                return
            here = max(int(first), start)
            last = int(last)
        # a page is a stretch of positions, not a LIMIT: a server that has not counted its rows yet would sort them all
        while here <= last:
            stretch = cases.c.position.between(here, min(here + PAGE - 1, last))
            query = select(column).where(cases.c.base == base, stretch).order_by(cases.c.position)
            with self._reading() as connection:
                page = list(connection.scalars(query))
                if not page and not connection.scalar(select(bases.c.id).where(bases.c.id == base)):
                    raise BadInput(f"store {self.url}: case base {name!r} was dropped while it was read")
                here += PAGE
                if not page:  # over a gap at once, however long it is
                    behind = (cases.c.base == base) & (cases.c.position >= here)
                    here = int(connection.scalar(select(func.min(cases.c.position)).where(behind)) or last + 1)
            yield page


def encoded(row: Case, columns: tuple[str, ...], number: int) -> str:
    """Return a case as the store keeps it; one that does not fit the columns is refused."""
    if len(row) != len(columns):
        raise BadInput(f"rows[{number}]: expected {len(columns)} values, found {len(row)}")
    if not all(value is None or (type(value) is int and LEAST <= value <= MOST) for value in row):
        _refuse(row, columns, number)
    return json.dumps(list(row), separators=(",", ":"))


def _refuse(row: Case, columns: tuple[str, ...], number: int) -> None:
    for column, value in zip(columns, row, strict=True):
        if value is not None and type(value) is not int:  # a bool is not meant, and numpy's numbers are no JSON
            raise BadInput(f"rows[{number}].{column}: expected an int or None, found {value!r}")
        if value is not None and not LEAST <= value <= MOST:
            raise BadInput(f"rows[{number}].{column}: {value} is not within {LEAST}..{MOST}")


def origins_of(origins: str | Iterable[str | None] | None, count: int) -> list[str | None]:
    """Return the origin of each of so many cases."""
    if origins is None or isinstance(origins, str):
        return [origins] * count
    said = list(origins)
    if len(said) != count:
        raise BadInput(f"origins: expected {count}, one a case, found {len(said)}")
    for number, origin in enumerate(said):
        if origin is not None and not isinstance(origin, str):
            raise BadInput(f"origins[{number}]: expected a text or None, found {origin!r}")
    return said
