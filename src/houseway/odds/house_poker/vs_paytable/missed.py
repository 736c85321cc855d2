"""What hands lose at a second exchange because a card that they could use was thrown away before the first one.

Of the cards thrown away only those matter that a hand could use. What it loses is taken apart into what each set of
these cards adds to the loss of smaller sets, and added up over all draws beside the same cards kept; draws that hold
a card thrown away are taken out by inclusion and exclusion. One sum over the draws then serves every hand that keeps
the same cards, whatever else was in it. Hands are places in the deck; sets stand in the order of `all_places`.
"""

import os
from itertools import pairwise, permutations
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.odds.arrays import Floats, Ints, Masks
from houseway.odds.executor import LOCAL
from houseway.odds.suit_classes.listed import all_places
from houseway.odds.suit_classes.stock import ANY_SUIT, Stock, renamed, renamings
from houseway.odds.suit_classes.subsets import CHOOSE

Labels = npt.NDArray[np.uint8]
Small = npt.NDArray[np.int8]

HAND = 5
FOLD, STAND = 0, 1  # second moves; 2 and more: throw the card of that place
ROUNDING = 1e-9
_MOST_MOVES = HAND
_PARTS = 64


class Tables(NamedTuple):
    """What hands of five and of four cards yield."""

    labels: Labels  # of five cards: which of the results
    nets: Floats  # by label, rising
    worths: Floats  # of four cards: the results with every other card, added up
    counts: Labels  # ... how many other cards give each label
    lowest: Labels  # ... the lowest of these labels
    useful: Masks  # ... the other cards that give more than it
    fold: float  # what a fold at the second decision yields
    may_stand: bool
    deck: int


class Undisturbed(NamedTuple):
    """The second decision of every hand if none of so many cards thrown away were of use to it."""

    thrown: int
    moves: Small
    useful: Masks  # the cards that are of use to the move
    totals: Floats  # what it yields over the cards left


class Kept(NamedTuple):
    """First hands by what they keep, up to a renaming of suits and of jokers."""

    cards: Ints  # [kind, card]: what is kept
    starts: Ints  # by kind: the first of its hands
    order: Ints  # which hand each is
    thrown: Ints  # [hand, card]: what it throws away, by the places beside the cards kept, rising


@njit(cache=True, nogil=True)
def instead(hand: Ints, out: int, card: int) -> int:
    """The number of the five cards after one gave way to another."""
    number = 0
    size = 0
    entered = False
    for place in range(HAND):
        if place == out:
            continue
        if not entered and card < hand[place]:
            size += 1
            number += CHOOSE[size, card]
            entered = True
        size += 1
        number += CHOOSE[size, hand[place]]
    if not entered:
        number += CHOOSE[HAND, card]
    return number


# -- hands by what they keep -------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def _stand_for(sets: Labels, names: Labels, firsts: Ints, by: Ints) -> None:
    """For every set the one that stands for its kind, and the renaming that makes it of the set."""
    size = sets.shape[1]
    cards = np.empty(size, np.int64)
    for row in range(len(sets)):
        firsts[row] = len(sets)
        for name in range(len(names)):
            for place in range(size):
                card = np.int64(names[name, sets[row, place]])
                at = place
                while at > 0 and cards[at - 1] > card:
                    cards[at] = cards[at - 1]
                    at -= 1
                cards[at] = card
            number = 0
            for place in range(size):
                number += CHOOSE[place + 1, cards[place]]
            if number < firsts[row]:
                firsts[row], by[row] = number, name


