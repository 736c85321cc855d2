"""Solves games in which a seat sets its cards in parts against a dealer who sets his by the house way.

Every hand is met by every hand of the dealer, in every way to set it. What a wager yields depends on the values and
colours of the hands it compares, so it is worked out once for each pair of these and looked up in the count.
"""

import os
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from houseway.cards.text import JOKER
from houseway.odds.arrays import Counts, Masks
from houseway.odds.executor import LOCAL, Executor, SharedInput
from houseway.odds.house_poker.batch import Batch, Cards, Floats, Ints
from houseway.odds.house_poker.dealer_way import DealerWay, Setting, divided
from houseway.odds.house_poker.decision_tree import read_tree
from houseway.odds.house_poker.numbered import MOST_CARDS
from houseway.odds.house_poker.places import hands_of
from houseway.odds.house_poker.sampled.facing import conditions
from houseway.odds.house_poker.solvers import Solution
from houseway.odds.house_poker.vs_dealer.against import one_deck
from houseway.odds.house_poker.wagers import main_wagers, unit_of
from houseway.odds.suit_classes.listed import all_hands
from houseway.play.core.cases import Always
from houseway.play.house_poker.cases import Beats, DoesNotQualify, OneColour, Reaches, Ties
from houseway.play.house_poker.plan import Part, Plan

_KNOWN = (Always, Beats, DoesNotQualify, OneColour, Reaches, Ties)
_MOST_PAIRS = 2e10  # of two hands in all settings
_PARTS = 32
_SIDES = {"player", "dealer"}
_RESULTS = 256
_PLACES = ("highest", "second", "third", "fourth", "fifth")


@dataclass(frozen=True)
class Template:
    """One decision, in which the seat sets all its cards; then the dealer's house way sets his."""

    plan: Plan
    stage: int
    house_way: int  # the stage
    parts: Mapping[str, int]
    stakes: Mapping[str, float]
    cards: int
    dealer_cards: int

    @cached_property
    def settings(self) -> list[Setting]:
        return list(divided(tuple(range(self.cards)), list(self.parts.items())))


def match_template(plan: Plan) -> Template | None:
    """The shape of a game, none if it is another."""
    tree = read_tree(plan)
    acting = [step.stage for step in tree.steps if "dealer" in step.words]
    if len(tree.decisions) != 1 or len(acting) != 1 or not tree.says_only("parts", "dealer"):
        return None
    (decision,), acts, sizes = tree.decisions, plan.stages[acting[0]].dealer, tree.sizes
    if len(decision.choices) != 1 or acts is None or not acts.parts or acts.discard is not None:
        return None
    if {*tree.stakes} != {*main_wagers(plan)} or {*decision.known} != {("player", at) for at in range(sizes["player"])}:
        return None
    parts = plan.choices[decision.stage][0].spec.parts
    shape = Template(plan, decision.stage, acting[0], parts, tree.stakes, sizes["player"], sizes["dealer"])
    whole = sum(parts.values()) == shape.cards and max(shape.cards, shape.dealer_cards) <= MOST_CARDS
    return shape if whole and all(_by_values(plan, name) for name in tree.stakes) else None


def _by_values(plan: Plan, name: str) -> bool:
    """Whether a wager goes at flat prices by values and colours of hands that are wholly the seat's or the dealer's."""
    cases, hands = plan.wagers[name].cases, [plan.hands[hand] for hand in hands_of(plan, name)]
    flat = all(case.table is None and not case.best_of and not case.pot for case in cases)
    simple = all(isinstance(when, _KNOWN) for when in conditions(plan, name))
    points = any(isinstance(when, Ties) and when.points is not None for when in conditions(plan, name))
    plain = all(
        hand.ranking is not None and not hand.plays_of and not hand.one_of and not hand.stand_in for hand in hands
    )
    piles = [{part.pile for part in hand.parts} for hand in hands]
    return flat and simple and not points and plain and all(len(pile) == 1 and pile <= _SIDES for pile in piles)


def fits(plan: Plan) -> bool:
    """A seat that only sets its cards, a dealer who sets his by the house way, and comparisons of the two."""
    shape, deck = match_template(plan), one_deck(plan)
    if shape is None or deck is None or max(deck) >= JOKER:
        return False
    pairs = comb(len(deck), shape.cards) * comb(len(deck) - shape.cards, shape.dealer_cards)
    return pairs * len(shape.settings) <= _MOST_PAIRS


