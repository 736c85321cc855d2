"""Shuffles published before the first wager: secrets kept apart, entropy of the seats, a digest of every round."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table("house_keys", sa.Column("id", sa.String(16), primary_key=True))
    op.add_column("tables", sa.Column("shuffle", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("seats", sa.Column("entropy_hash", sa.String(64)))
    op.add_column("seats", sa.Column("entropy_from", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("rounds", sa.Column("shuffle", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("rounds", sa.Column("entropy", sa.JSON(), nullable=False, server_default="{}"))
    op.add_column("rounds", sa.Column("secret", sa.Text()))
    op.add_column("rounds", sa.Column("digest", sa.String(64), nullable=False, server_default=""))
    # What was shown stays; the seeds of open rounds and of shoes in play are not carried over in the clear.
    op.execute("UPDATE rounds SET secret = seed WHERE status IN ('settled', 'void')")
    op.execute("ALTER TABLE rounds DROP COLUMN seed")
