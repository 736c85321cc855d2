"""The game counted whole: for every up card and first two cards the best play, and what it yields.

Before a split the play is the best for the exact cards of the hand and the up card. After a split every hand is
played by its own cards alone, in the way that is best for the shoe without both cards of the pair, and pairs are split
again as often as the rules let them (known as CDP1). A chart that goes by totals is priced by the same sums.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from math import sqrt

import numpy as np

from houseway.odds.blackjack import kernel
from houseway.odds.blackjack.dealer import ENDS, NATURAL, dealer_tree
from houseway.odds.blackjack.hands import (
    ACTIONS,
    SURRENDERS,
    Flags,
    Hands,
    all_hands,
    legal_actions,
    most_hands,
    splits_free,
)
from houseway.odds.blackjack.pays import (
    CHARLIE,
    CLASSES,
    DOUBLED,
    FIRST,
    FREE,
    KINDS,
    LATER,
    Pays,
    find_pays,
    saving_ranks,
)
from houseway.odds.blackjack.splits import Splits, shares
from houseway.odds.blackjack.values import ACE, NAMES, TEN, VALUES, Floats, Ints, shoe_of
from houseway.odds.payoff import payoff
from houseway.play.blackjack.plan import Plan

Progress = Callable[[float], None]
PLAYS_ON, INSURED, EVEN_MONEY = range(3)  # what an own natural does under an insured up card
LOST, PUSHED, WON = range(3)  # places of how a hand fares


@dataclass(frozen=True)
class Rules:
    """A plan as the kernels read it."""

    plan: Plan
    shoe: Floats
    pays: Pays
    most: Ints  # [pair] hands
    free: tuple[bool, ...]  # [pair]
    allowed: Ints  # [hand, action] as dealt
    allowed_split: Ints  # [of aces 0, of others 1][hand, action]
    book: kernel.Book

    @property
    def peeks(self) -> Ints:
        """[up] whether the dealer looks for a natural at once."""
        return self.book.peeks

    @property
    def costs(self) -> float:
        """The share of the wager that a surrender costs."""
        return self.book.costs

    def pair_pays(self) -> Floats:
        """[pair, first hand or added][class, kind, dealer's end]."""
        hands = self.pays.hands
        return np.stack([np.stack([hands[FIRST], hands[FREE if free else LATER]]) for free in self.free])


def _book(plan: Plan) -> kernel.Book:
    spec, hands = plan.spec, all_hands()
    saves = saving_ranks(plan)
    trees = [dealer_tree(up, spec.dealer.hits_soft_17, saves) for up in range(VALUES)]
    paths, lengths = np.zeros((VALUES, 8), np.int64), np.zeros(VALUES, np.int64)
    places = [0 if rank == 12 else rank + 1 for rank in saves]
    for up in set(places):
        rest = list(places)
        rest.remove(up)
        paths[up, : len(rest)], lengths[up] = rest, len(rest)
    classes = hands.total.copy()
    if spec.charlie:
        classes[hands.cards >= spec.charlie] = CHARLIE
    peeks = spec.dealer.peeks if spec.dealer.hole_card else ""
    holding = [np.flatnonzero((hands.cards > 1) & (hands.counts[:, value] > 0)) for value in range(VALUES)]
    return kernel.Book(
        hands.counts,
        hands.after,
        classes,
        np.concatenate(holding),
        np.cumsum([0, *map(len, holding)]),
        np.array([int(up in (ACE, TEN) and NAMES[up] in peeks) for up in range(VALUES)]),
        paths,
        lengths,
        np.concatenate([tree.parent for tree in trees]),
        np.concatenate([tree.value for tree in trees]),
        np.concatenate([tree.have for tree in trees]),
        np.concatenate([tree.depth for tree in trees]),
        np.concatenate([tree.end for tree in trees]),
        np.concatenate([tree.orders for tree in trees]),
        np.cumsum([0, *(len(tree.parent) for tree in trees)]),
        float(spec.surrender.costs) if spec.surrender else 0.0,
    )


def read_rules(plan: Plan, shoe: Ints | None = None) -> Rules:
    """The rules of a plan; `shoe` counts other cards than the plan's deck."""
    return Rules(
        plan,
        (shoe_of(plan.spec.deck) if shoe is None else shoe).astype(np.float64),
        find_pays(plan),
        np.array([most_hands(plan, pair) for pair in range(VALUES)]),
        tuple(splits_free(plan, pair) for pair in range(VALUES)),
        legal_actions(plan).astype(np.int64),
        np.stack([legal_actions(plan, True, of_aces) for of_aces in (True, False)]).astype(np.int64),
        _book(plan),
    )


@dataclass(frozen=True)
class Counted:
    """Every hand as dealt, by up card: the dealer's ends, the best action and the value of each; and split pairs."""

    rules: Rules
    ends: Floats  # [up, hand, end]
    policy: Ints  # [up, hand]
    values: Floats  # [up, hand, action]
    split_policy: kernel.Small  # [pair, up, owner, hand]
    kept: Ints  # the hands whose values after a split are kept: of two cards, or all where hands are split free
    split_values: Floats  # [pair, up, owner, number in `kept`, action]
    splits: Splits
    split_worth: Floats  # [pair, up], joint with that play goes on


def _split_pairs(
    rules: Rules, ends: Floats, split_policy: kernel.Small, kept: Ints, split_values: Floats, given: Ints | None,
    wanted: Flags,
) -> tuple[Splits, Floats]:  # fmt: skip
    """What every pair yields when it is split, and its worth: by the best policy, which is written, or a given one."""
    steps, cards = max(2 * (int(rules.most.max()) - 1), 1), int(rules.shoe.sum()) - 1
    whole = np.zeros((VALUES, VALUES, 2, CLASSES, KINDS, ENDS))
    nets = np.zeros((VALUES, VALUES, 2, steps, 2, ENDS, kernel.NETS))
    pays, part = rules.pair_pays(), np.zeros((VALUES, 2, 2, steps, 2))
    like = (rules.shoe[:, None] - np.eye(VALUES)).astype(np.int64)
    splits = Splits(rules.most, like, cards, whole, nets)
    possible = splits.possible & (rules.shoe >= 1)
    for pair, up in np.argwhere(possible).tolist():
        share = shares(int(rules.most[pair]), int(like[pair, up]), cards)
        part[pair, int(up == pair), :, : share.shape[1]] = share
    kernel.every_pair(
        rules.shoe, rules.most, rules.allowed_split, pays, part, given, wanted, rules.book, ends, kept, split_policy,
        split_values, whole, nets,
    )  # fmt: skip
    return splits, np.where(possible, splits.expected(pays), kernel.NEVER)


def count_hands(rules: Rules) -> Counted:
    """The best play of every hand."""
    hands, actions = all_hands(), len(ACTIONS)
    size, kept = len(hands.cards), np.flatnonzero((hands.cards == 2) | any(rules.free))
    ends = np.zeros((VALUES, size, ENDS))
    policy = np.zeros((VALUES, size), np.int64)
    values = np.full((VALUES, size, actions), kernel.NEVER)
    places = np.flatnonzero(hands.cards > 1)
    kernel.every_up(rules.shoe, places, rules.allowed, rules.pays.hands[FIRST], rules.book, ends, policy, values)
    split_policy = np.zeros((VALUES, VALUES, 2, size), np.int8)
    split_values = np.zeros((VALUES, VALUES, 2, len(kept), actions))
    every = np.ones((VALUES, VALUES), np.bool_)
    splits, worths = _split_pairs(rules, ends, split_policy, kept, split_values, None, every)
    return Counted(rules, ends, policy, values, split_policy, kept, split_values, splits, worths)


@dataclass
class Totals:
    """What the rounds of a policy add up to, per unit of the wager."""

    mean: float = 0.0
    bet: float = 0.0
    outcomes: dict[float, float] = field(default_factory=dict)  # net result -> chance
    # [lost, pushed, won]: the chances of the hand that holds the first card, whatever became of those split from it
    first: Floats = field(default_factory=lambda: np.zeros(3))
    reach: Floats | None = None  # [up, hand] chance that the hand is held before a split

    def add(self, net: float, chance: float) -> None:
        if chance:
            self.mean += net * chance
            net = round(net, 9)
            self.outcomes[net] = self.outcomes.get(net, 0.0) + chance

    def fares(self, nets: Floats, chances: Floats) -> None:
        """Add chances of the first hand to net so much."""
        for place, here in enumerate((nets < 0, nets == 0, nets > 0)):
            self.first[place] += float(chances[here].sum())

    @property
    def wins_decided(self) -> float:
        """The chance that a round wins, given that it does not come out even."""
        won, lost = (sum(self.outcomes[net] for net in self.outcomes if sign * net > 0) for sign in (1, -1))
        return won / (won + lost)

    @property
    def square(self) -> float:
        return sum(net * net * chance for net, chance in self.outcomes.items())

    @property
    def std_dev(self) -> float:
        return sqrt(max(self.square - self.mean**2, 0.0))


@cache
def _two_values() -> tuple[tuple[int, int, int], ...]:
    """Two values and the hand of them."""
    hands = all_hands()
    return tuple((one, two, hands.place(one, two)) for one in range(VALUES) for two in range(one, VALUES))


def two_cards(rules: Rules, up: int) -> list[tuple[int, int, int, float]]:
    """Two values, the hand of them, and the chance to be dealt it with this up card."""
    left: list[float] = rules.shoe.tolist()
    total = sum(left) - 1
    shown = left[up] / (total + 1)
    left[up] -= 1
    found = []
    for one, two, hand in _two_values():
        ways = left[one] * (left[one] - 1) if one == two else 2 * left[one] * left[two]
        if ways > 0 and left[up] >= 0:
            found.append((one, two, hand, shown * ways / (total * (total - 1))))
    return found


def splittable(rules: Rules, pair: int) -> float:
    """The share of two cards of this value that may be split: all, or those of one rank."""
    words = rules.plan.spec.split
    if rules.most[pair] < 2 or words is None:
        return 0.0
    if words.same == "value" or pair != TEN:
        return 1.0
    tens = rules.shoe[TEN]
    return float((tens / 4 - 1) / (tens - 1))


class Play:
    """Adds up the rounds when hands are played by a policy."""

    def __init__(self, counted: Counted, policy: Ints, splits: Splits, worths: Floats) -> None:
        self.rules, self.counted = counted.rules, counted
        self.policy, self.splits, self.worths = policy, splits, worths
        self.hands: Hands = all_hands()
        words = self.rules.plan.spec.insurance
        self.insured = words.most if words else 0.0
        self.insurance_pays = payoff(self.rules.plan.insurance).net if words else 0.0
        self.found = Totals(reach=np.zeros(policy.shape))
        nets, self.net_of = np.unique(self.rules.pays.hands[FIRST], return_inverse=True)
        self.nets: list[float] = nets.tolist()
        pays = self.rules.pair_pays()
        paid = np.zeros_like(pays)
        paid[:, :, :, DOUBLED] = 1.0
        paid[:, 1] += np.where(self.rules.free, 0.0, 1.0)[:, None, None, None]
        self.split_bets = splits.expected(paid)
        fares = [(pays < 0).astype(np.float64), (pays == 0).astype(np.float64), (pays > 0).astype(np.float64)]
        for fare in fares:
            fare[:, 1] = 0.0
        self.split_fares = np.stack([splits.expected(fare) for fare in fares], axis=2)
        self.spreads: dict[tuple[int, int], dict[float, float]] = {}

    def _dealer_natural(self, up: int, hand: int) -> float:
        other = {ACE: TEN, TEN: ACE}.get(up)
        if other is None:
            return 0.0
        left = self.rules.shoe - self.hands.counts[hand]
        left[up] -= 1
        return float(left[other] / left.sum())

    def _takes_insurance(self, up: int, natural: float, ways: "Ways") -> bool:
        words = self.rules.plan.spec.insurance
        if words is None or NAMES[up] not in words.up:
            return False
        return natural * self.insurance_pays > 1 - natural if ways.insures is None else ways.insures

    def totals(self, ways: "Ways") -> Totals:
        """All rounds, decided before the play in the ways given."""
        wanted = self.splits.possible & (self.rules.shoe >= 1)
        for pair, up in np.argwhere(wanted).tolist():
            wanted[pair, up] = ways.splits(pair, up, self.hands.place(pair, pair))
        self.spreads = self.splits.spreads(wanted)
        for up in range(VALUES):
            if self.rules.shoe[up] >= 1:
                self._under(up, ways)
        return self.found

    def _under(self, up: int, ways: "Ways") -> None:
        rules, found = self.rules, self.found
        looks = bool(rules.peeks[up])
        starts = {False: np.zeros(len(self.hands.cards)), True: np.zeros(len(self.hands.cards))}
        for one, two, hand, chance in two_cards(rules, up):
            natural = self._dealer_natural(up, hand)
            insured = self._takes_insurance(up, natural, ways)
            if one == ACE and two == TEN:
                self._own_natural(up, hand, chance, natural, insured, ways)
                continue
            part = splittable(rules, one) if one == two and ways.splits(one, up, hand) else 0.0
            action = int(self.policy[up, hand])
            lost = natural if looks else 0.0
            if ways.gives_up(one, two, up, hand, lost):
                found.add(-rules.costs, chance)
                found.first[LOST] += chance
                found.bet += chance
                continue
            stake = self.insured if insured else 0.0
            found.bet += chance * (1 + stake)
            if looks:
                found.add(-1.0 + (stake * self.insurance_pays if insured else 0.0), chance * natural)
                found.first[LOST] += chance * natural
            else:  # paid in the end, however the hand was played; the spread of outcomes leaves it out
                found.mean += chance * natural * stake * (1 + self.insurance_pays)
            if part:
                self._split(one, up, chance * part, stake)
            if part < 1:
                rest = chance * (1 - part)
                if action == SURRENDERS:
                    found.add(-rules.costs - stake, rest * (1 - lost))
                    found.first[LOST] += rest * (1 - lost)
                else:
                    starts[insured][hand] += rest
        for insured, reach in starts.items():
            if reach.any():
                self._plain(up, reach, self.insured if insured else 0.0)

    def _own_natural(self, up: int, hand: int, chance: float, natural: float, insured: bool, ways: "Ways") -> None:
        rules, found = self.rules, self.found
        pays, words = rules.pays, rules.plan.spec.insurance
        ends = self.counted.ends[up, hand].copy()
        ends[NATURAL] = natural
        options = {PLAYS_ON: (pays.natural, 0.0)}
        offered = words is not None and NAMES[up] in words.up
        if insured if ways.natural is None else offered:
            shifted = pays.natural - self.insured
            shifted[NATURAL] += self.insured * (1 + self.insurance_pays)
            options[INSURED] = shifted, self.insured
        if pays.even_money is not None and offered:
            options[EVEN_MONEY] = pays.even_money, 0.0
        if ways.natural is None:
            best, stake = max(options.values(), key=lambda one: float(ends @ one[0]))
        else:
            best, stake = options.get(ways.natural, options[PLAYS_ON])
        found.bet += chance * (1 + stake)
        for end in range(ENDS):
            found.add(float(best[end]), chance * float(ends[end]))
        found.fares(np.ones(ENDS) if best is pays.even_money else pays.natural, chance * ends)

    def _split(self, pair: int, up: int, chance: float, stake: float) -> None:
        found = self.found
        worth_of = chance * float(self.worths[pair, up])
        before = found.mean
        for net, part in self.spreads[pair, up].items():
            found.add(net - stake, chance * part)
        fares = self.split_fares[pair, up]
        found.mean = before + worth_of - stake * chance * float(fares.sum())
        found.bet += chance * float(self.split_bets[pair, up])
        found.first += chance * fares

    def _plain(self, up: int, reach: Floats, stake: float) -> None:
        rules, found = self.rules, self.found
        left = rules.shoe.copy()
        left[up] -= 1
        out = np.zeros((CLASSES, KINDS, ENDS))
        places = np.flatnonzero(self.hands.cards > 1)
        kernel.follow(left, up, places, self.policy[up], rules.book, self.counted.ends[up], reach, out)
        assert found.reach is not None
        found.reach[up] += reach
        pays = rules.pays.hands[FIRST]
        for net, chance in zip(self.nets, np.bincount(self.net_of.ravel(), out.ravel()).tolist(), strict=True):
            found.add(net - stake, chance)
        found.fares(pays, out)
        found.bet += float(out[:, DOUBLED].sum())


@dataclass(frozen=True)
class Ways:
    """What is decided before a hand is played."""

    splits: Callable[[int, int, int], bool]  # (pair, up, hand)
    gives_up: Callable[[int, int, int, int, float], bool]  # (values, up, hand, chance that the look ends it): at once
    insures: bool | None = None  # None: where that is better
    natural: int | None = None  # what one does under an insured up card; None: the best


def gives_up_early(counted: Counted, one: int, two: int, up: int, hand: int, lost: float) -> bool:
    """Whether a hand is better given up before the look."""
    surrender = counted.rules.plan.spec.surrender
    if surrender is None or surrender.at != "early":
        return False
    best = counted.values[up, hand].max()
    if one == two and splittable(counted.rules, one):
        best = max(best, counted.split_worth[one, up])
    return bool(best - lost < -counted.rules.costs)


def best_totals(counted: Counted) -> Totals:
    """The rounds under the best play."""

    def splits(pair: int, up: int, hand: int) -> bool:
        return bool(counted.split_worth[pair, up] > counted.values[up, hand].max())

    def gives_up(one: int, two: int, up: int, hand: int, lost: float) -> bool:
        return gives_up_early(counted, one, two, up, hand, lost)

    play = Play(counted, counted.policy, counted.splits, counted.split_worth)
    return play.totals(Ways(splits, gives_up))


def policy_totals(counted: Counted, policy: Ints, given: Ints, ways: Ways) -> Totals:
    """The rounds under a policy: [up, hand] as dealt, [of aces 0, of others 1][up, owner, hand] after a split.

    Here `ways.splits` goes by pair and up card alone.
    """
    wanted = np.array([[ways.splits(pair, up, -1) for up in range(VALUES)] for pair in range(VALUES)])
    tables = counted.ends, counted.split_policy, counted.kept, counted.split_values
    # In one piece, as the best policy is: for any other layout the kernels would be compiled once more.
    policy, given = np.ascontiguousarray(policy), np.ascontiguousarray(given)
    splits, worths = _split_pairs(counted.rules, *tables, given, wanted)
    return Play(counted, policy, splits, worths).totals(ways)
