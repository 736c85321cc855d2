"""Solves games of several decisions without an opponent: values of all states from the last card back to the first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from houseway.odds.executor import LOCAL, Executor, Progress
from houseway.odds.house_poker.batch import Batch, Cards, Floats, Ints
from houseway.odds.house_poker.decision_tree import BETS, Step, alone, read_tree
from houseway.odds.house_poker.pattern_counts import lay_out
from houseway.odds.house_poker.solvers import Decide, Move, Solution, Visible, numbers_among
from houseway.odds.house_poker.vs_paytable.rules import speak
from houseway.odds.house_poker.wagers import Position, main_wagers, positions
from houseway.odds.suit_classes.listed import all_hands
from houseway.odds.suit_classes.states import Index, children, find_all, keys_of, make_index, tally
from houseway.odds.suit_classes.stock import Blocks, Stock, hands, stock_of
from houseway.odds.suit_symmetry import interchangeable
from houseway.play.house_poker.plan import Plan, WagerPlan

Amounts = tuple[float, ...]  # on each main wager, in units
_TINY = 1e-12


@dataclass(frozen=True)
class Streets:
    """A plan as this solver reads it."""

    plan: Plan
    unit: str
    wagers: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]  # wagers with the same result per unit
    levels: tuple[Step, ...]
    places: tuple[Position, ...]  # all that the wagers look at, in the order they are seen
    stock: Stock
    blocks: Blocks
    start: Amounts = field(default=())

    def cells(self, known: tuple[Position, ...]) -> tuple[tuple[int, ...], ...]:
        """The numbers of the places seen, those together that no hand tells apart."""
        by_hand = [positions(self.plan, self.plan.wagers[group[0]].spec.hand) for group in self.groups]
        together: dict[tuple[bool, ...], list[int]] = {}
        for number, place in enumerate(known):
            together.setdefault(tuple(place in own for own in by_hand), []).append(number)
        return tuple(tuple(cell) for cell in together.values())

    def after(self, amounts: Amounts, level: Step, move: Move) -> Amounts:
        """What is at stake after a move that does not fold."""
        words, now = level.choice(move), dict(zip(self.wagers, amounts, strict=True))
        for name in words.bet:
            now[name] = move.factor * now[words.times]
        if words.pull:
            now[words.pull] = 0.0
        return tuple(now[name] for name in self.wagers)

    def staked(self, amounts: Amounts) -> float:
        return sum(
            amount
            for name, amount in zip(self.wagers, amounts, strict=True)
            if not self.plan.wagers[name].spec.paid_on and not self.plan.wagers[name].spec.coupon
        )

    def by_group(self, amounts: Amounts) -> list[float]:
        """The amount on each kind of result; a bonus is on the amount of its wager."""
        now = dict(zip(self.wagers, amounts, strict=True))

        def on(name: str) -> float:
            words = self.plan.wagers[name].spec
            if words.paid_on:
                played = not words.only_if_played or now.get(words.only_if_played, 0) > 0
                return now[words.paid_on] if played else 0.0
            return now[name]

        return [sum(on(name) for name in group) for group in self.groups]


def _result_key(wager: WagerPlan) -> tuple[object, ...]:
    spec = wager.spec
    return repr(wager.cases), wager.stake_kept, spec.meter, wager.rate, bool(spec.paid_on), spec.coupon


def _known_together(shape: Streets) -> bool:
    """Whether the cards seen between two decisions fall in one cell, and all are seen in the order of the places."""
    before: tuple[Position, ...] = ()
    for known in (*(level.known for level in shape.levels), shape.places):
        if known[: len(before)] != before:
            return False
        fresh = set(range(len(before), len(known)))
        if before and sum(bool(fresh & set(cell)) for cell in shape.cells(known)) != 1:
            return False
        before = known
    return 0 < len(shape.cells(shape.places)) <= 4 and len(shape.cells(shape.levels[0].known)) == 1


def match_template(plan: Plan, stock: Stock | None = None) -> Streets | None:
    """The shape of a plan with decisions; none if it is another kind of game."""
    tree, wagers, deck = read_tree(plan), main_wagers(plan), stock or stock_of(plan.game.spec.deck)
    levels = tree.decisions
    if not levels or not tree.says_only(*BETS, "pull") or deck.extras or max(deck.copies) > 1:
        return None
    if not all(alone(plan.wagers[name]) for name in wagers):
        return None
    looked = frozenset().union(*(positions(plan, plan.wagers[name].spec.hand) for name in wagers))
    everything = [(pile, place) for pile, size in tree.sizes.items() for place in range(size)]
    last = levels[-1].known
    if not set(last) <= looked:
        return None
    places = (*last, *(place for place in everything if place in looked and place not in last))
    kinds: dict[tuple[object, ...], list[str]] = {}
    for name in wagers:
        kinds.setdefault(_result_key(plan.wagers[name]), []).append(name)
    groups = tuple(tuple(group) for group in kinds.values())
    rows = [row.clauses for name in wagers if (table := plan.wagers[name].table) for row in table.rows]
    ranked = [plan.hands[plan.wagers[name].spec.hand] for name in wagers if plan.wagers[name].spec.at_least]
    blocks = interchangeable(rows, ranked) or ((0, 1, 2, 3),)
    start = tuple(tree.stakes.get(name, 0.0) for name in wagers)
    shape = Streets(plan, tree.unit, wagers, groups, levels, places, deck, blocks, start)
    return shape if _known_together(shape) else None


@dataclass
class Street:
    """The states at one decision, and for every amount at stake the best move and what it is worth."""

    level: Step
    states: Cards
    weights: Floats  # number of deals that reach a state
    index: Index
    cell_of: Ints
    moves: dict[Amounts, Ints] = field(default_factory=dict)
    mean: dict[Amounts, Floats] = field(default_factory=dict)
    square: dict[Amounts, Floats] = field(default_factory=dict)
    bet: dict[Amounts, Floats] = field(default_factory=dict)
    next: Ints | None = None  # [state, draw]


@dataclass
class Solved:
    """Every street solved; `results` [label, group] are the joint results per unit that the last cards lead to."""

    shape: Streets
    streets: list[Street]
    endings: Floats  # [state, label] share of the draws
    results: Floats

    @cached_property
    def reached(self) -> list[dict[Amounts, Floats]]:
        """How many deals yield each state with each amount at stake under best play."""
        found: list[dict[Amounts, Floats]] = []
        now = {self.shape.start: self.streets[0].weights}
        for place, street in enumerate(self.streets):
            found.append(now)
            after: dict[Amounts, Floats] = {}
            if place + 1 == len(self.streets):
                break
            size = len(self.streets[place + 1].states)
            for amounts, weights in now.items():
                for number, move in enumerate(street.level.moves):
                    if street.level.choice(move).fold:
                        continue
                    moved = np.where(street.moves[amounts] == number, weights, 0.0)
                    if moved.any():
                        key = self.shape.after(amounts, street.level, move)
                        after[key] = after.get(key, 0.0) + _spread(street, moved, size)
            now = after
        return found

    def outcomes(self) -> dict[float, float]:
        """The chance of every net result of a round, in units."""
        found: dict[float, float] = {}
        total = float(self.streets[0].weights.sum())

        def add(net: float, chance: float) -> None:
            if chance > 0:
                found[round(net, 9)] = found.get(round(net, 9), 0.0) + chance

        for place, street in enumerate(self.streets):
            scale = float(street.weights.sum() / self.streets[0].weights.sum()) * total
            for amounts, weights in self.reached[place].items():
                for number, move in enumerate(street.level.moves):
                    here = np.where(street.moves[amounts] == number, weights, 0.0)
                    if street.level.choice(move).fold:
                        add(-self.shape.staked(amounts), float(here.sum()) / scale)
                    elif place + 1 == len(self.streets):
                        stakes = self.shape.by_group(self.shape.after(amounts, street.level, move))
                        nets = self.results @ np.array(stakes)
                        for net, chance in zip(nets.tolist(), (here @ self.endings / scale).tolist(), strict=True):
                            add(net, chance)
        return found


def _spread(street: Street, weights: Floats, size: int) -> Floats:
    assert street.next is not None
    busy = np.flatnonzero(weights)
    targets = street.next[busy]
    shares = np.broadcast_to(weights[busy, None], targets.shape)
    kept = targets >= 0
    spread: Floats = np.bincount(targets[kept], weights=shares[kept], minlength=size).astype(float)
    return spread


def _cell_of(cells: tuple[tuple[int, ...], ...], count: int) -> Ints:
    numbers = np.full(count, -1, np.int64)
    for cell, places in enumerate(cells):
        numbers[list(places)] = cell
    return numbers


Play = Callable[[Step, Cards], Ints]  # a decision, and the cards known there -> numbers of its moves


class _Solver:
    def __init__(self, shape: Streets, meters: Mapping[str, float], play: Play | None = None) -> None:
        self.shape = shape
        self.meters = meters
        self.play = play  # the moves of a given strategy; none: the best ones
        self.blocks = np.array([n for s in range(4) for n, block in enumerate(shape.blocks) if s in block], np.int64)
        ranks = [rank for rank, copies in enumerate(shape.stock.copies) if copies]
        self.deck = np.array([4 * rank + suit for rank in ranks for suit in range(4)], np.uint8)
        self.streets: list[Street] = []

    def grow(self) -> None:
        """The states of every street, from the first cards on."""
        first = self.shape.levels[0]
        start = hands(self.shape.stock, len(first.known), self.shape.blocks)
        cells = _cell_of(self.shape.cells(first.known), len(first.known))
        keys = keys_of(start.cards, cells, self.blocks)
        self.streets = [Street(first, start.cards, start.weights.astype(float), make_index(keys), cells)]
        for level in self.shape.levels[1:]:
            before = self.streets[-1]
            fresh = len(level.known) - len(before.level.known)
            if fresh == 0:
                self.streets.append(Street(level, before.states, before.weights, before.index, before.cell_of))
                before.next = np.arange(len(before.states), dtype=np.int32)[:, None].astype(np.int64)
                continue
            more = all_hands(self.deck, fresh)
            cells = _cell_of(self.shape.cells(level.known), len(level.known))
            listed = self._listed(before.states, more)
            keys, places = np.unique(keys_of(listed, cells, self.blocks), return_index=True)
            index = make_index(keys)
            before.next = children(before.states, more, cells, self.blocks, *index).astype(np.int64)
            street = Street(level, np.ascontiguousarray(listed[places]), np.empty(0), index, cells)
            street.weights = _spread(before, before.weights, len(keys))
            self.streets.append(street)

    def _listed(self, states: Cards, more: Cards) -> Cards:
        parts = []
        for state in states:
            free = more[~np.isin(more, state).any(axis=1)]
            parts.append(np.concatenate([np.broadcast_to(state, (len(free), len(state))), free], axis=1))
        return np.ascontiguousarray(np.concatenate(parts))

    def endings(self) -> tuple[Floats, Floats]:
        """For each state of the last street the share of each joint result, and the results per unit by group."""
        shape, last = self.shape, self.streets[-1]
        order = {place: number for number, place in enumerate(shape.places)}
        cells, starts, slots, rows, labels, values = [], [0], [], [], [], []
        radix = 1
        for group in shape.groups:
            own = positions(shape.plan, shape.plan.wagers[group[0]].spec.hand)
            made = hands(shape.stock, len(own), shape.blocks)
            places: list[tuple[Position, ...]] = [tuple(sorted(own))]
            nets = Batch(shape.plan, lay_out(places, [made.cards]), self.meters).nets(group[0])
            distinct, which = np.unique(np.round(nets, 9), return_inverse=True)
            inside = _cell_of((tuple(order[place] for place in own),), len(shape.places))
            index = make_index(keys_of(made.cards, np.zeros(len(own), np.int64), self.blocks))
            padded = np.zeros(len(index.keys), np.int64)
            padded[: len(which)] = which * radix
            cells.append(inside)
            starts.append(starts[-1] + len(index.keys))
            slots.append(index.keys)
            rows.append(index.rows)
            labels.append(padded)
            values.append((distinct, radix))
            radix *= len(distinct)
        out = np.zeros((len(last.states), radix), np.int64)
        more = all_hands(self.deck, len(shape.places) - last.states.shape[1])
        tally(
            last.states, more, np.array(cells), self.blocks, np.array(starts), np.concatenate(slots),
            np.concatenate(rows), np.concatenate(labels), out,
        )  # fmt: skip
        results = np.stack([distinct[np.arange(radix) // step % len(distinct)] for distinct, step in values], axis=1)
        return out / out.sum(axis=1, keepdims=True), results

    def decide(self, endings: Floats, results: Floats) -> None:
        """The best move in every state for all amounts that may be at stake there, the last street first."""
        reachable: list[dict[Amounts, None]] = [{self.shape.start: None}]
        for level in self.shape.levels[:-1]:
            after: dict[Amounts, None] = {}
            for amounts in reachable[-1]:
                for move in level.moves:
                    if not level.choice(move).fold:
                        after[self.shape.after(amounts, level, move)] = None
            reachable.append(after)
        for place in range(len(self.streets) - 1, -1, -1):
            for amounts in reachable[place]:
                self._best(place, amounts, endings, results)

    def _best(self, place: int, amounts: Amounts, endings: Floats, results: Floats) -> None:
        shape, street = self.shape, self.streets[place]
        size = len(street.states)
        found = []
        for move in street.level.moves:
            if street.level.choice(move).fold:
                lost = shape.staked(amounts)
                found.append((np.full(size, -lost), np.full(size, lost * lost), np.full(size, lost)))
                continue
            after = shape.after(amounts, street.level, move)
            if place + 1 == len(self.streets):
                nets = results @ np.array(shape.by_group(after))
                found.append((endings @ nets, endings @ nets**2, np.full(size, shape.staked(after))))
                continue
            follow = self.streets[place + 1]
            found.append(
                (
                    _average(street, follow.mean[after]),
                    _average(street, follow.square[after]),
                    _average(street, follow.bet[after]),
                )
            )
        means = np.stack([mean for mean, _, _ in found])
        # Of moves that are worth the same the one that stakes least is taken.
        stakes = np.stack([bet for _, _, bet in found])
        best = np.argmax(means - _TINY * stakes, axis=0)
        if self.play is not None:
            best = self.play(street.level, street.states)
        rows = np.arange(size)
        street.moves[amounts] = best
        street.mean[amounts] = means[best, rows]
        street.square[amounts] = np.stack([square for _, square, _ in found])[best, rows]
        street.bet[amounts] = stakes[best, rows]


def _average(street: Street, values: Floats) -> Floats:
    assert street.next is not None
    follow = np.append(values, 0.0)[street.next]
    averages: Floats = follow.sum(axis=1) / (street.next >= 0).sum(axis=1)
    return averages


def solve_shape(shape: Streets, meters: Mapping[str, float], progress: Progress | None = None) -> Solved:
    solver = _Solver(shape, meters)
    solver.grow()
    if progress:
        progress(0.3)
    endings, results = solver.endings()
    if progress:
        progress(0.8)
    solver.decide(endings, results)
    return Solved(shape, solver.streets, endings, results)


def solve_strategy(
    plan: Plan, meters: Mapping[str, float], moves: Mapping[int, Sequence[Move]], decide: Decide, looks_at: set[str]
) -> Solution | None:
    """The game under a strategy that looks at some hands; none where states stand for several that it tells apart."""
    shape = match_template(plan)
    if shape is None or not looks_at <= {plan.wagers[group[0]].spec.hand for group in shape.groups}:
        return None
    numbers = {level.stage: numbers_among(level.moves, moves[level.stage]) for level in shape.levels}
    if any(chosen.min() < 0 for chosen in numbers.values()):
        return None

    def play(level: Step, states: Cards) -> Ints:
        piles = {pile for pile, _ in level.known}
        columns = {pile: [at for at, (other, _) in enumerate(level.known) if other == pile] for pile in piles}
        known = {pile: np.ascontiguousarray(states[:, places]) for pile, places in columns.items()}
        chosen: Ints = numbers[level.stage][decide(level.stage, known)]
        return chosen

    solver = _Solver(shape, meters, play)
    solver.grow()
    solver.decide(*solver.endings())
    first = solver.streets[0]
    shares, at = first.weights / first.weights.sum(), shape.start
    mean, square, bet = (float(shares @ column[at]) for column in (first.mean, first.square, first.bet))
    return Solution(shape.unit, mean, square, bet, None)


def fits(plan: Plan) -> bool:
    """Decisions on the seat's own and community cards alone, without an exchange of cards."""
    return match_template(plan) is not None


