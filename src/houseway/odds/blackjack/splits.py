"""What a split pair yields, when each of its hands is played by its own cards alone.

The number of hands depends on the second cards. Given how many of them are of the pair's value, a hand's expectation
follows from hands in shoes that lack so many cards of that value: that other hands drew another value is one minus
that they drew this one, so their cards are never enumerated. No step is an approximation but the variance of several
hands at once, where they are taken as independent given how the dealer ends.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb

import numpy as np

from houseway.odds.blackjack.values import Floats

_MOST_NET = 2  # units that one hand wins or loses, doubled; hands from a split are paid even money

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

    `like` cards of the pair's value are among `cards`, the up card out; tables are those of `Split`.
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
class Split:
    """A pair split under one up card; tables by [gone - 2, owner, class, kind, dealer's end] from the kernel."""

    most: int
    like: int  # cards of the pair's value in the shoe, the up card out
    cards: int  # all cards in the shoe, the up card out
    other: Floats  # the second card is of another value
    alike: Floats  # given that it is of the same

    @cached_property
    def _whole(self) -> Floats:
        """All hands of the split together, by [owner, class, kind, dealer's end]."""
        share = shares(self.most, self.like, self.cards)
        tables = (one[: share.shape[1]] for one in (self.other, self.alike))
        other, alike = (np.einsum("go,gocke->ocke", *both) for both in zip(share, tables, strict=True))
        whole: Floats = other + alike
        return whole

    def expected(self, weights: Floats) -> float:
        """The sum over the hands of `weights` by [owner, class, kind, dealer's end]."""
        return float(np.vdot(self._whole, weights))

    def spread(self, pays: Floats) -> dict[float, float]:
        """Net result of all hands together -> its chance, joint with that play goes on."""
        nets = np.arange(-_MOST_NET, _MOST_NET + 1)
        shown = (np.round(pays)[..., None] == nets).astype(np.float64)
        other, alike = (np.einsum("gocke,ocken->goen", one, shown) for one in (self.other, self.alike))
        ways = endings(self.most, self.like, self.cards)
        found: dict[float, float] = {}
        for size in sorted({len(hands) for hands, _, _ in ways}):
            group = [way for way in ways if len(way[0]) == size]
            tables = np.array(
                [
                    [alike[came - 1, owner] if pair else other[came, owner] for owner, pair in hands]
                    for hands, came, _ in group
                ]
            )  # [way, hand, dealer's end, net]
            ends = tables.sum(axis=3)
            own = tables / np.maximum(ends, 1e-300)[..., None]
            first = [chance / (1.0 if hands[0][1] else self._not_alike(came)) for hands, came, chance in group]
            sums = (np.array(first)[:, None] * ends[:, 0])[..., None]
            for hand in range(size):
                grown = np.zeros((*sums.shape[:2], sums.shape[2] + len(nets) - 1))
                for step in range(len(nets)):
                    grown[..., step : step + sums.shape[2]] += sums * own[:, hand, :, step : step + 1]
                sums = grown
            for net, part in enumerate(sums.sum(axis=(0, 1)).tolist(), start=-_MOST_NET * size):
                if part:
                    found[float(net)] = found.get(float(net), 0.0) + part
        return found

    def _not_alike(self, came: int) -> float:
        return 1.0 - _came(1, self.like - 2 - came, self.cards - 2 - came)
