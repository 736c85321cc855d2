"""The keno desk (games, tickets, drawers) and tournaments, whose chips no line of the ledger turns into money."""

import sqlalchemy as sa
from alembic import op

from houseway.floor.triggers import one_unit

revision = "0011"
down_revision = "0010"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("tables", sa.Column("purpose", sa.String(16), nullable=False, server_default="game"))
    op.add_column("accounts", sa.Column("points", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "keno_desks",
        sa.Column("table_id", _ID, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("casino", sa.String(128), nullable=False),
        sa.Column("supervisor", _ID, sa.ForeignKey("users.id")),
        sa.Column("interval", sa.Integer(), nullable=False),
        sa.Column("shifts", sa.JSON(), nullable=False),
        sa.Column("least", sa.BigInteger(), nullable=False),
        sa.Column("most", sa.BigInteger(), nullable=False),
        sa.Column("suspended", sa.String(200), nullable=False, server_default=""),
        sa.Column("tickets", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("slips", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_table(
        "keno_games",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("table_id", _ID, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("noticed", sa.BigInteger()),
        sa.Column("closes", sa.BigInteger()),
        sa.Column("closed", sa.BigInteger()),
        sa.Column("drawn", sa.BigInteger()),
        sa.Column("signed_in", sa.JSON(), nullable=False),
        sa.Column("shuffle", sa.JSON(), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("secret", sa.Text()),
        sa.Column("numbers", sa.JSON(), nullable=False),
        sa.Column("paid", sa.JSON(), nullable=False),
        sa.Column("house", sa.JSON(), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False, server_default=""),
        sa.UniqueConstraint("table_id", "number", name="keno_games_number"),
        sa.CheckConstraint("status IN ('open', 'locked', 'drawn', 'void')", name="keno_games_status"),
    )
    op.create_table(
        "keno_drawers",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("table_id", _ID, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("station", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("account_id", _ID, sa.ForeignKey("accounts.id"), nullable=False),
        sa.Column("imprest", sa.BigInteger(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("opened_by", _ID, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("closed", sa.BigInteger()),
        sa.Column("closed_by", _ID, sa.ForeignKey("users.id")),
        sa.Column("expected", sa.BigInteger()),
        sa.Column("counted", sa.BigInteger()),
        sa.Column("certified", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.CheckConstraint("kind IN ('writer', 'runner', 'kiosk')", name="keno_drawers_kind"),
    )
    op.create_table(
        "keno_tickets",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("table_id", _ID, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("serial", sa.String(32), nullable=False, unique=True),
        sa.Column("drawer_id", _ID, sa.ForeignKey("keno_drawers.id"), nullable=False),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("patron_id", _ID, sa.ForeignKey("users.id")),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("wagers", sa.JSON(), nullable=False),
        sa.Column("ticket", sa.JSON(), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("medium", sa.String(8), nullable=False),
        sa.Column("quick_pick", sa.Boolean(), nullable=False),
        sa.Column("replays", sa.String(32), nullable=False, server_default=""),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("won", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("slip", sa.Integer()),
        sa.Column("paid", sa.BigInteger()),
        sa.Column("paid_by", _ID, sa.ForeignKey("users.id")),
        sa.Column("paid_cents", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("signed_by", _ID, sa.ForeignKey("users.id")),
        sa.UniqueConstraint("table_id", "number", name="keno_tickets_number"),
        sa.CheckConstraint("status IN ('written', 'void', 'quit', 'paid', 'manual')", name="keno_tickets_status"),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("name", sa.String(128), nullable=False, unique=True),
        sa.Column("series", sa.String(128), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("announced", sa.BigInteger(), nullable=False),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("shuffle", sa.JSON(), nullable=False),
        sa.Column("secret", sa.Text()),
        sa.Column("event", sa.JSON(), nullable=False),
        sa.Column("tables", sa.JSON(), nullable=False),
        sa.Column("played", sa.JSON(), nullable=False),
        sa.Column("begun", sa.BigInteger()),
        sa.Column("level_ends", sa.BigInteger()),
        sa.Column("time_left", sa.BigInteger()),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("names_shown", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("version", sa.BigInteger(), nullable=False, server_default="0"),
        sa.CheckConstraint(
            "status IN ('announced', 'running', 'paused', 'over', 'cancelled')", name="tournaments_status"
        ),
    )
    op.create_table(
        "tournament_receipts",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("tournament_id", _ID, sa.ForeignKey("tournaments.id"), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id")),
        sa.Column("entry", sa.Integer()),
        sa.Column("place", sa.Integer()),
        sa.Column("fee", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("cents", sa.BigInteger(), nullable=False, server_default="0"),
        sa.Column("medium", sa.String(16), nullable=False),
        sa.Column("note", sa.String(200), nullable=False, server_default=""),
        sa.Column("signed_by", _ID, sa.ForeignKey("users.id")),
    )
    op.create_table(
        "tournament_vouchers",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("tournament_id", _ID, sa.ForeignKey("tournaments.id"), nullable=False),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("event", sa.String(128), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger()),
    )
    op.create_index("keno_drawers_by_table", "keno_drawers", ["table_id", "closed"])
    op.create_index("keno_tickets_by_games", "keno_tickets", ["table_id", "last", "first"])
    op.create_index("keno_tickets_by_time", "keno_tickets", ["at"])
    op.create_index("tournament_receipts_by_time", "tournament_receipts", ["at"])
    op.create_index("tournament_receipts_by_tournament", "tournament_receipts", ["tournament_id", "id"])
    for statement in one_unit(op.get_bind().dialect.name):
        op.execute(statement)
