"""`houseway rounds`: finished rounds of the house found, listed, and exported with the proof of their shuffle."""

import sys
from typing import Any

from houseway.commands.output import amount, console, listing, table, write_json
from houseway.rules.wording import money, seat_name, titled

_SECONDS = 24 * 3600.0


def run(
    given: dict[str, Any],
    database: str,
    most: int,
    *,
    as_json: bool,
    csv: bool,
    files: bool,
    rates: bool,
    flags: bool,
) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor import surveillance
    from houseway.floor.store import Store

    search = surveillance.read_search({name: value for name, value in given.items() if value not in (None, "", False)})
    store = Store(database_url(database))
    store.migrate()
    if csv or files:
        _export(store, search, csv)
    elif rates:
        found = store.read(lambda db: surveillance.win_rates(db, search, 30), seconds=_SECONDS)
        write_json(found, indent=True) if as_json else _print_rates(found)
    elif flags:
        kept = store.read(surveillance.list_flags, seconds=_SECONDS)
        write_json(kept, indent=True) if as_json else _print_flags(kept)
    else:
        rounds = _found(store, search, most)
        if as_json:
            for one in rounds:
                write_json(one)
        else:
            _print(rounds)


def _found(store: Any, search: Any, most: int) -> list[dict[str, Any]]:
    from houseway.floor import surveillance

    rounds: list[dict[str, Any]] = []
    while len(rounds) < most:
        before = rounds[-1]["id"] if rounds else 2**53
        left = most - len(rounds)
        page = store.read(lambda db, last=before, n=left: surveillance.find(db, search, last, n), seconds=_SECONDS)
        if not page:
            break
        rounds += page
    return rounds


def _export(store: Any, search: Any, csv: bool) -> None:
    from houseway.floor import surveillance

    out = sys.stdout.buffer
    if csv:
        out.write(surveillance.csv_head().encode())
    ids = store.read(lambda db: surveillance.pages(db, search), seconds=_SECONDS)
    while ids:
        if csv:
            out.write(store.read(lambda db, now=ids: surveillance.as_csv(db, now), seconds=_SECONDS).encode())
        else:
            for line in store.read(lambda db, now=ids: list(surveillance.as_lines(db, now)), seconds=_SECONDS):
                out.write(line)
        ids = store.read(lambda db, last=ids[-1]: surveillance.pages(db, search, last), seconds=_SECONDS)
    out.flush()


def _wager(of: dict[str, Any], line: dict[str, Any]) -> str:
    """A wager as its layout calls it."""
    return titled(line["wager"], of["game"]["labels"].get(line["wager"], ""))


def _print(rounds: list[dict[str, Any]]) -> None:
    from houseway.floor.surveillance import iso

    rows = []
    for one in rounds:
        marks = [one["happened"], f"meter paid {money(one['award'])}" if one["award"] else ""]
        marks += ["late" if one["late"] else "", f"case {one['case']}" if one["case"] else ""]
        wagers = [
            f"{seat_name(line['seat'])} {line['person'] or ''}: {_wager(one, line)} {money(line['stake'])}, "
            f"{amount(line['net'])}"
            for line in one["wagers"]
        ]
        place = f"{one['table_name']}, {one['game']['name']}"
        rows.append((str(one["id"]), iso(one["ended"])[:19], place, "\n".join(wagers), ", ".join(filter(None, marks))))
    console().print(table(("round", "ended (UTC)", "table and game", "wagers", "marks"), rows, f"{len(rows)} rounds"))


def _print_rates(rates: list[dict[str, Any]]) -> None:
    rows = [
        (
            rate["person"] or "",
            f"{rate['game']['name']}: {_wager(rate, rate)}",
            f"{rate['wagers']:,}",
            amount(rate["net"]),
            amount(rate["expected"]),
            f"{rate['chance']:.3g}",
            f"{rate['at_most']:.3g}",
            rate["source"],
        )
        for rate in rates
    ]
    head = ("person", "wager", "wagers", "won", "expected", "chance", "at most", "by")
    console().print(table(head, rows, "Win rates, the least likely first"))


def _print_flags(flags: list[dict[str, Any]]) -> None:
    rows = [(str(flag["id"]), flag["name"], str(flag["found"]), str(flag["latest"] or "")) for flag in flags]
    console().print(listing(("flag", "name", "rounds", "latest"), rows, "Flags"))
