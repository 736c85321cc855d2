"""Blackjack dealt from a shuffled shoe: the `Round` of the family as live play asks for it."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from houseway.cards.drbg import stream
from houseway.cards.text import format_card
from houseway.play.blackjack.file import round_of, seats_of
from houseway.play.blackjack.plan import Plan, load_plan
from houseway.play.blackjack.policy import legal_now, staked, stakes, suggested
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.settle import fees, settle_round
from houseway.play.blackjack.shared import seat_round, settle_rounds, with_one_dealer
from houseway.play.blackjack.streaks import streaks_before
from houseway.play.blackjack.table import Lanes, Shoe, Stock
from houseway.play.blackjack.totals import called
from houseway.play.core.actions import Action
from houseway.play.core.collection import bonus_most
from houseway.play.core.round import BettingSpot, Pile
from houseway.play.core.roundfile import RoundFile, meter_cents, stakes_behind
from houseway.play.core.settlement import Fees, Settlement
from houseway.play.core.shoe import ShoeState, shoe_at
from houseway.play.core.wagers import betting_spot, prices_in

_LANE = 40  # cards kept for each hand that all seats play; no hand of blackjack takes more


@dataclass(frozen=True, slots=True)
class LiveBlackjack:
    """The round of all seats, or a round for each where all play the same cards, and the file and shoe they are of."""

    opening: RoundFile
    rounds: tuple[Round, ...]
    shoe: ShoeState
    prizes: tuple[str, ...] = ()  # by seat: what it draws if it comes to that

    @property
    def round(self) -> Round:
        """The round of the first seat, which is that of all unless each has its own."""
        return self.rounds[0]

    @property
    def shared(self) -> str:
        """Which cards all seats share, where each plays a round of its own."""
        return self.round.plan.spec.shared

    def own(self, seat: int) -> tuple[Round, int]:
        """The round that a seat plays in, and its place there."""
        return (self.rounds[seat], 0) if self.shared else (self.round, seat)

    @property
    def over(self) -> bool:
        return all(one.over for one in self.rounds)

    @property
    def turn(self) -> int:
        if not self.shared:
            return self.round.turn
        return next((index for index, one in enumerate(self.rounds) if not one.over), 0)

    def legal(self, seat: int) -> list[Action]:
        return [] if self.over or seat != self.turn else legal_now(*self.own(seat))

    def act(self, seat: int, action: str) -> "LiveBlackjack":
        if not self.shared:
            return replace(self, rounds=(self.round.act(seat, action),))
        after = self.rounds[seat].act(0 if seat == self.turn else 1, action)
        return replace(self, rounds=(*self.rounds[:seat], after, *self.rounds[seat + 1 :]))

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        return suggested(*self.own(seat), rng)

    def staked(self, seat: int) -> int:
        return staked(*self.own(seat))

    def table(self, viewer: int | None = None) -> tuple[Pile, ...]:
        """All players' hands lie face up; only the cards of streets are a seat's own."""
        piles: list[Pile] = []
        for number, one in enumerate(with_one_dealer(self.rounds) if self.over else self.rounds):
            shown = one.dealer if one.played and (self.over or not self.shared) else one.dealer[:1]
            hidden = len(one.dealer) - len(shown)
            says = "" if hidden else called(shown)
            piles.append(Pile("dealer", number if self.shared else None, _texts(shown), hidden, says))
            for place, cards in enumerate(one.further, 2):
                if len(cards) > 1:
                    piles.append(Pile(f"dealer_{place}", None, _texts(cards), says=called(cards)))
            for index, seat in enumerate(one.seats, start=number):
                hands = [hand for hand in seat.hands if hand.cards] if self.shared else seat.hands
                for place, hand in enumerate(hands):
                    name = f"hand_{place + 1}" if len(hands) > 1 else "player"
                    piles.append(Pile(name, index, _texts(hand.cards), says=called(hand.cards, hand.is_natural(True))))
        return (*piles, *self._streets(viewer))

    def _streets(self, viewer: int | None) -> list[Pile]:
        """The poker after the hands: the dealer's two cards that all share, and each seat's own."""
        now = self.round
        if not now.street_cards:
            return []
        piles = [Pile("community", None, _texts(now.dealer[:2]))]
        for index, seat in enumerate(now.seats):
            seen = seat.drawn if self.over or viewer == index else ()
            if seat.drawn:
                piles.append(Pile("poker", index, _texts(seen), len(seat.drawn) - len(seen)))
        return piles

    def stakes(self, seat: int) -> dict[str, int]:
        return stakes(*self.own(seat))

    def fees(self) -> Fees | None:
        """What the schedule of the house takes for this round."""
        plan, behind = self.round.plan, stakes_behind(self.opening)
        return fees(plan, self.round.seats, behind)

    def settle(self) -> Settlement:
        if self.shared:
            return settle_rounds(self.round.plan, list(self.rounds), self.opening)
        streaks = streaks_before(self.opening, self.round.plan)
        meters = meter_cents(self.opening.meters)
        return settle_round(self.round, meters, self.opening.betting, streaks=streaks, drawn=self.prizes)

    def shoe_after(self) -> ShoeState:
        """The shoe as this round leaves it; cards that all seats share are shuffled for every round."""
        return self.shoe.dealt(self.round.used) if not self.shared else replace(self.shoe, cut=0, last_rounds=0)

    def round_file(self) -> dict[str, Any]:
        opening = self.opening
        head = {"game": opening.game, **({"house": opening.house} if opening.house else {})}
        if self.shared:
            return {**head, **self._shared_file()}
        seats = []
        for index, given in enumerate(opening.seats):
            seat = self.round.seats[index]
            own = [action for who, action in self.round.log if who == index]
            if len(seat.hands) == 1:
                laid: dict[str, Any] = {"cards": list(_texts(seat.hands[0].cards))}
            else:
                dealt = [list(_texts(start)) for start in seat.start]
                laid = {
                    "dealt": dealt if len(dealt) > 1 else dealt[0],
                    "hands": [list(_texts(hand.cards)) for hand in seat.hands],
                }
            if seat.drawn:
                laid["cards"] = [*laid.get("cards", []), *_texts(seat.drawn)]
            seats.append({"wagers": given.wagers, **laid, "actions": own})
        return {
            **head,
            **({"meters": opening.meters} if opening.meters else {}),
            **({"betting": opening.betting} if opening.betting else {}),
            **({"state": opening.state} if opening.state else {}),
            "seats": seats,
            **self._dealer_file(),
            **self._drawn_file(),
            **({"community": list(_texts(self.round.dealer[:2]))} if self.round.street_cards else {}),
        }

    def _shared_file(self) -> dict[str, Any]:
        """The cards that all seats play, and what each did with them."""
        actions = [[action for _, action in one.log] for one in self.rounds]
        given = zip(self.opening.seats, actions, strict=True)
        seats: list[dict[str, Any]] = [{"wagers": seat.wagers, "actions": own} for seat, own in given]
        stock = self.round.stock
        if isinstance(stock, Lanes):
            lanes = [
                list(_texts(lane[: max(2, max(_taken(one, spot) for one in self.rounds))]))
                for spot, lane in enumerate(stock.spots)
            ]
            dealer = max((one.dealer for one in self.rounds), key=len)
            return {"seats": seats, "dealer": list(_texts(dealer)), "piles": {"hands": lanes}}
        assert isinstance(stock, Shoe)
        first, used = stock.cards, max(one.used for one in self.rounds)
        for seat in seats:
            seat["cards"] = list(_texts((first[0], first[2])))
        return {"seats": seats, "dealer": list(_texts(first[1:2])), "community": list(_texts(first[3:used]))}

    def _drawn_file(self) -> dict[str, Any]:
        """The prizes of the seats that won one."""
        drawing = {name for name, side in self.round.plan.sides.items() if side.prizes}
        if not drawing or not self.over:
            return {}
        won = [any(line.wager in drawing and line.net > 0 for line in seat) for seat in self.settle().seats]
        drawn = [prize if won[index] else None for index, prize in enumerate(self.prizes)]
        return {"outcome": {"prizes": drawn}} if any(won) else {}

    def _dealer_file(self) -> dict[str, Any]:
        hands = [list(_texts(hand)) for hand in self.round.dealers]
        if self.round.plan.spec.dealer.hands == 1:
            return {"dealer": hands[0]}
        return {"dealer": hands[0][:1], "piles": {"dealers": hands}}


def _texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(format_card(card) for card in cards)


def _taken(one: Round, spot: int) -> int:
    return sum(len(hand.cards) for hand in one.seats[0].hands if hand.spot == spot)


def open_file(file: RoundFile, seed: int | None) -> LiveBlackjack:
    """A round of the shoe that `seed` shuffles; cards and actions of `file` are passed over."""
    spec = load_plan(file.game, file.house).spec
    return deal_from(shoe_at(spec.deck, spec.shoe, seed, file.shoe), file, seed)


def deal_from(shoe: ShoeState, file: RoundFile, seed: int | None = None) -> LiveBlackjack:
    """The next round from a shoe."""
    plan = load_plan(file.game, file.house)
    if plan.spec.shared:
        stock = _shared_stock(plan, shoe)
        return LiveBlackjack(file, tuple(seat_round(plan, stock, seat) for seat in seats_of(file, plan)), shoe)
    streaks_before(file, plan)  # a wager that stands is on the layout
    first = round_of(file, plan, Shoe(shoe.cards), shoe.used)
    now = replace(first, deals_streets=plan.spec.streets is not None, seed=seed).opened()
    return LiveBlackjack(file, (now,), shoe, _prizes(plan, seed, shoe.used, len(file.seats)))


def _shared_stock(plan: Plan, shoe: ShoeState) -> Stock:
    """The cards of a shuffled shoe, as every seat draws them."""
    cards = shoe.cards[shoe.used :]
    if plan.spec.shared == "stream":
        return Shoe(cards)
    lanes = [cards[place * _LANE : (place + 1) * _LANE] for place in range(len(plan.mains) + 1)]
    return Lanes(tuple(lanes[1:]), lanes[0])


def _prizes(plan: Plan, seed: int | None, used: int, seats: int) -> tuple[str, ...]:
    """What each seat draws if it wins a prize: a stream for every round and seat of a shuffle."""
    faces = [prize.name for side in plan.sides.values() for prize in side.prizes for _ in range(prize.count)]
    if not faces:
        return ()
    return tuple(faces[stream(seed, f"prize {used} {seat}").below(len(faces))] for seat in range(seats))


def _spot(plan: Plan, name: str) -> BettingSpot:
    spec, side = plan.spec.wagers[name], plan.sides.get(name)
    fixed = round(float(plan.game.options.get(spec.fixed_by, 0)) * 100)
    free = not any(plan.spec.wagers[main].required for main in plan.mains)
    spot = betting_spot(
        plan.game,
        name,
        spec,
        prices_in([side.table]) if side else (),
        one_of=plan.spec.one_of or ((*plan.mains, *plan.sides) if free else ()),
        least=side.least if side else 0,
        stakes=(fixed,) if fixed else (),
    )
    most = bonus_most(plan.game) if side else 0
    share = float(plan.game.options.get(spec.at_most, 0))
    return replace(
        spot,
        needs=(*spec.needs, *spec.needs_one[:1]),
        most=min(filter(None, (spot.most, most)), default=None),
        within=plan.mains[0] if share else "",
        most_share=share or 1,
    )


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The wagers of the game that are made before the first card."""
    plan = load_plan(file.game, file.house)
    opened = [name for name, words in plan.spec.wagers.items() if words.opens_at == "bets"]
    return tuple(_spot(plan, name) for name in opened if name in plan.takes)
