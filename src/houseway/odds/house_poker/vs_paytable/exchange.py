"""Solves five-card draw against a pay table: what each choice of cards to keep is worth, by sums over sets of cards.

For every set of up to five cards the results of all hands that contain it are added up once. The hands that keep a
set and hold none of the cards thrown away are then found by inclusion and exclusion over the thrown cards.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import comb, lcm

import numpy as np
from numba import njit, prange

from houseway.odds.arrays import Counts, Flags
from houseway.odds.executor import LOCAL, Executor, Progress
from houseway.odds.house_poker.batch import Batch, Cards, Floats, Ints
from houseway.odds.house_poker.decision_tree import alone, read_tree
from houseway.odds.house_poker.sampling import cards_needed, seated
from houseway.odds.house_poker.sides import Sides
from houseway.odds.house_poker.solvers import Solution, Visible
from houseway.odds.house_poker.vs_paytable.keeping import speak, throwing_moves
from houseway.odds.house_poker.wagers import main_wagers, positions, unit_of
from houseway.odds.simulate.deals import deals
from houseway.odds.suit_classes.states import Index, find_all, keys_of
from houseway.odds.suit_classes.stock import Stock, stock_of
from houseway.odds.suit_classes.subsets import (
    CHOOSE,
    add_avoiding,
    all_fives,
    avoiding,
    cards_kept,
    count_in_sets,
    size_of,
    starts_of,
)
from houseway.odds.suit_symmetry import interchangeable
from houseway.play.house_poker.plan import Plan

_HAND = 5
_ONE_CELL, _ONE_BLOCK = np.zeros(_HAND, np.int64), np.zeros(4, np.int64)
_DEALS = 1_000_000


@dataclass(frozen=True)
class Exchange:
    """The one decision: its stage, the choice that throws cards away and how many, the choice that stands."""

    stage: int
    throw: int
    fewest: int
    most: int
    stand: int  # -1: every hand throws some
    take: str  # the shared pile
    wager: str
    extra_wagers: tuple[str, ...]  # wagers on cards that the decision does not touch
    stock: Stock


def match_template(plan: Plan, stock: Stock | None = None) -> Exchange | None:
    """Five cards of one's own, one exchange from a shared pile, and a wager on what is held then."""
    tree, deck = read_tree(plan), stock or stock_of(plan.game.spec.deck)
    wagers = [plan.wagers[name] for name in main_wagers(plan)]
    mine = [wager for wager in wagers if plan.hands[wager.spec.hand].own]
    takes = [plan.stages[step.stage].fill_from for step in tree.steps if "fill_from" in step.words]
    if len(tree.decisions) != 1 or len(mine) != 1 or len(takes) != 1 or not tree.says_only("discard", "fill_from"):
        return None
    if deck.extras or max(deck.copies) > 1 or not all(alone(wager) and wager.table is not None for wager in wagers):
        return None
    (decision,), (wager,), (take,) = tree.decisions, mine, takes
    throws = {number: choice.spec.discard for number, choice in decision.choices.items() if choice.spec.discard}
    stands = [number for number in decision.choices if number not in throws]
    own = frozenset(("player", place) for place in range(_HAND))
    if len(throws) != 1 or positions(plan, wager.spec.hand) != own:
        return None
    ((throw, (fewest, most)),) = throws.items()
    plain = len(interchangeable([row.clauses for row in wager.table.rows] if wager.table else []) or ((),)) == 1
    if not plain or tree.sizes.get("player") != _HAND or tree.sizes.get(take, 0) < most:
        return None
    others = tuple(other.name for other in wagers if other is not wager)
    stand = stands[0] if stands else -1
    return Exchange(decision.stage, throw, 0 if stands else fewest, most, stand, take, wager.name, others, deck)


def fits(plan: Plan) -> bool:
    """One exchange of cards from a shared pile, then a pay table."""
    return match_template(plan) is not None


@njit(cache=True, parallel=True)
def _keep(
    classes: Cards, starts: Ints, worths: Floats, sums: Counts, deck: int, fewest: int, most: int,
    best: Ints, found: Ints,
) -> None:  # fmt: skip
    """For each hand the best set to keep (a bit for each card), and the hands of each label that it leads to."""
    for row in prange(classes.shape[0]):
        numbers = np.empty(_HAND, np.int64)
        for place in range(_HAND):
            numbers[place] = classes[row, place]
        top = -1e18
        chosen = int(np.int64(0))  # for a plain 0 numba would compile the helpers once more
        for kept in range((1 << _HAND) - 1, -1, -1):
            size = size_of(kept)
            if not fewest <= _HAND - size <= most:
                continue
            thrown = (1 << _HAND) - 1 & ~kept
            total = avoiding(numbers, kept, thrown, starts, worths) / CHOOSE[_HAND - size, deck - _HAND]
            if total > top + 1e-12:
                top = total
                chosen = kept
        best[row] = chosen
        add_avoiding(numbers, chosen, (1 << _HAND) - 1 & ~chosen, starts, sums, found[row])


@dataclass(frozen=True)
class Solved:
    """The best set to keep for every class of hands, and the chance of each result then."""

    cards: Cards  # rising
    weights: Ints
    index: Index
    kept: Ints
    chances: Floats  # [hand, label]
    nets: Floats


