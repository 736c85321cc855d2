"""A round of blackjack as a value: its legal actions, and the round after one of them."""

from dataclasses import dataclass, replace

from houseway.play.blackjack import moves as hand_moves
from houseway.play.blackjack import streets
from houseway.play.blackjack.dealing import dealer_finishes, drawn, first_cards, second_cards
from houseway.play.blackjack.moves import moves, unit
from houseway.play.blackjack.offers import (
    ACTED,
    FIRST,
    OFFER,
    PASS,
    PEEKED,
    PLAY,
    PRESS,
    double_amount,
    first_choice,
    first_choices,
    insure,
    late_bet,
    offers,
    press,
    taken_21,
)
from houseway.play.blackjack.plan import INSURANCE, Plan
from houseway.play.blackjack.table import Hand, Seat, Stock
from houseway.play.blackjack.totals import in_ranks, is_21_in_two, total
from houseway.play.core.actions import Action
from houseway.rules.errors import RuleError

STREETS = ACTED + 1
OVER = STREETS + 1


@dataclass(frozen=True, slots=True)
class Round:
    """A round between two decisions; `turn` is the seat to act, and there is none when it is over."""

    plan: Plan
    stock: Stock
    seats: tuple[Seat, ...]
    dealer: tuple[int, ...] = ()
    further: tuple[tuple[int, ...], ...] = ()  # the dealer's other hands, where he has several
    stage: int = PRESS
    turn: int = 0
    used: int = 0
    log: tuple[tuple[int, str], ...] = ()
    deals_streets: bool = False  # they are dealt after the hands; those of a record are read beside them
    seed: int | None = None  # of their cards
    street_cards: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        return self.stage >= OVER

    @property
    def played(self) -> bool:
        """Whether the hands are played, the dealer's too: streets may follow."""
        return self.stage >= STREETS

    @property
    def optional(self) -> bool:
        """Whether the seat to act may let the offers pass."""
        if self.stage == PLAY:
            return self._may_switch(self.seats[self.turn])
        return self.stage not in (FIRST, STREETS)

    @property
    def active(self) -> int:
        """The place of the hand to act among the hands of the seat to act."""
        return next(place for place, hand in enumerate(self.seats[self.turn].hands) if not hand.done)

    @property
    def dealers(self) -> tuple[tuple[int, ...], ...]:
        """All hands of the dealer."""
        return (self.dealer, *self.further)

    def dealer_natural(self) -> bool:
        return is_21_in_two(self.dealer[:2])

    def _may_switch(self, seat: Seat) -> bool:
        fresh = not any(hand.switched for hand in seat.hands) and "switch" not in seat.declined
        return (
            bool(self.plan.spec.switch)
            and fresh
            and len(seat.hands) == 2
            and all(len(hand.cards) == 2 and not hand.split and not hand.surrendered for hand in seat.hands)
        )

    def opened(self) -> "Round":
        """The round after the first cards are dealt, brought to its first decision."""
        seats, dealer, used = first_cards(self.plan, self.stock, self.seats, self.used)
        return replace(self, seats=seats, dealer=dealer, used=used).advance()

    def legal(self, seat: int) -> list[Action]:
        """What `seat` may do now; empty when it is not its turn."""
        if self.over or seat != self.turn:
            return []
        if self.stage == FIRST:
            return first_choices(self.plan, self.seats[seat])
        if self.stage == STREETS:
            return streets.legal(self.plan, self.seats[seat])
        found = offers(self.plan, self.seats[seat], self.dealer, self.stage)
        if self.stage != PLAY:
            return found
        if self._may_switch(self.seats[seat]):
            rule = self.plan.game.cite(self.plan.spec.switch)
            return [Action("switch", rule=rule), Action("decline switch", rule=rule), *found]
        return self._hand_legal(self.seats[seat], self.active) + found

    def _hand_legal(self, seat: Seat, place: int) -> list[Action]:
        hand, spec = seat.hands[place], self.plan.spec
        stake = unit(self.plan, seat, hand)
        name = f"hand_{place + 1}" if len(seat.hands) > 1 else ""
        rules = {
            hand_moves.DOUBLE: spec.double.rule if spec.double else "",
            hand_moves.SPLIT: spec.split.rule if spec.split else "",
            hand_moves.FREE_DOUBLE: spec.free.rule if spec.free else "",
            hand_moves.FREE_SPLIT: spec.free.split_rule if spec.free else "",
            hand_moves.SURRENDER: spec.surrender.rule if spec.surrender else "",
        }
        found = []
        for verb in moves(self.plan, seat, hand):
            less = verb == hand_moves.DOUBLE and spec.double is not None and spec.double.for_less
            amounts = (stake,) if verb in (hand_moves.DOUBLE, hand_moves.SPLIT) else ()
            paragraph = rules.get(verb) or spec.must.rule
            rule = self.plan.game.cite(paragraph) if paragraph else ""
            least, most = (1, stake) if less else (0, 0)
            found.append(Action(verb, "", amounts, least, most, hand=name, rule=rule))
        return found

    def advance(self) -> "Round":
        """The round brought forward to its next decision, or to its end."""
        now = self
        while not now.over:
            for index in range(now.turn, len(now.seats)):
                waiting = now._waits(index)
                if waiting is not None:
                    return waiting
            now = now._next_stage()
        return now

    def _waits(self, index: int) -> "Round | None":
        """The round with `index` to act, if it has something to decide."""
        seat = self.seats[index]
        here = self if index == self.turn else replace(self, turn=index)
        if self.stage == FIRST:
            return here if first_choices(self.plan, seat) else None
        if self.stage == STREETS:
            return here if streets.legal(self.plan, seat) else None
        if self.stage != PLAY:
            offered = {one.wager or one.verb for one in offers(self.plan, seat, self.dealer, self.stage)}
            put_off = seat.passed if self.stage < ACTED else frozenset()
            return here if offered - seat.declined - put_off else None
        if self._may_switch(seat) and any(hand.stake for hand in seat.hands):
            return here
        finished = tuple(
            hand if hand.done or moves(self.plan, seat, hand) else replace(hand, done=True) for hand in seat.hands
        )
        if finished != seat.hands:
            here = here._with(index, replace(seat, hands=finished))
        return here if any(not hand.done for hand in finished) else None

    def _next_stage(self) -> "Round":
        spec = self.plan.spec
        if self.stage == PRESS:
            seats, dealer, used = second_cards(self.plan, self.stock, self.seats, self.dealer, self.used)
            seats = tuple(taken_21(self.plan, seat) for seat in seats)
            return replace(self, seats=seats, dealer=dealer, used=used, stage=FIRST, turn=0)
        if self.stage == OFFER:
            looked = spec.dealer.hole_card and in_ranks(self.dealer[0], spec.dealer.peeks)
            if looked and self.dealer_natural():
                return self._ended()
        if self.stage == ACTED:
            dealer, used = dealer_finishes(self.plan, self.stock, self.seats, self.dealer, self.used)
            further: tuple[tuple[int, ...], ...] = ()
            for number in range(1, spec.dealer.hands):
                hand, used = dealer_finishes(self.plan, self.stock, self.seats, self.dealer[:1], used, number)
                further += (hand,)
            return replace(self, dealer=dealer, further=further, used=used)._ended()
        if self.stage == STREETS:
            if streets.over(self.plan, self.seats):
                return replace(self, stage=OVER, turn=0)
            return replace(self, seats=streets.dealt(self.plan, self.seats, self.street_cards), turn=0)
        if self.stage == PLAY:
            done = tuple(
                replace(seat, hands=tuple(replace(hand, done=True) for hand in seat.hands)) for seat in self.seats
            )
            return replace(self, seats=done, stage=self.stage + 1, turn=0)
        return replace(self, stage=self.stage + 1, turn=0)

    def _ended(self) -> "Round":
        """The round once the hands are played: over, or at the streets that follow them."""
        if not self.deals_streets:
            return replace(self, stage=OVER, turn=0)
        cards = streets.shuffled_rest(self.plan, self.dealer, self.seed)
        return replace(self, stage=STREETS, turn=0, street_cards=cards)

    def _with(self, index: int, seat: Seat) -> "Round":
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def skip(self) -> "Round":
        """The round when the seat to act lets its offers pass without a word."""
        seat = self.seats[self.turn]
        if self.stage == PLAY:
            return self._with(self.turn, replace(seat, declined=seat.declined | {"switch"})).advance()
        return replace(self, turn=self.turn + 1).advance()

    def give_up(self, seat: int) -> "Round":
        """The round when the hands of `seat` are left as they are: its wagers do not count any more."""
        own = self.seats[seat]
        done = tuple(replace(hand, done=True) for hand in own.hands)
        return self._with(seat, replace(own, hands=done)).advance()

    def act(self, seat: int, action: str) -> "Round":
        """The round after `seat` took `action`; an illegal action is an error and changes nothing."""
        place = f"seats[{seat}].actions"
        if self.over:
            raise RuleError("the round is over", place)
        if seat != self.turn:
            raise RuleError(f"it is the turn of seat {self.turn}", place)
        now = replace(self, log=(*self.log, (seat, action)))
        own = self.seats[seat]
        if self.stage == STREETS:
            return now._with(seat, streets.act(self.plan, own, action, place)).advance()
        words = action.split()
        number = 0
        if words and words[0].startswith("hand_") and words[0][5:].isdecimal():
            number = int(words.pop(0)[5:])
        after = now._apply(own, words, number, f"{place}[{len(own.actions)}]")
        if after is None:
            options = ", ".join(text for one in self.legal(seat) for text in one.examples())
            raise RuleError(f"{action!r} is not allowed here; legal are {options or 'none'}", place)
        done = replace(after.seats[seat], actions=(*own.actions, action))
        return after._with(seat, done).advance()

    def _apply(self, seat: Seat, words: list[str], number: int, place: str) -> "Round | None":
        verb = words[0] if words else ""
        index = self.turn
        if self.stage == FIRST:
            chosen = first_choice(self.plan, seat, words, place)
            return self._with(index, chosen) if chosen else None
        if verb == PASS and self.optional:
            names = {one.wager or one.verb for one in offers(self.plan, seat, self.dealer, self.stage)}
            later = names & self.plan.sides.keys() if self.stage < ACTED else set()  # open until the dealer plays
            declined = seat.declined | (names - later) | ({"switch"} if self.stage == PLAY else frozenset())
            return self._with(index, replace(seat, declined=declined, passed=seat.passed | later))
        if verb == "decline":
            name = " ".join(words[1:])
            name = INSURANCE if name == "even money" else name
            offered = {one.wager or one.verb for one in offers(self.plan, seat, self.dealer, self.stage)}
            if name not in offered and not (name == "switch" and self.stage == PLAY and self._may_switch(seat)):
                return None
            return self._with(index, replace(seat, declined=seat.declined | {name}))
        if verb == "bet":
            bet = late_bet(self.plan, seat, self.dealer, self.stage, words[1:], place)
            return self._with(index, bet) if bet else None
        if self.stage == PRESS:
            return self._with(index, press(self.plan, seat, self.dealer)) if words == ["press"] else None
        if self.stage == OFFER:
            insured = insure(self.plan, seat, self.dealer, words, number, place)
            return self._with(index, insured) if insured else None
        if self.stage != PLAY:
            return None
        if self._may_switch(seat):
            return self._with(index, _switched(seat)) if words == ["switch"] else None
        return self._play(seat, words, number, place)

    def _play(self, seat: Seat, words: list[str], number: int, place: str) -> "Round | None":
        active = self.active
        if number and number != active + 1:
            raise RuleError(f"hand {active + 1} is to act, not hand {number}", place)
        hand = seat.hands[active]
        amounts = [word for word in words if word not in ("down", "free")][1:]
        verb = " ".join(word for word in words[:2] if word in ("double", "split", "hit", "stand", "surrender", "free"))
        if words == [hand_moves.TIMEOUT] and self.plan.spec.timeout:
            verb = self._timeout(hand)
        if verb not in moves(self.plan, seat, hand) or (amounts and verb != hand_moves.DOUBLE):
            return None
        if verb == hand_moves.STAND:
            return self._hands(seat, active, replace(hand, done=True))
        if verb == hand_moves.SURRENDER:
            return self._hands(seat, active, replace(hand, surrendered=True, done=True))
        if verb == hand_moves.HIT:
            return self._draw(seat, active, hand)
        if verb in (hand_moves.DOUBLE, hand_moves.FREE_DOUBLE):
            free = verb == hand_moves.FREE_DOUBLE
            added = 0 if free else double_amount(self.plan, seat, hand, amounts, place)
            return self._draw(
                seat, active, replace(hand, added=added, free_bets=hand.free_bets + free, doubled=True, done=True)
            )
        return self._split(seat, active, hand, verb == hand_moves.FREE_SPLIT)

    def _timeout(self, hand: Hand) -> str:
        """What is done for a seat that does not act."""
        count, soft = total(hand.cards)
        least = self.plan.game.options[self.plan.spec.timeout]["stand_hard"]
        return hand_moves.STAND if not soft and count >= least else hand_moves.HIT

    def _hands(self, seat: Seat, place: int, *hands: Hand) -> "Round":
        return self._with(self.turn, replace(seat, hands=(*seat.hands[:place], *hands, *seat.hands[place + 1 :])))

    def _draw(self, seat: Seat, place: int, hand: Hand) -> "Round":
        taken = sum(len(other.cards) for other in seat.hands if other.spot == hand.spot)
        hand, used = drawn(self.stock, self.turn, hand, self.used, taken)
        return replace(self, used=used)._hands(seat, place, hand)

    def _split(self, seat: Seat, place: int, hand: Hand, free: bool) -> "Round":
        """Each card becomes a hand and gets a second card, the first hand first."""
        stake = 0 if free else unit(self.plan, seat, hand)
        hands = [replace(hand, path=hand.path + "0", cards=hand.cards[:1], split=True)]
        for step, card in enumerate(hand.cards[1:], start=1):
            path = f"{hand.path}{step}"
            hands.append(Hand(spot=hand.spot, path=path, cards=(card,), stake=stake, free_bets=int(free), split=True))
        taken, used = sum(len(other.cards) for other in seat.hands if other.spot == hand.spot), self.used
        for step, one in enumerate(hands):
            hands[step], used = drawn(self.stock, self.turn, one, used, taken + step)
        return replace(self, used=used)._hands(seat, place, *hands)


def _switched(seat: Seat) -> Seat:
    """The second cards of the two hands exchanged."""
    one, two = seat.hands
    return replace(
        seat,
        hands=(
            replace(one, cards=(one.cards[0], two.cards[1]), switched=True),
            replace(two, cards=(two.cards[0], one.cards[1]), switched=True),
        ),
    )


__all__ = ["ACTED", "OFFER", "OVER", "PASS", "PEEKED", "PLAY", "STREETS", "Round"]
