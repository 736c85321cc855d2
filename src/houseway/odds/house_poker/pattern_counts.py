"""How often each set of pay-table rows is met: every deal of the cards that the rows look at, counted by classes.

A row's number stands for a bit; the count of a bit pattern is the number of deals that meet exactly those rows. One
census serves every alternative of a pay table, since each prices the same patterns by its own figures.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from math import comb, factorial, prod

import numpy as np
from numba import njit

from houseway.cards.decks import copies_of_each
from houseway.hands.columns import DEAD
from houseway.hands.facts import facts_array
from houseway.odds.arrays import Masks, few_values
from houseway.odds.counts import PatternCounts
from houseway.odds.house_poker.batch import Batch, Cards, Flags, Ints
from houseway.odds.house_poker.wagers import Position, cells, pile_sizes, positions
from houseway.odds.pay_rows import holds_in
from houseway.odds.suit_classes.by_ranks import hands_by_flush
from houseway.odds.suit_classes.listed import all_hands
from houseway.odds.suit_classes.stock import ANY_SUIT, EACH_SUIT, Blocks, Hands, hands, stock_of
from houseway.odds.suit_symmetry import flush_length, grows, hands_in, interchangeable, suits_alone
from houseway.play.house_poker.plan import HandPlan, Plan
from houseway.rules.patterns import Clause, Row

ROWS_AT_ONCE = 20_000  # their facts are still in the processor's cache when rows ask for them
MOST_ROWS = 16_000_000  # beyond this a count would take minutes
_DECK = np.arange(52, dtype=np.uint8)
_MOST = 6_000_000_000  # pairs of hands that are looked at where rows are judged on the cards that these play
_AT_ONCE = 1 << 17

Label = Callable[[Batch], Ints]  # a number for each deal: what is counted
Piles = dict[str, Cards]


def labels_of_rows(rows: Sequence[Row]) -> Label:
    """Bit i is set where row i holds."""

    def label(batch: Batch) -> Ints:
        bits = np.zeros(batch.size, np.int64)
        for index, row in enumerate(rows):
            bits |= batch.fits(row).astype(np.int64) << index
        return bits

    return label


def _tally(found: Counter[int], labels: Ints, weights: Ints) -> None:
    values, places = few_values(labels)
    totals = np.zeros(len(values), np.int64)
    np.add.at(totals, places, weights)
    for value, total in zip(values.tolist(), totals.tolist(), strict=True):
        found[value] += total


def lay_out(groups: Sequence[tuple[Position, ...]], parts: Sequence[Cards]) -> Piles:
    """The piles in which each cell's cards lie at its places; places that nothing looks at hold any card."""
    widths: dict[str, int] = {}
    for pile, place in (position for group in groups for position in group):
        widths[pile] = max(widths.get(pile, 0), place + 1)
    piles = {pile: np.zeros((len(parts[0]), width), np.uint8) for pile, width in widths.items()}
    for group, cards in zip(groups, parts, strict=True):
        for column, (pile, place) in enumerate(group):
            piles[pile][:, place] = cards[:, column]
    return piles


def _slices(made: Hands) -> Iterator[Hands]:
    for start in range(0, len(made.weights), ROWS_AT_ONCE):
        stop = start + ROWS_AT_ONCE
        yield Hands(made.cards[start:stop], made.weights[start:stop])


@njit(cache=True)
def _beside(first: Cards, others: Cards, ways: Ints, copies: Ints, out: Ints) -> None:
    """In how many ways each of `others` can be dealt after the one hand `first`; `ways` are those of a full deck."""
    left = copies.copy()
    for card in first:
        left[card] -= 1
    for row in range(len(others)):
        total = ways[row]
        touched = False
        for card in others[row]:
            if left[card] != copies[card]:
                touched = True
        if touched:
            total = 1
            for place in range(others.shape[1]):
                card = others[row, place]
                taken = 0
                for before in range(place):
                    if others[row, before] == card:
                        taken += 1
                # C(n, k) grows by (n - k + 1) / k with each further copy, and stays whole.
                total = total * max(left[card] - taken, 0) // (taken + 1)
        out[row] = total


