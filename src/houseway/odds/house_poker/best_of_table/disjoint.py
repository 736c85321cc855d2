"""Few hands that meet a row: all sets of them that share no card, counted by size, and with them any number of hands.

Cards that may change places without changing which hands meet a row are of one kind. Kinds are gone through one after
the other; what was chosen before matters only by how many cards of each later kind are still free.
"""

from collections.abc import Iterator, Sequence
from math import comb, factorial, prod

import numpy as np

from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.best_of_table.template import DecisionTree
from houseway.odds.suit_classes.renaming import renamed, renamings
from houseway.odds.suit_classes.stock import ANY_SUIT, hands

MOST_HANDS = 2_000  # that meet a row
MOST_STATES = 10_000
_BITS = 128  # of the number of sets of one size; a state holds those of all sizes in one number
_FREE = 6  # bits of the free cards of a kind

Type = tuple[int, tuple[tuple[int, int], ...]]  # cards of the first kind of a hand; the other kinds with their cards


def _cards(hand: int) -> Iterator[int]:
    while hand:
        low = hand & -hand
        yield low.bit_length() - 1
        hand ^= low


def _kinds(found: set[int]) -> list[list[int]]:
    """The cards of all hands by kind, in their order."""
    holding: dict[int, list[int]] = {}
    for hand in found:
        for card in _cards(hand):
            holding.setdefault(card, []).append(hand)

    def alike(one: int, other: int) -> bool:
        swap = 1 << one | 1 << other
        if len(holding[one]) != len(holding[other]):
            return False
        return all(hand & swap == swap or hand ^ swap in found for hand in holding[one])

    kinds: list[list[int]] = []
    for card in sorted(holding):
        kind = next((kind for kind in kinds if alike(kind[0], card)), None)
        if kind is None:
            kinds.append([card])
        else:
            kind.append(card)
    return kinds


def _types(found: set[int], kinds: Sequence[Sequence[int]]) -> list[set[Type]]:
    """By kind the hands of which it is the first: every choice of so many cards of each kind is one."""
    kind_of = {card: kind for kind, cards in enumerate(kinds) for card in cards}
    types: list[set[Type]] = [set() for _ in kinds]
    for hand in found:
        counts: dict[int, int] = {}
        for card in _cards(hand):
            counts[kind_of[card]] = counts.get(kind_of[card], 0) + 1
        (first, own), *others = sorted(counts.items())
        types[first].add((own, tuple(others)))
    return types


def disjoint_sets(found: set[int], most: int) -> list[int] | None:
    """How many sets of 0, 1, ... `most` of these hands share no card; none where there are too many states.

    A hand is a set of cards, a bit each.
    """
    kinds = _kinds(found)
    types = _types(found, kinds)
    at = [_FREE * kind for kind in range(len(kinds))]
    mask, kept = (1 << _FREE) - 1, (1 << _BITS * (most + 1)) - 1
    states = {sum(len(cards) << shift for cards, shift in zip(kinds, at, strict=True)): 1}
    for kind, own_types in enumerate(types):
        after: dict[int, int] = {}
        while states:  # the next card of the kind is left, or is in a hand with cards that come after it
            following: dict[int, int] = {}
            for state, sets in states.items():
                free = state >> at[kind] & mask
                if not free:
                    after[state] = after.get(state, 0) + sets
                    continue
                left = state - (1 << at[kind])
                following[left] = following.get(left, 0) + sets
                for own, others in own_types:
                    ways, rest = comb(free - 1, own - 1), state - (own << at[kind])
                    for other, count in others:
                        ways *= comb(state >> at[other] & mask, count)
                        rest -= count << at[other]
                    if ways:
                        following[rest] = following.get(rest, 0) + (sets * ways << _BITS)
            states = following
            if len(states) > MOST_STATES:
                return None
        states = {state: sets & kept for state, sets in after.items() if sets & kept}
    total = sum(states.values())
    return [total >> _BITS * size & (1 << _BITS) - 1 for size in range(most + 1)]


def _rows_by_set(shape: DecisionTree) -> dict[int, int] | None:
    """The row that each hand meets, of those that meet one; none if they are too many."""
    made = hands(shape.stock, shape.own, shape.blocks or ANY_SUIT)
    rows = Batch(shape.plan, {shape.pile: made.cards}).decisive(shape.table)
    cards, met = made.cards[rows >= 0], rows[rows >= 0].tolist()
    if made.weights[rows >= 0].sum() > MOST_HANDS:
        return None
    found: dict[int, int] = {}
    for names in renamings(shape.blocks):
        sets = (np.uint64(1) << renamed(cards, names).astype(np.uint64)).sum(axis=1, dtype=np.uint64)
        found.update(zip(sets.tolist(), met, strict=True))
    return found


def _at_least(sets: Sequence[int], left: int, own: int, dealt: int) -> int:
    """Deals of so many hands, one after the other, of which at least one is among the hands that the sets are of."""
    total = 0
    for size in range(1, dealt + 1):
        others = prod(comb(left - own * hand, own) for hand in range(size, dealt))
        total -= (-1) ** size * comb(dealt, size) * factorial(size) * sets[size] * others
    return total


def deals_of_rows(shape: DecisionTree, most: int) -> list[tuple[int, ...]] | None:
    """By number of hands, from one up: the deals in which each row is the best, and last those without a row.

    None where the hands have shared cards, or too many meet a row.
    """
    deck, own = shape.stock.size, shape.own
    if shape.shared_cards or most * own > deck:
        return None
    by_set = _rows_by_set(shape)
    if by_set is None:
        return None
    found: list[list[int]] = [[] for _ in range(most)]
    for row in range(len(shape.table.rows)):
        sets = disjoint_sets({hand for hand, met in by_set.items() if met <= row}, most)
        if sets is None:
            return None
        for dealt, counts in enumerate(found, start=1):
            counts.append(_at_least(sets, deck, own, dealt) - sum(counts))
    for dealt, counts in enumerate(found, start=1):
        counts.append(prod(comb(deck - own * hand, own) for hand in range(dealt)) - sum(counts))
    return [tuple(counts) for counts in found]
