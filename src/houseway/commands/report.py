"""`houseway report`: the floor's figures as a table, as JSON or as comma-separated values."""

import sys
from collections.abc import Sequence
from typing import Any

from rich.markup import escape
from rich.table import Table

from houseway.commands.output import console, print_lines, write_json
from houseway.rules.errors import RuleError
from houseway.rules.wording import listed

_PAGE = 100  # columns
_HEADS = {"opening_bankroll": "opening", "closing_bankroll": "closing", "credit_slips": "credits", "agp": "AGP",
          "tournament_fees": "fees"}  # fmt: skip
_NAMES = ("table", "name", "game", "class", "rule")


def _money(amount: float) -> str:
    sign = "-" if amount < 0 else ""
    return f"{sign}${abs(amount):,.2f}".removesuffix(".00")


def print_proceeds(found: Sequence[dict[str, Any]]) -> None:
    """Adjusted gross proceeds: a table for each formula, a row for each table of the house, and their sum.

    Figures that no table has are named below it, so that the others have room.
    """
    out = console()
    out.width = min(out.width, _PAGE)
    if not found:
        out.print("agp: none")
    formulas: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for line in found:
        formulas.setdefault((line["rule"], *(key for key in line if key not in _NAMES)), []).append(line)
    for (rule, *keys), lines in formulas.items():
        heads = {key: _HEADS.get(key, key.replace("_", " ")) for key in keys}
        shown = [key for key in keys if key == "agp" or any(line[key] for line in lines)]
        empty = [heads[key] for key in keys if key not in shown]
        made = Table(title=escape(rule), title_justify="left", title_style="bold", header_style="bold",
                     caption=f"Nothing in {listed(empty)}." if empty else None, caption_justify="left")  # fmt: skip
        made.add_column("table", overflow="fold")
        for key in shown:
            made.add_column(heads[key], justify="right", no_wrap=" " not in key)
        for line in lines:
            made.add_row(escape(line["name"]), *(_money(line[key]) for key in shown))
        made.add_section()
        made.add_row("in all", *(_money(sum(line[key] for line in lines)) for key in shown))
        out.print(made)


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
    elif name == "agp":
        print_proceeds(made)
    else:
        print_lines(made, name)
