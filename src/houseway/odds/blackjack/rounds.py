"""Rounds of blackjack as one loop: cards drawn from a shoe as they are needed, played by tables, paid by tables.

Cards are coded (`values.code_of`) so that the low bits are the value, which is all that hands against the dealer need;
what side bets look at is written out whole where it is asked for.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.odds.blackjack.dealer import LEAST, NATURAL, SAVED
from houseway.odds.blackjack.hands import DOUBLES, HITS, STANDS, SURRENDERS
from houseway.odds.blackjack.pays import BUST, CHARLIE, DOUBLED, FREE, FREE_DOUBLED, LATER, PLAIN
from houseway.odds.blackjack.values import ACE, TEN, VALUE_BITS, VALUES, Floats, Ints
from houseway.odds.simulate.streams import below, mixed, next_counter

Bytes = npt.NDArray[np.uint8]
Small = npt.NDArray[np.int8]
Words = npt.NDArray[np.uint64]

STAKED, NET, SQUARE, GAINS = range(4)
MOST_HANDS = 64  # of one round
_INSURED, _EVEN = 1, 2
# Where a shoe stands: cards that left it, those drawn from its discards again among them, and how many of its cards
# lie in the discards, which are those of the rounds before this one and the burned ones.
GONE, DISCARDS = range(2)
_WITH_ACE = 32  # added to the number of a hand that has an ace
_MOST_PLAIN = 32  # more cards than a hand and the dealer's can have together
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
    peeks: Ints  # [up]
    insurable: Ints  # [up]
    saves: Ints  # values of the dealer's saving hand
    numbers: Ints  # by the places below
    amounts: Floats  # by the places below
    choices: Ints  # insures, what a natural does under an insurable card, surrender is early


# Where the cut card lies, cards burned (2: and as many as the first counts), a hole card is dealt, soft 17 is hit,
# cards that win, spots, a natural made by a switch counts, the total that pushes only such a one,
# the dealer draws for a natural, the bits in which two cards of a pair are alike, cards are switched where it is
# worth it; the situations of the own hands (bits 1 << BUSTED | NATURALS) in which side bets make the dealer draw out,
# and in which they make the dealer take a second card.
(
    CUT, BURN, HOLE, SOFT_17, ON_CARDS, SPOTS, AFTER_SWITCH, PUSHED_SWITCH, NATURAL_WAITS, ALIKE, SWITCHES, DRAWS_OUT,
    TAKES_SECOND,
) = range(13)  # fmt: skip
# A surrender, the insurance stake and what it pays per unit.
COST, PREMIUM, PREMIUM_PAYS = range(3)
# What is written of a round: free bets, the situation, how the hand of the first card fared, the starting cards of two
# spots, the hand of the first card as it ends, the dealer's, and room for cards dealt after the hands.
FREE_BETS, SITUATION, FARED, START, OWN, DEALER, LATE, WIDTH = 0, 1, 2, 3, 7, 29, 51, 54
LOST, PUSHED, WON = 1, 2, 4  # as the facts of a hand hold its result
BUSTED, NATURALS, LOOKED = 1, 2, 4  # all own hands went over, are naturals; the look ended the round
_FROM, _DRAWN, _HEAD, _SECOND, HELD = range(5)  # notes on the first hand and on how many cards the dealer has


@njit(cache=True, nogil=True)
def draw_card(shoe: Bytes, place: Ints, counter: Words) -> int:
    """The next card of a shoe that is shuffled as it is dealt; when it runs out, of the discards, shuffled likewise."""
    counter[0] = next_counter(counter[0])
    here = place[GONE]
    end = len(shoe)
    if here >= end:
        here -= end
        end = place[DISCARDS]
    other = here + below(mixed(counter[0]), end - here)
    card = shoe[other]
    shoe[other] = shoe[here]
    shoe[here] = card
    place[GONE] += 1
    return int(card)


@njit(cache=True, nogil=True)
def _held(hard: int, ace: bool) -> int:
    """A hand as a number: its total with aces as one, and whether it has one."""
    return hard + _WITH_ACE if ace else hard


@njit(cache=True, nogil=True)
def _with(held: np.uint64, card: int) -> np.uint64:
    """The hand with one card more."""
    return np.uint64(held + np.uint64(card + 1) | np.uint64(_WITH_ACE if card == ACE else 0))


@njit(cache=True, nogil=True)
def _plain_tables(tables: Tables) -> tuple[Small, Small, Small, Floats]:
    """What a hand of two cards does and one of more by [up, `_held`], how the dealer ends by `_held`, and the pays.

    The dealer's -1 is to draw on.
    """
    first, more = np.zeros((VALUES, 2 * _WITH_ACE), np.int8), np.zeros((VALUES, 2 * _WITH_ACE), np.int8)
    ends = np.zeros(2 * _WITH_ACE, np.int8)
    for ace in range(2):
        for hard in range(2, 27):
            soft = 1 if ace and hard <= 11 else 0
            total = hard + 10 * soft
            held = _held(hard, ace == 1)
            draws_on = total < 17 or (total == 17 and soft and tables.numbers[SOFT_17])
            ends[held] = -1 if draws_on else total - LEAST
            for up in range(VALUES):
                first[up, held] = more[up, held] = STANDS
                if total <= 21:
                    first[up, held] = tables.first[_DEALT, soft, total, up]
                if total <= 20:
                    more[up, held] = tables.more[_DEALT, soft, total, up]
    return first, more, ends, tables.pays[0]


@njit(cache=True, nogil=True)
def _may_be_plain(tables: Tables) -> bool:
    """Whether the rules let a hand that is not split be played by `_plain_round`."""
    numbers, choices = tables.numbers, tables.choices
    usual = numbers[SPOTS] == 1 and numbers[HOLE] == 1 and numbers[ON_CARDS] == 0 and numbers[PUSHED_SWITCH] == 0
    waits = numbers[DRAWS_OUT] != 0 or numbers[TAKES_SECOND] != 0 or len(tables.saves) > 0
    return bool(usual and not waits and choices[0] == 0 and choices[2] == 0)


@njit(cache=True, nogil=True)
def _card_at(shoe: Bytes, here: int, counter: np.uint64) -> int:
    """The card that comes to a place of the shoe; see `draw_card`."""
    other = np.uint64(here + below(mixed(counter), len(shoe) - here))  # a place without a sign needs no look for one
    own = np.uint64(here)
    card = shoe[other]
    shoe[other] = shoe[own]
    shoe[own] = card
    return int(np.int64(card))


@njit(cache=True, nogil=True, inline="always")
def _plain_round(
    shoe: Bytes, gone: int, counter: np.uint64, first: Small, more: Small, ends: Small, pays: Floats, splits: Ints,
    peeks: Ints, cost: float,
) -> tuple[int, np.uint64, float, float, int]:  # fmt: skip
    """A round of one hand that is neither a natural nor split: cards gone, the counter, stake and net, and -1.

    Any other round is dealt alone; then its four cards come last, a byte each, and all of it is still to be played.
    """
    counter = next_counter(counter)
    one = _card_at(shoe, gone, counter)
    counter = next_counter(counter)
    shown = _card_at(shoe, gone + 1, counter)
    counter = next_counter(counter)
    two = _card_at(shoe, gone + 2, counter)
    counter = next_counter(counter)
    hole = _card_at(shoe, gone + 3, counter)
    gone += 4
    a, b = one & VALUE_BITS, two & VALUE_BITS
    up, under = shown & VALUE_BITS, hole & VALUE_BITS
    if (a + b == TEN and (a == ACE or b == ACE)) or (a == b and splits[a, up]):
        return gone, counter, 0.0, 0.0, one | shown << 8 | two << 16 | hole << 24
    natural = up + under == TEN and (up == ACE or under == ACE)
    if natural and peeks[up]:
        return gone, counter, 1.0, pays[20, PLAIN, NATURAL], -1
    held = _with(_with(np.uint64(0), a), b)
    kind = PLAIN
    action = first[up, held]
    while action != STANDS and action != SURRENDERS:
        counter = next_counter(counter)
        held = _with(held, _card_at(shoe, gone, counter) & VALUE_BITS)
        gone += 1
        if action != HITS:
            kind = DOUBLED if action == DOUBLES else FREE_DOUBLED
            break
        action = more[up, held]
    staked = 2.0 if kind == DOUBLED else 1.0
    if action == SURRENDERS:
        return gone, counter, staked, -cost, -1
    hard = int(held) & (_WITH_ACE - 1)
    if hard > 21:
        return gone, counter, staked, pays[BUST, kind, NATURAL if natural else 0], -1
    total = hard + 10 if held >= _WITH_ACE and hard <= 11 else hard
    if natural:
        return gone, counter, staked, pays[total, kind, NATURAL], -1
    held = _with(_with(np.uint64(0), up), under)
    end = ends[held]
    while end < 0:
        counter = next_counter(counter)
        held = _with(held, _card_at(shoe, gone, counter) & VALUE_BITS)
        gone += 1
        end = ends[held]
    return gone, counter, staked, pays[total, kind, end], -1


@njit(cache=True, nogil=True, inline="always")
def dealer_end(
    finish: bool, shoe: Bytes, place: Ints, counter: Words, saves: Ints, soft_17: int, held: Ints, notes: Ints
) -> int:
    """How the dealer ends; `held` begins with the up card and the hole card, if there is one."""
    cards = notes[HELD]
    if cards == 1:
        held[1] = draw_card(shoe, place, counter)
        cards = 2
    one = held[0] & VALUE_BITS
    two = held[1] & VALUE_BITS
    hard = one + two + 2
    ace = one == ACE or two == ACE
    notes[HELD] = cards
    if ace and hard == 11:
        return NATURAL
    if not finish:
        return 0
    while True:
        soft = ace and hard <= 11
        total = hard + 10 if soft else hard
        if total > 17 or (total == 17 and not (soft and soft_17)):
            break
        card = draw_card(shoe, place, counter)
        held[cards] = card
        cards += 1
        value = card & VALUE_BITS
        hard += value + 1
        ace = ace or value == ACE
    notes[HELD] = cards
    if len(saves) == cards:
        matched = 0
        for value in saves:
            own = 0
            theirs = 0
            for other in range(cards):
                own += saves[other] == value
                theirs += held[other] & VALUE_BITS == value
            matched += own == theirs
        if matched == cards:
            return SAVED
    return int(total - LEAST)


@njit(cache=True, nogil=True, inline="always")
def _play_spot(
    one: int, two: int, up: int, tables: Tables, shoe: Bytes, place: Ints, counter: Words, owners: Ints, ends: Ints,
    kinds: Ints, start: int, heads: Ints, seconds: Ints, notes: Ints, swapped: bool,
) -> tuple[int, float, int]:  # fmt: skip
    """Play the hand of one spot: hands written from `start` on; their number after it, money added, free bets.

    A hand given up has the end -1. Pairs are split at their turn, the hand of the second card next to the other's.
    """
    added = 0.0
    free_bets = 0
    count = 1
    heads[0], seconds[0] = one, two
    owners[start] = 0
    context = _DEALT
    value = one & VALUE_BITS
    most = tables.most[value] if tables.split[value, up] else 1
    charlie = tables.numbers[ON_CARDS]
    hand = 0
    while hand < count:
        while count < most and (heads[hand] ^ seconds[hand]) & tables.numbers[ALIKE] == 0:
            context = _SPLIT_ACES if value == ACE else _SPLIT
            for later in range(count, hand + 1, -1):
                heads[later], seconds[later] = heads[later - 1], seconds[later - 1]
                owners[start + later] = owners[start + later - 1]
            heads[hand + 1] = seconds[hand]
            owners[start + hand + 1] = FREE if tables.free[value] else LATER
            free_bets += tables.free[value]
            added += 0.0 if tables.free[value] else 1.0
            seconds[hand] = draw_card(shoe, place, counter)
            seconds[hand + 1] = draw_card(shoe, place, counter)
            count += 1
        head = heads[hand] & VALUE_BITS
        second = seconds[hand] & VALUE_BITS
        hard = head + second + 2
        ace = head == ACE or second == ACE
        cards = 2
        kind = PLAIN
        at = context + (1 if context and owners[start + hand] else 0)
        soft = 1 if ace and hard <= 11 else 0
        total = hard + 10 * soft
        if hand == 0:
            notes[_FROM] = place[GONE]
        action = tables.first[at, soft, total, up]
        if swapped and action == SURRENDERS:
            action = tables.more[at, soft, total, up]  # a hand made by a switch is not given up
        while action != STANDS and action != SURRENDERS:
            card = draw_card(shoe, place, counter) & VALUE_BITS
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
        if hand == 0:
            notes[_DRAWN] = cards - 2
        if kind == DOUBLED:
            added += 1.0
        elif kind == FREE_DOUBLED:
            free_bets += 1
        kinds[start + hand] = kind
        ends[start + hand] = BUST if total > 21 else CHARLIE if charlie and cards >= charlie else total
        if action == SURRENDERS:
            ends[start + hand] = -1
        hand += 1
    return start + count, added, free_bets


@njit(cache=True, nogil=True)
def _write(row: Bytes, dealt: Ints, shoe: Bytes, own: Ints, held: Ints, notes: Ints) -> None:
    """What side bets may look at; `own` holds the first card, the second, where more begin and how many."""
    for spot in range(len(dealt)):
        row[START + 2 * spot], row[START + 2 * spot + 1] = dealt[spot, 0], dealt[spot, 1]
    row[OWN], row[OWN + 1] = own[_HEAD], own[_SECOND]
    for number in range(own[_DRAWN]):
        row[OWN + 2 + number] = shoe[(own[_FROM] + number) % len(shoe)]
    for number in range(notes[HELD]):
        row[DEALER + number] = held[number]


@njit(cache=True, nogil=True)
def play_rounds(
    rounds: int, shoe: Bytes, place: Ints, counter: Words, tables: Tables, sums: Floats, seen: Bytes
) -> None:
    """Add up the stakes, nets, squares and gains of rounds on one shoe after the other.

    `shoe`, `place` and `counter` say where the shoe stands and go on from call to call; `seen` takes a row for each
    round, or has none. A round begun before the cut card is finished from the discards if the shoe runs out.
    """
    owners, ends, kinds = (
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
        np.zeros(MOST_HANDS, np.int64),
    )
    heads, seconds, held = np.zeros(MOST_HANDS, np.int64), np.zeros(MOST_HANDS, np.int64), np.zeros(24, np.int64)
    notes, own_notes = np.zeros(5, np.int64), np.zeros(5, np.int64)
    numbers, amounts = tables.numbers, tables.amounts
    spots = numbers[SPOTS]
    dealt, start = np.zeros((spots, 2), np.int64), np.zeros((spots, 2), np.int64)
    state = np.zeros(spots, np.int64)  # of a spot: 0 plays, 1 has a natural, 2 was given up, 3 took even money
    switched_21 = np.zeros(MOST_HANDS, np.bool_)
    writes = len(seen) > 0
    # As names of their own: each look into the tables within the loop would count references.
    plain_first, plain_more, plain_ends, plain_pays = _plain_tables(tables)
    splits, peeks, cost = tables.split, tables.peeks, amounts[COST]
    plain_until = len(shoe) - _MOST_PLAIN if not writes and _may_be_plain(tables) else -1
    all_staked = all_net = squares = 0.0
    gains = 0
    for number in range(rounds):
        if place[GONE] >= numbers[CUT]:
            place[GONE], place[DISCARDS] = 0, 0
            if numbers[BURN]:
                burned = draw_card(shoe, place, counter) & VALUE_BITS
                if numbers[BURN] == 2:
                    for _more in range(burned + 1):
                        draw_card(shoe, place, counter)
        place[DISCARDS] = place[GONE]
        if place[GONE] < plain_until:
            place[GONE], counter[0], staked, net, four = _plain_round(
                shoe, place[GONE], counter[0], plain_first, plain_more, plain_ends, plain_pays, splits, peeks, cost
            )
            if four < 0:
                all_staked += staked
                all_net += net
                squares += net * net
                gains += net > 0.0
                continue
            dealt[0, 0], held[0], dealt[0, 1], held[1] = four & 255, four >> 8 & 255, four >> 16 & 255, four >> 24
        else:
            for spot in range(spots):
                dealt[spot, 0] = draw_card(shoe, place, counter)
            held[0] = draw_card(shoe, place, counter)
            for spot in range(spots):
                dealt[spot, 1] = draw_card(shoe, place, counter)
            if numbers[HOLE]:
                held[1] = draw_card(shoe, place, counter)
        up = held[0] & VALUE_BITS
        notes[HELD] = 1
        natural = False
        if numbers[HOLE]:
            notes[HELD] = 2
            hole = held[1] & VALUE_BITS
            natural = (up == ACE and hole == TEN) or (up == TEN and hole == ACE)
        net = 0.0
        staked = float(spots)
        insured = 0.0
        for spot in range(spots):
            one, two = dealt[spot, 0] & VALUE_BITS, dealt[spot, 1] & VALUE_BITS
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
        free_bets = 0
        end = 0
        situation = 0
        first = 0.0  # what the hand of the first card nets
        if writes:
            start[:] = dealt
            own_notes[_HEAD], own_notes[_SECOND], own_notes[_DRAWN] = dealt[0, 0], dealt[0, 1], 0
        if tables.peeks[up] and natural:
            end = NATURAL
            situation = LOOKED | NATURALS
            for spot in range(spots):
                if state[spot] == 0:
                    net += tables.pays[0, 20, PLAIN, NATURAL]
                    first = net if spot == 0 else first
                if state[spot] == 0 or state[spot] == 2:
                    situation = LOOKED
        else:
            swapped = False
            if numbers[SWITCHES] and state[0] < 2 and state[1] < 2:
                swapped = _switches(dealt, up, tables.switch_worth)
                if swapped:
                    dealt[0, 1], dealt[1, 1] = dealt[1, 1], dealt[0, 1]
                    own_notes[_SECOND] = dealt[0, 1]
            last = 0
            waits = False
            all_natural = True
            for spot in range(spots):
                one, two = dealt[spot, 0], dealt[spot, 1]
                if swapped:
                    first, second = one & VALUE_BITS, two & VALUE_BITS
                    own = (first == ACE and second == TEN) or (first == TEN and second == ACE)
                    state[spot] = 1 if own and numbers[AFTER_SWITCH] else 0
                waits = waits or state[spot] == 1 or state[spot] == 3
                all_natural = all_natural and (state[spot] == 1 or state[spot] == 3)
                if state[spot]:
                    continue
                before = last
                last, added, more = _play_spot(
                    one, two, up, tables, shoe, place, counter, owners, ends, kinds, last, heads, seconds, notes,
                    swapped,
                )  # fmt: skip
                if writes and spot == 0:
                    own_notes[_SECOND] = seconds[0]
                    own_notes[_FROM], own_notes[_DRAWN] = notes[_FROM], notes[_DRAWN]
                for hand in range(before, last):
                    switched_21[hand] = False
                if swapped:
                    first, second = heads[0] & VALUE_BITS, seconds[0] & VALUE_BITS
                    switched_21[before] = (first == ACE or second == ACE) and first + second == TEN
                staked += added
                free_bets += more
            live = False
            for hand in range(last):
                live = live or (ends[hand] >= 0 and ends[hand] != BUST)
            if writes and all_natural:
                situation = NATURALS
            elif writes and not live and not waits:
                kept = False  # given up, at once or in turn, is not over twenty-one
                for spot in range(spots):
                    kept = kept or state[spot] == 2
                for hand in range(last):
                    kept = kept or ends[hand] < 0
                situation = 0 if kept else BUSTED
            live = live or (len(tables.saves) > 0 and last > 0) or (waits and numbers[NATURAL_WAITS] != 0)
            live = live or numbers[DRAWS_OUT] >> situation & 1 != 0
            if live or natural or waits or insured > 0.0 or numbers[TAKES_SECOND] >> situation & 1:
                end = dealer_end(live, shoe, place, counter, tables.saves, numbers[SOFT_17], held, notes)
            for hand in range(last):
                before_hand = net
                if ends[hand] < 0:
                    net -= amounts[COST]
                elif numbers[PUSHED_SWITCH] and end == numbers[PUSHED_SWITCH] - LEAST and not switched_21[hand]:
                    net += tables.pays[owners[hand], ends[hand], kinds[hand], NATURAL - 1]
                else:
                    net += tables.pays[owners[hand], ends[hand], kinds[hand], end]
                if hand == 0:
                    first = net - before_hand
        if state[0]:
            first = tables.natural[end] if state[0] == 1 else 1.0 if state[0] == 3 else -1.0
        for spot in range(spots):
            if state[spot] == 1:
                net += tables.natural[end]
            elif state[spot] == 2:
                net -= amounts[COST]
            elif state[spot] == 3:
                net += tables.even_money[end]
        if insured > 0.0:
            net += insured * (amounts[PREMIUM_PAYS] if end == NATURAL else -1.0)
        if writes:
            seen[number, FREE_BETS], seen[number, SITUATION] = free_bets, situation
            seen[number, FARED] = WON if first > 0.0 else PUSHED if first == 0.0 else LOST
            _write(seen[number], start, shoe, own_notes, held, notes)
        all_staked += staked
        all_net += net
        squares += net * net
        gains += net > 0.0
    sums[STAKED] += all_staked
    sums[NET] += all_net
    sums[SQUARE] += squares
    sums[GAINS] += gains


@njit(cache=True, nogil=True)
def _switches(dealt: Ints, up: int, worth: Floats) -> bool:
    """Whether the two hands are worth more with their second cards exchanged."""
    a, b = dealt[0, 0] & VALUE_BITS, dealt[0, 1] & VALUE_BITS
    c, d = dealt[1, 0] & VALUE_BITS, dealt[1, 1] & VALUE_BITS
    kept = worth[0, min(a, b), max(a, b), up] + worth[0, min(c, d), max(c, d), up]
    swapped = worth[1, min(a, d), max(a, d), up] + worth[1, min(c, b), max(c, b), up]
    return bool(swapped > kept)
