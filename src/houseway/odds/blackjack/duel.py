"""Blackjack whose cards also play poker against the dealer's best two, counted by ranks.

A hand is a set of ranks, and so is what the dealer draws: the four ten-value cards count alike and are not the same for
poker. Hands are played best for both games together, by the exact cards and the up card; a hand that goes over 21 still
plays poker. After a split each hand is played by its own cards, best for the shoe without the pair, pairs are split
again while the rules let them, and the hand of the first card plays the poker.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numba import njit, prange

from houseway.cards.decks import copies_of_each
from houseway.cards.text import RANKS
from houseway.odds.blackjack.dealer import LEAST, NATURAL
from houseway.odds.blackjack.pays import BUST, DOUBLED, FIRST, PLAIN, find_pays
from houseway.odds.blackjack.sides import NO_COUNTS, Sides
from houseway.odds.blackjack.splits import endings, shares
from houseway.odds.blackjack.values import Floats, Ints
from houseway.odds.executor import Executor
from houseway.odds.payoff import payoff
from houseway.odds.pricing import Priced, Question
from houseway.odds.report import Report, main_price
from houseway.play.blackjack.cases import Poker
from houseway.play.blackjack.moves import DOUBLE, HIT, SPLIT, STAND, moves
from houseway.play.blackjack.plan import Plan, load_plan
from houseway.play.blackjack.table import Hand, Seat
from houseway.play.blackjack.totals import dealer_hits, in_ranks, is_21_in_two, total
from houseway.play.core.cases import deciding
from houseway.rules.wording import humanize

NOTE = (
    "counted by ranks for equal wagers on both: every hand is played best for the two together by its exact cards; "
    "after a split every hand by its own cards alone, best for the shoe without both cards of the pair, and pairs are "
    "split again whenever the rules allow (CDP1); a full shoe, one player"
)
DEVIATION_NOTE = "the standard deviation takes split hands as independent"
RANK_COUNT, _ACE = 13, 12
ENDS = 6  # the dealer ends with 17 to 21, or over
UNQUALIFIED, WON, TIED, LOST = range(4)  # how the poker ends
POKER_ENDS = 4
_ALONE, _BOTH = 0, 1  # the hand alone, or with the poker
_WAYS = 4  # mean and square of standing and of a double
_LETTERS = {HIT: "H", STAND: "S", DOUBLE: "D", SPLIT: "P"}


class Hands(NamedTuple):
    """Every set of ranks that a hand may hold, those with fewer cards first."""

    counts: Ints  # [hand, rank]
    after: Ints  # [hand, rank] -> the hand with that card; -1: no card is taken
    classes: Ints  # [hand] its total, or that it is over 21
    poker: Ints  # [hand] what its best cards are worth
    cards: Ints


class Trees(NamedTuple):
    """The dealer's hands, one up card after the other: sets of ranks beside it, each one card more than its parent."""

    parent: Ints
    rank: Ints
    have: Ints
    depth: Ints
    orders: Floats
    end: Ints  # how the dealer ends; -1: draws on; past the ends: a natural
    poker: Ints
    starts: Ints  # [up]