class Counting:
    """The deals of the cells that some hands are made of, counted by a label."""

    def __init__(self, plan: Plan, looked_at: frozenset[str], blocks: Blocks, deck: str = "", flushes: int = 0) -> None:
        self.plan = plan
        self.looked_at = looked_at
        self.deck = deck or plan.game.spec.deck
        self.stock = stock_of(self.deck)
        self.groups = cells(plan, looked_at)
        self.blocks = blocks
        self.flushes = flushes  # cards of one suit from which on suits matter; 0: they always do
        packs = plan.game.spec.packs
        self.stocks = [stock_of(packs.get(group[0][0], self.deck)) for group in self.groups]

    def batch(self, parts: Sequence[Cards]) -> Batch:
        return Batch(self.plan, lay_out(self.groups, parts))

    def _sets(self, size: int) -> Iterator[Hands]:
        """Sets of so many cards of the first cell's deck, by classes."""
        stock = self.stocks[0]
        if self.blocks and not stock.extras and size <= 4 * (self.flushes - 1):
            return _slices(hands_by_flush(stock, size, self.blocks, self.flushes))
        return _slices(hands(stock, size, self.blocks))

    def whole(self, label: Label) -> PatternCounts:
        found: Counter[int] = Counter()
        for piece in self._sets(len(self.groups[0])):
            _tally(found, label(self.batch([piece.cards])), piece.weights)
        return PatternCounts(found)

    @property
    def of_packs(self) -> bool:
        """Whether the cells are two, each of cards of its own."""
        return len(self.groups) == 2 and self.stocks[0] != self.stocks[1]

    def from_packs(self, label: Label) -> PatternCounts:
        """Two cells that share no card: the first by classes, with every second one."""
        leads, followers = (
            hands(stock, len(group), blocks)
            for stock, group, blocks in zip(self.stocks, self.groups, (self.blocks or ANY_SUIT, EACH_SUIT), strict=True)
        )
        return self._paired(label, leads, followers, lambda _: followers.weights)

    def countable(self) -> bool:
        """Whether two cells can be counted one beside the other."""
        if len(self.groups) != 2:
            return False
        first, second = map(len, self.groups)
        if not self.blocks:
            return comb(first + 12, 12) * comb(second + 12, 12) <= MOST_ROWS
        leads = comb(self.stock.size, first) // (24 if len(self.blocks) == 1 else 1)
        return max(1, leads) * comb(self.stock.size, second) <= MOST_ROWS

    def sequential(self, label: Label) -> PatternCounts:
        """Two cells: the first by classes, every second one beside it."""
        first, second = self.groups
        leads = hands(self.stock, len(first), self.blocks)
        followers = hands(self.stock, len(second), EACH_SUIT if self.blocks else ())
        each = copies_of_each(self.deck)
        if not self.blocks:
            return self._by_ranks(label, leads, followers)
        copies = np.array([each.get(card, 0) for card in range(56)], np.int64)
        ways = np.empty(len(followers.weights), np.int64)

        def beside(lead: Cards) -> Ints:
            _beside(lead, followers.cards, followers.weights, copies, ways)
            return ways

        return self._paired(label, leads, followers, beside)

    def _by_ranks(self, label: Label, leads: Hands, followers: Hands) -> PatternCounts:
        copies = 4 * np.array(self.stock.copies, np.int64)
        counts = np.stack([(followers.cards >> 2 == rank).sum(axis=1) for rank in range(13)], axis=1)
        most = int(counts.max())

        def beside(lead: Cards) -> Ints:
            left = copies - np.bincount(lead >> 2, minlength=13)
            table = np.array([[comb(max(n, 0), k) for k in range(most + 1)] for n in left.tolist()], np.int64)
            ways: Ints = table[np.arange(13), counts].prod(axis=1)
            return ways

        return self._paired(label, leads, followers, beside)

    def _paired(self, label: Label, leads: Hands, followers: Hands, beside: Callable[[Cards], Ints]) -> PatternCounts:
        """Every follower with every lead; `beside`: in how many ways each can be dealt after a lead."""
        found: Counter[int] = Counter()
        for lead, weight in zip(leads.cards, leads.weights, strict=True):
            ways = beside(lead)
            own = np.broadcast_to(lead, (len(ways), len(lead)))
            for start in range(0, len(ways), ROWS_AT_ONCE):
                piece = slice(start, start + ROWS_AT_ONCE)
                labels = label(self.batch([own[piece], followers.cards[piece]]))
                _tally(found, labels, ways[piece] * weight)
        return PatternCounts(found)

    def by_suits(self, label: Label) -> PatternCounts:
        """Cells of which only the suits matter: every choice of suits for each, with the deals that it stands for."""
        left = sum(self.stock.copies)
        cards, weights = [], []
        for suits in product(*(combinations_with_replacement(range(4), len(group)) for group in self.groups)):
            held, ways, row = [0] * 4, 1, []
            for cell in suits:
                ways *= prod(comb(left - held[suit], cell.count(suit)) for suit in range(4))
                for suit in cell:
                    row.append(4 * held[suit] + suit)  # any rank will do, as long as no card comes twice
                    held[suit] += 1
            cards.append(row)
            weights.append(ways)
        found: Counter[int] = Counter()
        _tally(found, label(self.one_split(np.array(cards, np.uint8))), np.array(weights, np.int64))
        return PatternCounts(found)

    def one_split(self, cards: Cards) -> Batch:
        """Sets of cards shared out among the cells in one way."""
        ends = np.cumsum([len(group) for group in self.groups])[:-1]
        return self.batch(np.split(cards, ends, axis=1))

    def arrangements(self) -> list[tuple[tuple[int, ...], ...]]:
        """Every way to share out the cards of all cells among them."""
        sizes = [len(group) for group in self.groups]

        def share(left: tuple[int, ...], sizes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
            if not sizes:
                yield ()
                return
            for own in combinations(left, sizes[0]):
                rest = tuple(place for place in left if place not in own)
                for others in share(rest, sizes[1:]):
                    yield own, *others

        return list(share(tuple(range(sum(sizes))), sizes))

    def all_splits(
        self, label: Label, matters: Callable[[Cards], Flags], plain: Callable[[Batch], Ints]
    ) -> PatternCounts | None:
        """All cards as one set, shared out among the cells only where that can matter; None if that is too often."""
        ways = self.arrangements()
        count = len(ways)
        assert count == factorial(sum(map(len, self.groups))) // prod(factorial(len(g)) for g in self.groups)
        found: Counter[int] = Counter()
        looked = 0
        for piece in self._sets(sum(map(len, self.groups))):
            open_now = matters(piece.cards)
            looked += int(open_now.sum()) * count
            if looked > MOST_ROWS:
                return None
            settled = piece.cards[~open_now]
            if len(settled):
                labels = plain(self.one_split(settled))
                _tally(found, labels, piece.weights[~open_now] * count)
            unsettled = piece.cards[open_now]
            step = max(1, ROWS_AT_ONCE // count)
            for start in range(0, len(unsettled), step):
                some = unsettled[start : start + step]
                parts = [np.concatenate([some[:, way[cell]] for way in ways]) for cell in range(len(self.groups))]
                weights = np.tile(piece.weights[open_now][start : start + step], count)
                _tally(found, label(self.batch(parts)), weights)
        return PatternCounts(found)


class RowsOfParts:
    """Which sets of cards could meet a row that looks at a part of them, whichever way they are shared out."""

    def __init__(self, plan: Plan, rows: Sequence[Row], everything: frozenset[Position]) -> None:
        self.plan = plan
        self.everything = everything
        self.rows = rows
        self.of_parts = [row for row in rows if any(not self._whole(clause) for clause in row)]

    def _whole(self, clause: Clause) -> bool:
        return positions(self.plan, clause.hand) == self.everything and not self.plan.hands[clause.hand].plays_of

    def matters(self, cards: Cards) -> Flags:
        known: dict[tuple[int, int, int, bool], Ints] = {}  # several hands may be read in the same way

        def facts(clause: Clause) -> Ints:
            hand = self.plan.hands[clause.hand]
            wild, joker = (0, DEAD) if clause.natural else (hand.wild_ranks, hand.joker)
            key = (hand.length, wild, joker, hand.wheel)
            if key not in known:
                known[key] = facts_array(cards, *key)
            return known[key]

        found = np.zeros(len(cards), np.bool_)
        for row in self.of_parts:
            possible = np.ones(len(cards), np.bool_)
            for clause in row:
                if clause.forbidden or clause.ranks:
                    continue
                for test in clause.tests:
                    if self._whole(clause) or grows(test):
                        possible &= holds_in(test, facts(clause))
            found |= possible
        return found

    def plain(self, batch: Batch) -> Ints:
        """The labels where no row of a part can hold."""
        bits = np.zeros(batch.size, np.int64)
        for index, row in enumerate(self.rows):
            if row not in self.of_parts:
                bits |= batch.fits(row).astype(np.int64) << index
        return bits


def count_patterns(plan: Plan, rows: Sequence[Row]) -> PatternCounts | None:
    """The exact census of some rows, None where it is out of reach."""
    looked_at = hands_in(rows)
    stand_ins = {plan.hands[hand].stand_in for hand in looked_at} - {""}
    deck = plan.game.spec.deck
    if stand_ins:
        # One joker, replaced by the next card: the hand is a hand of the deck without it.
        if len(looked_at) > 1 or deck != "53":
            return None
        return _without_joker(plan, rows, looked_at)
    counting = Counting(plan, looked_at, interchangeable(rows), "", flush_length(rows, plan.hands))
    label = labels_of_rows(rows)
    first = next(iter(looked_at))
    if len(looked_at) == 1 and plan.hands[first].plays_of:
        counts = count_played(plan, first, pile_sizes(plan), counting.blocks, label)
        return None if counts is None else PatternCounts(counts)
    if len(counting.groups) == 1:
        return counting.whole(label)
    if counting.of_packs:
        return counting.from_packs(label)
    if plan.game.spec.packs:
        return None
    if counting.countable():
        return counting.sequential(label)
    everything = frozenset(position for group in counting.groups for position in group)
    wild = any(plan.hands[hand].wild_ranks for hand in looked_at) or counting.stock.extras
    if suits_alone(rows) and not wild and len(everything) <= 13:
        return counting.by_suits(label)
    if len(everything) > 7:
        return None
    parts = RowsOfParts(plan, rows, everything)
    return counting.all_splits(label, parts.matters, parts.plain)


def _without_joker(plan: Plan, rows: Sequence[Row], looked_at: frozenset[str]) -> PatternCounts:
    counting = Counting(plan, looked_at, interchangeable(rows), "52", flush_length(rows, plan.hands))
    (stand_in,) = {plan.hands[hand].stand_in for hand in looked_at}

    def label(batch: Batch) -> Ints:
        unused = np.zeros((batch.size, 1), np.uint8)
        return labels_of_rows(rows)(Batch(plan, {**batch.piles, stand_in: unused}))

    return counting.whole(label)


# -- rows judged on the cards that two hands play: looked up by the two choices of cards, one hand by classes ----------


def _pile(hand: HandPlan) -> str:
    """The one pile, all of it, that a hand is made of; empty if it is made of anything else."""
    plain = len(hand.parts) == 1 and hand.parts[0].whole and not hand.wild_ranks
    return hand.parts[0].pile if plain else ""


@njit(cache=True)
def _masks(cards: Cards, out: Masks) -> None:
    for row in range(len(cards)):
        held = np.uint64(0)
        for card in cards[row]:
            held |= np.uint64(1) << np.uint64(card)
        out[row] = held


@njit(cache=True, nogil=True)
def _meet(first: tuple[Masks, Ints, Ints], second: tuple[Masks, Ints], labels: Cards, counts: Ints) -> None:
    """Add up the weights of the first hands by label over all second hands without a card in common."""
    held, played, weights = first
    others, answers = second
    for row in range(len(held)):
        found = np.zeros(len(counts), np.int64)
        own, by = held[row], labels[played[row]]
        for other in range(len(others)):
            if not own & others[other]:
                found[by[answers[other]]] += 1
        counts += found * weights[row]


def _choices(batch: Batch, hand: str) -> Ints:
    """The number of the cards that a hand plays, among all choices of so many cards of the deck."""
    cards = np.sort(batch.played(hand), axis=1).astype(np.int64)
    number = np.zeros(len(cards), np.int64)
    for place in range(cards.shape[1]):
        ways = np.array([comb(card, place + 1) for card in range(len(_DECK))], np.int64)
        number += ways[cards[:, place]]
    return number


def _by_choices(plan: Plan, piles: tuple[str, str], sizes: tuple[int, int], label: Label) -> tuple[Cards, list[int]]:
    """[choice, choice]: the place in a list of labels that two choices of played cards have; 0 where they overlap."""
    first, second = (
        np.array(sorted(combinations(range(52), size), key=lambda one: one[::-1]), np.uint8) for size in sizes
    )
    table, known = np.zeros((len(first), len(second)), np.uint8), [0]
    for row, cards in enumerate(first):
        apart = ~(second[:, :, None] == cards).any(axis=(1, 2))
        own = np.broadcast_to(cards, (int(apart.sum()), len(cards)))
        found = label(Batch(plan, {piles[0]: own, piles[1]: second[apart]}))
        for value in np.unique(found).tolist():
            if value not in known:
                known.append(value)
        places = {value: place for place, value in enumerate(known)}
        table[row, apart] = [places[value] for value in found.tolist()]
    return table, known


def count_played(plan: Plan, hand: str, sizes: dict[str, int], blocks: Blocks, label: Label) -> dict[int, int] | None:
    """Deals by label, where rows look at one hand that is made of what two others play; None where that is not so."""
    names = plan.hands[hand].plays_of
    played = [plan.hands[name] for name in names]
    piles = tuple(_pile(one) for one in played)
    if len(piles) != 2 or "" in piles or dict(copies_of_each(plan.game.spec.deck)) != dict.fromkeys(range(52), 1):
        return None
    dealt = [sizes[pile] for pile in piles]
    leads = hands(stock_of(plan.game.spec.deck), dealt[0], blocks)
    if len(leads.weights) * comb(52, dealt[1]) > _MOST or len(set(piles)) != 2:
        return None
    others = all_hands(_DECK, dealt[1])
    chosen, masks = [], []
    for name, pile, cards in zip(names, piles, (leads.cards, others), strict=True):
        parts = [cards[at : at + _AT_ONCE] for at in range(0, len(cards), _AT_ONCE)]
        chosen.append(np.concatenate([_choices(Batch(plan, {pile: part}), name) for part in parts]))
        masks.append(np.empty(len(cards), np.uint64))
        _masks(cards, masks[-1])
    taken = tuple(one.ranking.size for one in played if one.ranking is not None)
    table, known = _by_choices(plan, (piles[0], piles[1]), (taken[0], taken[1]), label)
    counts = np.zeros(len(known), np.int64)
    _meet((masks[0], chosen[0], leads.weights), (masks[1], chosen[1]), table, counts)
    return {value: int(count) for value, count in zip(known, counts, strict=True) if count}
