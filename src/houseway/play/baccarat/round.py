"""A coup of baccarat as a round: dealt from a shuffled shoe, or recorded and checked against the drawing table."""

from collections.abc import Sequence

from msgspec.structs import replace

from houseway.cards.text import format_card
from houseway.play.baccarat.coup import deal, points, recorded_coup
from houseway.play.baccarat.settle import load_plan, settle_coup
from houseway.play.core.finished import Finished, drawn
from houseway.play.core.round import BettingSpot, Pile
from houseway.play.core.roundfile import RoundFile, SeatFile, cards, check_copies, check_seats, read_meters
from houseway.play.core.settlement import Settlement
from houseway.play.core.settling import void_round
from houseway.play.core.shoe import ShoeState, shoe_at
from houseway.play.core.wagers import betting_spot, read_wagers
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


def _settle(file: RoundFile) -> Settlement:
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
    meters = read_meters(file.meters)
    lines = settle_coup(plan, seats, numbers, coup, meters)
    turned = opens(seats) if spec.bettors_turn else {}
    return Settlement(game=spec.id, seats=lines, opens=turned, meters=meters.amounts, awards=meters.awards)


read_file = drawn(_settle)


class Dealt(Finished, frozen=True):
    """A coup, and the shoe as it leaves it."""

    shoe: ShoeState | None = None

    def shoe_after(self) -> ShoeState:
        assert self.shoe is not None
        return self.shoe


def deal_from(shoe: ShoeState, file: RoundFile) -> Dealt:
    """The next coup from a shoe."""
    plan = load_plan(file.game, file.house)
    read_wagers(file, plan.game, plan.game.spec.wagers)  # what cannot be settled is not dealt
    stock = (shoe.cards[place] for place in range(shoe.used, len(shoe.cards)))
    coup = deal(plan.game.spec.draw, lambda _: next(stock), plan.game.spec.draw.natural)
    piles = {side: [format_card(card) for card in coup.hand(side)] for side in ("player", "banker")}
    shown = tuple(Pile(side, None, tuple(piles[side]), says=str(points(coup.hand(side)))) for side in piles)
    used = shoe.used + len(coup.player) + len(coup.banker)
    return Dealt(replace(file, piles=piles), shown, _settle, shoe=shoe.dealt(used))


def open_file(file: RoundFile, seed: int | None) -> Dealt:
    """A coup of the shoe that `seed` shuffles."""
    spec = load_plan(file.game, file.house).game.spec
    return deal_from(shoe_at(spec.deck, spec.shoe, seed, file.shoe), file)


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers of the game; at least one must be made."""
    plan = load_plan(file.game, file.house)
    return tuple(
        betting_spot(
            plan.game,
            name,
            wager.spec,
            (case.pay for case in wager.cases if case.pay is not None),
            one_of=tuple(plan.wagers),
        )
        for name, wager in plan.wagers.items()
        if wager.spec.offered
    )
