"""A round of blackjack as a value: its cards dealt, its legal actions, the round after one of them, and its end.

The cards come from a shuffle or from a record: `stock` alone knows which.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from houseway.cards.text import format_card
from houseway.play.blackjack import moves as hand_moves
from houseway.play.blackjack import policy, streets
from houseway.play.blackjack.moves import (
    ACTED,
    FIRST,
    OFFER,
    PASS,
    PLAY,
    PRESS,
    double_amount,
    duels,
    first_choice,
    first_choices,
    insure,
    late_bet,
    moves,
    offers,
    press,
    taken_21,
)
from houseway.play.blackjack.plan import INSURANCE, Plan
from houseway.play.blackjack.settle import fees, outcome, settle_table
from houseway.play.blackjack.table import DEALER, Cards, Hand, Place, Seat, Stock
from houseway.play.blackjack.totals import called, dealer_hits, in_ranks, is_21_in_two, total
from houseway.play.core.actions import Action, choices_text
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.round import Pile
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Fees, Settlement
from houseway.play.core.shoe import ShoeState
from houseway.rules.errors import RuleError
from houseway.rules.wording import counted, seat_name

STREETS = ACTED + 1
OVER = STREETS + 1


class Round(Struct, frozen=True):
    """A round between two decisions; `turn` is the seat to act, and there is none when it is over."""

    opening: RoundFile  # the record, or what stood before the first card
    plan: Plan
    stock: Stock
    seats: tuple[Seat, ...]
    dealer: Cards = ()
    further: tuple[Cards, ...] = ()  # the dealer's other hands, where he has several
    stage: int = PRESS
    turn: int = 0
    used: int = 0
    log: tuple[tuple[int, str], ...] = ()
    shoe: ShoeState | None = None  # the shuffle that it is dealt from
    prizes: tuple[str, ...] = ()  # by seat: what it draws if it wins a prize; empty: none told
    irregularity: Irregularity | None = None  # of a record
    deals_streets: bool = False  # they are dealt after the hands; those of a record are read with them
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
    def out(self) -> int | None:
        """The seat whose hand an irregularity has ended: it stays as it is and takes no part."""
        return self.irregularity.out if self.irregularity is not None else None

    @property
    def dealers(self) -> tuple[Cards, ...]:
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

    def own(self, seat: int) -> tuple["Round", int]:
        """The round that a seat plays in, and its place there."""
        return self, seat

    def opened(self) -> "Round":
        """The round after the first cards are dealt, brought to its first decision."""
        plan = self.plan
        hands = [
            tuple(Hand(spot, stake=plan.on_spot(seat.wagers, spot)) for spot in range(plan.spots))
            for seat in self.seats
        ]
        seats = tuple(replace(seat, hands=dealt) for seat, dealt in zip(self.seats, hands, strict=True))
        return replace(self, seats=seats)._one_each().advance()

    def _one_each(self) -> "Round":
        """One card to every hand, and one to the dealer: the up card, and the hole card where there is one."""
        now = self._one_more(len(self.dealer))
        if now.dealer and not now.plan.spec.dealer.hole_card:
            return now
        card = now.stock.draw(None, len(now.dealer), now.used)
        if card is None and not now.dealer:
            raise RuleError("the dealer's up card is missing", "dealer")
        return now if card is None else replace(now, dealer=(*now.dealer, card), used=now.used + 1)

    def _one_more(self, received: int) -> "Round":
        """One card to every hand, which has had so many."""
        dealt, used = [], self.used
        for index, seat in enumerate(self.seats):
            hands = list(seat.hands)
            for spot, hand in enumerate(hands):
                if hand.stake or self.plan.spec.shared != "hands":
                    hands[spot], used = self._drawn(index, hand, used, received)
            dealt.append(replace(seat, hands=tuple(hands), start=tuple(hand.cards for hand in hands)))
        return replace(self, seats=tuple(dealt), used=used)

    def _drawn(self, seat: int, hand: Hand, used: int, received: int) -> tuple[Hand, int]:
        """The hand with one more card, and the cards gone; `taken` is how many its spot has received."""
        card = self.stock.draw(Place(seat, hand.spot, hand.path, received), len(hand.cards), used)
        return (hand, used) if card is None else (replace(hand, cards=(*hand.cards, card)), used + 1)

    def _second_cards(self) -> "Round":
        """A second card to every hand and the dealer, and further ones to hands that start with more."""
        now = self._one_each()
        for received in range(2, self.plan.spec.start):  # these come after the dealer's second card
            now = now._one_more(received)
        seats = []
        for seat in now.seats:
            plays = duels(self.plan, seat)
            hands = tuple(replace(hand, done=not (hand.stake or plays)) for hand in seat.hands)
            seats.append(taken_21(self.plan, replace(seat, hands=hands)))
        return replace(now, seats=tuple(seats))

    def legal(self, seat: int) -> list[Action]:
        """What `seat` may do now, `pass` among it where offers may be let go; empty when it is not its turn."""
        if self.over or seat != self.turn:
            return []
        if self.stage == FIRST:
            return first_choices(self.plan, self.seats[seat])
        if self.stage == STREETS:
            return streets.legal(self.plan, self.seats[seat])
        actions = offers(self.plan, self.seats[seat], self.dealer, self.stage)
        if self.stage != PLAY:
            return [*actions, Action(PASS)]
        if self._may_switch(self.seats[seat]):
            rule = self.plan.game.cite(self.plan.spec.switch)
            return [Action("switch", rule=rule), Action("decline switch", rule=rule), *actions]
        return self._hand_legal(self.seats[seat], self.active) + actions

    def _hand_legal(self, seat: Seat, place: int) -> list[Action]:
        hand, spec = seat.hands[place], self.plan.spec
        stake = self.plan.on_spot(seat.wagers, hand.spot)
        name = f"hand_{place + 1}" if len(seat.hands) > 1 else ""
        rules = {
            hand_moves.DOUBLE: spec.double.rule if spec.double else "",
            hand_moves.SPLIT: spec.split.rule if spec.split else "",
            hand_moves.FREE_DOUBLE: spec.free.rule if spec.free else "",
            hand_moves.FREE_SPLIT: spec.free.split_rule if spec.free else "",
            hand_moves.SURRENDER: spec.surrender.rule if spec.surrender else "",
        }
        actions = []
        for verb in moves(self.plan, seat, hand):
            less = verb == hand_moves.DOUBLE and spec.double is not None and spec.double.for_less
            amounts = (stake,) if verb in (hand_moves.DOUBLE, hand_moves.SPLIT) else ()
            paragraph = rules.get(verb) or spec.must.rule
            rule = self.plan.game.cite(paragraph) if paragraph else ""
            least, most = (1, stake) if less else (0, 0)
            actions.append(Action(verb, "", amounts, least, most, hand=name, rule=rule))
        return actions

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
        if index == self.out and self.stage != OFFER:
            return None
        here = self if index == self.turn else replace(self, turn=index)
        if self.stage == FIRST:
            return here if first_choices(self.plan, seat) else None
        if self.stage == STREETS:
            return here if streets.legal(self.plan, seat) else None
        if self.stage != PLAY:
            offered = {offer.wager or offer.verb for offer in offers(self.plan, seat, self.dealer, self.stage)}
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
            return replace(self._second_cards(), stage=FIRST, turn=0)
        if self.stage == OFFER:
            looked = spec.dealer.hole_card and in_ranks(self.dealer[0], spec.dealer.peeks)
            if looked and self.dealer_natural():
                return self._ended()
        if self.stage == ACTED:
            return self._dealer_finishes()._ended()
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

    def _dealer_finishes(self) -> "Round":
        """The dealer's hands drawn by the rules as far as some wager needs them."""
        seats = [seat for index, seat in enumerate(self.seats) if index != self.out]
        hands, used, count = list[Cards](), self.used, self.plan.spec.dealer.hands
        for number in range(count):
            against = seats if count == 1 else [seat for seat in seats if seat.wagers.get(self.plan.mains[number])]
            hand = self.dealer[:1] if number else self.dealer
            finish = _hits(self.plan, hand) and _must_finish(self.plan, against, hand)
            while _hits(self.plan, hand) and (finish or _needs_second(self.plan, against, hand)):
                card = self.stock.draw(Place(DEALER, number) if number else None, len(hand), used)
                if card is None:
                    field = "dealer" if count == 1 else f"piles.dealers[{number}]"
                    raise RuleError(
                        f"the dealer must draw: needs {counted(len(hand) + 1, 'card')}, has {len(hand)}", field
                    )
                hand, used = (*hand, card), used + 1
            hands.append(hand)
        return replace(self, dealer=hands[0], further=tuple(hands[1:]), used=used)

    def _with(self, index: int, seat: Seat) -> "Round":
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def skip(self) -> "Round":
        """The round when the seat to act lets its offers pass without a word."""
        seat = self.seats[self.turn]
        if self.stage == PLAY:
            return self._with(self.turn, replace(seat, declined=seat.declined | {"switch"})).advance()
        return replace(self, turn=self.turn + 1).advance()

    def act(self, seat: int, action: str) -> "Round":
        """The round after `seat` took `action`; an illegal action is an error and changes nothing."""
        place = f"seats[{seat}].actions"
        if self.over:
            raise RuleError("the round is over", place)
        if seat != self.turn:
            raise RuleError(f"it is the turn of {seat_name(self.turn)}", place)
        now = replace(self, log=(*self.log, (seat, action)))
        player = self.seats[seat]
        if self.stage == STREETS:
            return now._with(seat, streets.act(self.plan, player, action, place)).advance()
        words = action.split()
        number = 0
        if words and words[0].startswith("hand_") and words[0][5:].isdecimal():
            number = int(words.pop(0)[5:])
        said = sum(who == seat for who, _ in self.log)
        after = now._apply(player, words, number, f"{place}[{said}]")
        if after is None:
            options = choices_text(self.legal(seat))
            raise RuleError(f"{action!r} is not allowed here; legal are {options or 'none'}", place)
        return after.advance()

    def _apply(self, seat: Seat, words: list[str], number: int, place: str) -> "Round | None":
        verb = words[0] if words else ""
        index = self.turn
        if self.stage == FIRST:
            chosen = first_choice(self.plan, seat, words, place)
            return self._with(index, chosen) if chosen else None
        if verb == PASS and self.optional:
            names = {offer.wager or offer.verb for offer in offers(self.plan, seat, self.dealer, self.stage)}
            later = names & self.plan.sides.keys() if self.stage < ACTED else set()  # open until the dealer plays
            declined = seat.declined | (names - later) | ({"switch"} if self.stage == PLAY else frozenset())
            return self._with(index, replace(seat, declined=declined, passed=seat.passed | later))
        if verb == "decline":
            name = " ".join(words[1:])
            name = INSURANCE if name == "even money" else name
            offered = {offer.wager or offer.verb for offer in offers(self.plan, seat, self.dealer, self.stage)}
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
        received = sum(len(other.cards) for other in seat.hands if other.spot == hand.spot)
        hand, used = self._drawn(self.turn, hand, self.used, received)
        return replace(self, used=used)._hands(seat, place, hand)

    def _split(self, seat: Seat, place: int, hand: Hand, free: bool) -> "Round":
        """Each card becomes a hand and gets a second card, the first hand first."""
        stake = 0 if free else self.plan.on_spot(seat.wagers, hand.spot)
        hands = [replace(hand, path=hand.path + "0", cards=hand.cards[:1], split=True)]
        for step, card in enumerate(hand.cards[1:], start=1):
            path = f"{hand.path}{step}"
            hands.append(Hand(spot=hand.spot, path=path, cards=(card,), stake=stake, free_bets=int(free), split=True))
        received, used = sum(len(other.cards) for other in seat.hands if other.spot == hand.spot), self.used
        for step, part in enumerate(hands):
            hands[step], used = self._drawn(self.turn, part, used, received + step)
        return replace(self, used=used)._hands(seat, place, *hands)

    def suggest(self, seat: int, rng: Random | None = None) -> str:
        """Draw to seventeen without side ventures, or with `rng` any legal action at any legal amount."""
        if self.stage == STREETS:
            return policy.on_the_streets(self.plan, self.seats[seat], self.dealer[:2], rng)
        legal = self.legal(seat)
        if rng is not None:
            return policy.any_of(legal, rng)
        if self.stage == FIRST:
            return legal[0].lead
        if self.stage != PLAY:
            return PASS
        return "decline switch" if self.optional else policy.plain(legal, self.seats[seat].hands[self.active])

    def stakes(self, seat: int) -> dict[str, int]:
        """What the seat has on the layout by wager: on each first hand with all that was split and doubled."""
        player, mains = self.seats[seat], self.plan.mains
        by_wager = {name: amount for name, amount in player.wagers.items() if name not in mains}
        for hand in player.hands:
            names = self.plan.mains_of(hand.spot)
            placed = sum(player.wagers.get(name, 0) for name in names)
            for name in names:
                part = player.wagers.get(name, 0) * (hand.stake + hand.added) // placed if placed else 0
                by_wager[name] = by_wager.get(name, 0) + part
        if player.insurance:
            by_wager[INSURANCE] = sum(player.insurance.values())
        return by_wager

    def staked(self, seat: int) -> int:
        """What the seat has at risk so far, in cents."""
        player = self.seats[seat]
        sides = sum(amount for name, amount in player.wagers.items() if name not in self.plan.mains)
        hands = sum(hand.stake + hand.added for hand in player.hands)
        return sides + sum(player.insurance.values()) + hands - player.pressed  # what was pressed is the house's money

    def visible(self, viewer: int | None = None) -> tuple[Pile, ...]:
        """All players' hands lie face up; only the cards of streets are a seat's own."""
        piles = self.piles()
        if self.street_cards:
            piles.append(Pile("community", None, _texts(self.dealer[:2])))
        for index, seat in enumerate(self.seats):
            seen = seat.drawn if self.over or viewer == index else ()
            if seat.drawn:
                piles.append(Pile("poker", index, _texts(seen), len(seat.drawn) - len(seen)))
        return tuple(piles)

    def piles(self, alone: int | None = None, closed: bool = False) -> list[Pile]:
        """The hands on the table; `alone`: the seat that plays this round by itself, `closed`: others still play."""
        shown = self.dealer if self.played and not closed else self.dealer[:1]
        hidden = len(self.dealer) - len(shown)
        piles = [Pile("dealer", alone, _texts(shown), hidden, "" if hidden else called(shown))]
        for place, cards in enumerate(self.further, 2):
            if len(cards) > 1:
                piles.append(Pile(f"dealer_{place}", None, _texts(cards), says=called(cards)))
        for index, seat in enumerate(self.seats, start=alone or 0):
            hands = [hand for hand in seat.hands if hand.cards]
            for place, hand in enumerate(hands):
                name = f"hand_{place + 1}" if len(hands) > 1 else "player"
                piles.append(Pile(name, index, _texts(hand.cards), says=called(hand.cards, hand.is_natural(True))))
        return piles

    def fees(self, behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
        """What the schedule of the house takes for this round, with the stakes `behind` its seats."""
        return fees(self.plan, self.seats, behind)

    def settle(self) -> Settlement:
        return settle_table(self.plan, self.seats, self.dealers, self.opening, self.prizes, self.irregularity)

    def shoe_after(self) -> ShoeState:
        """The shoe as this round leaves it."""
        assert self.shoe is not None
        return self.shoe.dealt(self.used)

    def round_file(self) -> dict[str, Any]:
        opening = self.opening
        kept = ("house", "meters", "betting", "state")
        dealers = [list(_texts(hand)) for hand in self.dealers]
        several = {"piles": {"dealers": dealers}} if self.plan.spec.dealer.hands > 1 else {}
        return {
            "game": opening.game,
            **{name: given for name in kept if (given := getattr(opening, name))},
            "seats": [self._seat_file(index) for index in range(len(self.seats))],
            "dealer": dealers[0][:1] if several else dealers[0],
            **several,
            **self._drawn_file(),
            **({"community": list(_texts(self.dealer[:2]))} if self.street_cards else {}),
        }

    def _seat_file(self, index: int) -> dict[str, Any]:
        seat = self.seats[index]
        laid: dict[str, Any] = {"cards": list(_texts(seat.hands[0].cards))}
        if len(seat.hands) > 1:
            dealt = [list(_texts(start)) for start in seat.start]
            hands = [list(_texts(hand.cards)) for hand in seat.hands]
            laid = {"dealt": dealt if len(dealt) > 1 else dealt[0], "hands": hands}
        if seat.drawn:
            laid["cards"] = [*laid.get("cards", []), *_texts(seat.drawn)]
        actions = [action for who, action in self.log if who == index]
        return {"wagers": self.opening.seats[index].wagers, **laid, "actions": actions}

    def _drawn_file(self) -> dict[str, Any]:
        """The prizes of the seats that won one."""
        drawing = {name for name, side in self.plan.sides.items() if side.prizes}
        if not drawing or not self.over:
            return {}
        won = [any(line.wager in drawing and line.net > 0 for line in seat) for seat in self.settle().seats]
        drawn = [prize if won[index] else None for index, prize in enumerate(self.prizes)]
        return {"outcome": {"prizes": drawn}} if any(won) else {}


def _texts(cards: Cards) -> tuple[str, ...]:
    return tuple(map(format_card, cards))


def _hits(plan: Plan, dealer: Cards) -> bool:
    """Whether the dealer's hand is drawn to by the rules."""
    return len(dealer) < 2 or (not is_21_in_two(dealer) and dealer_hits(dealer, plan.spec.dealer.hits_soft_17))


def _must_finish(plan: Plan, seats: Sequence[Seat], dealer: Cards) -> bool:
    """Whether some wager still waits for the dealer's hand to be drawn out."""
    for seat in seats:
        if any(plan.sides[name].spec.draws_out for name in seat.wagers if name in plan.sides) or duels(plan, seat):
            return True
        for hand in seat.hands:
            if hand.stake or hand.free_bets:
                case, sight = outcome(plan, seat, hand, dealer)
                if not case.early or sight.awaits_rescue:
                    return True
    return False


def _needs_second(plan: Plan, seats: Sequence[Seat], dealer: Cards) -> bool:
    """Without a hole card: whether the dealer's second card would still change a result."""
    if len(dealer) > 1:
        return False
    if any(plan.sides[name].past_up for seat in seats for name in seat.wagers if name in plan.sides):
        return True
    flat = plan.spec.even_money == "flat"  # paid at once, whatever the card is
    most = plan.spec.charlie
    loses_to_natural = (  # and to nothing else that the dealer may draw
        hand.stake
        and (hand.is_natural() or (most and len(hand.cards) >= most))
        and not (flat and hand.spot in seat.even_money)
        for seat in seats
        for hand in seat.hands
    )
    return (any(seat.insurance for seat in seats) or any(loses_to_natural)) and in_ranks(dealer[0], "AT")


def _switched(seat: Seat) -> Seat:
    """The second cards of the two hands exchanged."""
    first, second = seat.hands
    return replace(
        seat,
        hands=(
            replace(first, cards=(first.cards[0], second.cards[1]), switched=True),
            replace(second, cards=(second.cards[0], first.cards[1]), switched=True),
        ),
    )
