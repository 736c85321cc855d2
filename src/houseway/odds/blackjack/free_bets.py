"""How many free bets a round brings, counted: they depend on the first two cards of every hand and nothing drawn later.

Cards drawn beside those are unseen and exchangeable, so they are never enumerated; of a split only matters which second
cards are split again and which are doubled free. The hand is played by the chart.
"""

from functools import cache

import numpy as np

from houseway.odds.blackjack.hands import DOUBLES_FREE, all_hands
from houseway.odds.blackjack.rounds import ALIKE, Tables
from houseway.odds.blackjack.values import ACE, TEN, VALUE_BITS, VALUES, Floats

_DEALT, _SPLIT, _SPLIT_ACES = 0, 1, 3  # contexts of the action tables; an added hand is one further
Spread = tuple[float, ...]  # number of free bets -> its chance


def free_bets_countable(tables: Tables) -> bool:
    """Whether two cards decide of every hand, and cards of one value are split alike."""
    by_value = tables.numbers[ALIKE] == VALUE_BITS or not tables.free[TEN]
    return bool(by_value and not (tables.more == DOUBLES_FREE).any())


class _Round:
    """Rounds under one up card from a shoe that lacks it."""

    def __init__(self, tables: Tables, left: Floats, up: int) -> None:
        self.tables, self.left, self.up = tables, left, up
        self.size = 2 * int(tables.most.max())

    def _nothing(self, number: int = 0) -> Floats:
        found = np.zeros(self.size)
        found[number] = 1.0
        return found

    def _doubles(self, context: int, one: int, two: int) -> int:
        hands = all_hands()
        hand = hands.place(one, two)
        action = self.tables.first[context, int(hands.soft[hand]), hands.total[hand], self.up]
        return int(action == DOUBLES_FREE)

    def _two_cards(self, one: int, two: int) -> Floats:
        """The free bets of a hand that begins with these."""
        tables, hands, up = self.tables, all_hands(), self.up
        hand = hands.place(one, two)
        given_up = (
            tables.early_pair[one, up] if one == two else tables.early[int(hands.soft[hand]), hands.total[hand], up]
        )
        if (one, two) == (ACE, TEN) or (tables.choices[2] and given_up):
            return self._nothing()
        if one == two and tables.split[one, up] and tables.most[one] > 1 and self.left[one] >= 2:
            return self._split(one)
        return self._nothing(self._doubles(_DEALT, one, two))

    def _split(self, pair: int) -> Floats:
        """The free bets of a pair that is split, its two cards out; hands are taken in the order of the table."""
        tables, size = self.tables, self.size
        most, free = int(tables.most[pair]), int(tables.free[pair])
        context = _SPLIT_ACES if pair == ACE else _SPLIT
        kinds: dict[tuple[bool, int, int], int] = {}  # of the pair's value; doubled free in the first hand, in others
        for value in range(VALUES):
            first, added = (self._doubles(context + owner, pair, value) for owner in (0, 1))
            kind = value == pair, first, added
            kinds[kind] = kinds.get(kind, 0) + int(self.left[value]) - 2 * (value == pair)

        @cache
        def play(owner: int, waiting: int, hands: int, drawn: tuple[int, ...]) -> Spread:
            """A hand gets its second card; `waiting` others come after it."""
            found = np.zeros(size)
            rest = sum(kinds.values()) - sum(drawn)
            for number, ((alike, *doubled), cards) in enumerate(kinds.items()):
                if cards <= drawn[number]:
                    continue
                now = tuple(one + (place == number) for place, one in enumerate(drawn))
                if alike and hands < most:
                    after, more = play(owner, waiting + 1, hands + 1, now), free
                else:
                    more = doubled[owner]
                    after = play(1, waiting - 1, hands, now) if waiting else (1.0,)
                found[more : more + len(after)] += (cards - drawn[number]) / rest * np.array(after)[: size - more]
            return tuple(found.tolist())

        none = (0,) * len(kinds)
        found = np.zeros(size)
        found[free:] = play(0, 1, 2, none)[: size - free]
        return found

    def spread(self) -> Floats:
        """[number] -> its chance."""
        found, total = np.zeros(self.size), self.left.sum()
        for one in range(VALUES):
            for two in range(one, VALUES):
                ways = self.left[one] * (self.left[one] - 1 if one == two else 2 * self.left[two])
                if ways > 0:
                    found += ways / (total * (total - 1)) * self._two_cards(one, two)
        return found


def count_free_bets(tables: Tables, shoe: Floats) -> Floats:
    """[the dealer has a natural][number of free bets] -> chance; a natural that the look finds ends the round."""
    found = np.zeros((2, 2 * int(tables.most.max())))
    for up in range(VALUES):
        if shoe[up] < 1:
            continue
        chance = shoe[up] / shoe.sum()
        left = shoe.copy()
        left[up] -= 1
        found[0] += chance * _Round(tables, left, up).spread()
        other = {ACE: TEN, TEN: ACE}.get(up)
        if other is None or left[other] < 1:
            continue
        natural = chance * left[other] / left.sum()
        left[other] -= 1
        beside = natural * _Round(tables, left, up).spread()
        found[0] -= beside
        if tables.peeks[up]:
            found[1, 0] += natural
        else:
            found[1] += beside
    return found
