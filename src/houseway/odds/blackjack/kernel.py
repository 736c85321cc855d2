"""The kernels of the count: the dealer's ends for a shoe, the best action for every hand, and what a policy comes to.

All values are joint with the event that play goes on: under an up card at which the dealer looks, deals with a dealer
natural count nothing here, so that no chance ever has to be conditioned on the look.
"""

from typing import NamedTuple

import numpy as np
from numba import njit, prange

from houseway.odds.blackjack.dealer import ENDS, NATURAL, SAVED
from houseway.odds.blackjack.hands import DOUBLES, DOUBLES_FREE, HITS, STANDS, SURRENDERS
from houseway.odds.blackjack.pays import BUST, DOUBLED, FREE_DOUBLED, KINDS, PLAIN
from houseway.odds.blackjack.values import ACE, TEN, VALUES, Floats, Ints

NEVER = -99.0  # the value of an action that is not allowed
_ACTIONS = 5
_DEEPEST = 24  # more cards than a dealer can draw
CODE_BITS = 6  # of each value in the code of a set of cards
_EMPTY = -1  # a slot of the memory that holds nothing
_MIX = -7046029254386353131  # an odd number that scatters codes over the slots


class Book(NamedTuple):
    """What the kernels look up about hands and the dealer."""

    counts: Ints  # [hand, value]
    after: Ints  # [hand, value] -> the hand with that card
    codes: Ints  # [hand] its counts packed in one number; codes of cards add up
    classes: Ints  # [hand] how it ends
    holding: Ints  # hands of two cards and more that hold a value, one value after the other, in order
    begins: Ints  # [value] where they begin
    looks: Ints  # [up]
    paths: Ints  # [up] the cards that complete the dealer's saving hand
    lengths: Ints  # [up]
    parent: Ints  # the dealer's hands, one up card after the other
    value: Ints
    have: Ints
    depth: Ints
    end: Ints
    orders: Floats
    starts: Ints  # [up] where they begin
    costs: float  # of a surrender


class Memory(NamedTuple):
    """Ends of the dealer that were counted already, under one up card, by the cards that are out."""

    codes: Ints  # [slot] which cards
    ends: Floats  # [slot, end]
    used: Ints  # how many slots


def new_memory(slots: int) -> Memory:
    """Room for the ends beside so many sets of cards, a power of two; 0: nothing is remembered."""
    return Memory(np.full(slots, _EMPTY, np.int64), np.zeros((slots, ENDS)), np.zeros(1, np.int64))


@njit(cache=True, nogil=True)
def dealer_ends(left: Floats, total: float, up: int, book: Book, out: Floats) -> None:
    """The chance of every end of the dealer's hand when the unseen cards are `left`."""
    begin = book.starts[up]
    size = book.starts[up + 1] - begin
    chance = np.empty(size)
    chance[0] = 1.0
    out[:] = 0.0
    share = np.empty(_DEEPEST)
    for cards in range(_DEEPEST):
        share[cards] = 1.0 / (total - cards) if total > cards else 0.0
    for place in range(1, size):
        at = begin + place
        made = chance[book.parent[at]] * max(left[book.value[at]] - book.have[at], 0.0) * share[book.depth[at]]
        chance[place] = made
        if book.end[at] >= 0:
            out[book.end[at]] += made * book.orders[at]


@njit(cache=True, nogil=True)
def goes_on(left: Floats, total: float, up: int, looks: bool) -> float:
    """The chance that the dealer's look finds no natural."""
    if not looks:
        return 1.0
    other = TEN if up == ACE else ACE
    return 1.0 - float(left[other]) / total


@njit(cache=True, nogil=True)
def _saved(left: Floats, total: float, path: Ints) -> float:
    """The chance that the dealer draws the hand that saves busted ones; `path` are the cards beside the up card."""
    if path.size == 0:
        return 0.0
    chance = 1.0
    for place in range(path.size):
        before = 0
        for other in range(place):
            before += path[other] == path[place]
        chance *= max(left[path[place]] - before, 0.0) / (total - place)
    return chance


