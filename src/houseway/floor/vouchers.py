"""Paper that stands for money: match play coupons, tickets, receipts; each has a number, is checked and is good once.

A ticket or receipt was paid for when it was issued and buys chips (30-1039); a coupon is a wager (30-1615).
"""

import secrets
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, insert, select, update

from houseway.families import family_of
from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.moments import now, today
from houseway.floor.roles import Person, wallet
from houseway.floor.schema import rounds, vouchers
from houseway.floor.tables import MissingError, chips, find, own_seat, positive, till, touch
from houseway.play.core.money import in_dollars
from houseway.rules.errors import RuleError
from houseway.rules.floor_rules import cite_floor
from houseway.rules.game import load_game, parse_day

COUPON = "match play coupon"
TICKETS = ("ticket", "purchase ticket", "mobile ATM receipt")
KINDS = (COUPON, *TICKETS)
_USE = "Bet at least its value with it; it is paid at the odds of the bet, and is taken after the round."


class Voucher(NamedTuple):
    """A piece of paper that is good."""

    code: str
    kind: str
    cents: int
    expires: str


def _expired(row: Row[Any]) -> bool:
    return bool(row.expires) and row.expires < today().isoformat()


def new_code() -> str:
    """A number that no other coupon or ticket has."""
    return secrets.token_hex(6)


def issue(
    db: Connection,
    person: Person,
    kind: str,
    cents: int,
    *,
    expires: str = "",
    house: str = "",
    city: str = "",
    code: str = "",
) -> str:
    """A new coupon, or a ticket that the person's own money pays for; its number."""
    if kind not in KINDS:
        raise RuleError(f"must be one of {', '.join(KINDS)}", "kind")
    positive(cents, "amount")
    if expires and parse_day(expires, "expires") < today():
        raise RuleError("the last day is past", "expires")
    printed = {"house": house, "city": city, "use": _USE} if kind == COUPON else {}
    if missing := [name for name, text in {"expires": expires, **printed}.items() if printed and not text]:
        rule = cite_floor("match_play", "CO")
        raise RuleError(f"a coupon shows the house, its city and its last day, {rule}", missing[0])
    code = code or new_code()
    row = {"code": code, "kind": kind, "cents": cents, "expires": expires, "status": "good"}
    db.execute(insert(vouchers).values(**row, user_id=person.id, at=now(), data=printed))
    if kind in TICKETS:
        purse = wallet(db, person.id)
        if balance(db, purse) < cents:
            raise RuleError(f"you have only {in_dollars(balance(db, purse))}", "amount")
        post(db, Cause("ticket", user=person.id), [Move(purse, account(db, "tickets"), cents, kind)])
    return code


def _good(db: Connection, code: str, field: str) -> Row[Any]:
    """The voucher, if it is good today."""
    row = db.execute(select(vouchers).where(vouchers.c.code == code).with_for_update()).first()
    if row is None:
        raise MissingError(f"there is no coupon or ticket {code}", field)
    if row.status != "good":
        what = "is laid on a table" if row.status == "laid" else "was used"
        raise RuleError(f"the {row.kind} {code} {what}", field)
    if _expired(row):
        raise RuleError(f"the {row.kind} {code} was good until {row.expires}", field)
    return row


def lay(db: Connection, code: str, round_id: int, field: str) -> Voucher:
    """A coupon laid with a wager: nobody lays it elsewhere."""
    row = _good(db, code, field)
    if row.kind != COUPON:
        raise RuleError(f"a {row.kind} is exchanged for chips before any wager, {cite_floor('tickets', 'CO')}", field)
    db.execute(update(vouchers).where(vouchers.c.code == code).values(status="laid", round_id=round_id))
    return Voucher(row.code, row.kind, int(row.cents), row.expires)


def release(db: Connection, codes: Iterable[str]) -> None:
    """Coupons taken back before the deal, or of a round that counts for nothing."""
    for code in codes:
        db.execute(update(vouchers).where(vouchers.c.code == code).values(status="good", round_id=None))


def redeem(db: Connection, codes: Iterable[str], table: int) -> None:
    """Vouchers that are used up."""
    for code in codes:
        used = {"status": "used", "used_at": now(), "table_id": table}
        db.execute(update(vouchers).where(vouchers.c.code == code).values(**used))


def buy_chips(db: Connection, table: int, seat: int, person: Person, code: str) -> None:
    """A ticket or receipt into the drop box, chips to the seat; between two hands where players play for a pot."""
    row = find(db, table, lock=True)
    place = own_seat(db, table, seat, person)
    voucher = _good(db, code, "code")
    spec, pot = load_game(row.game, row.house).spec, family_of(row.game).traits.pot
    if voucher.kind == COUPON:
        rule = cite_floor("pot_media" if pot else "match_play", spec.jurisdiction)
        raise RuleError(f"a coupon buys no chips: it is a wager, {rule}", "code")
    dealt_in = select(rounds.c.places).where(rounds.c.id == row.round_id, rounds.c.status == "playing")
    if pot and seat in (db.execute(dealt_in).scalar() or ()):
        rule = cite_floor("piece", spec.jurisdiction)
        raise RuleError(f"a {voucher.kind} is exchanged before the hand begins, {rule}", "code")
    accounts = till(db, table)
    paid = Move(account(db, "tickets"), accounts["drop"], int(voucher.cents), voucher.kind)
    chips(db, accounts, place.account_id, paid, Cause("buy-in", table, user=person.id, key=f"voucher {code}"))
    redeem(db, [code], table)
    touch(db, table)


def view(row: Row[Any]) -> dict[str, Any]:
    """A voucher as it is printed and listed; amounts in cents."""
    return {
        "code": row.code,
        "kind": row.kind,
        "cents": int(row.cents),
        "expires": row.expires,
        "status": "expired" if row.status == "good" and _expired(row) else row.status,
        "at": row.at,
        "table": row.table_id,
        **{name: row.data.get(name, "") for name in ("house", "city", "use")},
    }


def listing(db: Connection, most: int, code: str = "") -> list[dict[str, Any]]:
    """Vouchers, the latest first."""
    query = select(vouchers).order_by(vouchers.c.at.desc(), vouchers.c.code).limit(most)
    return [view(row) for row in db.execute(query.where(vouchers.c.code == code) if code else query)]
