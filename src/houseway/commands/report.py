"""`houseway report`: the floor's figures as a table, as JSON or as comma-separated values."""

import sys

from houseway.commands.output import console, table, write_json
from houseway.rules.errors import RuleError


def run(name: str, database: str, first: str, last: str, as_json: bool, csv: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor import reports
    from houseway.floor.store import Store

    if name not in reports.REPORTS:
        raise RuleError(f"no report {name!r}; there are {', '.join(reports.REPORTS)}", "NAME")
    span = reports.period(first, last)
    store = Store(database_url(database))
    store.migrate()
    made = store.read(lambda db: reports.REPORTS[name](db, span), seconds=24 * 3600)
    if as_json:
        write_json(made, indent=True)
    elif csv:
        sys.stdout.write(reports.as_csv(made))
    else:
        head = tuple(dict.fromkeys(key for line in made for key in line))
        console().print(table(head, [tuple(str(line.get(key, "")) for key in head) for line in made], name))
