"""In whose name a command changes the floor: `--by NAME`."""

from typing import TYPE_CHECKING, Any

from houseway.rules.errors import RuleError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from houseway.floor.roles import Person


def _account(db: "Connection", name: str, field: str) -> Any:
    from sqlalchemy import select

    from houseway.floor.schema import users

    known = users.c.name == name, users.c.password.is_not(None), users.c.disabled.is_(False)
    row = db.execute(select(users).where(*known)).first()
    if row is None:
        raise RuleError(f"there is no account {name!r}" if name else "name the account", field)
    return row


def acting(db: "Connection", name: str, right: str) -> "Person":
    """The account of that name, which has the right to what is done."""
    from houseway.floor.roles import Person

    if not name:
        raise RuleError("name the account that does this", "--by")
    row = _account(db, name, "--by")
    person = Person(row.id, row.name, row.role)
    if right:
        person.need(right)
    return person


def number_of(db: "Connection", name: str, field: str) -> int:
    """The number of the account of that name."""
    return int(_account(db, name, field).id)
