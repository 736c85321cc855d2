"""Side bets of rounds that were played: what each looks at as arrays, the row that decides, and what it pays.

Rows and prices are the compiled tables that the settlement reads; a bet that opens late is made whenever it is offered.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from numba import njit

from houseway.cards.text import BLANK
from houseway.hands.columns import FACTS, Fact
from houseway.hands.facts import facts_array
from houseway.odds.blackjack.hands import Flags
from houseway.odds.blackjack.rounds import (
    BUSTED,
    DEALER,
    FARED,
    FREE_BETS,
    LATE,
    LOOKED,
    NATURALS,
    OWN,
    SITUATION,
    START,
    WIDTH,
)
from houseway.odds.blackjack.values import NO_CARD, Floats, Ints, decoded
from houseway.odds.blackjack.views import STARTING, Cards, holds
from houseway.odds.payoff import block_base, payoff
from houseway.play.blackjack.cases import priced_by, side_cases
from houseway.play.blackjack.plan import Plan, SideBet
from houseway.rules.blackjack import VIEWS, Source
from houseway.rules.patterns import Clause, Row
from houseway.rules.pays import LOSE
from houseway.rules.tables import Table

_ACE_RANK, _DECK = 12, 52
_NATURAL = 21  # of two cards
_NO_FACTS = np.empty((0, FACTS), np.int64)


@njit(cache=True, nogil=True)
def _run(cards: Cards, count: int, aces: int) -> int:
    """How many cards from the first on grow one sequence, aces at the given end."""
    rank = int(cards[0]) >> 2
    low = high = aces if rank == _ACE_RANK else rank
    for place in range(1, count):
        rank = int(cards[place]) >> 2
        rank = aces if rank == _ACE_RANK else rank
        if rank == low - 1:
            low = rank
        elif rank == high + 1:
            high = rank
        else:
            return place
    return count


@njit(cache=True, nogil=True)
def keep_runs(cards: Cards) -> None:
    """Leave of every hand the sequence from its first card on, without a card that busts."""
    for row in range(len(cards)):
        count = 0
        hard = 0
        while count < cards.shape[1] and cards[row, count] < BLANK:
            rank = int(cards[row, count]) >> 2
            hard += 1 if rank == _ACE_RANK else min(rank + 2, 10)
            count += 1
        if hard > 21:
            count -= 1
        kept = max(_run(cards[row], count, -1), _run(cards[row], count, _ACE_RANK))
        cards[row, kept:] = BLANK


@njit(cache=True, nogil=True)
def keep_reds(cards: Cards) -> None:
    """Leave of every hand the red cards before the first black one."""
    for row in range(len(cards)):
        kept = 0
        while kept < cards.shape[1] and cards[row, kept] < BLANK and cards[row, kept] & 3 in (1, 2):
            kept += 1
        cards[row, kept:] = BLANK


def _barred(side: SideBet) -> int:
    """The situations, as bits, in which a side bet is not open."""
    words, found = side.spec, 0
    if words.opens_at != "bets" and "natural" in words.barred:
        found |= NATURALS
    if words.opens_at == "acted" and "bust" in words.barred:
        found |= BUSTED
    return found | (LOOKED if words.opens_at in ("peeked", "acted") else 0)


def blank_rows(rounds: int) -> Cards:
    """Room for what is seen of so many rounds."""
    return np.full((rounds, WIDTH), NO_CARD, np.uint8)


@cache
def _every(view: str) -> tuple[Cards, Ints]:
    """All cards that a starting view may show, in order, and their facts."""
    size = VIEWS[view].length
    cards = np.stack(np.unravel_index(np.arange(_DECK**size), (_DECK,) * size), axis=1).astype(np.uint8)
    return cards, facts_array(cards, size)


@cache
def _truth(clause: Clause) -> Flags:
    """Where a clause on a starting view holds, by the number of the cards."""
    return holds(clause, *_every(clause.hand))


def deciding_row(table: Table, natural: bool) -> int | None:
    """The row that decides when the dealer has a natural, or has none, -1 for no row; None: it depends on more."""
    deals = (_every("dealer_two")[1][:, Fact.TOTAL] == _NATURAL) == natural
    for number, row in enumerate(table.rows):
        if any(clause.hand != "dealer_two" for clause in row.clauses):
            return None
        here = np.ones(int(deals.sum()), np.bool_)
        for clause in row.clauses:
            here &= _truth(clause)[deals]
        if here.any():
            return number if here.all() else None
    return -1


@dataclass
class Played:
    """Rounds as the kernel wrote them down."""

    seen: Cards
    spots: int
    _cards: dict[str, Cards] = field(default_factory=dict)
    _facts: dict[str, Ints] = field(default_factory=dict)
    _places: dict[str, Ints] = field(default_factory=dict)

    def _part(self, place: int, most: int) -> Cards:
        return decoded()[self.seen[:, place : place + most]]

    def _source(self, source: Source) -> Cards:
        first = {
            "first": START,
            "start": START,
            "three": START,
            "starts": START,
            "hand": OWN,
            "up": DEALER,
            "hole": DEALER + 1,
            "dealer": DEALER,
            "drawn": LATE,
        }
        most = {
            "first": 1,
            "start": 2,
            "three": 3,
            "starts": 2 * self.spots,
            "hand": DEALER - OWN,
            "up": 1,
            "hole": 1,
            "dealer": LATE - DEALER,
            "drawn": WIDTH - LATE,
        }
        return self._part(first[source], most[source])

    def _look(self, view: str) -> Cards:
        words = VIEWS[view]
        cards = np.concatenate([self._source(source) for source in words.cards], axis=1)
        if not {"hand", "dealer"} & set(words.cards):
            return cards
        longest = int((cards < BLANK).sum(axis=1).max(initial=2))
        cards = np.ascontiguousarray(cards[:, :longest])
        if words.keep == "run":
            start = self._part(START, 2)
            split = (cards[:, :2] != start).any(axis=1)
            cards[split, 2:] = BLANK
            cards[split, :2] = start[split]
            keep_runs(cards)
        elif words.keep == "reds":
            keep_reds(cards)
        return cards

    def cards(self, view: str) -> Cards:
        """The cards of a view, blanks after the last."""
        if view not in self._cards:
            self._cards[view] = self._look(view)
        return self._cards[view]

    def _told(self, view: str) -> Ints:
        if view not in self._facts:
            out = facts_array(self.cards(view), VIEWS[view].length)
            if VIEWS[view].judged:
                out[:, Fact.RESULT] = self.seen[:, FARED]
            self._facts[view] = out
        return self._facts[view]

    def _place(self, view: str) -> Ints:
        """The number of a view of few cards among all of its size."""
        if view not in self._places:
            cards = self.cards(view)
            found = np.zeros(len(cards), np.int64)
            for column in range(cards.shape[1]):
                found = found * _DECK + cards[:, column]
            self._places[view] = found
        return self._places[view]

    def fits(self, row: Row) -> Flags:
        """Where all clauses of a row hold."""
        held = np.ones(len(self.seen), np.bool_)
        for clause in row:
            if clause.hand in STARTING:
                held &= _truth(clause)[self._place(clause.hand)]
            else:
                held &= holds(clause, self.cards(clause.hand), self._told(clause.hand) if clause.tests else _NO_FACTS)
        return held

    def keys(self, table: Table) -> Ints | None:
        """The column of a table with prices by count, up card or free bets."""
        by = table.block.by
        if by == "count":
            counts: Ints = (self.cards(table.hand) < BLANK).sum(axis=1)
            return counts
        if by == "up":
            ranks = self.cards("up")[:, 0].astype(np.int64) >> 2
            return np.where(ranks == _ACE_RANK, 11, np.minimum(ranks + 2, 10))
        return self.seen[:, FREE_BETS].astype(np.int64) if by == "free_bets" else None

    def decided(self, table: Table) -> tuple[Ints, Ints | None]:
        """The row that decides each round, -1 for none, and the key of its price."""
        keys = self.keys(table)
        found = np.full(len(self.seen), -1, np.int64)
        open_now = np.ones(len(self.seen), np.bool_)
        for number, row in enumerate(table.rows):
            here = open_now & self.fits(row.clauses)
            if table.block.award == "best" and keys is not None:  # a row without a price leaves it to the next
                priced = [key for key in np.unique(keys).tolist() if table.price(row, key) is not None]
                here &= np.isin(keys, priced)
            found[here] = number
            open_now &= ~here
        return found, keys

    def made(self, side: SideBet) -> Flags:
        """The rounds in which a side bet is open to the seat."""
        open_now: Flags = self.seen[:, SITUATION] & _barred(side) == 0
        return open_now


@dataclass(frozen=True)
class Paid:
    """What a side bet nets per unit, by row and key."""

    side: SideBet
    meters: Mapping[str, float]

    def nets(self, played: Played) -> tuple[Floats, Floats]:
        """Stake and net of every round."""
        table = self.side.table
        rows, keys = played.decided(table)
        kept, base, meter = self.side.stake_kept, block_base(table.block, table.id), self.side.spec.meter
        nets = np.full(len(rows), payoff(LOSE).net)
        cases = tuple(side_cases(self.side.spec, table, self.side.prizes))
        for number, row in enumerate(table.rows):
            here = rows == number
            for key in [None] if keys is None else np.unique(keys[here]).tolist():
                decided = priced_by(cases, row, key)
                net, whole = 0.0, sum(case.ways for case in decided)
                for case in decided:
                    made = payoff(case.pay or LOSE, stake_kept=kept, base=base, meter=meter)
                    net += made.at(dict(self.meters)) * case.ways
                nets[here if keys is None else here & (keys == key)] = net / whole
        stake = played.made(self.side).astype(np.float64)
        return stake, stake * nets


def situations(plan: Plan, names: tuple[str, ...]) -> tuple[int, int]:
    """The situations, as bits, in which the bets named make the dealer draw out, and take a second card."""
    draws = second = 0
    for name in names:
        side = plan.sides[name]
        open_in = sum(1 << number for number in (0, BUSTED, NATURALS) if number & _barred(side) == 0)
        draws |= open_in if side.spec.draws_out else 0
        second |= open_in if side.past_up else 0
    return draws, second
