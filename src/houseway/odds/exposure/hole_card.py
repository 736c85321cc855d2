"""What a known hole card of the dealer is worth in blackjack: every hand played best against both of his cards.

For each hole card the game is counted from the shoe without it, the dealer's hand beginning with two known cards.
"""

from dataclasses import replace

import numpy as np

from houseway.odds.blackjack.dealer import tree_after
from houseway.odds.blackjack.solve import Counted, Rules, best_totals, count_hands, read_rules, splittable, two_cards
from houseway.odds.blackjack.values import ACE, NAMES, TEN, VALUES
from houseway.odds.executor import Progress
from houseway.odds.exposure.informed import Gain
from houseway.odds.payoff import payoff
from houseway.play.blackjack.plan import Plan


def why_no_hole_card(plan: Plan) -> str:
    """What stops a hole card from being valued; empty if nothing does."""
    if not plan.spec.dealer.hole_card:
        return "the dealer takes no hole card before the hands are played"
    if plan.spec.dealer.hands > 1:
        return "the dealer plays several hands"
    return "a hand of the dealer saves busted ones" if read_rules(plan).book.lengths.any() else ""


def rules_with(rules: Rules, hole: int) -> Rules:
    """The rules when the hole card is known: it is out of the shoe, and the dealer has nothing to look for."""
    trees = [tree_after(up, hole, rules.plan.spec.dealer.hits_soft_17) for up in range(VALUES)]
    book = rules.book._replace(
        peeks=np.zeros(VALUES, np.int64),
        parent=np.concatenate([tree.parent for tree in trees]),
        value=np.concatenate([tree.value for tree in trees]),
        have=np.concatenate([tree.have for tree in trees]),
        depth=np.concatenate([tree.depth for tree in trees]),
        end=np.concatenate([tree.end for tree in trees]),
        orders=np.concatenate([tree.orders for tree in trees]),
        starts=np.cumsum([0, *(len(tree.parent) for tree in trees)]),
    )
    shoe = rules.shoe.copy()
    shoe[hole] -= 1
    return replace(rules, shoe=shoe, book=book)


def hole_card(unknown: Counted, progress: Progress) -> Gain:
    """The gain of a seat that knows the hole card of every round, from the hands as they are counted without it."""
    rules = unknown.rules
    mean = changed = 0.0
    whole = float(rules.shoe.sum())
    for hole in range(VALUES):
        if rules.shoe[hole] < 1:
            continue
        known = count_hands(rules_with(rules, hole))
        share = float(rules.shoe[hole]) / whole
        found, other = _against(unknown, known, hole)
        mean += share * found
        changed += share * other
        progress((hole + 1) / VALUES)
    return Gain(mean - best_totals(unknown).mean, 0.0, 0, changed)


def _against(unknown: Counted, known: Counted, hole: int) -> tuple[float, float]:
    """What all hands yield when this is the hole card, and the share of them that are played otherwise."""
    plan, rules = unknown.rules.plan, known.rules
    insurance, surrender = plan.spec.insurance, plan.spec.surrender
    early = surrender is not None and surrender.at == "early"
    mean = changed = 0.0
    for up in range(VALUES):
        if rules.shoe[up] < 1:
            continue
        natural = {up, hole} == {ACE, TEN}
        insured = 0.0
        if natural and insurance is not None and NAMES[up] in insurance.up:
            insured = insurance.most * payoff(plan.insurance).net
        for one, two, hand, chance in two_cards(rules, up):
            if (one, two) == (ACE, TEN):
                mean += chance * (float(known.ends[up, hand] @ rules.pays.natural) + insured)
                continue
            if natural and unknown.rules.peeks[up]:
                mean += chance * (max(-1.0, -rules.costs) if early else -1.0 + insured)
                continue
            part = splittable(rules, one) if one == two else 0.0
            plain = float(known.values[up, hand].max())
            best = part * max(plain, float(known.split_worth[one, up])) + (1 - part) * plain if part else plain
            mean += chance * (max(best, -rules.costs) if early else best + (insured if natural else 0.0))
            changed += chance * (_play(unknown, part, one, up, hand) != _play(known, part, one, up, hand))
    return mean, changed


def _play(counted: Counted, part: float, pair: int, up: int, hand: int) -> int:
    """The best play of two cards; -1: split."""
    splits = part > 0 and counted.split_worth[pair, up] > counted.values[up, hand].max()
    return -1 if splits else int(counted.policy[up, hand])
