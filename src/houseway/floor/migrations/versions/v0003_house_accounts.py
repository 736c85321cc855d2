"""The cage's account of each table, so that tables do not wait for each other at one row."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.execute(
        sa.text(
            "INSERT INTO accounts (kind, name, table_id, overdraft) "
            "SELECT 'house', 'house/' || CAST(id AS VARCHAR(20)), id, :may FROM tables"
        ).bindparams(sa.bindparam("may", True, sa.Boolean()))
    )
