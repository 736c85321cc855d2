"""Solves games in which a seat decides on its first cards, gets others, and meets the dealer's hand.

Every class of the whole hand is met by all hands of the dealer; what it yields is gathered under each class of first
cards that the hand may have begun with, which is all that the seat knows when it decides.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.odds.executor import LOCAL, Executor, SharedInput
from houseway.odds.house_poker.batch import Cards, Floats, Ints
from houseway.odds.house_poker.solvers import Solution, Visible
from houseway.odds.house_poker.vs_dealer import against
from houseway.odds.house_poker.vs_dealer.against import Below, one_deck
from houseway.odds.house_poker.vs_dealer.nets import Facing, amount_bet, cut_values, nets_by_kind
from houseway.odds.house_poker.vs_dealer.sweep import MOST_PLAYER_CARDS, all_places
from houseway.odds.house_poker.vs_dealer.template import DecisionTree, match_template
from houseway.odds.house_poker.wagers import unit_of
from houseway.odds.suit_classes.keyed import Holdings, name_suits, suit_holdings
from houseway.play.house_poker.plan import Plan

_AT_ONCE = 1 << 20  # hands whose opponents are counted together
_GRAIN = 1 << 16
_NET_DIGITS = 9
_ALL = 1 - 1e-12


def _method(shape: DecisionTree) -> str:
    """How the dealer's hands can be counted; empty if they cannot."""
    deck = one_deck(shape.plan)
    always_open = all(shape.choice(move).having is None for move in shape.moves)
    if deck is None or shape.shared or shape.up or not 0 < shape.held < shape.cards <= MOST_PLAYER_CARDS:
        return ""
    if not always_open or not shape.suits_equal:
        return ""
    return against.method(
        shape.dealer.ranking, shape.dealer_cards, shape.cards, deck, suits_equal=True, ranks_only=False
    )


def fits(plan: Plan) -> bool:
    """One decision on some of the seat's cards; the others follow, and the hand meets the dealer's."""
    shape = match_template(plan, cards_follow=True)
    return shape is not None and _method(shape) not in ("", "runs")


