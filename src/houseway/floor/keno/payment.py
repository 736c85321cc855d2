"""Payment of winning tickets: who may pay how much, until when, and by hand while the system is not in operation.

30-2509(1): a ticket is paid as the system holds it. 30-2511(2): a serial number is entered by hand where no code can
be read. 30-2510(10): what is paid is validated first; 30-2510(14): a ticket or a game that is not what the log holds
takes the system out of operation.
"""

from typing import Any

from sqlalchemy import Connection, Row, select, update

from houseway.floor import awards, petitions
from houseway.floor.keno.desk import find_desk, log, logged, suspend, working_desk
from houseway.floor.keno.drawers import KIOSK, hand_back, kiosk, open_drawers, own_drawer
from houseway.floor.keno.games import game_at_hand, game_digest
from houseway.floor.keno.printed import lapsed, last_day, printed
from houseway.floor.keno.tickets import cover, credited, find_ticket, ticket_digest
from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.moments import now
from houseway.floor.roles import DeniedError, Person, record, wallet
from houseway.floor.schema import approvals, keno_desks, keno_games, keno_tickets
from houseway.floor.tables import close
from houseway.rules.errors import RuleError
from houseway.rules.wording import listed

_PAYABLE = awards.PRESENTED
BY_HAND = "keno hand payment"  # the act that a second person may have to give his word on


def check(db: Connection, table: int, serial: str) -> Row[Any]:
    """The ticket, if something is due on it today."""
    row = find_ticket(db, table, serial)
    if row.status == "void":
        raise RuleError("the ticket is void", "serial")
    if row.status not in _PAYABLE:
        raise RuleError("the ticket has been paid", "serial")
    if game_at_hand(db, table).number <= row.last:
        rule = printed("multi_race").cite
        raise RuleError(f"the ticket runs until game {row.last}: it is paid after that ({rule})", "serial")
    if row.won and lapsed(row):
        days = printed("expiry")
        raise RuleError(
            f"the ticket lapsed: it could be paid until {last_day(row)}, {days.value} days from its issue "
            f"({days.cite})",
            "serial",
        )
    return row


def corrupted(db: Connection, row: Row[Any]) -> str:
    """What is not as the log holds it, of a ticket and the games it was paid in; empty where all is in order."""
    held = logged(db, "written", row.table_id, f"ticket {row.number}")
    if held.get("digest") != row.digest or ticket_digest(row._mapping) != row.digest:
        return f"ticket {row.number} is not what was written"
    own = keno_games.c.table_id == row.table_id, keno_games.c.number.between(row.first, row.last)
    won = 0
    for game in db.execute(select(keno_games).where(*own)):
        told = logged(db, game.status, row.table_id, f"game {game.number}")
        found = game_digest(row.table_id, game.number, game.numbers, game.paid)
        if told.get("digest") != found:
            return f"game {game.number} is not what was drawn"
        won += game.paid.get(str(row.number), 0)
    return "" if won == row.won else f"ticket {row.number} did not win what it says"


def needs_word(person: Person, cents: int) -> bool:
    """Whether a payment waits for a supervisor, or for somebody above him."""
    return not person.alone and cents >= printed("supervisor").cents


