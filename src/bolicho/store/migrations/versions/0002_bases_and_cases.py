"""Case bases with their cases and clusterings."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables of the case bases."""
    op.create_table(
        "bases",
        sa.Column("id", ID, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("form", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("columns", sa.Text, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("revision", sa.BigInteger, nullable=False),
        sa.Column("next", sa.Integer, nullable=False),
        sa.UniqueConstraint("name", name="bases_by_name"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "cases",
        sa.Column("base", ID, sa.ForeignKey("bases.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("origin", sa.Text),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_index("cases_by_origin", "cases", ["base", "origin"])
    op.create_table(
        "clusterings",
        sa.Column("base", ID, sa.ForeignKey("bases.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("scenario", sa.Text, primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("cases", sa.Integer, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
    )
