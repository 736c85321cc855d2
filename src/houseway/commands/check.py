"""`houseway check`: game files read whole, then played and priced; what is wrong, not reached, or the player's edge."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from rich.console import Console

from houseway.check import Played, Pricing, check, play, price_check
from houseway.commands.first_use import announced_on_first_use
from houseway.commands.odds import watched
from houseway.commands.output import complain, console, write_json
from houseway.odds.cluster import executor_at
from houseway.odds.pricing import Question
from houseway.play.core.reach import Reach
from houseway.rules.errors import RuleError
from houseway.rules.load import rulebook_files
from houseway.rules.wording import humanize

PLAYED = 5.0  # seconds
_SHOWN = 12  # names in a line


def _bar(title: str) -> AbstractContextManager[Any]:
    return watched(Question(title))


@announced_on_first_use()
def run(files: Sequence[str], as_json: bool, seconds: float | None = None, priced: bool = True) -> int:
    """The exit status: 2 when some file has an error. The rulebook as a whole is read, and played only on request."""
    names = list(files) or [str(path) for path in rulebook_files()]
    long = seconds if seconds is not None else PLAYED if files else 0.0
    status, out = 0, console()
    for name in names:
        errors = check(name)
        played, pricing = Played(), Pricing()
        if not errors and long:
            with _bar(f"{name}: play") as progress:
                played = play(name, long, progress)
        if not errors and priced and files:
            with _bar(f"{name}: price") as progress, executor_at("", progress) as executor:
                pricing = price_check(name, executor)
        errors = [*errors, *played.errors, *pricing.unpaid]
        status = 2 if errors else status
        if as_json:
            write_json(_as_data(name, errors, played, pricing))
        else:
            _tell(out, name, errors, played, pricing)
    return status


def _missed(played: Played, pricing: Pricing) -> Reach:
    """What no round reached; rows by which some hand is paid are counted as reached."""
    return played.missed - Reach(rows=pricing.paid)


def _as_data(name: str, errors: Sequence[RuleError], played: Played, pricing: Pricing) -> dict[str, Any]:
    missed = _missed(played, pricing)
    return {
        "file": name,
        "errors": [{"error": error.message, "field": error.field} for error in errors],
        "rounds": played.rounds,
        "not_reached": {
            "choices": sorted(missed.choices),
            "results": sorted(missed.results),
            "rows": sorted(missed.rows),
        },
        "price": pricing.method,
        "no_price": pricing.stopped,
        "warnings": list(pricing.warnings),
    }


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{'; '.join(names[:_SHOWN])}{more}"


def _tell(out: Console, name: str, errors: Sequence[RuleError], played: Played, pricing: Pricing) -> None:
    for error in errors:  # told with the path as it was given, once
        file, told = Path(name).name, str(error)
        complain(name + told.removeprefix(file) if told.startswith((f"{file}:", f"{file} (")) else f"{name}: {told}")
    if not errors:
        out.print(f"{name}: in order", soft_wrap=True, markup=False)
    lines = []
    if played.rounds:
        missed, wanted = _missed(played, pricing), played.wanted
        parts = [
            f"{len(all_of) - len(left)} of {len(all_of)} {word}"
            for word, all_of, left in (
                ("choices", wanted.choices, missed.choices),
                ("results", wanted.results, missed.results),
                ("rows", wanted.rows, missed.rows),
            )
            if all_of
        ]
        houses = f"{played.houses} house{'s' * (played.houses != 1)}"
        lines.append(f"played {played.rounds:,} rounds of {houses}{': ' if parts else ''}{', '.join(parts)}")
        lines += [
            f"not reached: {_listed(sorted(left))}" for left in (missed.choices, missed.results, missed.rows) if left
        ]
    if pricing.method:
        lines.append(f"priced: {pricing.method}")
    if pricing.stopped:
        lines.append(f"no price: {pricing.stopped}")
    lines += [f"warning: {humanize(warning)}" for warning in pricing.warnings]
    for line in lines:
        out.print(f"  {line}", soft_wrap=True, markup=False)