@njit(cache=True, nogil=True)
def _recalled(code: int, left: Floats, up: int, book: Book, memory: Memory) -> int:
    """The slot of the dealer's ends when the cards of this code are out and `left` are not; counted if they are new."""
    slots = memory.codes.size
    if 4 * memory.used[0] >= 3 * slots:
        memory.codes[:] = _EMPTY
        memory.used[0] = 0
    slot = ((code * _MIX) >> 32) & (slots - 1)
    while memory.codes[slot] != code:
        if memory.codes[slot] == _EMPTY:
            memory.codes[slot] = code
            memory.used[0] += 1
            dealer_ends(left, left.sum(), up, book, memory.ends[slot])
            break
        slot = (slot + 1) & (slots - 1)
    return slot


@njit(cache=True, nogil=True)
def ends_beside(shoe: Floats, out: int, up: int, hand: int, book: Book, memory: Memory, ends: Floats) -> None:
    """The dealer's ends beside one hand, unless they are known; a negative first entry says that they are not.

    `out` is the code of the cards that the shoe lacks beside the up card.
    """
    if ends[hand, 0] >= 0.0:
        return
    left = shoe - book.counts[hand]
    if memory.codes.size:
        ends[hand] = memory.ends[_recalled(out + book.codes[hand], left, up, book, memory)]
    else:
        dealer_ends(left, left.sum(), up, book, ends[hand])
    if book.looks[up]:
        ends[hand, NATURAL] = 0.0


@njit(cache=True, nogil=True)
def best_actions(
    shoe: Floats,
    out: int,
    up: int,
    places: Ints,
    allowed: Ints,
    pays: Floats,
    costs: float,
    book: Book,
    memory: Memory,
    ends: Floats,
    policy: Ints,
    values: Floats,
) -> None:
    """For every hand of `places` the value of each action and the best one; `pays` is [class, kind, dealer's end]."""
    counts, after, looks = book.counts, book.after, book.looks[up] != 0
    path = book.paths[up, : book.lengths[up]]
    left = np.empty(VALUES)
    stood = np.zeros((counts.shape[0], KINDS))
    best = np.zeros(counts.shape[0])
    for number in range(len(places) - 1, -1, -1):
        hand = places[number]
        total = 0.0
        fits = True
        for value in range(VALUES):
            left[value] = shoe[value] - counts[hand, value]
            fits = fits and left[value] >= 0.0
            total += left[value]
        policy[hand] = STANDS
        values[hand, :] = NEVER
        if not fits:
            continue
        ends_beside(shoe, out, up, hand, book, memory, ends)
        for kind in range(KINDS):
            worth = 0.0
            for end in range(ENDS):
                worth += ends[hand, end] * pays[book.classes[hand], kind, end]
            stood[hand, kind] = worth
        if allowed[hand, STANDS]:
            values[hand, STANDS] = stood[hand, PLAIN]
        if allowed[hand, SURRENDERS]:
            values[hand, SURRENDERS] = -costs * goes_on(left, total, up, looks)
        if allowed[hand, HITS] or allowed[hand, DOUBLES] or allowed[hand, DOUBLES_FREE]:
            hit = 0.0
            doubled = 0.0
            free = 0.0
            for value in range(VALUES):
                if left[value] <= 0.0:
                    continue
                chance = left[value] / total
                grown = after[hand, value]
                if grown >= 0:
                    hit += chance * best[grown]
                    doubled += chance * stood[grown, DOUBLED]
                    free += chance * stood[grown, FREE_DOUBLED]
                    continue
                left[value] -= 1.0
                on = goes_on(left, total - 1.0, up, looks)
                safe = _saved(left, total - 1.0, path)
                left[value] += 1.0
                hit += chance * ((on - safe) * pays[BUST, PLAIN, 0] + safe * pays[BUST, PLAIN, SAVED])
                doubled += chance * ((on - safe) * pays[BUST, DOUBLED, 0] + safe * pays[BUST, DOUBLED, SAVED])
                free += chance * ((on - safe) * pays[BUST, FREE_DOUBLED, 0] + safe * pays[BUST, FREE_DOUBLED, SAVED])
            if allowed[hand, HITS]:
                values[hand, HITS] = hit
            if allowed[hand, DOUBLES]:
                values[hand, DOUBLES] = doubled
            if allowed[hand, DOUBLES_FREE]:
                values[hand, DOUBLES_FREE] = free
        chosen = STANDS
        for action in range(_ACTIONS):
            if values[hand, action] > values[hand, chosen]:
                chosen = action
        policy[hand] = chosen
        best[hand] = values[hand, chosen]


