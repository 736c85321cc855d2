"""A table in a transaction: read once, with its seats, money and round; events and postings are written together."""

from functools import cache
from operator import itemgetter
from types import SimpleNamespace
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    String,
    bindparam,
    cast,
    exists,
    func,
    insert,
    literal_column,
    null,
    or_,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.exc import IntegrityError, ProgrammingError

from houseway import __version__
from houseway.floor.chain import Link
from houseway.floor.digest import digest, round_head
from houseway.floor.facts import Facts, write_facts
from houseway.floor.ledger import Book, Cause, refusal
from houseway.floor.moments import now
from houseway.floor.pinned import Rules, current, pin, pinned
from houseway.floor.ready import Ready, at_once, send_with_commit
from houseway.floor.recent import Recent
from houseway.floor.schedules import check_table as check_schedules
from houseway.floor.schema import accounts, events, rounds, schedules, seats, tables, users
from houseway.floor.store import after_commit
from houseway.floor.tables import TILL, MissingError

OPEN = ("betting", "playing")
_SCHEDULES = "schedules"
_KEPT = 2000
Event = dict[str, Any]

_LOCK = Ready(
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(version=tables.c.version + literal_column("1"))
    .returning(tables)
)
_FIND = Ready(select(tables).where(tables.c.id == bindparam("table")))
_HOLD = Ready(select(tables).where(tables.c.id == bindparam("table")).with_for_update(key_share=True))
_AT_END = ("file", "settlement")  # what a round has when it is over


def _round(*columns: Any) -> Ready:
    """The round at hand at a table, or the last one."""
    at_table = select(*columns).join(tables, tables.c.round_id == rounds.c.id).where(tables.c.id == bindparam("table"))
    return Ready(at_table)


_ROUND = _round(rounds)
_ROUND_AT_HAND = _round(*(null().label(one.name) if one.name in _AT_END else one for one in rounds.columns))
_ENTRIES = Ready(  # numbers of rows for what most actions post, so that its lines need not wait for them
    select(literal_column("nextval('entries_id_seq')", BigInteger).label("id")).select_from(
        text("generate_series(1, 4)")
    )
)
_NEXT_ROUND = Ready(select(literal_column("nextval('rounds_id_seq')", BigInteger).label("id")))
_ROUND_AFTER_LAST = Ready(select((func.coalesce(func.max(rounds.c.id), 0) + 1).label("id")))  # of the one writer
_BEGIN = Ready(insert(rounds).returning(rounds.c.id))
_BEGIN_NUMBERED = Ready(insert(rounds))
_EVENT = Ready(insert(events))
_LOG = Ready(select(events).where(events.c.round_id == bindparam("round")).order_by(events.c.seq))


@cache
def _change(names: tuple[str, ...]) -> Ready:
    changed: dict[str, Any] = {name: bindparam(name) for name in names}
    return Ready(update(rounds).where(rounds.c.id == bindparam("row")).values(changed))


@cache
def _leave(names: tuple[str, ...]) -> Ready:
    changed: dict[str, Any] = {name: bindparam(name) for name in names}
    return Ready(update(tables).where(tables.c.id == bindparam("row")).values(changed))


@cache
def _accounts_of(meters: int) -> Ready:
    """The accounts of so many meters."""
    named = or_(*(accounts.c.name == bindparam(f"meter{number}") for number in range(meters)))
    return Ready(select(accounts.c.id, accounts.c.name, accounts.c.balance).where(named))


def _meters(names: tuple[str, ...]) -> tuple[Ready, dict[str, Any]]:
    """What is asked for the accounts of meters."""
    return _accounts_of(len(names)), {f"meter{number}": name for number, name in enumerate(names)}


# The accounts of the meters that a table showed when it was last read: they are asked for with it the next time.
_shown_meters: dict[int, tuple[str, ...]] = {}


