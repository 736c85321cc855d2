"""Money is whole cents inside; dollars appear only where data enters or leaves, through one function each way."""

from houseway.rules.errors import RuleError

MOST_DOLLARS = 100_000_000  # no table in the documents takes a wager near this


def dollars(cents: int) -> int | float:
    """Cents as a number of dollars, whole where it is whole."""
    return cents // 100 if cents % 100 == 0 else cents / 100


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
