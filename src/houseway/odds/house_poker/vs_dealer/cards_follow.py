"""Solves games in which a seat decides on its first cards, gets others, and meets the dealer's hand.

Every class of the whole hand is met by all hands of the dealer; what it yields is gathered under each class of first
cards that the hand may have begun with, which is all that the seat knows when it decides.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
from numba import njit

from houseway.odds.arrays import Counts, few_values
from houseway.odds.executor import LOCAL, Executor, SharedInput
from houseway.odds.house_poker.batch import Cards, Floats, Ints
from houseway.odds.house_poker.solvers import Solution
from houseway.odds.house_poker.vs_dealer import against
from houseway.odds.house_poker.vs_dealer.against import MOST_PLAYER_CARDS, Below, one_deck
from houseway.odds.house_poker.vs_dealer.showdown import (
    Facing,
    Showdown,
    decider,
    match_template,
    nets_of,
    shape_of,
    tell_apart,
)
from houseway.odds.house_poker.wagers import unit_of
from houseway.odds.suit_classes.keyed import Holdings, name_suits, suit_holdings
from houseway.odds.suit_classes.listed import all_hands
from houseway.odds.suit_classes.stock import ANY_SUIT
from houseway.play.house_poker.plan import Plan

_AT_ONCE = 1 << 20  # hands whose opponents are counted together
_GRAIN = 1 << 14  # hands whose facts stay in the processor's cache
_NET_DIGITS = 9
_ALL = 1 - 1e-12


def _method(shape: Showdown) -> str:
    """How the dealer's hands can be counted; empty if they cannot."""
    deck = one_deck(shape.plan)
    if deck is None or shape.shared or shape.up or not 0 < shape.held < shape.cards <= MOST_PLAYER_CARDS:
        return ""
    if not shape.always_open or len(shape.suits) > 1:
        return ""
    return against.method(shape.dealer.ranking, shape.dealer_cards, shape.cards, deck, ANY_SUIT)


def fits(plan: Plan) -> bool:
    """One decision on some of the seat's cards; the others follow, and the hand meets the dealer's."""
    shape = match_template(plan)
    return shape is not None and _method(shape) not in ("", "runs")


@njit(cache=True, nogil=True)
def _gather(
    places: Cards,  # of each hand in the deck, ascending
    weights: Ints,
    cells: Ints,  # [hand, cell]: hands of the dealer
    results: Counts,  # [hand, cell]: numbers of what the hand yields
    held: int,
    choose: Ints,
    classes: Counts,  # of all first cards by number
    out: Ints,  # [class of first cards, result]
) -> None:
    """Add the deals of each result to the classes of all first cards that a hand may have begun with."""
    size = places.shape[1]
    first = np.empty(held, np.int64)
    for row in range(len(places)):
        for place in range(held):
            first[place] = place
        while True:
            number = 0
            for place in range(held):
                number += choose[place + 1, places[row, first[place]]]
            own = out[classes[number]]
            for cell in range(cells.shape[1]):
                own[results[row, cell]] += weights[row] * cells[row, cell]
            moving = held - 1
            while moving >= 0 and first[moving] == size - held + moving:
                moving -= 1
            if moving < 0:
                break
            first[moving] += 1
            for place in range(moving + 1, held):
                first[place] = first[place - 1] + 1


