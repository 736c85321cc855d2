"""What the house takes: a share of the pot with a cap, the jackpot rake kept apart, or a charge by time."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from houseway.play.core.settlement import TimedFee
from houseway.play.pots.layers import Pot
from houseway.rules.errors import RuleError

RAKE_SHARE = 10  # CO 30-1002(34), 30-1012(1): at most ten percent
MOST_JACKPOT_RAKE = 200  # CO 30-1012(3): at most $2.00


def check_rake(rake: int, jackpot_rake: int, total: int, most: int = RAKE_SHARE) -> None:
    """CO 30-1012: the rake is at most ten percent of the pot, the jackpot rake at most $2.00."""
    if rake < 0 or rake * 100 > most * total:
        raise RuleError(
            f"a rake of {rake / 100:g} is more than 10 percent of the pot of {total / 100:g}", "betting.rake"
        )
    if not 0 <= jackpot_rake <= MOST_JACKPOT_RAKE:
        raise RuleError(f"a jackpot rake of {jackpot_rake / 100:g} is more than $2.00", "betting.jackpot_rake")


def raked(pots: list[Pot], rake: int, jackpot_rake: int, most: int = RAKE_SHARE) -> list[Pot]:
    """The pots after both rakes, taken from the main pot first and never more than ten percent of a pot as rake."""
    left = []
    for pot in pots:
        share = min(rake, pot.amount * most // 100)
        rake -= share
        fund = min(jackpot_rake, pot.amount - share)
        jackpot_rake -= fund
        left.append(Pot(pot.amount - share - fund, pot.seats))
    return left


def percent_rake(total: int, percent: float, cap: int, chip: int) -> int:
    """A rake of `percent`, rounded down to whole chips, at most `cap` where one is posted."""
    if not 0 <= percent <= RAKE_SHARE:
        raise RuleError(f"a rake of {percent:g} percent is more than the 10 percent allowed", "house.rake_percent")
    amount = int(total * percent / 100 + 1e-9)
    return min(amount, cap) // chip * chip if cap else amount // chip * chip


class TimedRake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """CO 30-1012(2): dollars an hour from each player or the table, taken by the hour or every 20 or 30 minutes."""

    hourly: int | float
    per: Literal["player", "table"] = "player"
    every: Literal[20, 30, 60] = 60
    inactive: bool = False  # seated players who do not play are charged too


def timed_rake(options: Mapping[str, Any]) -> TimedFee | None:
    """The timed rake that a house's options post, by the clock; None where it posts none."""
    posted = TimedRake(
        options.get("timed_rake", 0),
        options.get("timed_rake_per", "player"),
        options.get("timed_rake_every", 60),
        options.get("timed_rake_inactive", False),
    )
    if not posted.hourly:
        return None
    if isinstance(posted.hourly, bool) or not 0 < posted.hourly < 1_000_000:
        raise RuleError("must be dollars an hour, not negative", "house.timed_rake")
    amount = round(posted.hourly * 100 * posted.every / 60)
    by_table = posted.per == "table"
    return TimedFee(
        posted.every,
        0 if by_table else amount,
        amount if by_table else 0,
        posted.inactive and not by_table,
        prorated=False,
        rake=True,
    )
