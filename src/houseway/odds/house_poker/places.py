"""A round of house poker on places of the deck instead of cards: the table's own engine plays it once for many deals.

Place 0 is the first card dealt. What depends on the cards themselves, a hand that a choice asks for or a tie that opens
a stage, is asked of whoever plays the round and may be answered differently for different deals.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from houseway.cards.decks import deck
from houseway.cards.text import format_card
from houseway.odds.house_poker.dealer_way import DealerWay
from houseway.odds.house_poker.numbered import Remembered
from houseway.odds.house_poker.wagers import main_wagers, opening_stakes, unit_of
from houseway.odds.suit_symmetry import hands_in
from houseway.play.core.actions import PLACES, Action
from houseway.play.core.cases import Both, When
from houseway.play.core.roundfile import RoundFile
from houseway.play.house_poker.cases import AllWin
from houseway.play.house_poker.cases import Made as WagerMade
from houseway.play.house_poker.plan import Plan
from houseway.play.house_poker.round import PASS, Round
from houseway.play.house_poker.table import Piles, Seat, hand_cards
from houseway.rules.errors import RuleError
from houseway.rules.house_poker import Stage
from houseway.rules.patterns import Row, may_fit

Places = tuple[int, ...]
_UNIT = 60_00  # cents that the unit of the game stands for: halves and thirds of it are whole cents
_MOST_PLACES = 54  # as many as there are names for cards
_MADE = 1 << 10  # from here on: cards that the dealer's house way makes


@dataclass(frozen=True, slots=True)
class Test:
    """Something about the cards that the course of a round depends on: a hand is good enough, or ties another."""

    hand: str
    places: Places
    at_least: int = 0
    other: str = ""  # the hand that it ties; empty: it is at least so good
    other_places: Places = ()

    @property
    def asks(self) -> set[int]:
        """The places whose cards it looks at."""
        return {*self.places, *self.other_places}


class UnansweredError(Exception):
    """The round cannot go on before a test is answered."""

    def __init__(self, test: Test) -> None:
        super().__init__(test)
        self.test = test


@dataclass(frozen=True, slots=True)
class _Value:
    """The value of a hand of places: to compare it is to ask."""

    hand: str
    places: Places
    answers: Mapping[Test, bool]

    def _asked(self, test: Test) -> bool:
        if any(place >= _MADE for place in (*test.places, *test.other_places)):
            raise RuleError(f"the stages depend on {test.hand} after the dealer's house way", f"hands.{test.hand}")
        if test not in self.answers:
            raise UnansweredError(test)
        return self.answers[test]

    def __ge__(self, least: int) -> bool:
        return self._asked(Test(self.hand, self.places, least))

    def __lt__(self, least: int) -> bool:
        return not self >= least

    def __eq__(self, other: object) -> bool:
        assert isinstance(other, _Value)
        return self._asked(Test(self.hand, self.places, 0, other.hand, other.places))

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class _View:
    """A seat's hands as places."""

    plan: Plan
    seat: Seat
    piles: Piles
    answers: Mapping[Test, bool]

    def value(self, hand: str) -> _Value:
        return _Value(hand, hand_cards(self.plan.hands[hand], self.seat, 0, self.piles), self.answers)

    def fits(self, row: Row) -> bool:
        """Patterns of single cards are not asked about."""
        hand = next((clause.hand for clause in row), "")
        raise RuleError("a choice is open only to a hand that shows a pattern", f"hands.{hand}")


@dataclass(frozen=True, slots=True)
class _Deck:
    """A deck of places, dealt from the front."""

    size: int

    def draw(self, pile: str, seat: int, have: int, used: int, count: int) -> Places:
        del pile, seat, have
        if used + count > min(self.size, _MOST_PLACES):
            raise RuleError("the deck does not hold enough cards for a round", "stages")
        return tuple(range(used, used + count))


@dataclass(frozen=True, slots=True)
class Made:
    """Cards that the dealer's house way makes of others: no place of the deck, but what it puts there."""

    stage: int
    held: Places
    fresh: Places  # that he may draw, in this order
    outputs: Places

    @property
    def sources(self) -> Places:
        return self.held + self.fresh


