"""Hands that are set by their blackjack points against the dealer's house way: counted by values of the cards.

Suits and the names of ten-value cards do not matter, so five cards are one of 1,993 kinds. For each the dealer's
hands are weighed by the cards that are left, and every legal setting is judged by the cases of the wager.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from houseway.cards.decks import deck
from houseway.cards.text import format_card
from houseway.hands.columns import Fact
from houseway.odds.executor import LOCAL, Executor
from houseway.odds.house_poker.batch import Batch, Cards, Flags, Floats, Ints
from houseway.odds.house_poker.decision_tree import read_tree
from houseway.odds.house_poker.solvers import Solution
from houseway.odds.house_poker.wagers import main_wagers, unit_of
from houseway.odds.payoff import payoff
from houseway.odds.simulate.setup import EngineInfo, Setup
from houseway.odds.simulate.streams import deal, stream
from houseway.odds.simulate.tally import count as tallied
from houseway.play.house_poker.plan import ChoicePlan, Plan
from houseway.play.house_poker.setting import Parts, all_settings, house_way, is_foul
from houseway.play.house_poker.table import Piles, Seat, SeatView
from houseway.rules.errors import RuleError
from houseway.rules.patterns import Row

_RANKING = "points_21"
_VALUES = 10  # ace, two to nine, ten-value cards
_COPIES = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
_ACE, _TEN = 12, 8
_TOLD = frozenset((Fact.TENS, Fact.POINTS, Fact.TOTAL, Fact.COUNT))
_OF_ONE_VALUE = (1 << _TEN) - 1 | 1 << _ACE  # the ranks that are a value by themselves


def _by_value(row: Row) -> bool:
    """Whether a pattern sees the values of cards only."""
    return all(
        not clause.ranks
        and all(
            test.fact in _TOLD or (test.fact == Fact.RANKS and not test.low & ~_OF_ONE_VALUE) for test in clause.tests
        )
        for clause in row
    )


def _stage(plan: Plan) -> int:
    """The one stage at which seats set their cards; -1 where the game is of another shape."""
    decisions = read_tree(plan).decisions
    return decisions[0].stage if len(decisions) == 1 and "parts" in decisions[0].words else -1


def fits(plan: Plan) -> bool:
    """Whether seats and dealer set as many cards of one deck by points, and one wager compares them."""
    stage, dealt = _stage(plan), [one.deal for one in plan.stages if one.deal]
    if stage < 0 or plan.game.spec.deck != "52" or len(dealt) != 1 or len(main_wagers(plan)) != 1:
        return False
    if set(dealt[0]) != {"player", "dealer"} or dealt[0]["player"] != dealt[0]["dealer"]:
        return False
    set_by = [hand for hand in plan.hands.values() if any(part.name for part in hand.parts)]
    ranked = all(hand.ranking is not None and hand.ranking.name == _RANKING for hand in set_by)
    rows = [row.tests + row.shows for rows in plan.house_way for row in rows]
    rows += [choice.shows for choice in plan.choices[stage]]
    plain = all(not (choice.spec.bet or choice.having or choice.below) for choice in plan.choices[stage])
    return ranked and plain and all(map(_by_value, rows)) and plan.wagers[main_wagers(plan)[0]].table is None


def _kinds(size: int) -> Ints:
    """All hands by how many cards of each value they hold."""
    found = []
    for values in combinations_with_replacement(range(_VALUES), size):
        counts = np.bincount(values, minlength=_VALUES)
        if (counts <= _COPIES).all():
            found.append(counts)
    return np.array(found, np.int64)


def _cards(counts: Ints) -> tuple[int, ...]:
    found: list[int] = []
    for value, count in enumerate(counts.tolist()):
        rank = _ACE if value == 0 else value - 1
        found += [4 * rank + copy for copy in range(count)]
    return tuple(found)


@dataclass(frozen=True)
class _Dealer:
    """What the dealer may have set: the points of each hand, busts, and the patterns that cases ask for."""

    values: dict[str, Ints]
    bust: Flags
    shown: dict[Row, Flags]
    size: int


@dataclass(frozen=True)
class _Sight:
    """One setting of a seat against everything the dealer may have."""

    own: Mapping[str, int]
    is_bust: bool
    dealer: _Dealer

    def value(self, hand: str) -> Any:
        return self.own[hand] if hand in self.own else self.dealer.values[hand]

    def fits(self, row: Row) -> Flags:
        return self.dealer.shown[row]

    def folded(self) -> bool:
        return False

    def bust(self) -> bool:
        return self.is_bust

    def dealer_bust(self) -> Flags:
        return self.dealer.bust

    def _unknown(self, *asked: str) -> Any:
        raise RuleError(f"hands set by points are not judged by {asked[0] if asked else 'this'}", "wagers")

    points = one_colour = made = acted = won = _unknown


class Settings:
    """The game solved: what each kind of hand is worth set in each way."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.stage = plan, _stage(plan)
        self.wager = plan.wagers[main_wagers(plan)[0]]
        self.kinds = _kinds(next(one.deal["player"] for one in plan.stages if one.deal))
        self._house = next(index for index, stage in enumerate(plan.stages) if stage.dealer is not None)
        own = {name: hand for name, hand in plan.hands.items() if hand.ranking is not None and hand.own}
        self._own = tuple(own)
        self._theirs = tuple(name for name, hand in plan.hands.items() if hand.ranking is not None and not hand.own)
        self.ending = {choice.spec.do for choice in plan.choices[self.stage] if choice.ends}
        self._nets: dict[tuple[tuple[int, ...], bool], Floats] = {}
        self.dealer, self.chances = self._weigh()
        size = int(self.kinds[0].sum())
        self.weights = self._ways(np.zeros((1, _VALUES), np.int64))[0] / comb(52, size)

    def _ways(self, held: Ints) -> Floats:
        """[hand, kind]: in how many ways the cards beside `held` make each kind."""
        found = np.ones((len(held), len(self.kinds)))
        most = int(self.kinds.sum(axis=1)[0])
        for value in range(_VALUES):
            left = range(_COPIES[value] + 1)
            table = np.array([[comb(one, chosen) for chosen in range(most + 1)] for one in left], np.float64)
            found *= table[_COPIES[value] - held[:, value]][:, self.kinds[:, value]]
        return found

    def _weigh(self) -> tuple[_Dealer, Floats]:
        """The different things that the dealer may set, and [kind of the seat, thing] their chances."""
        rows = [case.when for case in self.wager.cases]
        asked = list(dict.fromkeys(row for when in rows if (row := getattr(when, "row", None)) is not None))
        keys = []
        for counts in self.kinds:
            cards = _cards(counts)
            parts = house_way(self.plan, self._house, cards)
            view = SeatView(self.plan, Seat({}), 0, Piles({"dealer": cards}, {"dealer": len(cards)}, parts=parts))
            points = [view.value(hand) if parts else 0 for hand in self._theirs]
            keys.append((*points, not parts, *(view.fits(row) for row in asked)))
        different, place = np.unique(np.array(keys, np.int64), axis=0, return_inverse=True)
        columns = different.T
        values = {hand: columns[index] for index, hand in enumerate(self._theirs)}
        first = len(self._theirs)
        shown = {row: columns[first + 1 + index] != 0 for index, row in enumerate(asked)}
        dealer = _Dealer(values, columns[first] != 0, shown, len(different))
        self.things = place.ravel()  # by kind of the dealer's cards, what he sets
        chances = np.zeros((len(self.kinds), len(different)))
        ways = self._ways(self.kinds)
        for thing in range(len(different)):
            chances[:, thing] = ways[:, place.ravel() == thing].sum(axis=1)
        return dealer, chances / chances.sum(axis=1, keepdims=True)

    def _judged(self, values: tuple[int, ...], bust: bool) -> Floats:
        """Net per unit of the wager against everything that the dealer may have, by its cases."""
        found = self._nets.get((values, bust))
        if found is not None:
            return found
        sight = _Sight(dict(zip(self._own, values, strict=True)), bust, self.dealer)
        nets, open_now = np.zeros(self.dealer.size), np.ones(self.dealer.size, np.bool_)
        for case in self.wager.cases:
            here = open_now & case.when.holds(sight)
            if here.any():
                assert case.pay is not None
                nets[here] = payoff(case.pay).at({})
                open_now &= ~here
        self._nets[values, bust] = nets
        return nets

    def _set(self, choice: ChoicePlan, cards: tuple[int, ...]) -> dict[tuple[int, ...], Parts]:
        """The legal settings of some cards, one for each pair of values."""
        seat, piles = Seat({}, cards=cards, due=len(cards)), Piles()
        found: dict[tuple[int, ...], Parts] = {}
        for parts in all_settings(choice.spec.parts, cards):
            if not is_foul(self.plan, choice.spec, seat, 0, piles, parts):
                now = Seat({}, cards=cards, due=len(cards), parts=parts)
                view = SeatView(self.plan, now, 0, piles)
                found.setdefault(tuple(view.value(hand) for hand in self._own), parts)
        return found

    def ways(self, cards: tuple[int, ...]) -> list[tuple[str, Floats]]:
        """What a seat with these cards may do, each with its nets against what the dealer may have."""
        whole = SeatView(self.plan, Seat({}, cards=cards, due=len(cards)), 0, Piles())
        nothing = (0,) * len(self._own)
        found: list[tuple[str, Floats]] = []
        for choice in self.plan.choices[self.stage]:
            spec = choice.spec
            if spec.busts or spec.by_house_way or (choice.shows and not whole.fits(choice.shows)):
                continue
            if choice.ends:
                ended = payoff(choice.ends[self.wager.name].pay).at({})
                found.append((spec.do, np.full(self.dealer.size, ended)))
            for values, parts in self._set(choice, cards).items() if spec.parts else ():
                low = " ".join(format_card(card) for card in next(iter(parts.values())))
                found.append((f"{spec.do} {low}", self._judged(values, False)))
        return found or [("bust", self._judged(nothing, True))]

    def house(self, cards: tuple[int, ...]) -> Floats:
        """The nets of cards that the house way sets."""
        parts = house_way(self.plan, self._house, cards)
        view = SeatView(self.plan, Seat({}, cards=cards, due=len(cards), parts=parts), 0, Piles())
        return self._judged(tuple(view.value(hand) if parts else 0 for hand in self._own), not parts)

    def chances_against(self, cards: tuple[int, ...]) -> Floats:
        """The chances of what the dealer may have beside these cards."""
        counts = np.bincount(_values(np.array(cards)), minlength=_VALUES)
        found: Floats = self.chances[int((self.kinds == counts).all(axis=1).argmax())]
        return found

    def best(self, kind: int) -> tuple[Floats, Floats]:
        """The nets of a kind of hand set in the best way, and by the house way where it is not paid at once."""
        cards, chances = _cards(self.kinds[kind]), self.chances[kind]
        ways = self.ways(cards)
        house = ways[0][1] if ways[0][0] in self.ending else self.house(cards)
        return max((nets for _, nets in ways), key=lambda nets: float(nets @ chances)), house

    def values(self, cards: tuple[int, ...]) -> dict[str, float]:
        chances = self.chances_against(cards)
        return {text: float(nets @ chances) for text, nets in self.ways(cards)}


