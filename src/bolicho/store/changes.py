"""A step of a training that changes several bases at once: cases come and go together with the row that tells of it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, update

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping
from bolicho.store.bases import changed
from bolicho.store.cases import Case, Cases, encoded, origins_of
from bolicho.store.runs import Run, as_json, keyed, next_position
from bolicho.store.tables import bases, run_rows, runs


class BaseChange(NamedTuple):
    """What a step does to one base: cases are added first, then removed, so one that came may go at once."""

    rows: Sequence[Case] = ()
    origins: str | Iterable[str | None] | None = None
    """Where each case came from, or one text where all did."""
    removed: Sequence[int] = ()
    """Positions, those of the new cases among them."""
    first: int | None = None
    """Which position the first new case must get; a base where it would be another is refused."""


class Changes(Cases):
    """Changes of several bases in one transaction."""

    def change_cases(
        self, changes: Mapping[str, BaseChange], run: int, step: JsonMapping, seconds: float | None = None
    ) -> bool:
        """Change the cases of several bases and add the step that did it to its run: all of it, or nothing.

        ``seconds`` is how long the run took with this step.

        Return whether it was done: a step the run has already changes nothing, so a killed training that does its last
        step again neither loses nor doubles a case. Writers wait for each other.
        """
        with self._reading() as connection:
            columns = {base: self._columns(connection, base) for base in changes}
        ready = {base: _ready(change, columns[base], base) for base, change in changes.items()}
        given = dict([keyed(step, "step")])
        with self._writing() as connection:
            # always in the same order, so that two who change the same bases cannot wait for each other
            held = {base: self._hold(connection, base) for base in sorted(changes)}
            if not self._append(connection, run, given, seconds):
                return False
            for base, row in held.items():
                change, (origins, data) = changes[base], ready[base]
                if self._columns_of(row) != columns[base]:  # dropped and made anew in the meantime
                    raise BadInput(f"store {self.url}: the columns of case base {base!r} have changed")
                if change.first not in (None, row.next):
                    where = f"would begin at {row.next}, not at {change.first}"
                    raise BadInput(f"store {self.url}: somebody has changed case base {base!r}: new cases {where}")
                self._put(connection, row, origins, data)
                self._take(connection, row, gone := sorted(set(change.removed)))
                if gone and not data:
                    changed(connection, row)
        return True

    def extend_run(self, run: int, design: JsonMapping, notes: Mapping[str, str], *, without: str = "") -> Run:
        """Give a run another end: its design, what its bases say of themselves, and that it is not finished any more.

        ``without`` is the key of the row that told of the old end; only the last row can be taken away.
        """
        with self._writing() as connection:
            held = {base: self._hold(connection, base).id for base in sorted(notes)}
            self._lock(connection, run)
            if without:
                last = run_rows.c.position == next_position(connection, run) - 1
                row = (run_rows.c.run == run, last, run_rows.c.key == as_json(without, "key"))
                if not connection.execute(delete(run_rows).where(*row)).rowcount:
                    raise BadInput(f"store {self.url}: run {run} does not end with {without!r}")
            values = {"design": as_json(design, "design", sort=True), "finished": None}
            connection.execute(update(runs).where(runs.c.id == run).values(values))
            for base, note in notes.items():
                connection.execute(update(bases).where(bases.c.id == held[base]).values(note=note))
        return self.run(run)

    def _columns(self, connection: Connection, base: str) -> tuple[str, ...]:
        return self._columns_of(self._look(connection, base))


def _ready(change: BaseChange, columns: tuple[str, ...], base: str) -> tuple[list[str | None], list[str]]:
    try:
        data = [encoded(row, columns, number) for number, row in enumerate(change.rows)]
        return origins_of(change.origins, len(data)), data
    except BadInput as error:
        raise BadInput(f"case base {base!r}: {error}") from None
