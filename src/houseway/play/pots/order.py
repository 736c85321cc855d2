"""Who acts first, and in which order: by position, by blinds, by up cards."""

from collections.abc import Callable, Iterable

from houseway.play.pots.dealing import UNKNOWN
from houseway.play.pots.table import Table
from houseway.rules.errors import RuleError
from houseway.rules.pots import First

Showing = Callable[[int], tuple[int, ...]]


def clockwise_from(table: Table, seat: int) -> tuple[int, ...]:
    """All seats from `seat` on, clockwise."""
    seats = len(table.stacks)
    return tuple((seat + k) % seats for k in range(seats))


def blind_seats(table: Table) -> tuple[int, ...]:
    """The seats of the blinds, smallest first: left of the button, heads-up as the file says."""
    count = len(table.stakes.blinds)
    if len(table.stacks) == 2 and count == 2 and table.rules.spec.forced.heads_up == "button_small":
        return (table.button, 1 - table.button)
    return table.left[:count]


def first_round(table: Table) -> tuple[int, ...]:
    """The order of the betting round that the blinds opened."""
    extra = table.rules.spec.forced.extra
    blinds = blind_seats(table)
    last = blinds[-1] if blinds else table.button
    straddles = dict(table.stakes.extra)
    if not straddles or extra is None:
        return clockwise_from(table, (last + 1) % len(table.stacks))
    if extra.acts == "in_turn":
        return clockwise_from(table, (table.stakes.extra[-1][0] + 1) % len(table.stacks))
    # CA Short Deck 4.c, examples 1 and 2: the straddlers after the big blind, the smallest straddle first.
    others = [seat for seat in clockwise_from(table, (last + 1) % len(table.stacks)) if seat not in straddles]
    return (*others, *sorted(straddles, key=straddles.__getitem__))


def _board(ranks: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Up cards as a key: two pairs above one, then by rank; four cards make no straight or flush."""
    sets = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return tuple(count for count, _ in sets), tuple(rank for _, rank in sets)


def _high_board(cards: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return _board([card >> 2 for card in cards])


def _low_board(cards: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The same with the ace below the two."""
    return _board([((card >> 2) + 1) % 13 for card in cards])


def _known(cards: tuple[int, ...], seat: int) -> tuple[int, ...]:
    if UNKNOWN in cards or not cards:
        raise RuleError("the up cards decide who acts first, and one is not stated", f"seats[{seat}].cards")
    return cards


def leader(first: First, seats: Iterable[int], showing: Showing) -> int:
    """The seat that its up cards put first; of equal boards the first in `seats`."""
    shown = {seat: _known(showing(seat), seat) for seat in seats}
    if first == "low_card":
        return min(shown, key=lambda seat: shown[seat][-1])
    if first == "high_card":
        return max(shown, key=lambda seat: ((((shown[seat][-1] >> 2) + 1) % 13), shown[seat][-1] & 3))
    if first == "low_board":
        return min(shown, key=lambda seat: _low_board(shown[seat]))
    return max(shown, key=lambda seat: _high_board(shown[seat]))
