"""Main pot and side pots, and who wins each: parts for the high, the low and each board, ties, odd chips."""

from dataclasses import dataclass, field

from msgspec.structs import replace

from houseway.play.pots.ranks import values
from houseway.play.pots.state import State
from houseway.play.pots.table import Table
from houseway.rules.errors import RuleError


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


@dataclass(frozen=True, slots=True)
class Part:
    """A part of one pot: the hand it was for, the board, its chips and who took them."""

    pot: int
    hand: str
    board: int
    amount: int
    winners: tuple[int, ...]
    value: int


@dataclass(slots=True)
class Awarded:
    """Chips won by each seat, the parts in detail, and what nobody qualified for."""

    won: list[int]
    parts: list[Part] = field(default_factory=list)
    carried: int = 0


def _from_button(table: Table, seats: tuple[int, ...] | set[int], dealer: bool) -> list[int]:
    """Seats in the order in which odd chips are given: from the left of the button, in stud of the dealer."""
    around = tuple(range(len(table.stacks))) if dealer else table.left
    return [seat for seat in around if seat in seats]


def _shared(awarded: Awarded, table: Table, amount: int, winners: tuple[int, ...]) -> None:
    """`amount` to tied hands, odd chips by CO 30-1029 or the file's own rule."""
    if len(winners) == 1:
        awarded.won[winners[0]] += amount
        return
    award = table.rules.spec.award
    chip = table.stakes.chip
    each = amount // (chip * len(winners)) * chip
    odd = amount - each * len(winners)
    for seat in winners:
        awarded.won[seat] += each
    order = _from_button(table, winners, award.odd_tie == "left_of_dealer")
    if award.odd_chips == "one_each":
        for seat in order[1:]:
            if odd > chip:
                awarded.won[seat] += chip
                odd -= chip
    awarded.won[order[0]] += odd


def pairwise(state: State, take: int) -> tuple[int, Awarded]:
    """CO 30-1099.10(6)-(8): the losers' bets, each up to the winner's, less the rake to the best hand; and their sum.

    `won` then holds what each seat gets beside its own bet, losses negative.
    """
    table = state.table
    name = table.rules.spec.award.parts[0]
    seats = list(range(len(state.paid)))
    worth = values(state, seats, table.rules.spec.hands[name], state.boards[0])
    best = max(worth.values())
    winners = tuple(seat for seat in seats if worth[seat] == best)
    most = max(state.paid[seat] for seat in winners)
    awarded = Awarded([0] * len(seats))
    pot = sum(min(put, most) for seat, put in enumerate(state.paid) if seat not in winners)
    awarded.parts.append(Part(0, name, 0, pot - take, winners, best))
    _shared(awarded, table, pot - take, winners)
    for seat, put in enumerate(state.paid):
        if seat not in winners:
            awarded.won[seat] = -min(put, most)
    return pot, awarded


def showdown(state: State, pots: list[Pot]) -> Awarded:
    """The pots awarded by the hands; each pot, part and board stands by itself (CO 30-1017(2))."""
    table = state.table
    spec = table.rules.spec
    seats = [seat for seat, alive in enumerate(state.live) if alive]
    worth = [
        (name, board, values(state, seats, spec.hands[name], cards))
        for board, cards in enumerate(state.boards)
        for name in spec.award.parts
    ]
    awarded = Awarded([0] * len(state.paid))
    for number, pot in enumerate(pots):
        _award_pot(awarded, table, number, pot, worth)
    if awarded.carried and spec.award.consolation:
        _consoled(awarded, state, seats)
    return awarded


def _consoled(awarded: Awarded, state: State, seats: list[int]) -> None:
    """Nobody qualified: the posted share goes to the best hand all the same, in a final hand all of it."""
    table = state.table
    award = table.rules.spec.award
    share = 1.0 if table.stakes.final else float(table.rules.game.options[award.consolation])
    if not 0 <= share <= 1:
        raise RuleError("must be a share between 0 and 1", f"house.{award.consolation}")
    name = award.parts[0]
    hand = replace(table.rules.spec.hands[name], qualifies="")
    worth = values(state, seats, hand, state.boards[0])
    best = max(worth.values())
    winners = tuple(seat for seat in seats if worth[seat] == best)
    amount = int(awarded.carried * share + 1e-9) // table.stakes.chip * table.stakes.chip
    awarded.carried -= amount
    awarded.parts.append(Part(0, name, 0, amount, winners, best))
    _shared(awarded, table, amount, winners)


def _award_pot(
    awarded: Awarded, table: Table, number: int, pot: Pot, worth: list[tuple[str, int, dict[int, int]]]
) -> None:
    claims = []
    for name, board, value_of in worth:
        best = max([value_of[seat] for seat in pot.seats if seat in value_of], default=0)
        winners = tuple([seat for seat in pot.seats if value_of.get(seat) == best])
        if winners:
            claims.append((name, board, winners, best))
    if not claims:
        awarded.carried += pot.amount
        return
    chip = table.stakes.chip
    each = pot.amount // (chip * len(claims)) * chip
    odd = pot.amount - each * len(claims)
    to_first = table.rules.spec.award.odd_part == "first_part"
    for place, (name, board, winners, best) in enumerate(claims):
        amount = each + odd if to_first and place == 0 else each
        awarded.parts.append(Part(number, name, board, amount, winners, best))
        _shared(awarded, table, amount, winners)
    if odd and not to_first:
        everyone = {seat for _, _, winners, _ in claims for seat in winners}
        awarded.won[_from_button(table, everyone, dealer=False)[0]] += odd