def redeem(db: Connection, person: Person, table: int, serial: str, signed_by: int | None = None) -> dict[str, Any]:
    """Pay a winning ticket out of one's drawer, or at the kiosk; a ticket that is not what it was stops the desk."""
    working_desk(db, table)
    row = check(db, table, serial)
    if wrong := corrupted(db, row):
        suspend(db, None, table, f"{wrong} ({printed('corruption').cite})")
        return {"paid": 0, "suspended": wrong}
    if not row.won:
        raise RuleError("the ticket did not win", "serial")
    drawer = own_drawer(db, table, person)
    if drawer is None:
        if row.patron_id != person.id:
            raise DeniedError("a ticket is presented to a writer, or by its owner at the kiosk", "serial")
        drawer = kiosk(db, person, table)
    most = printed("runner")
    if drawer.kind == "runner" and row.won > most.cents:
        raise RuleError(f"a runner pays up to ${most.value:,}: take it to a writer ({most.cite})", "serial")
    if signed_by is None and needs_word(person, row.won):
        raise RuleError(
            f"${row.won / 100:,.2f} is paid with a supervisor's approval ({printed('supervisor').cite})", "serial"
        )
    yearly = awards.of_ticket(db, row.id)
    at_once = max(0, row.won - sum(award.cents for award in yearly) - row.paid_cents)
    first = sum(awards.pay(db, award.id, person, presented=True) for award in yearly)
    _pay(db, person, row, drawer, at_once, "paid", signed_by, first)
    told = {"serial": row.serial, "amount": at_once + first, "station": drawer.station, "second": signed_by}
    log(db, person, "paid", table, f"ticket {row.number}", **told)
    return {"paid": at_once + first, "suspended": ""}


def _pay(
    db: Connection,
    person: Person,
    row: Row[Any],
    drawer: Row[Any],
    cents: int,
    status: str,
    signed_by: int | None,
    first: int = 0,
) -> None:
    """Pay a ticket out of a drawer; `first` are the payments of this year on awards of a link, which are set aside."""
    if row.patron_id is not None:
        credited(db, person, row.table_id, drawer, cents)
    cover(db, person, row.table_id, drawer, cents)
    target = account(db, "patrons") if row.patron_id is None else wallet(db, row.patron_id)
    cause = Cause("keno pay", row.table_id, user=person.id)
    post(db, cause, [Move(drawer.account_id, target, cents, f"ticket {row.serial}")] if cents else [])
    paid = {"paid": now(), "paid_by": person.id, "paid_cents": row.paid_cents + cents + first, "signed_by": signed_by}
    db.execute(update(keno_tickets).where(keno_tickets.c.id == row.id).values(status=status, **paid))


def pay_asked(db: Connection, person: Person, asked: dict[str, Any]) -> None:
    """A payment that waited for the word of somebody else."""
    redeem(db, person, asked["table"], asked["serial"], asked.get("second", person.id))


def may_sign(db: Connection, person: Person, asked: dict[str, Any]) -> None:
    """Above the larger sum it is not the keno supervisor on duty who authorizes, but somebody he reports to."""
    top = printed("key_employee")
    if asked["amount"] >= top.cents and find_desk(db, asked["table"]).supervisor == person.id:
        raise DeniedError(
            f"${top.value:,} and more is authorized by somebody to whom the keno supervisor reports ({top.cite})",
            "approval",
        )


def pay_by_hand(db: Connection, person: Person, asked: dict[str, Any]) -> None:
    """A payment while the system is not in operation, at what the patron's ticket says; verified when it is again."""
    table, cents, signed_by = asked["table"], asked["amount"], asked.get("second")
    desk = find_desk(db, table, lock=True)
    if not desk.suspended:
        raise RuleError("the system is in operation: it pays the ticket", "desk")
    row = find_ticket(db, table, asked["serial"])
    if row.status not in _PAYABLE:
        raise RuleError("nothing is due on the ticket", "serial")
    if game_at_hand(db, table).number <= row.first:
        raise RuleError(f"game {row.first} has not been drawn: the ticket has not won", "serial")
    if lapsed(row):
        raise RuleError(f"the ticket lapsed after {last_day(row)} ({printed('expiry').cite})", "serial")
    most = printed("offline_supervisor")
    if cents > most.cents:
        raise RuleError(
            f"more than ${most.value:,} is not paid until the system can verify the ticket "
            f"({printed('offline_verified').cite})",
            "amount",
        )
    if by_hand_needs_word(person, cents) and signed_by is None:
        raise RuleError(f"a supervisor's approval is needed ({most.cite})", "amount")
    drawer = own_drawer(db, table, person)
    if drawer is None:
        raise RuleError("you hold no drawer", "drawer")
    _pay(db, person, row, drawer, cents, "manual", signed_by)
    told = {"serial": row.serial, "amount": cents, "station": drawer.station, "second": signed_by}
    log(db, person, "paid by hand", table, f"ticket {row.number}", **told)


