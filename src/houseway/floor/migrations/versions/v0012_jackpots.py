"""The life of a jackpot: jackpots, awards that wait for a word, petitions; meters with a state and a link."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _moment(name: str, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "jackpots",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("name", sa.String(128), nullable=False, unique=True),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("leave", sa.Text()),
        sa.Column("posted", sa.BigInteger(), nullable=False, server_default="0"),
        _moment("posted_at", True),
        sa.Column("posted_by", _ID, sa.ForeignKey("users.id")),
        _moment("stopped", True),
        _moment("created"),
    )
    op.create_table(
        "awards",
        sa.Column("id", _ID, primary_key=True),
        _moment("at"),
        sa.Column("jackpot_id", _ID, sa.ForeignKey("jackpots.id")),
        sa.Column("meter_id", _ID, sa.ForeignKey("meters.id")),
        sa.Column("table_id", _ID, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("round_id", _ID, sa.ForeignKey("rounds.id"), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("drawn", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("memo", sa.String(128), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("years", sa.Integer(), nullable=False, server_default="1"),
        sa.Column("payments", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("decided_by", _ID, sa.ForeignKey("users.id")),
        _moment("decided_at", True),
        sa.CheckConstraint("status IN ('due', 'paying', 'paid', 'lapsed', 'backed out')", name="awards_status"),
    )
    op.create_index("awards_by_status", "awards", ["status", "id"])
    op.create_table(
        "petitions",
        sa.Column("id", _ID, primary_key=True),
        _moment("at"),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("jackpot_id", _ID, sa.ForeignKey("jackpots.id")),
        sa.Column("meter_id", _ID, sa.ForeignKey("meters.id")),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("leave", sa.Text()),
        sa.Column("decided_by", _ID, sa.ForeignKey("users.id")),
        _moment("decided_at", True),
        sa.CheckConstraint("status IN ('asked', 'granted', 'refused')", name="petitions_status"),
    )
    op.add_column("meters", sa.Column("status", sa.String(12), nullable=False, server_default="running"))
    op.add_column("meters", sa.Column("at_once", sa.BigInteger(), nullable=False, server_default="50000"))
    op.add_column("meters", sa.Column("eased", sa.Boolean(), nullable=False, server_default=sa.false()))
    for name in ("fed", "fed_elsewhere"):
        op.add_column("meters", sa.Column(name, sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("meters", sa.Column("link", sa.JSON()))
    op.add_column("tables", sa.Column("jackpot_id", _ID))
    op.execute(
        "INSERT INTO accounts (kind, name, table_id, overdraft, balance) "
        "SELECT 'due', 'due/' || id, id, overdraft, 0 FROM (SELECT id, (1 = 0) AS overdraft FROM tables) AS known "
        "WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.kind = 'due' AND accounts.table_id = known.id)"
    )
