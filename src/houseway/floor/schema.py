"""The tables of the floor's database: accounts and lines of the ledger, people, gaming tables, rounds and events."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData()

Id = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers rows by itself only for INTEGER
Cents = BigInteger
Moment = BigInteger  # milliseconds since 1970, UTC


def _id() -> Column[int]:
    return Column("id", Id, primary_key=True)


users = Table(
    "users",
    metadata,
    _id(),
    Column("name", String(64), nullable=False, unique=True),
    Column("role", String(16), nullable=False),
    Column("password", Text),  # an argon2 hash; none: a guest or an automatic player
    Column("created", Moment, nullable=False),
    Column("skeleton", String(64)),  # what the name looks like; none: no account, or from before there were any
    Column("disabled", Boolean, nullable=False, server_default=false()),
    Column("must_change", Boolean, nullable=False, server_default=false()),  # the password was given by another
    Column("totp", JSON),  # see logins.Totp; none: no code is asked for
    Index("users_skeleton", "skeleton", unique=True),
    CheckConstraint("role IN ('guest', 'bot', 'player', 'dealer', 'supervisor', 'auditor')", name="users_role"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of the cookie: a stolen database opens no session
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("expires", Moment, nullable=False),
    Column("created", Moment, nullable=False, server_default="0"),
    Column("seen", Moment, nullable=False, server_default="0"),  # written once a minute, for the idle limit
    Column("address", String(64), nullable=False, server_default=""),
    Index("sessions_by_user", "user_id"),
    Index("sessions_by_end", "expires"),
)

approvals = Table(
    "approvals",
    metadata,
    _id(),
    Column("at", Moment, nullable=False),
    Column("act", String(32), nullable=False),
    Column("table_id", Id, ForeignKey("tables.id")),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),  # who asks
    Column("data", JSON, nullable=False),
    Column("status", String(8), nullable=False),
    Column("decided_by", Id, ForeignKey("users.id")),
    Column("decided_at", Moment),
    CheckConstraint("status IN ('waiting', 'approved', 'refused')", name="approvals_status"),
    CheckConstraint("decided_by <> user_id OR status <> 'approved'", name="approvals_two_people"),
    Index("approvals_by_status", "status", "id"),
)

chains = Table(
    "chains",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("number", BigInteger, nullable=False),
    Column("digest", String(64), nullable=False),
)

requests = Table(
    "requests",
    metadata,
    Column("user_id", Id, ForeignKey("users.id"), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("fingerprint", String(64), nullable=False),  # SHA-256 of the method, the path and the body
    Column("at", Moment, nullable=False),
    Column("status", Integer, nullable=False),
    Column("answer", Text, nullable=False),
    Index("requests_by_age", "at"),
)

audit = Table(
    "audit",
    metadata,
    _id(),
    Column("at", Moment, nullable=False),
    Column("user_id", Id, ForeignKey("users.id")),
    Column("act", String(32), nullable=False),
    Column("subject", String(128), nullable=False, server_default=""),
    Column("data", JSON, nullable=False),
    Column("table_id", Id),
    Column("number", BigInteger),  # the link of its table's chain, or of the house's; none: before there were chains
    Column("digest", String(64)),
    Index("audit_by_act", "act", "subject", "at"),
    Index("audit_by_table", "table_id", "user_id", "at"),
    Index("audit_by_user", "user_id", "act", "at"),
)

meters = Table(
    "meters",
    metadata,
    _id(),
    Column("name", String(128), nullable=False, unique=True),
    Column("seed", Cents, nullable=False),
    Column("increment", Integer, nullable=False),  # of each stake, in hundredths of a percent
    Column("reserve", Integer, nullable=False, server_default="0"),  # likewise, kept for the next start
    Column("hidden", Integer, nullable=False, server_default="0"),  # likewise, shown after the next award
    Column("most", Cents),  # the posted limit, 30-2504(8)
    Column("rest", BigInteger, nullable=False, server_default="0"),  # of increments, in ten-thousandths of a cent
    Column("reserve_rest", BigInteger, nullable=False, server_default="0"),
    Column("hidden_rest", BigInteger, nullable=False, server_default="0"),
    CheckConstraint("seed >= 0 AND increment >= 0 AND reserve >= 0 AND hidden >= 0", name="meters_positive"),
    CheckConstraint("increment + reserve + hidden <= 10000", name="meters_shares"),
)

keys = Table("house_keys", metadata, Column("id", String(16), primary_key=True))  # keys of the house, never themselves

tables = Table(
    "tables",
    metadata,
    _id(),
    Column("name", String(128), nullable=False),
    Column("game", Text, nullable=False),
    Column("house", JSON, nullable=False),
    Column("betting", JSON, nullable=False),
    Column("levels", JSON, nullable=False),  # meter of the game -> id of the meter it shows
    Column("seats", Integer, nullable=False),
    Column("least_buy_in", Cents, nullable=False, server_default="0"),
    Column("bet_seconds", Integer, nullable=False),
    Column("act_seconds", Integer, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("version", BigInteger, nullable=False, server_default="0"),  # grows with every change
    Column("rounds", Integer, nullable=False, server_default="0"),
    Column("round_id", Id),  # the round at hand or the last one
    Column("button", Integer, nullable=False, server_default="-1"),
    Column("state", JSON, nullable=False),  # what the last round left behind
    Column("shuffle", JSON, nullable=False, server_default="{}"),  # what the next round is dealt from; see keys.Shuffle
    Column("banker", Integer),  # the seat of the player-dealer
    Column("rules", String(64), nullable=False, server_default=""),  # the hash of the rules of its last round
    Column("seal_number", BigInteger, nullable=False, server_default="0"),  # the head of the chain of its books
    Column("seal", String(64), nullable=False, server_default=""),
    Column("created", Moment, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Id, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),
    Column("account_id", Id, ForeignKey("accounts.id"), nullable=False),
    Column("leaving", Boolean, nullable=False),
    Column("entropy_hash", String(64)),  # fixes what the seat adds to a shuffle,
    Column("entropy_from", Integer, nullable=False, server_default="0"),  # of this round or a later one
)

rules = Table(
    "rules",
    metadata,
    Column("hash", String(64), primary_key=True),  # SHA-256 of the text
    Column("game", Text, nullable=False),
    Column("engine", String(32), nullable=False),  # the version of the software that stored it
    Column("text", Text, nullable=False),  # a game file with all that it extends
    Column("stored", Moment, nullable=False),
)

rounds = Table(
    "rounds",
    metadata,
    _id(),
    Column("table_id", Id, ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("status", String(8), nullable=False),
    Column("bets", JSON, nullable=False),  # seat -> what it put down before the first card
    Column("places", JSON, nullable=False),  # the table's seat of each seat of the round
    Column("opening", JSON, nullable=False),  # the round file before the first card
    Column(
        "shuffle", JSON, nullable=False, server_default="{}"
    ),  # see keys.Shuffle; empty: before version 2 of the proof
    Column("commitment", String(64), nullable=False),
    Column("entropy", JSON, nullable=False, server_default="{}"),  # seat -> who added what to the shuffle
    Column("secret", Text),  # of the shuffle, once it is shown
    Column("digest", String(64), nullable=False, server_default=""),  # of all its events; see evidence
    Column("rules", String(64), nullable=False, server_default=""),  # the hash of the rules it began with
    Column("engine", String(32), nullable=False, server_default=""),  # the version of the software it began with
    Column("seq", Integer, nullable=False),  # the number of its last event
    Column("staked", JSON, nullable=False),  # cents at risk of each seat of the round
    Column("deadline", Moment),
    Column("started", Moment, nullable=False),
    Column("ended", Moment),
    Column("file", JSON),
    Column("settlement", JSON),
    UniqueConstraint("table_id", "number", name="rounds_number"),
    CheckConstraint("status IN ('betting', 'playing', 'settled', 'void')", name="rounds_status"),
    Index("rounds_by_deadline", "deadline"),
    Index("rounds_by_table", "table_id", "id"),
)

events = Table(
    "events",
    metadata,
    _id(),
    Column("round_id", Id, ForeignKey("rounds.id"), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("user_id", Id, ForeignKey("users.id")),
    Column("data", JSON, nullable=False),
    UniqueConstraint("round_id", "seq", name="events_seq"),
    Index("events_by_user", "user_id", "round_id"),
)

accounts = Table(
    "accounts",
    metadata,
    _id(),
    Column("kind", String(16), nullable=False),
    Column("name", String(128), nullable=False, unique=True),
    Column("table_id", Id, ForeignKey("tables.id")),
    Column("user_id", Id, ForeignKey("users.id")),
    Column("meter_id", Id, ForeignKey("meters.id")),
    Column("overdraft", Boolean, nullable=False),
    Column("balance", Cents, nullable=False, server_default="0"),  # kept by a trigger on `lines`
    CheckConstraint("overdraft OR balance >= 0", name="accounts_covered"),
    Index("accounts_by_table", "table_id", "kind"),
)

entries = Table(
    "entries",
    metadata,
    _id(),
    Column("at", Moment, nullable=False),
    Column("kind", String(24), nullable=False),
    Column("table_id", Id, ForeignKey("tables.id")),
    Column("round_id", Id, ForeignKey("rounds.id")),
    Column("seq", Integer),  # the event of the round that caused it
    Column("user_id", Id, ForeignKey("users.id")),
    Column("key", String(128), unique=True),  # what makes a request the same request
    Column("round_digest", String(64), nullable=False, server_default=""),  # of the events that led to it
    Column("number", BigInteger),  # the link of its table's chain, or of the house's; none: before there were chains
    Column("digest", String(64)),
    Index("entries_by_table", "table_id", "at"),
    Index("entries_by_round", "round_id"),
)

lines = Table(
    "lines",
    metadata,
    _id(),
    Column("entry_id", Id, ForeignKey("entries.id"), nullable=False),
    Column("source", Id, ForeignKey("accounts.id"), nullable=False),
    Column("target", Id, ForeignKey("accounts.id"), nullable=False),
    Column("cents", Cents, nullable=False),
    Column("memo", String(128), nullable=False, server_default=""),
    CheckConstraint("cents > 0", name="lines_positive"),
    CheckConstraint("source <> target", name="lines_two_sides"),
    Index("lines_by_entry", "entry_id"),
    Index("lines_by_source", "source"),
    Index("lines_by_target", "target"),
)
