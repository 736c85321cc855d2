"""Solves five cards exchanged twice with the deck and paid by what is held at the end: every card and move counted.

The second exchange is of one card at most. Were none of the cards first thrown away of use to the final hand, a hand
would be worth the same whatever was thrown: that is added up once over all hands that contain each set of cards, and
the hands that keep a set and hold none of the thrown cards are found by inclusion and exclusion. It is never too
little, for a thrown card can only be missed. Where a set of cards may then still be the best to keep, what hands lose
that miss a card is taken off.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, lcm
from typing import Any

import numpy as np
from numba import njit

from houseway.cards.text import BLANK
from houseway.odds.arrays import Counts, Flags, Masks, few_values
from houseway.odds.executor import LOCAL, Executor
from houseway.odds.house_poker.batch import Batch, Cards, Floats, Ints
from houseway.odds.house_poker.decision_tree import Step, alone, read_tree
from houseway.odds.house_poker.solvers import DISCARDS, Move, Solution, Visible
from houseway.odds.house_poker.vs_paytable.keeping import speak, throwing_moves
from houseway.odds.house_poker.vs_paytable.missed import (
    FOLD,
    HAND,
    ROUNDING,
    STAND,
    Labels,
    Small,
    Tables,
    Undisturbed,
    changes_of,
    instead,
    losses_of,
)
from houseway.odds.house_poker.wagers import main_wagers, positions, side_wagers, unit_of
from houseway.odds.suit_classes.keyed import name_suits
from houseway.odds.suit_classes.listed import all_places
from houseway.odds.suit_classes.states import Index, find_all, make_index
from houseway.odds.suit_classes.stock import ANY_SUIT, Stock, hands, stock_of
from houseway.odds.suit_classes.subsets import (
    CHOOSE,
    add_avoiding,
    add_to_sets,
    avoiding,
    cards_kept,
    place_of,
    size_of,
    starts_of,
)
from houseway.odds.suit_symmetry import interchangeable
from houseway.play.house_poker.plan import Plan
from houseway.play.house_poker.round import DECK

_MOST_THROWN = 3
_MOST_DECK = 54
_AT_ONCE = 1 << 14  # hands whose facts stay in the processor's cache
_NEVER = -1e18


@dataclass(frozen=True)
class Exchange:
    """One decision: its stage, and the numbers of its choices; -1 where there is none."""

    stage: int
    throw: int
    fold: int
    stand: int
    fewest: int
    most: int
    bets: Mapping[str, float]  # in units, if the hand goes on


@dataclass(frozen=True)
class Redraw:
    """Two exchanges, and the units on every wager: before the first, after it, and at the end."""

    first: Exchange
    second: Exchange
    stakes: Mapping[str, float]
    stock: Stock


def _exchange(step: Step, stakes: Mapping[str, float]) -> Exchange | None:
    folds = [number for number, choice in step.choices.items() if choice.spec.fold]
    throws = [number for number, choice in step.choices.items() if choice.spec.discard is not None]
    stands = [number for number in step.choices if number not in (*folds, *throws)]
    bets = [
        {name: move.factor * stakes[step.choice(move).times] for name in step.choice(move).bet}
        for move in step.moves
        if move.choice not in folds
    ]
    if len(throws) != 1 or len(folds) > 1 or len(stands) > 1 or any(bet != bets[0] for bet in bets):
        return None
    fewest, most = step.choices[throws[0]].spec.discard or (0, 0)
    fold, stand = (listed[0] if listed else -1 for listed in (folds, stands))
    return Exchange(step.stage, throws[0], fold, stand, fewest, most, bets[0])


def match_template(plan: Plan, stock: Stock | None = None) -> Redraw | None:
    """Five cards of one's own, exchanged twice from the deck, and wagers on what is held then."""
    tree, deck = read_tree(plan), stock or stock_of(plan.game.spec.deck)
    deciding, fills = tree.decisions, [step.stage for step in tree.steps if "fill_from" in step.words]
    if len(deciding) != 2 or len(fills) != 2 or tree.sizes != {"player": HAND} or side_wagers(plan):
        return None
    if not tree.says_only("bet", "fold", "discard", "fill_from"):
        return None
    in_turn = deciding[0].stage < fills[0] < deciding[1].stage < fills[1]
    if not in_turn or any(plan.stages[stage].fill_from != DECK for stage in fills):
        return None
    if max(deck.copies) > 1 or any(copies > 1 for _, copies in deck.extras) or deck.size > _MOST_DECK:
        return None
    own = frozenset(("player", place) for place in range(HAND))
    wagers = [plan.wagers[name] for name in main_wagers(plan)]
    if not all(alone(wager) and not wager.spec.paid_on and not wager.spec.coupon for wager in wagers):
        return None
    if any(positions(plan, wager.spec.hand) != own for wager in wagers):
        return None
    rows = [row.clauses for wager in wagers for table in wager.tables for row in table.rows]
    if len(interchangeable(rows, [plan.hands[wager.spec.hand] for wager in wagers]) or ((),)) != 1:
        return None
    first = _exchange(deciding[0], tree.stakes)
    second = _exchange(deciding[1], {**tree.stakes, **first.bets}) if first else None
    if first is None or second is None or first.most > _MOST_THROWN or (second.fewest, second.most) != (1, 1):
        return None
    return Redraw(first, second, tree.stakes, deck)


