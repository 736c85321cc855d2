"""`houseway tournaments`: those of the floor, one with its standings and payouts, or a new one by its printed rules."""

from pathlib import Path
from typing import Any

from houseway.commands.output import console, table, write_json
from houseway.commands.people import acting


def run(number: int | None, announce: str, by: str, database: str, as_json: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor.store import Store
    from houseway.floor.tournaments import entries
    from houseway.floor.tournaments.views import lines, view
    from houseway.play.tournaments.printed import read_rules

    store = Store(database_url(database))
    store.open()
    try:
        if announce:
            rules = read_rules(Path(announce))
            number = store.write(lambda db: entries.announce(db, acting(db, by, "void"), rules))
        if number is not None:
            one = number
            _print_one(store.read(lambda db: view(db, one, None)), as_json)
            return
        found = store.read(lines)
    finally:
        store.close()
    if as_json:
        write_json(found, indent=True)
        return
    rows = [
        (str(one["id"]), one["name"], one["first_day"], str(one["entries"]), f"${one['pool']:,.2f}", one["status"])
        for one in found
    ]
    console().print(table(("number", "tournament", "first day", "entries", "pool", "status"), rows, "Tournaments"))


def _print_one(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        write_json(found, indent=True)
        return
    out = console()
    out.print("\n".join(found["sheet"]), markup=False, highlight=False)
    standings = [(str(one["place"] or "in"), one["person"], f"{one['chips']:,}") for one in found["standings"]]
    out.print(table(("place", "player", "chips"), standings, f"{found['name']}: {found['status']}"))
    prizes = [
        (str(one["place"] or ""), one["person"], f"${one['amount']:,.2f}", one["kind"]) for one in found["prizes"]
    ]
    out.print(table(("place", "player", "prize", "kind"), prizes, f"Pool ${found['pool']:,.2f}"))
