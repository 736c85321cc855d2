"""What to keep of five cards, in words: kinds of holdings in an order such that the first a hand contains is kept."""

from typing import Any

import numpy as np

from houseway.cards.text import JOKER
from houseway.hands.masks import SIZE
from houseway.odds.arrays import few_values
from houseway.odds.house_poker.batch import Cards, Flags, Floats, Ints
from houseway.odds.house_poker.solvers import Move

WINDOWS = (0b1000000001111, *(0b11111 << low for low in range(9)))  # sets of ranks that are straights
_PATTERNS = ("", "a pair", "two pair", "three of a kind", "a full house", "four of a kind")
_PAT = ("five cards", "a straight", "a flush", "a straight flush")
_NUMBERS = ("nothing", "one card", "two cards", "three cards", "four cards", "all five cards")
_JOKERS = 20  # where the number of jokers stands in a kind


def throwing_moves(
    throw: int, stand: int, fold: int, fewest: int, most: int, factor: float = 0.0
) -> tuple[tuple[Move, ...], Ints]:
    """A move for every set that may be kept, the bits of its cards in the order held, and the move of each set.

    `throw`, `stand` and `fold` are choices of the plan, -1 where there is none; a folded hand keeps nothing.
    """
    moves, numbers = [Move(fold, 0.0, "fold")] if fold >= 0 else [], np.full(32, -1, np.int64)
    numbers[0] = len(moves) - 1
    for kept in range(31, -1, -1):
        thrown = [str(place + 1) for place in range(5) if not kept >> place & 1]
        if fewest <= len(thrown) <= most or (not thrown and stand >= 0):
            numbers[kept] = len(moves)
            choice = stand if not thrown and stand >= 0 else throw
            moves.append(Move(choice, factor, f"throw {' '.join(thrown)}" if thrown else "stand"))
    return tuple(moves), numbers


def _kinds(cards: Cards, kept: int, high: Flags) -> Ints:
    """A number for the kind of holding that the cards of `kept` are; jokers stand last in a hand."""
    jokers = (cards >= JOKER).sum(axis=1)
    found = np.empty(len(cards), np.int64)
    for count in np.unique(jokers).tolist():
        rows, suited = jokers == count, cards.shape[1] - count
        found[rows] = _kinds_of_suited(cards[rows, :suited], kept & (1 << suited) - 1, high)
        found[rows] |= (kept >> suited).bit_count() << _JOKERS
    return found


def _kinds_of_suited(cards: Cards, kept: int, high: Flags) -> Ints:
    """The same of cards with a suit: pattern, suit, straights and high cards in it."""
    places = [place for place in range(cards.shape[1]) if kept >> place & 1]
    size = len(places)
    if size == 0:
        return np.zeros(len(cards), np.int64)
    ranks, suits = (cards[:, places] >> 2).astype(np.int64), cards[:, places] & 3
    mask = np.bitwise_or.reduce(1 << ranks, axis=1)
    different = SIZE[mask].astype(np.int64)
    most = np.max(np.stack([(ranks == ranks[:, [place]]).sum(axis=1) for place in range(size)]), axis=0)
    spare = size - different  # cards that are alike with another
    pattern = np.select(
        [most == 1, (most == 2) & (spare == 1), most == 2, (most == 3) & (spare == 2), most == 4], [0, 1, 2, 3, 5], 4
    )
    kickers = size - np.select([pattern == 1, pattern == 2, pattern == 3, pattern == 5], [2, 4, 3, 4], size)
    suited = (suits == suits[:, [0]]).all(axis=1) & (size > 1)
    straights = np.sum([(mask & ~window) == 0 for window in WINDOWS], axis=0) if size > 1 else np.zeros(len(cards), int)
    royal = suited & ((mask & 0b11111111) == 0)
    straights = np.where(royal, 0, straights)
    highs = high[ranks].sum(axis=1)
    loose = pattern == 0
    code = size << 16 | pattern << 12 | kickers << 9
    if size == 5:
        return np.where(loose, code | (suited << 1) | ((straights > 0) | royal), code)
    found: Ints = np.where(loose, code | suited << 8 | royal << 7 | straights << 3 | highs, code)
    return found


