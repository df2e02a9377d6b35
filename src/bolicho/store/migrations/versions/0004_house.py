"""Which store this is, and where a server of it writes its diary."""

from uuid import uuid4

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Give the store a name that no other one has."""
    house = op.create_table(
        "bolicho_house",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("diary", sa.Text),
        sa.Column("host", sa.Text),
    )
    op.bulk_insert(house, [{"name": uuid4().hex, "diary": None, "host": None}])
