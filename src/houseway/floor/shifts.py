"""Shifts of the house: one at a time, opened and closed by name; a report can be of a shift.

A shift ends at a moment of its own, which nothing else happened at before: every line is in one shift, however fast
they follow each other.
"""

from typing import Any

from sqlalchemy import Connection, insert, select, update

from houseway.floor.daily import Period
from houseway.floor.moments import now, tick
from houseway.floor.roles import Person, record
from houseway.floor.schema import shifts, users
from houseway.floor.tables import MissingError
from houseway.rules.errors import RuleError


def open_shift(db: Connection, person: Person, name: str) -> int:
    """A new shift; the one at hand ends with it."""
    if not name.strip():
        raise RuleError("a shift has a name", "name")
    moment = tick()
    db.execute(update(shifts).where(shifts.c.closed.is_(None)).values(closed=moment))
    row = {"name": name.strip(), "opened": moment, "user_id": person.id}
    made = int(db.execute(insert(shifts).values(**row).returning(shifts.c.id)).scalar_one())
    record(db, person.id, "shift opened", name.strip(), shift=made)
    return made


def close_shift(db: Connection, person: Person) -> int:
    """End the shift at hand."""
    row = db.execute(select(shifts).where(shifts.c.closed.is_(None))).first()
    if row is None:
        raise RuleError("no shift is open", "shift")
    db.execute(update(shifts).where(shifts.c.id == row.id).values(closed=tick()))
    record(db, person.id, "shift closed", row.name, shift=row.id)
    return int(row.id)


def listing(db: Connection, most: int) -> list[dict[str, Any]]:
    """Shifts, the latest first."""
    query = select(shifts, users.c.name.label("who")).join(users, users.c.id == shifts.c.user_id)
    rows = db.execute(query.order_by(shifts.c.id.desc()).limit(most))
    names = ("id", "name", "opened", "closed", "who")
    return [{name: getattr(row, name) for name in names} for row in rows]


def period_of(db: Connection, shift: int) -> Period:
    """The time of a shift, up to now where it is still open."""
    row = db.execute(select(shifts).where(shifts.c.id == shift)).first()
    if row is None:
        raise MissingError(f"there is no shift {shift}", "shift")
    return Period(int(row.opened), now() + 1 if row.closed is None else int(row.closed))
