"""`houseway account`: an account for a server with `--accounts`, made by whoever holds the database."""

import getpass
import sys

from houseway.commands.output import console


def run(name: str, role: str, database: str) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor.roles import add_person, record
    from houseway.floor.store import Store

    password = getpass.getpass("Password: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    store = Store(database_url(database))
    store.migrate()

    made = store.write(lambda db: add_person(db, name, password, role))
    store.write(lambda db: record(db, None, "person added", made.name, role=made.role))
    console().print(f"{made.name} is a {made.role}")
