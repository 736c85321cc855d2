"""The regulator's approval of a tournament."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("tournaments", sa.Column("leave", sa.String(200)))
