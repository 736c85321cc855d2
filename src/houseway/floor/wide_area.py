"""Wide-area links: a meter that houses of several licensees feed, what each has put in, and the funds behind it."""

from fractions import Fraction
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select, update

from houseway.floor.awards import next_payment, owed
from houseway.floor.ledger import Book, Cause, Move, account, balance, post
from houseway.floor.meters import hold
from houseway.floor.petitions import find_meter
from houseway.floor.printed import JACKPOTS, cited
from houseway.floor.roles import Person
from houseway.floor.schema import accounts, entries, lines, meters, tables
from houseway.floor.tables import positive
from houseway.play.core.money import dollars
from houseway.rules.errors import RuleError


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who operates a link and who takes part; the prime rate discounts what is paid by the year."""

    operator: str
    licensees: list[str]
    prime: float = 0  # percent a year
    years: int = 1  # annual payments of an award; 1: a single one


def set_link(db: Connection, meter: int, data: dict[str, Any]) -> None:
    """Make a meter one of a wide-area link, or change what is known of it."""
    row = find_meter(db, meter, lock=True)
    try:
        link = msgspec.convert(data, Link)
    except msgspec.ValidationError as error:
        raise RuleError(str(error), "link") from None
    names = [name.strip() for name in link.licensees]
    if not link.operator.strip() or not names or not all(names) or len(set(names)) < len(names):
        raise RuleError("names the operator and the other licensees, each once", "link.licensees")
    if not 0 <= link.prime <= 100 or not 1 <= link.years <= 40:
        raise RuleError("a prime rate of 0 to 100 percent, and 1 to 40 annual payments", "link.prime")
    if row.link and set(row.link["licensees"]) - set(names):
        raise RuleError("a licensee who has taken part stays in the reports", "link.licensees")
    db.execute(update(meters).where(meters.c.id == meter).values(link=msgspec.to_builtins(link)))


def _link(db: Connection, meter: int) -> tuple[Any, Link]:
    row = find_meter(db, meter, lock=True)
    if row.link is None:
        raise RuleError("the meter is not of a wide-area link", "meter")
    return row, msgspec.convert(row.link, Link)


def contribute(db: Connection, meter: int, licensee: str, cents: int, person: Person) -> None:
    """What another licensee's games have put in, as the operator reports it."""
    row, link = _link(db, meter)
    if licensee not in link.licensees:
        raise RuleError(f"takes no part; those who do are {', '.join(link.licensees)}", "licensee")
    book = Book(db)
    target = hold(book, [meter]).accounts[meter]["meter"]
    book.post(
        Cause("link contribution", user=person.id),
        [Move(account(db, "licensee", licensee), target, positive(cents, "amount"), licensee)],
    )
    book.write()
    db.execute(update(meters).where(meters.c.id == meter).values(fed_elsewhere=row.fed_elsewhere + cents))


def keep_funds(db: Connection, meter: int, cents: int, person: Person) -> None:
    """Money put by at a bank for the awards of the link."""
    _link(db, meter)
    kept = account(db, "deposit", str(meter), meter=meter)
    post(
        db,
        Cause("link deposit", user=person.id),
        [Move(account(db, "house"), kept, positive(cents, "amount"), "kept at a bank")],
    )


def present_value(each: int, payments: int, percent: float) -> int:
    """What annual payments of so many cents, the first a year from now, are worth today."""
    growth = 1 + Fraction(str(percent)) / 100
    return round(sum((Fraction(each) / growth**year for year in range(1, payments + 1)), Fraction(0)))


