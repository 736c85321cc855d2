"""States of a round, each with many ways in which the hidden cards may lie: settled as arrays."""

from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy as np
import numpy.typing as npt

from houseway.odds.batch import Batch, Cards, Flags, Floats, Ints
from houseway.odds.looks import hands_in
from houseway.odds.places import Ending, PlacedRound, made_of
from houseway.rules.tables import Table


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
        self._now, self._states, self._hidden = now, states, hidden
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
            out[:, :, column] = self._hidden[place] if place in self._hidden else self._states[:, place, None]
        return out.reshape(-1, len(places))

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
        return all(self._hidden.keys().isdisjoint(self._now.places(part)) for part in parts)

    @cached_property
    def _alone(self) -> "Spread":
        """The states by themselves."""
        return Spread(self._now, self._states, {}, self.meters)

    def value(self, hand: str) -> Ints:
        if hand not in self._values and self._in_sight([hand]):
            self._values[hand] = np.repeat(self._alone.value(hand), self.ways)
        return super().value(hand)

    def decisive(self, table: Table) -> npt.NDArray[np.int16]:
        if self._in_sight(hands_in(row.clauses for row in table.rows)):
            return np.repeat(self._alone.decisive(table), self.ways)
        return super().decisive(table)

    def nets(self, name: str) -> Floats:
        if name not in self._nets:
            self._nets[name] = super().nets(name)
        return self._nets[name]

    def settled(self, end: Ending) -> Floats:
        """[state, way]: what the wagers of a round come to, in units."""
        total = np.full(self.size, end.sure)
        for name, units in end.judged.items():
            total += units * self.nets(name)
        return total.reshape(len(self._states), self.ways)
