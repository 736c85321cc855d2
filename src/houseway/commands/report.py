"""`houseway report`: the floor's figures as a table, as JSON or as comma-separated values."""

import sys

from houseway.commands.output import print_lines, write_json
from houseway.rules.errors import RuleError


def run(name: str, database: str, first: str, last: str, as_json: bool, csv: bool, shift: int = 0) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor import reports, shifts
    from houseway.floor.store import Store

    if name not in reports.REPORTS:
        raise RuleError(f"no report {name!r}; there are {', '.join(reports.REPORTS)}", "NAME")
    span = reports.period(first, last)
    store = Store(database_url(database))
    store.migrate()
    if shift:
        span = store.read(lambda db: shifts.period_of(db, shift))
    made = store.read(lambda db: reports.REPORTS[name](db, span), seconds=24 * 3600)
    if as_json:
        write_json(made, indent=True)
    elif csv:
        sys.stdout.write(reports.as_csv(made))
    else:
        print_lines(made, name)
