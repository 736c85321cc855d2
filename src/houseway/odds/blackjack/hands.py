"""All sets of values that do not go over twenty-one, and what the rules let a player do with each."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from houseway.odds.blackjack.values import ACE, NAMES, VALUES, Ints, cards_of
from houseway.play.blackjack.moves import DOUBLE, FREE_DOUBLE, FREE_SPLIT, HIT, SPLIT, STAND, SURRENDER, moves
from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.table import Hand, Seat

Flags = npt.NDArray[np.bool_]

ACTIONS = (STAND, HIT, DOUBLE, FREE_DOUBLE, SURRENDER)
STANDS, HITS, DOUBLES, DOUBLES_FREE, SURRENDERS = range(5)
_MOST = 21
_POINTS = np.arange(1, VALUES + 1)


@dataclass(frozen=True)
class Hands:
    """Sets of values in order of their totals with aces as one, so that a hand comes before all it may become."""

    counts: Ints  # [hand, value]
    hard: Ints  # aces as one
    total: Ints  # the best total
    soft: Flags
    cards: Ints
    after: Ints  # [hand, value] -> the hand with that card; -1: over twenty-one

    def place(self, *values: int) -> int:
        """The number of the hand of these values."""
        where = 0
        for value in values:
            where = int(self.after[where, value])
        return where


@cache
def all_hands() -> Hands:
    """Every set of values of at most twenty-one, the empty one first."""
    counts = np.zeros((1, VALUES), np.int64)
    for value in range(VALUES):  # each set so far with every number of this value that leaves it at twenty-one
        most = (_MOST - counts @ _POINTS) // _POINTS[value]
        counts = np.repeat(counts, most + 1, axis=0)
        counts[:, value] = np.arange(len(counts)) - np.repeat(np.cumsum(most + 1) - most - 1, most + 1)
    hard, cards = counts @ _POINTS, counts.sum(axis=1)
    order = np.lexsort((*counts.T[::-1], cards, hard))
    counts, hard = counts[order], hard[order]
    digits = (_MOST + 2) ** np.arange(VALUES)  # one more than the most cards of a value with the card that comes
    keys = counts @ digits
    by_key = np.argsort(keys)
    grown = keys[:, None] + digits
    at = by_key[np.minimum(np.searchsorted(keys[by_key], grown), len(keys) - 1)]
    after = np.where(keys[at] == grown, at, -1)
    soft = (counts[:, ACE] > 0) & (hard <= 11)
    return Hands(counts, hard, np.where(soft, hard + 10, hard), soft, counts.sum(axis=1), after)


def legal_actions(plan: Plan, split: bool = False, of_aces: bool = False) -> Flags:
    """[hand, action] -> whether the rules allow it, splits left out; a hand with no choice stands.

    `split`: the hand comes from a split, `of_aces`: of aces.
    """
    hands = all_hands()
    allowed = np.zeros((len(hands.cards), len(ACTIONS)), np.bool_)
    seat = Seat(dict.fromkeys(plan.mains, 1))
    barred = plan.spec.double.not_with if plan.spec.double else ""
    held = hands.counts[:, [NAMES[value] in barred for value in range(VALUES)]].any(axis=1)
    ace = hands.counts[:, ACE] > 0
    places = np.flatnonzero((hands.cards >= 2) & (ace if of_aces else True))
    # Hands of as many cards and the same total, with the same aces and cards that bar, are open to the same.
    kinds = ((hands.cards * (_MOST + 1) + hands.hard) * 2 + ace) * 2 + held
    _, firsts, kind_of = np.unique(kinds[places], return_index=True, return_inverse=True)
    rows = np.zeros((len(firsts), len(ACTIONS)), np.bool_)
    for row, place in zip(rows, places[firsts].tolist(), strict=True):
        cards = cards_of(hands.counts[place].tolist(), ACE if of_aces else None)
        open_now = moves(plan, seat, Hand(spot=0, cards=cards, stake=1, split=split))
        row[:] = [verb in open_now for verb in ACTIONS]
        if HIT not in open_now:
            row[STANDS] = True
    allowed[places] = rows[kind_of]
    return allowed


def _pair_moves(plan: Plan, value: int, split: bool) -> list[str]:
    """What may be done with two cards of this value, as dealt or after a split."""
    counts = [0] * VALUES
    counts[value] = 2
    hand = Hand(spot=0, cards=cards_of(counts), stake=1, split=split)
    return moves(plan, Seat(dict.fromkeys(plan.mains, 1), (hand, hand) if split else (hand,)), hand)


def most_hands(plan: Plan, value: int) -> int:
    """How many hands a pair of this value may become; 1: it may not be split."""
    words = plan.spec.split
    if words is None or SPLIT not in _pair_moves(plan, value, False):
        return 1
    return words.hands if SPLIT in _pair_moves(plan, value, True) else 2


def splits_free(plan: Plan, value: int) -> bool:
    """Whether a pair of this value is split on the house."""
    return FREE_SPLIT in _pair_moves(plan, value, False)
