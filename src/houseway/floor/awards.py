"""Awards of jackpots and meters that wait for a supervisor's approval: paid, paid by the year, lapsed or backed out."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from houseway.floor.jackpots import LIMITS
from houseway.floor.ledger import Cause, Move, account, post
from houseway.floor.meters import meter_accounts
from houseway.floor.moments import now
from houseway.floor.pinned import current
from houseway.floor.printed import cited
from houseway.floor.roles import Person, wallet
from houseway.floor.schema import awards, entries, keno_tickets, lines, meters, seats, tables, users
from houseway.floor.settling import tray_of
from houseway.floor.tables import MissingError, find, till, touch
from houseway.floor.transaction import TableTransaction
from houseway.play.core.settlement import Settlement
from houseway.rules.errors import RuleError

_YEAR = 365 * 86_400_000
Waiting = dict[tuple[int, int], int | None]
Rests = dict[tuple[int, int], int]
PRESENTED = ("written", "quit")  # tickets that are still to be presented


def years_of(db: Connection, meter: int | None) -> int:
    """In how many annual payments the awards of a meter are paid, as its link says."""
    link = db.execute(select(meters.c.link).where(meters.c.id == meter)).scalar() if meter else None
    return int((link or {}).get("years", 1))


def write_down(tx: TableTransaction, waiting: Waiting, settlement: Settlement, rests: Rests) -> None:
    """The awards of a round that wait, each with what its meter paid of it; `rests` are those of an eased meter."""
    if waiting:
        tx.write_round()
    levels = tx.table.levels
    left = {levels[level]: paid.amount for level, paid in settlement.awards.items() if level in levels}
    for (seat, number), meter in waiting.items():
        line, place = settlement.seats[seat][number], tx.values["places"][seat]
        # Where a stake is not paid back the meter pays more than the line shows as won.
        drawn = 0 if meter is None else min(line.net + line.stake, left.get(meter, 0))
        rest = rests.get((seat, number), 0)
        if meter is not None:
            left[meter] = left.get(meter, 0) - drawn
        tx.db.execute(
            insert(awards).values(
                at=now(),
                jackpot_id=tx.table.jackpot_id if meter is None else None,
                meter_id=meter,
                table_id=tx.table.id,
                round_id=tx.id,
                seat=place,
                user_id=tx.seats[place].user_id,
                cents=line.net + rest,
                drawn=drawn + rest,
                memo=f"{line.wager}: {line.reason}"[:128],
                status="due",
                years=years_of(tx.db, meter),
            )
        )


def write_ticket_award(db: Connection, ticket: Row[Any], meter: int, cents: int, years: int, game: int) -> None:
    """An award that a ticket of a keno desk won, owed by the year."""
    db.execute(
        insert(awards).values(
            at=now(),
            meter_id=meter,
            table_id=ticket.table_id,
            ticket_id=ticket.id,
            user_id=ticket.patron_id,
            cents=cents,
            drawn=cents,
            memo=f"ticket {ticket.number}, game {game}",
            status="due",
            years=years,
        )
    )


def of_ticket(db: Connection, ticket: int) -> list[Row[Any]]:
    """The awards by the year that a ticket won, the oldest first."""
    return list(db.execute(select(awards).where(awards.c.ticket_id == ticket).order_by(awards.c.id)))


def lapse_tickets(db: Connection, table: int, lapsed: Callable[[Row[Any]], bool]) -> None:
    """Awards of tickets that nobody presented in time are owed no more: like their other winnings they stay here."""
    query = (
        select(keno_tickets, awards.c.id.label("award"), awards.c.cents)
        .join(awards, awards.c.ticket_id == keno_tickets.c.id)
        .where(awards.c.table_id == table, awards.c.status == "due", keno_tickets.c.status.in_(PRESENTED))
    )
    for row in db.execute(query).all():
        if lapsed(row):
            own = till(db, table)
            post(db, Cause("award lapsed", table), [Move(own["due"], own["inventory"], row.cents, "not presented")])
            db.execute(update(awards).where(awards.c.id == row.award).values(status="lapsed", decided_at=now()))


def find_award(db: Connection, award: int) -> Row[Any]:
    row = db.execute(select(awards).where(awards.c.id == award).with_for_update()).first()
    if row is None:
        raise MissingError(f"there is no award {award}", "award")
    if row.status not in ("due", "paying"):
        told = "has lapsed" if row.status == "lapsed" else f"was {row.status} already"
        raise RuleError(f"the award {told}", "award")
    return row


def next_payment(row: Row[Any]) -> int:
    """The cents of the next payment: all of it, or a year's; the last year's is what is left."""
    each = int(row.cents) // int(row.years)
    return each if row.payments + 1 < row.years else int(row.cents) - each * (int(row.years) - 1)


def _stack(db: Connection, row: Row[Any]) -> int:
    """Where the winner is paid: the seat he still holds, or his money away from the tables."""
    if row.user_id is None:
        return account(db, "patrons")
    held = select(seats.c.account_id).where(
        seats.c.table_id == row.table_id, seats.c.seat == row.seat, seats.c.user_id == row.user_id
    )
    found = db.execute(held).scalar()
    return wallet(db, row.user_id) if found is None else int(found)


def pay(db: Connection, award: int, person: Person, *, presented: bool = False) -> int:
    """Pay a verified award, or the next year's part of it; the cents paid. A ticket is presented for the first part."""
    row = find_award(db, award)
    find(db, row.table_id, lock=True)
    if row.ticket_id is not None and not presented:
        ticket = db.execute(select(keno_tickets).where(keno_tickets.c.id == row.ticket_id)).one()
        if ticket.status in PRESENTED:
            raise RuleError(f"ticket {ticket.number} is presented first: the desk makes its first payment", "award")
    claim = LIMITS["claim"]
    if row.jackpot_id is not None and row.at < now() - claim.milliseconds:
        raise RuleError(f"it was not claimed within {claim.number} days, {cited(claim.rule)}", "award")
    if row.status == "paying" and now() < row.decided_at + _YEAR:
        raise RuleError("the next yearly payment is not due yet", "award")
    cents, done = next_payment(row), row.payments + 1
    move = Move(till(db, row.table_id)["due"], _stack(db, row), cents, row.memo)
    post(db, Cause("award paid", row.table_id, user=person.id), [move])
    status = "paid" if done == row.years else "paying"
    _decide(db, award, person, status, payments=done)
    touch(db, row.table_id)
    return cents