@njit(cache=True, nogil=True)
def _divide(hands: Labels, bits: Ints, names: Labels, sets: Labels, firsts: Ints, by: Ints, out: Ints) -> None:
    """Of every hand what it throws away, renamed, by the places beside what it keeps; `firsts` gains the kind."""
    for row in range(len(hands)):
        number, size = 0, 0
        for place in range(HAND):
            if bits[row] >> place & 1:
                size += 1
                number += CHOOSE[size, hands[row, place]]
        out[row, -1] = firsts[number]
        gone = 0
        for place in range(HAND):
            if bits[row] >> place & 1:
                continue
            card = np.int64(names[by[number], hands[row, place]])
            for own in range(size):
                card -= names[by[number], hands[row, place]] > sets[firsts[number], own]
            at = gone
            while at > 0 and out[row, at - 1] > card:
                out[row, at] = out[row, at - 1]
                at -= 1
            out[row, at] = card
            gone += 1


def by_what_is_kept(hands: Labels, bits: Ints, thrown: int, stock: Stock) -> Kept:
    """Hands with the sets that they keep, all but so many cards."""
    deck = stock.cards
    suited = len(deck) - len(stock.extras)
    jokers = [(*range(suited), *order) for order in permutations(range(suited, len(deck)))]
    suits = [np.searchsorted(deck, renamed(deck, names)) for names in renamings(ANY_SUIT)]
    names = np.array([suit[list(order)] for suit in suits for order in jokers], np.uint8)
    sets = all_places(len(deck), HAND - thrown)
    firsts, by = np.zeros(len(sets), np.int64), np.zeros(len(sets), np.int64)
    found = np.empty((len(hands), thrown + 1), np.int64)
    _stand_for(sets, names, firsts, by)
    _divide(hands, bits, names, sets, firsts, by, found)
    order = np.argsort(found[:, -1], kind="stable")
    kinds, starts = np.unique(found[order, -1], return_index=True)
    return Kept(sets[kinds].astype(np.int64), np.append(starts, len(order)), order, found[order, :-1].copy())


# -- one hand after the first draw -------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def _weigh(
    hand: Ints, number: int, before: Undisturbed, bounds4: Floats, tables: Tables,
    cards: Ints, fours: Ints, outs: Ints, bounds: Floats, losses: Floats,
) -> tuple[int, int, bool]:  # fmt: skip
    """The cards that matter to a hand, the moves that may be the best, and whether one is whatever is missing.

    `bounds` are what the moves yield if nothing is missing, the best first; `losses` what each loses for a card.
    """
    held = np.uint64(0)
    tail = 0
    for place in range(HAND - 1, -1, -1):
        held |= np.uint64(1) << np.uint64(hand[place])
        fours[place] = tail
        tail += CHOOSE[place, hand[place]]
    tail = 0
    for place in range(HAND):
        fours[place] += tail
        tail += CHOOSE[place + 1, hand[place]]
    outs[0] = before.moves[number] - 2
    bounds[0] = before.totals[number]
    own = tables.nets[tables.labels[number]]
    mask = tables.useful[fours[outs[0]]] & ~held
    low = tables.nets[tables.lowest[fours[outs[0]]]]
    one, two, three = 0.0, 0.0, 0.0  # the greatest losses
    for card in range(tables.deck):
        if mask >> np.uint64(card) & np.uint64(1):
            loss = tables.nets[tables.labels[instead(hand, outs[0], card)]] - low
            if loss > one:
                one, two, three = loss, one, two
            elif loss > two:
                two, three = loss, two
            elif loss > three:
                three = loss
    worst = bounds[0] - one - (two if before.thrown > 1 else 0.0) - (three if before.thrown > 2 else 0.0)
    many = 1
    for out in range(HAND):
        bound = bounds4[fours[out]] - own
        if out != outs[0] and bound > worst + ROUNDING:
            outs[many], bounds[many] = out, bound
            mask |= tables.useful[fours[out]] & ~held
            many += 1
    left = tables.deck - HAND - before.thrown
    sure = many == 1 and tables.fold * left <= worst and not (tables.may_stand and own * left > worst)
    count = 0
    for card in range(tables.deck):
        if not mask >> np.uint64(card) & np.uint64(1):
            continue
        cards[count] = card
        for move in range(many):
            four = fours[outs[move]]
            losses[move, count] = 0.0
            if tables.useful[four] >> np.uint64(card) & np.uint64(1):
                net = tables.nets[tables.labels[instead(hand, outs[move], card)]]
                losses[move, count] = net - tables.nets[tables.lowest[four]]
        count += 1
    return count, many, sure


