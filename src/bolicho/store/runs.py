"""Runs of the arena and the lab: what was asked, and the rows that came of it, so that a killed run can go on."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, select, update

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.store.database import Database
from bolicho.store.tables import run_rows, runs

PAGE = 1000
"""Rows read, or looked for, at a time."""


@dataclass(frozen=True)
class Run:
    """What a run was asked to do, and how far it came."""

    id: int
    name: str
    design: JsonObject
    seed: int | None
    versions: JsonObject
    began: datetime
    """When it began, in UTC."""
    finished: datetime | None
    """When it was finished, in UTC; None while it may go on."""
    seconds: float | None
    """How long it took so far, as told by whoever adds its rows; rows themselves hold no times, so that those of two
    runs of one design are the same."""
    rows: int


class Runs(Database):
    """The runs of a store."""

    def begin_run(
        self, name: str, design: JsonMapping, seed: int | None = None, versions: JsonMapping | None = None
    ) -> int:
        """Begin a run and return its number; ``design`` and ``versions`` are JSON data."""
        values = {**_described(name, design, seed, versions), "began": datetime.now(UTC)}
        with self._writing() as connection:
            return int(connection.scalar(insert(runs).values(values).returning(runs.c.id)) or 0)

    def find_run(
        self, name: str, design: JsonMapping, seed: int | None = None, versions: JsonMapping | None = None
    ) -> Run | None:
        """Return the newest run that was begun with just this, finished or not: the one to go on with."""
        wanted = _described(name, design, seed, versions)
        query = _runs().where(*(runs.c[column].is_not_distinct_from(value) for column, value in wanted.items()))
        with self._reading() as connection:
            row = connection.execute(query.limit(1)).first()
            return None if row is None else self._run(row)

    def runs(self, name: str | None = None) -> list[Run]:
        """Return all runs, or those of one name, newest first."""
        query = _runs() if name is None else _runs().where(runs.c.name == name)
        with self._reading() as connection:
            return [self._run(row) for row in connection.execute(query)]

    def run(self, run: int) -> Run:
        """Return a run by its number."""
        with self._reading() as connection:
            row = connection.execute(_runs().where(runs.c.id == run)).first()
            if row is None:
                raise BadInput(f"store {self.url}: no run {run}")
            return self._run(row)

    def add_rows(self, run: int, rows: Iterable[JsonMapping], seconds: float | None = None) -> int:
        """Append rows, all or none, and return how many were new; ``seconds`` is how long the run took with them.

        Each row has a ``key`` (a number, a text, or a list of them) that names it within its run; of two rows of one
        key the first stays, so a step may be done again without harm.
        """
        given: dict[str, str] = {}
        for number, row in enumerate(rows):
            given.setdefault(*keyed(row, f"rows[{number}]"))
        with self._writing() as connection:
            return self._append(connection, run, given, seconds)

    def rows(self, run: int) -> Iterator[JsonObject]:
        """Give the rows of a run in the order they were added."""
        for page in self._row_pages(run, run_rows.c.data):
            yield from (self._data(row, f"a row of run {run}") for row in page)

    def keys(self, run: int) -> set[Any]:
        """Return the keys of the rows a run has already (lists as tuples): what need not be done again."""
        what = f"the key of a row of run {run}"
        pages = self._row_pages(run, run_rows.c.key)
        with self._said_plainly():  # a key that is an object cannot be one
            return {_hashable(self._data(key, what, None)) for page in pages for key in page}

    def finish_run(self, run: int, seconds: float) -> None:
        """Say that a run has all its rows, and how long it took."""
        values = {"finished": datetime.now(UTC), "seconds": seconds}
        with self._writing() as connection:
            if not connection.execute(update(runs).where(runs.c.id == run).values(values)).rowcount:
                raise BadInput(f"store {self.url}: no run {run}")

    def _run(self, row: Row[Any]) -> Run:
        seed = None if row.seed is None else int(row.seed)
        design, versions = (self._data(text, f"run {row.id}") for text in (row.design, row.versions))
        return Run(row.id, str(row.name), design, seed, versions, row.began, row.finished, row.seconds, row.rows)

    def _append(self, connection: Connection, run: int, given: Mapping[str, str], seconds: float | None = None) -> int:
        finished = self._lock(connection, run)
        there = _known(connection, run, list(given))
        new = [(key, data) for key, data in given.items() if key not in there]
        if new and finished:
            raise BadInput(f"store {self.url}: run {run} is finished and takes no more rows")
        first = next_position(connection, run)
        fresh = [
            {"run": run, "position": position, "key": key, "data": data}
            for position, (key, data) in enumerate(new, first)
        ]
        if fresh:
            connection.execute(insert(run_rows), fresh)
        if fresh and seconds is not None:
            connection.execute(update(runs).where(runs.c.id == run).values(seconds=seconds))
        return len(new)

    def _lock(self, connection: Connection, run: int) -> bool:
        """Let nobody else append to a run until the transaction ends; return whether the run is finished."""
        row = connection.execute(select(runs.c.finished).where(runs.c.id == run).with_for_update()).first()
        if row is None:
            raise BadInput(f"store {self.url}: no run {run}")
        return row.finished is not None

    def _row_pages(self, run: int, column: Any) -> Iterator[list[str]]:
        for first in range(0, self.run(run).rows, PAGE):  # positions have no gaps: nothing takes a row away
            here = run_rows.c.position.between(first, first + PAGE - 1)
            with self._reading() as connection:
                query = select(column).where(run_rows.c.run == run, here).order_by(run_rows.c.position)
                page = list(connection.scalars(query))
            yield page


def _runs() -> Select[Any]:
    count = select(func.count()).where(run_rows.c.run == runs.c.id).scalar_subquery().label("rows")
    return select(runs, count).order_by(runs.c.id.desc())


def _described(name: str, design: JsonMapping, seed: int | None, versions: JsonMapping | None) -> dict[str, str | None]:
    return {
        "name": name,
        "design": as_json(design, "design", sort=True),
        "seed": None if seed is None else str(int(seed)),
        "versions": as_json(versions or {}, "versions", sort=True),
    }


def keyed(row: JsonMapping, where: str) -> tuple[str, str]:
    """Return the key of a row and the whole of it, as JSON."""
    if row.get("key") is None:
        raise BadInput(f"{where}.key: missing; it names the row within its run")
    return as_json(row["key"], f"{where}.key"), as_json(row, where)


def _known(connection: Connection, run: int, keys: list[str]) -> set[str]:
    found: set[str] = set()
    for start in range(0, len(keys), PAGE):
        some = run_rows.c.key.in_(keys[start : start + PAGE])
        found.update(connection.scalars(select(run_rows.c.key).where(run_rows.c.run == run, some)))
    return found


def next_position(connection: Connection, run: int) -> int:
    """Return where the next row of a run will stand."""
    last = connection.scalar(select(func.max(run_rows.c.position)).where(run_rows.c.run == run))
    return 0 if last is None else last + 1


def as_json(data: object, where: str, *, sort: bool = False) -> str:
    """Return data as compact JSON; ``where`` is what an error calls it."""
    try:
        data = dict(data) if isinstance(data, Mapping) else data
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=sort)
    except (TypeError, ValueError) as error:
        raise BadInput(f"{where}: not JSON data: {error}") from None


def _hashable(key: object) -> Any:
    return tuple(map(_hashable, key)) if isinstance(key, list) else key
