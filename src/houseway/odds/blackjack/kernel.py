"""The kernels of the count: the dealer's ends for a shoe, the best action for every hand, and what a policy yields.

All values are joint with the event that play goes on: under an up card at which the dealer looks, deals with a dealer
natural count nothing here, so that no chance ever has to be conditioned on the look.
"""

import os
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.odds.blackjack.dealer import ENDS, NATURAL, SAVED
from houseway.odds.blackjack.hands import DOUBLES, DOUBLES_FREE, HITS, STANDS, SURRENDERS, Flags
from houseway.odds.blackjack.pays import BUST, CLASSES, DOUBLED, FREE_DOUBLED, KINDS, PLAIN
from houseway.odds.blackjack.values import ACE, TEN, VALUES, Floats, Ints
from houseway.odds.executor import LOCAL

NEVER = -99.0  # the value of an action that is not allowed
_ACTIONS = 5
_DEEPEST = 24  # more cards than a dealer can draw
_LANES, _VECTOR = 64, 8  # hands whose dealers are counted side by side, and those that one instruction takes
MOST_NET = 2  # units that one hand of a split wins or loses, doubled; hands from a split are paid even money
NETS = 2 * MOST_NET + 1
_LARGEST_FIRST = (1, 0, *range(2, VALUES))  # up cards: the trees grow with the number of cards that the dealer draws
UNKNOWN, _ASKED = -1.0, -2.0  # in the first place of the dealer's ends beside a hand

Small = npt.NDArray[np.int8]


class Book(NamedTuple):
    """What the kernels look up about hands and the dealer."""

    counts: Ints  # [hand, value]
    after: Ints  # [hand, value] -> the hand with that card
    classes: Ints  # [hand] how it ends
    holding: Ints  # hands of two cards and more that hold a value, one value after the other, in order
    begins: Ints  # [value] where they begin
    peeks: Ints  # [up]
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


