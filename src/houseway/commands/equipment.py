"""`houseway equipment`: the equipment log of a table, and what is due."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from houseway.commands.house import parse_choices
from houseway.commands.output import console, table, write_json
from houseway.commands.people import acting
from houseway.rules.errors import RuleError

if TYPE_CHECKING:
    from sqlalchemy import Connection

# What may be said of an act, and what it is where nothing is said.
_WORDS: dict[str, Any] = {
    "item": "",
    "name": "",
    **dict.fromkeys(("back", "count", "dealt", "shuffler", "seal", "seat", "note", "allowed_by")),
}


def run(number: int, log: str, told: Sequence[str], by: str, database: str, as_json: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor import equipment
    from houseway.floor.store import Store

    store = Store(database_url(database))
    store.migrate()
    out = console()
    if log:
        if not number:
            raise RuleError("name the table", "TABLE")
        store.write(lambda db: _log(db, number, by, {**_WORDS, **_told(told), "act": log}))
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


def _told(given: Sequence[str]) -> dict[str, Any]:
    """What is said of an act; a deck may be called by a number."""
    told = parse_choices(given, ())
    for name in told:
        if name not in _WORDS:
            raise RuleError(f"is one of {', '.join(_WORDS)}, not {name!r}", "--set")
    return {name: value if name in ("count", "seat", "shuffler") else str(value) for name, value in told.items()}


def _log(db: "Connection", number: int, by: str, told: dict[str, Any]) -> None:
    from houseway.floor import equipment
    from houseway.floor.separation import refuse_player

    person = acting(db, by, "deal")
    refuse_player(db, number, person)
    equipment.log(db, number, person, told)


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
