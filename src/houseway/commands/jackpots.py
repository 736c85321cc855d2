"""`houseway jackpots`: poker jackpots and meters of a floor; the daily posting; a notice to print."""

from html import escape
from typing import Any

from sqlalchemy import Connection

from houseway.commands.output import console, table, write_json
from houseway.commands.people import acting
from houseway.play.core.money import dollars
from houseway.rules.errors import RuleError

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body {{ font: 18px/1.4 sans-serif; max-width: 40em; margin: 2em auto }} h1 {{ font-size: 2em }}
dt {{ font-weight: bold; margin-top: 1em }} dd {{ margin: 0 }} small {{ color: #555 }}</style></head>
<body><h1>{title}</h1><dl>
{body}
</dl></body></html>
"""


def run(notice: str, post: int, by: str, html: str, database: str, as_json: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor import jackpots, meters
    from houseway.floor.store import Store

    store = Store(database_url(database))
    store.migrate()
    if post:
        amount = store.write(lambda db: _post(db, post, by))
        console().print(f"${dollars(amount):,} is posted")
    elif notice:
        told = store.read(lambda db: _notice(db, notice))
        _write(told, html, as_json)
    else:
        found = {"jackpots": store.read(jackpots.listing), "meters": store.read(meters.listing)}
        if as_json:
            write_json(found, indent=True)
        else:
            _print(found)


def _post(db: Connection, jackpot: int, by: str) -> int:
    """The daily posting by an account that may do it."""
    from houseway.floor import jackpots
    from houseway.floor.roles import record

    person = acting(db, by, "jackpot")
    amount = jackpots.post_amount(db, jackpot, person)
    record(db, person.id, "jackpot posted", f"jackpot {jackpot}")
    return amount


def _notice(db: Connection, which: str) -> dict[str, Any]:
    from houseway.floor import jackpots, petitions

    kind, _, number = which.partition("-")
    if kind not in ("jackpot", "meter") or not number.isdecimal():
        raise RuleError("is jackpot-NUMBER or meter-NUMBER", "--notice")
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
        (str(one["id"]), one["name"], one["status"], f"${dollars(one['posted']):,}", " ".join(one["due"]))
        for one in found["jackpots"]
    ]
    out.print(table(("id", "jackpot", "status", "posted", "due"), rows, "Jackpots"))
    running = [(str(one["id"]), one["name"], one["status"], f"${dollars(one['shown']):,}") for one in found["meters"]]
    out.print(table(("id", "meter", "status", "shows"), running, "Meters"))