@njit(cache=True, nogil=True)
def _gather(
    places: npt.NDArray[np.uint8],  # of each hand in the deck, ascending
    weights: Ints,
    cells: Ints,  # [hand, cell]: hands of the dealer
    results: npt.NDArray[np.int32],  # [hand, cell]: numbers of what the hand yields
    held: int,
    choose: Ints,
    classes: npt.NDArray[np.int32],  # of all first cards by number
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

    shape: DecisionTree
    deck: Cards
    meters: Mapping[str, float]
    hands: Holdings
    first: Holdings
    classes: npt.NDArray[np.int32]
    below: Below
    total: int  # hands of the dealer against one of the seat's

    @property
    def played(self) -> tuple[int, ...]:
        """The moves after which the hands are compared."""
        return tuple(n for n, move in enumerate(self.shape.moves) if not self.shape.choice(move).spec.fold)

    def grains(self, start: int, stop: int) -> Iterator[tuple[slice, Ints]]:
        """Runs of hands, with the dealer's hands [hand, cell] against each."""
        hands = np.ascontiguousarray(self.hands.hands[start:stop])
        mine = Facing(self.shape, {"player": hands}, self.meters).mine()
        under = self.below(hands, cut_values(self.shape, mine))[:, :, 0].astype(np.int64)
        edges = np.concatenate([np.zeros_like(under[:, :1]), under, np.full_like(under[:, :1], self.total)], axis=1)
        cells = np.diff(edges, axis=1)
        for first in range(0, len(hands), _GRAIN):
            yield slice(start + first, min(start + first + _GRAIN, stop)), cells[first : first + _GRAIN]


def _setting(plan: Plan, meters: Mapping[str, float], deck: Cards | None) -> _Setting:
    shape, cards = match_template(plan, cards_follow=True), one_deck(plan) if deck is None else deck
    assert shape is not None
    assert cards is not None
    ranking, first = shape.dealer.ranking, suit_holdings(cards, shape.held)
    assert ranking is not None
    keys, _ = name_suits(cards[all_places(len(cards), shape.held)])
    return _Setting(
        shape, cards, meters, suit_holdings(cards, shape.cards), first,
        np.searchsorted(first.keys, keys).astype(np.int32),
        against.below_counter(_method(shape), cards, ranking, shape.dealer_cards),
        against.opponents(cards, shape.dealer_cards, shape.cards),
    )  # fmt: skip


Found = dict[tuple[int, float], Ints]  # by move and what a round yields: deals by class of first cards


def _part(kit: SharedInput[_Setting], start: int, stop: int) -> Found:
    """A run of hands."""
    made, found = kit.made, Found()
    shape, held = made.shape, made.shape.held
    place_of = np.zeros(64, np.uint8)
    place_of[made.deck] = np.arange(len(made.deck))
    choose = np.array([[comb(n, k) for n in range(64)] for k in range(held + 1)], np.int64)
    for rows, cells in made.grains(start, stop):
        hands, weights = np.ascontiguousarray(made.hands.hands[rows]), made.hands.weights[rows]
        places = np.sort(place_of[hands], axis=1)
        kinds = nets_by_kind(shape, hands, Facing(shape, {"player": hands}, made.meters).mine(), made.meters)
        for move in made.played:
            nets, numbers = np.unique(kinds.nets[move].round(_NET_DIGITS), return_inverse=True)
            results = np.ascontiguousarray(numbers.reshape(kinds.nets[move].shape)[kinds.of].astype(np.int32))
            out = np.zeros((len(made.first.weights), len(nets)), np.int64)
            _gather(places, weights, cells, results, held, choose, made.classes, out)
            for column, net in enumerate(nets.tolist()):
                found[move, net] = found.get((move, net), 0) + out[:, column]
    return found


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


def _worth(made: _Setting, found: Found) -> _Worth:
    nets, deals, shape = [], [], made.shape
    whole = made.first.weights * comb(len(made.deck) - shape.held, shape.cards - shape.held) * made.total
    for number, move in enumerate(shape.moves):
        own = {net: counts for (of, net), counts in found.items() if of == number}
        if number not in made.played:
            own = {-amount_bet(shape, move): whole}
        nets.append(np.array(sorted(own)))
        deals.append(np.stack([own[net] for net in sorted(own)], axis=1))
        assert (deals[-1].sum(axis=1) == whole).all(), "hands are missing from the count"
    return _Worth(tuple(nets), tuple(deals))


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL, deck: Cards | None = None) -> Solution:
    """The game under best play; `deck` stands for the game's own where a smaller one is asked about."""
    kit = SharedInput(_setting, plan, meters, deck)
    made, found = kit.made, Found()
    shape, count = made.shape, len(made.hands.weights)
    tasks = [(kit, start, min(start + _AT_ONCE, count)) for start in range(0, count, _AT_ONCE)]
    for part in executor.map(_part, tasks):
        for key, counts in part.items():
            found[key] = found.get(key, 0) + counts
    worth = _worth(made, found)
    means, squares = worth.powers(1), worth.powers(2)
    best, rows = means.argmax(axis=0), np.arange(len(made.first.weights))
    share = made.first.weights / made.first.weights.sum()
    results: dict[float, int] = {}
    for move, (nets, deals) in enumerate(zip(worth.nets, worth.deals, strict=True)):
        for net, total in zip(nets.tolist(), deals[best == move].sum(axis=0).tolist(), strict=True):
            if total:
                results[net] = results.get(net, 0) + total
    amounts = np.array([amount_bet(shape, move) for move in shape.moves])
    return Solution(
        unit_of(plan),
        float(share @ means[best, rows]),
        float(share @ squares[best, rows]),
        float(share @ amounts[best]),
        _spoken(shape, share, best),
        {shape.stage: shape.moves},
        _decider(shape, made.first, best),
        count=lambda: results,
    )


def _spoken(shape: DecisionTree, share: Floats, best: Ints) -> dict[str, Any]:
    shares = [float(share @ (best == number)) for number in range(len(shape.moves))]
    when = f"by the first {shape.held} cards"
    rules = [
        {"when": "always" if part > _ALL else when, "do": move.text, "share": part}
        for move, part in zip(shape.moves, shares, strict=True)
        if part > 0
    ]
    return {"rules": rules, "note": f"all {len(share):,} kinds of first cards, with every card that may follow"}


def _decider(shape: DecisionTree, first: Holdings, best: Ints) -> Callable[[int, Visible], Ints]:
    def decide(stage: int, known: Visible) -> Ints:
        """The best move for each hand, as an index into the moves of the stage."""
        assert stage == shape.stage
        keys, _ = name_suits(np.ascontiguousarray(known["player"][:, : shape.held]))
        moves: Ints = best[np.searchsorted(first.keys, keys)]
        return moves

    return decide
