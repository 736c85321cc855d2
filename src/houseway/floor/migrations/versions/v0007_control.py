"""Control of the house: approvals by a second person, disabled accounts, sessions with an idle limit, codes."""

import sqlalchemy as sa
from alembic import op

from houseway.floor.names import skeleton

revision = "0007"
down_revision = "0006"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "approvals",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("table_id", _ID, sa.ForeignKey("tables.id")),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("decided_by", _ID, sa.ForeignKey("users.id")),
        sa.Column("decided_at", sa.BigInteger()),
        sa.CheckConstraint("status IN ('waiting', 'approved', 'refused')", name="approvals_status"),
        sa.CheckConstraint("decided_by <> user_id OR status <> 'approved'", name="approvals_two_people"),
    )
    op.create_index("approvals_by_status", "approvals", ["status", "id"])
    op.add_column("users", sa.Column("skeleton", sa.String(64)))
    op.add_column("users", sa.Column("disabled", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("users", sa.Column("must_change", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("users", sa.Column("totp", sa.JSON()))
    for name in ("created", "seen"):
        op.add_column("sessions", sa.Column(name, sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("address", sa.String(64), nullable=False, server_default=""))
    _write_skeletons()
    op.create_index("users_skeleton", "users", ["skeleton"], unique=True)
    op.create_index("sessions_by_user", "sessions", ["user_id"])
    op.create_index("sessions_by_end", "sessions", ["expires"])
    op.create_index("audit_by_user", "audit", ["user_id", "act", "at"])


def _write_skeletons() -> None:
    """People who were let in under names that look alike keep them; nobody else takes either."""
    users = sa.table("users", sa.column("id"), sa.column("name"), sa.column("skeleton"), sa.column("password"))
    db, seen = op.get_bind(), set[str]()
    for row in db.execute(sa.select(users.c.id, users.c.name).where(users.c.password.is_not(None))).all():
        shape = skeleton(row.name)
        if shape and shape not in seen:
            seen.add(shape)
            db.execute(sa.update(users).where(users.c.id == row.id).values(skeleton=shape))
    sessions = sa.table("sessions", sa.column("created"), sa.column("seen"), sa.column("expires"))
    fortnight = 14 * 24 * 3600 * 1000
    began = sessions.c.expires - fortnight
    db.execute(sa.update(sessions).values(created=began, seen=sessions.c.expires - fortnight))
