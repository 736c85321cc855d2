"""`houseway check`: game files read whole, every pay-table column and option value included."""

from collections.abc import Sequence

from houseway.check import check
from houseway.commands.first_use import announced_on_first_use
from houseway.commands.output import complain, console, write_json
from houseway.rules.load import rulebook_files


@announced_on_first_use()
def run(files: Sequence[str], as_json: bool) -> int:
    """The exit status: 2 when some file has an error."""
    names = list(files) or [str(path) for path in rulebook_files()]
    status, out = 0, console()
    for name in names:
        errors = check(name)
        if errors:
            status = 2
        if as_json:
            write_json({"file": name, "errors": [{"error": e.message, "field": e.field} for e in errors]})
            continue
        for error in errors:
            complain(error, name)
        if not errors:
            out.print(f"{name}: in order", soft_wrap=True, markup=False)
    return status
