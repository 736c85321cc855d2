"""Poker after the hands of blackjack: a card to each seat, a wager or a fold, and so on to the last card.

The cards are the deck without the dealer's first two, shuffled again, so that a card of the hands may come once more.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from houseway.cards.decks import deck
from houseway.cards.shuffle import shuffled
from houseway.play.blackjack.moves import said_amount
from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.table import Seat
from houseway.play.blackjack.views import SeatView
from houseway.play.core.actions import Action, choices_text
from houseway.play.core.cases import deciding
from houseway.play.core.money import in_dollars
from houseway.play.core.roundfile import RoundFile, SeatFile, cards, check_copies
from houseway.play.core.settling import award
from houseway.rules.blackjack import Streets
from houseway.rules.errors import RuleError

FOLD = "fold"


def _spec(plan: Plan) -> Streets:
    assert plan.spec.streets is not None
    return plan.spec.streets


def plays(plan: Plan, seat: Seat) -> bool:
    return _spec(plan).wager in seat.wagers and not seat.folded


def legal(plan: Plan, seat: Seat) -> list[Action]:
    """What a seat may do after a card: the next wager, or a fold."""
    spec = _spec(plan)
    if not plays(plan, seat) or not 1 <= len(seat.drawn) <= len(spec.bets):
        return []
    name = spec.bets[len(seat.drawn) - 1]
    if name in seat.wagers:
        return []
    rule = plan.game.cite(plan.spec.wagers[name].rule)
    amounts = (seat.wagers[spec.wager],)
    return [Action("bet", name, amounts, rule=rule, names_wager=True, writes_amount=True), Action(FOLD, rule=rule)]


def act(plan: Plan, seat: Seat, action: str, place: str) -> Seat:
    """The seat after an action."""
    words, offered = action.split(), legal(plan, seat)
    if not offered:
        raise RuleError(f"there is nothing to decide, {action!r} is not allowed", place)
    if words == [FOLD]:
        return replace(seat, folded=True)
    name, amount = offered[0].wager, offered[0].amounts[0]
    if words[:2] != ["bet", name] or len(words) > 3:
        texts = choices_text(offered)
        raise RuleError(f"{action!r} is not allowed; legal are {texts}", place)
    if len(words) == 3 and said_amount(words[2], place) != amount:
        rule = plan.game.cite(plan.spec.wagers[name].rule)
        said, other = plan.game.titles((name, _spec(plan).wager))
        raise RuleError(f"{said} must equal {other}, {in_dollars(amount)}, {rule}", place)
    return replace(seat, wagers={**seat.wagers, name: amount})


def shuffled_rest(plan: Plan, dealer: tuple[int, ...], seed: int | None) -> tuple[int, ...]:
    """The cards of the streets: the deck without those that the dealer's hand shares with all."""
    return tuple(shuffled([card for card in deck(plan.spec.deck) if card not in dealer[:2]], seed, "streets"))


def dealt(plan: Plan, seats: tuple[Seat, ...], cards: tuple[int, ...]) -> tuple[Seat, ...]:
    """The seats after the next card to each that is still in; nobody is to act before it."""
    most = len(_spec(plan).bets) + 1
    stock = iter(cards[sum(len(seat.drawn) for seat in seats) :])
    return tuple(
        replace(seat, drawn=(*seat.drawn, next(stock))) if plays(plan, seat) and len(seat.drawn) < most else seat
        for seat in seats
    )


def over(plan: Plan, seats: Sequence[Seat]) -> bool:
    most = len(_spec(plan).bets) + 1
    return all(not plays(plan, seat) or len(seat.drawn) == most for seat in seats)


