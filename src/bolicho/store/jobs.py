"""Jobs of a server: what was asked to be computed, how far it came, and how it ended."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Row, func, insert, select, update

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonMapping, JsonObject
from bolicho.store.database import Database
from bolicho.store.runs import as_json
from bolicho.store.tables import STATES, jobs

ENDED = frozenset({"done", "failed", "cancelled", "interrupted"})
"""States in which nothing is computed any more."""


@dataclass(frozen=True)
class Job:
    """A job in one line of a list."""

    id: int
    kind: str
    title: str
    options: JsonObject
    state: str
    """queued, running, done, failed, cancelled or interrupted."""
    done: int
    total: int | None
    """How much there is to do; None while nobody knows."""
    message: str
    folder: str
    """Where its results are."""
    created: datetime
    began: datetime | None
    """When it first ran, in UTC."""
    ended: datetime | None
    """When it stopped, in UTC; None while it waits or runs."""


class Jobs(Database):
    """The jobs of a store."""

    def new_job(
        self, kind: str, title: str, options: JsonMapping, *, total: int | None = None, folder: str = ""
    ) -> int:
        """Queue a job and return its number; ``options`` are JSON data."""
        _check_count(0, total)
        told = {"kind": kind, "title": title, "options": as_json(options, "options"), "folder": folder}
        values = {**told, "state": "queued", "done": 0, "total": total, "message": "", "created": datetime.now(UTC)}
        with self._writing() as connection:
            return int(connection.scalar(insert(jobs).values(values).returning(jobs.c.id)) or 0)

    def job(self, id: int) -> Job:
        """Return a job by its number."""
        with self._reading() as connection:
            row = connection.execute(select(jobs).where(jobs.c.id == id)).first()
            if row is None:
                raise self._no_job(id)
            return self._job(row)

    def jobs(self, limit: int = 50) -> list[Job]:
        """Return the newest jobs, newest first."""
        with self._reading() as connection:
            query = select(jobs).order_by(jobs.c.id.desc()).limit(max(0, limit))
            return [self._job(row) for row in connection.execute(query)]

    def job_progress(self, id: int, done: int, total: int | None = None) -> None:
        """Say how far a job is, and of how much if that is known by now."""
        _check_count(done, total)
        self._tell(id, {"done": done} if total is None else {"done": done, "total": total})

    def job_state(self, id: int, state: str, message: str | None = None) -> None:
        """Say what has become of a job; without a message the one before stays.

        It began when it first ran; a job that is queued or runs again has not ended.
        """
        if state not in STATES:
            raise BadInput(f"job state: {state!r} is none of {', '.join(STATES)}")
        now = datetime.now(UTC)
        values: JsonObject = {"state": state, "ended": now if state in ENDED else None}
        if state == "running":
            values["began"] = func.coalesce(jobs.c.began, now)
        self._tell(id, values if message is None else {**values, "message": message})

    def interrupt_running(self) -> int:
        """Say of every job that runs that it was interrupted, as a server does that starts; return how many."""
        values = {"state": "interrupted", "ended": datetime.now(UTC)}
        with self._writing() as connection:
            return connection.execute(update(jobs).where(jobs.c.state == "running").values(values)).rowcount

    def _tell(self, id: int, values: JsonObject) -> None:
        with self._writing() as connection:
            if not connection.execute(update(jobs).where(jobs.c.id == id).values(values)).rowcount:
                raise self._no_job(id)

    def _job(self, row: Row[Any]) -> Job:
        options = self._data(row.options, f"job {row.id}")
        asked = (row.id, str(row.kind), str(row.title), options, str(row.state), row.done, row.total)
        return Job(*asked, str(row.message), str(row.folder), row.created, row.began, row.ended)

    def _no_job(self, id: int) -> BadInput:
        return BadInput(f"store {self.url}: no job {id}")


def _check_count(done: int, total: int | None) -> None:
    for name, value in (("done", done), ("total", total)):
        if value is not None and value < 0:
            raise BadInput(f"job.{name}: expected 0 or more, found {value}")
