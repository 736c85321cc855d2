"""`houseway tables` and `houseway approvals`: the open tables, and what waits for the approval of a second person."""

from typing import Any

from rich.console import Console

from houseway.commands.output import console, listing, print_answer, print_lines, table, write_json
from houseway.commands.settle import print_round
from houseway.play.core.money import in_dollars
from houseway.rules.wording import humanize, money, seat_name


def list_tables(database: str, as_json: bool) -> None:
    """The open tables."""
    from houseway.commands.serve import database_url
    from houseway.floor.store import Store
    from houseway.floor.views import open_tables

    store = Store(database_url(database))
    store.migrate()
    found = store.read(lambda db: open_tables(db, None))
    if as_json:
        write_json(found, indent=True)
        return
    rows = [(str(one["id"]), one["name"], one["game"]["name"], f"{one['players']} of {one['seats']}") for one in found]
    console().print(listing(("table", "name", "game", "seats taken"), rows, "Open tables"))


def list_approvals(database: str, as_json: bool) -> None:
    """What waits for the approval of a second person."""
    from houseway.commands.serve import database_url
    from houseway.floor.control import waiting
    from houseway.floor.store import Store

    store = Store(database_url(database))
    store.migrate()
    found = store.read(waiting)
    if as_json:
        write_json(found, indent=True)
        return
    rows = [(str(one["id"]), one["act"], str(one["table"] or ""), one["who"], _told(one["data"])) for one in found]
    console().print(listing(("number", "act", "table", "asked by", "for"), rows, "Waits for a second person"))


def _told(data: dict[str, Any]) -> str:
    """What an act is for; its amounts are kept in cents, and seats count from none."""
    given = {**data, **data.get("told", {})}
    shown = {name: value for name, value in given.items() if name not in ("table", "told", "seen")}
    return ", ".join(_told_of(name, value) for name, value in shown.items() if value not in (None, "", {}, []))


def _told_of(name: str, value: Any) -> str:
    if name in ("amount", "least", "most"):
        return f"{name} {in_dollars(value)}"
    if name == "seat" and isinstance(value, int):
        return seat_name(value)
    several = " ".join(map(str, value)) if isinstance(value, list) else value
    return f"{humanize(name)} {several if name != 'kind' else humanize(str(value))}"


def tell_word(answer: Any) -> None:
    """What became of what waited."""
    console().print("Done." if answer["word"] == "approve" else "Refused: it is not done.")


def tell(answer: Any) -> None:
    """What an act at a table yielded: the table in short, or what is posted there."""
    if isinstance(answer, list) and answer and answer[0].keys() == {"title", "text", "rule"}:
        console().print(table(("", "posted", "rule"), [(one["title"], one["text"], one["rule"]) for one in answer]))
        return
    if not isinstance(answer, dict) or "seats" not in answer or answer.get("waiting") is not None:
        print_answer(answer, "tables")
        return
    out = console()
    round_ = answer["round"]
    state = f"round {round_['number']}, {round_['status']}" if round_ else "no round"
    out.print(f"Table {answer['id']}, {answer['name']}: {state if answer['open'] else 'closed'}", markup=False)
    lines = [
        {
            "seat": seat["seat"] + 1,
            "player": seat["player"],
            "chips": f"{seat['stack']:,.0f}" if answer["tournament"] else f"${seat['stack']:,.2f}",
            "on the piece": money(seat["piece"]) if seat["piece"] else "",
            "wagers": _wagers(seat, round_, bool(answer["tournament"])),
            "tips": _staked(seat["tips"]),
            "behind": "; ".join(f"{one['player']} {_staked(one['wagers'])}" for one in seat["behind"]),
        }
        for seat in answer["seats"]
        if seat["player"]
    ]
    if lines:
        unused = [name for name in ("on the piece", "tips", "behind") if not any(line[name] for line in lines)]
        print_lines([{name: one for name, one in line.items() if name not in unused} for line in lines], "Seats")
    if bank := answer["bank"]:
        nobody = "the house" if bank["amount"] else "nobody has it"
        held = nobody if bank["seat"] is None else f"{seat_name(bank['seat'])}, round {bank['turn']} of its turn"
        offer = "" if bank["offer"] is None else f"; it is offered to {seat_name(bank['offer'])}"
        out.print(f"The bank, ${bank['amount']:,.2f}: {held}{offer}", markup=False)
    if round_:
        _tell_round(out, round_)
    if answer["open"] and (not round_ or round_["status"] != "playing"):
        out.print(f"Bets are made on the shuffle {answer['shuffle']['commitment']}", markup=False)


def _wagers(seat: dict[str, Any], round_: dict[str, Any] | None, points: bool) -> str:
    """What a seat has on the layout: in a round with the bets that were made since, and of a pot what it put in."""
    if not round_ or round_["status"] != "playing":
        return _staked(seat["wagers"])
    place = str(seat["seat"])
    put = round_["staked"].get(place, 0) if round_["pot"] is not None else 0
    shown = f"{put:,.0f}" if points else f"${put:,.2f}"
    return ", ".join(filter(None, [_staked(round_["stakes"].get(place, {})), shown if put else ""]))


def _staked(wagers: dict[str, float]) -> str:
    return ", ".join(f"{humanize(name)} ${value:,.2f}" for name, value in wagers.items())


def _tell_round(out: Console, round_: dict[str, Any]) -> None:
    """The cards that are seen, who acts and what he may do, or how the round was settled."""
    for pile in round_["piles"]:
        owner = "" if pile["seat"] is None else f"{seat_name(pile['seat'])}, "
        cards = " ".join([*map(str, pile["cards"]), *["??"] * pile["hidden"]])
        out.print(f"{owner}{pile['name'].replace('_', ' ')}: {cards}", markup=False)
    if round_["turn"] is not None:
        may = ", ".join(text for one in round_["legal"] for text in (one["texts"] or [f"{one['lead']} ..."]))
        out.print(f"{seat_name(round_['turn'])} acts after {round_['seq']}{': ' * bool(may)}{may}", markup=False)
    if round_["settlement"] is not None:
        print_round(out, round_["settlement"], f"Round {round_['number']}")
