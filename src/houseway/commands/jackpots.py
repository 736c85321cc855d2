"""`houseway jackpots`: poker jackpots and meters of a floor, and their notices to print."""

from html import escape
from typing import Any

from sqlalchemy import Connection

from houseway.commands.floor import tell as tell_table
from houseway.commands.output import console, listing, print_lines, table, write_json
from houseway.rules.errors import RuleError

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body {{ font: 18px/1.4 sans-serif; max-width: 40em; margin: 2em auto }} h1 {{ font-size: 2em }}
dt {{ font-weight: bold; margin-top: 1em }} dd {{ margin: 0 }} small {{ color: #555 }}</style></head>
<body><h1>{title}</h1><dl>
{body}
</dl></body></html>
"""


def run(database: str, as_json: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor import jackpots, meters
    from houseway.floor.store import Store

    store = Store(database_url(database))
    store.migrate()
    found = {"jackpots": store.read(jackpots.listing), "meters": store.read(meters.listing)}
    if as_json:
        write_json(found, indent=True)
    else:
        _print(found)


def print_notice(which: str, html: str, database: str, as_json: bool) -> None:
    """The notice of a jackpot or a meter, as a table, as JSON or as a page."""
    from houseway.commands.serve import database_url
    from houseway.floor.store import Store

    store = Store(database_url(database))
    store.migrate()
    _write(store.read(lambda db: _notice(db, which)), html, as_json)


def tell(answer: Any) -> None:
    """What an act yielded."""
    if isinstance(answer, dict) and "kinds" in answer:
        print_lines(answer["kinds"], "What may be petitioned for")
        named = [{key: one[key] for key in one if key not in ("meter", "jackpot")} for one in answer["petitions"]]
        print_lines(named, "Petitions")
    elif isinstance(answer, list):
        seats = [None if one["seat"] is None else one["seat"] + 1 for one in answer]  # a keno ticket's award has none
        print_lines([one | {"seat": seat} for one, seat in zip(answer, seats, strict=True)], "Awards that wait")
    else:
        tell_table(answer)


def _notice(db: Connection, which: str) -> dict[str, Any]:
    from houseway.floor import jackpots, petitions

    kind, _, number = which.partition("-")
    if kind not in ("jackpot", "meter") or not number.isdecimal():
        raise RuleError("is jackpot-NUMBER or meter-NUMBER", "WHICH")
    return (jackpots.notice if kind == "jackpot" else petitions.meter_notice)(db, int(number))


def _write(told: dict[str, Any], html: str, as_json: bool) -> None:
    if as_json:
        write_json(told, indent=True)
    elif html:
        body = "\n".join(
            f"<dt>{escape(one['head'])}</dt><dd>{escape(one['text'])} <small>{escape(one['rule'])}</small></dd>"
            for one in told["statements"]
        )
        try:
            with open(html, "w", encoding="utf-8") as out:
                out.write(_PAGE.format(title=escape(told["title"]), body=body))
        except OSError as error:
            raise RuleError(f"cannot write {html}: {error.strerror}", "--html") from None
    else:
        rows = [(one["head"], one["text"], one["rule"]) for one in told["statements"]]
        console().print(table(("", told["title"], "rule"), rows, "Notice"))


def _print(found: dict[str, list[dict[str, Any]]]) -> None:
    out = console()
    rows = [
        (str(one["id"]), one["name"], one["status"], f"${one['posted'] / 100:,.2f}", " ".join(one["due"]))
        for one in found["jackpots"]
    ]
    out.print(listing(("id", "jackpot", "status", "posted", "due"), rows, "Jackpots"))
    running = [(str(one["id"]), one["name"], one["status"], f"${one['shown'] / 100:,.2f}") for one in found["meters"]]
    out.print(listing(("id", "meter", "status", "shows"), running, "Meters"))