@njit(cache=True, nogil=True)
def follow(
    shoe: Floats,
    out: int,
    up: int,
    places: Ints,
    policy: Ints,
    book: Book,
    memory: Memory,
    ends: Floats,
    reach: Floats,
    made: Floats,
) -> None:
    """Play the hands of `places` by the policy from where `reach` starts; `made` gathers [class, kind, dealer's end].

    A busted hand's chance is exact in sum and against the hand that saves it; among the dealer's other ends it is
    spread as for the first hand that starts, which only the variance of split hands feels.
    """
    counts, after, classes, looks = book.counts, book.after, book.classes, book.looks[up] != 0
    path = book.paths[up, : book.lengths[up]]
    left = np.empty(VALUES)
    spread = np.zeros(ENDS)
    over = np.zeros(KINDS)
    for hand in places:
        here = reach[hand]
        if here <= 0.0:
            continue
        if spread[0] == 0.0:
            ends_beside(shoe, out, up, hand, book, memory, ends)
            for end in range(ENDS):
                spread[end] = ends[hand, end] if end != SAVED else 0.0
            spread /= spread.sum()
        action = policy[hand]
        if action == STANDS:
            ends_beside(shoe, out, up, hand, book, memory, ends)
            for end in range(ENDS):
                made[classes[hand], PLAIN, end] += here * ends[hand, end]
            continue
        total = 0.0
        for value in range(VALUES):
            left[value] = shoe[value] - counts[hand, value]
            total += left[value]
        kind = DOUBLED if action == DOUBLES else FREE_DOUBLED if action == DOUBLES_FREE else PLAIN
        for value in range(VALUES):
            if left[value] <= 0.0:
                continue
            chance = here * left[value] / total
            grown = after[hand, value]
            if grown < 0:
                left[value] -= 1.0
                on = goes_on(left, total - 1.0, up, looks)
                safe = _saved(left, total - 1.0, path)
                left[value] += 1.0
                made[BUST, kind, SAVED] += chance * safe
                over[kind] += chance * (on - safe)
            elif action == HITS:
                reach[grown] += chance
            else:
                ends_beside(shoe, out, up, grown, book, memory, ends)
                for end in range(ENDS):
                    made[classes[grown], kind, end] += chance * ends[grown, end]
    for kind in range(KINDS):
        for end in range(ENDS):
            made[BUST, kind, end] += over[kind] * spread[end]


@njit(cache=True, parallel=True)
def every_up(
    shoe: Floats, places: Ints, allowed: Ints, pays: Floats, book: Book, ends: Floats, policy: Ints, values: Floats
) -> None:
    """The hands as dealt, under every up card."""
    for step in prange(VALUES):
        # The trees grow with the number of cards the dealer may draw: the two cores take large and small ones in turn.
        up = step // 2 if step % 2 == 0 else VALUES - 1 - step // 2
        left = shoe.copy()
        left[up] -= 1.0
        if left[up] < 0.0:
            continue
        ends[up, :, 0] = -1.0
        memory = Memory(np.empty(0, np.int64), np.empty((0, ENDS)), np.zeros(1, np.int64))
        best_actions(left, 0, up, places, allowed, pays, book.costs, book, memory, ends[up], policy[up], values[up])
        for hand in range(len(ends[up])):
            ends[up, hand, 0] = max(ends[up, hand, 0], 0.0)


