"""Running totals of days that are over, and what reports and clean-up look things up by."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "daily",
        sa.Column("day", sa.Integer(), primary_key=True),
        sa.Column("table_id", _ID, primary_key=True),
        sa.Column("kind", sa.String(24), primary_key=True),
        sa.Column("source", sa.String(16), primary_key=True),
        sa.Column("target", sa.String(16), primary_key=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
    )
    op.create_index("entries_by_time", "entries", ["at"])
    op.create_index("rounds_by_end", "rounds", ["ended"])