def fits(plan: Plan) -> bool:
    """Two exchanges of cards with the deck, then a pay table."""
    return match_template(plan) is not None


# -- tables ------------------------------------------------------------------------------------------------------------


@njit(cache=True)
def _without(hand: Ints, out: int) -> int:
    """The number of the four cards that are left of five."""
    number = 0
    for place in range(out):
        number += CHOOSE[place + 1, hand[place]]
    for place in range(out + 1, HAND):
        number += CHOOSE[place, hand[place]]
    return number


@njit(cache=True)
def _add_fours(fives: Labels, labels: Labels, counts: Labels, lowest: Labels, useful: Masks) -> None:
    """Give every four cards the results with each fifth one."""
    for row in range(len(fives)):
        hand = fives[row]
        for out in range(HAND):
            number = _without(hand, out)
            counts[number, labels[row]] += 1
            lowest[number] = min(lowest[number], labels[row])
    for row in range(len(fives)):
        hand = fives[row]
        for out in range(HAND):
            number = _without(hand, out)
            if labels[row] > lowest[number]:
                useful[number] |= np.uint64(1) << np.uint64(hand[out])


@njit(cache=True)
def _second(
    hand: Ints, number: int, thrown: Ints, labels: Labels, nets: Floats, worths: Floats, lowest: Labels, useful: Masks,
    fold: float, may_stand: bool, left: int,
) -> tuple[int, float]:  # fmt: skip
    """The best second move when some cards were thrown away, and what it yields over the cards left."""
    own = nets[labels[number]]
    gone = np.uint64(0)
    for card in thrown:
        gone |= np.uint64(1) << np.uint64(card)
    best, move = fold * left, FOLD
    if may_stand and own * left > best:
        best, move = own * left, STAND
    for out in range(HAND):
        four = _without(hand, out)
        low = nets[lowest[four]]
        total = worths[four] - own - len(thrown) * low
        if total <= best + ROUNDING:
            continue
        missed = useful[four] & gone
        if missed:
            for card in thrown:
                if missed >> np.uint64(card) & np.uint64(1):
                    total -= nets[labels[instead(hand, out, card)]] - low
        if total > best + ROUNDING:
            best, move = total, out + 2
    return move, best