class PlacedRound(Round, frozen=True):
    """A round of one seat on places, with the tests answered so far."""

    answers: Mapping[Test, bool] = {}
    unit: int = _UNIT  # cents
    made: tuple[Made, ...] = ()  # by the dealer
    ways: dict[int, DealerWay] = {}  # by stage, for all rounds that began as one
    rows: dict[tuple[int, str, int], Remembered] = {}  # of tables on hands of few cards, likewise
    hidden: dict[tuple[object, ...], tuple[Places, ...]] = {}  # by layout: the hidden places that matter, likewise

    def _dealer_acts(self, stage: Stage) -> "Round":
        """Whatever the house way may do with the dealer's cards, which nobody knows yet."""
        held, used = self.piles.cards.get("dealer", ()), self.used
        if self.stage not in self.ways:
            self.ways[self.stage] = DealerWay(self.plan, self.stage, len(held))
        way, acts = self.ways[self.stage], stage.dealer
        assert acts is not None
        fresh = self.stock.draw("dealer", -1, len(held), used, way.fresh)
        first = _MADE + sum(len(one.outputs) for one in self.made)
        outputs = tuple(range(first, first + way.outputs))
        parts, at = {}, 0
        for name, size in acts.parts.items():
            parts[name] = outputs[at : at + size]
            at += size
        piles = replace(self.piles, parts=parts)
        if way.fresh or way.outputs < len(held):  # what he holds is no longer what he was dealt
            cards = held + outputs
            due = {**piles.due, "dealer": len(cards)}
            piles = replace(piles, cards={**piles.cards, "dealer": cards}, due=due, discards=held)
        made = (*self.made, Made(self.stage, held, fresh, outputs))
        return replace(self, piles=piles, used=used + len(fresh), made=made, stage=self.stage + 1, turn=0)

    def real(self, places: Iterable[int]) -> Places:
        """Places of the deck, instead of cards that the dealer's house way makes those that it makes them of."""
        found: dict[int, None] = {}
        for place in places:
            own = next((one.sources for one in self.made if place in one.outputs), (place,))
            found.update(dict.fromkeys(own))
        return tuple(found)

    def view(self, seat: int) -> Any:
        return _View(self.plan, self.seats[seat], self.piles, self.answers)

    def answered(self, test: Test, answer: bool) -> "PlacedRound":
        return replace(self, answers={**self.answers, test: answer})

    @property
    def seat(self) -> Seat:
        return self.seats[0]

    @property
    def seen(self) -> Places:
        """The places whose cards the seat sees: its own, and those that lie face up."""
        up = [place for places in self.shown().values() for place in places]
        return tuple(sorted({*self.seat.cards, *self.seat.drawn, *self.real(up)}))

    @property
    def layout(self) -> tuple[object, ...]:
        """Where everything lies: rounds of one layout have the same hands."""
        seat, piles = self.seat, self.piles
        own = seat.cards, seat.discards, seat.drawn, tuple(seat.parts.items()), frozenset(seat.wagers), self.claimed
        return own, tuple(sorted(piles.cards.items())), piles.discards, tuple(piles.parts.items())

    @property
    def claimed(self) -> frozenset[str]:
        """The actions taken without which some wager is lost."""
        claims = {wager.spec.shown_by for wager in self.plan.wagers.values()}
        return frozenset(claims.intersection(action.split()[0] for action in self.seat.actions))

    def main_actions(self) -> Iterator[Action]:
        """What the seat may do now, wagers beside the game and blind ones ahead of it left out."""
        for choice in self.plan.choices[self.stage]:
            legal = self._legal(choice, 0) if choice.spec.offered and not choice.spec.ahead else None
            if legal is not None and not legal.open_ended:
                yield legal

    def places(self, hand: str) -> Places:
        return hand_cards(self.plan.hands[hand], self.seat, 0, self.piles)