@njit(cache=True, nogil=True)
def dealer_ends(shoe: Floats, up: int, hands: Ints, book: Book, ends: Floats) -> None:
    """The chance of every end of the dealer's hand beside each of these hands, which are out of the shoe as well."""
    begin, size = book.starts[up], book.starts[up + 1] - book.starts[up]
    inner = np.zeros(size, np.int64)  # the number of a set that draws on among those that do
    draws_on = 1
    for place in range(1, size):
        if book.end[begin + place] < 0:
            inner[place] = draws_on
            draws_on += 1
    chance = np.empty((draws_on, _LANES))
    chance[0] = 1.0
    left, share, out = np.empty((VALUES, _LANES)), np.empty((_DEEPEST, _LANES)), np.empty((ENDS, _LANES))
    for first in range(0, len(hands), _LANES):
        lanes = min(_LANES, (len(hands) - first + _VECTOR - 1) // _VECTOR * _VECTOR)
        for lane in range(lanes):
            hand = hands[min(first + lane, len(hands) - 1)]
            total = 0.0
            for value in range(VALUES):
                left[value, lane] = shoe[value] - book.counts[hand, value]
                total += left[value, lane]
            for cards in range(_DEEPEST):
                share[cards, lane] = 1.0 / (total - cards) if total > cards else 0.0
        out[:] = 0.0
        if book.end[begin] >= 0:  # a dealer whose hole card is known may stand at once
            out[book.end[begin]] = 1.0
        for place in range(1, size):
            at = begin + place
            before, value, have, depth = inner[book.parent[at]], book.value[at], float(book.have[at]), book.depth[at]
            end, own, orders = book.end[at], inner[place], book.orders[at]
            if end < 0:
                for lane in range(lanes):
                    rest = left[value, lane] - have
                    chance[own, lane] = chance[before, lane] * (rest if rest > 0.0 else 0.0) * share[depth, lane]
            else:
                for lane in range(lanes):
                    rest = left[value, lane] - have
                    made = chance[before, lane] * (rest if rest > 0.0 else 0.0) * share[depth, lane]
                    out[end, lane] += made * orders
        if book.peeks[up]:
            out[NATURAL] = 0.0
        for lane in range(min(_LANES, len(hands) - first)):
            for end in range(ENDS):
                ends[hands[first + lane], end] = out[end, lane]


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
def stood(ends: Floats, pays: Floats) -> float:
    """What a hand that draws no more yields."""
    worth = 0.0
    for end in range(ENDS):
        worth += ends[end] * pays[end]
    return worth


@njit(cache=True, nogil=True)
def _fitting(shoe: Floats, places: Ints, book: Book, ends: Floats) -> Ints:
    """The hands that the shoe has the cards for and beside which the dealer's ends are unknown."""
    found, count = np.empty(len(places), np.int64), 0
    for hand in places:
        fits = ends[hand, 0] < 0.0
        for value in range(VALUES):
            fits = fits and shoe[value] >= book.counts[hand, value]
        if fits:
            found[count] = hand
            count += 1
    return found[:count]


@njit(cache=True, nogil=True)
def best_actions(
    shoe: Floats,
    up: int,
    places: Ints,
    allowed: Ints,
    pays: Floats,
    costs: float,
    book: Book,
    ends: Floats,
    policy: Ints,
    values: Floats,
) -> None:
    """For every hand of `places` the value of each action and the best one; `pays` is [class, kind, dealer's end]."""
    counts, after, classes, looks = book.counts, book.after, book.classes, book.peeks[up] != 0
    path = book.paths[up, : book.lengths[up]]
    left = np.empty(VALUES)
    best = np.zeros(counts.shape[0])
    dealer_ends(shoe, up, _fitting(shoe, places, book, ends), book, ends)
    for number in range(len(places) - 1, -1, -1):
        hand = places[number]
        policy[hand] = STANDS
        values[hand, :] = NEVER
        if ends[hand, 0] < 0.0:  # more cards than the shoe has
            continue
        total = 0.0
        for value in range(VALUES):
            left[value] = shoe[value] - counts[hand, value]
            total += left[value]
        if allowed[hand, STANDS]:
            values[hand, STANDS] = stood(ends[hand], pays[classes[hand], PLAIN])
        if allowed[hand, SURRENDERS]:
            values[hand, SURRENDERS] = -costs * goes_on(left, total, up, looks)
        doubles, frees = allowed[hand, DOUBLES] != 0, allowed[hand, DOUBLES_FREE] != 0
        if allowed[hand, HITS] or doubles or frees:
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
                    if doubles:
                        doubled += chance * stood(ends[grown], pays[classes[grown], DOUBLED])
                    if frees:
                        free += chance * stood(ends[grown], pays[classes[grown], FREE_DOUBLED])
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
            if doubles:
                values[hand, DOUBLES] = doubled
            if frees:
                values[hand, DOUBLES_FREE] = free
        chosen = STANDS
        for action in range(_ACTIONS):
            if values[hand, action] > values[hand, chosen]:
                chosen = action
        policy[hand] = chosen
        best[hand] = values[hand, chosen]


@njit(cache=True, nogil=True)
def _ask(hand: int, ends: Floats, asked: Ints, count: int) -> int:
    """Note a hand beside which the dealer's ends are needed; how many are noted now."""
    if ends[hand, 0] != UNKNOWN:
        return count
    ends[hand, 0] = _ASKED
    asked[count] = hand
    return count + 1


@njit(cache=True, nogil=True)
def follow(
    shoe: Floats,
    up: int,
    places: Ints,
    policy: Ints,
    book: Book,
    ends: Floats,
    reach: Floats,
    made: Floats,
) -> None:
    """Play the hands of `places` by the policy from where `reach` starts; `made` gathers [class, kind, dealer's end].

    A busted hand's chance is exact in sum and against the hand that saves it; among the dealer's other ends it is
    spread as for the first hand that starts, which only the variance of split hands feels.
    """
    counts, after, classes, looks = book.counts, book.after, book.classes, book.peeks[up] != 0
    path = book.paths[up, : book.lengths[up]]
    left = np.empty(VALUES)
    over = np.zeros(KINDS)
    reached, asked, ended = -1, np.empty(counts.shape[0], np.int64), np.empty(len(places), np.int64)
    count, number = int(np.int64(0)), 0  # for a plain 0 numba would compile the helper once more
    for hand in places:  # who draws what, and beside which hands the dealer has to be known
        here = reach[hand]
        if here <= 0.0:
            continue
        if reached < 0:
            reached = hand
            count = _ask(hand, ends, asked, count)
        action = policy[hand]
        if action != HITS:
            ended[number] = hand
            number += 1
        if action == STANDS:
            count = _ask(hand, ends, asked, count)
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
                count = _ask(grown, ends, asked, count)
    if reached < 0:
        return
    dealer_ends(shoe, up, asked[:count], book, ends)
    for hand in ended[:number]:
        here, action = reach[hand], policy[hand]
        if action == STANDS:
            for end in range(ENDS):
                made[classes[hand], PLAIN, end] += here * ends[hand, end]
            continue
        total = 0.0
        for value in range(VALUES):
            total += shoe[value] - counts[hand, value]
        kind = DOUBLED if action == DOUBLES else FREE_DOUBLED if action == DOUBLES_FREE else PLAIN
        for value in range(VALUES):
            rest, grown = shoe[value] - counts[hand, value], after[hand, value]
            if rest > 0.0 and grown >= 0:
                for end in range(ENDS):
                    made[classes[grown], kind, end] += here * rest / total * ends[grown, end]
    whole = 0.0
    for end in range(ENDS):
        whole += ends[reached, end] if end != SAVED else 0.0
    for kind in range(KINDS):
        for end in range(ENDS):
            made[BUST, kind, end] += over[kind] * ((ends[reached, end] if end != SAVED else 0.0) / whole)


@njit(cache=True, nogil=True)
def _same_pays(pays: Floats) -> bool:
    """Whether hands that a split adds are paid as the first one."""
    same = True
    for ended in range(CLASSES):
        for kind in range(KINDS):
            for end in range(ENDS):
                same = same and pays[0, ended, kind, end] == pays[1, ended, kind, end]
    return same


@njit(cache=True, nogil=True)
def _move_on(places: Ints, pair: int, book: Book, before: Floats, ends: Floats) -> None:
    """The dealer's ends beside hands when one more card of the pair is out: those beside the hand with that card.

    `before` may be `ends` itself: places are in order, and a hand comes before all it may become. A row of `before`
    with nothing in it is not known.
    """
    for hand in places:
        grown = book.after[hand, pair]
        whole = 0.0
        if grown >= 0 and before[grown, 0] >= 0.0:
            for end in range(ENDS):
                ends[hand, end] = before[grown, end]
                whole += ends[hand, end]
        if whole <= 0.0:
            ends[hand, 0] = UNKNOWN


@njit(cache=True, nogil=True)
def _gather(made: Floats, owner: int, step: int, shares: Floats, pays: Floats, whole: Floats, nets: Floats) -> None:
    """Add a hand of a split to all hands together, and by its net results to its own place."""
    for second in range(2):
        share = shares[second, step, owner]
        for ended in range(CLASSES):
            for kind in range(KINDS):
                for end in range(ENDS):
                    chance = made[second, ended, kind, end]
                    if chance == 0.0:
                        continue
                    whole[owner, ended, kind, end] += share * chance
                    net = np.int64(np.rint(pays[ended, kind, end])) + MOST_NET
                    if len(nets) > 0 and 0 <= net < NETS:
                        nets[second, step, owner, end, net] += chance


@njit(cache=True, nogil=True)
def split_hand(
    shoe: Floats,
    up: int,
    pair: int,
    most: int,
    allowed: Ints,
    pays: Floats,
    shares: Floats,
    given: Ints,
    follows: bool,
    book: Book,
    dealt: Floats,
    ends: Floats,
    policies: Ints,
    values: Floats,
    whole: Floats,
    nets: Floats,
) -> None:
    """A split pair under an up card that is out of the shoe.

    Each hand is counted for every number of cards of the pair's value that are out of the shoe in all (`gone`), with
    its second card of another value or of the pair's too, for the first hand and the added ones. The policy is the best
    for two cards gone, or the one given by [owner, hand]. `whole` adds up by `shares` what all hands come to, by
    [owner, class, kind, dealer's end]; `nets` gathers each by [second card is another or alike, gone - 2, owner,
    dealer's end, net], unless it has no places. `ends` by [gone - 2] keeps the dealer's for the next call with this
    pair and shoe; a single table is written anew for each number of cards, beginning with the dealer's ends beside the
    hands as `dealt` from this shoe.
    """
    reach = np.zeros(book.counts.shape[0])
    places = book.holding[book.begins[pair] : book.begins[pair + 1]]
    start = book.after[0, pair]
    draws = False
    for value in range(VALUES):
        draws = draws or allowed[book.after[start, value], HITS] != 0
    if not draws:  # two cards are all such a hand ever has
        places = book.after[start]  # in order, as their totals grow with the card
    alone = _same_pays(pays)
    for hand in range(given.shape[1] if follows else 0):
        alone = alone and given[0, hand] == given[1, hand]
    left = shoe.copy()
    whole[:] = 0.0
    made = np.empty((2, CLASSES, KINDS, ENDS))  # by the second card
    for gone in range(2, 2 * most):
        left[pair] = shoe[pair] - (gone - 1.0)
        if left[pair] < 1.0:
            break
        beside = ends[gone - 2 if len(ends) > 1 else 0]
        if len(ends) == 1 and draws:
            _move_on(places, pair, book, dealt if gone == 2 else beside, beside)
        elif len(ends) == 1:
            beside[:, 0] = UNKNOWN
        for owner in range(2):
            policy = policies[owner]
            if owner and alone:  # all hands fare like the first
                if gone == 2:
                    policies[1] = policies[0]
                    for hand in places:
                        for action in range(_ACTIONS):
                            values[1, hand, action] = values[0, hand, action]
                _gather(made, owner, gone - 2, shares, pays[owner], whole, nets)
                continue
            if gone == 2 and follows:
                for hand in range(given.shape[1]):
                    policy[hand] = given[owner, hand]
            elif gone == 2:
                best_actions(left, up, places, allowed, pays[owner], 0.0, book, beside, policy, values[owner])
            total = left.sum() - 1.0
            made[:] = 0.0
            reach[:] = 0.0
            for value in range(VALUES):
                if value != pair:
                    reach[book.after[start, value]] = left[value] / total
            follow(left, up, places, policy, book, beside, reach, made[0])
            if left[pair] >= 2.0:
                reach[:] = 0.0
                reach[book.after[start, pair]] = 1.0
                follow(left, up, places, policy, book, beside, reach, made[1])
            _gather(made, owner, gone - 2, shares, pays[owner], whole, nets)


def every_up(
    shoe: Floats, places: Ints, allowed: Ints, pays: Floats, book: Book, ends: Floats, policy: Ints, values: Floats
) -> None:
    """The hands as dealt, under every up card."""

    def under(up: int) -> None:
        left = shoe.copy()
        left[up] -= 1.0
        if left[up] < 0.0:
            return
        ends[up, :, 0] = UNKNOWN
        best_actions(left, up, places, allowed, pays, book.costs, book, ends[up], policy[up], values[up])
        np.maximum(ends[up, :, 0], 0.0, out=ends[up, :, 0])

    list(LOCAL.map(under, [(up,) for up in _LARGEST_FIRST], os.cpu_count() or 1))


def every_pair(
    shoe: Floats,
    most: Ints,
    allowed: Ints,
    pays: Floats,
    shares: Floats,
    given: Ints | None,
    wanted: Flags,
    book: Book,
    dealt: Floats,
    kept: Ints,
    policy: Small,
    values: Floats,
    whole: Floats,
    nets: Floats,
) -> None:
    """Every split pair under every up card, as `split_hand` counts it; `given` by [aces or not, up].

    `shares` go by [pair, whether it is the up card too]. Unless a policy is given, the best one is written, and of its
    values those of the hands in `kept`.
    """
    size, none = len(book.counts), np.zeros((2, 1), np.int64)

    def split(up: int) -> None:
        left = shoe.copy()
        left[up] -= 1.0
        if left[up] < 0.0:
            return
        ends = np.empty((1, size, ENDS))
        policies, worths = np.zeros((2, size), np.int64), np.zeros((2, size, _ACTIONS))
        for pair in np.flatnonzero((most > 1) & wanted[:, up]).tolist():
            kind = 0 if pair == ACE else 1
            split_hand(
                left, up, pair, int(most[pair]), allowed[kind], pays[pair], shares[pair, int(up == pair)],
                none if given is None else given[kind, up], given is not None, book, dealt[up], ends, policies, worths,
                whole[pair, up], nets[pair, up],
            )  # fmt: skip
            if given is None:
                policy[pair, up], values[pair, up] = policies, worths[:, kept]

    list(LOCAL.map(split, [(up,) for up in _LARGEST_FIRST], os.cpu_count() or 1))
