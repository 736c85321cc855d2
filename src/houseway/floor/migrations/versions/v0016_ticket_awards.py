"""Awards that tickets of a keno desk won and a link pays by the year."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    with op.batch_alter_table("awards") as batch:
        batch.alter_column("round_id", existing_type=_ID, nullable=True)
        batch.alter_column("seat", existing_type=sa.Integer(), nullable=True)
        batch.alter_column("user_id", existing_type=_ID, nullable=True)
        batch.add_column(sa.Column("ticket_id", _ID))
        batch.create_foreign_key("awards_ticket", "keno_tickets", ["ticket_id"], ["id"])
