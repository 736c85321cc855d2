"""`houseway keno`: the desks of the floor, and a ticket as it is printed, with what has become of it."""

from typing import Any

from houseway.commands.output import console, listing, moment, print_answer, write_json


def run(database: str, as_json: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor.keno.views import desk_lines
    from houseway.floor.store import Store

    store = Store(database_url(database))
    store.migrate()
    desks = store.read(desk_lines)
    if as_json:
        write_json(desks, indent=True)
        return
    rows = [(str(desk["id"]), desk["name"], desk["casino"], str(desk["game"]), desk["suspended"]) for desk in desks]
    console().print(listing(("desk", "name", "casino", "game at hand", "suspended"), rows, "Keno desks"))


def tell(answer: Any) -> None:
    """What an act at the desk yielded, with the ticket it was about as it is printed."""
    if isinstance(answer, dict) and "serial" in answer:
        _print_ticket(answer)
    elif isinstance(answer, dict) and "desk" in answer:
        if answer["ticket"]:
            _print_ticket(answer["ticket"])
        if answer["waiting"] is not None:
            print_answer(answer, "keno")
        else:
            console().print(answer["told"] or "Done.", markup=False)
    elif isinstance(answer, dict) and "casino" in answer:
        _print_desk(answer)
    elif isinstance(answer, dict) and "problem" in answer:
        refused = f"The desk would not take it: {answer['problem']}"
        console().print(refused if answer["problem"] else f"It costs ${answer['price']:,.2f}.", markup=False)
    elif isinstance(answer, list) and answer and "numbers" in answer[0]:
        _print_board(answer)
    else:
        print_answer(answer, "keno")


def _print_board(games: list[dict[str, Any]]) -> None:
    rows = [
        (
            str(one["game"]),
            moment(one["closed"] or one["at"]),
            " ".join(map(str, one["numbers"])) or one["status"],
            str(one["winners"]),
            f"${one['paid']:,.2f}",
        )
        for one in games
    ]
    console().print(listing(("game", "closed", "numbers", "winners", "paid"), rows, "Past games"))


def _print_ticket(view: dict[str, Any]) -> None:
    from houseway.floor.keno.tickets import as_text

    slip = f" by slip {view['slip']}" if view["slip"] else ""
    sum_ = (
        ""
        if view["status"] == "void"
        else f", {'back' if view['status'] == 'refund due' else 'won'} ${view['won']:,.2f}"
    )
    told = [*as_text(view), f"Redeem until {view['expires']}.", f"Now: {view['status']}{slip}{sum_}."]
    told += [
        f"${one['amount']:,.2f} of it is paid by the year: {one['payments']} of {one['years']} payments made."
        for one in view["yearly"]
    ]
    console().print("\n".join(told), markup=False)


def _print_desk(view: dict[str, Any]) -> None:
    out = console()
    game = view["game"]
    out.print(f"Desk {view['id']}, {view['casino']}: game {game['number']} is {game['status']}", markup=False)
    rows = [(one["serial"], one["status"], f"${one['price']:,.2f}", f"${one['won']:,.2f}") for one in view["tickets"]]
    out.print(listing(("ticket", "status", "price", "won"), rows, "Tickets"))
    held = [(str(one["id"]), one["kind"], one["holder"], f"${one['holds']:,.2f}") for one in view["drawers"]]
    out.print(listing(("drawer", "kind", "holder", "holds"), held, "Drawers"))