@dataclass(frozen=True)
class _Setting:
    """All that a part of the count works with."""

    shapes: tuple[Showdown, ...]  # of games that differ in nothing but prices
    deck: Cards
    meters: Mapping[str, float]
    hands: Holdings
    first: Holdings
    classes: Counts
    below: Below
    total: int  # hands of the dealer against one of the seat's

    @property
    def shape(self) -> Showdown:
        return self.shapes[0]

    @property
    def played(self) -> tuple[int, ...]:
        """The moves after which the hands are compared."""
        return tuple(n for n, move in enumerate(self.shape.moves) if not self.shape.choice(move).spec.fold)

    def grains(self, start: int, stop: int) -> Iterator[tuple[slice, Ints]]:
        """Runs of hands, with the dealer's hands [hand, cell] against each."""
        hands = np.ascontiguousarray(self.hands.hands[start:stop])
        mine = Facing(self.shape, {"player": hands}, self.meters).mine()
        under = self.below(hands, self.shape.cut_values(mine))[:, :, 0].astype(np.int64)
        cells = np.diff(under, axis=1, prepend=0, append=self.total)
        for first in range(0, len(hands), _GRAIN):
            yield slice(start + first, min(start + first + _GRAIN, stop)), cells[first : first + _GRAIN]


def _shapes(plans: Sequence[Plan]) -> tuple[Showdown, ...]:
    shapes = [match_template(plan) for plan in plans]
    return tuple(shape for shape in shapes if shape is not None)


def _setting(plans: Sequence[Plan], meters: Mapping[str, float], deck: Cards | None) -> _Setting:
    (shape, cards), shapes = shape_of(plans[0], deck), _shapes(plans)
    ranking, first = shape.dealer.ranking, suit_holdings(cards, shape.held)
    assert ranking is not None
    keys, _ = name_suits(all_hands(cards, shape.held))
    return _Setting(
        shapes, cards, meters, suit_holdings(cards, shape.cards), first,
        np.searchsorted(first.keys, keys).astype(np.int32),
        against.below_counter(_method(shape), cards, ranking, shape.dealer_cards),
        against.opponents(cards, shape.dealer_cards, shape.cards),
    )  # fmt: skip


Found = dict[tuple[int, float], Ints]  # by move and what a round yields: deals by class of first cards


def _part(made: _Setting, start: int, stop: int) -> list[Found]:
    """A run of hands, for each game."""
    found = [Found() for _ in made.shapes]
    held = made.shape.held
    place_of = np.zeros(64, np.uint8)
    place_of[made.deck] = np.arange(len(made.deck))
    choose = np.array([[comb(n, k) for n in range(64)] for k in range(held + 1)], np.int64)
    for rows, cells in made.grains(start, stop):
        hands, weights = np.ascontiguousarray(made.hands.hands[rows]), made.hands.weights[rows]
        places = np.sort(place_of[hands], axis=1)
        mine = Facing(made.shape, {"player": hands}, made.meters).mine()
        one, of = tell_apart(made.shapes, hands, mine, made.meters)
        some, values = np.ascontiguousarray(hands[one]), mine[one]
        by_game = [nets_of(shape, some, values, made.meters).round(_NET_DIGITS) for shape in made.shapes]
        for move in made.played:
            nets, numbers = _joint([yields[move] for yields in by_game])
            out = np.zeros((len(made.first.weights), nets.shape[1]), np.int64)
            _gather(places, weights, cells, numbers[of], held, choose, made.classes, out)
            for own, results in zip(found, nets.tolist(), strict=True):
                for column, net in enumerate(results):
                    own[move, net] = own.get((move, net), 0) + out[:, column]
    return found


def _joint(games: Sequence[Floats]) -> tuple[Floats, Counts]:
    """[game, result]: what each game yields with every result of all together, and [kind, cell] their numbers."""
    results, codes = [], np.zeros((1, 1), np.int64)
    for nets in games:
        different, numbers = few_values(nets)
        codes = codes * len(different) + numbers
        results.append(different)
    joint, places = few_values(codes)
    digits = np.unravel_index(joint, [len(different) for different in results])
    nets = np.stack([different[digit] for different, digit in zip(results, digits, strict=True)])
    return nets, places.astype(np.int32)


@dataclass(frozen=True)
class _Worth:
    """Deals of every result [class, result] of each move, and what the moves yield."""

    nets: tuple[Floats, ...]
    deals: tuple[Ints, ...]

    def powers(self, power: int) -> Floats:
        """[move, class]: the mean of the results, or of their squares."""
        pairs = zip(self.nets, self.deals, strict=True)
        found: Floats = np.stack([deals @ nets**power / deals.sum(axis=1) for nets, deals in pairs])
        return found


