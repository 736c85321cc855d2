"""Control of the house: nobody rules on his own play, and what is large or cannot be undone takes two people.

Below a limit a supervisor or dealer gives out coupons, takes fees, pays awards and voids alone; what one person has
done alone within a day counts together. Above it, and wherever cards were seen, the act waits for the approval of a
second person, who has no part in the table, and is then carried out. A guest on his own machine is the whole house, and
nobody else is there to ask.
"""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from houseway.floor import awards, case_payments, interventions, jackpots, ledger, tables, vouchers
from houseway.floor.keno import desk, drawers, payment, promotions
from houseway.floor.ledger import Cause, Move
from houseway.floor.logins import find_person
from houseway.floor.moments import now
from houseway.floor.roles import DeniedError, Person, record, wallet
from houseway.floor.schema import approvals, audit, rounds, users
from houseway.floor.schema import awards as award_rows
from houseway.floor.schema import tables as table_rows
from houseway.floor.separation import DAY_MS, refuse_player
from houseway.floor.store import try_out
from houseway.floor.tables import MissingError
from houseway.floor.tournaments import entries
from houseway.floor.transaction import TableTransaction, read_table
from houseway.rules.errors import RuleError

ALONE = 50_000  # cents that one person gives out within a day without asking
Asked = Mapping[str, Any]


_LIMIT = "limit alone"  # the line of the log that says what one person gives out alone


def limit_alone(db: Connection) -> int:
    """Cents that one person gives out alone, as the house's server was last started with."""
    query = select(audit.c.data).where(audit.c.act == _LIMIT).order_by(audit.c.id.desc()).limit(1)
    posted = db.execute(query).scalar()
    return ALONE if posted is None else int(posted["amount"])


def post_limit_alone(db: Connection, cents: int) -> None:
    """Write down the limit that a server starts with, so that whoever acts by command is held to it too."""
    if cents != limit_alone(db):
        record(db, None, _LIMIT, amount=cents)


def _coupon(db: Connection, person: Person, asked: Asked) -> None:
    tables.take_coupon(db, asked["table"], asked["seat"], asked["amount"], person, None)


def _fee(db: Connection, person: Person, asked: Asked) -> None:
    tables.take_fee(db, asked["table"], asked["seat"], asked["amount"], person, None)


def _award(db: Connection, person: Person, asked: Asked) -> None:
    jackpots.award(db, asked["table"], asked["seat"], asked["amount"], person, None)


def _pay_award(db: Connection, person: Person, asked: Asked) -> None:
    awards.pay(db, asked["award"], person)


def _back_out(db: Connection, person: Person, asked: Asked) -> None:
    awards.back_out(db, asked["award"], person)


def _issue_coupon(db: Connection, person: Person, asked: Asked) -> None:
    printed = {name: asked[name] for name in ("expires", "house", "city", "code")}
    vouchers.issue(db, person, vouchers.COUPON, asked["amount"], **printed)


def _same_round(db: Connection, asked: Asked) -> None:
    if tables.find(db, asked["table"], lock=True).round_id != asked["round"]:
        raise RuleError("that round is over", "round")


def _void(db: Connection, person: Person, asked: Asked) -> TableTransaction:
    _same_round(db, asked)
    return interventions.void(db, asked["table"], person, asked["reason"])


def _irregularity(db: Connection, person: Person, asked: Asked) -> TableTransaction:
    _same_round(db, asked)
    return interventions.irregularity(db, asked["table"], person, asked["told"])


def _cage(db: Connection, person: Person, asked: Asked) -> None:
    """Cash over the counter of the cage, into a person's account or out of it."""
    purse, house = wallet(db, find_person(db, asked["person"]).id), ledger.account(db, "house")
    paid_in = Move(house, purse, asked["amount"], "cash in")
    move = paid_in if asked["kind"] == "deposit" else Move(purse, house, asked["amount"], "cash out")
    ledger.post(db, Cause(asked["kind"], user=person.id), [move])


def _appoint(db: Connection, person: Person, asked: Asked) -> None:
    del person
    db.execute(update(users).where(users.c.id == asked["person"]).values(disabled=False))


