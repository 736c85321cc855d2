"""`houseway cases`: rounds with the expected answer beside them, and every difference."""

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.markup import escape

from houseway.cases import differences
from houseway.commands.files import rounds
from houseway.commands.first_use import announced_on_first_use
from houseway.commands.output import console, write_json
from houseway.play.stream import Entry
from houseway.rules.errors import RuleError


def _decoded(entry: Entry | RuleError) -> dict[str, Any] | str:
    if isinstance(entry, RuleError):
        return str(entry)
    try:
        case = msgspec.json.decode(entry.text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return f"not valid JSON: {error}"
    return case if isinstance(case, dict) else "a case is an object"


@announced_on_first_use()
def run(files: Sequence[str], as_json: bool) -> int:
    """The exit status: 1 when some answer differs."""
    out, total, wrong = console(), 0, 0
    for name, entry in rounds(files):
        total += 1
        case = _decoded(entry)
        found = [case] if isinstance(case, str) else differences(case)
        line = 0 if isinstance(entry, RuleError) else entry.line
        label = str(case.get("id", f"{name}:{line}")) if isinstance(case, dict) else f"{name}:{line}"
        wrong += bool(found)
        if as_json:
            write_json({"id": label, "ok": not found, "differences": found})
        elif found:
            out.print(f"[bold]{escape(label)}[/bold]")
            for text in found:
                out.print(f"  {escape(text)}")
    if not as_json:
        out.print(f"{total - wrong} of {total} cases as expected")
    return 1 if wrong else 0
