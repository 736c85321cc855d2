"""The kernels of the count: the dealer's ends for a shoe, the best action for every hand, and what a policy comes to.

All values are joint with the event that play goes on: under an up card at which the dealer looks, deals with a dealer
natural count nothing here, so that no chance ever has to be conditioned on the look.
"""

import numpy as np
from numba import njit, prange

from houseway.odds.blackjack.dealer import ENDS, NATURAL, SAVED
from houseway.odds.blackjack.hands import DOUBLES, DOUBLES_FREE, HITS, STANDS, SURRENDERS
from houseway.odds.blackjack.pays import BUST, DOUBLED, FREE_DOUBLED, KINDS, PLAIN
from houseway.odds.blackjack.values import ACE, TEN, VALUES, Floats, Ints

NEVER = -99.0  # the value of an action that is not allowed
_ACTIONS = 5
_MOST = 21  # cards of a hand
_DEEPEST = 24  # more cards than a dealer can draw


@njit(cache=True)
def dealer_ends(left: Floats, total: float, up: int, trees: tuple[Ints, ...], orders: Floats, out: Floats) -> None:
    """The chance of every end of the dealer's hand when the unseen cards are `left`."""
    starts, parent, value, have, depth, end = trees
    begin = starts[up]
    size = starts[up + 1] - begin
    chance = np.empty(size)
    chance[0] = 1.0
    out[:] = 0.0
    share = np.empty(_DEEPEST)
    for cards in range(_DEEPEST):
        share[cards] = 1.0 / (total - cards) if total > cards else 0.0
    for place in range(1, size):
        at = begin + place
        made = chance[parent[at]] * max(left[value[at]] - have[at], 0.0) * share[depth[at]]
        chance[place] = made
        if end[at] >= 0:
            out[end[at]] += made * orders[at]


@njit(cache=True)
def _goes_on(left: Floats, total: float, up: int, looks: bool) -> float:
    """The chance that the dealer's look finds no natural."""
    if not looks:
        return 1.0
    other = TEN if up == ACE else ACE
    return 1.0 - float(left[other]) / total


@njit(cache=True)
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


@njit(cache=True)
def ends_of_hands(
    shoe: Floats,
    up: int,
    looks: bool,
    only: int,
    most: int,
    counts: Ints,
    trees: tuple[Ints, ...],
    orders: Floats,
    out: Floats,
) -> None:
    """The dealer's ends beside every hand of two to `most` cards; `only`: that hold this value (-1: all)."""
    left = np.empty(VALUES)
    for hand in range(counts.shape[0]):
        cards = 0
        fits = True
        for value in range(VALUES):
            cards += counts[hand, value]
            left[value] = shoe[value] - counts[hand, value]
            fits = fits and left[value] >= 0.0
        if not fits or cards < 2 or cards > most or (only >= 0 and counts[hand, only] == 0):
            out[hand, :] = 0.0
            continue
        dealer_ends(left, left.sum(), up, trees, orders, out[hand])
        if looks:
            out[hand, NATURAL] = 0.0


@njit(cache=True)
def best_actions(
    shoe: Floats,
    up: int,
    looks: bool,
    only: int,
    ends: Floats,
    counts: Ints,
    after: Ints,
    classes: Ints,
    allowed: Ints,
    pays: Floats,
    costs: float,
    path: Ints,
    policy: Ints,
    values: Floats,
) -> None:
    """For every hand the value of each action and the best one; `pays` is [class, kind, dealer's end]."""
    hands = counts.shape[0]
    left = np.empty(VALUES)
    stood = np.zeros((hands, KINDS))
    best = np.zeros(hands)
    for hand in range(hands - 1, -1, -1):
        total = 0.0
        held = 0
        fits = True
        for value in range(VALUES):
            held += counts[hand, value]
            left[value] = shoe[value] - counts[hand, value]
            fits = fits and left[value] >= 0.0
            total += left[value]
        policy[hand] = STANDS
        values[hand, :] = NEVER
        if not fits or held < 2 or (only >= 0 and counts[hand, only] == 0):
            continue
        for kind in range(KINDS):
            worth = 0.0
            for end in range(ENDS):
                worth += ends[hand, end] * pays[classes[hand], kind, end]
            stood[hand, kind] = worth
        if allowed[hand, STANDS]:
            values[hand, STANDS] = stood[hand, PLAIN]
        if allowed[hand, SURRENDERS]:
            values[hand, SURRENDERS] = -costs * _goes_on(left, total, up, looks)
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
                on = _goes_on(left, total - 1.0, up, looks)
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


@njit(cache=True)
def _end_now(
    shoe: Floats, up: int, looks: bool, hand: int, counts: Ints, trees: tuple[Ints, ...], orders: Floats, ends: Floats
) -> None:
    """The dealer's ends beside one hand, unless they are known; a negative first entry says that they are not."""
    if ends[hand, 0] >= 0.0:
        return
    left = shoe - counts[hand]
    dealer_ends(left, left.sum(), up, trees, orders, ends[hand])
    if looks:
        ends[hand, NATURAL] = 0.0


