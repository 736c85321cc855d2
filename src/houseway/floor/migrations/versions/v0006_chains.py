"""Ledger and audit log as chains of digests."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    made = op.create_table(
        "chains",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
    )
    op.bulk_insert(made, [{"name": "house", "number": 0, "digest": ""}])
    op.add_column("tables", sa.Column("seal_number", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("seal", sa.String(64), nullable=False, server_default=""))
    op.add_column("entries", sa.Column("round_digest", sa.String(64), nullable=False, server_default=""))
    op.add_column("audit", sa.Column("table_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite")))
    for table in ("entries", "audit"):
        op.add_column(table, sa.Column("number", sa.BigInteger()))
        op.add_column(table, sa.Column("digest", sa.String(64)))
    op.create_index("audit_by_table", "audit", ["table_id", "user_id", "at"])