def _money() -> Ready:
    """Who sits where, and the balances of the stacks and purses and of the table.

    And a row that is there where an authority has decided on anything that may be played.
    """
    purse = accounts.alias("purse")
    seated = (
        select(
            seats.c.seat,
            seats.c.user_id,
            seats.c.account_id,
            seats.c.leaving,
            seats.c.entropy_hash,
            seats.c.entropy_from,
            users.c.name,
            users.c.role,
            users.c.proposition,
            accounts.c.kind,
            accounts.c.balance,
            purse.c.balance.label("purse"),
        )
        .join(users, users.c.id == seats.c.user_id)
        .join(accounts, accounts.c.id == seats.c.account_id)
        .join(purse, purse.c.name == literal_column("'player/'", String) + cast(users.c.id, String))
        .where(seats.c.table_id == bindparam("table"))
    )
    empty = null()
    other = select(
        empty,
        empty,
        accounts.c.id,
        empty,
        empty,
        empty,
        accounts.c.name,
        empty,
        empty,
        accounts.c.kind,
        accounts.c.balance,
        empty,
    )
    kinds = or_(*(accounts.c.kind == literal_column(f"'{kind}'") for kind in TILL))
    parts = [seated, other.where(accounts.c.table_id == bindparam("table"), kinds)]
    parts.append(
        select(
            empty,
            empty,
            literal_column("0"),
            empty,
            empty,
            empty,
            empty,
            empty,
            empty,
            literal_column(f"'{_SCHEDULES}'", String),
            literal_column("0"),
            empty,
        ).where(exists(select(schedules.c.id)))
    )
    return Ready(union_all(*parts))


_MONEY = _money()


# The events of the round that goes on at a table, with their digest: what that covers never changes.
_logs: Recent[int, tuple[str, tuple[Event, ...]]] = Recent(_KEPT)


