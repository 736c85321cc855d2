"""Side bets on cards that no decision touches: the first two, the up card, the hole card, both starting hands.

Every set of cards is counted with the copies the shoe has of each, and judged by the same clauses as at the table.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb

import numpy as np
import numpy.typing as npt

from houseway.cards.decks import copies_of_each
from houseway.cards.text import BLANK
from houseway.hands.facts import facts_array
from houseway.odds.blackjack.hands import Flags
from houseway.odds.blackjack.values import Floats, Ints
from houseway.odds.pay_rows import holds_in
from houseway.odds.payoff import payoff
from houseway.play.blackjack.totals import card_value
from houseway.rules.blackjack import VIEWS
from houseway.rules.patterns import Clause, Row
from houseway.rules.tables import Table

Cards = npt.NDArray[np.uint8]
Parts = list[tuple[int, int | None, float]]  # row of the table (-1: none), its key, and the chance

STARTING = frozenset(name for name, view in VIEWS.items() if view.starting)
_DECK = 52


def looked_at(table: Table) -> set[str]:
    """The views that a table's rows ask about."""
    return {clause.hand for row in table.rows for clause in row.clauses}


def on_own_set(table: Table) -> bool:
    """Whether a table looks at a number of own starting cards alone."""
    return (looked_at(table) or {table.hand}) == {table.hand} and VIEWS[table.hand].own_set and not table.block.by


def up_key(card: int) -> int:
    """The column of a table by up card."""
    value = card_value(card)
    return 11 if value == 1 else value


def _facts(cards: Cards, view: str) -> Ints:
    return facts_array(cards, VIEWS[view].length)


def holds(clause: Clause, cards: Cards, facts: Ints) -> Flags:
    """Where a clause holds; blanks after the last card of a hand count for nothing."""
    held = np.ones(len(cards), np.bool_)
    for test in clause.tests:
        held &= holds_in(test, facts)
    if clause.ranks:
        ranks, wanted = np.sort(cards >> 2, axis=1), np.array(clause.ranks)
        if ranks.shape[1] < len(wanted):
            held[:] = False
        else:
            held &= (ranks[:, : len(wanted)] == wanted).all(axis=1)
            held &= (ranks[:, len(wanted) :] == BLANK >> 2).all(axis=1)
    return ~held if clause.forbidden else held


@cache
def _pairs(ordered: bool) -> Cards:
    """Two own cards; `ordered`: which came first makes a difference."""
    every = product(range(_DECK), repeat=2) if ordered else combinations_with_replacement(range(_DECK), 2)
    return np.array(list(every), np.uint8)


@cache
def _laid_out(view: str, ordered: bool) -> tuple[Cards, tuple[int, int, int]]:
    """All cards that a starting view may show, and how they lie on the axes of own cards, up card and hole card."""
    words, one = VIEWS[view], np.arange(_DECK, dtype=np.uint8)[:, None]
    own = _pairs(ordered)[:, :1] if "first" in words.cards else _pairs(ordered)
    axes = [own if {"first", "start"} & set(words.cards) else None]
    axes += [one if source in words.cards else None for source in ("up", "hole")]
    shown = [cards for cards in axes if cards is not None]
    places = np.indices([len(cards) for cards in shown]).reshape(len(shown), -1)
    cards = np.concatenate([cards[place] for cards, place in zip(shown, places, strict=True)], axis=1)
    first, up, hole = (1 if cards is None else len(cards) for cards in axes)
    return cards, (first, up, hole)


