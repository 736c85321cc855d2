"""Rounds of blackjack as one loop: cards drawn from a shoe as they are needed, played by tables, paid by tables."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.odds.blackjack.dealer import LEAST, NATURAL, SAVED
from houseway.odds.blackjack.hands import DOUBLES, HITS, STANDS, SURRENDERS
from houseway.odds.blackjack.pays import BUST, CHARLIE, DOUBLED, FREE, FREE_DOUBLED, LATER, PLAIN
from houseway.odds.blackjack.values import ACE, TEN, Floats, Ints
from houseway.odds.simulate.streams import below, mixed, next_counter

Bytes = npt.NDArray[np.uint8]
Small = npt.NDArray[np.int8]
Words = npt.NDArray[np.uint64]

STAKED, NET, SQUARE, GAINS = range(4)
MOST_FREE = 16
_MOST_HANDS = 64
_INSURED, _EVEN = 1, 2
_DEALT, _SPLIT, _SPLIT_ACES = 0, 1, 3  # contexts of the action tables: an added hand is one further


class Tables(NamedTuple):
    """Everything a round looks up."""

    first: Small  # [context, soft, total, up] of two cards; contexts: dealt, split (first, added), split aces (same)
    more: Small  # of more cards
    split: Ints  # [pair, up]
    early: Ints  # [soft, total, up]
    early_pair: Ints  # [pair, up]
    pays: Floats  # [owner, class, kind, dealer's end]
    natural: Floats  # [dealer's end]
    even_money: Floats
    switch_worth: Floats  # [switched, lower value, higher value, up]
    most: Ints  # [pair]
    free: Ints  # [pair]
    looks: Ints  # [up]
    insurable: Ints  # [up]
    saves: Ints  # values of the dealer's saving hand
    numbers: Ints  # by the places below
    amounts: Floats  # by the places below
    choices: Ints  # insures, what a natural does under an insurable card, surrender is early


# Where the cut card lies, cards burned (2: and as many as the first counts), a hole card is dealt, soft 17 is hit,
# cards that win, spots, a natural made by a switch counts, the total that pushes only such a one,
# the dealer draws for a natural.
CUT, BURN, HOLE, SOFT_17, ON_CARDS, SPOTS, AFTER_SWITCH, PUSHED_SWITCH, NATURAL_WAITS = range(9)
# A surrender, the insurance stake and what it pays per unit, the share of ten-value pairs that may be split.
COST, PREMIUM, PREMIUM_PAYS, TENS = range(4)


@njit(cache=True, nogil=True)
def _draw(shoe: Bytes, place: Ints, counter: Words) -> int:
    """The next card of a shoe that is shuffled as it is dealt."""
    counter[0] = next_counter(counter[0])
    here = place[0]
    other = here + below(mixed(counter[0]), len(shoe) - here)
    card = shoe[other]
    shoe[other] = shoe[here]
    shoe[here] = card
    place[0] = here + 1
    return int(card)


@njit(cache=True, nogil=True, inline="always")
def _dealer(
    up: int, hole: int, finish: bool, shoe: Bytes, place: Ints, counter: Words, saves: Ints, soft_17: int, held: Ints
) -> int:
    """How the dealer ends; `hole` is -1 when the second card is still to come."""
    if hole < 0:
        hole = _draw(shoe, place, counter)
    held[0] = up
    held[1] = hole
    cards = 2
    hard = up + hole + 2
    ace = up == ACE or hole == ACE
    if ace and hard == 11:
        return NATURAL
    if not finish:
        return 0
    while True:
        soft = ace and hard <= 11
        total = hard + 10 if soft else hard
        if total > 17 or (total == 17 and not (soft and soft_17)):
            break
        card = _draw(shoe, place, counter)
        held[cards] = card
        cards += 1
        hard += card + 1
        ace = ace or card == ACE
    if len(saves) == cards:
        matched = 0
        for value in saves:
            own = 0
            theirs = 0
            for other in range(cards):
                own += saves[other] == value
                theirs += held[other] == value
            matched += own == theirs
        if matched == cards:
            return SAVED
    return int(total - LEAST)


@njit(cache=True, nogil=True, inline="always")
def _play_spot(
    one: int,
    two: int,
    up: int,
    tables: Tables,
    shoe: Bytes,
    place: Ints,
    counter: Words,
    owners: Ints,
    ends: Ints,
    kinds: Ints,
    start: int,
    heads: Ints,
    seconds: Ints,
) -> tuple[int, float, int]:
    """Play the hand of one spot: hands written from `start` on; their number after it, money added, free bets.

    A hand given up has the end -1.
    """
    added = 0.0
    lammers = 0
    count = 1
    heads[0], seconds[0] = one, two
    owners[start] = 0
    context = _DEALT
    if one == two and tables.split[one, up]:
        goes = True
        if one == TEN and tables.amounts[TENS] < 1.0:
            counter[0] = next_counter(counter[0])
            goes = below(mixed(counter[0]), 1 << 20) < tables.amounts[TENS] * (1 << 20)
        if goes:
            context = _SPLIT_ACES if one == ACE else _SPLIT
            again = 0
            while again < count and count < tables.most[one]:
                if seconds[again] != one:
                    again += 1
                    continue
                heads[count] = one
                owners[start + count] = FREE if tables.free[one] else LATER
                lammers += tables.free[one]
                added += 0.0 if tables.free[one] else 1.0
                seconds[again] = _draw(shoe, place, counter)
                seconds[count] = _draw(shoe, place, counter)
                count += 1
    charlie = tables.numbers[ON_CARDS]
    for hand in range(count):
        hard = heads[hand] + seconds[hand] + 2
        ace = heads[hand] == ACE or seconds[hand] == ACE
        cards = 2
        kind = PLAIN
        at = context + (1 if hand and context else 0)
        soft = 1 if ace and hard <= 11 else 0
        total = hard + 10 * soft
        action = tables.first[at, soft, total, up]
        while action != STANDS and action != SURRENDERS:
            card = _draw(shoe, place, counter)
            hard += card + 1
            ace = ace or card == ACE
            cards += 1
            soft = 1 if ace and hard <= 11 else 0
            total = hard + 10 * soft
            if action != HITS:
                kind = DOUBLED if action == DOUBLES else FREE_DOUBLED
                break
            if total > 20 or (charlie and cards >= charlie):
                break
            action = tables.more[at, soft, total, up]
        if kind == DOUBLED:
            added += 1.0
        elif kind == FREE_DOUBLED:
            lammers += 1
        kinds[start + hand] = kind
        ends[start + hand] = BUST if total > 21 else CHARLIE if charlie and cards >= charlie else total
        if action == SURRENDERS:
            ends[start + hand] = -1
    return start + count, added, lammers


@njit(cache=True, nogil=True)
def play_rounds(rounds: int, start: np.uint64, cards: Bytes, tables: Tables, sums: Floats, free: Ints) -> None:
    """Add up the stakes, nets, squares and gains of rounds on one shoe after the other; `free` counts free bets."""
    shoe = cards.copy()
    place = np.zeros(1, np.int64)
    counter = np.full(1, start)
    owners, ends, kinds = (
        np.zeros(_MOST_HANDS, np.int64),
        np.zeros(_MOST_HANDS, np.int64),
        np.zeros(_MOST_HANDS, np.int64),
    )
    heads, seconds, held = np.zeros(_MOST_HANDS, np.int64), np.zeros(_MOST_HANDS, np.int64), np.zeros(24, np.int64)
    numbers, amounts = tables.numbers, tables.amounts
    spots = numbers[SPOTS]
    dealt = np.zeros((2, 2), np.int64)
    state = np.zeros(2, np.int64)  # of a spot: 0 plays, 1 has a natural, 2 was given up, 3 took even money
    switched_21 = np.zeros(_MOST_HANDS, np.bool_)
    place[0] = len(shoe)
    all_staked = all_net = squares = 0.0
    gains = without = 0
    for _ in range(rounds):
        if place[0] >= numbers[CUT]:
            place[0] = 0
            if numbers[BURN]:
                burned = _draw(shoe, place, counter)
                if numbers[BURN] == 2:
                    for _more in range(burned + 1):
                        _draw(shoe, place, counter)
        for spot in range(spots):
            dealt[spot, 0] = _draw(shoe, place, counter)
        up = _draw(shoe, place, counter)
        for spot in range(spots):
            dealt[spot, 1] = _draw(shoe, place, counter)
        hole = _draw(shoe, place, counter) if numbers[HOLE] else -1
        looks = tables.looks[up] != 0
        natural = hole >= 0 and ((up == ACE and hole == TEN) or (up == TEN and hole == ACE))
        net = 0.0
        staked = float(spots)
        insured = 0.0
        for spot in range(spots):
            one, two = dealt[spot, 0], dealt[spot, 1]
            state[spot] = 0
            own = (one == ACE and two == TEN) or (one == TEN and two == ACE)
            if own:
                state[spot] = 1
                if tables.insurable[up] and tables.choices[1] == _EVEN:
                    state[spot] = 3
                elif tables.insurable[up] and tables.choices[1] == _INSURED:
                    insured += amounts[PREMIUM]
                continue
            if tables.choices[2]:
                hard = one + two + 2
                soft = 1 if (one == ACE or two == ACE) and hard <= 11 else 0
                gone = tables.early_pair[one, up] if one == two else tables.early[soft, hard + 10 * soft, up]
                if gone:
                    state[spot] = 2
                    continue
            if tables.insurable[up] and tables.choices[0]:
                insured += amounts[PREMIUM]
        staked += insured
        lammers = 0
        end = 0
        if looks and natural:
            end = NATURAL
            for spot in range(spots):
                if state[spot] == 0:
                    net += tables.pays[0, 20, PLAIN, NATURAL]
        else:
            swapped = False
            if spots == 2 and (state[0] < 2 and state[1] < 2):
                swapped = _switches(dealt, up, tables.switch_worth)
                if swapped:
                    dealt[0, 1], dealt[1, 1] = dealt[1, 1], dealt[0, 1]
            last = 0
            for spot in range(spots):
                one, two = dealt[spot, 0], dealt[spot, 1]
                if swapped:
                    own = (one == ACE and two == TEN) or (one == TEN and two == ACE)
                    state[spot] = 1 if own and numbers[AFTER_SWITCH] else 0
                if state[spot]:
                    continue
                before = last
                last, added, more = _play_spot(
                    one, two, up, tables, shoe, place, counter, owners, ends, kinds, last, heads, seconds
                )
                for hand in range(before, last):
                    switched_21[hand] = False
                aces = heads[0] == ACE or seconds[0] == ACE
                switched_21[before] = swapped and aces and heads[0] + seconds[0] == TEN
                staked += added
                lammers += more
            live = len(tables.saves) > 0 and last > 0
            for hand in range(last):
                live = live or (ends[hand] >= 0 and ends[hand] != BUST)
            waits = state[0] == 1 or state[0] == 3 or (spots == 2 and (state[1] == 1 or state[1] == 3))
            live = live or (waits and numbers[NATURAL_WAITS] != 0)
            if live or natural or waits or insured > 0.0 or lammers:
                end = _dealer(up, hole, live, shoe, place, counter, tables.saves, numbers[SOFT_17], held)
            for hand in range(last):
                if ends[hand] < 0:
                    net -= amounts[COST]
                elif numbers[PUSHED_SWITCH] and end == numbers[PUSHED_SWITCH] - LEAST and not switched_21[hand]:
                    net += tables.pays[owners[hand], ends[hand], kinds[hand], NATURAL - 1]
                else:
                    net += tables.pays[owners[hand], ends[hand], kinds[hand], end]
        for spot in range(spots):
            if state[spot] == 1:
                net += tables.natural[end]
            elif state[spot] == 2:
                net -= amounts[COST]
            elif state[spot] == 3:
                net += tables.even_money[end]
        if insured > 0.0:
            net += insured * (amounts[PREMIUM_PAYS] if end == NATURAL else -1.0)
        all_staked += staked
        all_net += net
        squares += net * net
        gains += net > 0.0
        if lammers or end == NATURAL:
            free[1 if end == NATURAL else 0, min(lammers, MOST_FREE - 1)] += 1
        else:
            without += 1
    sums[STAKED] += all_staked
    sums[NET] += all_net
    sums[SQUARE] += squares
    sums[GAINS] += gains
    free[0, 0] += without


@njit(cache=True, nogil=True)
def _switches(dealt: Ints, up: int, worth: Floats) -> bool:
    """Whether the two hands are worth more with their second cards exchanged."""
    a, b, c, d = dealt[0, 0], dealt[0, 1], dealt[1, 0], dealt[1, 1]
    kept = worth[0, min(a, b), max(a, b), up] + worth[0, min(c, d), max(c, d), up]
    swapped = worth[1, min(a, d), max(a, d), up] + worth[1, min(c, b), max(c, b), up]
    return bool(swapped > kept)