class TableTransaction:
    """A table with its seats and money and the round at hand, or the last one, as a transaction sees and leaves it."""

    def __init__(self, db: Connection, rows: dict[str, list[Any]]) -> None:
        """`rows` are what was read of the table, by what it is."""
        self.db = db
        (table,) = rows["table"]
        self._next_round = rows.get("next_round", [])  # its id, where that was asked for
        self._unwritten = False  # whether the row of the round has yet to be written
        self.table: Any = SimpleNamespace(**table._asdict())
        ids = [int(row.id) for row in rows.get("entries", ())]
        self.book = Book(db, Link(table.seal_number, table.seal), ids)
        self.accounts: dict[str, int] = {}  # the table's accounts by kind
        self.meters: dict[str, int] = {}  # the account that each level shows
        self.seats: dict[int, Any] = {}
        self.scheduled = False  # whether an authority has decided on anything
        self._read(rows["money"])
        self._read_meters(rows.get("meters", []))
        self.values: dict[str, Any] = rows["round"][0]._asdict() if rows["round"] else {}
        self._before = dict(self.values)
        self._log: list[Event] | None = None if self.values else []
        self._pending_events: list[Event] = []  # events not yet written
        self.table_changes: dict[str, Any] = {}  # what changes in the table's row
        self.facts: Facts | None = None  # what a round that is over will be found by
        self.stale = False  # seats were given up since it was read
        self.rules = self._rules()

    def _rules(self) -> Rules:
        """What the open round began with; between rounds, what the next one will begin with.

        A table whose file cannot be read any more is shown by the rules it had.
        """
        return self.round_rules() if self.status in OPEN else current(self.db, self.table)

    def round_rules(self) -> Rules:
        """What the round at hand, or the last one, began with."""
        return pinned(self.db, self.values["rules"], self.table.game, self.table.house)

    def _read(self, money: list[Any]) -> None:
        """Know seats and money by the rows that were read of them."""
        seated = []
        for row in money:
            if row.kind == _SCHEDULES:
                self.scheduled = True
                continue
            self.book.know(row.account_id, row.balance)
            if row.seat is None:
                self.accounts[row.kind] = row.account_id
            else:
                seated.append(row)
        self.seats = {row.seat: row for row in sorted(seated, key=itemgetter(0))}

    def _read_meters(self, rows: list[Any]) -> None:
        """Know what the levels of the table show, by the rows of these accounts if they are the right ones."""
        names = {level: f"meter/{meter}" for level, meter in self.table.levels.items()}
        shown = tuple(names.values())
        if _shown_meters.get(self.table.id, ()) != shown:
            if len(_shown_meters) >= _KEPT:
                _shown_meters.clear()
            _shown_meters[self.table.id] = shown
        known = {row.name: row for row in rows}
        if not known.keys() >= set(shown):
            statement, named = _meters(shown)
            known = {row.name: row for row in statement.rows(self.db, named)}
        for level, name in names.items():
            self.book.know(known[name].id, known[name].balance)
            self.meters[level] = known[name].id

    @property
    def id(self) -> int:
        found: int = self.values["id"]
        return found

    @property
    def status(self) -> str:
        """The status of the round; empty at a table without one."""
        found: str = self.values.get("status", "")
        return found

    @property
    def log(self) -> list[Event]:
        """The events of the round."""
        if self._log is None:
            told, known = _logs.get(self.table.id) or ("", ())
            if not told or told != self.values["digest"]:
                known = tuple(row._asdict() for row in _LOG.rows(self.db, {"round": self.id}))
            self._log = list(known)
        return self._log

    @property
    def coming(self) -> int:
        """The number of the round that wagers made now are for."""
        return int(self.values["number"]) if self.status in OPEN else int(self.table.rounds) + 1

    @property
    def shuffle(self) -> dict[str, Any]:
        """The shuffle that the next cards come from, as the transaction leaves it."""
        found: dict[str, Any] = self.table_changes.get("shuffle", self.table.shuffle)
        return found

    def begin(self) -> None:
        """A new round that takes wagers, to be dealt from the shuffle that the table shows."""
        number, shuffle = self.table.rounds + 1, self.shuffle
        if "number" in shuffle:  # a shoe is dealt to its end by the rules it began with
            self.rules = self.round_rules()
        else:
            self.rules = pin(self.db, self.table.game, self.table.house)
        if self.scheduled:
            check_schedules(self.db, self.rules.game, self.rules.house)
        head = round_head(self.table.id, number, shuffle["commitment"], self.rules.hash)
        self.values = {
            "table_id": self.table.id,
            "number": number,
            "status": "betting",
            "bets": {},
            "places": [],
            "opening": {},
            "shuffle": shuffle,
            "commitment": shuffle["commitment"],
            "entropy": {},
            "secret": None,
            "digest": digest("", head),
            "rules": self.rules.hash,
            "engine": __version__,
            "seq": 0,
            "staked": [],
            "deadline": None,
            "started": now(),
            "ended": None,
            "file": None,
            "settlement": None,
        }
        self._unwritten = bool(self._next_round)
        if self._next_round:
            self.values["id"] = int(self._next_round.pop().id)
        else:
            self.values["id"] = int(_BEGIN.one(self.db, self.values).id)
        self._before, self._log = dict(self.values), []
        self.table_changes |= {"round_id": self.id, "rounds": number}
        if self.rules.hash != self.table.rules:
            self.table_changes["rules"] = self.rules.hash

    def event(self, kind: str, seat: int | None, user: int | None, **data: Any) -> Cause:
        """The next event; the cause of the money it moves."""
        log, seq = self.log, self.values["seq"] + 1
        said: Event = {"seq": seq, "at": now(), "kind": kind, "seat": seat, "user_id": user, "data": data}
        self.values |= {"seq": seq, "digest": digest(self.values["digest"], said)}
        self._pending_events.append({"round_id": self.id, **said})
        log.append(said)
        return Cause(kind, self.table.id, self.id, seq, user)

    def write_round(self) -> None:
        """Write the row of the round, if that was put off until it is saved: what refers to it comes after it."""
        if self._unwritten:
            _BEGIN_NUMBERED.run(self.db, self.values)
            self._unwritten, self._before = False, dict(self.values)

    def save(self) -> None:
        """Write the events, what they moved, and the rows of the round and of the table."""
        self._tell_fills()
        try:
            with at_once(self.db):
                self._write()
        except (IntegrityError, ProgrammingError) as error:
            raise refusal(error) from None
        self._before = dict(self.values)
        vars(self.table).update(self.table_changes)
        if self._pending_events and self.status in OPEN:
            table, known = self.table.id, (self.values["digest"], tuple(self.log))
            after_commit(self.db, lambda: _logs.put(table, known))
        self.table_changes, self._pending_events, self.facts = {}, [], None

    def _tell_fills(self) -> None:
        """An event for every fill that a payment of the round needed: the proof holds its amount."""
        for cause, move in self.book.waiting:
            if cause.kind == "fill" and cause.round:
                self.event("fill", None, None, event=cause.seq, cents=move.cents)

    def _write(self) -> None:
        self.write_round()
        if self.facts is not None:
            write_facts(self.db, self.facts)
        if self._pending_events:
            _EVENT.run(self.db, *self._pending_events)
        if self.book.write(self.values.get("digest", "")):
            self.table_changes |= {"seal_number": self.book.link.number, "seal": self.book.link.digest}
        changed = {name: value for name, value in self.values.items() if value is not self._before[name]}
        if changed:
            _change(tuple(changed)).run(self.db, {"row": self.id, **changed})
        if self.table_changes:
            _leave(tuple(self.table_changes)).run(self.db, {"row": self.table.id, **self.table_changes})


