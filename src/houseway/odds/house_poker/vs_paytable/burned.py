"""Solves games against a pay table in which a seat throws one of its three cards away beside a flop.

For every flop, up to a renaming of suits, the results of each two cards are counted over all turns and rivers, and
those of each three over all fourth cards: so the count of two without the card thrown away is a difference.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.cards.decks import copies_of_each
from houseway.hands.fast import NO_CARDS, Tables, flush_index, has_flush, ranks_index, suit_bit, tables
from houseway.odds.arrays import Counts
from houseway.odds.executor import LOCAL, Executor, SharedInput
from houseway.odds.house_poker.batch import Batch, Cards, Flags, Floats, Ints
from houseway.odds.house_poker.decision_tree import BETS, Grower, Line, Node, alone, read_tree
from houseway.odds.house_poker.holdem_board.hand_descriptions import Description, made
from houseway.odds.house_poker.holdem_board.rules import short_rules
from houseway.odds.house_poker.holdem_board.template import turns_a_board
from houseway.odds.house_poker.holdem_board.worth import hand_types
from houseway.odds.house_poker.solvers import Move, Solution, Visible
from houseway.odds.house_poker.wagers import main_wagers, thrown_for_good, unit_of
from houseway.odds.suit_classes.card_types import NO_FLUSH, PLAIN_TYPES, TYPES, type_of
from houseway.odds.suit_classes.keyed import name_suits, suit_holdings
from houseway.odds.suit_classes.listed import all_hands
from houseway.odds.suit_classes.showdowns import index_beside, types_beside
from houseway.play.house_poker.plan import Plan

_OWN, _FLOP, _BOARD = 3, 3, 5
_DECK = np.arange(52, dtype=np.uint8)
_LEFT = len(_DECK) - _FLOP  # cards beside a flop
_RUNS = comb(_LEFT - _OWN, 2)  # turns and rivers beside three own cards
_PARTS, _SAMPLE, _SEED = 45, 100_000, 5
_KINDS = 3  # mean, square, stake
_ALL = 1 - 1e-9

Labels = npt.NDArray[np.uint8]  # by index of a hand


@dataclass(frozen=True)
class Burn:
    """The decisions: a tree over the own cards alone, whose later nodes throw a card away or end the hand."""

    plan: Plan
    hand: str
    root: Line | Node
    stage: int  # at which a card is thrown away
    throws: tuple[Node, ...]
    lines: tuple[Line, ...]  # where each of them ends when a card is thrown away

    def throw(self, node: Node) -> int:
        choices = self.plan.choices[node.stage]
        return next(i for i, move in enumerate(node.moves) if choices[move.choice].spec.discard)


def _end(thing: Line | Node) -> Line | None:
    """Where play ends when nothing more is decided."""
    while isinstance(thing, Node):
        if len(thing.ways) != 1:
            return None
        thing = thing.ways[0]
    return thing


def match_template(plan: Plan) -> Burn | None:
    """Three own cards, one of them thrown away beside a flop; then five more decide with the two others."""
    tree, wagers = read_tree(plan), [plan.wagers[name] for name in main_wagers(plan)]
    throwing = [step.stage for step in tree.decisions if "discard" in step.words]
    hands, sizes = {wager.spec.hand for wager in wagers}, tree.sizes
    if len(throwing) != 1 or len(hands) != 1 or sizes != {"player": _OWN, "community": _BOARD}:
        return None
    if not tree.says_only(*BETS, "discard", "made", "unless") or not turns_a_board(tree):
        return None
    hand = plan.hands[next(iter(hands))]
    whole = all(part.whole for part in hand.parts) and {part.pile for part in hand.parts} == set(sizes)
    ranked = hand.ranking is not None and hand.ranking.name == "poker" and not hand.wild_ranks
    copies, choices = copies_of_each(plan.game.spec.deck), plan.choices[throwing[0]]
    if not whole or not ranked or dict(copies) != dict.fromkeys(range(52), 1) or not all(map(alone, wagers)):
        return None
    if thrown_for_good(plan, throwing[0]) != 1 or any(choice.spec.bet and choice.spec.discard for choice in choices):
        return None
    grower = Grower(tree)
    root = grower.grow(0, tree.stakes)
    nodes = tuple(grower.nodes.values())
    throws = tuple(node for node in nodes if node.stage == throwing[0])
    later = [node for node in nodes if node.stage > throwing[0]]
    if any(node.level for node in nodes if node.stage < throwing[0]) or any(len(node.ways) > 1 for node in later):
        return None
    if not throws or any(node.level != _FLOP or not all(_end(way) for way in node.ways) for node in throws):
        return None
    shape = Burn(plan, hand.name, root, throwing[0], throws, ())
    ends = [_end(node.ways[shape.throw(node)]) for node in throws]
    return Burn(plan, hand.name, root, throwing[0], throws, tuple(end for end in ends if end))


def fits(plan: Plan) -> bool:
    """One of three own cards is thrown away beside a flop, and pay tables or a least hand decide."""
    shape = match_template(plan)
    return shape is not None and results(shape, {}) is not None


def results(shape: Burn, meters: Mapping[str, float]) -> tuple[Labels, Floats] | None:
    """A label for each different hand, and what each line nets by label; none if equal hands may differ."""
    hands = hand_types(tuple(range(13)), 2 + _BOARD)
    batch = Batch(shape.plan, {"player": hands[:, :2], "community": hands[:, 2:]}, meters)
    names = sorted({name for line in shape.lines for name in line.stakes})
    nets = np.stack([np.round(batch.nets(name), 9) for name in names], axis=1)
    index = np.searchsorted(tables().values, batch.value(shape.hand))
    found, labels = np.unique(nets, axis=0, return_inverse=True)
    by_index = np.full(len(tables().values), -1, np.int64)
    by_index[index] = labels
    if (by_index[index] != labels).any():
        return None
    common = int(np.bincount(labels.reshape(-1)).argmax())
    order = np.array([common, *(label for label in range(len(found)) if label != common)])  # the most common is 0
    number = np.argsort(order)
    stakes = np.array([[line.stakes.get(name, 0.0) for name in names] for line in shape.lines])
    return np.where(by_index < 0, 0, number[by_index]).astype(np.uint8), stakes @ found[order].T


@njit(cache=True, nogil=True)
def _index(total: int, held: int, given: Tables) -> int:
    if has_flush(total):
        return flush_index(total, held, given.flushes)
    return ranks_index(total, given.displacements, given.slots)


@njit(cache=True, nogil=True)
def _labels_of_ranks(flop: Cards, given: Tables, labels: Labels) -> Labels:
    """[rank, rank, rank, rank], falling: the label of four cards of these ranks beside a flop, without a flush."""
    found = np.zeros((PLAIN_TYPES, PLAIN_TYPES, PLAIN_TYPES, PLAIN_TYPES), np.uint8)
    held, base = np.zeros(PLAIN_TYPES, np.int64), NO_CARDS
    for card in flop:
        base += given.words[card]
        held[card >> 2] += 1
    for d in range(PLAIN_TYPES):
        for c in range(d + 1):
            for b in range(c + 1):
                for a in range(b + 1):
                    for rank in (a, b, c, d):
                        held[rank] += 1
                    if max(held[a], held[b], held[c], held[d]) <= 4:  # cards of a rank
                        total = base
                        for rank in (a, b, c, d):
                            total += given.words[rank << 2]
                        found[d, c, b, a] = labels[ranks_index(total, given.displacements, given.slots)]
                    for rank in (a, b, c, d):
                        held[rank] -= 1
    return found


@njit(cache=True, nogil=True)
def _count(flop: Cards, rest: Cards, given: Tables, labels: Labels, threes: Counts, pairs: Counts) -> None:
    """Of cards left beside a flop, by label but the first: fourth cards to any three, turns and rivers to any two.

    Four cards beside the flop make one hand, whichever two of them are the seat's.
    """
    size, by_ranks = len(rest), _labels_of_ranks(flop, given, labels)
    base, suits, of_suit = NO_CARDS, 0, np.zeros(4, np.int64)
    for card in flop:
        base += given.words[card]
        suits |= suit_bit(card)
        of_suit[card & 3] += 1
    words, bits, ranks = np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size, np.int64)
    for place in range(size):
        words[place], bits[place] = given.words[rest[place]], suit_bit(rest[place])
        ranks[place] = rest[place] >> 2
    for d in range(3, size):
        for c in range(2, d):
            for b in range(1, c):
                for place in (b, c, d):
                    of_suit[rest[place] & 3] += 1
                suited = of_suit.max()
                for place in (b, c, d):
                    of_suit[rest[place] & 3] -= 1
                three = base + words[d] + words[c] + words[b]
                held = suits | bits[d] | bits[c] | bits[b]
                plain = by_ranks[ranks[d], ranks[c], ranks[b]]
                low, middle, high = triple_number(0, b, c), triple_number(0, b, d), triple_number(0, c, d)
                last = threes[high + b]
                for a in range(b):
                    label = plain[ranks[a]]
                    if suited >= _BOARD - 1:  # the fourth card may make a flush
                        label = labels[_index(three + words[a], held | bits[a], given)]
                    threes[low + a, label] += 1
                    threes[middle + a, label] += 1
                    threes[high + a, label] += 1
                    last[label] += 1
    number = 0
    for c in range(size):
        for b in range(c):
            for a in range(b):
                for label in range(1, threes.shape[1]):
                    many = threes[number, label]
                    pairs[_pair(a, b), label] += many
                    pairs[_pair(a, c), label] += many
                    pairs[_pair(b, c), label] += many
                number += 1
    pairs //= 2  # a turn and a river were met in either order


@njit(cache=True, nogil=True)
def _pair(low: int, high: int) -> int:
    return high * (high - 1) // 2 + low


@njit(cache=True, nogil=True)
def _choose(counts: Counts, nets: Floats) -> tuple[int, float, float]:
    """The card best thrown away, from turns and rivers by card and label but the first, with mean and square then."""
    chosen, best = 0, -np.inf
    for card in range(_OWN):
        total, others = 0.0, 0
        for label in range(1, counts.shape[1]):
            total += counts[card, label] * nets[label]
            others += counts[card, label]
        total += (_RUNS - others) * nets[0]
        if total > best:
            chosen, best = card, total
    square, others = 0.0, 0
    for label in range(1, counts.shape[1]):
        square += counts[chosen, label] * nets[label] ** 2
        others += counts[chosen, label]
    return chosen, best / _RUNS, (square + (_RUNS - others) * nets[0] ** 2) / _RUNS


@njit(cache=True, nogil=True)
def _add_up(
    threes: Counts, pairs: Counts, rest: Cards, nets: Floats, staked: Floats, classes: Ints, weight: int, sums: Floats
) -> None:
    """Add mean, square and stake of every three cards beside a flop, by node, to those of their class.

    After them the turns and rivers of each label when the best card is thrown away, and last those of hands that throw
    none. `staked`: by node, what is staked when a card is thrown away, and what the best other way loses.
    """
    size, labels = len(rest), threes.shape[1]
    throws = np.zeros((_OWN, labels), np.int32)
    for a in range(size):
        for b in range(a + 1, size):
            for c in range(b + 1, size):
                with_thrown = threes[triple_number(a, b, c)]
                for card, low, high in ((0, b, c), (1, a, c), (2, a, b)):
                    own = pairs[_pair(low, high)]
                    for label in range(1, labels):
                        throws[card, label] = own[label] - with_thrown[label]
                number = triple_number(rest[a], rest[b], rest[c])
                for node in range(len(nets)):
                    thrown, mean, square = _choose(throws, nets[node])
                    stake, lost = staked[node]
                    own_sums = sums[node, :, classes[number]]
                    if -lost > mean:
                        mean, square, stake = -lost, lost * lost, lost
                        own_sums[_KINDS + labels] += weight * _RUNS
                    else:
                        own_sums[_KINDS] += weight * _RUNS
                        for label in range(1, labels):
                            own_sums[_KINDS] -= weight * throws[thrown, label]
                            own_sums[_KINDS + label] += weight * throws[thrown, label]
                    own_sums[0] += weight * mean
                    own_sums[1] += weight * square
                    own_sums[2] += weight * stake


@njit(cache=True, nogil=True)
def triple_number(low: int, middle: int, high: int) -> int:
    """The place of three cards among all of them (colexicographic)."""
    a, b, c = np.int64(low), np.int64(middle), np.int64(high)
    return int(a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6)


@njit(cache=True, nogil=True)
def _throw_one(
    own: Cards, flops: Cards, given: Tables, labels: Labels, nets: Floats, cards: Ints, means: Floats
) -> None:
    """The card best thrown away of each hand beside a flop, and the mean then; turns and rivers are met by type."""
    counts = np.zeros((_OWN, len(nets)), np.int32)
    five, many = np.empty(_BOARD, np.uint8), np.empty(TYPES, np.int64)
    for row in range(len(own)):
        counts[:] = 0
        for thrown in range(_OWN):
            five[:_FLOP] = flops[row]
            five[_FLOP] = own[row, 1 if thrown == 0 else 0]
            five[_FLOP + 1] = own[row, 1 if thrown == _OWN - 1 else _OWN - 1]
            many[:] = 0
            suit, base, flush, suited = types_beside(five, _DECK, given, many)
            many[type_of(own[row, thrown], suit)] -= 1
            for high in range(PLAIN_TYPES if suit == NO_FLUSH else TYPES):
                for low in range(high + 1):
                    ways = many[high] * (many[high] - 1) // 2 if low == high else many[low] * many[high]
                    if not ways:
                        continue
                    counts[thrown, labels[index_beside(low, high, base, flush, suited, given)]] += ways
        cards[row], means[row], _ = _choose(counts, nets)


@dataclass(frozen=True)
class Solver:
    """Values of the tree, as mean, square and stake."""

    shape: Burn
    labels: Labels
    nets: Floats  # by line and label

    @classmethod
    def of(cls, plan: Plan, meters: Mapping[str, float]) -> "Solver":
        shape = match_template(plan)
        found = results(shape, meters) if shape is not None else None
        assert shape is not None
        assert found is not None
        return cls(shape, *found)

    @cached_property
    def flops(self) -> tuple[Cards, Ints]:
        return suit_holdings(_DECK, _FLOP)[:2]

    @cached_property
    def own(self) -> tuple[Ints, Ints]:
        """The class of every three cards by their number, and the hands in each."""
        keys, _ = name_suits(all_hands(_DECK, _OWN))
        _, by_number, counts = np.unique(keys, return_inverse=True, return_counts=True)
        return by_number, counts

    def classes(self, own: Cards) -> Ints:
        low, middle, high = np.sort(own, axis=1).astype(np.int64).T
        found: Ints = self.own[0][low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6]
        return found

    @cached_property
    def others(self) -> tuple[tuple[int, float], ...]:
        """By node: the least costly way that throws nothing away, and what it loses."""
        found = []
        for node in self.shape.throws:
            ends = [(end.staked, place) for place, way in enumerate(node.ways) if (end := _end(way)) and end.folded]
            cost, place = min(ends, default=(np.inf, -1))
            found.append((place, cost))
        return tuple(found)

    @cached_property
    def staked(self) -> Floats:
        """By node: what is staked when a card is thrown away, and what the best other way loses."""
        lines = zip(self.shape.lines, self.others, strict=True)
        return np.array([(line.staked, lost) for line, (_, lost) in lines])

    def tree(self, thing: Line | Node, sums: Floats) -> tuple[Floats, dict[int, Ints]]:
        """Mean, square and stake by class of own cards, and the best way at each node on the own cards alone."""
        _, counts = self.own
        if isinstance(thing, Line):
            staked = thing.staked
            return np.repeat(np.array([[-staked], [staked**2], [staked]]), len(counts), axis=1), {}
        for node, own in enumerate(self.shape.throws):
            if own is thing:
                return sums[node, :_KINDS] / (counts * comb(len(_DECK) - _OWN, _FLOP)), {}
        ways, chosen = zip(*(self.tree(way, sums) for way in thing.ways), strict=True)
        values = np.stack(ways)
        best = values[:, 0].argmax(axis=0)
        decided = {id(thing): best}
        for more in chosen:
            decided |= more
        return values[best, :, np.arange(len(best))].T, decided

    def law(self, sums: Floats, decided: Mapping[int, Ints]) -> dict[float, int]:
        """The deals of every net result; the flop is seen before the two other cards of the board."""
        hands, found = self.own[1], dict[float, int]()
        waiting: list[tuple[Line | Node, Ints]] = [(self.shape.root, np.arange(len(hands)))]
        while waiting:
            thing, classes = waiting.pop()
            if isinstance(thing, Line):
                nets, deals = [-thing.staked], [int(hands[classes].sum()) * comb(len(_DECK) - _OWN, _FLOP) * _RUNS]
            elif id(thing) in decided:
                best = decided[id(thing)][classes]
                waiting += [(way, classes[best == place]) for place, way in enumerate(thing.ways)]
                continue
            else:
                node = next(place for place, own in enumerate(self.shape.throws) if own is thing)
                nets = [*self.nets[node].round(9).tolist(), -self.others[node][1]]
                deals = np.rint(sums[node, _KINDS:][:, classes].sum(axis=1)).astype(np.int64).tolist()
            for net, count in zip(nets, deals, strict=True):
                if count:
                    found[net] = found.get(net, 0) + count
        return found


def _solvers(plans: Sequence[Plan], meters: Mapping[str, float]) -> tuple[Solver, ...]:
    """Solvers with the same labels, fine enough for the prices of all."""
    found = [Solver.of(plan, meters) for plan in plans]
    joint, labels = np.unique(np.stack([one.labels for one in found], axis=1), axis=0, return_inverse=True)
    common = labels.reshape(-1).astype(np.uint8)  # the most common label is the first of each, and so of all
    return tuple(replace(one, labels=common, nets=one.nets[:, joint[:, nth]]) for nth, one in enumerate(found))


def sums_over_flops(solvers: Sequence[Solver], start: int, stop: int) -> Floats:
    """[node of all solvers, kind or label, class of own cards]: sums over some of the flops, all labels alike."""
    (flops, weights), (classes, hands) = solvers[0].flops, solvers[0].own
    nets = np.concatenate([solver.nets for solver in solvers])
    staked = np.concatenate([solver.staked for solver in solvers])
    sums = np.zeros((len(nets), _KINDS + nets.shape[1] + 1, len(hands)))
    for at in range(start, stop):
        rest = np.setdiff1d(_DECK, flops[at])
        threes, pairs = (np.zeros((comb(_LEFT, size), nets.shape[1]), np.int32) for size in (3, 2))
        _count(flops[at], rest, tables(), solvers[0].labels, threes, pairs)
        _add_up(threes, pairs, rest, nets, staked, classes, int(weights[at]), sums)
    return sums


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL) -> Solution:
    return solve_all([plan], meters, executor)[0]


def solve_all(plans: Sequence[Plan], meters: Mapping[str, float], executor: Executor = LOCAL) -> list[Solution]:
    """Games that differ in prices: what comes beside each flop is counted once for all."""
    kit = SharedInput(_solvers, plans, meters)
    solvers = kit.made
    cuts = np.linspace(0, len(solvers[0].flops[0]), _PARTS + 1).astype(int).tolist()
    sums = np.zeros(())
    for part in executor.over(kit, sums_over_flops, list(pairwise(cuts)), os.cpu_count() or 1):
        sums = sums + part
    ends = np.cumsum([len(solver.nets) for solver in solvers])[:-1]
    return [_solution(solver, own) for solver, own in zip(solvers, np.split(sums, ends), strict=True)]


def _solution(solver: Solver, sums: Floats) -> Solution:
    values, decided = solver.tree(solver.shape.root, sums)
    _, counts = solver.own
    mean, square, stake = (values @ (counts / counts.sum())).tolist()
    played = Played(solver, decided)
    return Solution(
        unit_of(solver.shape.plan), mean, square, stake, played.summary, played.moves, played.decide,
        count=lambda: solver.law(sums, decided),
    )  # fmt: skip


@dataclass(frozen=True)
class Played:
    """Best play as a function of the cards in sight."""

    solver: Solver
    decided: Mapping[int, Ints]  # by node on the own cards alone, the way of each class

    @cached_property
    def moves(self) -> dict[int, tuple[Move, ...]]:
        shape = self.solver.shape
        found: dict[int, tuple[Move, ...]] = {}
        for node in _nodes(shape.root):
            if node.stage == shape.stage:
                throw = node.moves[shape.throw(node)].choice
                cards = tuple(Move(throw, 0.0, f"throw {place + 1}") for place in range(_OWN))
                found[node.stage] = (*node.moves, *cards)
            else:
                found[node.stage] = node.moves
        return found

    def _reached(self, own: Cards, stage: int) -> list[tuple[Node, Ints]]:
        """The nodes of a stage, or those at which cards are thrown away before it, and the rounds that come there."""
        classes = self.solver.classes(own)
        found: list[tuple[Node, Ints]] = []
        waiting: list[tuple[Line | Node, Ints]] = [(self.solver.shape.root, np.arange(len(own)))]
        while waiting:
            thing, rows = waiting.pop()
            if not isinstance(thing, Node) or not len(rows):
                continue
            if thing.stage >= stage or id(thing) not in self.decided:
                found.append((thing, rows))
                continue
            best = self.decided[id(thing)][classes[rows]]
            waiting += [(way, rows[best == place]) for place, way in enumerate(thing.ways)]
        return found

    def decide(self, stage: int, known: Visible) -> Ints:
        """The move of each round; one that best play does not bring to the stage gets the first."""
        own, shape = np.ascontiguousarray(known["player"]), self.solver.shape
        chosen = np.zeros(len(own), np.int64)
        if stage > shape.stage:
            return chosen
        for node, rows in self._reached(own, stage):
            if id(node) in self.decided:
                chosen[rows] = self.decided[id(node)][self.solver.classes(own[rows])]
            elif node.stage == shape.stage:
                cards, folds = self.throw(node, own[rows], known["community"][rows, :_FLOP])
                other, _ = self.solver.others[shape.throws.index(node)]
                chosen[rows] = np.where(folds, other, len(node.moves) + cards)
        return chosen

    def throw(self, node: Node, own: Cards, flops: Cards) -> tuple[Ints, Flags]:
        """The card best thrown away, and where it is better to throw none."""
        number = self.solver.shape.throws.index(node)
        cards, means = np.empty(len(own), np.int64), np.empty(len(own))
        nets, labels = self.solver.nets[number], self.solver.labels
        _throw_one(np.ascontiguousarray(own), np.ascontiguousarray(flops), tables(), labels, nets, cards, means)
        return cards, -self.solver.others[number][1] > means

    def summary(self) -> dict[str, Any]:
        """Each decision in short rules."""
        shape = self.solver.shape
        names = {index: stage.name or f"decision {index}" for index, stage in enumerate(shape.plan.stages)}
        shares = self.solver.own[1] / self.solver.own[1].sum()
        found: dict[str, Any] = {}
        for node in sorted(_nodes(shape.root), key=lambda one: one.stage):
            if id(node) in self.decided and names[node.stage] not in found:
                best = self.decided[id(node)]
                parts = [float(shares @ (best == place)) for place in range(len(node.ways))]
                rules = [
                    {
                        "when": "always" if share > _ALL else "by the three cards",
                        "do": node.moves[place].text,
                        "share": share,
                    }
                    for place, share in enumerate(parts)
                    if share > 0
                ]
                found[names[node.stage]] = {"rules": rules, "note": "every flop, turn and river counted"}
        found[names[shape.stage]] = self._throwing()
        return found

    def _throwing(self) -> dict[str, Any]:
        """When to fold and when to stay in with the two best cards, from random deals."""
        shape, rng = self.solver.shape, np.random.default_rng(_SEED)
        deals = np.argsort(rng.random((_SAMPLE, len(_DECK))), axis=1)[:, : _OWN + _FLOP].astype(np.uint8)
        node, rows = max(self._reached(deals[:, :_OWN], shape.stage), key=lambda one: len(one[1]))
        own, flops = deals[rows, :_OWN], deals[rows, _OWN:]
        cards, folds = self.throw(node, own, flops)
        kept = np.take_along_axis(own, np.array([[1, 2], [0, 2], [0, 1]])[cards], axis=1)
        other, _ = self.solver.others[shape.throws.index(node)]
        best = np.where(folds, other, shape.throw(node))
        rules, given = short_rules(list(_descriptions(kept, flops)), best, [move.text for move in node.moves])
        return {
            "rules": rules,
            "hands_played_better_otherwise": float((given != best).mean()),
            "note": f"of flop and cards best kept; the first rule that holds counts; from {_SAMPLE:,} random deals",
        }


def _descriptions(kept: Cards, flops: Cards) -> Iterator[Description]:
    """What players say of five cards of which more are to come: pairs, and cards toward a straight or a flush."""
    cards = np.concatenate([kept, flops], axis=1)
    suited = (cards[:, :, None] & 3 == np.arange(4)).sum(axis=1).max(axis=1)
    ranks = np.bitwise_or.reduce(2 << (cards >> 2).astype(np.int64), axis=1)
    ranks |= ranks >> 13 & 1  # an ace stands below the two as well
    windows = np.bitwise_count(ranks[:, None] >> np.arange(10) & 31)
    yield "a pair or better", made(cards) > 0
    yield "four to a straight", windows.max(axis=1) > _FLOP
    for count in (4, 3):
        yield f"{('three', 'four')[count - 3]} to a flush", suited >= count
    for ways in range(1, 5):
        toward = (windows >= _FLOP).sum(axis=1) >= ways
        yield f"three to a flush, and to a straight in {ways} ways or more", toward & (suited >= _FLOP)


def _nodes(thing: Line | Node) -> list[Node]:
    if isinstance(thing, Line):
        return []
    return [thing, *(node for way in thing.ways for node in _nodes(way))]
