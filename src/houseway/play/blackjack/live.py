"""Blackjack dealt from a shuffled shoe: the one `Round` of the family behind the protocol of live play."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from houseway.cards.drbg import stream
from houseway.cards.text import format_card
from houseway.play.blackjack.file import open_round
from houseway.play.blackjack.plan import Plan, load_plan
from houseway.play.blackjack.policy import legal_now, staked, stakes, suggested
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.settle import fees, settle_round
from houseway.play.blackjack.streaks import streaks_before
from houseway.play.blackjack.table import Shoe
from houseway.play.blackjack.totals import called
from houseway.play.core.actions import Action
from houseway.play.core.collection import bonus_most
from houseway.play.core.round import BettingSpot, Pile
from houseway.play.core.roundfile import RoundFile, meter_cents, stakes_behind
from houseway.play.core.settlement import Fees, Settlement
from houseway.play.core.shoe import ShoeState
from houseway.play.core.wagers import betting_spot, prices_in


@dataclass(frozen=True, slots=True)
class LiveBlackjack:
    """A round, the round file it was opened from, and the shoe it is dealt from."""

    opening: RoundFile
    round: Round
    shoe: ShoeState
    prizes: tuple[str, ...] = ()  # by seat: what it draws if it comes to that

    @property
    def over(self) -> bool:
        return self.round.over

    @property
    def turn(self) -> int:
        return self.round.turn

    def legal(self, seat: int) -> list[Action]:
        return [] if self.over or seat != self.turn else legal_now(self.round, seat)

    def act(self, seat: int, action: str) -> "LiveBlackjack":
        return replace(self, round=self.round.act(seat, action))

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        return suggested(self.round, seat, rng)

    def staked(self, seat: int) -> int:
        return staked(self.round, seat)

    def table(self, viewer: int | None = None) -> tuple[Pile, ...]:
        del viewer  # all players' cards lie face up
        dealer = self.round.dealer
        shown = dealer if self.over else dealer[:1]
        hidden = len(dealer) - len(shown)
        piles = [Pile("dealer", None, _texts(shown), hidden, "" if hidden else called(shown))]
        further = enumerate(self.round.further, 2)
        piles += [
            Pile(f"dealer_{number}", None, _texts(hand), says=called(hand)) for number, hand in further if len(hand) > 1
        ]
        for index, seat in enumerate(self.round.seats):
            for place, hand in enumerate(seat.hands):
                name = f"hand_{place + 1}" if len(seat.hands) > 1 else "player"
                piles.append(Pile(name, index, _texts(hand.cards), says=called(hand.cards, hand.is_natural(True))))
        return tuple(piles)

    def stakes(self, seat: int) -> dict[str, int]:
        return stakes(self.round, seat)

    def fees(self) -> Fees | None:
        """What the schedule of the house takes for this round."""
        plan, behind = self.round.plan, stakes_behind(self.opening)
        return fees(plan, self.round.seats, behind)

    def settle(self) -> Settlement:
        streaks = streaks_before(self.opening, self.round.plan)
        meters = meter_cents(self.opening.meters)
        return settle_round(self.round, meters, self.opening.betting, streaks=streaks, drawn=self.prizes)

    def shoe_after(self) -> ShoeState:
        """The shoe as this round leaves it."""
        return self.shoe.dealt(self.round.used)

    def round_file(self) -> dict[str, Any]:
        opening = self.opening
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
            seats.append({"wagers": given.wagers, **laid, "actions": own})
        return {
            "game": opening.game,
            **({"house": opening.house} if opening.house else {}),
            **({"meters": opening.meters} if opening.meters else {}),
            **({"betting": opening.betting} if opening.betting else {}),
            **({"state": opening.state} if opening.state else {}),
            "seats": seats,
            **self._dealer_file(),
            **self._drawn_file(),
        }

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


def deal_from(shoe: ShoeState, file: RoundFile, seed: int | None = None) -> LiveBlackjack:
    """The next round from a shoe."""
    plan = load_plan(file.game, file.house)
    streaks_before(file, plan)  # a wager that stands is on the layout
    now = open_round(file, plan, Shoe(shoe.cards), shoe.used)
    return LiveBlackjack(file, now, shoe, _prizes(plan, seed, shoe.used, len(file.seats)))


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
