"""Double entry in whole cents: every line takes from one account what it gives to another, and none is ever changed."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError

from houseway.floor.chain import Link, advance, entry_content, head
from houseway.floor.moments import now
from houseway.floor.ready import Ready
from houseway.floor.schema import accounts, entries, lines
from houseway.rules.errors import RuleError

# Kinds that may fall below zero: what the house, its promotions and other licensees have given out.
SOURCES = frozenset({"house", "promotional", "licensee", "patrons"})  # patrons: cash of people without an account
KINDS = SOURCES | {
    "player",  # a person's money away from the tables
    "stack",  # a person's chips at a seat
    "layout",  # wagers of the round at hand
    "inventory",  # the table's chips
    "bank",  # what a player-dealer put up
    "drop",  # cash and coupons taken in at the table
    "rake",
    "collection",
    "jackpot",  # money raked for a jackpot, the players' own, 30-1046(4)
    "meter",  # what a progressive shows
    "reserve",
    "hidden",
    "due",  # awards won that wait for a supervisor's approval
    "fund",  # the primary pool of a poker jackpot
    "seeding",  # its secondary pool, which the next award begins with
    "deposit",  # what the operator of a link keeps at a bank for its awards
    "fees",  # tournament entry fees
    "prizes",  # the buy-ins of a tournament, all of which are paid out
    "vouchers",  # prizes that only open a later event
    "drawer",  # the imprest cash of a keno writer or runner
    "tips",  # the dealers' tip box of a table
    "piece",  # currency that lies at a seat of a pot
    "tickets",  # paid tickets and receipts that have not been redeemed
}


class Move(NamedTuple):
    """Cents from one account to another."""

    source: int
    target: int
    cents: int
    memo: str = ""


_CAUSE = ("kind", "table_id", "round_id", "seq", "user_id", "key")  # columns of an entry


class Cause(NamedTuple):
    """What an entry was made for."""

    kind: str
    table: int | None = None
    round: int | None = None
    seq: int | None = None
    user: int | None = None
    key: str | None = None

    def of(self, kind: str) -> "Cause":
        """Another entry of the same event."""
        return Cause(kind, self.table, self.round, self.seq)

    def row(self) -> dict[str, object]:
        """The cause as an entry has it."""
        return dict(zip(_CAUSE, self, strict=True))


_BY_NAME = select(accounts.c.id).where(accounts.c.name == bindparam("name"))
_BALANCE = select(accounts.c.balance).where(accounts.c.id == bindparam("account"))
_BALANCES = select(accounts.c.id, accounts.c.balance).where(accounts.c.id.in_(bindparam("ids", expanding=True)))
_LINES = Ready(insert(lines))


@cache
def _entries(many: int, numbered: bool = False) -> Ready:
    """So many entries in one statement; the numbers in the chain tell them apart, unless each has its id already."""
    names = [column.name for column in entries.columns if numbered or column.name != "id"]
    rows = [{name: bindparam(f"{name}{place}", type_=entries.c[name].type) for name in names} for place in range(many)]
    statement = insert(entries).values(rows)
    return Ready(statement if numbered else statement.returning(entries.c.id, entries.c.number))


def refusal(error: DBAPIError) -> Exception:
    """What the database would not write, told as a rule where it is one."""
    if "accounts_covered" in str(error.orig):
        return RuleError("not enough money in the account", "amount")
    if "are not money" in str(error.orig):
        return RuleError("tournament chips are not money", "amount")
    return error


def account(
    db: Connection,
    kind: str,
    name: str = "",
    *,
    table: int | None = None,
    user: int | None = None,
    meter: int | None = None,
    points: bool = False,
) -> int:
    """The account of that kind and name, opened where there is none yet."""
    assert kind in KINDS
    full = f"{kind}/{name}" if name else kind
    found = db.execute(_BY_NAME, {"name": full}).scalar()
    if found is not None:
        return int(found)
    made = db.execute(
        insert(accounts)
        .values(
            kind=kind, name=full, table_id=table, user_id=user, meter_id=meter, overdraft=kind in SOURCES, points=points
        )
        .returning(accounts.c.id)
    )
    return int(made.scalar_one())


def balance(db: Connection, account_id: int) -> int:
    return int(db.execute(_BALANCE, {"account": account_id}).scalar_one())


def balances(db: Connection, ids: Iterable[int]) -> dict[int, int]:
    """The balances of several accounts."""
    rows = db.execute(_BALANCES, {"ids": list(ids)})
    return {int(row.id): int(row.balance) for row in rows}


class Book:
    """The postings of one piece of work: written together in their order, with every balance as they leave it.

    What has one cause is one entry; within a piece of work its kind and event tell a cause from the others.

    A balance is read once, so it is asked for only where nobody else can change it: a table's accounts under the
    lock of the table, a meter's under the lock of the meter.
    """

    def __init__(self, db: Any, link: Link | None = None, ids: Sequence[int] = ()) -> None:
        """`link` is the head of the chain of the table that the work is about, where it is known already.

        `ids` are those of the next entries, where they were asked for with something else.
        """
        self.db = db
        self._link, self._ids = link, list(ids)
        self._held: dict[int, int] = {}
        self._moved: dict[int, int] = defaultdict(int)
        self._waiting: list[tuple[Cause, Move]] = []

    @property
    def waiting(self) -> list[tuple[Cause, Move]]:
        """What is posted and not written yet."""
        return list(self._waiting)

    def know(self, account_id: int, cents: int) -> None:
        """A balance that was just read."""
        self._held[account_id] = cents

    def balance(self, account_id: int) -> int:
        if account_id not in self._held:
            self._held[account_id] = balance(self.db, account_id)
        return self._held[account_id] + self._moved[account_id]

    def post(self, cause: Cause, moves: Iterable[Move]) -> None:
        """An entry with its lines; nothing where no cent moves."""
        moving = [move for move in moves if move.cents]
        if any(move.cents < 0 for move in moving):
            raise ValueError("a line moves a positive amount; turn source and target round")
        for move in moving:
            self._waiting.append((cause, move))
            self._moved[move.source] -= move.cents
            self._moved[move.target] += move.cents

    @property
    def link(self) -> Link:
        """The head of the chain after what was written."""
        assert self._link is not None
        return self._link

    def write(self, round_digest: str = "") -> bool:
        """Write what was posted, in its order, and whether there was something.

        An account that would be overdrawn refuses it whole. A head that was given is the caller's to store.
        """
        if not self._waiting:
            return False
        at, moved = now(), defaultdict[Cause, list[Move]](list)
        for cause, move in self._waiting:
            moved[cause].append(move)
        table, stored = self._waiting[0][0].table, self._link is not None
        link = self._link or head(self.db, table)
        made = []
        for cause, moves in moved.items():
            entry = {"at": at, **cause.row(), "round_digest": round_digest if cause.round else ""}
            link = link.next(entry_content(entry, moves))
            entry["number"], entry["digest"] = link
            made.append(entry)
        self._link = link
        ids = self._write_entries(made, next((cause.key for cause in moved if cause.key), None))
        posted = [
            {"entry_id": ids[cause.kind, cause.seq], "source": source, "target": target, "cents": cents, "memo": memo}
            for cause, (source, target, cents, memo) in self._waiting
        ]
        try:
            _LINES.run(self.db, *posted)
        except (IntegrityError, ProgrammingError) as error:
            raise refusal(error) from None
        for account_id in self._held:
            self._held[account_id] += self._moved[account_id]
        self._moved.clear()
        self._waiting.clear()
        if not stored:
            advance(self.db, table, link)
            self._link = None
        return True

    def _write_entries(self, made: list[dict[str, Any]], key: str | None) -> dict[tuple[str, int | None], int]:
        """Write entries; their ids by kind and event."""
        known = key is None and len(self._ids) >= len(made)
        if known:
            made = [{"id": self._ids.pop(0), **entry} for entry in made]
        values = {f"{name}{place}": value for place, entry in enumerate(made) for name, value in entry.items()}
        if known:
            _entries(len(made), numbered=True).run(self.db, values)
            return {(entry["kind"], entry["seq"]): entry["id"] for entry in made}
        try:
            rows = _entries(len(made)).rows(self.db, values)
        except IntegrityError as error:
            raise (refusal(error) if key is None else RepeatedError(key)) from None
        numbered = {row.number: row.id for row in rows}
        return {(entry["kind"], entry["seq"]): numbered[entry["number"]] for entry in made}


def post(db: Connection, cause: Cause, moves: Iterable[Move]) -> None:
    """One entry, written at once."""
    book = Book(db)
    book.post(cause, moves)
    book.write()


class RepeatedError(RuleError):
    """The same request came before and was carried out."""

    def __init__(self, key: str) -> None:
        super().__init__(f"this request was already carried out (key {key!r})", "key")


def already(db: Connection, key: str | None) -> None:
    """Refuse a request whose key has been used."""
    if key and db.execute(select(entries.c.id).where(entries.c.key == key)).first():
        raise RepeatedError(key)


@dataclass(frozen=True, slots=True)
class Audit:
    """Whether the books agree: all figures are zero when they do."""

    total: int  # the sum of all accounts
    adrift: int  # accounts whose balance is not the sum of their lines
    overdrawn: int

    @property
    def balanced(self) -> bool:
        return not (self.total or self.adrift or self.overdrawn)


def audit(db: Connection) -> Audit:
    """Add up the whole ledger from its lines."""
    net: dict[int, int] = {}
    for side, sign in ((lines.c.target, 1), (lines.c.source, -1)):
        for owner, cents in db.execute(select(side, func.sum(lines.c.cents)).group_by(side)):
            net[owner] = net.get(owner, 0) + sign * int(cents)
    rows = db.execute(select(accounts.c.id, accounts.c.balance, accounts.c.overdraft)).all()
    adrift = sum(net.get(row.id, 0) != row.balance for row in rows)
    overdrawn = sum(row.balance < 0 and not row.overdraft for row in rows)
    return Audit(sum(int(row.balance) for row in rows), adrift, overdrawn)