@njit(cache=True)
def _undisturbed(fives: Labels, thrown: int, tables: Tables, moves: Small, results: Small, useful: Masks) -> None:
    """The best second move of every hand if no card thrown away were of use to it, its results, and those cards."""
    left = tables.deck - HAND - thrown
    for row in range(len(fives)):
        hand = fives[row]
        own = tables.nets[tables.labels[row]]
        best, move = tables.fold * left, FOLD
        if tables.may_stand and own * left > best:
            best, move = own * left, STAND
        chosen = 0
        for out in range(HAND):
            four = _without(hand, out)
            total = tables.worths[four] - own - thrown * tables.nets[tables.lowest[four]]
            if total > best + ROUNDING:
                best, move, chosen = total, out + 2, four
        moves[row] = move
        if move == FOLD:
            results[row, len(tables.nets)] = left
        elif move == STAND:
            results[row, tables.labels[row]] = left
        else:
            for label in range(len(tables.nets)):
                results[row, label] = tables.counts[chosen, label]
            results[row, tables.labels[row]] -= 1
            results[row, tables.lowest[chosen]] -= thrown
            useful[row] = tables.useful[chosen]


# -- the first decision ------------------------------------------------------------------------------------------------


@njit(cache=True)
def _bounds(classes: Labels, thrown: int, starts: Ints, totals: Floats, out: Floats) -> None:
    """[hand, set to keep]: what all draws yield if no card thrown away is missed, where so many are thrown."""
    for row in range(len(classes)):
        hand = classes[row]
        for chosen in range(1 << HAND):
            if HAND - size_of(chosen) == thrown:
                out[row, chosen] = avoiding(hand, chosen, (1 << HAND) - 1 & ~chosen, starts, totals)


@njit(cache=True)
def _take_better(rows: Ints, sets: Ints, bounds: Floats, losses: Floats, whole: int, best: Floats, kept: Ints) -> None:
    """Keep the sets that are better than what was best so far; those of a hand stand together, the likeliest first.

    Where fewer cards thrown yield the same, the more are thrown.
    """
    hand, least = -1, 0.0
    for at in range(len(rows)):
        if rows[at] != hand:
            hand = rows[at]
            least = (best[hand] - ROUNDING if kept[hand] else best[hand] + ROUNDING) * whole
        total = bounds[at] - losses[at]
        if total > least:
            least = total + ROUNDING * whole
            best[hand], kept[hand] = total / whole, sets[at]


@njit(cache=True)
def _add_undisturbed(classes: Labels, thrown: int, kept: Ints, starts: Ints, sums: Counts, results: Ints) -> None:
    """[hand, label]: the results of the hands that throw so many cards, if none of these is missed."""
    for row in range(len(classes)):
        if kept[row] and HAND - size_of(kept[row]) == thrown:
            hand = classes[row]
            results[row] = 0
            add_avoiding(hand, kept[row], (1 << HAND) - 1 & ~kept[row], starts, sums, results[row])


@dataclass(frozen=True)
class Solved:
    """The best play of every class of first hands, what follows from it, and the tables of the second decision."""

    cards: Cards  # rising
    weights: Ints
    index: Index
    kept: Ints  # a bit for each card; 0: the hand is folded
    worths: Floats  # of the best play
    results: Ints  # [cards thrown, label]: of all hands together and the cards that may come, `ways` for each
    tables: Tables
    moves: Mapping[int, Small]  # by cards thrown: the second move of every hand that misses none of them

    def ways(self, thrown: int) -> int:
        """Draws of so many cards, and the one after them."""
        left = self.tables.deck - HAND
        return comb(left, thrown) * (left - thrown)


def _keys(cards: Cards) -> Masks:
    """The same key for hands that a renaming of suits, or of jokers, makes equal."""
    keys = name_suits(cards)[0].astype(np.uint64) + np.uint64(1)
    keys = (keys ^ keys >> np.uint64(29)) * np.uint64(0x9E3779B97F4A7C15)
    return keys ^ keys >> np.uint64(32)


