"""`houseway tournaments`: those of the floor, and one with its rules, standings and payouts."""

from typing import Any

from houseway.commands.output import console, table, write_json


def run(database: str, as_json: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor.store import Store
    from houseway.floor.tournaments.views import lines

    store = Store(database_url(database))
    store.migrate()
    found = store.read(lines)
    if as_json:
        write_json(found, indent=True)
        return
    rows = [
        (
            str(one["id"]),
            one["name"],
            one["game_name"],
            one["first_day"],
            str(one["entries"]),
            f"${one['pool']:,.2f}",
            one["status"],
        )
        for one in found
    ]
    heads = ("number", "tournament", "game", "first day", "entries", "pool", "status")
    console().print(table(heads, rows, "Tournaments"))


def tell(found: Any) -> None:
    """A tournament with its printed rules, standings and payouts."""
    console().print("\n".join(found["sheet"]), markup=False)
    tell_standings(found)


def tell_standings(found: Any) -> None:
    """A tournament after something was done: standings and payouts."""
    out = console()
    standings = [(str(one["place"] or "in"), one["person"], f"{one['chips']:,}") for one in found["standings"]]
    out.print(table(("place", "player", "chips"), standings, f"{found['name']}: {found['status']}"))
    prizes = [
        (str(one["place"] or ""), one["person"], f"${one['amount']:,.2f}", one["kind"]) for one in found["prizes"]
    ]
    out.print(table(("place", "player", "prize", "kind"), prizes, f"Pool ${found['pool']:,.2f}"))
