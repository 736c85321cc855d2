"""Tip boxes, coupons and tickets by number, schedules with their approval, shifts, dealers on duty."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.execute(
        sa.text(
            "INSERT INTO accounts (kind, name, table_id, overdraft) "
            "SELECT 'tips', 'tips/' || CAST(id AS VARCHAR(20)), id, :may FROM tables WHERE NOT EXISTS "
            "(SELECT 1 FROM accounts WHERE accounts.kind = 'tips' AND accounts.table_id = tables.id)"
        ).bindparams(sa.bindparam("may", False, sa.Boolean()))
    )
    op.create_table(
        "vouchers",
        sa.Column("code", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.String(10), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("round_id", _ID),
        sa.Column("table_id", _ID),
        sa.Column("used_at", sa.BigInteger()),
        sa.CheckConstraint("status IN ('good', 'laid', 'used')", name="vouchers_status"),
        sa.CheckConstraint("cents > 0", name="vouchers_positive"),
    )
    op.create_index("vouchers_by_age", "vouchers", ["at"])
    op.add_column("users", sa.Column("proposition", sa.JSON()))
    op.add_column("tables", sa.Column("imprest", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("piece", sa.Boolean(), nullable=False, server_default=sa.true()))
    op.add_column("tables", sa.Column("dealer_id", _ID))
    op.create_table(
        "schedules",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("choice", sa.String(64), nullable=False),
        sa.Column("value", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("authority", sa.String(128), nullable=False),
        sa.Column("effective", sa.String(10), nullable=False),
        sa.Column("note", sa.String(500), nullable=False),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("status IN ('proposed', 'approved', 'under review', 'ceased')", name="schedules_status"),
    )
    op.create_table(
        "shifts",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger()),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
    )