def by_the_year(db: Connection, award: int, years: int) -> None:
    """Agree that an award of a link is paid in annual parts."""
    row = find_award(db, award)
    meter = db.execute(select(meters.c.link).where(meters.c.id == row.meter_id)).scalar() if row.meter_id else None
    if not meter:
        raise RuleError("only awards of a wide-area link are paid by the year", "award")
    if row.payments or not 2 <= years <= 40:
        raise RuleError("2 to 40 annual payments, agreed before the first", "years")
    db.execute(update(awards).where(awards.c.id == award).values(years=years))


def back_out(db: Connection, award: int, person: Person) -> None:
    """An award that was keyed in wrongly: the meter gets back what it paid, a restart is undone, the tray the rest."""
    row = find_award(db, award)
    if row.payments:
        raise RuleError("a part of the award was paid already", "award")
    if row.ticket_id is not None:
        raise RuleError("the system drew the numbers and wrote the ticket: its award stands", "award")
    table = find(db, row.table_id, lock=True)
    own = till(db, row.table_id)
    if row.jackpot_id is not None:
        moves = [Move(own["due"], account(db, "fund", str(row.jackpot_id)), row.cents, "backed out")]
    else:
        db.execute(select(meters.c.id).where(meters.c.id == row.meter_id).with_for_update())
        held = {kind: found for kind, (found, _) in meter_accounts(db, [row.meter_id])[row.meter_id].items()}
        tray = own[tray_of(current(db, table))]
        moves = [
            Move(own["due"], tray, row.cents, "backed out"),
            Move(tray, held["meter"], row.drawn, "backed out"),
            *_restart_undone(db, row, held["meter"]),
        ]
    post(db, Cause("award backed out", row.table_id, user=person.id), moves)
    _decide(db, award, person, "backed out")
    touch(db, row.table_id)


def _restart_undone(db: Connection, row: Row[Any], meter: int) -> list[Move]:
    """What a whole award brought into its meter goes back to where it came from."""
    query = (
        select(lines.c.source, lines.c.cents)
        .join(entries, entries.c.id == lines.c.entry_id)
        .where(entries.c.round_id == row.round_id, entries.c.kind == "meter restart", lines.c.target == meter)
    )
    return [Move(meter, int(source), int(cents), "restart undone") for source, cents in db.execute(query)]


def _decide(db: Connection, award: int, person: Person, status: str, **more: Any) -> None:
    values = {"status": status, "decided_by": person.id, "decided_at": now(), **more}
    db.execute(update(awards).where(awards.c.id == award).values(**values))


def listing(db: Connection, table: int | None = None, *, every: bool = False) -> list[dict[str, Any]]:
    """Awards that wait or are paid by the year, the oldest first; with `every` those decided too."""
    query = (
        select(
            awards,
            users.c.name.label("player"),
            tables.c.name.label("table_name"),
            meters.c.name.label("meter"),
            keno_tickets.c.number.label("ticket"),
        )
        .outerjoin(users, users.c.id == awards.c.user_id)
        .outerjoin(keno_tickets, keno_tickets.c.id == awards.c.ticket_id)
        .join(tables, tables.c.id == awards.c.table_id)
        .outerjoin(meters, meters.c.id == awards.c.meter_id)
        .order_by(awards.c.id)
    )
    if not every:
        query = query.where(awards.c.status.in_(("due", "paying")))
    if table is not None:
        query = query.where(awards.c.table_id == table)
    return [
        {
            "id": row.id,
            "at": row.at,
            "table": row.table_id,
            "table_name": row.table_name,
            "round": row.round_id,
            "seat": row.seat,
            "player": row.player,
            "ticket": row.ticket,
            "cents": row.cents,
            "next": next_payment(row) if row.status in ("due", "paying") else 0,
            "years": row.years,
            "payments": row.payments,
            "meter": row.meter,
            "jackpot": row.jackpot_id,
            "memo": row.memo,
            "status": row.status,
        }
        for row in db.execute(query)
    ]


def owed(db: Connection, meter: int) -> list[Row[Any]]:
    """The awards of a meter that are not wholly paid."""
    query = select(awards).where(awards.c.meter_id == meter, awards.c.status.in_(("due", "paying")))
    return list(db.execute(query.order_by(awards.c.id)))
