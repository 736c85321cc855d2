"""Games in which all seats play the same cards: every seat is a round of its own on one stream of cards."""

import dataclasses
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from houseway.cards.text import format_card
from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.table import Cards, Lanes, Shoe, Stock
from houseway.play.core.actions import Action
from houseway.play.core.round import Pile
from houseway.play.core.roundfile import RoundFile, cards, check_copies
from houseway.play.core.settlement import Settlement
from houseway.play.core.shoe import ShoeState
from houseway.rules.errors import RuleError

_LANE = 40  # cards kept for each hand that all seats play, if there are so many; no hand of blackjack takes more


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


def shuffled_stock(plan: Plan, cards: Cards) -> Stock:
    """The cards left in a shuffled shoe, as every seat draws them."""
    if plan.spec.shared == "stream":
        return Shoe(cards)
    count = len(plan.mains) + 1
    length = min(_LANE, len(cards) // count)
    lanes = [cards[place * length : (place + 1) * length] for place in range(count)]
    return Lanes(tuple(lanes[1:]), lanes[0])


class SharedRounds(Struct, frozen=True):
    """The rounds of all seats, one after another."""

    opening: RoundFile
    rounds: tuple[Round, ...]
    shoe: ShoeState | None = None  # the shuffle that they are dealt from; none of a record

    def own(self, seat: int) -> tuple[Round, int]:
        """The round that a seat plays in, and its place there."""
        return self.rounds[seat], 0

    @property
    def over(self) -> bool:
        return all(play.over for play in self.rounds)

    @property
    def turn(self) -> int:
        return next((index for index, play in enumerate(self.rounds) if not play.over), 0)

    def legal(self, seat: int) -> list[Action]:
        return self.rounds[seat].legal(0) if seat == self.turn else []

    def act(self, seat: int, action: str) -> "SharedRounds":
        after = self.rounds[seat].act(0 if seat == self.turn else 1, action)
        return replace(self, rounds=(*self.rounds[:seat], after, *self.rounds[seat + 1 :]))

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        return self.rounds[seat].suggest(0, rng)

    def staked(self, seat: int) -> int:
        return self.rounds[seat].staked(0)

    def stakes(self, seat: int) -> dict[str, int]:
        return self.rounds[seat].stakes(0)

    def visible(self, viewer: int | None = None) -> tuple[Pile, ...]:
        """All hands lie face up; the dealer's second card is shown when all seats have played."""
        del viewer
        rounds = _with_one_dealer(self.rounds) if self.over else self.rounds
        return tuple(pile for seat, play in enumerate(rounds) for pile in play.piles(seat, closed=not self.over))

    def settle(self) -> Settlement:
        lines = tuple(play.settle().seats[0] for play in _with_one_dealer(self.rounds))
        return Settlement(game=self.rounds[0].plan.spec.id, seats=lines)

    def shoe_after(self) -> ShoeState:
        """The cards are shuffled for every round."""
        assert self.shoe is not None
        return dataclasses.replace(self.shoe, cut=0, last_rounds=0)

    def round_file(self) -> dict[str, Any]:
        """The cards that all seats play, and what each did with them."""
        opening, stock = self.opening, self.rounds[0].stock
        head = {"game": opening.game, **({"house": opening.house} if opening.house else {})}
        actions = [[action for _, action in play.log] for play in self.rounds]
        given = zip(opening.seats, actions, strict=True)
        seats: list[dict[str, Any]] = [{"wagers": seat.wagers, "actions": played} for seat, played in given]
        if isinstance(stock, Lanes):
            lanes = [
                _texts(lane[: max(2, max(_taken(play, spot) for play in self.rounds))])
                for spot, lane in enumerate(stock.spots)
            ]
            dealer = max((play.dealer for play in self.rounds), key=len)
            return {**head, "seats": seats, "dealer": _texts(dealer), "piles": {"hands": lanes}}
        assert isinstance(stock, Shoe)
        first, used = stock.cards, max(play.used for play in self.rounds)
        for seat in seats:
            seat["cards"] = _texts((first[0], first[2]))
        return {**head, "seats": seats, "dealer": _texts(first[1:2]), "community": _texts(first[3:used])}


def _texts(cards: Cards) -> list[str]:
    return [format_card(card) for card in cards]


def _taken(play: Round, spot: int) -> int:
    return sum(len(hand.cards) for hand in play.seats[0].hands if hand.spot == spot)


def _with_one_dealer(rounds: Sequence[Round]) -> list[Round]:
    """The rounds of the seats, with the dealer's hand as far as any of them needed it where the hand is one for all."""
    longest = max((play.dealer for play in rounds), key=len)
    return [replace(play, dealer=longest) if play.plan.spec.shared == "hands" else play for play in rounds]
