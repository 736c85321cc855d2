"""How many sets of disjoint pairs a graph on a few kinds of cards has: its matchings, by size.

Cards of a kind have the same neighbours. Kinds that are joined to nothing or to everything are taken apart first; what
remains falls into small components, each counted by how many cards of each kind are still free.

The kernels spell out in loops what numpy says in a word: compiling its sums, masks and slices took half as long again.
"""

import numpy as np
from numba import njit

from houseway.odds.arrays import Flags, Floats, Ints

MOST_STATES = 1 << 19
_BARE, _HUB = -1, -2  # kinds that no component holds


@njit(cache=True, nogil=True)
def _where(places: Ints, wanted: int) -> Ints:
    """The kinds at a place."""
    count = 0
    for place in places:
        count += place == wanted
    found = np.empty(count, np.int64)
    count = 0
    for kind in range(len(places)):
        if places[kind] == wanted:
            found[count] = kind
            count += 1
    return found


@njit(cache=True, nogil=True)
def _within(many: Ints, joined: Flags, kinds: Ints) -> tuple[Ints, Flags]:
    """Some kinds of a graph alone."""
    own, links = np.empty(len(kinds), np.int64), np.empty((len(kinds), len(kinds)), np.bool_)
    for a in range(len(kinds)):
        own[a] = many[kinds[a]]
        for b in range(len(kinds)):
            links[a, b] = joined[kinds[a], kinds[b]]
    return own, links


@njit(cache=True, nogil=True)
def _product(first: Floats, second: Floats, out: Floats) -> None:
    for place in range(len(out)):
        out[place] = 0.0
    for a in range(len(first)):
        if first[a] != 0.0:
            for b in range(len(first) - a):
                out[a + b] += first[a] * second[b]


@njit(cache=True, nogil=True)
def _merged(many: Ints, joined: Flags) -> int:
    """Put kinds with the same neighbours together, in place; returns how many kinds are left."""
    kinds = len(many)
    a = 0
    while a < kinds:
        b = a + 1
        while b < kinds:
            inside = joined[a, b]
            same = (many[a] == 1 or joined[a, a] == inside) and (many[b] == 1 or joined[b, b] == inside)
            for other in range(kinds):
                if other not in (a, b) and joined[a, other] != joined[b, other]:
                    same = False
                    break
            if not same:
                b += 1
                continue
            many[a] += many[b]
            joined[a, a] = inside
            kinds -= 1
            many[b] = many[kinds]
            for other in range(len(joined)):
                joined[b, other] = joined[kinds, other]
            for other in range(len(joined)):
                joined[other, b] = joined[other, kinds]
            joined[b, b] = joined[kinds, kinds]
            b = a + 1
        a += 1
    return kinds


@njit(cache=True, nogil=True)
def _states(many: Ints) -> Ints:
    """How far apart the states are whose free cards differ in one of a kind; last how many there are, -1 for many."""
    strides = np.empty(len(many) + 1, np.int64)
    strides[0] = 1
    for kind in range(len(many)):
        strides[kind + 1] = strides[kind] * (many[kind] + 1)
        if strides[kind + 1] > MOST_STATES:
            strides[len(many)] = -1
            break
    return strides


@njit(cache=True, nogil=True)
def _by_free_cards(many: Ints, joined: Flags, strides: Ints, size: int) -> Floats:
    """[state, size]: the matchings of the cards that are free."""
    kinds = len(many)
    found = np.zeros((strides[kinds], size))
    found[0, 0] = 1.0
    free = np.zeros(kinds, np.int64)
    for state in range(1, strides[kinds]):
        place = 0
        while free[place] == many[place]:
            free[place] = 0
            place += 1
        free[place] += 1
        top = kinds - 1
        while free[top] == 0:
            top -= 1
        without = state - strides[top]
        for count in range(size):
            found[state, count] = found[without, count]
        for kind in range(top + 1):
            partners = free[kind] - (kind == top)
            if partners > 0 and joined[top, kind]:
                rest = without - strides[kind]
                for count in range(size - 1):
                    found[state, count + 1] += partners * found[rest, count]
    return found


@njit(cache=True, nogil=True)
def _apart(joined: Flags) -> Ints:
    """1 for kinds of which no two are joined, those of few neighbours first, and 0 for the others."""
    kinds = len(joined)
    chosen, barred = np.zeros(kinds, np.int64), np.zeros(kinds, np.int64)
    for _ in range(kinds):
        pick, fewest = -1, kinds + 1
        for kind in range(kinds):
            neighbours = 0
            for other in range(kinds):
                neighbours += joined[kind, other]
            if not chosen[kind] and not barred[kind] and neighbours < fewest:
                pick, fewest = kind, neighbours
        if pick < 0:
            break
        chosen[pick] = 1
        for other in range(kinds):
            if other != pick and joined[pick, other]:
                barred[other] = 1
    return chosen


@njit(cache=True, nogil=True)
def _join_one(kinds: Ints, links: Flags, free: Ints, strides: Ints, ways: Floats) -> Floats:
    """[state, size] after one more card, which stays free or goes with a free one of `kinds` that it is joined to."""
    found = np.empty(ways.shape)
    for state in range(len(ways)):
        for count in range(ways.shape[1]):
            found[state, count] = ways[state, count]
    for state in range(len(ways)):
        for kind in range(len(kinds)):
            if links[kinds[kind]] and free[state, kind]:
                for count in range(ways.shape[1] - 1):
                    found[state - strides[kind], count + 1] += free[state, kind] * ways[state, count]
    return found