def solve_shape(plan: Plan, shape: Exchange, meters: Mapping[str, float], progress: Progress | None = None) -> Solved:
    deck = shape.stock.cards
    fives = all_fives(shape.stock)
    classes = fives.classes
    nets, labels = np.unique(
        np.round(Batch(plan, {"player": classes}, meters).nets(shape.wager), 9), return_inverse=True
    )
    if progress:
        progress(0.3)
    starts = starts_of(len(deck))
    sums = np.zeros((int(starts[-1]), len(nets)), np.int32)
    count_in_sets(fives.every, labels.astype(np.int64)[fives.which], 0, _HAND, starts, sums)
    worths = np.zeros(len(sums))
    for label, net in enumerate(nets):
        worths += sums[:, label] * net
    if progress:
        progress(0.7)
    numbers = np.searchsorted(deck, classes).astype(np.uint8)
    best, found = np.zeros(len(classes), np.int64), np.zeros((len(classes), len(nets)), np.int64)
    _keep(numbers, starts, worths, sums, len(deck), shape.fewest, shape.most, best, found)
    return Solved(classes, fives.weights, fives.lookup, best, found / found.sum(axis=1, keepdims=True), nets)


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL, stock: Stock | None = None) -> Solution:
    """The game under best play; `stock` is another deck than the game's, for tests."""
    shape = match_template(plan, stock)
    assert shape is not None
    solved = solve_shape(plan, shape, meters, executor)
    shares = solved.weights / solved.weights.sum()
    chances = shares @ solved.chances
    moves, numbers = throwing_moves(shape.throw, shape.stand, -1, shape.fewest, shape.most)
    allowed, left = np.flatnonzero(numbers >= 0).tolist(), len(shape.stock.cards) - _HAND
    draws = lcm(*(comb(left, drawn) for drawn in range(_HAND + 1)))  # a chance is a whole number of these
    cycle = int(solved.weights.sum()) * draws
    counts = solved.weights.astype(np.int64) @ np.rint(solved.chances * draws).astype(np.int64)

    def keep(held: Cards) -> Ints:
        rows = find_all(keys_of(held, _ONE_CELL, _ONE_BLOCK), *solved.index)
        kept: Ints = cards_kept(solved.cards[rows], solved.kept[rows], held)
        return kept

    def decide(stage: int, known: Visible) -> Ints:
        del stage
        found: Ints = numbers[keep(np.ascontiguousarray(known["player"][:, :_HAND]))]
        return found

    def after(piles: Visible) -> Cards:
        """What is held once the cards thrown away are replaced, in their places, by those of the shared pile."""
        held = np.ascontiguousarray(piles["player"])
        thrown = (keep(held)[:, None] >> np.arange(_HAND) & 1) == 0
        drawn = np.take_along_axis(piles[shape.take], np.maximum(thrown.cumsum(axis=1) - 1, 0), axis=1)
        return np.where(thrown, drawn, held)

    said = speak(solved.cards, solved.kept, shares, _high(plan, shape, meters), allowed)
    played = Solution(
        unit=unit_of(plan),
        mean=float(chances @ solved.nets),
        square=float(chances @ solved.nets**2),
        average_bet=1.0,
        summary={plan.stages[shape.stage].name or "exchange": said},
        moves={shape.stage: moves},
        decide=decide,
        outcomes={float(net): float(count / cycle) for net, count in zip(solved.nets, counts, strict=True)},
        cycle=cycle,
    )
    return add_wagers(plan, meters, shape.wager, shape.extra_wagers, played, after) if shape.extra_wagers else played


def _high(plan: Plan, shape: Exchange, meters: Mapping[str, float]) -> Flags:
    """The ranks of which a pair does not lose."""
    junk = [[rank for rank in (0, 2, 4, 6, 8) if rank != pair][:3] for pair in range(13)]
    suits = (2, 3, 0)
    pairs = [
        [4 * pair, 4 * pair + 1, *(4 * rank + suit for rank, suit in zip(others, suits, strict=True))]
        for pair, others in enumerate(junk)
    ]
    high: Flags = Batch(plan, {"player": np.array(pairs, np.uint8)}, meters).nets(shape.wager) >= 0
    return high


def add_wagers(
    plan: Plan, meters: Mapping[str, float], wager: str, others: tuple[str, ...], played: Solution,
    after: Callable[[Mapping[str, Cards]], Cards],
) -> Solution:  # fmt: skip
    """The solution of the game with one unit on each of `others` too; `after` gives what the seats hold at the end."""
    sides = Sides(plan, meters)
    results = [sides.results(name) for name in others]
    means = [sum(net * chance for net, chance in result.items()) for result in results]
    squares = [sum(net * net * chance for net, chance in result.items()) for result in results]
    count = len(others) + 1
    sums, products, total = np.zeros(count), np.zeros((count, count)), 0
    for cards in deals(plan.game.spec.deck, cards_needed(plan), _DEALS):
        (piles,) = seated(plan, cards)
        batch = Batch(plan, {**piles, "player": after(piles)}, meters)
        nets = np.stack([batch.nets(name) for name in (wager, *others)])
        sums += nets.sum(axis=1)
        products += nets @ nets.T
        total += nets.shape[1]
    together = products / total - np.outer(sums, sums) / total**2
    mean = played.mean + sum(means)
    variance = played.square - played.mean**2 + sum(s - m * m for s, m in zip(squares, means, strict=True))
    variance += float(together.sum() - np.trace(together))
    note = (
        f"the standard deviation takes from {total:,} sampled deals how {wager} and {', '.join(others)} vary together"
    )
    return replace(
        played, mean=mean, square=variance + mean * mean, average_bet=played.average_bet + len(others),
        outcomes={}, notes=(*played.notes, note),
    )  # fmt: skip
