"""A table in a transaction: read once, with its seats, money and round; events and postings are written together."""

from collections import OrderedDict
from functools import cache
from operator import itemgetter
from threading import Lock
from types import SimpleNamespace
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    String,
    bindparam,
    cast,
    exists,
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
from houseway.floor.ready import Ready, at_once
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
_ROUND = Ready(select(rounds).join(tables, tables.c.round_id == rounds.c.id).where(tables.c.id == bindparam("table")))
_ENTRIES = Ready(  # numbers of rows for what most actions post, so that its lines need not wait for them
    select(literal_column("nextval(pg_get_serial_sequence('entries', 'id'))", BigInteger).label("id")).select_from(
        text("generate_series(1, 4)")
    )
)
_BEGIN = Ready(insert(rounds).returning(rounds.c.id))
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
def _meters(levels: int) -> Ready:
    """The accounts of so many meters."""
    named = or_(*(accounts.c.name == bindparam(f"meter{number}") for number in range(levels)))
    return Ready(select(accounts.c.id, accounts.c.name, accounts.c.balance).where(named))


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


class _Logs:
    """The events of rounds that go on here, by their digest, which covers them all: what is under it never changes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str], tuple[Event, ...]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: tuple[int, str]) -> list[Event]:
        """The events, if they are kept."""
        with self._lock:
            return list(self._kept.get(key, ()))

    def put(self, key: tuple[int, str], log: tuple[Event, ...]) -> None:
        with self._lock:
            self._kept[key] = log
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)


_logs = _Logs()


class TableTransaction:
    """A table with its seats and money and the round at hand, or the last one, as a transaction sees and leaves it."""

    def __init__(self, db: Connection, table: Any, money: list[Any], played: list[Any], entries: list[Any]) -> None:
        self.db = db
        self.table: Any = SimpleNamespace(**table._asdict())
        self.book = Book(db, Link(table.seal_number, table.seal), [int(row.id) for row in entries])
        self.accounts: dict[str, int] = {}  # the table's accounts by kind
        self.meters: dict[str, int] = {}  # the account that each level shows
        self.seats: dict[int, Any] = {}
        self.scheduled = False  # whether an authority has decided on anything
        self._read(money)
        self.values: dict[str, Any] = played[0]._asdict() if played else {}
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
        if levels := self.table.levels:
            named = {f"meter{number}": f"meter/{meter}" for number, meter in enumerate(levels.values())}
            found = {row.name: row for row in _meters(len(levels)).rows(self.db, named)}
            for level, meter in levels.items():
                row = found[f"meter/{meter}"]
                self.book.know(row.id, row.balance)
                self.meters[level] = row.id

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
            known = _logs.get((self.id, self.values["digest"]))
            self._log = known or [row._asdict() for row in _LOG.rows(self.db, {"round": self.id})]
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
        self.values["id"] = int(_BEGIN.one(self.db, self.values).id)
        self._before, self._log = dict(self.values), []
        self.table_changes = {"round_id": self.id, "rounds": number}
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
            key, log = (self.id, self.values["digest"]), tuple(self.log)
            after_commit(self.db, lambda: _logs.put(key, log))
        self.table_changes, self._pending_events, self.facts = {}, [], None

    def _tell_fills(self) -> None:
        """An event for every fill that a payment of the round needed: the proof holds its amount."""
        for cause, move in self.book.waiting:
            if cause.kind == "fill" and cause.round:
                self.event("fill", None, None, event=cause.seq, cents=move.cents)

    def _write(self) -> None:
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


def _table(db: Connection, table: int, statement: Ready, *more: Ready) -> TableTransaction:
    """The table whose row a statement gives, with all that is read of it at the same time, after that statement."""
    asked, nothing = {"table": table}, dict[str, Any]()
    rows, money, played, *entries = Ready.several(
        db, (statement, asked), (_MONEY, asked), (_ROUND, asked), *((one, nothing) for one in more)
    )
    if not rows:
        raise MissingError(f"there is no table {table}", "table")
    return TableTransaction(db, rows[0], money, played, entries[0] if entries else [])


def read_table(db: Connection, table: int) -> TableTransaction:
    """The table as it is."""
    return _table(db, table, _FIND)


def lock_table(db: Connection, table: int) -> TableTransaction:
    """The table to change it: nobody else does until the transaction ends, and whoever watches it is told then."""
    return _table(db, table, _LOCK, *(() if db.dialect.name == "sqlite" else (_ENTRIES,)))
