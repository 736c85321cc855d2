"""Main pot and side pots: who may win which chips, what is returned, what the house takes."""

from dataclasses import dataclass

from houseway.rules.errors import RuleError

RAKE_SHARE = 10  # CO 30-1002(34), 30-1012(1): at most ten percent
MOST_JACKPOT_RAKE = 200  # CO 30-1012(3): at most $2.00


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips that the named seats compete for."""

    amount: int
    seats: tuple[int, ...]


def uncalled(paid: tuple[int, ...], live: tuple[bool, ...]) -> tuple[int, int]:
    """The live seat that put in more than any other, and how much more; (-1, 0) if none did."""
    top = max(paid)
    seat = paid.index(top)
    if not live[seat] or paid.count(top) > 1:
        return -1, 0
    return seat, top - sorted(paid)[-2]


def side_pots(paid: tuple[int, ...], live: tuple[bool, ...], carried: int = 0) -> list[Pot]:
    """The main pot first; a new pot begins where a live seat put in no more (CO 30-1017(2))."""
    levels = sorted({amount for amount, alive in zip(paid, live, strict=True) if alive})
    pots = []
    below = 0
    for level in levels:
        amount = sum([min(put, level) - min(put, below) for put in paid])
        seats = tuple([seat for seat, alive in enumerate(live) if alive and paid[seat] >= level])
        pots.append(Pot(amount, seats))
        below = level
    # Chips of dead hands above every live seat stay in the last pot.
    over = sum([put - below for put in paid if put > below])
    if over:
        pots[-1] = Pot(pots[-1].amount + over, pots[-1].seats)
    if carried:
        pots[0] = Pot(pots[0].amount + carried, pots[0].seats)
    return [pot for pot in pots if pot.amount]


def check_rake(rake: int, jackpot_rake: int, total: int) -> None:
    """CO 30-1012: the rake is at most ten percent of the pot, the jackpot rake at most $2.00."""
    if rake < 0 or rake * 100 > RAKE_SHARE * total:
        raise RuleError(
            f"a rake of {rake / 100:g} is more than 10 percent of the pot of {total / 100:g}", "betting.rake"
        )
    if not 0 <= jackpot_rake <= MOST_JACKPOT_RAKE:
        raise RuleError(f"a jackpot rake of {jackpot_rake / 100:g} is more than $2.00", "betting.jackpot_rake")


def raked(pots: list[Pot], rake: int, jackpot_rake: int) -> list[Pot]:
    """The pots after both rakes, taken from the main pot first and never more than ten percent of a pot as rake."""
    left = []
    for pot in pots:
        share = min(rake, pot.amount * RAKE_SHARE // 100)
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