def _words(kind: int) -> str:
    if jokers := kind >> _JOKERS:
        rest = kind & (1 << _JOKERS) - 1
        return ("a joker", "both jokers")[jokers - 1] + (f" and {_words(rest)}" if rest else "")
    size, pattern, kickers = kind >> 16, kind >> 12 & 15, kind >> 9 & 7
    if size == 0:
        return _NUMBERS[0]
    if size == 5 and not pattern:
        return _PAT[kind & 3]
    if pattern:
        return _PATTERNS[pattern] + (f" and {_NUMBERS[kickers]} beside" if kickers else "")
    suited, royal, straights, highs = kind >> 8 & 1, kind >> 7 & 1, kind >> 3 & 15, kind & 7
    parts = [_NUMBERS[size]]
    if royal:
        parts.append("to a royal flush")
    elif suited:
        parts.append("of one suit")
    if size > 1 and straights and not royal:
        parts.append(f"open to {straights} straight{'s' if straights > 1 else ''}")
    if highs:
        high = _NUMBERS[highs].replace("card", "high card")
        parts = [high, *parts[1:]] if highs == size else [*parts, f"{high.split()[0]} of them high"]
    return ", ".join([" ".join(parts[:2]), *parts[2:]]) if size > 1 else " ".join(parts)


def speak(cards: Cards, kept: Ints, shares: Floats, high: Flags, allowed: list[int]) -> dict[str, Any]:
    """The order of kinds, the share of hands that each is kept from, and how often the order is right."""
    columns = np.stack([_kinds(cards, one, high) for one in allowed], axis=1)
    best = np.empty(len(cards), np.int64)
    for column, one in enumerate(allowed):
        best[kept == one] = columns[kept == one, column]
    kinds, numbers = few_values(columns)
    chosen = np.searchsorted(kinds, best)
    wins = np.zeros((len(kinds), len(kinds)))  # [kept, also there]
    there = np.zeros((len(cards), len(kinds)), np.bool_)
    for column in range(columns.shape[1]):
        there[np.arange(len(cards)), numbers[:, column]] = True
    for kind in range(len(kinds)):
        own = chosen == kind
        if own.any():
            wins[kind] = shares[own] @ there[own]
    np.fill_diagonal(wins, 0.0)
    kept_ever = np.bincount(chosen, weights=shares, minlength=len(kinds)) > 0
    order = _ordered(wins, [kind for kind in range(len(kinds)) if kept_ever[kind]])
    ranks = np.full(len(kinds), len(kinds))
    ranks[order] = np.arange(len(order))
    first = np.min(np.where(there, ranks, len(kinds)), axis=1)
    often = np.bincount(chosen, weights=shares, minlength=len(kinds))
    sizes = np.array([int(bits).bit_count() for bits in kept.tolist()])
    return {
        "rules": [
            {"when": f"it has {_words(int(kinds[kind]))}", "do": "keep that", "share": float(often[kind])}
            for kind in order
        ],
        "frequency": {
            f"throw {count}": float(share)
            for count, share in enumerate(np.bincount(5 - sizes, weights=shares, minlength=6))
        },
        "agreement": float(shares[first == ranks[chosen]].sum()),
    }


def _ordered(wins: Floats, left: list[int]) -> list[int]:
    """Kinds such that those before win against those after: always the one that loses least to the rest comes next."""
    found = []
    while left:
        lost = {kind: sum(wins[other, kind] for other in left) for kind in left}
        gained = {kind: sum(wins[kind, other] for other in left) for kind in left}
        best = min(left, key=lambda kind: (lost[kind] / (lost[kind] + gained[kind] + 1e-15), -gained[kind]))
        found.append(best)
        left = [kind for kind in left if kind != best]
    for _ in range(len(found)):
        for place in range(len(found) - 1):
            above, below = found[place], found[place + 1]
            if wins[below, above] > wins[above, below]:
                found[place], found[place + 1] = below, above
    return found