@dataclass(frozen=True)
class _Side:
    """All settings of all hands of one side, [hand, setting] in one line: the cards of each named hand."""

    plan: Plan
    hands: Cards  # [hand and setting, place]
    parts: Mapping[str, Cards]

    def cards(self, hand: str) -> Cards:
        return np.concatenate([self._part(part) for part in self.plan.hands[hand].parts], axis=1)

    def _part(self, part: Part) -> Cards:
        if part.name:
            return self.parts[part.name]
        return self.hands if part.whole else self.hands[:, part.start : part.stop]

    def marks(self, names: Sequence[str], coloured: Collection[str]) -> tuple[Ints, Ints]:
        """Counts of what wagers can tell of some hands: an example of each, and the number of every row."""
        columns: list[Ints] = []
        for name in names:
            ranking, cards = self.plan.hands[name].ranking, np.ascontiguousarray(self.cards(name))
            assert ranking is not None
            columns.append(ranking.rank(cards))
            if name in coloured:
                red = ((cards & 3) == 1) | ((cards & 3) == 2)
                columns.append(red.all(axis=1) * 2 + red.any(axis=1))
        if not columns:
            return np.zeros(1, np.int64), np.zeros(len(self.hands), np.int64)
        _, first, number = np.unique(np.stack(columns, axis=1), axis=0, return_index=True, return_inverse=True)
        return first, number.reshape(-1)


@njit(cache=True, nogil=True)
def _meet(
    first: int,
    stop: int,
    masks: Masks,  # of all hands of the seat
    others: Masks,  # of all hands of the dealer
    starts: Ints,  # [hand, setting, wager]: where the row of its nets begins
    marks: Counts,  # [wager, hand of the dealer]: its place in that row
    nets: Floats,
    best: npt.NDArray[np.int8],
    worth: Floats,
    results: Floats,
    counts: Ints,
) -> None:
    """The setting that is worth most of each hand from `first` to `stop`, and how often it yields what."""
    settings, wagers = starts.shape[1], starts.shape[2]
    open_to = np.empty(len(others), np.int64)
    sums = np.empty(settings)
    used = 0
    for hand in range(first, stop):
        met = 0
        for other in range(len(others)):
            if not masks[hand] & others[other]:
                open_to[met] = other
                met += 1
        for setting in range(settings):
            total = 0.0
            for wager in range(wagers):
                row, own = starts[hand, setting, wager], marks[wager]
                for place in range(met):
                    total += nets[row + own[open_to[place]]]
            sums[setting] = total
        chosen = sums.argmax()
        best[hand], worth[hand] = chosen, sums[chosen] / met
        known = 0
        for place in range(met):
            total = 0.0
            for wager in range(wagers):
                total += nets[starts[hand, chosen, wager] + marks[wager, open_to[place]]]
            if not (known < used and results[known] == total):
                known = 0
                while known < used and results[known] != total:
                    known += 1
                if known == used:
                    results[used] = total
                    used += 1
            counts[known] += 1


