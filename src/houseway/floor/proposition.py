"""Proposition players: who plays with the house's leave for pay, with a record of the employment, 30-1042."""

from typing import Any

from sqlalchemy import Connection, null, select, update

from houseway.floor.moments import now
from houseway.floor.pinned import current
from houseway.floor.roles import DeniedError, Person, article, record
from houseway.floor.schema import seats, users
from houseway.floor.tables import MissingError, check_proposition, find
from houseway.rules.errors import RuleError
from houseway.rules.floor_rules import cite_floor


def engage(db: Connection, person: Person, user: int, license_: str) -> None:
    """Engage somebody as a proposition player; those who run the games here may not be one."""
    row = db.execute(select(users).where(users.c.id == user).with_for_update()).first()
    if row is None:
        raise MissingError(f"there is no person {user}", "person")
    rule = cite_floor("proposition", "CO")
    if row.role in ("supervisor", "auditor"):
        raise DeniedError(f"{article(row.role)} does not play for the house that employs him, {rule}", "person")
    if not license_.strip():
        raise RuleError(f"a proposition player holds a licence, {rule}", "license")
    record_ = {"license": license_.strip(), "from": now(), "by": person.id}
    db.execute(update(users).where(users.c.id == user).values(proposition=record_))
    for table in db.execute(select(seats.c.table_id).where(seats.c.user_id == user).distinct()).scalars().all():
        check_proposition(db, table, user, current(db, find(db, table, lock=True)))
    record(db, person.id, "proposition", row.name, license=license_.strip())


def release(db: Connection, person: Person, user: int) -> None:
    """The employment ends."""
    row = db.execute(select(users).where(users.c.id == user).with_for_update()).first()
    if row is None or row.proposition is None:
        raise RuleError("is not a proposition player", "person")
    db.execute(update(users).where(users.c.id == user).values(proposition=null()))
    record(db, person.id, "proposition ends", row.name, **row.proposition)


def listing(db: Connection) -> list[dict[str, Any]]:
    """The records of all proposition players; they are named on request, 30-1042(1)."""
    rows = db.execute(select(users).where(users.c.proposition.is_not(None)).order_by(users.c.name))
    return [{"id": row.id, "name": row.name, **row.proposition} for row in rows]