_ACTS: dict[str, Callable[[Connection, Person, dict[str, Any]], TableTransaction | None]] = {
    "coupon": _coupon,
    "coupon issued": _issue_coupon,
    "tournament fee": _fee,
    "tournament entry given": entries.give,
    "jackpot verified": _award,
    "award paid": _pay_award,
    "award backed out": _back_out,
    "void": _void,
    "irregularity": _irregularity,
    "cage": _cage,
    "appoint": _appoint,
    case_payments.ACT: case_payments.pay,
    "keno payment": payment.pay_asked,
    payment.BY_HAND: payment.pay_by_hand,
    "keno fill slip": drawers.fill,
    "keno credit slip": drawers.credit,
    "keno change": desk.change_parameters,
    "keno inspect": desk.inspect,
    "keno promotion pay": promotions.pay_out,
}
# What always takes two people, and who may not be the second one.
_ALWAYS = frozenset(
    {"appoint", "keno fill slip", "keno credit slip", "keno change", "keno inspect", "keno promotion pay"}
)
# What can be done once: who asks for it again is told of the word that it waits for already.
_ONCE = frozenset(
    {
        "appoint",
        "void",
        "award paid",
        "award backed out",
        "tournament entry given",
        "keno payment",
        payment.BY_HAND,
        "keno change",
    }
)
_MAY_APPROVE: dict[str, Callable[[Connection, Person, dict[str, Any]], None]] = {"keno payment": payment.may_sign}


def _given_alone(db: Connection, person: Person, act: str) -> int:
    """Cents that a person gave out by this act within a day without a second person."""
    query = select(audit.c.data).where(audit.c.user_id == person.id, audit.c.act == act, audit.c.at > now() - DAY_MS)
    return sum(int(one.get("amount", 0)) for one in db.execute(query).scalars() if "second" not in one)


def _needs_second(db: Connection, person: Person, act: str, asked: Asked, alone: int) -> bool:
    if person.alone:
        return False
    if act in _ALWAYS:
        return True
    if act == "keno payment":
        return payment.needs_word(person, asked["amount"])
    if act == payment.BY_HAND:
        return payment.by_hand_needs_word(person, asked["amount"])
    if act in ("void", "irregularity") and asked["seen"]:
        return True
    # What the same person asks for elsewhere at this moment counts too: one after the other.
    db.execute(select(users.c.id).where(users.c.id == person.id).with_for_update(key_share=True))
    return _given_alone(db, person, act) + int(asked.get("amount", 0)) > alone


def ask(
    db: Connection, person: Person, act: str, table: int | None, asked: dict[str, Any], alone: int = ALONE
) -> tuple[int | None, TableTransaction | None]:
    """Carry an act out, or have it wait for a second person: then the number of its approval."""
    if table is not None:
        tables.find(db, table, lock=True)
        refuse_player(db, table, person)
        asked = {**asked, "table": table, **_round_at_hand(db, table, act)}
    if _needs_second(db, person, act, asked, alone):
        if act in _ONCE and (waits := _waits_already(db, act, asked)) is not None:
            return waits, None
        # What the rules refuse is refused to who asks, not to the second person.
        try_out(db, lambda: _ACTS[act](db, person, {**asked, "second": person.id}))
        row = {"at": now(), "act": act, "table_id": table, "user_id": person.id, "data": asked, "status": "waiting"}
        made = int(db.execute(insert(approvals).values(**row).returning(approvals.c.id)).scalar_one())
        record(db, person.id, "approval asked", table=table, approval=made, asked=act)
        return made, None
    tx = _ACTS[act](db, person, dict(asked))
    record(db, person.id, act, table=table, **_told(asked))
    return None, tx


def _waits_already(db: Connection, act: str, asked: Asked) -> int | None:
    """The approval that the same act waits for."""
    query = select(approvals.c.id, approvals.c.data).where(approvals.c.act == act, approvals.c.status == "waiting")
    return next((int(row.id) for row in db.execute(query.order_by(approvals.c.id)) if row.data == dict(asked)), None)


def _told(asked: Asked) -> dict[str, Any]:
    """What the log says of an act besides its table."""
    return {name: value for name, value in asked.items() if name != "table"}


