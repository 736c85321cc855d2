"""`houseway cage`: coupons and tickets, schedules with their approval, and shifts."""

from typing import Any

from houseway.commands.output import print_answer, print_lines, write_json
from houseway.play.core.money import in_dollars


def run(database: str, as_json: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor import schedules, shifts, vouchers
    from houseway.floor.store import Store

    store = Store(database_url(database))
    store.migrate()
    issued = store.read(lambda db: vouchers.listing(db, 50))
    found = {
        "vouchers": [{**one, "value": in_dollars(one["cents"])} for one in issued],
        "schedules": store.read(schedules.listing),
        "shifts": store.read(lambda db: shifts.listing(db, 20)),
    }
    if as_json:
        write_json(found, indent=True)
        return
    _print(found["vouchers"], ("code", "kind", "value", "expires", "status"), "Coupons and tickets")
    heads = ("game", "choice", "value", "status", "authority", "effective", "in_force")
    _print(found["schedules"], heads, "Schedules")
    _print(found["shifts"], ("id", "name", "opened", "closed", "who"), "Shifts")


def _print(found: list[dict[str, Any]], heads: tuple[str, ...], title: str) -> None:
    print_lines([{head: one.get(head, "") for head in heads} for one in found], title)


def tell(answer: Any) -> None:
    """What was done at the cage."""
    print_answer(answer, "cage")