def _tables(plan: Plan, shape: Redraw, meters: Mapping[str, float], fives: Labels) -> Tables:
    deck = shape.stock.cards
    stakes = {**shape.stakes, **shape.first.bets, **shape.second.bets}
    nets = np.empty(len(fives))
    for at in range(0, len(fives), _AT_ONCE):
        batch = Batch(plan, {"player": deck[fives[at : at + _AT_ONCE]]}, meters)
        nets[at : at + _AT_ONCE] = sum(stake * batch.nets(name) for name, stake in stakes.items())
    results, numbers = few_values(np.round(nets, 9))
    labels = numbers.astype(np.uint8)
    counts = np.zeros((comb(len(deck), HAND - 1), len(results)), np.uint8)
    useful = np.zeros(len(counts), np.uint64)
    lowest = np.full(len(counts), len(results) - 1, np.uint8)
    _add_fours(fives, labels, counts, lowest, useful)
    folded = -sum({**shape.stakes, **shape.first.bets}.values()) if shape.second.fold >= 0 else _NEVER
    worths = counts @ results
    return Tables(labels, results, worths, counts, lowest, useful, folded, shape.second.stand >= 0, len(deck))


def solve_shape(plan: Plan, shape: Redraw, meters: Mapping[str, float], progress: Executor | None = None) -> Solved:
    """Every class of hands, every set of cards to keep, every card that may come."""
    deck = shape.stock.cards
    fives = all_places(len(deck), HAND)
    tables = _tables(plan, shape, meters, fives)
    classes, weights = _classes(shape.stock)
    places = np.searchsorted(deck, classes).astype(np.uint8)
    kinds = len(tables.nets) + 1
    folded = -sum(shape.stakes.values()) if shape.first.fold >= 0 else _NEVER
    best, kept = np.full(len(classes), folded), np.zeros(len(classes), np.int64)
    by_hand, results = np.zeros((len(classes), kinds), np.int64), np.zeros((_MOST_THROWN + 1, kinds), np.int64)
    starts, known = starts_of(len(deck)), dict[int, Undisturbed]()
    # From the fewest draws to the most: what the few yield keeps most of the many from being counted.
    counts = [count for count in range(1, _MOST_THROWN + 1) if shape.first.fewest <= count <= shape.first.most]
    for done, thrown in enumerate([0, *counts] if shape.first.stand >= 0 else counts):
        moves, useful = np.empty(len(fives), np.int8), np.zeros(len(fives), np.uint64)
        undisturbed = np.zeros((len(fives), kinds), np.int8)
        _undisturbed(fives, thrown, tables, moves, undisturbed, useful)
        sums = np.zeros((int(starts[-1]), kinds), np.int32)
        add_to_sets(fives, undisturbed, HAND - thrown, starts, sums)
        worths = sums @ np.append(tables.nets, tables.fold)
        known[thrown] = Undisturbed(thrown, moves, useful, worths[starts[HAND] :])
        bounds = np.full((len(classes), 1 << HAND), -np.inf)
        _bounds(places, thrown, starts, worths, bounds)
        whole = comb(len(deck) - HAND, thrown) * (len(deck) - HAND - thrown)
        rows, sets = np.nonzero(bounds > ((best - ROUNDING) * whole)[:, None])
        order = np.lexsort((sets, -bounds[rows, sets], rows))
        rows, sets = rows[order], sets[order]
        lost = losses_of(places[rows], sets, shape.stock, known[thrown], tables)
        _take_better(rows, sets, bounds[rows, sets], lost, whole, best, kept)
        _add_undisturbed(places, thrown, kept, starts, sums, by_hand)
        if progress:
            progress((done + 1) / (len(counts) + 1))
    thrown_by = np.array([HAND - int(bits).bit_count() for bits in range(1 << HAND)])[kept]
    for thrown, before in known.items():
        rows = np.flatnonzero((thrown_by == thrown) & (kept > 0))
        changes = changes_of(places[rows], kept[rows], weights[rows], shape.stock, before, tables)
        results[thrown] = weights[rows] @ by_hand[rows] + changes
    moves_of = {thrown: before.moves for thrown, before in known.items()}
    return Solved(classes, weights, make_index(_keys(classes)), kept, best, results, tables, moves_of)


def _classes(stock: Stock) -> tuple[Cards, Ints]:
    """Hands up to a renaming of suits and of jokers, rising, and how many each stands for."""
    made = hands(stock, HAND, ANY_SUIT)
    cards = np.sort(made.cards, axis=1)
    keys, first, which = np.unique(_keys(cards), return_index=True, return_inverse=True)
    weights = np.zeros(len(keys), np.int64)
    np.add.at(weights, which, made.weights)
    return cards[first], weights


