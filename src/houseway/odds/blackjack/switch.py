"""Two hands that may exchange their second cards, counted whole.

The mean of a round is the sum of its two hands' means. What the other hand draws is unseen, and unseen cards are
exchangeable: a hand that is played by its own cards, the other hand's first two and the up card is worth what one hand
is worth in a shoe without those two. So every two cards are counted beside every other two, and each deal takes the
better of its two arrangements.
"""

import os
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from houseway.odds.arrays import Flags
from houseway.odds.blackjack.chart import ADDED as ADDED_HANDS
from houseway.odds.blackjack.chart import DEALT, FIRST_SPLIT, Chart, policy_of
from houseway.odds.blackjack.dealer import LEAST, NATURAL
from houseway.odds.blackjack.hands import SURRENDERS, all_hands
from houseway.odds.blackjack.pays import FIRST, PLAIN
from houseway.odds.blackjack.solve import EVEN_MONEY, INSURED, Rules, splittable
from houseway.odds.blackjack.splits import shares, squares
from houseway.odds.blackjack.switch_kernel import (
    ADDED,
    BEST,
    CHART,
    ENDED,
    EVEN,
    KEPT,
    MADE,
    SQUARE,
    SWITCHED,
    WORTH,
    Beside,
    Pairs,
    Terms,
    under,
)
from houseway.odds.blackjack.values import ACE, NAMES, TEN, VALUES, Floats, Ints
from houseway.odds.executor import LOCAL, Executor, SharedInput
from houseway.odds.payoff import payoff

_TWO = tuple((low, high) for low in range(VALUES) for high in range(low, VALUES))
_GONE = 3  # cards of a pair's value that may be out before it is split: the up card and the other hand's


@dataclass(frozen=True)
class Round:
    """A round under one way of play, per unit of the first hand's wager."""

    mean: float
    bet: float
    square: float  # the two hands, and those of a split, taken as independent given how the dealer ends


@dataclass(frozen=True)
class Game:
    """All that a part of the count works with; `worths` as the rounds of the chart compare hands for a switch."""

    rules: Rules
    chart: Chart
    worths: Floats  # [made by a switch, lower value, higher value, up]

    def _pays(self) -> Floats:
        """[owner, class, kind, dealer's end] with the class of a twenty-one that a switch made."""
        pays, words = self.rules.pays.hands.copy(), self.rules.plan.spec.dealer
        pays[:, SWITCHED] = pays[:, 21]
        if words.pushes_on:
            pays[FIRST, SWITCHED, :, words.pushes_on - LEAST] = 0.0
        return pays

    def _terms(self, up: int) -> Terms:
        rules, chart = self.rules, self.chart
        spec, pays = rules.plan.spec, self._pays()
        kept = rules.allowed.copy()
        kept[:, SURRENDERS] = 0
        cards = int(rules.shoe.sum()) - _GONE
        most = int(rules.most.max())
        share = np.zeros((VALUES, _GONE + 1, 2, max(2 * (most - 1), 1), 2))
        for value in range(VALUES):
            for gone in range(_GONE + 1):
                one = shares(int(rules.most[value]), int(rules.shoe[value]) - gone, cards)
                share[value, gone, :, : one.shape[1]] = one
        even = rules.pays.even_money
        made = rules.pays.natural if spec.natural.after_switch else pays[FIRST, SWITCHED, PLAIN]
        return Terms(
            rules.allowed,
            rules.allowed_split,
            rules.most,
            np.array([splittable(rules, value) for value in range(VALUES)]),
            np.array(rules.free, np.int64),
            np.stack([pays[[FIRST, 2 if free else 1]] for free in rules.free]),
            pays[FIRST],
            np.stack([rules.pays.natural, made]),
            np.zeros_like(rules.pays.natural) if even is None else even,
            share,
            np.stack([policy_of(rules, chart, DEALT, allowed)[up] for allowed in (rules.allowed, kept)]),
            np.stack(
                [
                    np.stack([policy_of(rules, chart, context, allowed)[up] for context in (FIRST_SPLIT, ADDED_HANDS)])
                    for allowed in rules.allowed_split
                ]
            ),
            chart.split[:, up].astype(np.int64),
            bool(spec.dealer.pushes_on) and spec.dealer.pushes_for != "all",
        )

    def _hands(self, up: int) -> Beside:
        """What every two cards are worth beside every other two."""
        book, hands = self.rules.book, all_hands()
        holding = []
        for low, high in _TWO:
            least = hands.counts[hands.place(low, high)]
            holding.append(np.flatnonzero((hands.counts >= least).all(axis=1)))
        pairs = Pairs(
            np.array([low for low, _ in _TWO]),
            np.array([high for _, high in _TWO]),
            np.concatenate(holding),
            np.cumsum([0, *map(len, holding)]),
        )
        classes = book.classes.copy()
        classes[hands.place(ACE, TEN)] = SWITCHED
        changed = book._replace(classes=classes)
        terms = self._terms(up)
        beside = under(self.rules.shoe, up, pairs, terms, book, changed)
        self._square_splits(up, terms, beside)
        return beside

    def _square_splits(self, up: int, terms: Terms, beside: Beside) -> None:
        """Write the squares of what pairs yield that are split."""
        rules = self.rules
        cards = int(rules.shoe.sum()) - _GONE
        for value in np.flatnonzero(rules.most > 1).tolist():
            own = _TWO.index((value, value))
            out = np.array([two.count(value) for two in _TWO]) + int(up == value)
            for gone, play, way in product(range(_GONE + 1), (BEST, CHART), (KEPT, MADE)):
                rows = np.flatnonzero((out == gone) & (beside.splits[value, :, play, way] > 0))
                nets = beside.nets[value, rows, play, way if terms.apart else KEPT]
                new = squares(int(rules.most[value]), int(rules.shoe[value]) - gone, cards, nets)
                old = beside.found[own, rows, play, way, SQUARE]
                beside.found[own, rows, play, way, SQUARE] = old + terms.parts[value] * (new - old)

    def _early(self, up: int) -> Floats:
        """[two cards] whether the chart gives them up before the look."""
        hands, chart = all_hands(), self.chart
        found = np.zeros(len(_TWO))
        for number, (low, high) in enumerate(_TWO):
            hand = hands.place(low, high)
            early = chart.early[int(hands.soft[hand]), hands.total[hand], up]
            found[number] = chart.early_pair[low, up] if low == high else early
        return found

    def rounds(self, up: int) -> Floats:
        """[best or chart][net result, amount bet, square] of the rounds under one up card, times the chance of it."""
        return _Deals(self, up).sums(self._hands(up))