_BLOCK = 1 << 16
_OPTIMAL, _SIMPLE = "optimal", "simple"


def _values(cards: Any) -> Any:
    """The places of cards among the values."""
    return np.where(cards >> 2 == _ACE, 0, np.minimum(cards >> 2, _TEN) + 1)


_CODE_OF = 1 << 3 * _values(np.arange(52))


@dataclass(frozen=True)
class PointsEngine:
    """Rounds as arrays: each seat and each dealer is one of the kinds, and a table holds what they yield."""

    setup: Setup
    plan: Plan
    settings: Settings

    @property
    def info(self) -> EngineInfo:
        names = (*main_wagers(self.plan), *self.setup.sides)
        return EngineInfo(names, unit_of(self.plan), _BLOCK, self.setup.strategy)

    @cached_property
    def _nets(self) -> Floats:
        """[kind of the seat, what the dealer sets] the net under the strategy."""
        by_house = self.setup.strategy == _SIMPLE
        return np.stack([self.settings.best(kind)[by_house] for kind in range(len(self.settings.kinds))])

    @cached_property
    def _order(self) -> tuple[Ints, Ints]:
        codes = (self.settings.kinds << 3 * np.arange(_VALUES)).sum(axis=1)  # how many of each value, in one word
        order = np.argsort(codes)
        return codes[order], order

    def _kinds(self, cards: Cards) -> Ints:
        known, order = self._order
        found: Ints = order[np.searchsorted(known, _CODE_OF[cards].sum(axis=1))]
        return found

    def play(self, block: int, rounds: int) -> Floats:
        size = int(self.settings.kinds[0].sum())
        dealt = np.empty((rounds, 2 * size), np.uint8)
        deal(np.array(deck(self.plan.game.spec.deck), np.uint8), stream(self.setup.seed, block), dealt)
        own, theirs = np.ascontiguousarray(dealt[:, :size]), np.ascontiguousarray(dealt[:, size:])
        one = np.ones(rounds)
        net = self._nets[self._kinds(own), self.settings.things[self._kinds(theirs)]]
        batch = Batch(self.plan, {"player": own, "dealer": theirs}, self.setup.meters)
        sums = [tallied(one, net)] * 2
        return np.stack([*sums, *(tallied(one, batch.nets(name)) for name in self.setup.sides)])