class _Starting:
    """Own two cards, up card and hole card as three axes."""

    def __init__(self, deck: str, views: set[str]) -> None:
        each = copies_of_each(deck)
        self.copies = np.array([each.get(card, 0) for card in range(_DECK)], np.float64)
        self.with_hole = any(VIEWS[view].past_up for view in views)
        self.ordered = any("first" in VIEWS[view].cards for view in views)
        self.known: dict[str, Ints] = {}
        self._own = _pairs(self.ordered).astype(np.int64)
        places = np.arange(_DECK)
        self._used = (self._own[:, :1] == places).astype(np.float64) + (self._own[:, 1:] == places)

    def weights(self) -> Floats:
        pairs, copies, used = self._own, self.copies, self._used
        same = pairs[:, 0] == pairs[:, 1]
        first = copies[pairs[:, 0]]
        own = np.where(same, first * (first - 1) / (1 if self.ordered else 2), first * copies[pairs[:, 1]])
        up = np.maximum(copies - used, 0)
        found: Floats = (own[:, None] * up)[:, :, None]
        if self.with_hole:
            found = found * np.maximum(copies - used[:, None, :] - np.eye(_DECK)[None], 0)
        return found

    def fits(self, row: Row) -> Flags:
        held = np.ones((1, 1, 1), np.bool_)
        for clause in row:
            view = clause.hand
            cards, shape = _laid_out(view, self.ordered)
            if view not in self.known:
                self.known[view] = _facts(cards, view)
            held = held & holds(clause, cards, self.known[view]).reshape(shape)
        return held


def _split_up(rows: Sequence[Row], fits: Callable[[Row], Flags], weights: Floats, keys: Sequence[int] | None) -> Parts:
    """The share of each row, the first that fits, by the key of the up card where one is asked for."""
    left = np.ones(weights.shape, np.bool_)
    total = weights.sum()
    found: Parts = []

    def add(row: int, here: Flags) -> None:
        if keys is None:
            found.append((row, None, float(weights[here].sum() / total)))
            return
        for key in sorted(set(keys)):
            own = here & (np.array(keys) == key)[None, :, None]
            found.append((row, key, float(weights[own].sum() / total)))

    for number, row in enumerate(rows):
        here = left & fits(row)
        left = left & ~here
        add(number, here)
    add(-1, left)
    return found


def count_starting(table: Table, deck: str) -> Parts:
    """A table on the starting cards of one hand and the dealer's first two."""
    views = looked_at(table)
    dealt = _Starting(deck, views)
    keys = [up_key(card) for card in range(_DECK)] if table.block.by == "up" else None
    return _split_up([row.clauses for row in table.rows], dealt.fits, dealt.weights(), keys)


def joint_starting(tables: Sequence[Table], deck: str) -> dict[tuple[tuple[int, int | None], ...], int] | None:
    """Row and key of several tables on the starting cards at once, with the combinations; None if one looks further."""
    views = {view for table in tables for view in looked_at(table) or {table.hand}}
    if not views <= STARTING or any(table.block.by not in ("", "up") for table in tables):
        return None
    dealt = _Starting(deck, views)
    weights = dealt.weights()
    columns = []
    for table in tables:
        rows = np.full(weights.shape, -1, np.int64)
        for number, row in enumerate(table.rows):
            rows[(rows < 0) & np.broadcast_to(dealt.fits(row.clauses), weights.shape)] = number
        keys = np.array([up_key(card) if table.block.by == "up" else -1 for card in range(_DECK)])
        columns += [rows.ravel(), np.broadcast_to(keys[None, :, None], weights.shape).ravel()]
    found, place = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
    ways = np.bincount(place.ravel(), weights.ravel())
    return {
        tuple((row, None if key < 0 else key) for row, key in zip(one[::2], one[1::2], strict=True)): round(count)
        for one, count in zip(found.tolist(), ways.tolist(), strict=True)
        if count
    }


def sees_hole(table: Table) -> bool:
    """Whether a table on the starting cards looks at the dealer's hole card."""
    return any(VIEWS[view].past_up for view in looked_at(table) or {table.hand})