@njit(cache=True, nogil=True)
def _around_core(many: Ints, joined: Flags, out: Floats) -> bool:
    """The matchings of a graph whose kinds are mostly joined to a few others: these are its core."""
    chosen = _apart(joined)
    core, outer, size = _where(chosen, 0), _where(chosen, 1), len(out)
    held, links = _within(many, joined, core)
    strides = _states(held)
    states = strides[len(core)]
    if states < 0:
        return False
    free = np.empty((states, len(core)), np.int64)
    for a in range(len(core)):
        for state in range(states):
            free[state, a] = state // strides[a] % (held[a] + 1)
    ways = np.zeros((states, size))
    ways[states - 1, 0] = 1.0
    for kind in outer:
        after = np.zeros((states, size))
        among, pairs = 1.0, 0  # ways to make so many pairs of this kind
        while pairs < size and 2 * pairs <= many[kind]:
            own = np.zeros((states, size))
            for state in range(states):
                for count in range(pairs, size):
                    own[state, count] = among * ways[state, count - pairs]
            for _ in range(many[kind] - 2 * pairs):
                own = _join_one(core, joined[kind], free, strides, own)
            for state in range(states):
                for count in range(size):
                    after[state, count] += own[state, count]
            if not joined[kind, kind]:
                break
            left = many[kind] - 2 * pairs
            pairs += 1
            among *= left * (left - 1) / 2 / pairs
        ways = after
    inner = _by_free_cards(held, links, strides, size)
    for count in range(size):
        out[count] = 0.0
    for state in range(states):
        for one in range(size):
            if ways[state, one] != 0.0:
                for two in range(size - one):
                    out[one + two] += ways[state, one] * inner[state, two]
    return True


@njit(cache=True, nogil=True)
def _component(many: Ints, joined: Flags, out: Floats) -> bool:
    """The matchings of one component by size, cut off at the length of `out`; false if it is too large."""
    kinds = _merged(many, joined)
    every = np.empty(kinds, np.int64)
    for kind in range(kinds):
        every[kind] = kind
    own, links = _within(many, joined, every)
    strides = _states(own)
    if strides[kinds] < 0:
        return _around_core(own, links, out)
    found = _by_free_cards(own, links, strides, len(out))
    for count in range(len(out)):
        out[count] = found[strides[kinds] - 1, count]
    return True


@njit(cache=True, nogil=True)
def _label(many: Ints, joined: Flags, place: Ints) -> int:
    """The component of each kind, or that it is joined to nothing or to everything; returns how many components."""
    kinds = len(many)
    for kind in range(kinds):
        degree = 0
        for other in range(kinds):
            if joined[kind, other] and (other != kind or many[kind] > 1):
                degree += 1
        whole = kinds - 1 if many[kind] == 1 else kinds
        place[kind] = _BARE if degree == 0 else _HUB if degree == whole else kinds
    found = 0
    waiting = np.empty(kinds, np.int64)
    for start in range(kinds):
        if place[start] != kinds:
            continue
        place[start] = found
        waiting[0] = start
        open_ones = 1
        while open_ones:
            open_ones -= 1
            kind = waiting[open_ones]
            for other in range(kinds):
                if place[other] == kinds and joined[kind, other]:
                    place[other] = found
                    waiting[open_ones] = other
                    open_ones += 1
        found += 1
    return found


@njit(cache=True, nogil=True)
def _with_hubs(hubs: int, others: int, plain: Floats, out: Floats) -> None:
    """Add cards that are joined to every other card: pairs among them, and each with any card that is still free."""
    size = len(out)
    for count in range(size):
        out[count] = 0.0
    among = 1.0  # ways to make so many pairs of hubs
    pairs = 0
    while 2 * pairs <= hubs and pairs < size:
        left = hubs - 2 * pairs
        for done in range(size - pairs):
            ways = among * plain[done]
            for mixed in range(min(left, size - 1 - pairs - done) + 1):
                out[pairs + done + mixed] += ways
                ways *= max(left - mixed, 0) * max(others - 2 * done - mixed, 0) / (mixed + 1)
        pairs += 1
        among *= left * (left - 1) / 2 / pairs


@njit(cache=True, nogil=True)
def matchings(many: Ints, joined: Flags, out: Floats) -> bool:
    """By size, the sets of disjoint joined pairs of cards; `joined[a, a]`: within a kind. False if out of reach."""
    kinds = len(many)
    place = np.empty(kinds, np.int64)
    parts = _label(many, joined, place)
    size = len(out)
    plain, own, before = np.zeros(size), np.zeros(size), np.zeros(size)
    plain[0] = 1.0
    for part in range(parts):
        counts, links = _within(many, joined, _where(place, part))
        if not _component(counts, links, own):
            return False
        plain, before = before, plain
        _product(before, own, plain)
    hubs = int(np.int64(0))  # a plain constant would have the helper compiled once more
    others = int(np.int64(0))
    for kind in range(kinds):
        if place[kind] == _HUB:
            hubs += many[kind]
        else:
            others += many[kind]
    _with_hubs(hubs, others, plain, out)
    return True
