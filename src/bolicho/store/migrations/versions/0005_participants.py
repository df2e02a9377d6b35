"""People who take part in a study: which place they have in its design."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table of participants."""
    op.create_table(
        "participants",
        sa.Column("id", ID, primary_key=True),
        sa.Column("study", sa.Text, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("design", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("consented", sa.DateTime(timezone=True), nullable=False),
        sa.Column("simulated", sa.Boolean, nullable=False),
        sa.UniqueConstraint("study", "place", name="participants_place"),
        sa.UniqueConstraint("code", name="participants_code"),
    )
