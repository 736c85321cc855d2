"""How many hands of an opponent rank below a value when some cards are gone: by card removal, whatever the ranking.

Hands of up to five cards are swept over from the weakest up. They enter in order of value, and each adds one to every
set of its cards. When all hands below a value have entered, the number of them that hold none of a player's cards is a
sum of these counts over the subsets of the player's hand, with alternating signs. Larger hands are counted by their
ranks, flushes by suits, runs by ranks.
"""

import os
from collections.abc import Callable
from math import comb
from typing import NamedTuple

import numpy as np
from numba import njit

from houseway.cards.decks import copies_of_each
from houseway.hands.ranking import Ranking
from houseway.odds.arrays import Counts
from houseway.odds.executor import LOCAL
from houseway.odds.house_poker.batch import Cards, Ints
from houseway.odds.house_poker.vs_dealer import by_ranks, flushes, runs
from houseway.odds.suit_classes.listed import all_hands, all_places
from houseway.odds.suit_classes.stock import Blocks
from houseway.play.house_poker.plan import Plan

Below = Callable[[Cards, Ints], Counts]  # hands, cuts -> opponent's hands below [hand, cut, up card]
_FLUSH_CARDS = 7
MOST_CARDS = 5
MOST_PLAYER_CARDS = 7
_CHOOSE = np.array([[comb(n, k) for n in range(64)] for k in range(MOST_CARDS + 2)], np.int64)  # [k, n]


class Field(NamedTuple):
    """All hands of a number of cards, weakest first, as places in the deck."""

    size: int
    places: Cards
    values: Ints
    place_of: Cards  # by card
    deck: int


def make_field(deck: Cards, places: Cards, values: Ints) -> Field:
    """The field of hands given as places in the deck, with their values."""
    order = np.argsort(values, kind="stable")
    place_of = np.zeros(64, np.uint8)
    place_of[deck] = np.arange(len(deck))
    return Field(places.shape[1], places[order], values[order], place_of, len(deck))


@njit(cache=True, nogil=True)
def starts_of(count: int, size: int) -> Ints:
    """Where the counts of the sets of each size begin in one array; the last entry is its length."""
    starts = np.zeros(size + 2, np.int64)
    for chosen in range(1, size + 1):
        starts[chosen + 1] = starts[chosen] + _CHOOSE[chosen, count]
    return starts


@njit(cache=True, nogil=True)
def enter(hand: Cards, most: int, starts: Ints, counts: Counts) -> None:
    """Add a hand to the count of each set of up to `most` of its cards."""
    size = len(hand)
    for a in range(size):
        one = starts[1] + hand[a]
        counts[one] += 1
        if most == 1:
            continue
        one += starts[2] - starts[1]
        for b in range(a + 1, size):
            two = one + _CHOOSE[2, hand[b]]
            counts[two] += 1
            if most == 2:
                continue
            two += starts[3] - starts[2]
            for c in range(b + 1, size):
                three = two + _CHOOSE[3, hand[c]]
                counts[three] += 1
                if most == 3:
                    continue
                three += starts[4] - starts[3]
                for d in range(c + 1, size):
                    four = three + _CHOOSE[4, hand[d]]
                    counts[four] += 1
                    if most == 4:
                        continue
                    four += starts[5] - starts[4]
                    for e in range(d + 1, size):
                        counts[four + _CHOOSE[5, hand[e]]] += 1


@njit(cache=True, nogil=True)
def avoiding(hand: Cards, most: int, entered: int, starts: Ints, counts: Counts) -> int:
    """How many of the hands that entered hold none of these cards (places in ascending order).

    Sets of more than `most` cards are left out of the sum.
    """
    size = len(hand)
    total = entered
    for a in range(size):
        one = starts[1] + hand[a]
        total -= counts[one]
        if most == 1:
            continue
        one += starts[2] - starts[1]
        for b in range(a + 1, size):
            two = one + _CHOOSE[2, hand[b]]
            total += counts[two]
            if most == 2:
                continue
            two += starts[3] - starts[2]
            for c in range(b + 1, size):
                three = two + _CHOOSE[3, hand[c]]
                total -= counts[three]
                if most == 3:
                    continue
                three += starts[4] - starts[3]
                for d in range(c + 1, size):
                    four = three + _CHOOSE[4, hand[d]]
                    total += counts[four]
                    if most == 4:
                        continue
                    four += starts[5] - starts[4]
                    for e in range(d + 1, size):
                        total -= counts[four + _CHOOSE[5, hand[e]]]
    return total


@njit(cache=True, nogil=True)
def _avoiding_with(hand: Cards, size: int, deck: int, starts: Ints, counts: Counts, out: Counts) -> None:
    """As `avoiding`, for hands that hold one more given card: `out[place]` for every place of the deck."""
    held = len(hand)
    bases = np.empty(1 << held, np.int64)
    steps = np.empty(1 << held, np.int64)
    signs = np.empty(1 << held, np.int64)
    for gap in range(held + 1):
        first = int(hand[gap - 1]) + 1 if gap else 0
        last = int(hand[gap]) if gap < held else deck
        if first >= last:
            continue
        used = 0
        for subset in range(1 << held):
            chosen = 0
            below = 0
            number = 0
            for place in range(held):
                if subset >> place & 1:
                    chosen += 1
                    if chosen >= size:
                        break
                    if place < gap:
                        below += 1
                        number += _CHOOSE[chosen, hand[place]]
                    else:
                        number += _CHOOSE[chosen + 1, hand[place]]
            if chosen < size:
                bases[used] = starts[chosen + 1] + number
                steps[used] = below + 1
                signs[used] = -1 if chosen & 1 else 1
                used += 1
        for card in range(first, last):
            total = 0
            for item in range(used):
                total += signs[item] * int(counts[bases[item] + _CHOOSE[steps[item], card]])
            out[card] = total


