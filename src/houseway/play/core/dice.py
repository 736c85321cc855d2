"""The dice of a round file, and the position on which a count of them ends."""

from typing import Any

from houseway.rules.errors import RuleError

PIPS = range(1, 7)


def dice_of(outcome: dict[str, Any], count: int) -> tuple[int, ...]:
    """The dice of a round file."""
    dice = outcome.get("dice")
    if not isinstance(dice, list) or len(dice) != count:
        raise RuleError(f"must be a list of {count} dice", "outcome.dice")
    for place, die in enumerate(dice):
        if not isinstance(die, int) or isinstance(die, bool) or die not in PIPS:
            raise RuleError(f"a die shows 1 to 6, not {die!r}", f"outcome.dice[{place}]")
    return tuple(dice)


def position(total: int, positions: int) -> int:
    """The position that a count to `total` ends on, the dealer being one and counted again after the last."""
    return (total - 1) % positions + 1