@njit(cache=True, nogil=True)
def _draw(kept: Ints, rest: Ints, places: Labels, hand: Ints) -> int:
    """The hand of the cards kept and some others, rising; returns its number."""
    used, number = 0, 0
    for place in range(len(places)):
        while used < len(kept) and kept[used] < rest[places[place]]:
            hand[used + place] = kept[used]
            used += 1
        hand[used + place] = rest[places[place]]
    for own in range(used, len(kept)):
        hand[own + len(places)] = kept[own]
    for place in range(HAND):
        number += CHOOSE[place + 1, hand[place]]
    return number


@njit(cache=True, nogil=True)
def _beside(kept: Ints, deck: int, rest: Ints, place_of: Ints) -> None:
    """The cards of the deck beside those kept, and the place of each among them."""
    count = 0
    for card in range(deck):
        held = False
        for own in kept:
            held = held or own == card
        if not held:
            place_of[card] = count
            rest[count] = card
            count += 1


# -- sums over draws ---------------------------------------------------------------------------------------------------


def _starts(rest: int, thrown: int) -> Ints:
    """[size, size]: where the sums of two sets begin, of cards missed and of cards drawn; the last is their number."""
    starts, at = np.zeros((thrown + 2, thrown + 1), np.int64), 0
    for missed in range(1, thrown + 1):
        for drawn in range(thrown - missed + 1):
            starts[missed, drawn] = at
            at += comb(rest, missed) * comb(rest, drawn)
    starts[-1, 0] = at
    return starts


@njit(cache=True, nogil=True)
def _sets_of(places: Any, sizes: Ints, numbers: Ints) -> None:
    """The size and the number of every set of some places, by its bits."""
    for bits in range(1 << len(places)):
        sizes[bits], numbers[bits] = 0, 0
        for place in range(len(places)):
            if bits >> place & 1:
                sizes[bits] += 1
                numbers[bits] += CHOOSE[sizes[bits], places[place]]


@njit(cache=True, nogil=True)
def _add(
    value: float, size: int, number: int, rest: int, sizes: Ints, numbers: Ints, starts: Ints, sums: Floats
) -> None:
    """What a set of missed cards adds to a loss, to the sums of it beside every set of the cards drawn."""
    most = starts.shape[1] - 1 - size
    for bits in range(len(sizes)):
        if sizes[bits] <= most:
            sums[starts[size, sizes[bits]] + number * CHOOSE[sizes[bits], rest] + numbers[bits]] += value


@njit(cache=True, nogil=True)
def _get(size: int, number: int, rest: int, sizes: Ints, numbers: Ints, starts: Ints, weights: Ints) -> int:
    """How often cards were thrown away among which are these and none of the cards drawn."""
    most = starts.shape[1] - 1 - size
    total = 0
    for bits in range(len(sizes)):
        if sizes[bits] <= most:
            total += weights[starts[size, sizes[bits]] + number * CHOOSE[sizes[bits], rest] + numbers[bits]]
    return total


@njit(cache=True, nogil=True)
def _terms(thrown: Ints, rest: int, starts: Ints, at: Ints, signs: Ints) -> int:
    """The sums that what some cards thrown away cost is made of, and the sign of each."""
    sizes, numbers = np.empty(1 << len(thrown), np.int64), np.empty(1 << len(thrown), np.int64)
    _sets_of(thrown, sizes, numbers)
    count = 0
    for missed in range(1, 1 << len(thrown)):
        others = (1 << len(thrown)) - 1 & ~missed
        drawn = others
        while True:
            start = starts[sizes[missed], sizes[drawn]]
            at[count] = start + numbers[missed] * CHOOSE[sizes[drawn], rest] + numbers[drawn]
            signs[count] = -1 if sizes[drawn] & 1 else 1
            count += 1
            if drawn == 0:
                break
            drawn = (drawn - 1) & others
    return count


