"""Case bases: what a base is called, of what game and form its cases are, and where they came from.

The store does not know what a case means: to it a base is a list of columns, and a case is a number or nothing in each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError

from bolicho.core.errors import BadInput, UnknownName
from bolicho.core.json_text import JsonObject
from bolicho.store.database import Database
from bolicho.store.runs import as_json
from bolicho.store.tables import bases, cases, clusterings


@dataclass(frozen=True)
class Base:
    """A case base in one line of a list."""

    id: int
    name: str
    game: str
    form: str
    """Version of the case format: what the columns are and how they are coded."""
    source: str
    """Where the cases came from: recorded, web, synthetic, imitation..."""
    note: str
    columns: tuple[str, ...]
    created: datetime
    """When it was made, in UTC."""
    revision: int
    """Counts the changes of its cases and clusterings: what was read at (id, revision) is as it was while both stay."""
    cases: int
    """How many there are."""
    next: int = 0
    """The position that the next case will get."""


class Bases(Database):
    """The case bases of a store, by name."""

    def add_base(self, name: str, game: str, form: str, source: str, columns: Sequence[str], note: str = "") -> Base:
        """Make an empty base; a name that is taken is refused."""
        _check_name(name)
        _check_columns(columns)
        values = {
            "game": game,
            "form": form,
            "source": source,
            "note": note,
            "columns": as_json(list(columns), "columns"),
        }
        with self._writing() as connection:
            self._insert(connection, {"name": name, **values, "next": 0})
        return self.base(name)

    def bases(self) -> list[Base]:
        """Return all bases, in the order of their names."""
        with self._reading() as connection:
            return sorted((self._base(row) for row in connection.execute(_bases())), key=lambda base: base.name)

    def base(self, name: str) -> Base:
        """Return the base of that name."""
        with self._reading() as connection:
            row = connection.execute(_bases().where(bases.c.name == name)).first()
            if row is None:
                raise _unknown(connection, name)
            return self._base(row)

    def drop_base(self, name: str) -> None:
        """Forget a base with all its cases and clusterings."""
        with self._writing() as connection:
            connection.execute(delete(bases).where(bases.c.id == self._hold(connection, name).id))

    def rename_base(self, old: str, new: str) -> None:
        """Give a base another name; one that is taken is refused."""
        _check_name(new)
        with self._writing() as connection:
            renamed = update(bases).where(bases.c.id == self._hold(connection, old).id).values(name=new)
            try:
                connection.execute(renamed)
            except IntegrityError:
                raise self._taken(new) from None

    def copy_base(self, old: str, new: str, source: str | None = None) -> Base:
        """Make a base with the same cases (at the same positions) and clusterings; nothing leaves the database."""
        _check_name(new)
        with self._writing() as connection:
            held = self._hold(connection, old)
            values = {column: held._mapping[column] for column in ("game", "form", "source", "note", "columns", "next")}
            if source is not None:
                values["source"] = source
            id = self._insert(connection, {"name": new, **values})
            for table in (cases, clusterings):
                rest = [column for column in table.c if column.name != "base"]
                rows = select(literal(id), *rest).where(table.c.base == held.id)
                connection.execute(insert(table).from_select(["base", *(column.name for column in rest)], rows))
        return self.base(new)

    def _look(self, connection: Connection, name: str, *, hold: bool = False) -> Row[Any]:
        query = select(bases).where(bases.c.name == name)
        row = connection.execute(query.with_for_update() if hold else query).first()
        if row is None:
            raise _unknown(connection, name)
        return row

    def _columns_of(self, row: Row[Any]) -> tuple[str, ...]:
        columns = self._data(row.columns, f"the list of columns of case base {row.name!r}", list)
        return tuple(map(str, columns))

    def _base(self, row: Row[Any]) -> Base:
        kind = (str(row.name), str(row.game), str(row.form), str(row.source), str(row.note), self._columns_of(row))
        return Base(row.id, *kind, row.created, int(row.revision), int(row.cases), int(row.next))

    def _hold(self, connection: Connection, name: str) -> Row[Any]:
        """Return a base as it is, and let nobody else change it until the transaction ends."""
        return self._look(connection, name, hold=True)

    def _insert(self, connection: Connection, values: JsonObject) -> int:
        new = insert(bases).values(**values, created=datetime.now(UTC), revision=0).returning(bases.c.id)
        try:
            return int(connection.scalar(new) or 0)
        except IntegrityError:
            raise self._taken(values["name"]) from None

    def _taken(self, name: str) -> BadInput:
        return BadInput(f"store {self.url}: there is a case base {name!r} already")


def changed(connection: Connection, held: Row[Any], **values: int) -> None:
    """Count a change of a base that is held."""
    connection.execute(update(bases).where(bases.c.id == held.id).values(revision=held.revision + 1, **values))


def _bases() -> Select[Any]:
    count = select(func.count()).where(cases.c.base == bases.c.id).scalar_subquery().label("cases")
    return select(bases, count)


def _unknown(connection: Connection, name: str) -> UnknownName:
    return UnknownName("case base", name, sorted(map(str, connection.scalars(select(bases.c.name)))))


def _check_name(name: str) -> None:
    if not name.strip() or not name.isprintable():
        raise BadInput(f"case base: expected a name, found {name!r}")


def _check_columns(columns: Sequence[str]) -> None:
    wrong = [column for column in columns if not isinstance(column, str) or not column]
    if isinstance(columns, str) or wrong or not columns:
        raise BadInput(f"columns: expected a list of names, found {wrong[0] if wrong else columns!r}")
    twice = sorted({column for column in columns if list(columns).count(column) > 1})
    if twice:
        raise BadInput(f"columns: {twice[0]!r} stands there twice")
