"""`houseway account`: an account for a server with `--accounts`, made by whoever holds the database."""

import getpass
import sys

from sqlalchemy import Connection, select, update

from houseway.commands.output import console
from houseway.floor.schema import users
from houseway.rules.errors import RuleError


def run(name: str, role: str, database: str, reset: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor.logins import add_person, replace_password
    from houseway.floor.roles import record
    from houseway.floor.store import Store

    password = getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    store = Store(database_url(database))
    store.migrate()

    def renew(db: Connection) -> str:
        row = db.execute(select(users).where(users.c.name == name, users.c.password.is_not(None))).first()
        if row is None:
            raise RuleError(f"there is no account {name!r}", "NAME")
        replace_password(db, row.id, password)
        record(db, None, "password reset", name)
        if row.disabled:
            db.execute(update(users).where(users.c.id == row.id).values(disabled=False))
            record(db, None, "person enabled", name)
            return f"{name} is in use again and must choose a password of his own after the next log-in"
        return f"{name} must choose a password of his own after the next log-in"

    def add(db: Connection) -> str:
        made = add_person(db, name, password, role)
        record(db, None, "person added", made.name, role=made.role)
        return f"{made.name} is {'an' if made.role[0] in 'aeiou' else 'a'} {made.role}"

    console().print(store.write(renew if reset else add))
