"""What every end of a hand yields against every end of the dealer's, asked of the settlement itself."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from houseway.cards.text import RANKS
from houseway.odds.blackjack.dealer import ENDS, LEAST, NATURAL, SAVED
from houseway.odds.blackjack.values import Floats, card_of
from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.settle import parts
from houseway.play.blackjack.table import Hand, Seat
from houseway.rules.errors import RuleError

# How a hand ends: a total up to 21, over 21, or so many cards that it wins.
BUST, CHARLIE = 22, 23
CLASSES = 24
# What was added to it.
PLAIN, DOUBLED, FREE_DOUBLED = range(3)
KINDS = 3
# Whose money is on it: the hand as dealt or the first of a split, one that a split added, one split free.
FIRST, LATER, FREE = range(3)
OWNERS = 3
_UNIT = 100_000_00  # cents: large enough that no rounding to coins shows
_TEN = 9
_WINS = 21  # the total that wins at once, where one does


@dataclass(frozen=True)
class Pays:
    """Net results per unit of the wager."""

    hands: Floats  # [owner, class, kind, dealer's end]; nothing for free bets where the house gives none
    natural: Floats  # [dealer's end]
    even_money: Floats | None  # [dealer's end]; None: not offered


def _held(total: int, charlie: int) -> tuple[int, ...]:
    """A hand of this class that is not a natural."""
    if total == CHARLIE:
        return (card_of(0),) * charlie
    if total <= 20:
        one = max(2, min(10, total - 2))
        return (card_of(one - 1), card_of(total - one - 1))
    return (card_of(_TEN), card_of(5), card_of(total - 17))  # ten, six, and the rest


def saving_ranks(plan: Plan) -> tuple[int, ...]:
    """The ranks of the dealer's hand that saves busted ones."""
    ranks = tuple(RANKS.index(rank) for rank in plan.spec.dealer.busts_push_on)
    if any(8 <= rank <= 11 for rank in ranks):
        raise RuleError("counted only without ten-value cards", "dealer.busts_push_on")
    return ranks


def _dealer(end: int, plan: Plan) -> tuple[int, ...]:
    if end == NATURAL:
        return card_of(0), card_of(_TEN)
    if end == SAVED:
        return tuple(4 * rank for rank in saving_ranks(plan)) or (card_of(_TEN), card_of(6))
    total = end + LEAST
    if total <= 20:
        return card_of(_TEN), card_of(total - 11)
    return card_of(_TEN), card_of(5), card_of(total - 17)


@cache
def _classes(charlie: int) -> tuple[int, ...]:
    return (*range(4, BUST + 1), *((CHARLIE,) if charlie else ()))


def find_pays(plan: Plan) -> Pays:
    """All results, from the engine's own settlement of hands that stand for their class."""
    spec = plan.spec
    hands = np.zeros((OWNERS, CLASSES, KINDS, ENDS))
    ends = [end for end in range(ENDS) if end != SAVED or spec.dealer.busts_push_on]
    seat = Seat(dict.fromkeys(plan.mains, _UNIT))

    dealers = {end: _dealer(end, plan) for end in ends}

    def net(hand: Hand, end: int) -> float:
        return sum(part.award.net for part in parts(plan, seat, hand, dealers[end])) / _UNIT

    for owner in range(OWNERS if spec.free else FREE):
        path, split = ("", False) if owner == FIRST else ("1", True)
        for number in _classes(spec.charlie):
            for kind in range(KINDS if spec.free else FREE_DOUBLED):
                hand = Hand(
                    spot=0,
                    path=path,
                    cards=_held(number, spec.charlie),
                    stake=0 if owner == FREE else _UNIT,
                    added=_UNIT if kind == DOUBLED else 0,
                    free_bets=int(owner == FREE) + int(kind == FREE_DOUBLED),
                    split=split,
                    doubled=kind != PLAIN,
                    paid=number == _WINS,
                )
                for end in ends:
                    hands[owner, number, kind, end] = net(hand, end)
    natural = Hand(spot=0, cards=(card_of(0), card_of(_TEN)), stake=_UNIT)
    own = np.zeros(ENDS)
    for end in ends:
        own[end] = net(natural, end)
    even = None
    if spec.even_money != "none":
        seat = Seat(seat.wagers, even_money=frozenset({0}))
        even = np.zeros(ENDS)
        for end in ends:
            even[end] = net(natural, end)
    return Pays(hands, own, even)
