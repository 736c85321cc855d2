"""Wide-area links: a meter that houses of several licensees feed, what each has put in, and the funds behind it."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import msgspec
from sqlalchemy import Connection, or_, select, update

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


_AWARDS = ("meter award", "link award", "settlement")
_FEEDS = ("contribution", "link contribution")
Contributor = tuple[str, str]  # the licensee, empty for this house, and of this house the table


class _Shares:
    """What each contributor put into a link, and the part of its awards that each may deduct.

    An award is divided by what was put in since the one before it that won the meter whole, 30-2504.01(4).
    """

    def __init__(self, span: Any) -> None:
        self.span = span
        self.contributed: dict[Contributor, int] = defaultdict(int)  # in the period
        self.deductible: dict[Contributor, int] = defaultdict(int)
        self.awarded = 0
        self._since: dict[Contributor, int] = defaultdict(int)  # since the meter was won whole
        self._later: dict[Contributor, int] = defaultdict(int)  # since any award

    def read(self, row: Any, meter: int) -> None:
        """Go on to the next line of the ledger that touches the meter."""
        within = self.span.start <= row.at < self.span.end
        if row.kind in _FEEDS and row.fed == meter:
            who = (row.source.removeprefix("licensee/"), "") if row.source_kind == "licensee" else ("", row.place or "")
            self._since[who] += row.cents
            self._later[who] += row.cents
            self.contributed[who] += row.cents if within else 0
        elif row.kind in _AWARDS and row.paid == meter and row.source_kind == "meter":
            self._later.clear()
            if within:
                self._divide(int(row.cents))
        elif row.kind == "meter restart" and row.fed == meter:
            self._since, self._later = self._later, defaultdict(int)

    def _divide(self, cents: int) -> None:
        """Every cent of an award, first between this house and the others as its ledger does (`Held.elsewhere`)."""
        self.awarded += cents
        there = {who: put for who, put in self._since.items() if who[0]}
        here = {who: put for who, put in self._since.items() if not who[0]}
        total = sum(self._since.values())
        elsewhere = cents * sum(there.values()) // total if total else 0
        for amount, puts in ((elsewhere, there), (cents - elsewhere, here)):
            for who, part in _in_proportion(amount, puts).items():
                self.deductible[who] += part


def _in_proportion(cents: int, puts: dict[Contributor, int]) -> dict[Contributor, int]:
    """Cents divided by what each put in; those that rounding leaves over go where it took most."""
    total = sum(puts.values())
    parts = {who: cents * put // total for who, put in puts.items()} if total else {}
    by_rest = sorted(parts, key=lambda who: (-(cents * puts[who] % total), who))
    for who in by_rest[: cents - sum(parts.values())]:
        parts[who] += 1
    return parts


def link_report(db: Connection, span: Any) -> list[dict[str, Any]]:
    """For each link and location what was put in, and the part of the awards that it may deduct (monthly).

    Locations of this house are its tables; a line without one is the link's total.
    """
    report = []
    for meter in db.execute(select(meters).order_by(meters.c.id)).all():
        if not meter.link:
            continue
        shares = _Shares(span)
        for row in _lines_of(db, meter.id):
            shares.read(row, meter.id)
        total = sum(shares.contributed.values())
        for who in sorted({*shares.contributed, *shares.deductible}):
            cents = shares.contributed[who]
            report.append(
                {
                    "meter": meter.name,
                    "licensee": who[0] or "this house",
                    "location": who[1],
                    "contributed": dollars(cents),
                    "share_percent": round(100 * cents / total, 4) if total else 0,
                    "deductible": dollars(shares.deductible[who]),
                    "rule": cited(JACKPOTS.link["contribution"]),
                }
            )
        report.append(
            {
                "meter": meter.name,
                "licensee": "all",
                "location": "",
                "contributed": dollars(total),
                "share_percent": 100 if total else 0,
                "deductible": dollars(shares.awarded),
                "rule": cited(JACKPOTS.link["monthly"]),
            }
        )
    return report


def _lines_of(db: Connection, meter: int) -> list[Any]:
    """The ledger's lines that feed a meter, pay from it or start it anew, in the order in which they were posted."""
    target, source = accounts.alias("target_account"), accounts.alias("source_account")
    columns = (
        entries.c.kind,
        entries.c.at,
        lines.c.cents,
        target.c.meter_id.label("fed"),
        source.c.meter_id.label("paid"),
        source.c.kind.label("source_kind"),
        source.c.name.label("source"),
        tables.c.name.label("place"),
    )
    query = (
        select(*columns)
        .join(entries, entries.c.id == lines.c.entry_id)
        .join(target, target.c.id == lines.c.target)
        .join(source, source.c.id == lines.c.source)
        .outerjoin(tables, tables.c.id == entries.c.table_id)
        .where(entries.c.kind.in_((*_FEEDS, *_AWARDS, "meter restart")))
        .where(or_(target.c.meter_id == meter, source.c.meter_id == meter))
        .order_by(lines.c.id)
    )
    return list(db.execute(query))