def _decide(solved: Solved, stage: int, known: Visible) -> Ints:
    """The best moves at a stage; what was bet before follows from the cards that were known then."""
    shape = solved.shape
    blocks = np.array([n for s in range(4) for n, block in enumerate(shape.blocks) if s in block], np.int64)
    rows = len(next(iter(known.values())))
    at: list[tuple[Amounts, Ints]] = [(shape.start, np.arange(rows))]
    moves = np.zeros(rows, np.int64)
    for street in solved.streets:
        if street.level.stage > stage:
            break
        cards = np.stack([known[pile][:, place] for pile, place in street.level.known], axis=1).astype(np.uint8)
        states = find_all(keys_of(np.ascontiguousarray(cards), street.cell_of, blocks), *street.index)
        after: list[tuple[Amounts, Ints]] = []
        for amounts, here in at:
            chosen = street.moves[amounts][states[here]]
            moves[here] = chosen
            for number, move in enumerate(street.level.moves):
                if not street.level.choice(move).fold and (chosen == number).any():
                    after.append((shape.after(amounts, street.level, move), here[chosen == number]))
        at = after
    return moves


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL, stock: Stock | None = None) -> Solution:
    """The game under best play; `stock` is another deck than the game's, for tests."""
    shape = match_template(plan, stock)
    assert shape is not None
    solved = solve_shape(shape, meters, executor)
    first = solved.streets[0]
    shares = first.weights / first.weights.sum()
    return Solution(
        unit=shape.unit,
        mean=float(shares @ first.mean[shape.start]),
        square=float(shares @ first.square[shape.start]),
        average_bet=float(shares @ first.bet[shape.start]),
        summary=lambda: speak(solved),
        moves={level.stage: level.moves for level in shape.levels},
        decide=lambda stage, known: _decide(solved, stage, known),
        outcomes=solved.outcomes(),
    )