Asked = dict[str, tuple[Ready, dict[str, Any]]]
_NOTHING: dict[str, Any] = {}


def _read_all(table: int, statement: Ready, played: Ready = _ROUND) -> Asked:
    """The statement that gives a table's row, and what else is read of the table at the same time, after it."""
    named = {"table": table}
    asked: Asked = {"table": (statement, named), "money": (_MONEY, named), "round": (played, named)}
    if names := _shown_meters.get(table):
        asked["meters"] = _meters(names)
    return asked


def _hold_all(db: Connection, table: int, begins: bool) -> Asked:
    asked, embedded = _read_all(table, _HOLD, _ROUND_AT_HAND), db.dialect.name == "sqlite"
    if not embedded:
        asked["entries"] = _ENTRIES, _NOTHING
    if begins:
        asked["next_round"] = _ROUND_AFTER_LAST if embedded else _NEXT_ROUND, _NOTHING
    return asked


def _table(db: Connection, table: int, asked: Asked) -> TableTransaction:
    rows = dict(zip(asked, Ready.several(db, *asked.values()), strict=True))
    if not rows["table"]:
        raise MissingError(f"there is no table {table}", "table")
    return TableTransaction(db, rows)


def read_table(db: Connection, table: int) -> TableTransaction:
    """The table as it is."""
    return _table(db, table, _read_all(table, _FIND))


def lock_table(db: Connection, table: int) -> TableTransaction:
    """The table to change it: nobody else does until the transaction ends, and whoever watches it is told then."""
    asked = _read_all(table, _LOCK)
    if db.dialect.name != "sqlite":
        asked["entries"] = _ENTRIES, _NOTHING
    return _table(db, table, asked)


def hold_table(db: Connection, table: int, *, begins: bool = False) -> TableTransaction:
    """As `lock_table`, for what is always saved: only then the table's row is written. `begins`: a round, perhaps."""
    tx = _table(db, table, _hold_all(db, table, begins))
    tx.table_changes["version"] = tx.table.version = tx.table.version + 1
    return tx


def will_hold(db: Connection, table: int, *, begins: bool = False) -> None:
    """The table will be held after the next question, and no answer of the database be waited for but theirs.

    What the database refuses of what is written then is told by the commit.
    """
    if db.dialect.name != "sqlite":
        Ready.foresee(db, *_hold_all(db, table, begins).values())
        send_with_commit(db)
