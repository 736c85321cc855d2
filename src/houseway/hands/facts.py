"""The facts of a hand that pay-table rows ask for, as an array kernel over many hands.

Rows of pay tables are not an order but tests ("some five of these seven cards are a flush"), so each fact is
computed from the whole set of cards without choosing a best hand. Jokers and wild ranks fill what is missing.
"""

import numpy as np
import numpy.typing as npt

from houseway.hands.columns import BUG, DEAD, FACTS, Fact
from houseway.hands.kernels import kernel

_COUNT, _WILDS, _JOKERS = int(Fact.COUNT), int(Fact.WILDS), int(Fact.JOKERS)
_TWO_ALIKE, _FULL_HOUSE, _TWO_PAIR = int(Fact.TWO_ALIKE), int(Fact.FULL_HOUSE), int(Fact.TWO_PAIR)
_THREE_PAIR, _STRAIGHT, _STRAIGHT_FLUSH = int(Fact.THREE_PAIR), int(Fact.STRAIGHT), int(Fact.STRAIGHT_FLUSH)
_ROYAL_SUITS, _FLUSH_SUITS = int(Fact.ROYAL_SUITS), int(Fact.FLUSH_SUITS)
_FLUSH_LENGTH, _SF_LENGTH = int(Fact.FLUSH_LENGTH), int(Fact.STRAIGHT_FLUSH_LENGTH)
_RUN_LENGTH, _CIRCLE_LENGTH, _RANKS, _CARDS = (
    int(Fact.RUN_LENGTH),
    int(Fact.CIRCLE_LENGTH),
    int(Fact.RANKS),
    int(Fact.CARDS),
)
_SUITED, _COLOURS, _IDENTICAL, _TOP = int(Fact.SUITED), int(Fact.COLOURS), int(Fact.IDENTICAL), int(Fact.TOP)
_POINTS, _NOTHING, _LOW, _REDS = int(Fact.POINTS), int(Fact.NOTHING), int(Fact.LOW), int(Fact.REDS)
_ROYAL_LENGTH, _TOTAL = int(Fact.ROYAL_LENGTH), int(Fact.TOTAL)
_BETWEEN, _RESULT, _FALL, _TWINS = int(Fact.BETWEEN), int(Fact.RESULT), int(Fact.FALL), int(Fact.TWINS)
_TENS = int(Fact.TENS)
_ACE, _ALL_RANKS = 12, (1 << 13) - 1
_MOST_ALIKE = 6
_APART = 8


@kernel
def _line(mask: int, wheel: bool) -> int:
    """The ranks in a row, bit r + 1 for rank r, with the ace also below the two."""
    return mask << 1 | (mask >> _ACE & 1 if wheel else 0)


@kernel
def _ones_in_a_row(line: int) -> int:
    length = 0
    while line:
        line &= line >> 1
        length += 1
    return min(length, 13)


@kernel
def _longest(mask: int, wilds: int, wheel: bool) -> int:
    """Longest run in a mask of ranks when `wilds` cards fill gaps; the ace may also stand below the two."""
    line = _line(mask, wheel)
    if wilds == 0:
        return _ones_in_a_row(line)
    best = 0
    for start in range(14):
        gaps = 0
        length = 0
        for place in range(start, 14):
            if not line >> place & 1:
                gaps += 1
                if gaps > wilds:
                    break
            length += 1
        best = max(best, length)
    return min(best, 13)


@kernel
def _straight_tops(mask: int, length: int, wilds: int, wheel: bool) -> int:
    """Top ranks of all runs of `length` that `mask` and `wilds` can show."""
    line = _line(mask, wheel)
    if wilds == 0:
        starts = line
        for step in range(1, length):
            starts &= line >> step
        return starts << (length - 1) >> 1
    tops = 0
    for start in range(0 if wheel and length >= 2 else 1, 15 - length):
        missing = 0
        for step in range(length):
            if not line >> (start + step) & 1:
                missing += 1
        if missing <= wilds:
            tops |= 1 << (start + length - 2)
    return tops


