"""Money is whole cents inside; dollars appear only where data enters or leaves, through one function each way."""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.rules.errors import RuleError
from houseway.rules.wording import money

MOST_DOLLARS = 100_000_000  # no table in the documents takes a wager near this


def dollars(cents: int) -> int | float:
    """Cents as a number of dollars, whole where it is whole."""
    return cents // 100 if cents % 100 == 0 else cents / 100


def in_dollars(cents: int) -> str:
    """Cents as people read them: `$10`, `$23.60`."""
    return money(cents / 100)


def pro_rata(total: int, parts: Sequence[int]) -> list[int]:
    """Cents in proportion to the parts, all of them; a cent that rounding leaves goes where it cut off most.

    >>> pro_rata(3100, [1, 2, 0]), pro_rata(100, [1, 1, 1])
    ([1033, 2067, 0], [34, 33, 33])
    """
    whole = sum(parts)
    shares = [total * part // whole for part in parts]
    cut_off = sorted(range(len(parts)), key=lambda place: -(total * parts[place] % whole))
    for place in cut_off[: total - sum(shares)]:
        shares[place] += 1
    return shares


def cents(amount: float, field: str) -> int:
    """A positive amount of dollars as cents."""
    scaled = amount * 100
    if not scaled > 0:
        raise RuleError(f"an amount must be positive, not {amount}", field)
    if amount > MOST_DOLLARS:
        raise RuleError(f"an amount may be at most {MOST_DOLLARS:,} dollars", field)
    if isinstance(amount, int):
        return amount * 100
    whole = round(scaled)
    if not whole or abs(scaled - whole) > 1e-6:
        raise RuleError(f"{amount} is not a whole number of cents", field)
    return whole


def in_cents(wagers: Mapping[str, float], field: str) -> dict[str, int]:
    """Dollars by wager as cents."""
    return {name: cents(amount, f"{field}.{name}") for name, amount in wagers.items()}


def stated_cents(value: Any, field: str) -> int:
    """An amount of dollars that a record states, as cents; it may be none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise RuleError("must be an amount of dollars", field)
    return cents(value, field) if value else 0