@njit(cache=True, nogil=True)
def _add_losses(
    kept: Ints, draws: Labels, before: Undisturbed, bounds4: Floats, tables: Tables, starts: Ints, sums: Floats
) -> None:
    """Everything that the hands lose that keep some cards, by cards missed and cards drawn."""
    thrown = before.thrown
    rest = tables.deck - len(kept)
    others, place_of = np.empty(rest, np.int64), np.empty(tables.deck, np.int64)
    _beside(kept, tables.deck, others, place_of)
    sizes, numbers = np.empty(1 << thrown, np.int64), np.empty(1 << thrown, np.int64)
    hand, fours, outs = np.empty(HAND, np.int64), np.empty(HAND, np.int64), np.empty(_MOST_MOVES, np.int64)
    cards, bounds, paired = np.empty(tables.deck, np.int64), np.empty(_MOST_MOVES), np.empty(_MOST_MOVES)
    losses, one, two = np.empty((_MOST_MOVES, tables.deck)), np.empty(tables.deck), np.empty((tables.deck, tables.deck))
    for row in range(len(draws)):
        number = _draw(kept, others, draws[row], hand)
        if not before.useful[number]:
            continue
        count, many, sure = _weigh(hand, number, before, bounds4, tables, cards, fours, outs, bounds, losses)
        _sets_of(draws[row], sizes, numbers)
        own, left = tables.nets[tables.labels[number]], tables.deck - HAND - thrown
        least = tables.fold * left
        if tables.may_stand:
            least = max(least, own * left)
        for i in range(count):
            at_i = place_of[cards[i]]
            best = least
            for move in range(many):
                best = max(best, bounds[move] - losses[move, i])
            one[i] = bounds[0] - best
            if one[i]:
                _add(one[i], 1, at_i, rest, sizes, numbers, starts, sums)
            if sure or thrown < 2:
                continue
            for j in range(i):
                at_j = place_of[cards[j]]
                best = least
                for move in range(many):
                    paired[move] = bounds[move] - losses[move, i] - losses[move, j]
                    best = max(best, paired[move])
                two[i, j] = bounds[0] - best
                more = two[i, j] - one[i] - one[j]
                if more:
                    _add(more, 2, CHOOSE[2, at_i] + at_j, rest, sizes, numbers, starts, sums)
                if thrown < 3:
                    continue
                for k in range(j):
                    best = least
                    for move in range(many):
                        best = max(best, paired[move] - losses[move, k])
                    more = bounds[0] - best - two[i, j] - two[i, k] - two[j, k] + one[i] + one[j] + one[k]
                    if more:
                        place = CHOOSE[3, at_i] + CHOOSE[2, at_j] + place_of[cards[k]]
                        sums[starts[3, 0] + place] += more


@njit(cache=True, nogil=True)
def _choose(
    i: int, j: int, k: int, weight: int, least: Floats, many: int, bounds: Floats, losses: Floats, taken: Ints,
    missing: Ints,
) -> None:  # fmt: skip
    """The best move where some cards are missing (-1: no card) gains the weight: the first one where it still is."""
    best, chosen = -np.inf, -1
    for place in range(many + 2):
        move = place - 2 if place > 2 else (0 if place == 0 else many + place - 1)
        if move < many:
            total = bounds[move] - losses[move, i] - (losses[move, j] if j >= 0 else 0.0)
            total -= losses[move, k] if k >= 0 else 0.0
        else:
            total = least[move - many]
        if total > best + ROUNDING:
            best, chosen = total, move
    taken[chosen] += weight
    if chosen < many:
        missing[chosen, i] += weight
        if j >= 0:
            missing[chosen, j] += weight
        if k >= 0:
            missing[chosen, k] += weight


