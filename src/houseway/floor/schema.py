"""The tables of the floor's database: accounts and lines of the ledger, people, gaming tables, rounds and events."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
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
    Column("proposition", JSON),  # the employment record of a proposition player; none: plays for himself
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
    Column("status", String(12), nullable=False, server_default="running"),  # running, ended, moved, handed over
    Column("at_once", Cents, nullable=False, server_default="50000"),  # the most that is paid without a supervisor
    Column("eased", Boolean, nullable=False, server_default=false()),  # any award of it wins it whole
    Column("fed", Cents, nullable=False, server_default="0"),  # by this house since it was won whole
    Column("fed_elsewhere", Cents, nullable=False, server_default="0"),  # by other licensees of the link
    Column("link", JSON),  # of a wide-area link; see wide_area.Link
    CheckConstraint("seed >= 0 AND increment >= 0 AND reserve >= 0 AND hidden >= 0", name="meters_positive"),
    CheckConstraint("increment + reserve + hidden <= 10000", name="meters_shares"),
)

jackpots = Table(
    "jackpots",
    metadata,
    _id(),
    Column("name", String(128), nullable=False, unique=True),
    Column("terms", JSON, nullable=False),  # see jackpots.Terms
    Column("status", String(12), nullable=False),  # proposed, offered, ended, handed over
    Column("leave", Text),  # what the regulator's approval is known by
    Column("posted", Cents, nullable=False, server_default="0"),  # the amount on display, by which awards are paid
    Column("posted_at", Moment),
    Column("posted_by", Id, ForeignKey("users.id")),
    Column("stopped", Moment),  # since when no rake is taken for it: its limit is reached
    Column("created", Moment, nullable=False),
)

awards = Table(
    "awards",
    metadata,
    _id(),
    Column("at", Moment, nullable=False),
    Column("jackpot_id", Id, ForeignKey("jackpots.id")),
    Column("meter_id", Id, ForeignKey("meters.id")),
    Column("table_id", Id, ForeignKey("tables.id"), nullable=False),
    Column("round_id", Id, ForeignKey("rounds.id")),  # with the seat; none where a ticket of a keno desk won it
    Column("seat", Integer),
    Column("ticket_id", Id, ForeignKey("keno_tickets.id")),
    Column("user_id", Id, ForeignKey("users.id")),  # none: a ticket of somebody without an account
    Column("cents", Cents, nullable=False),
    Column("drawn", Cents, nullable=False, server_default="0"),  # the part of it that the meter paid
    Column("memo", String(128), nullable=False),
    Column("status", String(12), nullable=False),
    Column("years", Integer, nullable=False, server_default="1"),  # annual payments
    Column("payments", Integer, nullable=False, server_default="0"),  # made so far
    Column("decided_by", Id, ForeignKey("users.id")),
    Column("decided_at", Moment),
    CheckConstraint("status IN ('due', 'paying', 'paid', 'lapsed', 'backed out')", name="awards_status"),
    Index("awards_by_status", "status", "id"),
)

petitions = Table(
    "petitions",
    metadata,
    _id(),
    Column("at", Moment, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("jackpot_id", Id, ForeignKey("jackpots.id")),
    Column("meter_id", Id, ForeignKey("meters.id")),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),  # who asks
    Column("data", JSON, nullable=False),
    Column("status", String(8), nullable=False),
    Column("leave", Text),  # what the regulator's answer is known by
    Column("decided_by", Id, ForeignKey("users.id")),
    Column("decided_at", Moment),
    CheckConstraint("status IN ('asked', 'granted', 'refused')", name="petitions_status"),
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
    Column("jackpot_id", Id),  # the jackpot that its pots are raked for
    Column("imprest", Boolean, nullable=False, server_default=false()),  # cash and chips are one bank of fixed amount
    Column("piece", Boolean, nullable=False, server_default=true()),  # money on the piece is taken
    Column("dealer_id", Id),  # the dealer on duty, who has counted the imprest bank
    Column("rules", String(64), nullable=False, server_default=""),  # the hash of the rules of its last round
    Column("seal_number", BigInteger, nullable=False, server_default="0"),  # the head of the chain of its books
    Column("seal", String(64), nullable=False, server_default=""),
    Column("created", Moment, nullable=False),
    Column("purpose", String(16), nullable=False, server_default="game"),  # or "keno desk", "tournament"
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

own_games = Table(
    "own_games",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("version", Integer, nullable=False),  # the one in force
    Column("hash", String(64), nullable=False),  # SHA-256 of its text
    Column("removed", Moment),  # none: it is in the catalogue
)

own_game_versions = Table(
    "own_game_versions",
    metadata,
    Column("game", String(64), ForeignKey("own_games.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),
    Column("at", Moment, nullable=False),
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
    Index("rounds_by_end", "ended"),
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
    Column("points", Boolean, nullable=False, server_default=false()),  # tournament chips, which are not money
    Column("balance", Cents, nullable=False, server_default="0"),  # kept by a trigger on `lines`
    CheckConstraint("overdraft OR balance >= 0", name="accounts_covered"),
    Index("accounts_by_table", "table_id", "kind"),
)

schedules = Table(
    "schedules",
    metadata,
    _id(),
    Column("game", Text, nullable=False),  # its id; empty: every game
    Column("choice", String(64), nullable=False),  # an option, `pay_tables.NAME`, or empty: the game itself
    Column("value", String(64), nullable=False),  # empty: every value
    Column("status", String(16), nullable=False),
    Column("authority", String(128), nullable=False),  # who decided: the Bureau, the Director, the Division
    Column("effective", String(10), nullable=False),  # the day from which it holds
    Column("note", String(500), nullable=False),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),
    Column("at", Moment, nullable=False),
    CheckConstraint("status IN ('proposed', 'approved', 'under review', 'ceased')", name="schedules_status"),
)

shifts = Table(
    "shifts",
    metadata,
    _id(),
    Column("name", String(64), nullable=False),
    Column("opened", Moment, nullable=False),
    Column("closed", Moment),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),
)

vouchers = Table(
    "vouchers",
    metadata,
    Column("code", String(32), primary_key=True),
    Column("kind", String(24), nullable=False),
    Column("cents", Cents, nullable=False),
    Column("expires", String(10), nullable=False),  # the last day; empty: none
    Column("status", String(8), nullable=False),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),  # who issued it
    Column("at", Moment, nullable=False),
    Column("data", JSON, nullable=False),  # what is printed on it besides
    Column("round_id", Id),  # on which it is laid, or was used
    Column("table_id", Id),
    Column("used_at", Moment),
    CheckConstraint("status IN ('good', 'laid', 'used')", name="vouchers_status"),
    CheckConstraint("cents > 0", name="vouchers_positive"),
    Index("vouchers_by_age", "at"),
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
    Index("entries_by_time", "at"),
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

daily = Table(
    "daily",
    metadata,
    Column("day", Integer, primary_key=True),  # since 1970
    Column("table_id", Id, primary_key=True),
    Column("kind", String(24), primary_key=True),
    Column("source", String(16), primary_key=True),
    Column("target", String(16), primary_key=True),
    Column("amount", BigInteger, nullable=False),
)

daily_wagers = Table(
    "daily_wagers",
    metadata,
    Column("day", Integer, primary_key=True),  # since 1970
    Column("user_id", Id, primary_key=True),
    Column("table_id", Id, primary_key=True),
    Column("wager", String(64), primary_key=True),
    Column("wagers", BigInteger, nullable=False),
    Column("stake", Cents, nullable=False),
    Column("net", Cents, nullable=False),
    Column("stake_squares", Double, nullable=False),  # square cents
    Column("net_squares", Double, nullable=False),
    Column("products", Double, nullable=False),
)

keno_desks = Table(
    "keno_desks",
    metadata,
    Column("table_id", Id, ForeignKey("tables.id"), primary_key=True),
    Column("casino", String(128), nullable=False),
    Column("supervisor", Id, ForeignKey("users.id")),  # the keno supervisor on duty
    Column("interval", Integer, nullable=False),  # seconds from one game's opening to its closing; 0: closed by hand
    Column("shifts", JSON, nullable=False),  # the hours of the day at which shifts begin
    Column("least", Cents, nullable=False),  # of a ticket
    Column("most", Cents, nullable=False),  # likewise; 0: none
    Column("suspended", String(200), nullable=False, server_default=""),  # why the system is not in operation
    Column("tickets", Integer, nullable=False, server_default="0"),  # the number of the last ticket
    Column("slips", Integer, nullable=False, server_default="0"),  # of the last void, fill, credit or other slip
)

keno_games = Table(
    "keno_games",
    metadata,
    _id(),
    Column("table_id", Id, ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("status", String(8), nullable=False),
    Column("opened", Moment, nullable=False),
    Column("noticed", Moment),  # when the time of closing was told
    Column("closes", Moment),
    Column("closed", Moment),
    Column("drawn", Moment),
    Column("signed_in", JSON, nullable=False),  # drawers of the runners who have recorded all their wagers
    Column("shuffle", JSON, nullable=False),  # see keys.Shuffle
    Column("commitment", String(64), nullable=False),
    Column("secret", Text),
    Column("numbers", JSON, nullable=False),
    Column("paid", JSON, nullable=False),  # ticket -> the cents it won
    Column("house", JSON, nullable=False),
    Column("rules", String(64), nullable=False),
    Column("digest", String(64), nullable=False, server_default=""),
    UniqueConstraint("table_id", "number", name="keno_games_number"),
    CheckConstraint("status IN ('open', 'locked', 'drawn', 'void')", name="keno_games_status"),
)

keno_drawers = Table(
    "keno_drawers",
    metadata,
    _id(),
    Column("table_id", Id, ForeignKey("tables.id"), nullable=False),
    Column("station", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),
    Column("account_id", Id, ForeignKey("accounts.id"), nullable=False),
    Column("imprest", Cents, nullable=False),
    Column("opened", Moment, nullable=False),
    Column("opened_by", Id, ForeignKey("users.id"), nullable=False),
    Column("closed", Moment),
    Column("closed_by", Id, ForeignKey("users.id")),
    Column("expected", Cents),
    Column("counted", Cents),
    Column("certified", Boolean, nullable=False, server_default=false()),
    CheckConstraint("kind IN ('writer', 'runner', 'kiosk')", name="keno_drawers_kind"),
    Index("keno_drawers_by_table", "table_id", "closed"),
)

keno_tickets = Table(
    "keno_tickets",
    metadata,
    _id(),
    Column("table_id", Id, ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("serial", String(32), nullable=False, unique=True),
    Column("drawer_id", Id, ForeignKey("keno_drawers.id"), nullable=False),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),  # the writer or runner
    Column("patron_id", Id, ForeignKey("users.id")),  # none: somebody without an account
    Column("at", Moment, nullable=False),
    Column("wagers", JSON, nullable=False),
    Column("ticket", JSON, nullable=False),
    Column("price", Cents, nullable=False),
    Column("medium", String(8), nullable=False),
    Column("quick_pick", Boolean, nullable=False),
    Column("replays", String(32), nullable=False, server_default=""),  # the serial of the ticket it repeats
    Column("games", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),  # moves back where the ticket is quit
    Column("digest", String(64), nullable=False),
    Column("status", String(8), nullable=False),
    Column("won", Cents, nullable=False, server_default="0"),
    Column("slip", Integer),  # of the void, or of the refund of a race that was quit
    Column("paid", Moment),
    Column("paid_by", Id, ForeignKey("users.id")),
    Column("paid_cents", Cents, nullable=False, server_default="0"),
    Column("signed_by", Id, ForeignKey("users.id")),  # who authorized the payment
    UniqueConstraint("table_id", "number", name="keno_tickets_number"),
    CheckConstraint("status IN ('written', 'void', 'quit', 'paid', 'manual')", name="keno_tickets_status"),
    Index("keno_tickets_by_games", "table_id", "last", "first"),
    Index("keno_tickets_by_time", "at"),
)

tournaments = Table(
    "tournaments",
    metadata,
    _id(),
    Column("name", String(128), nullable=False, unique=True),
    Column("series", String(128), nullable=False),
    Column("rules", JSON, nullable=False),  # as printed
    Column("status", String(12), nullable=False),
    Column("announced", Moment, nullable=False),
    Column("leave", String(200)),  # what the regulator's approval is known by
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),
    Column("shuffle", JSON, nullable=False),  # what seats are drawn from; see keys.Shuffle
    Column("secret", Text),
    Column("event", JSON, nullable=False),  # entries, level and draws; see play.tournaments.event
    Column("tables", JSON, nullable=False),  # table of the event -> table of the floor
    Column("played", JSON, nullable=False),  # table of the event -> the number of the last hand that counted
    Column("begun", Moment),
    Column("level_ends", Moment),
    Column("time_left", BigInteger),  # of the level, in milliseconds, while the clock stands
    Column("ended", Moment),
    Column("names_shown", Boolean, nullable=False, server_default=false()),
    Column("version", BigInteger, nullable=False, server_default="0"),
    CheckConstraint("status IN ('announced', 'running', 'paused', 'over', 'cancelled')", name="tournaments_status"),
)

tournament_receipts = Table(
    "tournament_receipts",
    metadata,
    _id(),
    Column("tournament_id", Id, ForeignKey("tournaments.id"), nullable=False),
    Column("at", Moment, nullable=False),
    Column(
        "kind", String(16), nullable=False
    ),  # entry, re-buy, withdrawal, prize, voucher, merchandise, carried, received
    Column("user_id", Id, ForeignKey("users.id")),
    Column("entry", Integer),
    Column("place", Integer),
    Column("fee", Cents, nullable=False, server_default="0"),
    Column("cents", Cents, nullable=False, server_default="0"),
    Column("medium", String(16), nullable=False),
    Column("note", String(200), nullable=False, server_default=""),
    Column("signed_by", Id, ForeignKey("users.id")),
    Index("tournament_receipts_by_time", "at"),
    Index("tournament_receipts_by_tournament", "tournament_id", "id"),
)

tournament_vouchers = Table(
    "tournament_vouchers",
    metadata,
    _id(),
    Column("tournament_id", Id, ForeignKey("tournaments.id"), nullable=False),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),
    Column("event", String(128), nullable=False),  # the later event that it opens
    Column("cents", Cents, nullable=False),
    Column("used", Moment),
)

round_facts = Table(
    "round_facts",
    metadata,
    Column("round_id", Id, ForeignKey("rounds.id"), primary_key=True),
    Column("table_id", Id, ForeignKey("tables.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("ended", Moment, nullable=False),
    Column("status", String(8), nullable=False),
    Column("staked", Cents, nullable=False),
    Column("paid", Cents, nullable=False),  # the most that one wager won
    Column("net", Cents, nullable=False),  # of all players
    Column("awarded", Cents, nullable=False),  # from meters
    Column("late", Integer, nullable=False),  # decisions that the clock made
    Column("irregularity", String(64), nullable=False),  # what went wrong; `void`: the round was voided
    Index("round_facts_by_table", "table_id", "round_id"),
    Index("round_facts_by_game", "game", "round_id"),
    Index("round_facts_by_end", "ended", "round_id"),
    Index("round_facts_by_irregularity", "irregularity", "round_id"),
    Index("round_facts_by_paid", "paid"),
    Index("round_facts_by_award", "awarded"),
    Index("round_facts_by_late", "late"),
)

wager_facts = Table(
    "wager_facts",
    metadata,
    _id(),
    Column("round_id", Id, ForeignKey("rounds.id"), nullable=False),
    Column("table_id", Id, nullable=False),
    Column("seat", Integer, nullable=False),  # of the table
    Column("user_id", Id),
    Column("wager", String(64), nullable=False),
    Column("stake", Cents, nullable=False),
    Column("net", Cents, nullable=False),
    Index("wager_facts_by_round", "round_id"),
    Index("wager_facts_by_user", "user_id", "round_id"),
    Index("wager_facts_by_wager", "wager", "round_id"),
    Index("wager_facts_by_seat", "table_id", "seat", "round_id"),
    Index("wager_facts_by_net", "net", "round_id"),
    Index("wager_facts_by_stake", "stake", "round_id"),
)

round_notes = Table(
    "round_notes",
    metadata,
    _id(),
    Column("round_id", Id, ForeignKey("rounds.id"), nullable=False),
    Column("at", Moment, nullable=False),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),
    Column("text", Text, nullable=False),
    Index("round_notes_by_round", "round_id", "id"),
)

flags = Table(
    "flags",
    metadata,
    _id(),
    Column("name", String(64), nullable=False),
    Column("search", JSON, nullable=False),  # see surveillance.Search
    Column("at", Moment, nullable=False),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),
    Column("ended", Moment),
)

cases = Table(
    "cases",
    metadata,
    _id(),  # the number of the case
    Column("opened", Moment, nullable=False),
    Column("opened_by", Id, ForeignKey("users.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("table_id", Id, ForeignKey("tables.id")),
    Column("round_id", Id, ForeignKey("rounds.id")),
    Column("rules", String(64), nullable=False, server_default=""),  # the hash of the rules it is ruled by
    Column("title", String(128), nullable=False),
    Column("state", String(8), nullable=False),
    Column("ruled_by", Id, ForeignKey("users.id")),
    Column("ruled_at", Moment),
    Column("owed", Cents, nullable=False, server_default="0"),  # what was due and not paid
    CheckConstraint("state IN ('open', 'ruled', 'revised')", name="cases_state"),
    Index("cases_by_state", "state", "id"),
    Index("cases_by_round", "round_id"),
    Index("cases_by_opener", "opened_by", "id"),
)

case_events = Table(
    "case_events",
    metadata,
    _id(),
    Column("case_id", Id, ForeignKey("cases.id"), nullable=False),
    Column("at", Moment, nullable=False),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),
    Column("act", String(8), nullable=False),
    Column("data", JSON, nullable=False),
    CheckConstraint("act IN ('opened', 'told', 'noted', 'ruled', 'revised')", name="case_events_act"),
    Index("case_events_by_case", "case_id", "id"),
)

case_payments = Table(
    "case_payments",
    metadata,
    _id(),
    Column("case_id", Id, ForeignKey("cases.id"), nullable=False),
    Column("at", Moment, nullable=False),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),  # who paid it out or collected it
    Column("seat", Integer, nullable=False),  # of the round
    Column("person_id", Id, ForeignKey("users.id")),  # none: somebody without an account, in cash
    Column("cents", Cents, nullable=False),  # to the person; negative: collected
    Index("case_payments_by_case", "case_id", "id"),
)

late_wagers = Table(
    "late_wagers",
    metadata,
    _id(),
    Column("round_id", Id, ForeignKey("rounds.id"), nullable=False),
    Column("at", Moment, nullable=False),
    Column("user_id", Id, ForeignKey("users.id"), nullable=False),
    Column("seat", Integer, nullable=False),  # of the table
    Column("data", JSON, nullable=False),  # the wagers, or the decision, that were refused
    Index("late_wagers_by_round", "round_id", "id"),
)