def engine(setup: Setup, plan: Plan) -> PointsEngine:
    if setup.strategy not in (_OPTIMAL, _SIMPLE):
        raise RuleError(f"hands set by points are played {_OPTIMAL} or {_SIMPLE} (by the house way)", "--strategy")
    return PointsEngine(setup, plan, Settings(plan))


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL) -> Solution:
    """The game under best play."""
    del meters
    settings = Settings(plan)
    executor(0.3)
    mean = square = by_house = alike = 0.0
    outcomes: dict[float, float] = {}
    for kind in range(len(settings.kinds)):
        weight, chances = float(settings.weights[kind]), settings.chances[kind]
        best, house = settings.best(kind)
        mean += weight * float(best @ chances)
        square += weight * float(best**2 @ chances)
        by_house += weight * float(house @ chances)
        alike += weight * (float((best - house) @ chances) < 1e-12)
        for net in np.unique(best).tolist():
            outcomes[net] = outcomes.get(net, 0.0) + weight * float(chances[best == net].sum())
    strategy = [
        "Declare every hand that is paid at once.",
        "Set the other hands by the house way, or better as the trainer says: "
        f"the house way is as good as any setting in {alike:.2%} of all hands.",
        f"By the house way alone the edge is {-by_house:.4%}, under best play {-mean:.4%}.",
    ]
    executor(1.0)
    return Solution(unit_of(plan), mean, square, 1.0, strategy, outcomes=outcomes)