# -- the solution ------------------------------------------------------------------------------------------------------


def _moves(exchange: Exchange) -> tuple[tuple[Move, ...], Ints]:
    """A move for every set that may be kept, and the move of each set."""
    fewest, factor = max(exchange.fewest, 1), float(bool(exchange.bets))
    return throwing_moves(exchange.throw, exchange.stand, exchange.fold, fewest, exchange.most, factor)


@njit(cache=True)
def _decide_second(places: Ints, thrown: Ints, tables: Tables) -> Ints:
    """The set to keep of every hand, in the order held; `thrown` holds -1 where fewer cards were thrown away."""
    out = np.empty(len(places), np.int64)
    for row in range(len(places)):
        order = np.argsort(places[row])
        hand = places[row][order]
        gone = thrown[row][thrown[row] >= 0]
        number = int(np.int64(0))  # for a plain 0 numba would compile the helper once more
        for place in range(HAND):
            number += CHOOSE[place + 1, hand[place]]
        move, _ = _second(
            hand, number, gone, tables.labels, tables.nets, tables.worths, tables.lowest, tables.useful, tables.fold,
            tables.may_stand, tables.deck - HAND - len(gone),
        )  # fmt: skip
        out[row] = 0 if move == FOLD else (1 << HAND) - 1
        if move > STAND:
            out[row] &= ~(1 << order[move - 2])
    return out


@njit(cache=True)
def _reach(classes: Labels, kept: Ints, shares: Floats, thrown: int, draws: int, starts: Ints, out: Floats) -> None:
    """[set]: what a hand gets for containing it, so that all together is the chance to hold it after the first draw."""
    for row in range(len(classes)):
        if kept[row] == 0 or HAND - size_of(kept[row]) != thrown:
            continue
        hand = classes[row]
        rest = (1 << HAND) - 1 & ~kept[row]
        part = rest
        while True:
            at = starts[size_of(kept[row] | part)] + place_of(hand, kept[row] | part)
            out[at] += (-1 if size_of(part) & 1 else 1) * shares[row] / draws
            if part == 0:
                break
            part = (part - 1) & rest


@njit(cache=True)
def _reached(fives: Labels, fewest: int, starts: Ints, coefficients: Floats, out: Floats) -> None:
    """[hand]: the sum over its sets of so many cards or more."""
    for row in range(len(fives)):
        hand = fives[row]
        for chosen in range(1 << HAND):
            if size_of(chosen) >= fewest:
                out[row] += coefficients[starts[size_of(chosen)] + place_of(hand, chosen)]


def _said(cards: Cards, kept: Ints, shares: Floats, exchange: Exchange, high: Flags) -> dict[str, Any]:
    """A decision in words; a hand of which nothing is kept is folded."""
    _, numbers = _moves(exchange)
    said = speak(cards, kept, shares, high, np.flatnonzero(numbers >= 0).tolist())
    for rule in said["rules"]:
        if rule["when"] == "it has nothing":
            rule.update(when="nothing else", do="fold")
    folded = float(shares[kept == 0].sum())
    frequency = {name: share for name, share in said["frequency"].items() if share and name != f"throw {HAND}"}
    said["frequency"] = {**frequency, "fold": folded} if exchange.fold >= 0 else frequency
    return said


