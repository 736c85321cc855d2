"""`houseway report`: the floor's figures as a table, as JSON or as comma-separated values."""

import sys
from typing import Any

from houseway.commands.output import console, table, write_json
from houseway.rules.errors import RuleError

_PAGE = 100  # columns


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
        _print(made, name)


def _print(lines: list[dict[str, Any]], name: str) -> None:
    """A table where it fits the width of a page, else each line with its figures one below the other."""
    out = console()
    head = tuple(dict.fromkeys(key for line in lines for key in line))
    widths = [max(len(str(value)) for value in (key, *(line.get(key, "") for line in lines))) for key in head]
    if sum(widths) + 3 * len(widths) + 1 <= min(out.width, _PAGE):
        out.print(table(head, [tuple(str(line.get(key, "")) for key in head) for line in lines], name))
        return
    for line in lines:
        title = " ".join(str(value) for value in list(line.values())[:2] if isinstance(value, str))
        rows = [(key.replace("_", " "), str(value)) for key, value in line.items() if value not in ("", None)]
        out.print(table(("", name), rows, title))
