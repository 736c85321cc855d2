"""`houseway equipment`: the equipment log of a table, and what is due."""

from datetime import UTC, datetime

from houseway.commands.output import console, table, write_json


def run(number: int, database: str, as_json: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor import equipment
    from houseway.floor.store import Store

    store = Store(database_url(database))
    store.migrate()
    out = console()
    if not number:
        due = store.read(equipment.all_due)
        if as_json:
            write_json(due, indent=True)
        else:
            rows = [(str(one["table"]), one["name"], one["text"], one["rule"]) for one in due]
            out.print(table(("table", "name", "due", "rule"), rows, "What is due"))
        return
    found = store.read(lambda db: equipment.view(db, number))
    if as_json:
        write_json(found, indent=True)
        return
    out.print(table(("due", "rule"), [(one["text"], one["rule"]) for one in found["due"]], "What is due"))
    lines = [
        (_moment(one["at"]), one["who"] or "", one["act"], one["piece"], one["told"], one["rule"])
        for one in found["log"]
    ]
    out.print(table(("when", "who", "act", "piece", "told", "rule"), lines, "Equipment log"))


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
