"""What a ruling finds owed, paid to the player or collected from him: once, through the ledger.

The other side is who stood against the wager: the tray of the table, the player-dealer who had the bank, or, where
players play for a pot and where the round was no round of a table, the house.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from houseway.families import family_of
from houseway.floor import tables as floor_tables
from houseway.floor.ledger import Book, Cause, Move, account, balance
from houseway.floor.moments import now
from houseway.floor.pinned import Rules, pinned
from houseway.floor.roles import DeniedError, Person, wallet
from houseway.floor.schema import (
    approvals,
    case_events,
    case_payments,
    cases,
    entries,
    lines,
    rounds,
    users,
    wager_facts,
)
from houseway.floor.settling import other_side
from houseway.floor.tables import MissingError
from houseway.rules.errors import RuleError
from houseway.rules.wording import counted, money, seat_name

ACT = "case payment"
Paid = Sequence[Sequence[float | None]]


def owed_by_seat(settlement: Mapping[str, Any], paid: Paid) -> list[int]:
    """Cents due to each seat beyond what it was paid, over the wagers of which that is told."""
    seats = settlement["seats"]
    if len(paid) > len(seats):
        raise RuleError(f"the round has {counted(len(seats), 'seat')}", "paid")
    owed = [0] * len(seats)
    for seat, given in enumerate(paid):
        told = seats[seat]["lines"]
        if len(given) > len(told):
            raise RuleError(f"{seat_name(seat)} has {len(told)} wagers", f"paid[{seat}]")
        owed[seat] = sum(
            round(line["net"] * 100) - round(one * 100)
            for line, one in zip(told, given, strict=False)
            if one is not None
        )
    return owed


def people_of(db: Connection, case: Any) -> dict[int, tuple[int, str]]:
    """By seat of a table's round, who sat there: his id and name."""
    if case.round_id is None:
        return {}
    query = select(wager_facts.c.seat, users.c.id, users.c.name).join(users, users.c.id == wager_facts.c.user_id)
    rows = db.execute(query.where(wager_facts.c.round_id == case.round_id))
    found = {int(row.seat): (int(row.id), str(row.name)) for row in rows}
    return {index: found[place] for index, place in enumerate(_places(db, case)) if place in found}


def _places(db: Connection, case: Any) -> list[int]:
    """The table's seat of each seat of the round."""
    if case.round_id is None:
        return []
    return list(db.execute(select(rounds.c.places).where(rounds.c.id == case.round_id)).scalar_one())


def _seat(db: Connection, case: Any, seat: int) -> str:
    """The seat as the table counts it."""
    places = _places(db, case)
    return seat_name(places[seat] if seat < len(places) else seat)


def _name(db: Connection, user: int) -> str:
    return str(db.execute(select(users.c.name).where(users.c.id == user)).scalar_one())


def settled(db: Connection, case: int) -> dict[int, int]:
    """By seat, the cents paid on a case so far; collected ones are less than nothing."""
    query = select(case_payments.c.seat, func.sum(case_payments.c.cents)).where(case_payments.c.case_id == case)
    return {int(seat): int(cents) for seat, cents in db.execute(query.group_by(case_payments.c.seat))}


def waits(db: Connection, case: int) -> dict[int, int]:
    """By seat, the approval that a payment on the case waits for."""
    query = select(approvals.c.id, approvals.c.data).where(approvals.c.act == ACT, approvals.c.status == "waiting")
    return {int(row.data["seat"]): int(row.id) for row in db.execute(query) if row.data["case"] == case}


def outstanding(db: Connection, case: int) -> list[int]:
    """Cents that the last ruling finds owed to each seat and that are not paid yet."""
    query = select(case_events.c.data).where(case_events.c.case_id == case, case_events.c.act.in_(("ruled", "revised")))
    told = db.execute(query.order_by(case_events.c.id.desc()).limit(1)).scalar()
    if told is None:
        return []
    done = settled(db, case)
    owed = owed_by_seat(told["ruling"]["settlement"], told["paid"])
    return [cents - done.get(seat, 0) for seat, cents in enumerate(owed)]


def asked(db: Connection, person: Person, case: int, seat: int, name: str) -> dict[str, Any]:
    """What a payment on a case is about: whom, how much and which way; refused where nothing is owed."""
    row = db.execute(select(cases).where(cases.c.id == case)).first()
    if row is None:
        raise MissingError(f"there is no case {case}", "case")
    owed = outstanding(db, case)
    if row.state == "open":
        raise RuleError("the case is not ruled on yet", "case")
    if not 0 <= seat < len(owed):
        raise RuleError(f"the round has {counted(len(owed), 'seat')}", "seat")
    if not owed[seat]:
        raise RuleError(f"nothing is owed at {_seat(db, row, seat)}", "seat")
    if seat in waits(db, case):
        raise RuleError("it already waits for the approval of a second person", "seat")
    sat = people_of(db, row).get(seat)
    if sat is not None and name and name != sat[1]:
        raise RuleError(f"{sat[1]} sat there", "person")
    payee = sat[0] if sat is not None else _named(db, name)
    if payee == person.id and not person.alone:
        raise DeniedError("nobody may pay himself; another person must", "person")
    way = "paid" if owed[seat] > 0 else "collected"
    told = {"at": _seat(db, row, seat), "who": "the player, in cash" if payee is None else _name(db, payee)}
    return {"case": case, "seat": seat, "amount": abs(owed[seat]), "way": way, "person": payee, **told}


def _named(db: Connection, name: str) -> int | None:
    if not name:
        return None
    found = db.execute(select(users.c.id).where(users.c.name == name)).scalar()
    if found is None:
        raise RuleError(f"nobody has the name {name!r}", "person")
    return int(found)


