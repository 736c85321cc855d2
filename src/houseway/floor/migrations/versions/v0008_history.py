"""Indexes for a person's rounds and a table's, so that history pages at a million rounds."""

from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_index("events_by_user", "events", ["user_id", "round_id"])
    op.create_index("rounds_by_table", "rounds", ["table_id", "id"])
