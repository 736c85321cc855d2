"""Games in which all seats play the same cards: every seat is a round of its own on one stream of cards."""

from collections.abc import Sequence
from dataclasses import replace

from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.replay import replay
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.settle import settle_round
from houseway.play.blackjack.table import Lanes, Seat, Shoe, Stock
from houseway.play.core.roundfile import RoundFile, cards, check_copies, meter_cents
from houseway.play.core.settlement import Settlement
from houseway.rules.errors import RuleError


def recorded_stock(file: RoundFile, plan: Plan) -> Stock:
    """The cards of a round file, as every seat draws them."""
    dealer = cards(file.dealer, "dealer")
    if plan.spec.shared == "hands":
        piles = file.piles.get("hands")
        if not isinstance(piles, list):
            raise RuleError("must be a list of hands", "piles.hands")
        lanes = tuple(cards(pile, f"piles.hands[{place}]") for place, pile in enumerate(piles))
        laid = [(f"piles.hands[{place}]", lane) for place, lane in enumerate(lanes)]
        check_copies([("dealer", dealer), *laid], plan.spec.deck)
        return Lanes(lanes, dealer)
    start = cards(file.seats[0].cards, "seats[0].cards")
    for index, seat in enumerate(file.seats):
        if len(seat.cards) != 2 or cards(seat.cards, f"seats[{index}].cards") != start:
            raise RuleError("all seats hold the same two cards", f"seats[{index}].cards")
    stream = cards(file.community, "community")
    if len(dealer) != 1:
        raise RuleError("must be the up card; the dealer's other cards come from the community cards", "dealer")
    check_copies([("seats[0].cards", start), ("dealer", dealer), ("community", stream)], plan.spec.deck)
    return Shoe((start[0], dealer[0], start[1], *stream), "community")


def seat_round(plan: Plan, stock: Stock, seat: Seat) -> Round:
    """The round of one seat."""
    return Round(plan, stock, (seat,)).opened()


def _at(error: RuleError, index: int) -> RuleError:
    return RuleError(error.message, error.field.replace("seats[0]", f"seats[{index}]"))


def seat_rounds(file: RoundFile, plan: Plan, seats: tuple[Seat, ...]) -> list[Round]:
    """The finished round of every seat."""
    stock = recorded_stock(file, plan)
    finished = []
    for index, seat in enumerate(seats):
        try:
            now = seat_round(plan, stock, seat)
            finished.append(replay(now, (), [list(file.seats[index].actions)]))
        except RuleError as error:
            raise _at(error, index) from None
    return finished


def with_one_dealer(rounds: Sequence[Round]) -> list[Round]:
    """The rounds of the seats, with the dealer's hand as far as any of them needed it where the hand is one for all."""
    longest = max((one.dealer for one in rounds), key=len)
    return [replace(one, dealer=longest) if one.plan.spec.shared == "hands" else one for one in rounds]


def settle_rounds(plan: Plan, rounds: list[Round], file: RoundFile) -> Settlement:
    """The lines of all seats."""
    meters = meter_cents(file.meters)
    lines = (settle_round(one, meters, file.betting).seats[0] for one in with_one_dealer(rounds))
    return Settlement(game=plan.spec.id, seats=tuple(lines))
