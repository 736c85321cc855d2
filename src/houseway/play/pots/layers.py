"""Main pot and side pots: who may win which chips, and what is returned."""

from dataclasses import dataclass


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
