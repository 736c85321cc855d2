"""Live play of blackjack whose hands are followed by streets of poker."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.cards.text import format_card
from houseway.play.blackjack.live import LiveBlackjack, deal_from
from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.policy import staked, stakes
from houseway.play.blackjack.streets import act, dealt, legal, over, to_act, values
from houseway.play.blackjack.table import Seat
from houseway.play.core.actions import Action
from houseway.play.core.round import Pile
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Settlement
from houseway.play.core.shoe import ShoeState
from houseway.rules.errors import RuleError


def _texts(held: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(format_card(card) for card in held)


@dataclass(frozen=True, slots=True)
class LiveStreets:
    """A live round whose hands are followed by streets."""

    first: LiveBlackjack
    seed: int | None
    stock: tuple[int, ...] = ()  # the cards of the streets, once the hands are played
    seats: tuple[Seat, ...] = ()  # as the streets have left them
    log: tuple[tuple[int, str], ...] = ()

    @property
    def plan(self) -> Plan:
        return self.first.round.plan

    @property
    def opening(self) -> RoundFile:
        return self.first.opening

    @property
    def over(self) -> bool:
        return self.first.over and over(self.plan, self.seats)

    @property
    def turn(self) -> int:
        return (to_act(self.plan, self.seats) or 0) if self.first.over else self.first.turn

    def legal(self, seat: int) -> list[Action]:
        if not self.first.over:
            return self.first.legal(seat)
        return [] if self.over or seat != self.turn else legal(self.plan, self.seats[seat])

    def begun(self) -> "LiveStreets":
        """The round, with the streets opened once the hands are played."""
        if not self.first.over or self.seats:
            return self
        shared = self.first.round.dealer[:2]
        rest = [card for card in deck(self.plan.spec.deck) if card not in shared]
        stock = tuple(shuffled(rest, self.seed, "streets"))
        return replace(self, stock=stock, seats=self.first.round.seats)._go_on()

    def _go_on(self) -> "LiveStreets":
        seats = self.seats
        while not over(self.plan, seats) and to_act(self.plan, seats) is None:
            used = sum(len(seat.drawn) for seat in seats)
            seats = dealt(self.plan, seats, iter(self.stock[used:]))
        return replace(self, seats=seats)

    def act(self, seat: int, action: str) -> "LiveStreets":
        if not self.first.over:
            return replace(self, first=self.first.act(seat, action)).begun()
        place = f"seats[{seat}].actions"
        if self.over or seat != self.turn:
            raise RuleError("it is not this seat's turn", place)
        after = act(self.plan, self.seats[seat], action, place)
        seats = (*self.seats[:seat], after, *self.seats[seat + 1 :])
        return replace(self, seats=seats, log=(*self.log, (seat, action)))._go_on()

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        if not self.first.over:
            return self.first.suggest(seat, rng)
        texts = [text for one in self.legal(seat) for text in one.texts()]
        if rng is not None:
            return rng.choice(texts)
        worth = self.values(seat)
        return max(worth, key=lambda one: worth[one])

    def values(self, seat: int) -> dict[str, float]:
        """What each action of the streets is worth, in cents."""
        return values(self.plan, self.seats[seat], self.first.round.dealer[:2])

    def staked(self, seat: int) -> int:
        now = replace(self.first.round, seats=self.seats) if self.seats else self.first.round
        return staked(now, seat)

    def stakes(self, seat: int) -> dict[str, int]:
        return stakes(replace(self.first.round, seats=self.seats) if self.seats else self.first.round, seat)

    def table(self, viewer: int | None = None) -> tuple[Pile, ...]:
        piles = list(self.first.table(viewer))
        if self.seats:
            piles.append(Pile("community", None, _texts(self.first.round.dealer[:2])))
        for index, seat in enumerate(self.seats):
            seen = seat.drawn if self.over or viewer == index else ()
            if seat.drawn:
                piles.append(Pile("poker", index, _texts(seen), len(seat.drawn) - len(seen)))
        return tuple(piles)

    def settle(self) -> Settlement:
        now = replace(self.first.round, seats=self.seats)
        return replace(self.first, round=now).settle()

    def shoe_after(self) -> ShoeState:
        return self.first.shoe_after()

    def round_file(self) -> dict[str, Any]:
        file = self.first.round_file()
        for index, seat in enumerate(self.seats):
            record = file["seats"][index]
            record["cards"] = [*record.get("cards", []), *_texts(seat.drawn)]
            record["actions"] = [*record["actions"], *(action for who, action in self.log if who == index)]
        return {**file, "community": list(_texts(self.first.round.dealer[:2]))} if self.seats else file


def open_streets(file: RoundFile, shoe: ShoeState, seed: int | None) -> LiveStreets:
    """A round after the first cards."""
    return LiveStreets(deal_from(shoe, file, seed), seed).begun()
