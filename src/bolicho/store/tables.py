"""The tables, as they are at the newest revision; ``migrations`` tells how an older database comes to have them.

A record is kept whole, as its own JSON text; the columns beside it are what one asks for. Seeds may be of any size, so
they are text. A case is the JSON list of its values, in the order of its base's columns.
"""

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

HEAD = "0006"
"""The newest revision in ``migrations``: a database that has it is opened without asking alembic."""

VERSION_TABLE = "bolicho_version"
"""Where a database keeps its revision; not alembic's usual name, for a server may hold other people's tables too."""


class Moment(TypeDecorator[datetime]):
    """A moment in UTC, aware on the Python side whatever the database keeps."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Send a moment in UTC."""
        return value and value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Read a moment back; SQLite forgets the zone."""
        return value and (value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC))


version = Table(
    VERSION_TABLE,
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc"),
)
"""As alembic makes it, to which it belongs."""

Id = BigInteger().with_variant(Integer(), "sqlite")
"""SQLite counts rows for us only in a column it calls INTEGER (of 64 bits all the same)."""

metadata = MetaData()

records = Table(
    "records",
    metadata,
    Column("id", Id, primary_key=True),
    Column("created", Moment, nullable=False),
    Column("game", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("seed", Text),
    Column("match", BigInteger, nullable=False),
    Column("winner", Integer),
    Column("finished", Boolean, nullable=False),
    Column("payload", Text, nullable=False),
    Index("records_by_game", "game", "id"),
    Index("records_by_finished", "finished", "id"),
    Index("records_by_created", "created"),
    sqlite_autoincrement=True,  # the number of a deleted record is never given to another
)

seats = Table(
    "seats",
    metadata,
    Column("record", Id, ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("agent", Text, nullable=False),
    Column("score", BigInteger, nullable=False),
    Index("seats_by_agent", "agent", "record"),
)

runs = Table(
    "runs",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", Text, nullable=False),
    Column("design", Text, nullable=False),
    Column("seed", Text),
    Column("versions", Text, nullable=False),
    Column("began", Moment, nullable=False),
    Column("finished", Moment),
    Column("seconds", Float),
    Index("runs_by_name", "name", "id"),
    sqlite_autoincrement=True,
)

run_rows = Table(
    "run_rows",
    metadata,
    Column("run", Id, ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("key", Text, nullable=False),
    Column("data", Text, nullable=False),
    UniqueConstraint("run", "key", name="run_rows_once"),
)

bases = Table(
    "bases",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("form", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("columns", Text, nullable=False),
    Column("created", Moment, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("next", Integer, nullable=False),  # the position of the next case: one that was removed is not given again
    UniqueConstraint("name", name="bases_by_name"),
    sqlite_autoincrement=True,
)

cases = Table(
    "cases",
    metadata,
    Column("base", Id, ForeignKey("bases.id", ondelete="CASCADE"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("origin", Text),
    Column("data", Text, nullable=False),
    Index("cases_by_origin", "base", "origin"),
)

clusterings = Table(
    "clusterings",
    metadata,
    Column("base", Id, ForeignKey("bases.id", ondelete="CASCADE"), primary_key=True),
    Column("scenario", Text, primary_key=True),
    Column("data", Text, nullable=False),
    Column("cases", Integer, nullable=False),
    Column("created", Moment, nullable=False),
)

QUESTIONS = ("competence", "coherence", "predictability", "fun")
"""What a person is asked after a match, each to be answered from 1 to 5."""

sittings = Table(
    "sittings",
    metadata,
    Column("id", Id, primary_key=True),
    Column("record", Id, ForeignKey("records.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("code", Text, nullable=False),  # never the code itself: its SHA-256
    Column("consented", Moment),
    Column("hinted", Boolean, nullable=False),
    Column("created", Moment, nullable=False),
    UniqueConstraint("record", "seat", name="sittings_once"),
    Index("sittings_by_code", "code"),
    sqlite_autoincrement=True,  # cases name a sitting by its number
)

answers = Table(
    "answers",
    metadata,
    Column("sitting", Id, ForeignKey("sittings.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    *(Column(question, Integer, nullable=False) for question in QUESTIONS),
    Column("years", Integer),
    Column("comment", Text, nullable=False),
    Column("created", Moment, nullable=False),
    *(CheckConstraint(f"{question} BETWEEN 1 AND 5", name=f"answers_{question}") for question in QUESTIONS),
    CheckConstraint("years >= 0", name="answers_years"),
)

participants = Table(
    "participants",
    metadata,
    Column("id", Id, primary_key=True),
    Column("study", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("design", Text, nullable=False),
    Column("code", Text, nullable=False),  # its SHA-256; the same as that of the person's sittings
    Column("language", Text, nullable=False),
    Column("consented", Moment, nullable=False),
    Column("simulated", Boolean, nullable=False),
    UniqueConstraint("study", "place", name="participants_place"),
    UniqueConstraint("code", name="participants_code"),
)

web_tables = Table(
    "web_tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("record", Id, ForeignKey("records.id", ondelete="SET NULL")),
    Column("data", Text, nullable=False),
    Column("created", Moment, nullable=False),
    Column("touched", Moment, nullable=False),
    Column("over", Boolean, nullable=False),
    Index("web_tables_by_over", "over", "created", "id"),
    Index("web_tables_by_record", "record"),
)

web_rooms = Table(
    "web_rooms",
    metadata,
    Column("id", Text, primary_key=True),
    Column("data", Text, nullable=False),
    Column("created", Moment, nullable=False),
    Column("touched", Moment, nullable=False),
)

STATES = ("queued", "running", "done", "failed", "cancelled", "interrupted")
"""What may be said of a job."""

jobs = Table(
    "jobs",
    metadata,
    Column("id", Id, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer),
    Column("message", Text, nullable=False),
    Column("folder", Text, nullable=False),
    Column("created", Moment, nullable=False),
    Column("began", Moment),
    Column("ended", Moment),
    CheckConstraint(f"state IN ({', '.join(map(repr, STATES))})", name="jobs_state"),
    Index("jobs_by_state", "state"),
    sqlite_autoincrement=True,
)

house = Table(
    "bolicho_house",
    metadata,
    Column("name", Text, primary_key=True),
    Column("diary", Text),
    Column("host", Text),
)
"""One row: which store this is, and where its server writes the moves that are not in it yet."""