def pay(db: Connection, person: Person, told: Mapping[str, Any]) -> None:
    """Carry a payment out, if it is still what is owed."""
    case, seat, payee = told["case"], told["seat"], told["person"]
    row = db.execute(select(cases).where(cases.c.id == case).with_for_update()).one()
    cents = told["amount"] if told["way"] == "paid" else -told["amount"]
    owed = outstanding(db, case)
    if seat >= len(owed) or owed[seat] != cents:
        raise RuleError("what is owed has changed since this was asked for", "case")
    book, memo = Book(db), f"case {case}, {_seat(db, row, seat)}"
    cause = Cause(ACT, row.table_id, user=person.id)
    if row.table_id is None:
        _move(book, cause, account(db, "house"), _purse(db, payee), cents, memo)
    else:
        _at_table(db, book, cause, row, payee, cents, memo)
    book.write()
    made = {"case_id": case, "at": now(), "user_id": person.id, "seat": seat, "person_id": payee, "cents": cents}
    db.execute(insert(case_payments).values(**made))
    if row.table_id is not None:
        floor_tables.touch(db, row.table_id)


def _purse(db: Connection, payee: int | None) -> int:
    return account(db, "patrons") if payee is None else wallet(db, payee)


def _move(book: Book, cause: Cause, side: int, own: int, cents: int, memo: str) -> None:
    book.post(cause, [Move(side, own, cents, memo) if cents > 0 else Move(own, side, -cents, memo)])


def _at_table(
    db: Connection, book: Book, cause: Cause, case: Row[Any], payee: int | None, cents: int, memo: str
) -> None:
    """Between the player and who stood against his wager; the tray of a table that has closed is left as it was."""
    table = floor_tables.find(db, case.table_id, lock=True)
    floor_tables.refuse_money(table)
    rules = rules_of(db, case)
    till, kind = floor_tables.till(db, table.id), other_side(rules)
    own = _chips_of(db, case, payee, cents)
    if kind == "inventory":
        if cents > 0 and table.open:
            floor_tables.fill_up(book, till, till["inventory"], cents, cause)
        elif cents > 0:
            book.post(cause.of("fill"), [Move(till["house"], till["inventory"], cents)])
        if family_of(rules.game).traits.tickets:  # a ticket's proceeds are what was written less what was paid out
            cause = cause.of("pay outs" if cents > 0 else "writes")
        _move(book, cause, till["inventory"], own, cents, memo)
        if cents < 0 and not table.open:
            book.post(cause.of("credit"), [Move(till["inventory"], till["house"], -cents)])
        return
    side = till["house"]
    if kind == "bank" and (banker := _banker(db, case)) is not None:
        side = wallet(db, banker)
        if cents > 0 and balance(db, side) < cents:
            name = _name(db, banker)
            raise RuleError(f"{name} had the bank and has only {money(balance(db, side) / 100)}", "person")
    _move(book, cause, side, own, cents, memo)


def rules_of(db: Connection, case: Any) -> Rules:
    """The rules that the round was played by; of a round that was only told, those of the day it was told."""
    found = case.rules
    if not found and case.round_id is not None:
        found = db.execute(select(rounds.c.rules).where(rounds.c.id == case.round_id)).scalar_one()
    return pinned(db, found, case.game, {})


def _chips_of(db: Connection, case: Row[Any], payee: int | None, cents: int) -> int:
    """The player's chips where he still sits at the table and has enough of them, otherwise his purse."""
    if payee is None:
        return account(db, "patrons")
    sits = [row.account_id for row in floor_tables.occupied(db, case.table_id).values() if row.user_id == payee]
    held = [(int(one), balance(db, one)) for one in (*sits, wallet(db, payee))]
    for own, has in held:
        if cents > 0 or has >= -cents:
            return own
    raise RuleError(f"{_name(db, payee)} has only {money(max(has for _, has in held) / 100)}", "person")


def _banker(db: Connection, case: Row[Any]) -> int | None:
    """Who had the bank in the round; none where it was the house's own banker."""
    row = db.execute(select(rounds.c.opening, rounds.c.started).where(rounds.c.id == case.round_id)).one()
    if "player_dealer_wager" not in row.opening.get("betting", {}):
        return None
    query = (
        select(entries.c.user_id)
        .join(lines, lines.c.entry_id == entries.c.id)
        .where(entries.c.table_id == case.table_id, entries.c.kind == "bank", entries.c.at <= row.started)
        .where(lines.c.memo == "bank put up")
        .order_by(entries.c.id.desc())
    )
    found = db.execute(query.limit(1)).scalar()
    return None if found is None else int(found)


def history(db: Connection, case: Any) -> list[dict[str, Any]]:
    """The payments on a case as steps of its history."""
    payee = users.alias("payee")
    query = (
        select(case_payments, users.c.name, payee.c.name.label("payee"))
        .join(users, users.c.id == case_payments.c.user_id)
        .outerjoin(payee, payee.c.id == case_payments.c.person_id)
        .where(case_payments.c.case_id == case.id)
        .order_by(case_payments.c.id)
    )
    return [
        {
            "at": row.at,
            "who": row.name,
            "act": "paid" if row.cents > 0 else "collected",
            "text": f"{_seat(db, case, row.seat)}: {money(abs(row.cents) / 100)} "
            f"{'to' if row.cents > 0 else 'from'} {row.payee or 'the player, in cash'}",
            "owed": None,
            "ruling": None,
        }
        for row in db.execute(query).all()
    ]