def _cards(ranks: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(4 * rank + place % 4 for place, rank in enumerate(ranks))


def _listed(counts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(rank for rank in range(RANK_COUNT) for _ in range(counts[rank]))


def _grown(counts: tuple[int, ...], rank: int) -> tuple[int, ...]:
    return (*counts[:rank], counts[rank] + 1, *counts[rank + 1 :])


def _values(plan: Plan, sets: list[tuple[int, ...]]) -> Ints:
    """What the poker ranking makes of sets of two ranks and more; 0 of fewer."""
    assert plan.duel is not None
    found = np.zeros(len(sets), np.int64)
    by_size: dict[int, list[int]] = {}
    for place, counts in enumerate(sets):
        by_size.setdefault(sum(counts), []).append(place)
    for size, places in by_size.items():
        if size >= plan.duel.ranking.size:
            cards = np.array([_cards(_listed(sets[place])) for place in places], np.uint8)
            found[places] = plan.duel.ranking.rank(cards)
    return found


def _all_hands(plan: Plan) -> Hands:
    empty = (0,) * RANK_COUNT
    known = {empty: 0}
    order = [empty]
    for counts in order:
        held = _cards(_listed(counts))
        if counts != empty and total(held)[0] >= 21:
            continue
        for rank in range(RANK_COUNT):
            grown = _grown(counts, rank)
            if grown not in known:
                known[grown] = len(order)
                order.append(grown)
    after = np.full((len(order), RANK_COUNT), -1, np.int64)
    classes = np.zeros(len(order), np.int64)
    for place, counts in enumerate(order):
        points = total(_cards(_listed(counts)))[0]
        classes[place] = min(points, BUST)
        if points < 21 or place == 0:
            after[place] = [known[_grown(counts, rank)] for rank in range(RANK_COUNT)]
    sizes = np.array([sum(counts) for counts in order])
    return Hands(np.array(order), after, classes, _values(plan, order), sizes)


def _all_trees(plan: Plan) -> Trees:
    rows: list[tuple[int, int, int, int, int]] = []
    orders: list[float] = []
    sets: list[tuple[int, ...]] = []
    starts = [0]
    for up in range(RANK_COUNT):
        begin, places = len(rows), {(0,) * RANK_COUNT: 0}
        keys = list(places)
        rows.append((0, 0, 0, 0, -1))
        orders.append(1.0)
        sets.append(_grown(keys[0], up))
        for place, key in enumerate(keys):
            if rows[begin + place][4] >= 0:
                continue
            for rank in range(RANK_COUNT):
                grown = _grown(key, rank)
                if grown not in places:
                    places[grown] = len(keys)
                    keys.append(grown)
                    held = _cards((up, *_listed(grown)))
                    end = -1
                    if is_21_in_two(held):
                        end = ENDS
                    elif not dealer_hits(held, plan.spec.dealer.hits_soft_17):
                        end = min(total(held)[0] - LEAST, ENDS - 1)
                    rows.append((place, rank, key[rank], sum(key), end))
                    orders.append(0.0)
                    sets.append(_grown(grown, up))
                orders[begin + places[grown]] += orders[begin + place]
        starts.append(len(rows))
    parent, rank_of, have, depth, end_of = np.array(rows, np.int64).T.copy()
    return Trees(parent, rank_of, have, depth, np.array(orders), end_of, _values(plan, sets), np.array(starts))


@njit(cache=True, nogil=True)
def left_beside(shoe: Floats, hands: Hands, hand: int, up: int, left: Floats) -> float:
    """Write what a shoe holds beside a hand and an up card; how many cards, or -1 where they are not all in it."""
    rest = 0.0
    for rank in range(RANK_COUNT):
        left[rank] = shoe[rank] - hands.counts[hand, rank] - (rank == up)
        if left[rank] < 0.0:
            return -1.0
        rest += left[rank]
    return rest


@njit(cache=True, nogil=True)
def poker_kind(mine: int, theirs: int, least: int) -> int:
    """How the poker ends: the dealer does not qualify, or it is won, tied or lost."""
    return UNQUALIFIED if theirs < least else WON if mine > theirs else TIED if mine == theirs else LOST


def poker_nets(plan: Plan) -> Floats:
    """[wager or bet, dealer without or with a natural, how the poker ends] per unit, read from the cases."""
    assert plan.duel is not None
    found, high = np.zeros((2, 2, POKER_ENDS)), plan.duel.least + 1
    examples = {
        UNQUALIFIED: (high, plan.duel.least - 1),
        WON: (high + 1, high),
        TIED: (high, high),
        LOST: (high, high + 1),
    }
    for place, name in enumerate((plan.duel.spec.wager, plan.duel.spec.bet)):
        for natural, (end, (mine, theirs)) in product((False, True), examples.items()):
            case = deciding(plan.cases[name], Poker(plan.duel.ranking, mine, theirs, natural))
            assert case.pay is not None
            found[place, int(natural), end] = payoff(case.pay).net
    return found


@njit(cache=True, parallel=True)
def _settled(
    shoe: Floats, wanted: Ints, looks: Ints, pays: Floats, poker: Floats, least: int, hands: Hands,
    trees: Trees, out: Floats, on: Floats,
) -> None:  # fmt: skip
    """[up, hand, alone or both, way]: mean and square of standing and of a double; `on`: the chance of no natural.

    All are joint with that the dealer's look finds no natural.
    """
    for up in prange(RANK_COUNT):
        begin, size = trees.starts[up], trees.starts[up + 1] - trees.starts[up]
        chance, left = np.empty(size), np.empty(RANK_COUNT)
        share = np.empty(32)
        cells = np.zeros((ENDS + 1, 4))
        for hand in range(len(hands.cards)):
            if not wanted[up, hand]:
                continue
            rest = left_beside(shoe, hands, hand, up, left)
            if rest < 0.0:
                continue
            for step in range(32):
                share[step] = 1.0 / (rest - step) if rest > step else 0.0
            chance[0] = 1.0
            ended, mine = hands.classes[hand], hands.poker[hand]
            for place in range(1, size):
                at = begin + place
                made = (
                    chance[trees.parent[at]] * max(left[trees.rank[at]] - trees.have[at], 0.0) * share[trees.depth[at]]
                )
                chance[place] = made
                end = trees.end[at]
                if end < 0 or (end == ENDS and looks[up]):
                    continue
                theirs = trees.poker[at]
                cells[end, poker_kind(mine, theirs, least)] += made * trees.orders[at]
            for end in range(ENDS + 1):
                for kind in range(4):
                    made = cells[end, kind]
                    cells[end, kind] = 0.0
                    for way in range(2):
                        net = pays[ended, way, end]
                        out[up, hand, 0, 2 * way] += made * net
                        out[up, hand, 0, 2 * way + 1] += made * net * net
                        net += poker[kind]
                        out[up, hand, 1, 2 * way] += made * net
                        out[up, hand, 1, 2 * way + 1] += made * net * net
                    on[up, hand] += made


@njit(cache=True, parallel=True)
def _played(
    shoe: Floats, wanted: Ints, doubles: Ints, stops: int, hands: Hands, settled: Floats, on: Floats, given: bool,
    best: Floats, action: Ints,
) -> None:  # fmt: skip
    """[up, hand, mode, (mean, square, added)] under best play, and what is done: 0 stands, 1 hits, 2 doubles.

    Hands of `stops` cards and more draw no further: split aces. `given`: what is done is not to be found, but followed.
    """
    for up in prange(RANK_COUNT):
        left = np.empty(RANK_COUNT)
        for hand in range(len(hands.cards) - 1, 0, -1):
            if not wanted[up, hand]:
                continue
            rest = left_beside(shoe, hands, hand, up, left)
            if rest < 0.0:
                continue
            draws = hands.after[hand, 0] >= 0 and hands.cards[hand] < stops
            for mode in range(2):
                best[up, hand, mode, 0] = settled[up, hand, mode, 0]
                best[up, hand, mode, 1] = settled[up, hand, mode, 1]
                best[up, hand, mode, 2] = 0.0
                told = action[up, hand, mode]
                action[up, hand, mode] = told if given else 0
                if not draws or (given and told == 0 and hands.cards[hand] > 1):
                    continue
                hit = np.zeros(3)
                double = np.zeros(3)
                for rank in range(RANK_COUNT):
                    if left[rank] <= 0.0:
                        continue
                    part, grown = left[rank] / rest, hands.after[hand, rank]
                    for way in range(3):
                        hit[way] += part * best[up, grown, mode, way]
                    double[0] += part * settled[up, grown, mode, 2]
                    double[1] += part * settled[up, grown, mode, 3]
                    double[2] += part * on[up, grown]
                if given:
                    best[up, hand, mode] = double if told == 2 else hit
                    continue
                if hands.cards[hand] < 2 or hit[0] > best[up, hand, mode, 0]:
                    best[up, hand, mode], action[up, hand, mode] = hit, 1
                if doubles[hand] and double[0] > best[up, hand, mode, 0]:
                    best[up, hand, mode], action[up, hand, mode] = double, 2


@njit(cache=True, nogil=True)
def _reach(first: int, action: Ints, hands: Hands, wanted: Ints) -> None:
    """Leave of the hands wanted those that the play reaches from one card on."""
    for up in range(RANK_COUNT):
        reached = np.zeros(len(hands.cards), np.int64)
        reached[first] = 1
        for hand in range(first, len(hands.cards)):
            if not reached[hand]:
                continue
            if hands.cards[hand] > 1 and action[up, hand, 0] == 0 and action[up, hand, 1] == 0:
                continue
            for rank in range(RANK_COUNT):
                if hands.after[hand, rank] >= 0:
                    reached[hands.after[hand, rank]] = 1
        wanted[up] *= reached


@dataclass(frozen=True)
class Start:
    """Two cards under an up card: the worth of a fold and of a bet, and what is then done with the hand."""

    chance: float
    fold: float
    bet: float
    squares: tuple[float, float]
    added: tuple[float, float]  # staked beside the first two wagers
    verbs: tuple[str, str]

    @property
    def bets(self) -> bool:
        return self.bet > self.fold


class Duels:
    """The game counted for equal wagers on the hand and on the poker."""

    def __init__(self, plan: Plan) -> None:
        assert plan.duel is not None
        self.plan, self.duel, self.hands, trees = plan, plan.duel.spec, _all_hands(plan), _all_trees(plan)
        each = copies_of_each(plan.spec.deck)
        self.shoe = np.array(
            [sum(each.get(4 * rank + suit, 0) for suit in range(4)) for rank in range(RANK_COUNT)], float
        )
        self.peeks = np.array([int(in_ranks(4 * rank, plan.spec.dealer.peeks)) for rank in range(RANK_COUNT)])
        pays = find_pays(plan)
        ends = [*range(ENDS), NATURAL]
        self.pays = np.ascontiguousarray(pays.hands[FIRST][:, [PLAIN, DOUBLED]][:, :, ends])
        self.natural_pays = pays.natural[ends]
        self.poker_nets, self.least = poker_nets(plan), plan.duel.least
        self._poker = np.ascontiguousarray(self.poker_nets[:, 0].sum(axis=0))
        every = np.ones((RANK_COUNT, len(self.hands.cards)), np.int64)
        self._trees = trees
        self.settled, self.on = self._settle(self.shoe, every)
        self.best, self.action = self._play(self.shoe, every, self._doubles(False), 99, self.settled, self.on)
        self.most = [self._most(rank) for rank in range(RANK_COUNT)]
        self.split_action: dict[int, Ints] = {}  # by rank: [up, hand, mode]
        self.split = {rank: self._split(rank) for rank in range(RANK_COUNT) if self.most[rank] > 1}

    def _settle(self, shoe: Floats, wanted: Ints) -> tuple[Floats, Floats]:
        size = len(self.hands.cards)
        settled, on = np.zeros((RANK_COUNT, size, 2, _WAYS)), np.zeros((RANK_COUNT, size))
        _settled(shoe, wanted, self.peeks, self.pays, self._poker, self.least, self.hands, self._trees, settled, on)
        return settled, on

    def _play(
        self, shoe: Floats, wanted: Ints, doubles: Ints, stops: int, settled: Floats, on: Floats,
        action: Ints | None = None,
    ) -> tuple[Floats, Ints]:  # fmt: skip
        best, given = np.zeros((*settled.shape[:3], 3)), action is not None
        done = np.zeros(settled.shape[:3], np.int64) if action is None else action
        _played(shoe, wanted, doubles, stops, self.hands, settled, on, given, best, done)
        return best, done

    def _moves(self, place: int, split: bool) -> list[str]:
        hand = Hand(spot=0, cards=_cards(_listed(tuple(self.hands.counts[place].tolist()))), stake=1, split=split)
        seat = Seat(dict.fromkeys(self.plan.mains, 1), (hand, hand) if split else (hand,))
        return moves(self.plan, seat, hand)

    def _doubles(self, split: bool) -> Ints:
        found = np.zeros(len(self.hands.cards), np.int64)
        for place in np.flatnonzero(self.hands.cards == 2).tolist():
            found[place] = DOUBLE in self._moves(place, split)
        return found

    def _pair(self, one: int, two: int) -> int:
        return int(self.hands.after[self.hands.after[0, one], two])

    def _most(self, rank: int) -> int:
        """How many hands a pair of this rank may become."""
        pair, words = self._pair(rank, rank), self.plan.spec.split
        if words is None or SPLIT not in self._moves(pair, False):
            return 1
        return words.hands if SPLIT in self._moves(pair, True) else 2

    def _split(self, rank: int) -> Floats:
        """[up, mode, (mean, square, added)] of a split pair, the first hand in the mode and the others alone."""
        words = self.plan.spec.split
        stops = 2 if rank == _ACE and words is not None and not words.hit_aces else 99
        holds = ((self.hands.counts[:, rank] > 0) & (self.hands.cards <= stops)).astype(np.int64)
        wanted = np.tile(holds, (RANK_COUNT, 1))
        first, pair = int(self.hands.after[0, rank]), self._pair(rank, rank)
        doubles, most = self._doubles(True), self.most[rank]
        # [second card is another 0, of the pair 1; cards of the rank gone - 2; up; mode; mean, square, added, on]
        found = np.zeros((2, 2 * (most - 1), RANK_COUNT, 2, 4))
        for gone in range(2, 2 * most):
            shoe = self.shoe.copy()
            shoe[rank] -= gone - 1
            if shoe[rank] < 1:
                break
            settled, on = self._settle(shoe, wanted)
            best, action = self._play(shoe, wanted, doubles, stops, settled, on, self.split_action.get(rank))
            if gone == 2:  # from here on the play is known, and only hands that it reaches count
                self.split_action[rank] = action
                _reach(first, action, self.hands, wanted)
            for up in range(RANK_COUNT):
                left = np.empty(RANK_COUNT)
                rest = left_beside(shoe, self.hands, first, up, left)
                if rest < 0:
                    continue
                grown, parts = self.hands.after[first], left / rest
                parts[rank] = 0.0
                found[0, gone - 2, up, :, :3] = np.einsum("r,rmk->mk", parts, best[up, grown])
                found[0, gone - 2, up, :, 3] = parts @ on[up, grown]
                if left[rank] >= 1:
                    found[1, gone - 2, up, :, :3], found[1, gone - 2, up, :, 3] = best[up, pair], on[up, pair]
        return np.stack([self._whole(rank, up, found[:, :, up]) for up in range(RANK_COUNT)])

    def _whole(self, rank: int, up: int, found: Floats) -> Floats:
        """[mode, (mean, square, added)] of all hands of a split under one up card."""
        like, cards = int(self.shoe[rank]) - (rank == up), int(self.shoe.sum()) - 1
        whole = np.zeros((2, 3))
        if like < 2 or self.shoe[up] < 1:
            return whole
        share = shares(self.most[rank], like, cards)
        size = share.shape[1]
        for mode in (_ALONE, _BOTH):
            owners = np.stack([found[:, :size, mode], found[:, :size, _ALONE]], axis=2)  # [alike, gone, owner, ...]
            mean, square, added, hands = np.einsum("ago,agok->k", share, owners).tolist()
            on = float(self.on[up, self._pair(rank, rank)])
            given = owners[..., 0] / np.maximum(owners[..., 3], 1e-300)  # once the dealer has looked
            for ended, came, chance in endings(self.most[rank], like, cards):
                own = [float(given[int(alike), came - alike, owner]) for owner, alike in ended]
                square += chance * on * (sum(own) ** 2 - sum(one * one for one in own))
            whole[mode] = mean, square, added + hands - on
        return whole

    def chance(self, up: int, one: int, two: int) -> float:
        """The chance of two ranks, in any order, under an up card."""
        shoe, found = self.shoe.copy(), 1.0
        for rank in (up, one, two):
            found *= max(float(shoe[rank]), 0.0) / float(shoe.sum())
            shoe[rank] -= 1
        return found * (1 if one == two else 2)

    def _naturals(self, up: int, one: int, two: int) -> list[tuple[float, int]]:
        """The dealer's naturals that the look finds: chance, and what each is worth in poker."""
        if not self.peeks[up]:
            return []
        left = np.empty(RANK_COUNT)
        rest = left_beside(self.shoe, self.hands, self._pair(one, two), up, left)
        holes = [rank for rank in range(RANK_COUNT) if is_21_in_two((4 * up, 4 * rank + 1))]
        worths = [int(self.hands.poker[self._pair(up, hole)]) for hole in holes]
        return [(float(left[hole] / rest), value) for hole, value in zip(holes, worths, strict=True)]

    def start(self, up: int, one: int, two: int) -> Start:
        """What two cards are worth under an up card."""
        hand = self._pair(one, two)
        own_natural = is_21_in_two(_cards((one, two)))
        lost = float(self.natural_pays[ENDS]) if own_natural else -1.0
        sums, squares, added, verbs = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [STAND, STAND]
        for mode in (_ALONE, _BOTH):
            mean, square, more = self.best[up, hand, mode].tolist()
            verbs[mode] = (STAND, HIT, DOUBLE)[int(self.action[up, hand, mode])]
            if own_natural:
                mean, square, more = self._own_natural(up, hand, mode)
            elif one == two and one in self.split:
                split = self.split[one][up, mode].tolist()
                if split[0] > mean:
                    mean, square, more = split
                    verbs[mode] = SPLIT
            for chance, theirs in self._naturals(up, one, two):
                mine = int(self.hands.poker[hand])
                ended = float(self.poker_nets[:, 1, poker_kind(mine, theirs, self.least)].sum())
                ante = 0.0 if mode == _ALONE else ended
                mean += chance * (lost + ante)
                square += chance * (lost + ante) ** 2
            sums[mode], squares[mode], added[mode] = mean, square, more
        fold = sums[_ALONE] - 1
        return Start(
            self.chance(up, one, two), fold, sums[_BOTH],
            (squares[_ALONE] - 2 * sums[_ALONE] + 1, squares[_BOTH]), (added[_ALONE], added[_BOTH] + 1),
            (verbs[0], verbs[1]),
        )  # fmt: skip

    def _own_natural(self, up: int, hand: int, mode: int) -> tuple[float, float, float]:
        """A natural is paid as one; its two cards play the poker."""
        plain = self.pays.copy()
        plain[21, 0] = self.natural_pays
        wanted = np.zeros((RANK_COUNT, len(self.hands.cards)), np.int64)
        wanted[up, hand] = 1
        out = np.zeros((RANK_COUNT, len(self.hands.cards), 2, _WAYS))
        on = np.zeros((RANK_COUNT, len(self.hands.cards)))
        _settled(self.shoe, wanted, self.peeks, plain, self._poker, self.least, self.hands, self._trees, out, on)
        return float(out[up, hand, mode, 0]), float(out[up, hand, mode, 1]), 0.0

    def starts(self) -> dict[tuple[int, int, int], Start]:
        """Every start under every up card."""
        return {
            (up, one, two): self.start(up, one, two)
            for up in range(RANK_COUNT)
            for one in range(RANK_COUNT)
            for two in range(one + 1)
            if self.chance(up, one, two) > 0
        }

    def first_worths(self, cards: tuple[int, ...], up_card: int) -> Mapping[str, float]:
        """What it is worth to bet and to fold the poker of two cards, before the dealer looks."""
        one, two = sorted((card >> 2 for card in cards), reverse=True)
        start = self.start(up_card >> 2, one, two)
        return {"bet": start.bet, "fold": start.fold}

    def worths(self, cards: tuple[int, ...], up_card: int, both: bool) -> Mapping[str, float]:
        """What each action on a hand that was not split is worth, once the dealer has looked."""
        up, hand = up_card >> 2, 0
        for card in cards:
            hand = int(self.hands.after[hand, card >> 2])
        mode, left = int(both), np.empty(RANK_COUNT)
        rest = left_beside(self.shoe, self.hands, hand, up, left)
        grown = self.hands.after[hand]
        found = {STAND: float(self.settled[up, hand, mode, 0])}
        found[HIT] = float(left @ self.best[up, grown, mode, 0] / rest)
        found[DOUBLE] = float(left @ self.settled[up, grown, mode, 2] / rest)
        if len(cards) == 2 and cards[0] >> 2 == cards[1] >> 2 and cards[0] >> 2 in self.split:
            found[SPLIT] = float(self.split[cards[0] >> 2][up, mode, 0])
        on = float(self.on[up, hand])
        return {verb: value / on for verb, value in found.items()}

    def strategy(self, starts: Mapping[tuple[int, int, int], Start]) -> dict[str, Any]:
        """Charts by up card: whether to bet, and what to do with two cards when the bet is made."""
        bets: dict[str, dict[str, str]] = {}
        plays: dict[str, dict[str, str]] = {}
        for (up, one, two), start in starts.items():
            hand = f"{RANKS[one]}-{RANKS[two]}"
            bets.setdefault(hand, {})[RANKS[up]] = "B" if start.bets else "F"
            plays.setdefault(hand, {})[RANKS[up]] = _LETTERS[start.verbs[_BOTH]]
        return {"bet (B) or fold (F)": bets, "two cards with the bet": plays}


def price(question: Question, executor: Executor) -> Priced:
    """The game with equal wagers on the hand and the poker, and its side bets."""
    plan = load_plan(question.game, dict(question.house))
    assert plan.duel is not None
    counted = Duels(plan)
    executor(0.8)
    starts = counted.starts()
    mean = sum(start.chance * max(start.bet, start.fold) for start in starts.values())
    square = sum(start.chance * start.squares[start.bets] for start in starts.values())
    bet = 2 + sum(start.chance * start.added[start.bets] for start in starts.values())
    betting = sum(start.chance for start in starts.values() if start.bets)
    alone = sum(start.chance * (start.fold + 1) for start in starts.values())
    unit, wager = plan.mains[0], humanize(plan.duel.spec.wager)
    main = main_price(unit, mean, square, bet)
    sides = Sides(plan, None, question.meters).all(question.every_table)
    in_use = {name: next(iter(prices.values())) for name, prices in sides.items()}
    notes = (
        NOTE,
        DEVIATION_NOTE,
        f"the edge is of both wagers together, per unit of each; {humanize(unit)} alone {-alone:.4%}; "
        f"the {humanize(plan.duel.spec.bet)} is made with {betting:.2%} of all hands, otherwise {wager} is folded",
    )
    executor(1.0)
    report = Report(plan.spec.id, "exact", main, in_use, counted.strategy(starts), notes=notes)
    return Priced(report, sides, wager=unit, uncounted=NO_COUNTS)