def _round_at_hand(db: Connection, table: int, act: str) -> dict[str, Any]:
    """For what is done to a round: which one, what goes back, and whether its cards were seen."""
    if act not in ("void", "irregularity"):
        return {}
    tx = read_table(db, table)
    if tx.status not in ("betting", "playing"):
        raise RuleError("no round is open; a settled round is corrected by a dispute", "round")
    amount = tx.book.balance(tx.accounts["layout"])
    return {"round": tx.id, "amount": amount, "seen": tx.status == "playing"}


def waiting(db: Connection) -> list[dict[str, Any]]:
    """What waits for a second person, the oldest first."""
    query = (
        select(approvals, users.c.name.label("who"), table_rows.c.name.label("table_name"))
        .join(users, users.c.id == approvals.c.user_id)
        .outerjoin(table_rows, table_rows.c.id == approvals.c.table_id)
        .where(approvals.c.status == "waiting")
        .order_by(approvals.c.id)
    )
    rows = [row for row in db.execute(query).all() if _stands(db, row)]
    about = {row.data["person"] for row in rows if isinstance(row.data.get("person"), int)}
    found = db.execute(select(users.c.id, users.c.name).where(users.c.id.in_(about)))
    named = {row.id: row.name for row in found}
    return [
        {
            "id": row.id,
            "at": row.at,
            "act": row.act,
            "table": row.table_id,
            "table_name": row.table_name or "",
            "who": row.who,
            "data": {name: named.get(value, value) if name == "person" else value for name, value in row.data.items()},
        }
        for row in rows
    ]


def _stands(db: Connection, row: Row[Any]) -> bool:
    """Whether what waits can still be done: not to a round that is over, nor to an award that is decided."""
    if row.act in ("void", "irregularity"):
        query = select(rounds.c.id).where(rounds.c.id == row.data["round"], rounds.c.status.in_(("betting", "playing")))
    elif row.act in ("award paid", "award backed out"):
        open_awards = award_rows.c.status.in_(("due", "paying"))
        query = select(award_rows.c.id).where(award_rows.c.id == row.data["award"], open_awards)
    else:
        return True
    return db.execute(query).first() is not None


def _find(db: Connection, approval: int) -> Row[Any]:
    row = db.execute(select(approvals).where(approvals.c.id == approval).with_for_update()).first()
    if row is None:
        raise MissingError(f"there is no approval {approval}", "approval")
    if row.status != "waiting":
        raise RuleError(f"it was {row.status} already", "approval")
    return row


def approve(db: Connection, person: Person, approval: int) -> None:
    """The second person's approval: the act is carried out now."""
    row = _find(db, approval)
    if row.user_id == person.id:
        raise DeniedError("the second person is somebody else than who asks", "approval")
    if row.table_id is not None:
        tables.find(db, row.table_id, lock=True)
        refuse_player(db, row.table_id, person)
    if person.id == row.data.get("person"):
        raise DeniedError("nobody may approve what is for himself", "approval")
    asker = find_person(db, row.user_id)
    if asker.disabled:
        raise DeniedError("who asked for this is disabled", "approval")
    first = Person(asker.id, asker.name, asker.role)
    if row.table_id is not None:
        refuse_player(db, row.table_id, first)
    if row.act in _MAY_APPROVE:
        _MAY_APPROVE[row.act](db, person, row.data)
    _ACTS[row.act](db, first, {**row.data, "second": person.id})
    _decide(db, row, person, "approved")
    record(db, first.id, row.act, table=row.table_id, **_told(row.data), second=person.id)


def refuse(db: Connection, person: Person, approval: int) -> None:
    """It is not done; who asked may also withdraw it."""
    row = _find(db, approval)
    if row.user_id != person.id:
        person.need("approve")
    _decide(db, row, person, "refused")
    record(db, person.id, "approval refused", table=row.table_id, approval=approval, asked=row.act)


def _decide(db: Connection, row: Row[Any], person: Person, status: str) -> None:
    decided = {"status": status, "decided_by": person.id, "decided_at": now()}
    db.execute(update(approvals).where(approvals.c.id == row.id).values(**decided))
