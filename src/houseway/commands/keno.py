"""`houseway keno`: the desks of the floor, or a ticket as it is printed, with what has become of it."""

from houseway.commands.output import console, table, write_json


def run(serial: str, database: str, as_json: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor.keno.tickets import as_text, find_anywhere, ticket_view
    from houseway.floor.keno.views import desk_lines
    from houseway.floor.store import Store

    store = Store(database_url(database))
    store.migrate()
    if serial:
        view = store.read(lambda db: ticket_view(db, find_anywhere(db, serial)))
        if as_json:
            write_json(view, indent=True)
        else:
            told = [
                *as_text(view),
                f"Redeem until {view['expires']}.",
                f"Now: {view['status']}, won ${view['won']:,.2f}.",
            ]
            console().print("\n".join(told), markup=False, highlight=False)
        return
    desks = store.read(desk_lines)
    if as_json:
        write_json(desks, indent=True)
        return
    rows = [(str(one["id"]), one["name"], one["casino"], str(one["game"]), one["suspended"]) for one in desks]
    console().print(table(("desk", "name", "casino", "game at hand", "suspended"), rows, "Keno desks"))
