"""People at the web table with their answers, the tables of a web server, its jobs."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)
QUESTIONS = ("competence", "coherence", "predictability", "fun")
STATES = "'queued', 'running', 'done', 'failed', 'cancelled', 'interrupted'"


def upgrade() -> None:
    """Make the tables of the web."""
    op.create_table(
        "sittings",
        sa.Column("id", ID, primary_key=True),
        sa.Column("record", ID, sa.ForeignKey("records.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("consented", MOMENT),
        sa.Column("hinted", sa.Boolean, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.UniqueConstraint("record", "seat", name="sittings_once"),
        sqlite_autoincrement=True,
    )
    op.create_index("sittings_by_code", "sittings", ["code"])
    op.create_table(
        "answers",
        sa.Column(
            "sitting", ID, sa.ForeignKey("sittings.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
        ),
        *(sa.Column(question, sa.Integer, nullable=False) for question in QUESTIONS),
        sa.Column("years", sa.Integer),
        sa.Column("comment", sa.Text, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        *(sa.CheckConstraint(f"{question} BETWEEN 1 AND 5", name=f"answers_{question}") for question in QUESTIONS),
        sa.CheckConstraint("years >= 0", name="answers_years"),
    )
    op.create_table(
        "web_tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("record", ID, sa.ForeignKey("records.id", ondelete="SET NULL")),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("touched", MOMENT, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_index("web_tables_by_over", "web_tables", ["over", "created", "id"])
    op.create_index("web_tables_by_record", "web_tables", ["record"])
    op.create_table(
        "jobs",
        sa.Column("id", ID, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("folder", sa.Text, nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("began", MOMENT),
        sa.Column("ended", MOMENT),
        sa.CheckConstraint(f"state IN ({STATES})", name="jobs_state"),
        sqlite_autoincrement=True,
    )
    op.create_index("jobs_by_state", "jobs", ["state"])
