"""`houseway audit`: what was paid against what was due, in tables for people or JSON for programs."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console

from houseway.audit import Audit, Tally, audit
from houseway.commands.bars import bar
from houseway.commands.first_use import announced_on_first_use
from houseway.commands.output import amount, console, table, write_json

_WHOLE = ("rows", "differing", "overpaid", "underpaid")


@announced_on_first_use()
def run(log: str, game: str, house: Mapping[str, Any], as_json: bool) -> int:
    """The exit status: 0 where all was paid as due, 1 where something was not, 2 where rows could not be settled."""
    with bar("auditing") as told:
        found = audit(log, game, house, told)
    if as_json:
        write_json(found.as_json(), indent=True)
    else:
        _print(console(), found)
    return 2 if found.faults else 1 if found.total.differing else 0


def _cells(tally: Tally) -> tuple[str, ...]:
    over, under = (amount(cents / 100).lstrip("+") for cents in (tally.overpaid, tally.underpaid))
    return f"{tally.rows:,}", f"{tally.differing:,}", over, under


def _print(out: Console, found: Audit) -> None:
    out.print(table(("", *_WHOLE), [("the log", *_cells(found.total))]))
    for title, tallies in (("table", found.by_table), ("wager", found.by_wager), ("dealer", found.by_dealer)):
        wrong = {name: tally for name, tally in sorted(tallies.items()) if tally.differing}
        if wrong:
            out.print(table((title, *_WHOLE), [(name, *_cells(tally)) for name, tally in wrong.items()]))
    if found.first:
        rows = [
            (str(one.row), one.table, one.dealer, one.wager, amount(one.due / 100), amount(one.paid / 100), one.rule)
            for one in found.first
        ]
        out.print(table(("row", "table", "dealer", "wager", "due", "paid", "rule"), rows, "the first differences"))
    if found.faults:
        told = [(str(row), error) for row, error in found.first_faults]
        out.print(table(("row", "why it could not be settled"), told, f"{found.faults:,} rows not settled"))
