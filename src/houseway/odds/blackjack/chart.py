"""Basic strategy: what to do by total and up card, found from the count, and the same chart as tables for play."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial

import numpy as np

from houseway.odds.blackjack.hands import DOUBLES, DOUBLES_FREE, HITS, STANDS, SURRENDERS, Flags, all_hands
from houseway.odds.blackjack.kernel import NEVER
from houseway.odds.blackjack.solve import (
    Counted,
    Rules,
    Totals,
    Ways,
    gives_up_early,
    policy_totals,
    splittable,
    two_cards,
)
from houseway.odds.blackjack.values import ACE, NAMES, TEN, VALUES, Floats, Ints
from houseway.odds.payoff import payoff

TOTALS = 22
DEALT, FIRST_SPLIT, ADDED = range(3)  # a hand as dealt, the first hand of a split, one that the split added
CONTEXTS = 3
UPS = (*range(1, VALUES), ACE)  # as charts are printed
_OPEN = NEVER / 2
LETTERS = {STANDS: "S", HITS: "H", DOUBLES: "D", DOUBLES_FREE: "F", SURRENDERS: "R"}
LEGEND = {
    "S": "stand",
    "H": "hit",
    "D": "double, else hit",
    "Ds": "double, else stand",
    "F": "double free, else hit",
    "Fs": "double free, else stand",
    "R": "surrender, else hit",
    "Rs": "surrender, else stand",
    "P": "split",
}


@dataclass(frozen=True)
class Chart:
    """Actions by [context, soft, total, up]: of two cards, and of more (or where the first is not allowed)."""

    first: Ints
    more: Ints
    split: Flags  # [pair, up]
    early: Flags  # [soft, total, up] given up before the look
    early_pair: Flags  # [pair, up]
    insures: bool
    natural: int  # under an insured up card: 0 stands as it is, 1 insured, 2 even money


def _better(held: Flags, weights: Floats, values: Floats, actions: Sequence[int | Ints], otherwise: Ints) -> Ints:
    """[up] the action that is best over the hands held [up, hand] with these weights, of those open to all of them.

    `values` go by [up, hand, action]; an action is one number or one for each up card.
    """
    often, ups = np.where(held, weights, 0.0), np.arange(len(held))
    open_to_all = np.where(held[:, :, None], values > _OPEN, True).all(axis=1) & (often.sum(axis=1) > 0)[:, None]
    means = np.where(open_to_all, np.einsum("uh,uha->ua", often, values), -np.inf)
    best, most = otherwise, np.full(len(held), -np.inf)
    for action in actions:
        mean = means[ups, action]
        better = mean > most
        best, most = np.where(better, action, best), np.where(better, mean, most)
    return best


def _natural_choice(counted: Counted) -> int:
    rules = counted.rules
    words, pays = rules.plan.spec.insurance, rules.pays
    ups = [up for up in (ACE, TEN) if words is not None and NAMES[up] in words.up]
    if not ups or words is None:
        return 0
    up, hand = ups[0], all_hands().place(ACE, TEN)
    left = rules.shoe - all_hands().counts[hand]
    left[up] -= 1
    chance = float(left[TEN if up == ACE else ACE] / left.sum())
    won, tie = float(pays.natural[0]), float(pays.natural[10])
    gain = words.most * (chance * payoff(rules.plan.insurance).net - (1 - chance))
    plain = (1 - chance) * won + chance * tie
    options = [plain, plain + gain if gain > 0 else -np.inf]
    even = pays.even_money
    options.append(-np.inf if even is None else float((1 - chance) * even[0] + chance * even[10]))
    return int(np.argmax(options))


def _insures(counted: Counted) -> bool:
    """Whether insurance is worth taking without a look at the own cards."""
    words = counted.rules.plan.spec.insurance
    if words is None or not words.up:
        return False
    shoe = counted.rules.shoe
    chance = shoe[TEN] / (shoe.sum() - 1)
    return bool(chance * payoff(counted.rules.plan.insurance).net > 1 - chance)


def _orders(counts: Ints, shoe: Floats) -> Floats:
    """[hand] how often a hand of these cards is drawn, about."""
    cards = counts.sum(axis=1)
    factorials = [float(factorial(n)) for n in range(int(cards.max()) + 1)]
    found: Floats = np.array(factorials)[cards]
    for value in range(VALUES):
        share = float(shoe[value] / shoe.sum())
        found *= np.array([share**n / ways for n, ways in enumerate(factorials)])[counts[:, value]]
    return found


def find_chart(counted: Counted, best: Totals) -> Chart:
    """The chart: of the hands of each total, weighted as often as they are held, what is best for all together."""
    hands, rules = all_hands(), counted.rules
    first = np.zeros((CONTEXTS, 2, TOTALS, VALUES), np.int64)
    more = np.zeros((CONTEXTS, 2, TOTALS, VALUES), np.int64)
    split = np.zeros((VALUES, VALUES), np.bool_)
    early = np.zeros((2, TOTALS, VALUES), np.bool_)
    early_pair = np.zeros((VALUES, VALUES), np.bool_)
    assert best.reach is not None
    surrender = rules.plan.spec.surrender
    may_give_up = surrender is not None and surrender.at == "early"
    usual = _orders(hands.counts, rules.shoe)
    groups = {
        (soft, total): np.flatnonzero((hands.soft == bool(soft)) & (hands.total == total) & (hands.cards >= 2))
        for soft in range(2)
        for total in range(4, TOTALS)
    }
    held = np.zeros((VALUES, len(hands.cards)))
    for up in range(VALUES):
        for one, two, hand, chance in two_cards(rules, up):
            held[up, hand] = chance
            if one == two:
                plain = counted.values[up, hand].max()
                split[one, up] = splittable(rules, one) > 0 and counted.split_worth[one, up] > plain
                early_pair[one, up] = gives_up_early(counted, one, one, up, hand, _lost(counted, up, hand))
    for (soft, total), group in groups.items():
        if not len(group):
            continue
        values = counted.values[:, group]
        weights = np.maximum(best.reach[:, group], 1e-9 * usual[group])
        stands = values[:, :, STANDS] > _OPEN
        rest = np.where(stands.any(axis=1), STANDS, HITS)
        actions: tuple[int | Ints, ...] = (STANDS, HITS, *((DOUBLES,) if _any_cards(counted.rules) else ()))
        on = _better(stands & (values[:, :, HITS] > _OPEN), weights, values, actions, rest)
        more[:, soft, total] = on
        two_held = hands.cards[group] == 2
        other = two_held & (hands.counts[group].max(axis=1) < 2)
        both = group[other if other.any() else two_held]
        chances, every = held[:, both], np.ones((VALUES, len(both)), np.bool_)
        actions = (on, DOUBLES, DOUBLES_FREE, SURRENDERS)
        first[:, soft, total] = _better(every, chances, counted.values[:, both], actions, on)
        for up in range(VALUES) if may_give_up else ():
            gone = [gives_up_early(counted, -1, -2, up, hand, _lost(counted, up, hand)) for hand in both.tolist()]
            early[soft, total, up] = bool(gone) and float(chances[up] @ np.array(gone)) * 2 > chances[up].sum()
    _after_splits(counted, split, usual, groups, first, more)
    return Chart(first, more, split, early, early_pair, _insures(counted), _natural_choice(counted))


def _any_cards(rules: Rules) -> bool:
    words = rules.plan.spec.double
    return words is not None and words.cards == 0


def _lost(counted: Counted, up: int, hand: int) -> float:
    rules = counted.rules
    if not rules.peeks[up]:
        return 0.0
    left = rules.shoe - all_hands().counts[hand]
    left[up] -= 1
    return float(left[TEN if up == ACE else ACE] / left.sum())


def _after_splits(
    counted: Counted,
    split: Flags,
    usual: Floats,
    groups: dict[tuple[int, int], Ints],
    first: Ints,
    more: Ints,
) -> None:
    """The hands of split pairs, where they may be played otherwise than the same cards as dealt."""
    hands, free = all_hands(), any(counted.rules.free)
    for owner in range(2):
        context = FIRST_SPLIT + owner
        for (soft, total), group in groups.items():
            held = group if owner and free else group[hands.cards[group] == 2]
            owned = [held[hands.counts[held, pair] > 0] for pair in range(1, VALUES)]
            places = np.concatenate(owned)
            if not len(places):
                continue
            pairs = np.repeat(np.arange(1, VALUES), [len(one) for one in owned])
            values = counted.split_values[pairs, :, owner, np.searchsorted(counted.kept, places)].swapaxes(0, 1)
            parted, often = split[pairs].T, np.broadcast_to(usual[places], (VALUES, len(places)))
            on = more[DEALT, soft, total]
            if owner and free:
                open_here = (values[:, :, HITS] > _OPEN) & (values[:, :, STANDS] > _OPEN)
                on = _better(parted & open_here, often, values, (STANDS, HITS), on)
                more[context, soft, total] = np.where(parted.any(axis=1), on, more[context, soft, total])
            parted = parted & (hands.cards[places] == 2)
            said = _better(parted, often, values, (on, DOUBLES, DOUBLES_FREE), on)
            first[context, soft, total] = np.where(parted.any(axis=1), said, first[context, soft, total])


def policy_of(rules: Rules, chart: Chart, context: int, allowed: Ints) -> Ints:
    """[up, hand] the chart spread over all hands, each action replaced where the rules do not allow it."""
    hands = all_hands()
    soft, total = hands.soft.astype(np.int64), hands.total
    more = chart.more[context, soft, total].T
    action = np.where((hands.cards == 2) | _any_cards(rules), chart.first[context, soft, total].T, more)
    for second in (more, STANDS, HITS):
        action = np.where(allowed[np.arange(len(total)), action] != 0, action, second)
    found: Ints = action.astype(np.int64)
    return found


def chart_totals(counted: Counted, chart: Chart) -> Totals:
    """The rounds of one who plays by the chart, counted as exactly as the best play."""
    rules = counted.rules
    policy = policy_of(rules, chart, DEALT, rules.allowed)
    given = np.stack(
        [
            np.stack([policy_of(rules, chart, FIRST_SPLIT + owner, allowed) for owner in range(2)], axis=1)
            for allowed in rules.allowed_split
        ]
    )
    hands = all_hands()

    def splits(pair: int, up: int, hand: int) -> bool:
        del hand
        return bool(chart.split[pair, up])

    def gives_up(one: int, two: int, up: int, hand: int, lost: float) -> bool:
        del lost
        if one == two:
            return bool(chart.early_pair[one, up])
        return bool(chart.early[int(hands.soft[hand]), hands.total[hand], up])

    return policy_totals(counted, policy, given, Ways(splits, gives_up, chart.insures, chart.natural))


def _letter(chart: Chart, context: int, soft: int, total: int, up: int) -> str:
    first, on = int(chart.first[context, soft, total, up]), int(chart.more[context, soft, total, up])
    if context == DEALT and chart.early[soft, total, up]:
        first = SURRENDERS
    return LETTERS[first] + ("s" if first not in (STANDS, HITS) and on == STANDS else "")


def chart_data(chart: Chart, free: bool = False) -> dict[str, object]:
    """The chart as plain data: hard, soft and pairs by up card; `free` adds the hands split on the house."""

    def rows(context: int, soft: int, totals: range) -> dict[str, dict[str, str]]:
        return {str(total): {NAMES[up]: _letter(chart, context, soft, total, up) for up in UPS} for total in totals}

    def pair(value: int, up: int) -> str:
        if chart.early_pair[value, up]:
            return "R"
        if chart.split[value, up]:
            return "P"
        return _letter(chart, DEALT, int(value == ACE), 12 if value == ACE else 2 * (value + 1), up)

    data: dict[str, object] = {
        "hard": rows(DEALT, 0, range(5, 20)),
        "soft": rows(DEALT, 1, range(13, 21)),
        "pairs": {f"{NAMES[value]},{NAMES[value]}": {NAMES[up]: pair(value, up) for up in UPS} for value in UPS},
        "insurance": "always" if chart.insures else "never",
        "natural": ("plays on", "insured", "even money")[chart.natural],
    }
    if free:
        data["hard_split_free"] = rows(ADDED, 0, range(5, 20))
        data["soft_split_free"] = rows(ADDED, 1, range(13, 21))
    data["legend"] = LEGEND
    return data
