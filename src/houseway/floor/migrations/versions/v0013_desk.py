"""The desk and surveillance: facts that rounds are found by, notes, flags, and cases with their history."""

import sqlalchemy as sa
from alembic import op

from houseway.floor.facts import write_missing
from houseway.floor.triggers import append_only

revision = "0013"
down_revision = "0012"

_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _column(name: str, kind: sa.types.TypeEngine, **more: object) -> sa.Column:  # type: ignore[type-arg]
    return sa.Column(name, kind, nullable=False, **more)  # type: ignore[arg-type]


def upgrade() -> None:
    _facts()
    op.create_table(
        "round_notes",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("round_id", _ID, sa.ForeignKey("rounds.id"), nullable=False),
        _column("at", sa.BigInteger()),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        _column("text", sa.Text()),
    )
    op.create_index("round_notes_by_round", "round_notes", ["round_id", "id"])
    op.create_table(
        "flags",
        sa.Column("id", _ID, primary_key=True),
        _column("name", sa.String(64)),
        _column("search", sa.JSON()),
        _column("at", sa.BigInteger()),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        sa.Column("ended", sa.BigInteger()),
    )
    _cases()
    bind = op.get_bind()
    for table in ("round_notes", "case_events"):
        for statement in append_only(bind.dialect.name, table):
            bind.exec_driver_sql(statement)
    write_missing(bind)


def _facts() -> None:
    op.create_table(
        "round_facts",
        sa.Column("round_id", _ID, sa.ForeignKey("rounds.id"), primary_key=True),
        sa.Column("table_id", _ID, sa.ForeignKey("tables.id"), nullable=False),
        _column("game", sa.Text()),
        _column("ended", sa.BigInteger()),
        _column("status", sa.String(8)),
        _column("staked", sa.BigInteger()),
        _column("paid", sa.BigInteger()),
        _column("net", sa.BigInteger()),
        _column("awarded", sa.BigInteger()),
        _column("late", sa.Integer()),
        _column("irregularity", sa.String(64)),
    )
    for name, columns in (
        ("table", ["table_id", "round_id"]),
        ("game", ["game", "round_id"]),
        ("end", ["ended", "round_id"]),
        ("irregularity", ["irregularity", "round_id"]),
        ("paid", ["paid"]),
        ("award", ["awarded"]),
        ("late", ["late"]),
    ):
        op.create_index(f"round_facts_by_{name}", "round_facts", columns)
    op.create_table(
        "wager_facts",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("round_id", _ID, sa.ForeignKey("rounds.id"), nullable=False),
        _column("table_id", _ID),
        _column("seat", sa.Integer()),
        sa.Column("user_id", _ID),
        _column("wager", sa.String(64)),
        _column("stake", sa.BigInteger()),
        _column("net", sa.BigInteger()),
    )
    for name, columns in (
        ("round", ["round_id"]),
        ("user", ["user_id", "round_id"]),
        ("wager", ["wager", "round_id"]),
        ("seat", ["table_id", "seat", "round_id"]),
        ("net", ["net", "round_id"]),
        ("stake", ["stake", "round_id"]),
    ):
        op.create_index(f"wager_facts_by_{name}", "wager_facts", columns)


def _cases() -> None:
    op.create_table(
        "cases",
        sa.Column("id", _ID, primary_key=True),
        _column("opened", sa.BigInteger()),
        sa.Column("opened_by", _ID, sa.ForeignKey("users.id"), nullable=False),
        _column("game", sa.Text()),
        sa.Column("table_id", _ID, sa.ForeignKey("tables.id")),
        sa.Column("round_id", _ID, sa.ForeignKey("rounds.id")),
        _column("title", sa.String(128)),
        _column("state", sa.String(8)),
        sa.Column("ruled_by", _ID, sa.ForeignKey("users.id")),
        sa.Column("ruled_at", sa.BigInteger()),
        _column("owed", sa.BigInteger(), server_default="0"),
        sa.CheckConstraint("state IN ('open', 'ruled', 'revised')", name="cases_state"),
    )
    op.create_index("cases_by_state", "cases", ["state", "id"])
    op.create_index("cases_by_round", "cases", ["round_id"])
    op.create_index("cases_by_opener", "cases", ["opened_by", "id"])
    op.create_table(
        "case_events",
        sa.Column("id", _ID, primary_key=True),
        sa.Column("case_id", _ID, sa.ForeignKey("cases.id"), nullable=False),
        _column("at", sa.BigInteger()),
        sa.Column("user_id", _ID, sa.ForeignKey("users.id"), nullable=False),
        _column("act", sa.String(8)),
        _column("data", sa.JSON()),
        sa.CheckConstraint("act IN ('opened', 'told', 'noted', 'ruled', 'revised')", name="case_events_act"),
    )
    op.create_index("case_events_by_case", "case_events", ["case_id", "id"])
