"""Games whose hands start with three cards, counted: played as one hand, split into three, or given up.

A start that is played as one hand is played best for its exact cards and the up card. After a split each hand is
played by its own cards alone, best for the shoe without the three cards of the start. What the other hands draw
changes nothing in that mean: unseen cards are alike in every order.
"""

import os
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.odds.blackjack import kernel
from houseway.odds.blackjack.dealer import ENDS
from houseway.odds.blackjack.hands import ACTIONS, DOUBLES, HITS, STANDS, SURRENDERS, all_hands
from houseway.odds.blackjack.pays import CLASSES, DOUBLED, FIRST, KINDS
from houseway.odds.blackjack.sides import NO_COUNTS, Sides
from houseway.odds.blackjack.solve import Totals, read_rules
from houseway.odds.blackjack.values import ACE, NAMES, TEN, VALUES, Floats, Ints, card_of
from houseway.odds.blackjack.views import own_set_nets
from houseway.odds.executor import LOCAL, Executor
from houseway.odds.pricing import Priced, Question
from houseway.odds.report import Report, main_price
from houseway.play.blackjack.moves import DOUBLE, HIT, KEEP_21, SPLIT, STAND, SURRENDER, TAKE_21
from houseway.play.blackjack.plan import Plan, SideBet, load_plan
from houseway.play.blackjack.table import Hand
from houseway.play.blackjack.totals import card_value, may_count_over, total
from houseway.rules.wording import humanize

NOTE = (
    "counted by composition: a start played as one hand is played best for the exact cards; after a split every hand "
    "is played by its own cards alone, best for the shoe without the three cards of the start; a full shoe, one player"
)
DEVIATION_NOTE = "the standard deviation takes split hands as independent given how the dealer ends"
_NETS = 5  # units that one hand wins or loses: -2 to 2
_LETTERS = {HIT: "H", STAND: "S", DOUBLE: "D", SPLIT: "P", SURRENDER: "R", TAKE_21: "21"}
_VERBS = {HITS: HIT, STANDS: STAND, DOUBLES: DOUBLE}
Small = npt.NDArray[np.int8]
Start = tuple[int, ...]  # places of values, in order


@njit(cache=True, nogil=True)
def _every_start(
    up: int, shoe: Floats, starts: Ints, allowed: Ints, pays: Floats, book: kernel.Book, worth: Floats, made: Floats,
    policies: Small,
) -> None:  # fmt: skip
    """[up, start, card]: what the hand of each card of a split start is worth, and [.., dealer's end, net] its chances.

    The last column of `made` gathers the chance that the hand is doubled; `policies` by [.., hand] says what is done.
    """
    size = book.counts.shape[0]
    ends, reach = np.empty((size, ENDS)), np.zeros(size)
    policy, values = np.zeros(size, np.int64), np.zeros((size, 5))
    for number in range(len(starts)):
        for place in range(starts.shape[1]):
            card = starts[number, place]
            if place and starts[number, place - 1] == card:
                worth[up, number, place] = worth[up, number, place - 1]
                made[up, number, place] = made[up, number, place - 1]
                policies[up, number, place] = policies[up, number, place - 1]
                continue
            left = shoe.copy()
            left[up] -= 1.0
            for other in range(starts.shape[1]):
                if other != place:
                    left[starts[number, other]] -= 1.0
            if left.min() < 0.0 or left[card] < 1.0:
                continue
            kind = 0 if card == ACE else 1
            first = book.after[0, card]
            places = book.holding[book.begins[card] : book.begins[card + 1]]
            draws = False
            for value in range(VALUES):
                draws = draws or allowed[kind, book.after[first, value], HITS] != 0
            if not draws:  # two cards are all such a hand ever has
                places = book.after[first]  # in order, as their totals grow with the card
            ends[:, 0] = kernel.UNKNOWN
            kernel.best_actions(left, up, places, allowed[kind], pays, 0.0, book, ends, policy, values)
            for held in places:
                policies[up, number, place, held] = policy[held]
            reach[:] = 0.0
            rest = left.sum() - 1.0
            for value in range(VALUES):
                have = left[value] - (value == card)
                if have > 0.0:
                    grown = book.after[first, value]
                    reach[grown] = have / rest
                    worth[up, number, place] += have / rest * values[grown, policy[grown]]
            gathered = np.zeros((CLASSES, KINDS, ENDS))
            kernel.follow(left, up, places, policy, book, ends, reach, gathered)
            for ended in range(CLASSES):
                for added in range(KINDS):
                    for end in range(ENDS):
                        chance = gathered[ended, added, end]
                        net = np.int64(np.rint(pays[ended, added, end])) + 2
                        made[up, number, place, end, net] += chance
                        if added == DOUBLED:
                            made[up, number, place, end, _NETS] += chance