def required(shown: int, reset: int, link: Link, waiting: list[Any]) -> int:
    """The cents that must be kept: what the meter shows and one more start, and what is owed on awards already won.

    Of an award by the year the next payment counts whole and those after it by their present value.
    """
    each = reset // link.years
    total = shown + each + present_value(each, link.years - 1, link.prime)
    for row in waiting:
        after = row.years - row.payments - 1
        total += next_payment(row) + present_value(row.cents // row.years, after, link.prime)
    return total


def reserve_report(db: Connection, _: Any = None) -> list[dict[str, Any]]:
    """For each link the funds that are required and those that are kept (quarterly)."""
    report = []
    for row in db.execute(select(meters).where(meters.c.link.is_not(None)).order_by(meters.c.id)).all():
        if not row.link:
            continue
        link = msgspec.convert(row.link, Link)
        shown = balance(db, account(db, "meter", str(row.id), meter=row.id))
        need = required(shown, row.seed, link, owed(db, row.id))
        kept = balance(db, account(db, "deposit", str(row.id), meter=row.id))
        report.append(
            {
                "meter": row.name,
                "operator": link.operator,
                "shown": dollars(shown),
                "reset": dollars(row.seed),
                "awards_owed": len(owed(db, row.id)),
                "prime_percent": link.prime,
                "required": dollars(need),
                "kept": dollars(kept),
                "short": dollars(max(need - kept, 0)),
                "rule": cited(JACKPOTS.link["quarterly"]),
            }
        )
    return report


def link_report(db: Connection, span: Any) -> list[dict[str, Any]]:
    """For each link and location what was put in, and its share of the whole by which it may deduct awards (monthly).

    Locations of this house are its tables; a line without one is the link's total.
    """
    target = accounts.alias("target_account")
    source = accounts.alias("source_account")
    query = (
        select(target.c.meter_id, source.c.kind, source.c.name, tables.c.name.label("place"), func.sum(lines.c.cents))
        .join(entries, entries.c.id == lines.c.entry_id)
        .join(target, target.c.id == lines.c.target)
        .join(source, source.c.id == lines.c.source)
        .outerjoin(tables, tables.c.id == entries.c.table_id)
        .where(entries.c.kind.in_(("contribution", "link contribution")), target.c.meter_id.is_not(None))
        .where(entries.c.at >= span.start, entries.c.at < span.end)
        .group_by(target.c.meter_id, source.c.kind, source.c.name, tables.c.name)
        .order_by(target.c.meter_id, source.c.kind, source.c.name, tables.c.name)
    )
    rows = db.execute(query).all()
    report = []
    for meter in db.execute(select(meters).order_by(meters.c.id)).all():
        if not meter.link:
            continue
        own = [row for row in rows if row.meter_id == meter.id]
        total = sum(int(row[4]) for row in own)
        awarded = _awarded(db, meter.id, span)
        for row in own:
            elsewhere = row.kind == "licensee"
            cents = int(row[4])
            report.append(
                {
                    "meter": meter.name,
                    "licensee": row.name.removeprefix("licensee/") if elsewhere else "this house",
                    "location": "" if elsewhere else row.place,
                    "contributed": dollars(cents),
                    "share_percent": round(100 * cents / total, 4),
                    "deductible": dollars(awarded * cents // total),
                    "rule": cited(JACKPOTS.link["contribution"]),
                }
            )
        report.append(
            {
                "meter": meter.name,
                "licensee": "all",
                "location": "",
                "contributed": dollars(total),
                "share_percent": 100 if own else 0,
                "deductible": dollars(awarded),
                "rule": cited(JACKPOTS.link["monthly"]),
            }
        )
    return report


def _awarded(db: Connection, meter: int, span: Any) -> int:
    """What the meter has paid in the period."""
    source = accounts.alias("source_account")
    query = (
        select(func.coalesce(func.sum(lines.c.cents), 0))
        .join(entries, entries.c.id == lines.c.entry_id)
        .join(source, source.c.id == lines.c.source)
        .where(source.c.meter_id == meter, source.c.kind == "meter")
        .where(entries.c.kind.in_(("meter award", "link award", "settlement")))
        .where(entries.c.at >= span.start, entries.c.at < span.end)
    )
    return int(db.execute(query).scalar_one())
