"""Promotions at the keno desk: conditions that are posted, and pay-outs that two employees sign for.

30-2512(2): the form says when, how much or what, why, who signed, and for a drawing who won.
"""

from typing import Any

from sqlalchemy import Connection, select

from houseway.floor.keno.desk import find_desk, log, next_slip
from houseway.floor.keno.printed import printed
from houseway.floor.ledger import Cause, Move, account, post
from houseway.floor.roles import Person, wallet
from houseway.floor.schema import audit, users
from houseway.floor.tables import positive
from houseway.rules.errors import RuleError


def post_conditions(db: Connection, person: Person, table: int, name: str, conditions: str) -> None:
    """A promotion with its conditions, shown to everybody at the desk."""
    find_desk(db, table, lock=True)
    log(db, person, "promotion", table, name=name, conditions=conditions)


def posted(db: Connection, table: int) -> list[dict[str, Any]]:
    """The promotions of a desk; the last conditions of a name hold, empty ones end it."""
    query = select(audit.c.at, audit.c.data).where(audit.c.table_id == table, audit.c.act == "keno promotion")
    latest = {row.data["name"]: {"at": row.at, **row.data} for row in db.execute(query.order_by(audit.c.id))}
    return [one for one in latest.values() if one["conditions"]]


def pay_out(db: Connection, person: Person, asked: dict[str, Any]) -> None:
    """A promotional pay-out, in money or as a thing, signed by the person who asks and a second one."""
    table = asked["table"]
    find_desk(db, table, lock=True)
    cents, thing = int(asked.get("amount", 0)), str(asked.get("thing", ""))
    if bool(cents) == bool(thing):
        raise RuleError("a pay-out is an amount or a description of a thing", "amount")
    named = asked["patron"]
    found = db.execute(select(users.c.id).where(users.c.name == named)).scalar()
    slip = next_slip(db, table)
    if cents:
        target = account(db, "patrons") if found is None else wallet(db, int(found))
        move = Move(
            account(db, "promotional"), target, positive(cents, "amount"), f"slip {slip}: {asked['reason']}"[:128]
        )
        post(db, Cause("keno promotion", table, user=person.id), [move])
    told = {"slip": slip, "amount": cents, "thing": thing, "reason": asked["reason"], "patron": named}
    log(db, person, "promotional pay-out", table, **told, second=asked.get("second"), rule=printed("promotion").cite)
