"""Records with their seats, runs with their rows."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "records",
        sa.Column("id", ID, primary_key=True),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("match", sa.BigInteger, nullable=False),
        sa.Column("winner", sa.Integer),
        sa.Column("finished", sa.Boolean, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index("records_by_game", "records", ["game", "id"])
    op.create_index("records_by_finished", "records", ["finished", "id"])
    op.create_index("records_by_created", "records", ["created"])
    op.create_table(
        "seats",
        sa.Column("record", ID, sa.ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("score", sa.BigInteger, nullable=False),
    )
    op.create_index("seats_by_agent", "seats", ["agent", "record"])
    op.create_table(
        "runs",
        sa.Column("id", ID, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("design", sa.Text, nullable=False),
        sa.Column("seed", sa.Text),
        sa.Column("versions", sa.Text, nullable=False),
        sa.Column("began", MOMENT, nullable=False),
        sa.Column("finished", MOMENT),
        sa.Column("seconds", sa.Float),
        sqlite_autoincrement=True,
    )
    op.create_index("runs_by_name", "runs", ["name", "id"])
    op.create_table(
        "run_rows",
        sa.Column("run", ID, sa.ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.UniqueConstraint("run", "key", name="run_rows_once"),
    )
