"""Live play of games in which all seats share the cards: a round for each seat, played one after the other."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from houseway.cards.text import format_card
from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.policy import legal_now, staked, stakes, suggested
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.shared import dealer_of, seat_round, settle_rounds
from houseway.play.blackjack.table import Lanes, Seat, Shoe, Stock
from houseway.play.blackjack.totals import called
from houseway.play.core.actions import Action
from houseway.play.core.round import Pile
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Settlement
from houseway.play.core.shoe import ShoeState

_LANE = 40  # cards kept for each hand; no hand of blackjack takes more


@dataclass(frozen=True, slots=True)
class LiveShared:
    """The rounds of the seats, and the stock they all draw from."""

    opening: RoundFile
    stock: Stock
    rounds: tuple[Round, ...]

    @property
    def over(self) -> bool:
        return all(one.over for one in self.rounds)

    @property
    def turn(self) -> int:
        return next((index for index, one in enumerate(self.rounds) if not one.over), 0)

    def legal(self, seat: int) -> list[Action]:
        return [] if self.over or seat != self.turn else legal_now(self.rounds[seat], 0)

    def act(self, seat: int, action: str) -> "LiveShared":
        after = self.rounds[seat].act(0 if seat == self.turn else 1, action)
        return replace(self, rounds=(*self.rounds[:seat], after, *self.rounds[seat + 1 :]))

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        return suggested(self.rounds[seat], 0, rng)

    def staked(self, seat: int) -> int:
        return staked(self.rounds[seat], 0)

    def _finished(self) -> list[Round]:
        rounds = list(self.rounds)
        return [dealer_of(rounds, index) for index in range(len(rounds))] if self.over else rounds

    def table(self, viewer: int | None = None) -> tuple[Pile, ...]:
        del viewer  # all cards lie face up
        piles = []
        for index, one in enumerate(self._finished()):
            shown = one.dealer if self.over else one.dealer[:1]
            hidden = len(one.dealer) - len(shown)
            piles.append(Pile("dealer", index, _texts(shown), hidden, "" if hidden else called(shown)))
            hands = [hand for hand in one.seats[0].hands if hand.cards]
            for place, hand in enumerate(hands):
                name = f"hand_{place + 1}" if len(hands) > 1 else "player"
                piles.append(Pile(name, index, _texts(hand.cards), says=called(hand.cards, hand.is_natural(True))))
        return tuple(piles)

    def stakes(self, seat: int) -> dict[str, int]:
        return stakes(self.rounds[seat], 0)

    def settle(self) -> Settlement:
        return settle_rounds(self.rounds[0].plan, list(self.rounds), self.opening)

    def round_file(self) -> dict[str, Any]:
        opening = self.opening
        actions = [[action for _, action in one.log] for one in self.rounds]
        head = {"game": opening.game, **({"house": opening.house} if opening.house else {})}
        seats = [{"wagers": given.wagers, "actions": own} for given, own in zip(opening.seats, actions, strict=True)]
        if isinstance(self.stock, Lanes):
            lanes = [
                list(_texts(lane[: max(2, max(_taken(one, spot) for one in self.rounds))]))
                for spot, lane in enumerate(self.stock.spots)
            ]
            dealer = max((one.dealer for one in self._finished()), key=len)
            return {**head, "seats": seats, "dealer": list(_texts(dealer)), "piles": {"hands": lanes}}
        assert isinstance(self.stock, Shoe)
        first = self.stock.cards
        used = max(one.used for one in self.rounds)
        start = list(_texts((first[0], first[2])))
        for seat in seats:
            seat["cards"] = start
        return {**head, "seats": seats, "dealer": list(_texts(first[1:2])), "community": list(_texts(first[3:used]))}


def _texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(format_card(card) for card in cards)


def _taken(one: Round, spot: int) -> int:
    return sum(len(hand.cards) for hand in one.seats[0].hands if hand.spot == spot)


def shared_stock(plan: Plan, shoe: ShoeState) -> Stock:
    """The cards of a shuffled shoe, as every seat draws them."""
    cards = shoe.cards[shoe.used :]
    if plan.spec.shared == "stream":
        return Shoe(cards)
    lanes = [cards[place * _LANE : (place + 1) * _LANE] for place in range(len(plan.mains) + 1)]
    return Lanes(tuple(lanes[1:]), lanes[0])


def open_shared(plan: Plan, file: RoundFile, shoe: ShoeState, seats: tuple[Seat, ...]) -> LiveShared:
    """The rounds of all seats after the first cards."""
    stock = shared_stock(plan, shoe)
    return LiveShared(file, stock, tuple(seat_round(plan, stock, seat) for seat in seats))