@njit(cache=True, nogil=True)
def _enter_below(cut: int, entered: int, field: Cards, values: Ints, starts: Ints, counts: Counts) -> int:
    """Enter the hands of the field below a cut that have not entered yet; how many have now."""
    while entered < len(values) and values[entered] < cut:
        enter(field[entered], field.shape[1], starts, counts)
        entered += 1
    return entered


@njit(cache=True, nogil=True)
def _sweep(events: Ints, field: Cards, values: Ints, deck: int, hands: Cards, cuts: Ints, out: Counts) -> None:
    """`out[hand, cut, 0]`: the hands of the field below each cut that share no card with the hand.

    `events` are numbers of a hand and a cut, the cuts rising.
    """
    size, kinds = field.shape[1], cuts.shape[1]
    starts = starts_of(deck, size)
    counts = np.zeros(starts[size + 1], np.int32)
    entered = int(np.int64(0))  # a plain constant would have the helpers compiled once more
    for event in events:
        row, kind = event // kinds, event % kinds
        entered = _enter_below(cuts[row, kind], entered, field, values, starts, counts)
        out[row, kind, 0] = avoiding(hands[row], size, entered, starts, counts)


@njit(cache=True, nogil=True)
def _sweep_up(events: Ints, field: Cards, values: Ints, deck: int, hands: Cards, cuts: Ints, out: Counts) -> None:
    """The same for every card that may lie face up in the hands of the field: `out[hand, cut, up]`.

    A kernel of its own, so that games without an up card do not compile it.
    """
    size, kinds = field.shape[1], cuts.shape[1]
    starts = starts_of(deck, size)
    counts = np.zeros(starts[size + 1], np.int32)
    entered = int(np.int64(0))  # a plain constant would have the helpers compiled once more
    for event in events:
        row, kind = event // kinds, event % kinds
        entered = _enter_below(cuts[row, kind], entered, field, values, starts, counts)
        _avoiding_with(hands[row], size, deck, starts, counts, out[row, kind])


def below(field: Field, hands: Cards, cuts: Ints, with_up: bool) -> Counts:
    """[hand, cut, up card's place or 0]: dealer hands below each cut without the player's cards."""
    places = np.sort(field.place_of[hands], axis=1)
    out = np.zeros((len(hands), cuts.shape[1], field.deck if with_up else 1), np.int32)
    threads = os.cpu_count() or 1
    runs = np.array_split(np.argsort(cuts.ravel(), kind="stable"), threads)
    given = (field.places, field.values, field.deck, places, cuts, out)
    list(LOCAL.map(_sweep_up if with_up else _sweep, [(events, *given) for events in runs], threads))
    return out


def one_deck(plan: Plan) -> Cards | None:
    """The cards in use, each once; none if there are copies."""
    copies = copies_of_each(plan.game.spec.deck)
    if any(count > 1 for count in copies.values()) or max(copies) > 53:
        return None
    return np.array(sorted(copies), np.uint8)


def method(ranking: Ranking | None, cards: int, gone: int, deck: Cards, suits: Blocks, up: int = 0) -> str:
    """How an opponent's hands of `cards` cards are counted beside `gone` others; empty if they cannot be.

    `suits` are those that classes of the others may change.
    """
    if ranking is None or up > 1 or gone < 1:
        return ""
    if ranking.size <= cards <= MOST_CARDS and gone <= MOST_PLAYER_CARDS:
        return "sweep"
    if by_ranks.fits(ranking, cards, gone, deck) and not up:
        return "by_ranks"
    if up or max(deck) >= 52:
        return ""
    if ranking.name == flushes.RANKING and cards <= _FLUSH_CARDS and len(suits) <= 1:
        return "flushes"
    if ranking.name == runs.RANKING and cards <= runs.MOST_CARDS and not suits:
        return "runs"
    return ""


def below_counter(how: str, deck: Cards, ranking: Ranking, cards: int, up: int = 0) -> Below:
    """Counts an opponent's hands of `cards` cards by one of the methods; `up`: for each card that may lie face up."""
    if how == "runs":
        sets = runs.rank_sets(ranking)
        return lambda hands, cuts: runs.below(deck, sets, hands, cards, cuts)
    if how == "by_ranks":
        return by_ranks.counter(tuple(deck.tolist()), ranking, cards).below
    if how == "flushes":
        return lambda hands, cuts: flushes.below(deck, hands, cards, cuts)
    field = make_field(deck, all_places(len(deck), cards), ranking.rank(all_hands(deck, cards)))
    return lambda hands, cuts: below(field, hands, cuts, up > 0)


def opponents(deck: Cards, cards: int, gone: int, up: int = 0) -> int:
    """All hands of an opponent beside `gone` cards, those with one given card if it lies face up."""
    return comb(len(deck) - gone - up, cards - up)