@njit(cache=True)
def follow(
    shoe: Floats,
    up: int,
    looks: bool,
    ends: Floats,
    counts: Ints,
    after: Ints,
    classes: Ints,
    policy: Ints,
    path: Ints,
    trees: tuple[Ints, ...],
    orders: Floats,
    reach: Floats,
    out: Floats,
) -> None:
    """Play every hand by the policy from where `reach` starts; `out` gathers chances by [class, kind, dealer's end].

    A busted hand's chance is exact in sum and against the hand that saves it; among the dealer's other ends it is
    spread as for the first hand that starts, which only the variance of split hands feels.
    """
    left = np.empty(VALUES)
    spread = np.zeros(ENDS)
    for hand in range(counts.shape[0]):
        here = reach[hand]
        if here <= 0.0:
            continue
        if spread[0] == 0.0:
            _end_now(shoe, up, looks, hand, counts, trees, orders, ends)
            for end in range(ENDS):
                spread[end] = ends[hand, end] if end != SAVED else 0.0
            spread /= spread.sum()
        action = policy[hand]
        if action == STANDS:
            _end_now(shoe, up, looks, hand, counts, trees, orders, ends)
            for end in range(ENDS):
                out[classes[hand], PLAIN, end] += here * ends[hand, end]
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
                on = _goes_on(left, total - 1.0, up, looks)
                safe = _saved(left, total - 1.0, path)
                left[value] += 1.0
                out[BUST, kind, SAVED] += chance * safe
                for end in range(ENDS):
                    out[BUST, kind, end] += chance * (on - safe) * spread[end]
            elif action == HITS:
                reach[grown] += chance
            else:
                _end_now(shoe, up, looks, grown, counts, trees, orders, ends)
                for end in range(ENDS):
                    out[classes[grown], kind, end] += chance * ends[grown, end]


@njit(cache=True, parallel=True)
def every_up(
    shoe: Floats,
    looks: Ints,
    counts: Ints,
    after: Ints,
    classes: Ints,
    allowed: Ints,
    pays: Floats,
    costs: float,
    paths: Ints,
    lengths: Ints,
    trees: tuple[Ints, ...],
    orders: Floats,
    ends: Floats,
    policy: Ints,
    values: Floats,
) -> None:
    """The hands as dealt, under every up card."""
    for step in prange(VALUES):
        # The trees grow with the number of cards the dealer may draw: the two cores take large and small ones in turn.
        up = step // 2 if step % 2 == 0 else VALUES - 1 - step // 2
        left = shoe.copy()
        left[up] -= 1.0
        if left[up] < 0.0:
            continue
        path = paths[up, : lengths[up]]
        ends_of_hands(left, up, looks[up] != 0, -1, _MOST, counts, trees, orders, ends[up])
        best_actions(
            left, up, looks[up] != 0, -1, ends[up], counts, after, classes, allowed, pays, costs, path, policy[up],
            values[up],
        )  # fmt: skip


@njit(cache=True, parallel=True)
def every_pair(
    shoe: Floats,
    looks: Ints,
    most: Ints,
    counts: Ints,
    after: Ints,
    classes: Ints,
    allowed: Ints,
    pays: Floats,
    paths: Ints,
    lengths: Ints,
    trees: tuple[Ints, ...],
    orders: Floats,
    given: Ints,
    follows: bool,
    wanted: Ints,
    policies: Ints,
    values: Floats,
    out: Floats,
    alike: Floats,
) -> None:
    """One hand of a split pair, under every up card, for the first hand and the added ones.

    `out[pair, up, gone - 2, owner]` gathers what it comes to when `gone` cards of the pair's value are out of the
    shoe in all and its second card is another; `alike` when its second card is of the pair's value too (the share of
    such hands left out). The policy is the best for two cards gone, or the one given.
    """
    hands = counts.shape[0]
    for step in prange(VALUES * VALUES):
        pair = step % VALUES
        up = (step // VALUES + pair) % VALUES
        if most[pair] < 2 or not wanted[pair, up]:
            continue
        ends = np.zeros((hands, ENDS))
        reach = np.zeros(hands)
        kind = 0 if pair == ACE else 1
        look = looks[up] != 0
        path = paths[up, : lengths[up]]
        limit = _MOST
        if not allowed[kind, after[after[0, pair], pair], HITS]:
            limit = 2
        for gone in range(2, 2 * most[pair]):
            left = shoe.copy()
            left[up] -= 1.0
            left[pair] -= gone - 1.0
            if left[up] < 0.0 or left[pair] < 1.0:
                break
            ends[:, 0] = -1.0
            if gone == 2 and not follows:
                ends_of_hands(left, up, look, pair, limit, counts, trees, orders, ends)
            for owner in range(2):
                policy = policies[pair, up, owner]
                if gone == 2 and not follows:
                    best_actions(
                        left, up, look, pair, ends, counts, after, classes, allowed[kind], pays[pair, owner], 0.0,
                        path, policy, values[pair, up, owner],
                    )  # fmt: skip
                elif gone == 2:
                    policy[:] = given[kind, up, owner]
                start = after[0, pair]
                total = left.sum() - 1.0
                reach[:] = 0.0
                for value in range(VALUES):
                    if value != pair:
                        reach[after[start, value]] = left[value] / total
                follow(
                    left, up, look, ends, counts, after, classes, policy, path, trees, orders, reach,
                    out[pair, up, gone - 2, owner],
                )  # fmt: skip
                if left[pair] >= 2.0:
                    reach[:] = 0.0
                    reach[after[start, pair]] = 1.0
                    follow(
                        left, up, look, ends, counts, after, classes, policy, path, trees, orders, reach,
                        alike[pair, up, gone - 2, owner],
                    )  # fmt: skip