def by_hand_needs_word(person: Person, cents: int) -> bool:
    """Whether a writer may not pay it alone while the system is not in operation."""
    return not person.alone and cents > printed("offline_writer").cents


def resume(db: Connection, person: Person, table: int, reason: str) -> None:
    """The system is in order again; what was paid by hand meanwhile is verified now, and differences are logged.

    What is still due on such a ticket, or may be when its last game is drawn, is paid when it is presented again.
    """
    desk = find_desk(db, table, lock=True)
    if not desk.suspended:
        raise RuleError("the system is not suspended", "desk")
    db.execute(update(keno_desks).where(keno_desks.c.table_id == table).values(suspended=""))
    log(db, person, "resumed", table, reason=reason, was=desk.suspended)
    _end_requests(db, person, table)
    query = select(keno_tickets).where(keno_tickets.c.table_id == table, keno_tickets.c.status == "manual")
    for row in db.execute(query).all():
        due = row.won - sum(award.cents for award in awards.of_ticket(db, row.id))
        runs = game_at_hand(db, table).number <= row.last
        if row.paid_cents != due or runs:
            told = {"serial": row.serial, "paid": row.paid_cents, "due": due}
            log(db, person, "paid wrong by hand", table, f"ticket {row.number}", **told)
        status = "written" if row.paid_cents < due or runs else "paid"
        db.execute(update(keno_tickets).where(keno_tickets.c.id == row.id).values(status=status))


def _end_requests(db: Connection, person: Person, table: int) -> None:
    """The system pays again: a payment by hand that waits for a second person is not made any more."""
    waits = (approvals.c.act == BY_HAND) & (approvals.c.table_id == table) & (approvals.c.status == "waiting")
    ended = update(approvals).where(waits).values(status="refused", decided_by=person.id, decided_at=now())
    for approval in db.execute(ended.returning(approvals.c.id)).scalars().all():
        record(db, person.id, "approval refused", table=table, approval=approval, asked=BY_HAND)


def report_suspicious(db: Connection, person: Person, table: int, serial: str, reason: str) -> None:
    """A winning ticket that somebody has doubts about; accounting reads of it in the exceptions."""
    row = find_ticket(db, table, serial)
    find_desk(db, table, lock=True)
    log(db, person, "suspicious", table, f"ticket {row.number}", serial=row.serial, reason=reason)


def close_desk(db: Connection, person: Person, table: int) -> None:
    """No more games: every drawer is handed back, no ticket runs, nothing is owed on any, and its meter may end."""
    desk = find_desk(db, table, lock=True)
    if not desk.open:
        raise RuleError("the desk is closed", "desk")
    petitions.refuse_close(db, table, person)
    out = [str(row.station) for row in open_drawers(db, table) if row.kind != KIOSK]
    if out:
        raise RuleError(f"the drawer of station {listed(out)} is not handed back", "drawer")
    own = keno_tickets.c.table_id == table, keno_tickets.c.status.in_(_PAYABLE)
    number = game_at_hand(db, table).number
    for row in db.execute(select(keno_tickets).where(*own)):
        if row.last >= number:
            raise RuleError(f"ticket {row.number} still runs", "desk")
        if (owed := row.won - row.paid_cents) > 0 and not lapsed(row):
            raise RuleError(f"${owed / 100:,.2f} is owed on ticket {row.number} until {last_day(row)}", "desk")
    awards.lapse_tickets(db, table, lapsed)
    for row in open_drawers(db, table):
        hand_back(db, person, table, row.id, balance(db, row.account_id), True)
    close(db, table)
    log(db, person, "closed", table)
    petitions.end_as_granted(db, desk.levels.values(), person)
