"""What cases were ruled by and what was paid on them; wagers that came too late; each day's wagers of each person."""

import sqlalchemy as sa
from alembic import op

from houseway.floor.triggers import append_only

revision = "0015"
down_revision = "0014"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _column(name: str, kind: sa.types.TypeEngine, **more: object) -> sa.Column:  # type: ignore[type-arg]
    return sa.Column(name, kind, nullable=False, **more)  # type: ignore[arg-type]


def upgrade() -> None:
    op.add_column("cases", _column("rules", sa.String(64), server_default=""))
    op.create_table(
        "case_payments",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("case_id", _ID, sa.ForeignKey("cases.id"), nullable=False),
        _column("at", sa.BigInteger()),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        _column("seat", sa.Integer()),
        sa.Column("person_id", _ID, sa.ForeignKey("users.id")),
        _column("cents", sa.BigInteger()),
    )
    op.create_index("case_payments_by_case", "case_payments", ["case_id", "id"])
    op.create_table(
        "late_wagers",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("round_id", _ID, sa.ForeignKey("rounds.id"), nullable=False),
        _column("at", sa.BigInteger()),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        _column("seat", sa.Integer()),
        _column("data", sa.JSON()),
    )
    op.create_index("late_wagers_by_round", "late_wagers", ["round_id", "id"])
    op.create_table(
        "daily_wagers",
        _column("day", sa.Integer()),
        _column("user_id", _ID),
        _column("table_id", _ID),
        _column("wager", sa.String(64)),
        _column("wagers", sa.BigInteger()),
        _column("stake", sa.BigInteger()),
        _column("net", sa.BigInteger()),
        _column("stake_squares", sa.Double()),
        _column("net_squares", sa.Double()),
        _column("products", sa.Double()),
        sa.PrimaryKeyConstraint("day", "user_id", "table_id", "wager"),
    )
    bind = op.get_bind()
    for table in ("case_payments", "late_wagers"):
        for statement in append_only(bind.dialect.name, table):
            bind.exec_driver_sql(statement)
