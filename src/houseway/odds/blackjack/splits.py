"""What a split pair yields, when each of its hands is played by its own cards alone.

The number of hands depends on the second cards. Given how many of them are of the pair's value, a hand's expectation
follows from hands in shoes that lack so many cards of that value: that other hands drew another value is one minus
that they drew this one, so their cards are never enumerated. No step is an approximation but the variance of several
hands at once, where they are taken as independent given how the dealer ends.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np

from houseway.odds.blackjack.hands import Flags
from houseway.odds.blackjack.kernel import MOST_NET, NETS
from houseway.odds.blackjack.values import Floats, Ints

_GONE = 2  # cards of a pair that are out when it is split

Hand = tuple[int, bool]  # whose money is on it (0: the first hand, 1: an added one); the second card is of the pair


@cache
def patterns(most: int) -> tuple[tuple[tuple[Hand, ...], int, int], ...]:
    """All ways a split may end: the hands, how many cards of the pair's value came, and in how many ways.

    Pairs are split again while the rules let them, in the order of the table.
    """
    found: Counter[tuple[tuple[Hand, ...], int]] = Counter()

    def deal(hands: tuple[Hand, ...], came: int) -> None:
        place = next((n for n, hand in enumerate(hands) if hand[1]), -1) if len(hands) < most else -1
        if place < 0:
            found[tuple(sorted(hands)), came] += 1
            return
        owner = hands[place][0]
        for left in (False, True):
            for right in (False, True):
                parts = ((owner, left), (1, right))
                deal((*hands[:place], *parts, *hands[place + 1 :]), came + left + right)

    deal(((0, True),), 0)
    return tuple((hands, came, ways) for (hands, came), ways in found.items())


def _came(count: int, like: int, cards: int) -> float:
    """The chance that `count` given cards are all of the pair's value when `like` of so many cards are."""
    chance = 1.0
    for step in range(count):
        chance *= max(like - step, 0) / (cards - step)
    return chance


@cache
def shares(most: int, like: int, cards: int) -> Floats:
    """[second card is another 0, of the pair 1; gone - 2; owner] -> how much such a hand counts in the whole split.

    `like` cards of the pair's value are among `cards`, the up card out; tables are those of the kernel.
    """
    found = np.zeros((2, max(2 * (most - 1), 1), 2))
    for hands, came, ways in patterns(most):
        gone = 2 + came
        chance = ways * _came(came, like - 2, cards - 2)
        if not chance:
            continue
        plain = sum(not pair for _, pair in hands)
        for owner, pair in hands:
            others = plain if pair else plain - 1  # second cards that are known not to be of the pair's value
            first = came - 1 if pair else came
            for step in range(others + 1):
                beside = (-1.0) ** step * comb(others, step) * _came(step, like - gone, cards - gone)
                if beside:
                    found[int(pair), first + step, owner] += chance * beside
    return found


@cache
def endings(most: int, like: int, cards: int) -> tuple[tuple[tuple[Hand, ...], int, float], ...]:
    """The ways a split may end, each with its chance; the arguments are those of `shares`."""
    found = []
    for hands, came, ways in patterns(most):
        chance = ways * _came(came, like - 2, cards - 2)
        for step in range(sum(not pair for _, pair in hands)):
            chance *= 1.0 - max(like - 2 - came, 0) / (cards - 2 - came - step)
        if chance > 0.0:
            found.append((hands, came, chance))
    return tuple(found)


@dataclass(frozen=True)
class Splits:
    """All pairs split under all up cards, as the kernel counts them: joint with that play goes on."""

    most: Ints  # [pair] hands
    like: Ints  # [pair, up] cards of the pair's value in the shoe, the up card out
    cards: int  # all cards in the shoe, the up card out
    whole: Floats  # [pair, up][owner, class, kind, dealer's end] all hands of the split together
    nets: Floats  # [pair, up][second card is another or alike, gone - 2, owner, dealer's end, net] each hand

    @property
    def possible(self) -> Flags:
        """[pair, up] whether the shoe has the cards and the rules allow the split."""
        found: Flags = (self.most[:, None] > 1) & (self.like >= _GONE)
        return found

    def expected(self, weights: Floats) -> Floats:
        """[pair, up] the sum over the hands of `weights` by [pair, owner, class, kind, dealer's end]."""
        found: Floats = np.einsum("puocke,pocke->pu", self.whole, weights)
        return found

    def spreads(self, wanted: Flags) -> dict[tuple[int, int], dict[float, float]]:
        """(pair, up) -> net result of all hands together -> its chance, of those wanted."""
        found: dict[tuple[int, int], dict[float, float]] = {}
        kinds = {(int(self.most[pair]), int(self.like[pair, up])) for pair, up in np.argwhere(wanted).tolist()}
        for most, like in sorted(kinds):
            pairs, ups = np.nonzero(wanted & (self.most[:, None] == most) & (self.like == like))
            added = self._added(most, like, self.nets[pairs, ups])
            for pair, up, chances in zip(pairs.tolist(), ups.tolist(), added.tolist(), strict=True):
                found[pair, up] = {
                    float(net): chance for net, chance in enumerate(chances, start=-MOST_NET * most) if chance
                }
        return found

    def _added(self, most: int, like: int, nets: Floats) -> Floats:
        """[split, net] the chances of the hands together, from those of each by [split, second card, ...]."""
        found = np.zeros((len(nets), 2 * MOST_NET * most + 1))
        for weights, own in _together(most, like, self.cards, nets):
            sums, size = weights[..., None], own.shape[2]
            for hand in range(size):
                grown = np.zeros((*sums.shape[:3], sums.shape[3] + NETS - 1))
                for step in range(NETS):
                    grown[..., step : step + sums.shape[3]] += sums * own[:, :, hand, :, step : step + 1]
                sums = grown
            begin = MOST_NET * (most - size)
            found[:, begin : begin + sums.shape[3]] += sums.sum(axis=(1, 2))
        return found


def _together(most: int, like: int, cards: int, nets: Floats) -> Iterator[tuple[Floats, Floats]]:
    """The hands of splits by how many there are, from each by [split, second card, ...].

    [split, way, dealer's end] the chance, and [split, way, hand, dealer's end, net] that of each result then.
    """
    ways = endings(most, like, cards)
    for size in sorted({len(hands) for hands, _, _ in ways}):
        group = [way for way in ways if len(way[0]) == size]
        owners, alike = (np.array([[hand[part] for hand in hands] for hands, _, _ in group]) for part in (0, 1))
        second = alike.astype(np.int64)
        came = np.array([came for _, came, _ in group])[:, None]
        tables = nets[:, second, came - second, owners]  # [split, way, hand, dealer's end, net]
        ends = tables.sum(axis=4)
        first = [
            chance / (1.0 if hands[0][1] else 1.0 - _came(1, like - 2 - came, cards - 2 - came))
            for hands, came, chance in group
        ]
        yield np.array(first)[:, None] * ends[:, :, 0], tables / np.maximum(ends, 1e-300)[..., None]


def squares(most: int, like: int, cards: int, nets: Floats) -> Floats:
    """[split] the mean square of what all hands of a split yield together, from each by [split, second card, ...]."""
    found, results = np.zeros(len(nets)), np.arange(NETS) - MOST_NET
    for weights, own in _together(most, like, cards, nets):
        means, spreads = own @ results, own @ results**2
        found += (weights * (means.sum(axis=2) ** 2 + (spreads - means**2).sum(axis=2))).sum(axis=(1, 2))
    return found