@kernel
def _ace_high_run(mask: int, wilds: int) -> int:
    length = 0
    gaps = 0
    for step in range(13):
        if not mask >> (_ACE - step) & 1:
            gaps += 1
            if gaps > wilds:
                break
        length += 1
    return length


@kernel
def _several_ranks(
    counts: npt.NDArray[np.int64], pairs: int, threes: int, wilds: int, alike_fill: int, bug: bool
) -> tuple[int, int]:
    """Ranks of the three in a full house, and of the higher pair in two pair."""
    full = 0
    two_pair = 0
    if wilds == 0:
        if pairs & (pairs - 1):
            full, two_pair = threes, pairs & (pairs - 1)
        return full, two_pair
    for rank in range(13):
        have = counts[rank] + (wilds if (bug and rank == _ACE) else 0)
        for other in range(13):
            if other == rank:
                continue
            beside = counts[other] + (wilds if (bug and other == _ACE) else 0)
            if max(3 - have, 0) + max(2 - beside, 0) <= alike_fill:
                full |= 1 << rank
            if other < rank and max(2 - have, 0) + max(2 - beside, 0) <= alike_fill:
                two_pair |= 1 << rank
    return full, two_pair


@kernel
def _fill(
    cards: npt.NDArray[np.uint8],
    length: int,
    wild_ranks: int,
    joker: int,
    wheel: bool,
    out: npt.NDArray[np.int64],
) -> None:
    """Fill `out[FACTS, n]` for `cards[n, k]`."""
    none = int(np.int64(0))  # what helpers are called with: for a plain 0 numba would compile them once more
    copies = np.zeros(52, np.int64)
    counts = np.zeros(13, np.int64)
    alike = np.zeros(_MOST_ALIKE + 1, np.int64)  # ranks of which so many are held
    in_suit = np.zeros(4, np.int64)
    suit_ranks = np.zeros(4, np.int64)
    for row in range(cards.shape[0]):
        copies[:] = 0
        counts[:] = 0
        alike[:] = 0
        alike[0] = _ALL_RANKS
        in_suit[:] = 0
        suit_ranks[:] = 0
        wilds = none
        jokers = 0
        count = 0
        ranks = none
        held = np.int64(0)
        points = 0
        aces = 0
        tens = 0
        reds = 0
        blacks = 0
        top = -1
        identical = 0
        twins = 0
        first = -1
        last = -1
        least = 13
        most = -1
        for place in range(cards.shape[1]):
            card = int(cards[row, place])
            if card >= 54:
                continue
            if card >= 52:
                jokers += 1
                if joker != DEAD:
                    count += 1
                    wilds += 1
                continue
            count += 1
            rank = card >> 2
            suit = card & 3
            held |= np.int64(1) << card
            copies[card] += 1
            identical = max(identical, copies[card])
            if copies[card] == 2:
                twins += 1
            if last >= 0:
                least = min(least, last)
                most = max(most, last)
            else:
                first = rank
            last = rank
            points += 1 if rank == _ACE else min(rank + 2, 10)
            aces += rank == _ACE
            tens += 8 <= rank < _ACE
            if suit == 1 or suit == 2:
                reds += 1
            else:
                blacks += 1
            if wild_ranks >> rank & 1:
                wilds += 1
                continue
            counts[rank] += 1
            if counts[rank] <= _MOST_ALIKE:
                alike[counts[rank]] |= 1 << rank
            ranks |= 1 << rank
            top = max(top, rank)
            in_suit[suit] += 1
            suit_ranks[suit] |= 1 << rank

        fill = wilds
        alike_fill = none if joker == BUG else wilds
        bug = joker == BUG
        for kind in range(2, _MOST_ALIKE + 1):
            mask = alike[max(kind - alike_fill, 0)]
            if bug and counts[_ACE] + wilds >= kind:
                mask |= 1 << _ACE
            out[_TWO_ALIKE + kind - 2, row] = mask

        full, two_pair = _several_ranks(counts, out[_TWO_ALIKE, row], alike[3], wilds, alike_fill, bug)
        paired = alike[2]
        if bug and counts[_ACE] + wilds >= 2:
            paired |= 1 << _ACE
        pairs = 0
        while paired:
            paired &= paired - 1
            pairs += 1
        straight = _straight_tops(ranks, length, fill, wheel)
        straight_flush = 0
        royal = 0
        flush = 0
        suited = 0
        flush_length = 0
        sf_length = 0
        royal_length = 0
        for suit in range(4):
            if in_suit[suit] + fill == count:
                suited |= 1 << suit
            if in_suit[suit] + fill == 0:
                continue
            if in_suit[suit] + fill >= length:
                flush |= 1 << suit
                tops = _straight_tops(suit_ranks[suit], length, fill, wheel)
                straight_flush |= tops
                if tops >> _ACE & 1:
                    royal |= 1 << suit
            flush_length = max(flush_length, in_suit[suit] + fill)
            sf_length = max(sf_length, _longest(suit_ranks[suit], fill, wheel))
            royal_length = max(royal_length, _ace_high_run(suit_ranks[suit], fill))

        low = 99
        seen = 0
        for step in range(13):
            rank = (step + _ACE) % 13
            if ranks >> rank & 1:
                seen += 1
            if seen + fill >= length:
                low = step
                break

        out[_COUNT, row] = count
        out[_WILDS, row] = wilds
        out[_JOKERS, row] = jokers
        out[_FULL_HOUSE, row] = full
        out[_TWO_PAIR, row] = two_pair
        out[_THREE_PAIR, row] = 1 if pairs >= 3 else 0
        out[_STRAIGHT, row] = straight
        out[_STRAIGHT_FLUSH, row] = straight_flush
        out[_ROYAL_SUITS, row] = royal
        out[_FLUSH_SUITS, row] = flush
        out[_FLUSH_LENGTH, row] = flush_length
        out[_SF_LENGTH, row] = min(sf_length, count)
        out[_RUN_LENGTH, row] = min(_longest(ranks, fill, wheel), count)
        out[_CIRCLE_LENGTH, row] = _ones_in_a_row(ranks | ranks << 13)
        out[_RANKS, row] = ranks
        out[_CARDS, row] = held
        out[_SUITED, row] = suited
        out[_COLOURS, row] = (1 if reds == 0 else 0) | (2 if blacks == 0 else 0)
        out[_IDENTICAL, row] = identical
        out[_TOP, row] = _ACE if bug and wilds > 0 else top  # a bug that fills nothing is an ace, 30-1005
        out[_POINTS, row] = points
        out[_NOTHING, row] = 1 if out[_TWO_ALIKE, row] == 0 and straight == 0 and flush == 0 else 0
        out[_LOW, row] = low
        out[_REDS, row] = reds
        out[_ROYAL_LENGTH, row] = min(royal_length, count)
        out[_TOTAL, row] = points + 10 if aces and points <= 11 else points
        out[_BETWEEN, row] = most - least - 1 if least < last < most else 0
        out[_RESULT, row] = 0
        out[_FALL, row] = (first + 1) % 13 - (last + 1) % 13
        out[_TWINS, row] = twins
        out[_TENS, row] = tens


def facts_array(
    cards: npt.NDArray[np.uint8], length: int, wild_ranks: int = 0, joker: int = DEAD, wheel: bool = True
) -> npt.NDArray[np.int64]:
    """[hand, fact] for `cards[hand, k]`, each fact in one piece; `wild_ranks` is a mask, `joker` DEAD, WILD or BUG."""
    # Columns a power of two apart would push each other out of the processor's cache.
    out = np.empty((FACTS, len(cards) | _APART), np.int64)
    _fill(np.ascontiguousarray(cards), length, wild_ranks, joker, wheel, out)
    return out.T[: len(cards)]