@dataclass(frozen=True, slots=True)
class _Ahead:
    """What lies ahead of a seat under best play; its end with a set of cards is settled once, whatever their order."""

    plan: Plan
    shared: tuple[int, ...]
    ends: dict[frozenset[int], int] = field(default_factory=dict)

    def _net(self, seat: Seat) -> int:
        """What the street wagers of a seat with all its cards win or lose together, in cents."""
        cards = frozenset(seat.drawn)
        if cards not in self.ends:
            spec, view, net = _spec(self.plan), SeatView(seat, self.shared), 0
            for name in (spec.wager, *spec.bets):
                pay = deciding(self.plan.cases[name], view).pay
                assert pay is not None
                net += award(self.plan.game, pay, seat.wagers[spec.wager]).net
            self.ends[cards] = net
        return self.ends[cards]

    def _best(self, seat: Seat, rest: tuple[int, ...]) -> float:
        """The expected net of the street wagers, from a card just dealt."""
        if len(seat.drawn) > len(_spec(self.plan).bets):
            return self._net(seat)
        return max(self.going_on(seat, rest), -len(seat.drawn) * seat.wagers[_spec(self.plan).wager])

    def going_on(self, seat: Seat, rest: tuple[int, ...]) -> float:
        """The expected net of a seat that makes its next wager."""
        nets = [
            self._best(replace(seat, drawn=(*seat.drawn, card)), tuple(other for other in rest if other != card))
            for card in rest
        ]
        return sum(nets) / len(nets)


def values(plan: Plan, seat: Seat, shared: tuple[int, ...]) -> dict[str, float]:
    """What each action of a seat is worth in cents, the wagers made among it, over all cards to come."""
    rest = tuple(card for card in deck(plan.spec.deck) if card not in (*shared, *seat.drawn))
    bet, fold = legal(plan, seat)
    folded = -len(seat.drawn) * seat.wagers[_spec(plan).wager]
    return {bet.texts()[0]: _Ahead(plan, shared).going_on(seat, rest), fold.lead: float(folded)}


@dataclass(frozen=True, slots=True)
class Record:
    """What a round file says of a seat's streets."""

    drawn: tuple[int, ...]
    actions: tuple[str, ...]
    field: str


def _names(action: str, bets: tuple[str, ...]) -> bool:
    words = action.split()
    return words[:1] == ["bet"] and len(words) > 1 and words[1] in bets


def split_file(file: RoundFile, plan: Plan) -> tuple[RoundFile, list[Record]]:
    """The file without the streets, and what it says of them; a seat's last cards and actions are theirs."""
    spec = _spec(plan)
    seats, records = [], []
    for index, seat in enumerate(file.seats):
        later = [action for action in seat.actions if action.split() == [FOLD] or _names(action, spec.bets)]
        bets = sum(action.split() != [FOLD] for action in later)
        count = bets + 1 if spec.wager in seat.wagers else 0
        field = f"seats[{index}].cards"
        given: list[str] = list(seat.cards)
        if len(given) < count:
            raise RuleError(f"needs {count} cards of poker, has {len(given)}", field)
        records.append(Record(cards(given[len(given) - count :], field), tuple(later), field))
        before: SeatFile = replace(
            seat, cards=given[: len(given) - count], actions=[action for action in seat.actions if action not in later]
        )
        seats.append(before)
    return replace(file, seats=seats), records


def with_streets(
    plan: Plan, seats: tuple[Seat, ...], dealer: tuple[int, ...], records: Sequence[Record], lenient: int | None
) -> tuple[Seat, ...]:
    """The seats after the recorded streets; those of a `lenient` seat may stop anywhere."""
    check_copies([("dealer", dealer[:2]), *((street.field, street.drawn) for street in records)], plan.spec.deck)
    most = len(_spec(plan).bets) + 1
    after = []
    for index, (seat, record) in enumerate(zip(seats, records, strict=True)):
        place = f"seats[{index}].actions"
        now = replace(seat, drawn=record.drawn[:1])
        for action in record.actions:
            now = act(plan, now, action, place)
            now = now if now.folded else replace(now, drawn=record.drawn[: len(now.drawn) + 1])
        if plays(plan, now) and len(now.drawn) < most and index != lenient:
            texts = choices_text(legal(plan, now))
            raise RuleError(f"a decision is missing; legal are {texts}", place)
        after.append(now)
    return tuple(after)