def _worth(made: _Setting, shape: Showdown, found: Found) -> _Worth:
    nets, deals = [], []
    whole = made.first.weights * comb(len(made.deck) - shape.held, shape.cards - shape.held) * made.total
    for number, move in enumerate(shape.moves):
        own = {net: counts for (of, net), counts in found.items() if of == number}
        if number not in made.played:
            own = {-shape.amount_bet(move): whole}
        nets.append(np.array(sorted(own)))
        deals.append(np.stack([own[net] for net in sorted(own)], axis=1))
        assert (deals[-1].sum(axis=1) == whole).all(), "hands are missing from the count"
    return _Worth(tuple(nets), tuple(deals))


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL, deck: Cards | None = None) -> Solution:
    """The game under best play; `deck` stands for the game's own where a smaller one is asked about."""
    return _solve_alike([plan], meters, executor, deck)[0]


def solve_all(
    plans: Sequence[Plan], meters: Mapping[str, float], executor: Executor = LOCAL, deck: Cards | None = None
) -> list[Solution]:
    """Games that differ in prices, the dealer's hands counted once for all that can be counted together."""
    first, *others = (
        (one.moves, one.held, one.cards, one.dealer_cards, one.dealer.ranking, one.dealer.threshold, one.by_margin)
        for one in _shapes(plans)
    )
    if any(other != first for other in others):
        return [solve(plan, meters, executor, deck) for plan in plans]
    return _solve_alike(plans, meters, executor, deck)


def _solve_alike(
    plans: Sequence[Plan], meters: Mapping[str, float], executor: Executor, deck: Cards | None
) -> list[Solution]:
    kit = SharedInput(_setting, plans, meters, deck)
    made, found = kit.made, [Found() for _ in plans]
    count = len(made.hands.weights)
    tasks = [(start, min(start + _AT_ONCE, count)) for start in range(0, count, _AT_ONCE)]
    for parts in executor.over(kit, _part, tasks):
        for own, part in zip(found, parts, strict=True):
            for key, counts in part.items():
                own[key] = own.get(key, 0) + counts
    return [_solution(made, shape, own) for shape, own in zip(made.shapes, found, strict=True)]


def _solution(made: _Setting, shape: Showdown, found: Found) -> Solution:
    """Best play by the deals of every result."""
    worth = _worth(made, shape, found)
    means, squares = worth.powers(1), worth.powers(2)
    best, rows = means.argmax(axis=0), np.arange(len(made.first.weights))
    share = made.first.weights / made.first.weights.sum()
    results: dict[float, int] = {}
    for move, (nets, deals) in enumerate(zip(worth.nets, worth.deals, strict=True)):
        for net, total in zip(nets.tolist(), deals[best == move].sum(axis=0).tolist(), strict=True):
            if total:
                results[net] = results.get(net, 0) + total
    amounts = shape.amounts
    return Solution(
        unit_of(shape.plan),
        float(share @ means[best, rows]),
        float(share @ squares[best, rows]),
        float(share @ amounts[best]),
        _spoken(shape, share, best),
        {shape.stage: shape.moves},
        decider(shape, made.first, best),
        count=lambda: results,
    )


def _spoken(shape: Showdown, share: Floats, best: Ints) -> dict[str, Any]:
    shares = [float(share @ (best == number)) for number in range(len(shape.moves))]
    when = f"by the first {shape.held} cards"
    rules = [
        {"when": "always" if part > _ALL else when, "do": move.text, "share": part}
        for move, part in zip(shape.moves, shares, strict=True)
        if part > 0
    ]
    return {"rules": rules, "note": f"all {len(share):,} kinds of first cards, with every card that may follow"}