@njit(cache=True, nogil=True)
def _add_changes(
    kept: Ints, draws: Labels, before: Undisturbed, bounds4: Floats, tables: Tables, starts: Ints, weights: Ints,
    change: Ints,
) -> None:  # fmt: skip
    """How the results of the hands that keep some cards differ from those of hands that miss nothing, by label."""
    thrown, kinds = before.thrown, len(tables.nets)
    rest, left = tables.deck - len(kept), tables.deck - HAND - before.thrown
    others, place_of = np.empty(rest, np.int64), np.empty(tables.deck, np.int64)
    _beside(kept, tables.deck, others, place_of)
    sizes, numbers = np.empty(1 << thrown, np.int64), np.empty(1 << thrown, np.int64)
    hand, fours, outs = np.empty(HAND, np.int64), np.empty(HAND, np.int64), np.empty(_MOST_MOVES, np.int64)
    cards, bounds, least = np.empty(tables.deck, np.int64), np.empty(_MOST_MOVES), np.empty(2)
    losses = np.empty((_MOST_MOVES, tables.deck))
    one, two = np.empty(tables.deck, np.int64), np.empty((tables.deck, tables.deck), np.int64)
    taken, missing = np.empty(_MOST_MOVES + 2, np.int64), np.empty((_MOST_MOVES, tables.deck), np.int64)
    nothing = int(np.int64(-1))  # for a plain -1 numba would compile the helper twice more
    for row in range(len(draws)):
        number = _draw(kept, others, draws[row], hand)
        if not before.useful[number]:
            continue
        count, many, sure = _weigh(hand, number, before, bounds4, tables, cards, fours, outs, bounds, losses)
        _sets_of(draws[row], sizes, numbers)
        own = tables.labels[number]
        least[0] = tables.fold * left
        least[1] = tables.nets[own] * left if tables.may_stand else -np.inf
        taken[:] = 0
        missing[:] = 0
        for i in range(count):
            at_i = place_of[cards[i]]
            one[i] = _get(1, at_i, rest, sizes, numbers, starts, weights)
            if sure:
                missing[0, i] = one[i]
                continue
            for j in range(i if thrown > 1 else 0):
                at_j = place_of[cards[j]]
                two[i, j] = _get(2, CHOOSE[2, at_i] + at_j, rest, sizes, numbers, starts, weights)
                one[i] -= two[i, j]
                one[j] -= two[i, j]
                for k in range(j if thrown > 2 else 0):
                    many_times = weights[starts[3, 0] + CHOOSE[3, at_i] + CHOOSE[2, at_j] + place_of[cards[k]]]
                    if many_times:
                        _choose(i, j, k, many_times, least, many, bounds, losses, taken, missing)
                        two[i, j] -= many_times
                        two[i, k] -= many_times
                        two[j, k] -= many_times
                        one[i] += many_times
                        one[j] += many_times
                        one[k] += many_times
        for i in range(0 if sure else count):
            if one[i]:
                _choose(i, nothing, nothing, one[i], least, many, bounds, losses, taken, missing)
            for j in range(i if thrown > 1 else 0):
                if two[i, j]:
                    _choose(i, j, nothing, two[i, j], least, many, bounds, losses, taken, missing)
        was = fours[outs[0]]
        for move in range(many):
            four = fours[outs[move]]
            low = tables.lowest[four]
            if move and taken[move]:
                change[tables.lowest[was]] += thrown * taken[move]
                change[low] -= thrown * taken[move]
                for label in range(kinds):
                    more = np.int64(tables.counts[four, label]) - np.int64(tables.counts[was, label])
                    change[label] += taken[move] * more
            for i in range(count):
                if missing[move, i] and tables.useful[four] >> np.uint64(cards[i]) & np.uint64(1):
                    change[low] += missing[move, i]
                    change[tables.labels[instead(hand, outs[move], cards[i])]] -= missing[move, i]
        for ended in range(2):
            times = taken[many + ended]
            if times:
                for label in range(kinds):
                    change[label] -= times * np.int64(tables.counts[was, label])
                change[own] += times
                change[tables.lowest[was]] += times * thrown
                change[own if ended else kinds] += times * left


