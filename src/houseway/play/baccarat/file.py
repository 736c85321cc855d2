"""A round file of baccarat: the recorded coup checked against the drawing table, then settled."""

from collections.abc import Sequence

from houseway.play.baccarat.coup import recorded_coup
from houseway.play.baccarat.settle import load_plan, settle_coup
from houseway.play.core.roundfile import RoundFile, SeatFile, cards, check_copies, check_seats, meter_cents
from houseway.play.core.settlement import Settlement
from houseway.play.core.settling import void_round
from houseway.play.core.wagers import read_wagers
from houseway.rules.errors import RuleError


def opens(seats: list[dict[str, int]]) -> dict[str, int]:
    """30-2817(4): the seat with the largest wager on each side turns its cards; the dealer's right goes before."""
    result = {}
    for side in ("player", "banker"):
        stakes = [wagers.get(side, 0) for wagers in seats]
        if max(stakes):
            result[side] = max(range(len(seats)), key=lambda seat: (stakes[seat], seat))
    return result


def _numbers(seats: Sequence[SeatFile], printed: tuple[int, ...]) -> tuple[int, ...]:
    """The number of each seat: as the round states it, else in the order of the layout."""
    numbers: list[int] = []
    for index, seat in enumerate(seats):
        number = printed[index] if seat.position is None else seat.position
        if number not in printed:
            listed = ", ".join(map(str, printed))
            raise RuleError(f"no seat has the number {number}; seats are {listed}", f"seats[{index}].position")
        if number in numbers:
            raise RuleError(f"seat {number} is taken twice", f"seats[{index}].position")
        numbers.append(number)
    return tuple(numbers)


def settle_file(file: RoundFile) -> Settlement:
    """Settle a round file."""
    plan = load_plan(file.game, file.house)
    spec = plan.game.spec
    check_seats(file.seats, spec.seats)
    seats = read_wagers(file, plan.game, spec.wagers)
    numbers = _numbers(file.seats, spec.seat_numbers)
    if (void := void_round(file, plan.game, seats)) is not None:
        return void
    piles = {side: cards(file.piles.get(side, []), f"piles.{side}") for side in ("player", "banker")}
    check_copies([(f"piles.{side}", pile) for side, pile in piles.items()], spec.deck)
    coup = recorded_coup(spec, piles["player"], piles["banker"])
    lines, left = settle_coup(plan, seats, numbers, coup, meter_cents(file.meters))
    turned = opens(seats) if spec.bettors_turn else {}
    return Settlement(game=spec.id, seats=lines, opens=turned, meters=left.amounts(), awards=left.awards())