@njit(cache=True, nogil=True)
def split_hand(
    shoe: Floats,
    out: int,
    up: int,
    pair: int,
    most: int,
    allowed: Ints,
    pays: Floats,
    given: Ints,
    follows: bool,
    book: Book,
    memory: Memory,
    policies: Ints,
    values: Floats,
    made: Floats,
    alike: Floats,
) -> None:
    """One hand of a split pair under an up card that is out of the shoe, for the first hand and the added ones.

    `made[gone - 2, owner]` gathers what it comes to when `gone` cards of the pair's value are out of the shoe in all
    and its second card is another; `alike` when its second card is of the pair's value too (the share of such hands
    left out). The policy is the best for two cards gone, or the one given by [owner, hand].
    """
    hands = book.counts.shape[0]
    ends = np.empty((hands, ENDS))
    reach = np.zeros(hands)
    places = book.holding[book.begins[pair] : book.begins[pair + 1]]
    start = book.after[0, pair]
    one = book.codes[start]
    draws = False
    for value in range(VALUES):
        draws = draws or allowed[book.after[start, value], HITS] != 0
    if not draws:  # two cards are all such a hand ever has
        places = np.sort(book.after[start])
    alone = bool((pays[0] == pays[1]).all()) and (not follows or bool((given[0] == given[1]).all()))
    left = shoe.copy()
    for gone in range(2, 2 * most):
        left[pair] = shoe[pair] - (gone - 1.0)
        if left[pair] < 1.0:
            break
        missing = out + (gone - 1) * one
        ends[:, 0] = -1.0
        for owner in range(2):
            policy = policies[owner]
            if owner and alone:  # all hands fare like the first
                if gone == 2:
                    policy[:], values[owner] = policies[0], values[0]
                made[gone - 2, owner], alike[gone - 2, owner] = made[gone - 2, 0], alike[gone - 2, 0]
                continue
            if gone == 2 and follows:
                policy[:] = given[owner]
            elif gone == 2:
                best_actions(
                    left, missing, up, places, allowed, pays[owner], 0.0, book, memory, ends, policy, values[owner]
                )
            total = left.sum() - 1.0
            reach[:] = 0.0
            for value in range(VALUES):
                if value != pair:
                    reach[book.after[start, value]] = left[value] / total
            follow(left, missing, up, places, policy, book, memory, ends, reach, made[gone - 2, owner])
            if left[pair] >= 2.0:
                reach[:] = 0.0
                reach[book.after[start, pair]] = 1.0
                follow(left, missing, up, places, policy, book, memory, ends, reach, alike[gone - 2, owner])


@njit(cache=True, parallel=True)
def every_pair(
    shoe: Floats,
    most: Ints,
    allowed: Ints,
    pays: Floats,
    given: Ints,
    follows: bool,
    wanted: Ints,
    book: Book,
    policies: Ints,
    values: Floats,
    made: Floats,
    alike: Floats,
) -> None:
    """One hand of every split pair under every up card, as `split_hand` counts it; `given` by [aces or not, up]."""
    for step in prange(VALUES * VALUES):
        pair = step % VALUES
        up = (step // VALUES + pair) % VALUES
        left = shoe.copy()
        left[up] -= 1.0
        if most[pair] < 2 or not wanted[pair, up] or left[up] < 0.0:
            continue
        kind = 0 if pair == ACE else 1
        memory = Memory(np.empty(0, np.int64), np.empty((0, ENDS)), np.zeros(1, np.int64))
        split_hand(
            left, 0, up, pair, most[pair], allowed[kind], pays[pair], given[kind, up], follows, book, memory,
            policies[pair, up], values[pair, up], made[pair, up], alike[pair, up],
        )  # fmt: skip