class _Laid:
    """All hands of both sides, and what each wager yields between them."""

    def __init__(self, plan: Plan, meters: Mapping[str, float], deck: Cards | None) -> None:
        shape, cards = match_template(plan), one_deck(plan) if deck is None else deck
        assert shape is not None
        assert cards is not None
        self.shape = shape
        self.own, self.dealer = all_hands(cards, shape.cards), all_hands(cards, shape.dealer_cards)
        self.masks, self.others = _masks(self.own), _masks(self.dealer)
        mine, theirs = self._mine(), self._theirs()
        starts, marks, nets, at = [], [], [np.empty(0)], 0
        for name, stake in shape.stakes.items():
            named = sorted(hands_of(plan, name))
            ours = [hand for hand in named if plan.hands[hand].parts[0].pile == "player"]
            others = [hand for hand in named if hand not in ours]
            colours = [when.hands() for when in conditions(plan, name) if isinstance(when, OneColour)]
            coloured = frozenset[str]().union(*colours)
            (first, number), (met, mark) = mine.marks(ours, coloured), theirs.marks(others, coloured)
            rows, columns = np.repeat(first, len(met)), np.tile(met, len(first))
            between = {hand: np.ascontiguousarray(mine.cards(hand)[rows]) for hand in ours}
            between |= {hand: np.ascontiguousarray(theirs.cards(hand)[columns]) for hand in others}
            batch = Batch(plan, {"": next(iter(between.values()))}, meters, hands=between)
            nets.append(stake * batch.nets(name))
            starts.append(at + number * len(met))
            marks.append(mark)
            at += len(rows)
        self.starts = np.stack(starts, axis=1).reshape(len(self.own), len(shape.settings), len(starts))
        self.marks, self.nets = np.stack(marks).astype(np.int32), np.concatenate(nets)

    def _mine(self) -> _Side:
        settings = self.shape.settings
        parts = {
            name: np.stack([self.own[:, list(setting[name])] for setting in settings], axis=1).reshape(-1, size)
            for name, size in self.shape.parts.items()
        }
        return _Side(self.shape.plan, np.repeat(self.own, len(settings), axis=0), parts)

    def _theirs(self) -> _Side:
        shape = self.shape
        way = DealerWay(shape.plan, shape.house_way, shape.dealer_cards)
        made, parts, at = way.apply(self.dealer, self.dealer[:, :0]), {}, 0
        for name, size in way.acts.parts.items():
            parts[name] = made[:, at : at + size]
            at += size
        return _Side(shape.plan, self.dealer, parts)

    def part(self, first: int, stop: int) -> tuple[Ints, Floats, dict[float, int]]:
        """Some hands of the seat: the best setting of each, its mean, and how often it yields what."""
        best, worth = np.zeros(len(self.own), np.int8), np.zeros(len(self.own))
        results, counts = np.zeros(_RESULTS), np.zeros(_RESULTS, np.int64)
        _meet(
            first, stop, self.masks, self.others, self.starts, self.marks, self.nets, best, worth, results, counts
        )  # fmt: skip
        found = {net: count for net, count in zip(results.tolist(), counts.tolist(), strict=True) if count}
        return best[first:stop].astype(np.int64), worth[first:stop], found

    def rules(self, best: Ints) -> Iterator[dict[str, Any]]:
        """What is set where, by the category of all cards and from their highest to their lowest rank."""
        shape, plan = self.shape, self.shape.plan
        whole = next((hand for hand in plan.hands.values() if hand.ranking and hand.parts == (Part("player"),)), None)
        called, groups = (*_PLACES[: shape.cards - 1], "lowest"), np.zeros(len(self.own), np.int64)
        if whole is not None and whole.ranking is not None:
            groups = whole.ranking.rank(self.own) >> whole.ranking.shift
        order = np.argsort(np.argsort(-(self.own.astype(np.int64) >> 2), axis=1, kind="stable"), axis=1)
        for group in np.unique(groups)[::-1].tolist():
            rows = np.flatnonzero(groups == group)
            name = whole.ranking.categories[group] if whole is not None and whole.ranking is not None else "any cards"
            shares: dict[str, float] = {}
            for number, setting in enumerate(shape.settings):
                some = rows[best[rows] == number]
                places, counts = np.unique(order[some], axis=0, return_counts=True)
                for place, count in zip(places, counts.tolist(), strict=True):
                    texts = []
                    for part, chosen in setting.items():
                        ranks = sorted(int(place[one]) for one in chosen)
                        texts.append(f"{part}: {' and '.join(called[rank] for rank in ranks)}")
                    said = ", ".join(texts)
                    shares[said] = shares.get(said, 0.0) + count / len(self.own)
            for said, share in sorted(shares.items(), key=lambda one: -one[1]):
                yield {"when": name.replace("_", " "), "do": said, "share": share}


def _masks(hands: Cards) -> Masks:
    found: Masks = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    return found


def solve(plan: Plan, meters: Mapping[str, float], executor: Executor = LOCAL, deck: Cards | None = None) -> Solution:
    """The game under best play; `deck` stands for the game's own where a smaller one is asked about."""
    kit = SharedInput(_Laid, plan, meters, deck)
    made = kit.made
    ends = [len(made.own) * part // _PARTS for part in range(_PARTS + 1)]
    tasks = [(first, stop) for first, stop in pairwise(ends) if stop > first]
    parts = list(executor.over(kit, _Laid.part, tasks, os.cpu_count() or 1))
    best, counts = np.concatenate([one for one, _, _ in parts]), Counter[float]()
    for _, _, found in parts:
        counts.update(found)
    cycle = sum(counts.values())
    chances = {net: count / cycle for net, count in sorted(counts.items())}
    rules = {"rules": list(made.rules(best)), "note": f"every setting of {len(made.own):,} hands against every hand"}
    return Solution(
        unit_of(plan),
        sum(net * chance for net, chance in chances.items()),
        sum(net * net * chance for net, chance in chances.items()),
        sum(made.shape.stakes.values()),
        rules,
        outcomes=chances,
        cycle=cycle,
    )