@dataclass(frozen=True)
class Choice:
    """A start under an up card: the values of what may be done, given the look found no natural where one is taken."""

    values: dict[str, float]  # joint with that play goes on; a start of 21 that is taken has its price whatever comes
    natural: float  # the chance that the dealer's look ends the round

    def worth(self, verb: str) -> float:
        """What the round yields."""
        return self.values[verb] if verb == TAKE_21 else self.values[verb] - self.natural

    @property
    def best(self) -> str:
        return max(self.values, key=self.worth)


class Starts:
    """The game counted: every start under every up card."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.rules = plan, read_rules(plan)
        rules, hands = self.rules, all_hands()
        self.starts: list[Start] = list(combinations_with_replacement(range(VALUES), plan.spec.start))
        size = len(hands.cards)
        self.ends = np.zeros((VALUES, size, ENDS))
        self.policy = np.zeros((VALUES, size), np.int64)
        self.values = np.full((VALUES, size, len(ACTIONS)), kernel.NEVER)
        allowed = rules.allowed.copy()
        allowed[:, SURRENDERS] = 0  # a start is given up as a whole, see `choice`
        self.places = np.flatnonzero(hands.cards >= plan.spec.start)
        kernel.every_up(
            rules.shoe, self.places, allowed, rules.pays.hands[FIRST], rules.book, self.ends, self.policy, self.values
        )
        shape = (VALUES, len(self.starts), plan.spec.start)
        self.split_worth, self.split_made = np.zeros(shape), np.zeros((*shape, ENDS, _NETS + 1))
        self.split_policy = np.zeros((*shape, size), np.int8)
        given = (
            rules.shoe, np.array(self.starts), rules.allowed_split, rules.pays.hands[FIRST], rules.book,
            self.split_worth, self.split_made, self.split_policy,
        )  # fmt: skip
        list(LOCAL.map(_every_start, [(up, *given) for up in (1, 0, *range(2, VALUES))], os.cpu_count() or 1))

    def _left(self, start: Start, up: int) -> Floats:
        left = self.rules.shoe.copy()
        for value in (up, *start):
            left[value] -= 1
        return left

    def natural(self, start: Start, up: int) -> float:
        """The chance that the dealer's look ends the round."""
        left, other = self._left(start, up), {ACE: TEN, TEN: ACE}.get(up)
        return float(left[other] / left.sum()) if other is not None and self.rules.peeks[up] else 0.0

    def chance(self, start: Start, up: int) -> float:
        """The chance to be dealt this start under this up card."""
        shoe = self.rules.shoe.copy()
        found = float(shoe[up] / shoe.sum())
        shoe[up] -= 1
        orders = 6 // {1: 6, 2: 2, 3: 1}[len(set(start))]
        for value in start:
            found *= max(float(shoe[value]), 0.0) / float(shoe.sum())
            shoe[value] -= 1
        return found * orders

    def choice(self, start: Start, up: int) -> Choice:
        """What may be done with a start, and what each is worth."""
        cards = tuple(card_of(value) for value in start)
        hand = Hand(spot=0, cards=cards, stake=1)
        spec, natural, count = self.plan.spec, self.natural(start, up), total(cards)[0]
        found: dict[str, float] = {}
        if count == 21:
            assert self.plan.spec.instant is not None
            found[TAKE_21] = float(self.rules.pays.hands[FIRST, 21, 0, 0])
        elif count < 21:
            values = self.values[up, all_hands().place(*start)]
            found = {
                verb: float(values[action]) for action, verb in _VERBS.items() if values[action] > kernel.NEVER / 2
            }
        if hand.may_be_singles(self.plan.spec):
            found[SPLIT] = float(self.split_worth[up, self.starts.index(start)].sum())
        if spec.surrender is not None and spec.surrender.over_21 and may_count_over(cards):
            found[SURRENDER] = -spec.surrender.costs * (1 - natural)
        return Choice(found, natural)

    @cached_property
    def totals(self) -> Totals:
        """All rounds under best play."""
        found = Totals()
        for up in range(VALUES):
            reach = np.zeros(len(all_hands().cards))
            for number, start in enumerate(self.starts):
                chance = self.chance(start, up)
                if not chance:
                    continue
                choice = self.choice(start, up)
                verb = choice.best
                found.bet += chance
                if verb == TAKE_21:
                    found.add(choice.values[verb], chance)
                    continue
                found.add(-1.0, chance * choice.natural)
                if verb == SURRENDER:
                    assert self.plan.spec.surrender is not None
                    found.add(-self.plan.spec.surrender.costs, chance * (1 - choice.natural))
                elif verb == SPLIT:
                    self._split(found, up, number, chance, choice)
                else:
                    reach[all_hands().place(*start)] += chance
            self._plain(found, up, reach)
        return found

    def _split(self, found: Totals, up: int, number: int, chance: float, choice: Choice) -> None:
        made, before = self.split_made[up, number], found.mean
        sums = made[0, :, :_NETS].sum(axis=1, keepdims=True)  # by the dealer's end, joint with that play goes on
        for hand in made[:, :, :_NETS]:
            own = hand / np.maximum(hand.sum(axis=1, keepdims=True), 1e-300)
            grown = np.zeros((ENDS, sums.shape[1] + _NETS - 1))
            for net in range(_NETS):
                grown[:, net : net + sums.shape[1]] += sums * own[:, net : net + 1]
            sums = grown
        for place, part in enumerate(sums.sum(axis=0).tolist()):
            found.add(place - 2.0 * len(made), chance * part)
        found.mean = before + chance * choice.values[SPLIT]
        added = len(made) - 1
        found.bet += chance * ((1 - choice.natural) * added + float(made[:, :, _NETS].sum()))

    def _plain(self, found: Totals, up: int, reach: Floats) -> None:
        left = self.rules.shoe.copy()
        left[up] -= 1
        out = np.zeros((CLASSES, KINDS, ENDS))
        kernel.follow(left, up, self.places, self.policy[up], self.rules.book, self.ends[up], reach, out)
        pays = self.rules.pays.hands[FIRST]
        for number, kind, end in zip(*np.nonzero(out), strict=True):
            found.add(float(pays[number, kind, end]), float(out[number, kind, end]))
        found.bet += float(out[:, DOUBLED].sum())

    def with_side(self, side: SideBet) -> float:
        """The mean of the product of what the hands and a bet on the start yield."""
        nets, found = own_set_nets(side.table, self.plan.spec.deck), 0.0
        for up in range(VALUES):
            for start in self.starts:
                if chance := self.chance(start, up):
                    choice = self.choice(start, up)
                    found += chance * choice.worth(choice.best) * nets[start]
        return found

    def strategy(self) -> dict[str, Any]:
        """Charts by up card: starts that may be split or given up one by one, the others by their totals."""
        named: dict[str, dict[str, dict[str, str]]] = {"starts that may be split or given up": {}}
        weighed: dict[tuple[str, str], dict[str, dict[str, float]]] = {}
        for start in self.starts:
            cards = tuple(card_of(value) for value in start)
            single = Hand(spot=0, cards=cards, stake=1).may_be_singles(self.plan.spec)
            count, soft = total(cards)
            if count == 21 and not single:
                continue
            for up in range(VALUES):
                if not self.chance(start, up):
                    continue
                verb = self.choice(start, up).best
                if single:
                    rows = named["starts that may be split or given up"]
                    rows.setdefault("-".join(NAMES[value] for value in start), {})[NAMES[up]] = _LETTERS[verb]
                else:
                    cell = weighed.setdefault(("soft" if soft else "hard", str(count)), {}).setdefault(NAMES[up], {})
                    cell[verb] = cell.get(verb, 0.0) + self.chance(start, up)
        for (kind, points), row in weighed.items():
            best = {up: _LETTERS[max(cell, key=lambda one: cell[one])] for up, cell in row.items()}
            named.setdefault(kind, {})[points] = best
        return named

    def worths(self, cards: tuple[int, ...], up_card: int) -> dict[str, float]:
        """What each action on a start is worth in units of the stake, once the dealer has looked."""
        values = sorted(card_value(card) - 1 for card in cards)
        choice = self.choice(tuple(values), card_value(up_card) - 1)
        return {verb: value / (1 - choice.natural) for verb, value in choice.values.items() if verb != TAKE_21}

    def first_worths(self, cards: tuple[int, ...], up_card: int) -> dict[str, float]:
        """What a start of 21 is worth taken, and kept to be split, before the dealer looks."""
        values = sorted(card_value(card) - 1 for card in cards)
        choice = self.choice(tuple(values), card_value(up_card) - 1)
        kept = max(choice.worth(verb) for verb in choice.values if verb != TAKE_21)
        return {TAKE_21: choice.worth(TAKE_21), KEEP_21: kept}


def price(question: Question, executor: Executor) -> Priced:
    """The game and its side bets."""
    plan = load_plan(question.game, dict(question.house))
    counted = Starts(plan)
    executor(0.7)
    found = counted.totals
    unit = plan.mains[0]
    sides = Sides(plan, None, question.meters).all(question.every_table)
    in_use = {name: next(iter(prices.values())) for name, prices in sides.items()}
    mean, square, bet, notes = found.mean, found.square, found.bet, [NOTE, DEVIATION_NOTE]
    for name in (side for side in sides if plan.spec.wagers[side].required):
        edge = in_use[name].house_edge
        both = f"{humanize(unit)} by itself {-found.mean:.4%}; {humanize(name)}, which must be made too, {edge:.4%}"
        notes.append(both)
        square += in_use[name].std_dev ** 2 + edge**2 + 2 * counted.with_side(plan.sides[name])
        mean, bet = mean - edge, bet + 1
    main = main_price(unit, mean, square, bet)
    executor(1.0)
    report = Report(plan.spec.id, "exact", main, in_use, counted.strategy(), notes=tuple(notes))
    return Priced(report, sides, wager=unit, uncounted=NO_COUNTS)
