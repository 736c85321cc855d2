"""A strategy in few words: a list of rules grown from the exact move of every state, and the chart of two cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from houseway.cards.text import RANK_NAMES, RANKS, rank_name
from houseway.hands.facts import facts_array
from houseway.hands.masks import SIZE
from houseway.odds.charts import two_cards
from houseway.odds.house_poker.batch import Cards, Flags, Floats, Ints
from houseway.odds.house_poker.vs_paytable.keeping import WINDOWS
from houseway.odds.pay_rows import holds_in
from houseway.odds.payoff import block_base, payoff

if TYPE_CHECKING:
    from houseway.odds.house_poker.vs_paytable.multi_street import Solved, Street

_MOST_RULES = 40
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_AFTER_A_NOUN = ("of", "open", "to", "staked")


@dataclass(frozen=True)
class Feature:
    """Something of a hand that can be said in words: its number in every state."""

    name: str
    values: Ints
    words: Sequence[str] = ()  # by value, where it is a rank or a row
    better: str = "higher"  # than a value of `words`

    def bound(self, low: int, high: int) -> str:
        """What is said of values from `low` to `high`; nothing where all are meant."""
        least, most = int(self.values.min()), int(self.values.max())
        if low <= least and high >= most:
            return ""
        return self._said(low, high, least, most)

    def _said(self, low: int, high: int, least: int, most: int) -> str:
        if self.words:
            if low == high:
                return f"{self.name} {self.words[low]}"
            if low <= least:
                return f"{self.name} {self.words[high]} or lower"
            if high >= most:
                return f"{self.name} {self.words[low]} or {self.better}"
            return f"{self.name} {self.words[low]} to {self.words[high]}"
        if low == high:
            return self._many(low)
        if low <= least:
            return f"at most {self._many(high)}"
        if high >= most:
            return f"at least {self._many(low)}"
        return f"{_NUMBERS[low]} to {self._many(high)}"

    def _many(self, count: int) -> str:
        """`no high card`, `one high card`, `two high cards`."""
        words = self.name.split()
        noun = next((at for at, word in enumerate(words) if word in _AFTER_A_NOUN), len(words)) - 1
        if count > 1:
            words[noun] += "es" if words[noun].endswith("sh") else "s"
        return f"{_NUMBERS[count] if count < len(_NUMBERS) else count} {' '.join(words)}"


@dataclass(frozen=True)
class OneSuit(Feature):
    """The most cards of one suit, of which there is always one."""

    def _many(self, count: int) -> str:
        return "no two cards of one suit" if count == 1 else Feature._many(self, count)


@dataclass(frozen=True)
class Pair(Feature):
    """The rank of the highest pair, 0 where there is none."""

    def _said(self, low: int, high: int, least: int, most: int) -> str:
        if high == 0:
            return "no pair"
        if low == 1 and high >= most:
            return "a pair"
        below = "no pair, or " if low == least == 0 else ""
        return below + Feature._said(self, max(low, 1), high, 1, most)


def _in_window(masks: Ints) -> Ints:
    """Most cards of a set of ranks that one straight can hold."""
    found: Ints = np.max(np.stack([SIZE[masks & window] for window in WINDOWS]), axis=0)
    return found


def _gaps(masks: Ints, count: int) -> Ints:
    """In how many straights all ranks fit; none if two are alike."""
    alike = SIZE[masks] < count
    ways = np.sum([(masks & ~window) == 0 for window in WINDOWS], axis=0)
    return np.where(alike, 0, ways)


def _made(solved: Solved, cards: Cards) -> Feature | None:
    """The best row that the cards known so far already make, by what it pays."""
    shape = solved.shape
    wager = next((shape.plan.wagers[group[0]] for group in shape.groups if shape.plan.wagers[group[0]].table), None)
    if wager is None or wager.table is None:
        return None
    hand, table = shape.plan.hands[wager.spec.hand], wager.table
    facts = facts_array(cards, hand.length, hand.wild_ranks, hand.joker, hand.wheel)
    base = block_base(table.block, table.id)
    order = sorted(table.rows, key=lambda row: payoff(row.pays[0], stake_kept=wager.stake_kept, base=base).net)
    best = np.zeros(len(cards), np.int64)
    for number, row in enumerate(order, start=1):
        fitting = np.ones(len(cards), np.bool_)
        for clause in row.clauses:
            for test in clause.tests:
                fitting &= holds_in(test, facts)
            fitting &= not (clause.ranks or clause.forbidden)
        best[fitting] = number
    return Feature("holding", best, ("nothing", *(row.name.replace("_", " ") for row in order)), "better")


def _pair_classes(solved: Solved) -> list[tuple[str, Flags]]:
    """Ranks by what a pair of them pays in a hand of five, from the results of the last wager."""
    shape = solved.shape
    wager = shape.plan.wagers[shape.groups[-1][0]]
    if wager.table is None:
        return []
    hand = shape.plan.hands[wager.spec.hand]
    pairs = np.array([[4 * rank, 4 * rank + 1] for rank in range(13)], np.uint8)
    facts = facts_array(pairs, hand.length, wheel=hand.wheel)
    nets = np.full(13, -1.0)
    for row in reversed(wager.table.rows):
        fitting = np.ones(13, np.bool_)
        for clause in row.clauses:
            for test in clause.tests:
                fitting &= holds_in(test, facts)
        nets[fitting] = payoff(row.pays[0], stake_kept=wager.stake_kept).net
    return [("high card", nets > 0), ("middle card", nets == 0)]


def features(solved: Solved, street: Street, rows: Ints, staked: Ints) -> list[Feature]:
    """What can be said of the states in `rows`, and of what is at stake."""
    cards = street.states[rows]
    ranks, suits = (cards >> 2).astype(np.int64), (cards & 3).astype(np.int64)
    count = cards.shape[1]
    masks = np.bitwise_or.reduce(1 << ranks, axis=1)
    by_suit = [np.bitwise_or.reduce(np.where(suits == suit, 1 << ranks, 0), axis=1) for suit in range(4)]
    suited = np.max(np.stack([SIZE[mask] for mask in by_suit]), axis=0)
    one_suit = suited == count
    ordered = np.sort(ranks, axis=1)[:, ::-1]
    alike = np.where(ordered[:, :-1] == ordered[:, 1:], ordered[:, :-1], -1).max(axis=1, initial=-1)
    found = [
        *([made] if (made := _made(solved, cards)) else []),
        OneSuit("card of one suit", suited),
        Feature("straight open to all cards", _gaps(masks, count)),
        Feature("straight flush open to all cards", np.where(one_suit, _gaps(masks, count), 0)),
        Feature("card to a straight", _in_window(masks)),
        Feature("card to a straight flush", np.max(np.stack([_in_window(mask) for mask in by_suit]), axis=0)),
    ]
    for name, wanted in _pair_classes(solved):
        found.append(Feature(name, wanted[ranks].sum(axis=1)))
    found += [
        Pair("a pair of", alike + 1, ("", *(rank_name(rank, plural=True) for rank in range(13)))),
        Feature("highest card", ordered[:, 0], RANK_NAMES),
        Feature("second card", ordered[:, min(1, count - 1)], RANK_NAMES),
        Feature("lowest card", ordered[:, -1], RANK_NAMES),
        Feature("unit staked so far", staked),
    ]
    return [one for one in found if one.values.min() < one.values.max()]


@dataclass
class _Leaf:
    rows: Ints
    bounds: dict[int, tuple[int, int]]


def _impurity(moves: Ints, weights: Floats, kinds: int) -> float:
    totals = np.bincount(moves, weights=weights, minlength=kinds)
    whole = totals.sum()
    return float(whole - (totals**2).sum() / whole) if whole else 0.0


def _split(leaf: _Leaf, known: list[Feature], moves: Ints, weights: Floats, kinds: int) -> tuple[float, int, int]:
    """The best cut of a leaf: what it gains, the feature, and the greatest value of the lower part."""
    own, heavy = moves[leaf.rows], weights[leaf.rows]
    before = _impurity(own, heavy, kinds)
    best = (0.0, -1, 0)
    for number, feature in enumerate(known):
        values = feature.values[leaf.rows]
        low = int(values.min())
        table = np.zeros((int(values.max()) - low + 1, kinds))
        np.add.at(table, (values - low, own), heavy)
        below = np.cumsum(table, axis=0)[:-1]
        above = table.sum(axis=0) - below
        for cut in range(len(below)):
            left, right = below[cut], above[cut]
            if not left.any() or not right.any():
                continue
            after = left.sum() - (left**2).sum() / left.sum() + right.sum() - (right**2).sum() / right.sum()
            if before - after > best[0] + 1e-12 * before:
                best = (before - after, number, low + cut)
    return best


def _grow(known: list[Feature], moves: Ints, weights: Floats, kinds: int) -> list[_Leaf]:
    """Leaves of a tree, split where it gains most until every leaf has one move or there are enough."""
    full = {n: (int(one.values.min()), int(one.values.max())) for n, one in enumerate(known)}
    leaves = [_Leaf(np.arange(len(moves)), full)]
    cuts = [_split(leaves[0], known, moves, weights, kinds)]
    while len(leaves) < _MOST_RULES and max(gain for gain, _, _ in cuts) > 0:
        place = max(range(len(cuts)), key=lambda n: cuts[n][0])
        leaf, (_, number, cut) = leaves.pop(place), cuts.pop(place)
        values = known[number].values[leaf.rows]
        low, high = leaf.bounds[number]
        for rows, bounds in ((leaf.rows[values <= cut], (low, cut)), (leaf.rows[values > cut], (cut + 1, high))):
            part = _Leaf(rows, {**leaf.bounds, number: bounds})
            leaves.append(part)
            cuts.append(_split(part, known, moves, weights, kinds))
    return leaves


def _rules(solved: Solved, place: int) -> dict[str, Any]:
    street, reached = solved.streets[place], solved.reached[place]
    rows, moves, weights, staked = [], [], [], []
    for amounts, reach in reached.items():
        here = np.flatnonzero(reach)
        rows.append(here)
        moves.append(street.moves[amounts][here])
        weights.append(reach[here])
        staked.append(np.full(len(here), round(solved.shape.staked(amounts))))
    at, best, heavy = np.concatenate(rows), np.concatenate(moves), np.concatenate(weights)
    known = features(solved, street, at, np.concatenate(staked))
    texts = [move.text for move in street.level.moves]
    leaves = _grow(known, best, heavy, len(texts))
    said, right = [], 0.0
    for leaf in leaves:
        shares = np.bincount(best[leaf.rows], weights=heavy[leaf.rows], minlength=len(texts))
        right += float(shares.max())
        bounds = [known[n].bound(low, high) for n, (low, high) in leaf.bounds.items()]
        said.append((float(shares.sum()), ", ".join(filter(None, bounds)) or "always", texts[int(shares.argmax())]))
    total = float(heavy.sum())
    often = np.bincount(best, weights=heavy, minlength=len(texts)) / total
    found: dict[str, Any] = {
        "frequency": dict(zip(texts, often.tolist(), strict=True)),
        "rules": [
            {"when": when, "do": do, "share": weight / total} for weight, when, do in sorted(said, key=lambda s: s[2])
        ],
        "agreement": right / total,
    }
    if street.states.shape[1] == 2 and len(reached) == 1:
        found |= two_cards(_two_card_moves(street.states, best, texts))
    return found


def _two_card_moves(states: Cards, moves: Ints, texts: list[str]) -> dict[str, str]:
    """The move of every two cards: `AKs` of one suit, `AKo` of two, `AA` a pair."""
    found = {}
    for cards, move in zip(states.tolist(), moves.tolist(), strict=True):
        high, low = sorted((card >> 2 for card in cards), reverse=True)
        suited = cards[0] & 3 == cards[1] & 3
        mark = "" if high == low else "s" if suited else "o"
        found[f"{RANKS[high]}{RANKS[low]}{mark}"] = texts[move]
    return found


def speak(solved: Solved) -> dict[str, Any]:
    """For every decision: how often each move is best, rules that find it, and the share of hands where they do."""
    stages = solved.shape.plan.stages
    return {
        stages[street.level.stage].name or f"stage {street.level.stage + 1}": _rules(solved, place)
        for place, street in enumerate(solved.streets)
    }
