"""Dealing: the first cards, one more card to a hand, and the dealer's own drawing."""

from collections.abc import Sequence
from dataclasses import replace

from houseway.play.blackjack.moves import wins_at_once
from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.table import DEALER, Hand, Place, Seat, Stock
from houseway.play.blackjack.totals import dealer_hits, in_ranks, is_21_in_two
from houseway.rules.errors import RuleError

Cards = tuple[int, ...]


def drawn(stock: Stock, seat: int, hand: Hand, used: int, taken: int) -> tuple[Hand, int]:
    """The hand with one more card; `taken` is how many cards its spot has received."""
    card = stock.draw(Place(seat, hand.spot, hand.path, taken), len(hand.cards), used)
    assert card is not None
    return replace(hand, cards=(*hand.cards, card)), used + 1


def first_cards(plan: Plan, stock: Stock, seats: tuple[Seat, ...], used: int) -> tuple[tuple[Seat, ...], Cards, int]:
    """One card to every hand, and the dealer's up card."""
    hands = [tuple(Hand(spot, stake=plan.on_spot(seat.wagers, spot)) for spot in range(plan.spots)) for seat in seats]
    laid = tuple(replace(seat, hands=own) for seat, own in zip(seats, hands, strict=True))
    return _one_each(plan, stock, laid, (), used)


def second_cards(
    plan: Plan, stock: Stock, seats: tuple[Seat, ...], dealer: Cards, used: int
) -> tuple[tuple[Seat, ...], Cards, int]:
    """A second card to every hand, and to the dealer where it is dealt face down."""
    seats, dealer, used = _one_each(plan, stock, seats, dealer, used)
    for taken in range(2, plan.spec.start):  # these come after the dealer's second card
        seats, used = _one_more(plan, stock, seats, used, taken)
    idle = [tuple(replace(hand, done=not in_play(plan, seat, hand)) for hand in seat.hands) for seat in seats]
    return tuple(replace(seat, hands=own) for seat, own in zip(seats, idle, strict=True)), dealer, used


def _one_each(
    plan: Plan, stock: Stock, seats: tuple[Seat, ...], dealer: Cards, used: int
) -> tuple[tuple[Seat, ...], Cards, int]:
    dealt, used = _one_more(plan, stock, seats, used, len(dealer))
    if not dealer or plan.spec.dealer.hole_card:
        card = stock.draw(None, len(dealer), used)
        if card is None and not dealer:
            raise RuleError("the dealer's up card is missing", "dealer")
        dealer += () if card is None else (card,)
        used += card is not None
    return dealt, dealer, used


def _one_more(plan: Plan, stock: Stock, seats: tuple[Seat, ...], used: int, taken: int) -> tuple[tuple[Seat, ...], int]:
    """One card to every hand, which has had so many."""
    dealt = []
    for index, seat in enumerate(seats):
        hands = list(seat.hands)
        for spot, hand in enumerate(hands):
            if hand.stake or plan.spec.shared != "hands":
                hands[spot], used = drawn(stock, index, hand, used, taken)
        dealt.append(replace(seat, hands=tuple(hands), start=tuple(hand.cards for hand in hands)))
    return tuple(dealt), used


def duels(plan: Plan, seat: Seat) -> bool:
    """Whether the seat plays poker with its cards, and has not folded."""
    return plan.duel is not None and plan.duel.spec.wager in seat.wagers and not seat.folded


def in_play(plan: Plan, seat: Seat, hand: Hand) -> bool:
    """Whether some wager is on the hand."""
    return bool(hand.stake) or duels(plan, seat)


def _against(plan: Plan, seats: Sequence[Seat], number: int) -> Sequence[Seat]:
    """The seats with a wager on the dealer's hand of this number, where he has several."""
    if plan.spec.dealer.hands == 1:
        return seats
    return [seat for seat in seats if seat.wagers.get(plan.mains[number])]


def must_finish(plan: Plan, seats: Sequence[Seat]) -> bool:
    """Whether some wager still waits for the dealer's hand to be drawn out."""
    spec = plan.spec
    for seat in seats:
        if any(plan.sides[name].spec.draws_out for name in seat.wagers if name in plan.sides) or duels(plan, seat):
            return True
        for hand in seat.hands:
            settled = hand.is_natural(spec.natural.after_switch) and not spec.natural.against_push
            settled = settled or wins_at_once(plan, hand)
            if hand.surrendered or settled or not (hand.stake or hand.free_bets):
                continue
            if not hand.bust or spec.dealer.busts_push_on:
                return True
    return False


def _needs_second(plan: Plan, seats: Sequence[Seat], up: int) -> bool:
    """Without a hole card: whether the dealer's second card would still change a result."""
    if any(plan.sides[name].past_up for seat in seats for name in seat.wagers if name in plan.sides):
        return True
    flat = plan.spec.even_money == "flat"  # paid at once, whatever the card is
    naturals = (
        hand.is_natural() and hand.stake and not (flat and hand.spot in seat.even_money)
        for seat in seats
        for hand in seat.hands
    )
    return (any(seat.insurance for seat in seats) or any(naturals)) and in_ranks(up, "AT")


def dealer_finishes(
    plan: Plan, stock: Stock, seats: Sequence[Seat], dealer: Cards, used: int, number: int = 0
) -> tuple[Cards, int]:
    """The dealer's hand, the first or one of this number, drawn by the rules as far as some wager needs it."""
    seats = _against(plan, seats, number)
    place = Place(DEALER, number) if number else None
    finish = must_finish(plan, seats)
    while True:
        hits = len(dealer) < 2 or dealer_hits(dealer, plan.spec.dealer.hits_soft_17)
        if not hits or is_21_in_two(dealer):
            return dealer, used
        due = finish or (len(dealer) < 2 and _needs_second(plan, seats, dealer[0]))
        if not due:
            return dealer, used
        card = stock.draw(place, len(dealer), used)
        if card is None:
            field = "dealer" if plan.spec.dealer.hands == 1 else f"piles.dealers[{number}]"
            raise RuleError(f"the dealer must draw: needs {len(dealer) + 1} cards, has {len(dealer)}", field)
        dealer, used = (*dealer, card), used + 1
