"""`houseway equipment`: what is due at the tables, and the equipment log of one."""

from typing import Any

from houseway.commands.output import console, listing, moment, write_json


def run(database: str, as_json: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor import equipment
    from houseway.floor.store import Store

    store = Store(database_url(database))
    store.migrate()
    due = store.read(equipment.all_due)
    if as_json:
        write_json(due, indent=True)
        return
    rows = [(str(one["table"]), one["name"], one["text"], one["rule"]) for one in due]
    console().print(listing(("table", "name", "due", "rule"), rows, "What is due"))


def tell(found: Any) -> None:
    """What is due at a table, and its log."""
    out = console()
    out.print(listing(("due", "rule"), [(one["text"], one["rule"]) for one in found["due"]], "What is due"))
    lines = [
        (moment(one["at"]), one["who"] or "", one["act"], one["piece"], one["told"], one["rule"])
        for one in found["log"]
    ]
    out.print(listing(("when", "who", "act", "piece", "told", "rule"), lines, "Equipment log"))
