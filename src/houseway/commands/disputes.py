"""`houseway disputes`: the cases of the dispute desk, and one with its ruling and history."""

from typing import Any

from rich.markup import escape

from houseway.commands.output import amount, console, table, write_json
from houseway.commands.settle import print_grounds, print_round
from houseway.rules.errors import RuleError
from houseway.rules.wording import money

_STATES = ("open", "ruled", "revised")


def run(number: int | None, state: str, database: str, as_json: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor import disputes
    from houseway.floor.roles import Person
    from houseway.floor.store import Store

    if state and state not in _STATES:
        raise RuleError(f"a case is {', '.join(_STATES)}, not {state!r}", "--state")
    store = Store(database_url(database))
    store.migrate()
    reader = Person(0, "", "auditor")  # whoever reads the database reads all of it
    if number is None:
        cases = store.read(lambda db: disputes.listing(db, reader, state, most=1000))
        write_json(cases, indent=True) if as_json else _print_list(cases)
        return
    case = store.read(lambda db: disputes.read_case(db, reader, number))
    write_json(case, indent=True) if as_json else _print_case(case)


def _moment(at: int | None) -> str:
    from houseway.floor.surveillance import iso

    return iso(at)[:19]


def _print_list(cases: list[dict[str, Any]]) -> None:
    rows = [
        (
            str(case["id"]),
            case["title"],
            case["state"],
            f"{_moment(case['opened'])} {case['opened_by']}",
            f"{_moment(case['ruled_at'])} {case['ruled_by'] or ''}".strip(),
            "" if case["state"] == "open" else amount(case["owed"]),
        )
        for case in cases
    ]
    console().print(table(("case", "what", "state", "opened (UTC)", "ruled (UTC)", "owed"), rows, f"{len(rows)} cases"))


def _print_case(case: dict[str, Any]) -> None:
    out = console()
    out.print(f"[bold]Case {case['id']}[/bold]  {escape(case['title'])}  ({case['state']})")
    if case["ruling"] is not None:
        print_round(out, case["ruling"]["settlement"], f"{case['game']['name']}, ruled by {case['ruled_by']}")
        print_grounds(out, case["ruling"])
        out.print(f"owed: {money(case['owed'])}" if case["owed"] >= 0 else f"paid too much: {money(-case['owed'])}")
    for step in case["history"]:
        out.print(escape(f"{_moment(step['at'])} {step['who']} {step['act']}: {step['text']}".rstrip(": ")))