def begin(plan: Plan) -> PlacedRound:
    """The round of a seat with the wagers of the game itself, before the first card."""
    limit = plan.game.house.limits.get(unit_of(plan))
    unit = round(100 * limit[0]) if limit else _UNIT
    wagers = {name: round(unit * stake) for name, stake in opening_stakes(plan).items()}
    stock = _Deck(len(deck(plan.game.spec.deck)))
    file, seats = RoundFile(plan.game.spec.id), (Seat(wagers),)
    return PlacedRound(file, plan, stock, seats, unit=unit, ways={}, rows={}, hidden={})


def _texts(legal: Action, held: Places) -> Iterator[str]:
    """Every way to take an action: the least and the most where any amount between is allowed, all cards to name."""
    if legal.piece == PLACES:  # before the deal all places are alike
        yield " ".join([legal.lead, *(str(place + 1) for place in range(legal.cards[0] if legal.cards else 0))])
        return
    amounts = (legal.amounts[0], legal.most) if legal.most else legal.amounts
    leads = [f"{legal.lead} {cents / 100:.2f}" for cents in dict.fromkeys(amounts)] or [legal.lead]
    if legal.cards is None:
        yield from leads
        return
    least, most = legal.cards
    for count in range(least, min(most, len(held)) + 1):
        for thrown in combinations(held, count):
            for lead in leads:
                yield " ".join([lead, *map(format_card, thrown)])


def actions(now: PlacedRound) -> list[str]:
    """Every way to act at a decision, wagers beside the game and blind ones ahead of it left out."""
    found = [PASS] if now.optional else []
    for legal in now.main_actions():
        found += _texts(legal, now.seat.held())
    return found


def hands_of(plan: Plan, name: str, made: Collection[str] | None = None) -> frozenset[str]:
    """The hands of cards that a wager is judged on, those too that another hand is made of; `made`: by such seats."""
    found: set[str] = set()
    for case in plan.wagers[name].cases:
        if made is not None and not _wagers_of(case.when) <= {*made}:
            continue
        found |= case.hands | {*(case.margin or ()), *case.best_of}
        rows = [row.clauses for table in (case.table, case.also) if table is not None for row in table.rows]
        found |= hands_in(row for row in rows if may_fit(row))
        if isinstance(case.when, AllWin):
            found |= {hand for other in case.when.wagers for hand in hands_of(plan, other, made)}
    return frozenset(part for hand in found for part in made_of(plan, hand))


def _wagers_of(when: When) -> set[str]:
    """The wagers without which a condition never holds."""
    if isinstance(when, Both):
        return _wagers_of(when.first) | _wagers_of(when.second)
    return {when.wager} if isinstance(when, WagerMade) else set()


def made_of(plan: Plan, hand: str) -> tuple[str, ...]:
    """The hands that a hand is made of or is one of; itself, if it has cards of its own."""
    return plan.hands[hand].plays_of or plan.hands[hand].one_of or (hand,)


@dataclass(frozen=True)
class Ending:
    """How a round that is over is settled: what is lost or given back for certain, and the wagers still to judge."""

    sure: float
    judged: Mapping[str, float]  # wager -> units that its net is multiplied by
    staked: float


def ending(now: PlacedRound) -> Ending:
    """The wagers of the game itself at the end of a round, in units."""
    unit, seat = now.unit, now.seat
    sure, staked, judged = 0.0, 0.0, {}
    for name in main_wagers(now.plan):
        spec = now.plan.wagers[name].spec
        stake = seat.wagers.get(name, 0) / unit
        if name in seat.closed:
            net = seat.closed[name].net / unit
            sure += net
            staked += stake if net else 0.0  # a wager taken back is none
        elif name in seat.wagers:
            staked += stake
            if seat.folded and not spec.survives_fold:
                sure -= stake
            else:
                judged[name] = stake
        elif spec.paid_on in seat.wagers and not seat.folded:
            judged[name] = seat.wagers[spec.paid_on] / unit
    return Ending(sure, judged, staked)