class _Law(NamedTuple):
    """What hands yield, by deal: the mean, the mean square, and by dealer's end, the natural he looked for as last."""

    mean: Floats
    square: Floats
    by_end: Floats

    def where(self, here: Flags, other: "_Law") -> "_Law":
        """The other one where it is said."""
        pairs = zip(self, other, strict=True)
        return _Law(*(np.where(here[:, None] if one.ndim > 1 else here, two, one) for one, two in pairs))


class _Alone(NamedTuple):
    """Hands that are not switched, by deal."""

    law: _Law
    bet: Floats
    final: Flags  # even money was taken, or the hand given up before the look
    lost: Floats  # to a natural that the dealer looked for
    stake: Floats  # of insurance


class _Deals:
    """All deals of four cards in order under one up card: `a` and `b` are one hand, `c` and `d` the other."""

    def __init__(self, game: Game, up: int) -> None:
        self.game, self.up = game, up
        rules = game.rules
        a, b, c, d = np.indices((VALUES,) * 4).reshape(4, -1)
        left = np.repeat(rules.shoe[None, :], len(a), axis=0)
        left[:, up] -= 1
        every = np.arange(len(a))
        self.chance = np.full(len(a), rules.shoe[up] / rules.shoe.sum())
        for card in (a, b, c, d):
            self.chance *= np.maximum(left[every, card], 0.0) / left.sum(axis=1)
            left[every, card] -= 1
        other = {ACE: TEN, TEN: ACE}.get(up)
        self.natural = np.zeros(len(a)) if other is None else np.maximum(left[:, other], 0.0) / left.sum(axis=1)
        numbers = np.zeros((VALUES, VALUES), np.int64)
        for number, (low, high) in enumerate(_TWO):
            numbers[low, high] = numbers[high, low] = number
        self.own = numbers[a, b], numbers[c, d]
        self.made = numbers[a, d], numbers[c, b]

    def _ends(self, beside: Beside) -> Floats:
        """[deal, dealer's end] the chances, the natural he looked for as last."""
        looked = self.natural * bool(self.game.rules.peeks[self.up])
        return np.concatenate([beside.ends[self.own], looked[:, None]], axis=1)

    def _law(self, cells: Floats, ends: Floats, lost: Floats | float, stake: Floats | float) -> _Law:
        """Hands with what they lose to a natural that the dealer looked for, and so much insurance."""
        rules, fixed = self.game.rules, np.zeros_like(ends)
        fixed[:, -1] = lost
        by_end = np.concatenate([cells[:, ENDED:], np.zeros((len(cells), 1))], axis=1)
        if rules.plan.spec.insurance is not None:
            pays = payoff(rules.plan.insurance).net
            natural = ends.shape[1] - 1 if rules.peeks[self.up] else NATURAL
            insured = np.where(np.arange(ends.shape[1]) == natural, pays, -1.0)
            fixed += np.asarray(stake)[..., None] * insured
        square = cells[:, SQUARE] + (2 * fixed * by_end + fixed**2 * ends).sum(axis=1)
        return _Law(cells[:, WORTH] + (fixed * ends).sum(axis=1), square, by_end + fixed * ends)

    def _given_up(self, ends: Floats) -> _Law:
        costs = self.game.rules.costs
        chance = ends.sum(axis=1)
        return _Law(-costs * chance, costs**2 * chance, -costs * ends)

    def _alone(self, beside: Beside, ends: Floats, play: int, own: Ints, other: Ints) -> "_Alone":
        """A hand that is not switched."""
        game, rules, up, hands = self.game, self.game.rules, self.up, beside.found
        words, pays, spec = rules.plan.spec.insurance, rules.pays, rules.plan.spec
        has_natural = own == _TWO.index((ACE, TEN))
        offered = words is not None and NAMES[up] in words.up
        stake = np.zeros(len(own))
        if words is not None and offered:
            gain = self.natural * payoff(rules.plan.insurance).net - (1 - self.natural)
            if play == BEST:
                stake = np.where(gain > 0, words.most, 0.0)
            else:
                stake = words.most * np.where(has_natural, game.chart.natural == INSURED, game.chart.insures)
        lost = np.where(has_natural, pays.natural[NATURAL], pays.hands[FIRST, 20, PLAIN, NATURAL])
        kept = hands[own, other, play, KEPT]
        law, bet, final = self._law(kept, ends, lost, stake), 1 + stake + kept[:, ADDED], np.zeros(len(own), np.bool_)
        if pays.even_money is not None and offered:
            even = self._law(hands[own, other, play, EVEN], ends, pays.even_money[NATURAL], 0.0)
            taken = has_natural & (even.mean > law.mean if play == BEST else game.chart.natural == EVEN_MONEY)
            law, bet, final = law.where(taken, even), np.where(taken, 1.0, bet), final | taken
        if spec.surrender is not None and spec.surrender.at == "early":
            gone = law.mean < -rules.costs if play == BEST else game._early(up)[own] > 0
            gone = gone & ~has_natural
            law, bet, final = law.where(gone, self._given_up(ends)), np.where(gone, 1.0, bet), final | gone
        return _Alone(law, bet, final, lost, stake)

    def sums(self, beside: Beside) -> Floats:
        """[best or chart][net result, amount bet, square]."""
        found, ends = np.zeros((2, 3)), self._ends(beside)
        for play in (BEST, CHART):
            alone = [self._alone(beside, ends, play, *both) for both in (self.own, self.own[::-1])]
            cells = [beside.found[one, two, play, MADE] for one, two in (self.made, self.made[::-1])]
            made = [self._law(one, ends, dealt.lost, dealt.stake) for one, dealt in zip(cells, alone, strict=True)]
            kept = [dealt.law for dealt in alone]
            final = alone[0].final | alone[1].final
            if play == BEST:
                better = made[0].mean + made[1].mean > kept[0].mean + kept[1].mean
            else:
                better = self._by_worth() & ~final
            staked = [1 + dealt.stake + one[:, ADDED] for one, dealt in zip(cells, alone, strict=True)]
            first, second = (one.where(better, other) for one, other in zip(kept, made, strict=True))
            both = (first.by_end * second.by_end / np.where(ends > 0, ends, 1.0)).sum(axis=1)
            found[play] = [
                self.chance @ (first.mean + second.mean),
                self.chance @ np.where(better, staked[0] + staked[1], alone[0].bet + alone[1].bet),
                self.chance @ (first.square + second.square + 2 * both),
            ]
        return found

    def _by_worth(self) -> Flags:
        """Where the rounds of the chart switch."""
        low, high = (np.array(side) for side in zip(*_TWO, strict=True))
        table = self.game.worths[:, low, high, self.up]
        found: Flags = table[1, self.made[0]] + table[1, self.made[1]] > table[0, self.own[0]] + table[0, self.own[1]]
        return found


def _rounds(kit: SharedInput[Game], up: int) -> Floats:
    return kit.made.rounds(up)


def count_switch(rules: Rules, chart: Chart, worths: Floats, executor: Executor = LOCAL) -> tuple[Round, Round]:
    """The rounds under the best play and by the chart, every round from a full shoe."""
    kit = SharedInput(Game, rules, chart, worths)
    ups = [up for up in (1, 0, *range(2, VALUES)) if rules.shoe[up] >= 1]  # the largest parts first
    total = sum(executor.map(_rounds, [(kit, up) for up in ups], os.cpu_count() or 1), np.zeros((2, 3)))
    best, by_chart = (Round(float(mean), float(bet), float(square)) for mean, bet, square in total)
    return best, by_chart