def _strategy(plan: Plan, shape: Redraw, solved: Solved) -> dict[str, Any]:
    """Both decisions in words: the second by the hands that best play reaches."""
    deck = shape.stock.cards
    places = np.searchsorted(deck, solved.cards).astype(np.uint8)
    shares = solved.weights / solved.weights.sum()
    high = np.zeros(13, np.bool_)
    first = _said(solved.cards, solved.kept, shares, shape.first, high)
    starts = starts_of(len(deck))
    fives = all_places(len(deck), HAND)
    which = find_all(_keys(deck[fives]), *solved.index)
    numbers = np.zeros(len(solved.cards), np.int64)
    for place in range(HAND):
        numbers += CHOOSE[place + 1, places[:, place]]
    parts = []
    for thrown, moves in solved.moves.items():
        coefficients, chances = np.zeros(int(starts[-1])), np.zeros(len(fives))
        _reach(places, solved.kept, shares, thrown, comb(len(deck) - HAND, thrown), starts, coefficients)
        _reached(fives, HAND - thrown, starts, coefficients, chances)
        often = np.bincount(which, weights=chances, minlength=len(solved.cards))
        move = moves[numbers].astype(np.int64)
        whole = (1 << HAND) - 1
        kept = np.where(move == FOLD, 0, np.where(move == STAND, whole, whole & ~(1 << np.maximum(move - 2, 0))))
        parts.append((kept, often))
    cards = np.concatenate([solved.cards] * len(parts))
    kept, often = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    second = _said(cards, kept, often / often.sum(), shape.second, high)
    names = [plan.stages[exchange.stage].name for exchange in (shape.first, shape.second)]
    return dict(zip(names, (first, second), strict=True))


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL, stock: Stock | None = None) -> Solution:
    """The game under best play; `stock` is another deck than the game's, for tests."""
    shape = match_template(plan, stock)
    assert shape is not None
    solved = solve_shape(plan, shape, meters, executor)
    left = len(shape.stock.cards) - HAND
    ways = [solved.ways(count) for count in range(_MOST_THROWN + 1)]
    each = lcm(*ways)
    counts = [0] * (solved.results.shape[1] + 1)  # by label, a fold at the second decision, a fold at the first
    for count in range(_MOST_THROWN + 1):
        for label, total in enumerate(solved.results[count].tolist()):
            counts[label] += total * (each // ways[count])
    counts[-1] = int(solved.weights[solved.kept == 0].sum()) * each
    cycle = int(solved.weights.sum()) * each
    assert sum(counts) == cycle
    opening, after = sum(shape.stakes.values()), sum({**shape.stakes, **shape.first.bets}.values())
    nets = [*solved.tables.nets.tolist(), -after, -opening]
    law: dict[float, float] = {}
    for net, number in zip(nets, counts, strict=True):
        law[net] = law.get(net, 0.0) + number / cycle
    whole = after + sum(shape.second.bets.values())
    staked = whole - (whole - after) * counts[-2] / cycle - (whole - opening) * counts[-1] / cycle
    first_moves, first_numbers = _moves(shape.first)
    second_moves, second_numbers = _moves(shape.second)
    place_of = np.full(256, -1, np.int64)
    place_of[shape.stock.cards] = np.arange(left + HAND)

    def decide(stage: int, known: Visible) -> Ints:
        held = np.ascontiguousarray(known["player"][:, :HAND])
        if stage == shape.first.stage:
            rows = find_all(_keys(held), *solved.index)
            found: Ints = first_numbers[cards_kept(solved.cards[rows], solved.kept[rows], held)]
            return found
        gone = known.get(DISCARDS, np.full((len(held), 1), BLANK, np.uint8))
        chosen: Ints = second_numbers[_decide_second(place_of[held], place_of[gone], solved.tables)]
        return chosen

    return Solution(
        unit=unit_of(plan),
        mean=sum(net * number for net, number in zip(nets, counts, strict=True)) / cycle,
        square=sum(net * net * number for net, number in zip(nets, counts, strict=True)) / cycle,
        average_bet=staked,
        summary=lambda: _strategy(plan, shape, solved),
        moves={shape.first.stage: first_moves, shape.second.stage: second_moves},
        decide=decide,
        outcomes={net: chance for net, chance in law.items() if chance},
        cycle=cycle,
        notes=(
            f"all {len(solved.cards):,} kinds of first hands, every set of cards to keep, every card that may come and "
            "every second move were counted; the second move knows which cards were thrown away",
            "the rules of the second decision are those of hands that miss none of the cards thrown away",
        ),
    )
