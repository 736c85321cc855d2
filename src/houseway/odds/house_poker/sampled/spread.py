"""States of a round, each with many ways in which the hidden cards may lie: settled as arrays."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from houseway.odds.house_poker.batch import Batch, Cards, Flags, Floats, Ints
from houseway.odds.house_poker.numbered import MOST_CARDS, Remembered
from houseway.odds.house_poker.places import Ending, PlacedRound, made_of
from houseway.odds.suit_symmetry import hands_in
from houseway.rules.patterns import Row
from houseway.rules.tables import Table

_FEW = 2_000  # rows that are not worth remembering


def first_of(rows: Sequence[tuple[int, Row]], batch: Batch) -> npt.NDArray[np.int16]:
    """The place of the first row that fits, -1 if none does."""
    found = np.full(batch.size, -1, np.int16)
    for place, row in rows:
        found[(found < 0) & batch.fits(row)] = place
    return found


class Spread(Batch):
    """S states with W ways each, as S * W rows; hands that are wholly in sight are looked at once a state."""

    def __init__(
        self,
        now: PlacedRound,
        states: Cards,  # [state, place]
        hidden: Mapping[int, Cards],  # place -> [state, way]
        meters: Mapping[str, float],
    ) -> None:
        self.ways = next(iter(hidden.values())).shape[1] if hidden else 1
        self._now, self._states, self._hidden, self.size = now, states, hidden, len(states) * self.ways
        self._made_cards: dict[int, Cards] = {}  # by stage, what the dealer's house way makes
        piles = {name: places for name, places in now.piles.cards.items() if places}
        stand_ins = {hand.stand_in for hand in now.plan.hands.values()} & piles.keys()
        super().__init__(
            now.plan, {"": states[:, :0], **{pile: self._column(piles[pile]) for pile in stand_ins}}, meters
        )
        self.size = len(states) * self.ways
        self._nets: dict[str, Floats] = {}

    def _column(self, places: tuple[int, ...]) -> Cards:
        """The cards of some places in every row."""
        out = np.empty((len(self._states), self.ways, len(places)), np.uint8)
        for column, place in enumerate(places):
            if place >= self._states.shape[1]:
                out[:, :, column] = self._by_the_dealer(place)
            else:
                out[:, :, column] = self._hidden[place] if place in self._hidden else self._states[:, place, None]
        return out.reshape(self.size, len(places))

    def _by_the_dealer(self, place: int) -> Cards:
        """[state, way]: a card that the dealer's house way makes of others."""
        made = next(one for one in self._now.made if place in one.outputs)
        if made.stage not in self._made_cards:
            held, fresh = self._column(made.held), self._column(made.fresh)
            self._made_cards[made.stage] = self._now.ways[made.stage].apply(held, fresh)
        column = self._made_cards[made.stage][:, made.outputs.index(place)]
        return column.reshape(len(self._states), self.ways)

    def cards(self, hand: str) -> Cards:
        if self.plan.hands[hand].plays_of or self.plan.hands[hand].one_of:
            return super().cards(hand)
        if hand not in self._cards:
            self._cards[hand] = self._column(self._now.places(hand))
        return self._cards[hand]

    def made(self, wager: str) -> Flags:
        return np.full(self.size, wager in self._now.seat.wagers)

    def acted(self, verb: str) -> Flags:
        return np.full(self.size, verb in self._now.claimed)

    def _in_sight(self, hands: Iterable[str]) -> bool:
        """Whether some hands hold no hidden card, so that they are the same in all ways of a state."""
        if self.ways == 1 or any(self.plan.hands[hand].stand_in for hand in hands):
            return False
        parts = {part for hand in hands for part in made_of(self.plan, hand)}
        return all(self._hidden.keys().isdisjoint(self._now.real(self._now.places(part))) for part in parts)

    @cached_property
    def _alone(self) -> "Spread":
        """The states by themselves."""
        return Spread(self._now, self._states, {}, self.meters)

    def value(self, hand: str) -> Ints:
        if hand not in self._values and self._in_sight([hand]):
            self._values[hand] = np.repeat(self._alone.value(hand), self.ways)
        return super().value(hand)

    def decisive(self, table: Table) -> npt.NDArray[np.int16]:
        rows = self.in_order(table)
        first = np.full(self.size, len(rows), np.int16)
        listed: dict[str, list[tuple[int, Row]]] = {}
        for place, (_, row) in enumerate(rows):
            hands = hands_in([row.clauses])
            if len(hands) > 1:
                return super().decisive(table)
            if not hands:  # it fits whatever the cards are, and no row after it counts
                first = np.full(self.size, place, np.int16)
                break
            listed.setdefault(next(iter(hands)), []).append((place, row.clauses))
        for hand, some in listed.items():
            found = self._first(table, hand, some)
            first = np.where((found >= 0) & (found < first), found, first)
        indices = np.array([*(index for index, _ in rows), -1], np.int16)
        return indices[first]

    def _first(self, table: Table, hand: str, rows: Sequence[tuple[int, Row]]) -> npt.NDArray[np.int16]:
        """The place of the first of these rows, all on one hand, that fits; -1 if none does."""
        if self._in_sight([hand]):
            return np.repeat(self._alone._first(table, hand, rows), self.ways)
        cards = self.cards(hand)
        if self.size < _FEW or cards.shape[1] > MOST_CARDS or self.plan.hands[hand].stand_in:
            return first_of(rows, self)
        known = self._now.rows.setdefault((id(table), hand, cards.shape[1]), Remembered(cards.shape[1]))
        of_hands = known.of(cards, lambda some: first_of(rows, Batch(self.plan, {"": some}, hands={hand: some})))
        return of_hands.astype(np.int16)

    def assume(self, hand: str, values: Ints) -> None:
        super().assume(hand, values)
        self._nets = {}

    def nets(self, name: str) -> Floats:
        if name not in self._nets:
            self._nets[name] = super().nets(name)
        return self._nets[name]

    def settled(self, end: Ending) -> Floats:
        """[state, way]: what the wagers of a round yield, in units."""
        total = np.full(self.size, end.sure)
        for name, units in end.judged.items():
            total += units * self.nets(name)
        return total.reshape(len(self._states), self.ways)