def rows_of_starting(table: Table, deck: str, net: Callable[[int, int | None], float]) -> Callable[[Floats], float]:
    """The mean of a table on the starting cards as a function of how many of each card the shoe holds."""
    dealt = _Starting(deck, looked_at(table) or {table.hand})
    shape = dealt.weights().shape
    rows = np.full(shape, -1, np.int64)
    for number, row in enumerate(table.rows):
        rows[(rows < 0) & np.broadcast_to(dealt.fits(row.clauses), shape)] = number
    keys = [up_key(card) for card in range(_DECK)] if table.block.by == "up" else [None] * _DECK
    nets = np.zeros(shape)
    for number in range(-1, len(table.rows)):
        here = rows == number
        for key in sorted(set(keys), key=str):
            ups = np.array([one == key for one in keys])[None, :, None]
            nets[here & ups] = net(number, key)

    def mean(copies: Floats) -> float:
        dealt.copies = copies
        weights = dealt.weights()
        return float((weights * nets).sum() / weights.sum())

    return mean


def cycle_of(table: Table, deck: str) -> int:
    """In how many ways the cards fall that a table on starting cards looks at; 0 for other tables."""
    views, size = looked_at(table) or {table.hand}, sum(copies_of_each(deck).values())
    if on_own_set(table):
        return comb(size, VIEWS[table.hand].length)
    if not views <= STARTING or table.block.by not in ("", "up"):
        return 0
    pairs = comb(size, 2) * (2 if any("first" in VIEWS[view].cards for view in views) else 1)
    return pairs * (size - 2) * (size - 3 if any(VIEWS[view].past_up for view in views) else 1)


def _own_sets(table: Table, deck: str, gone: int = -1) -> tuple[Cards, Floats, Callable[[Row], Flags]]:
    """All sets of own starting cards, in how many ways each comes, and which a row fits; `gone`: a card less."""
    each, size = dict(copies_of_each(deck)), VIEWS[table.hand].length
    if gone >= 0:
        each[gone] -= 1
    cards = np.array(list(combinations_with_replacement(sorted(each), size)), np.uint8)
    copies = np.array([each.get(card, 0) for card in range(_DECK)])
    run = np.ones(len(cards), np.int64)
    weights = np.ones(len(cards))
    ways = np.array([[comb(int(n), k) for k in range(size + 1)] for n in copies], np.float64)
    for place in range(size):
        last = np.ones(len(cards), np.bool_) if place == size - 1 else cards[:, place] != cards[:, place + 1]
        weights *= np.where(last, ways[cards[:, place], run], 1.0)
        run = np.where(last, 1, run + 1)
    facts = _facts(cards, table.hand)

    def fit(row: Row) -> Flags:
        held = np.ones(len(cards), np.bool_)
        for clause in row:
            held &= holds(clause, cards, facts)
        return held[:, None, None]

    return cards, weights, fit


def count_own_set(table: Table, deck: str, gone: int = -1) -> Parts:
    """A table on a number of own starting cards; `gone`: with this card missing from the shoe."""
    _, weights, fit = _own_sets(table, deck, gone)
    return _split_up([row.clauses for row in table.rows], fit, weights[:, None, None], None)


def own_set_nets(table: Table, deck: str) -> dict[tuple[int, ...], float]:
    """The mean net of a table at fixed odds by the values of own starting cards, in order."""
    cards, weights, fit = _own_sets(table, deck)
    nets = np.full(len(cards), -1.0)
    open_now = np.ones(len(cards), np.bool_)
    for row in table.rows:
        here = open_now & fit(row.clauses).ravel()
        nets[here] = payoff(row.pays[0]).net
        open_now &= ~here
    value_of = np.array([card_value(card) - 1 for card in range(_DECK)])
    kinds, place = np.unique(np.sort(value_of[cards], axis=1), axis=0, return_inverse=True)
    sums, ways = (np.bincount(place.ravel(), one) for one in (nets * weights, weights))
    return {tuple(kind): float(total / way) for kind, total, way in zip(kinds.tolist(), sums, ways, strict=True)}
