"""Many hands of pai gow at once, as pay-table rows and the rows of a house way look at them."""

from collections.abc import Mapping

import numpy as np

from houseway.cards.text import JOKER
from houseway.hands.columns import DEAD, Fact
from houseway.hands.facts import facts_array
from houseway.odds.arrays import Cards, Flags, Ints
from houseway.odds.pay_rows import rows_that_fit
from houseway.play.pai_gow.plan import PLAYER, Plan
from houseway.play.pai_gow.table import beside_royal
from houseway.rules.patterns import Row

_NO_CARD = 255  # beyond a blank: it counts for nothing and has no rank


class Seen:
    """The cards of the sides that rows look at, one deal a row."""

    def __init__(self, plan: Plan, sides: Mapping[str, Cards]) -> None:
        self.plan = plan
        self.sides = sides
        self.size = len(next(iter(sides.values())))
        self._facts: dict[tuple[str, bool], Ints] = {}

    def _side(self, hand: str) -> Cards:
        return self.sides[self.plan.hands[hand].of]

    def cards(self, hand: str) -> Cards:
        """The cards of a named hand; where it has none, cards without a rank."""
        cards = self._side(hand)
        if not self.plan.hands[hand].beside:
            return cards
        out = np.full((self.size, cards.shape[1] - self.plan.high.size), _NO_CARD, np.uint8)
        for row in np.flatnonzero(self._has(hand)).tolist():
            out[row] = beside_royal(tuple(cards[row].tolist()))
        return out

    def _has(self, hand: str) -> Flags:
        """Where there is a royal flush for the hand to lie beside."""
        flags: Flags = self.facts(self.plan.hands[hand].of, False)[:, Fact.ROYAL_SUITS] != 0
        return flags

    def facts(self, hand: str, natural: bool) -> Ints:
        """The facts of a named hand; a hand of no cards has those of a joker that counts for nothing."""
        key = (hand, natural)
        if key not in self._facts:
            joker = DEAD if natural else self.plan.joker
            cards = self.cards(hand)
            self._facts[key] = self._read(cards, joker)
            if self.plan.hands[hand].beside:
                none = ~self._has(hand)
                lone = np.full((1, cards.shape[1]), _NO_CARD, np.uint8)
                lone[:, 0] = JOKER
                self._facts[key][none] = self._read(lone, DEAD)
        return self._facts[key]

    def _read(self, cards: Cards, joker: int) -> Ints:
        return facts_array(cards, self.plan.high.size, joker=joker)

    def fits(self, row: Row) -> Flags:
        return rows_that_fit(row, self)


def labels(plan: Plan, rows: tuple[Row, ...], sides: Mapping[str, Cards]) -> Ints:
    """A number for each deal: bit i is set where row i holds."""
    seen = Seen(plan, sides)
    bits = np.zeros(seen.size, np.int64)
    for index, row in enumerate(rows):
        bits |= seen.fits(row).astype(np.int64) << index
    return bits


def own_hand(plan: Plan, cards: Cards) -> Seen:
    """Cards as the rows of the house way see them."""
    return Seen(plan, {PLAYER: cards})
