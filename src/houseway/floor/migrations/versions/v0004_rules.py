"""The rules and the version of the software that a round began with."""

import sqlalchemy as sa
from alembic import op

from houseway.floor.triggers import append_only

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "rules",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("engine", sa.String(32), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("stored", sa.BigInteger(), nullable=False),
    )
    op.add_column("tables", sa.Column("rules", sa.String(64), nullable=False, server_default=""))
    op.add_column("rounds", sa.Column("rules", sa.String(64), nullable=False, server_default=""))
    op.add_column("rounds", sa.Column("engine", sa.String(32), nullable=False, server_default=""))
    bind = op.get_bind()
    for statement in append_only(bind.dialect.name, "rules"):
        bind.exec_driver_sql(statement)
