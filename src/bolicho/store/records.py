"""Records of matches: saved whole or not at all, asked for by game and by agent."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update

from bolicho.core.errors import BadInput
from bolicho.core.json_text import JsonObject
from bolicho.core.record import Record
from bolicho.store.database import Database
from bolicho.store.tables import records as kept
from bolicho.store.tables import seats

PAGE = 200
"""Records read at a time: no connection is held, and no more is in memory, while somebody looks at them."""


@dataclass(frozen=True)
class Summary:
    """A record in one line of a list."""

    id: int
    game: str
    agents: tuple[str, ...]
    scores: tuple[int, ...]
    winner: int | None
    """The seat that won; None when drawn or unfinished."""
    when: datetime
    """When it was first saved, in UTC."""
    finished: bool


class Records(Database):
    """The records of a store."""

    def save(self, records: Iterable[Record]) -> list[int]:
        """Save all records, or none if anything fails, and return their numbers in order.

        The records are drawn before the transaction begins, so nobody waits for matches still to be played.
        """
        rows = [(columns_of(record), seats_of(record)) for record in records]
        if not rows:
            return []
        now = datetime.now(UTC)
        with self._writing() as connection:
            new = insert(kept).returning(kept.c.id, sort_by_parameter_order=True)
            ids = list(connection.scalars(new, [{**columns, "created": now} for columns, _ in rows]))
            _sit(connection, zip(ids, (sitting for _, sitting in rows), strict=True))
        return ids

    def load(self, id: int) -> Record:
        """Return a record as it was saved."""
        with self._reading() as connection:
            payload = connection.scalar(select(kept.c.payload).where(kept.c.id == id))
        if payload is None:
            raise BadInput(f"store {self.url}: no record {id}")
        return self._read(id, payload)

    def records(
        self,
        *,
        game: str | None = None,
        agent: str | Collection[str] | None = None,
        finished: bool | None = None,
        oldest_first: bool = False,
        after: int | None = None,
        limit: int | None = None,
    ) -> Iterator[tuple[int, Record]]:
        """Give records with their numbers, newest first, as they stand when each page is read.

        ``agent`` asks for a name (or one of several) at any seat; ``after`` goes on behind that record, in the order
        asked for.
        """
        query = _chosen(select(kept.c.id, kept.c.payload), game, agent, finished)
        for page in self._pages(query, oldest_first, after, limit):
            for row in page:
                yield row.id, self._read(row.id, row.payload)

    def summaries(
        self,
        *,
        game: str | None = None,
        agent: str | Collection[str] | None = None,
        finished: bool | None = None,
        oldest_first: bool = False,
        after: int | None = None,
        limit: int | None = None,
    ) -> Iterator[Summary]:
        """Give the same matches as ``records`` in one line each, without reading what was played."""
        columns = (kept.c.id, kept.c.game, kept.c.winner, kept.c.created, kept.c.finished)
        for page in self._pages(_chosen(select(*columns), game, agent, finished), oldest_first, after, limit):
            yield from self._summarised(page)

    def count(
        self, *, game: str | None = None, agent: str | Collection[str] | None = None, finished: bool | None = None
    ) -> int:
        """Return how many records ``records`` would give."""
        with self._reading() as connection:
            return connection.scalar(_chosen(select(func.count()).select_from(kept), game, agent, finished)) or 0

    def players(self) -> list[str]:
        """Return the names of all who ever sat at a recorded match, sorted."""
        with self._reading() as connection:
            return sorted(connection.scalars(select(seats.c.agent).distinct()))

    def replace(self, id: int, record: Record) -> None:
        """Save how an unfinished match went on, in the place of what was known of it."""
        columns, sitting = columns_of(record), seats_of(record)
        with self._writing() as connection:
            query = select(kept.c.payload).where(kept.c.id == id).with_for_update()
            payload = connection.scalar(query)
            if payload is None:
                raise BadInput(f"store {self.url}: no record {id}")
            known = self._read(id, payload)
            if known.finished:
                raise BadInput(f"store {self.url}: record {id} is finished and stays as it is")
            if _match(known) != _match(record):
                raise BadInput(f"store {self.url}: record {id} is of another match")
            connection.execute(update(kept).where(kept.c.id == id).values(columns))
            connection.execute(delete(seats).where(seats.c.record == id))
            _sit(connection, [(id, sitting)])

    def delete(self, id: int) -> None:
        """Forget a record; its number is not given again."""
        with self._writing() as connection:
            if not connection.execute(delete(kept).where(kept.c.id == id)).rowcount:
                raise BadInput(f"store {self.url}: no record {id}")

    def _pages(
        self, query: Select[Any], oldest_first: bool, after: int | None, limit: int | None
    ) -> Iterator[list[Row[Any]]]:
        with self._reading() as connection:  # what is saved from now on is not asked for
            last = connection.scalar(select(func.max(kept.c.id))) or 0
        query = query.where(kept.c.id <= last).order_by(kept.c.id if oldest_first else kept.c.id.desc())
        while limit is None or limit > 0:
            size = PAGE if limit is None else min(PAGE, limit)
            behind = [] if after is None else [kept.c.id > after if oldest_first else kept.c.id < after]
            with self._reading() as connection:
                page = list(connection.execute(query.where(*behind).limit(size)))
            if page:
                yield page
                after = page[-1].id
            if len(page) < size:
                return
            limit = None if limit is None else limit - size

    def _summarised(self, page: list[Row[Any]]) -> Iterator[Summary]:
        query = select(seats).where(seats.c.record.in_([row.id for row in page])).order_by(seats.c.record, seats.c.seat)
        with self._reading() as connection:
            sitting = {id: list(rows) for id, rows in groupby(connection.execute(query), lambda row: row.record)}
        for row in page:
            agents = tuple(seat.agent for seat in sitting.get(row.id, ()))
            scores = tuple(seat.score for seat in sitting.get(row.id, ()))
            yield Summary(row.id, row.game, agents, scores, row.winner, row.created, row.finished)

    def _read(self, id: int, payload: str) -> Record:
        try:
            return Record.from_json(payload if isinstance(payload, str) else "")
        except BadInput as error:
            raise BadInput(f"store {self.url}, record {id}: {error}") from None


def _chosen(
    query: Select[Any], game: str | None, agent: str | Collection[str] | None, finished: bool | None
) -> Select[Any]:
    if game is not None:
        query = query.where(kept.c.game == game)
    if agent is not None:
        named = [agent] if isinstance(agent, str) else list(agent)
        query = query.where(kept.c.id.in_(select(seats.c.record).where(seats.c.agent.in_(named))))
    if finished is not None:
        query = query.where(kept.c.finished == finished)
    return query


def columns_of(record: Record) -> JsonObject:
    """Return what is kept of a record, but for its number and moment; one that could not be loaded is refused."""
    payload = record.to_json()
    Record.from_json(payload)
    return {
        "game": record.game,
        "version": record.version,
        "seed": None if record.seed is None else str(record.seed),
        "match": record.match,
        "winner": record.winner,
        "finished": record.finished,
        "payload": payload,
    }


def seats_of(record: Record) -> list[JsonObject]:
    """Return who sat where in a record, with what score."""
    sitting = enumerate(zip(record.agents, record.scores, strict=True))
    return [{"seat": seat, "agent": agent, "score": score} for seat, (agent, score) in sitting]


def _sit(connection: Connection, sitting: Iterable[tuple[int, list[JsonObject]]]) -> None:
    rows = [{"record": id, **seat} for id, seated in sitting for seat in seated]
    if rows:
        connection.execute(insert(seats), rows)


def _match(record: Record) -> tuple[object, ...]:
    return record.game, record.version, record.options, record.agents, record.seed, record.match
