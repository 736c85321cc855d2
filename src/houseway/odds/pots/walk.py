"""Betting as the table itself plays it: each way that a street can go is walked once, for all rounds that take it."""

from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from msgspec.structs import replace

from houseway.odds.arrays import Cards, Ints
from houseway.odds.pots.table import Place, stay
from houseway.play.pots.dealing import Recorded
from houseway.play.pots.engine import Hand, start


@dataclass(frozen=True)
class Deal:
    """Cards of rounds: all that seats were dealt, of shape (rounds, seats, k), and the boards (rounds, boards, b)."""

    own: Cards
    boards: Cards

    def row(self, row: int) -> "Deal":
        return Deal(self.own[row : row + 1], self.boards[row : row + 1])

    def source(self, place: Place) -> Recorded:
        """The first round as a record shows it."""
        own, boards = (tuple(tuple(pile) for pile in cards[0].tolist()) for cards in (self.own, self.boards))
        return Recorded(own, boards, shared=place.shares_last)


@dataclass
class Walk:
    """The states of the betting met so far; a round's is known by its number."""

    place: Place
    states: list[Hand] = field(default_factory=list)
    _numbers: dict[tuple[object, ...], int] = field(default_factory=dict)
    _known: dict[tuple[int, int, int, int], int] = field(default_factory=dict)

    _lock: Lock = field(default_factory=Lock)

    def _number(self, state: Hand) -> int:
        key = state.street, state.phase, state.paid, state.live, state.ending  # what the rest depends on, but for cards
        with self._lock:
            if key not in self._numbers:
                self.states.append(state)
                self._numbers[key] = len(self.states) - 1
            return self._numbers[key]

    def first(self, deal: Deal) -> int:
        """The hand after the forced bets and the first cards."""
        return self._number(start(self.place.table, deal.row(0).source(self.place)))

    def live(self, number: int) -> int:
        """The seats still in, as bits."""
        return sum(1 << seat for seat, alive in enumerate(self.states[number].live) if alive)

    def lives(self, numbers: Ints) -> Ints:
        """The same for many rounds."""
        return np.array([self.live(number) for number in range(len(self.states))], np.int64)[numbers]

    def _dealt_again(self, state: Hand, deal: Deal) -> Hand:
        """The state with another round's cards; where cards were given up nobody's place depends on them any more."""
        if not state.events:
            return start(self.place.table, deal.source(self.place))  # up cards may have put another seat first
        if any(street.discard for street in self.place.spec.streets):
            return state
        held = tuple(tuple(map(int, cards[: len(had)])) for cards, had in zip(deal.own[0], state.hole, strict=True))
        return replace(state, source=deal.source(self.place), hole=held, dealt=held)

    def street(self, number: int, deal: Deal, folds: int, bets: int) -> int:
        """The state after the street's betting when these seats fold to a bet and these open; `deal` is one round."""
        state = self._dealt_again(self.states[number], deal)
        street = state.street
        while not state.over and state.street == street:
            state = state.after(state.turn, stay(state, state.turn, folds, bets))
        return self._number(state)

    def streets(self, numbers: Ints, deal: Deal, folds: Ints, bets: Ints, leads: Ints) -> Ints:
        """The same for many rounds: one of each kind is walked. `leads` tells apart what up cards decide."""
        seats = deal.own.shape[1]
        keys = ((numbers << seats | folds) << seats | bets) * (seats + 1) + leads
        kinds, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        ends = np.empty(len(kinds), np.int64)
        for kind, row in enumerate(first.tolist()):
            asked = (int(numbers[row]), int(folds[row]), int(bets[row]), int(leads[row]))
            if asked not in self._known:
                self._known[asked] = self.street(asked[0], deal.row(row), asked[1], asked[2])
            ends[kind] = self._known[asked]
        return ends[inverse]