@njit(cache=True, nogil=True)
def _lost(
    first: int, stop: int, kept: Kept, draws: Labels, before: Undisturbed, bounds4: Floats, tables: Tables,
    starts: Ints, out: Floats,
) -> None:  # fmt: skip
    """What the hands of some kinds lose."""
    rest = tables.deck - kept.cards.shape[1]
    sums, at, signs = np.empty(starts[-1, 0]), np.empty(32, np.int64), np.empty(32, np.int64)
    for kind in range(first, stop):
        sums[:] = 0.0
        _add_losses(kept.cards[kind], draws, before, bounds4, tables, starts, sums)
        for row in range(kept.starts[kind], kept.starts[kind + 1]):
            total = 0.0
            for term in range(_terms(kept.thrown[row], rest, starts, at, signs)):
                total += signs[term] * sums[at[term]]
            out[kept.order[row]] = total


@njit(cache=True, nogil=True)
def _changed(
    first: int, stop: int, kept: Kept, draws: Labels, before: Undisturbed, bounds4: Floats, tables: Tables,
    starts: Ints, weights: Ints, change: Ints,
) -> None:  # fmt: skip
    """The change of the results of the hands of some kinds, each at its weight."""
    rest = tables.deck - kept.cards.shape[1]
    sums, at, signs = np.empty(starts[-1, 0], np.int64), np.empty(32, np.int64), np.empty(32, np.int64)
    for kind in range(first, stop):
        sums[:] = 0
        for row in range(kept.starts[kind], kept.starts[kind + 1]):
            for term in range(_terms(kept.thrown[row], rest, starts, at, signs)):
                sums[at[term]] += signs[term] * weights[kept.order[row]]
        _add_changes(kept.cards[kind], draws, before, bounds4, tables, starts, sums, change)


def _tasks(kept: Kept, before: Undisturbed, tables: Tables) -> list[tuple[Any, ...]]:
    """The kinds in parts, with what is looked up for all of them."""
    rest = tables.deck - kept.cards.shape[1]
    bounds4 = tables.worths - before.thrown * tables.nets[tables.lowest]
    given = kept, all_places(rest, before.thrown), before, bounds4, tables, _starts(rest, before.thrown)
    ends = [len(kept.cards) * part // _PARTS for part in range(_PARTS + 1)]
    return [(first, stop, *given) for first, stop in pairwise(ends) if stop > first]


def losses_of(hands: Labels, bits: Ints, stock: Stock, before: Undisturbed, tables: Tables) -> Floats:
    """What hands that keep these cards lose where they miss one thrown away, over all draws."""
    out = np.zeros(len(hands))
    if before.thrown:
        kept = by_what_is_kept(hands, bits, before.thrown, stock)
        tasks = [(*task, out) for task in _tasks(kept, before, tables)]
        list(LOCAL.map(_lost, tasks, os.cpu_count() or 1))
    return out


def changes_of(hands: Labels, bits: Ints, weights: Ints, stock: Stock, before: Undisturbed, tables: Tables) -> Ints:
    """By label and for a fold: the results of hands, each so many times, less what they were if nothing were missed."""
    total = np.zeros(len(tables.nets) + 1, np.int64)
    if before.thrown:
        kept = by_what_is_kept(hands, bits, before.thrown, stock)
        tasks = [(*task, weights, np.zeros_like(total)) for task in _tasks(kept, before, tables)]
        list(LOCAL.map(_changed, tasks, os.cpu_count() or 1))
        total += np.sum([task[-1] for task in tasks], axis=0, dtype=np.int64)
    return total
