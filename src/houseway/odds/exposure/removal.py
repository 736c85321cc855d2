"""The effect of removing each card of a shoe on every wager that can be counted with a card missing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from houseway.cards.decks import copies_of_each
from houseway.odds.baccarat.price import (
    FIRST_FOUR,
    Coups,
    asks_suits_or_first,
    count_coups,
    coups_by_rank,
    first_four_by_rank,
    nets_of,
)
from houseway.odds.blackjack.dealer_views import asks_suits, count_dealer, count_reds, countable, suit_counts
from houseway.odds.blackjack.solve import best_totals, count_hands, read_rules
from houseway.odds.blackjack.values import NAMES, VALUES, Floats, shoe_of
from houseway.odds.blackjack.views import (
    STARTING,
    Parts,
    count_own_set,
    looked_at,
    on_own_set,
    rows_of_starting,
    sees_hole,
)
from houseway.odds.executor import Progress
from houseway.odds.exposure.counting import Removal, Shoe
from houseway.odds.house_poker.vs_dealer import war
from houseway.odds.payoff import block_base, payoff
from houseway.play.baccarat.coup import card_value
from houseway.play.baccarat.settle import Plan as CoupPlan
from houseway.play.blackjack import totals
from houseway.play.blackjack.plan import Plan as BlackjackPlan
from houseway.play.blackjack.plan import SideBet
from houseway.play.house_poker.plan import Plan as PokerPlan
from houseway.rules.pays import DRAWN, LOSE
from houseway.rules.words import ShoeWords

RANKS = "23456789TJQKA"
_SUITS = "cdhs"
_PER_HAND = 2.7  # cards of a blackjack hand, the dealer's among them
_PER_WAR = 0.3  # cards of a round of war after the first deal

_PLAYED = {"own_all", "own_run"}  # views of a hand that decisions made
_LOOKS_AT = {"streak": "goes over several rounds", "free_bets": "goes by the free bets that the play brings"}

Removals = dict[str, Removal]
Reasons = dict[str, str]  # wagers that are not counted with a card missing, and why


def dealt_of(size: int, words: ShoeWords) -> float:
    """Cards that come out before the cut card."""
    return float(size - words.behind) if words.behind else size * (1 - float(words.cut))


def ranks_of(deck: str) -> dict[str, int]:
    """How many cards of each rank a deck or a shoe without jokers holds."""
    each = copies_of_each(deck).items()
    return {name: sum(n for card, n in each if card >> 2 == rank) for rank, name in enumerate(RANKS)}


# -- baccarat ---------------------------------------------------------------------------------------------------------


def coup_removals(plan: CoupPlan, meters: Mapping[str, float], progress: Progress) -> tuple[Removals, Shoe]:
    """Every wager, one rank less at a time; all suits of a rank count alike, since no event names one."""
    spec = plan.game.spec
    reasons = {name: why for name in plan.order if (why := asks_suits_or_first(plan, name))}
    by_points = [name for name in plan.order if name not in reasons]
    by_suits = [name for name, why in reasons.items() if why != FIRST_FOUR]
    full = count_coups(spec.draw, spec.deck, bool(by_suits))
    cards = ranks_of(spec.deck)
    before = _expected(plan, [*by_points, *by_suits], full, meters)
    effects: dict[str, dict[str, float]] = {name: {} for name in plan.order}
    seen: dict[int, int] = {}  # value -> a rank that was counted
    for rank, letter in enumerate(RANKS):
        like = seen.setdefault(card_value(4 * rank), rank)
        if like != rank:
            for effect in effects.values():
                if RANKS[like] in effect:
                    effect[letter] = effect[RANKS[like]]
            continue
        if by_points:
            less = _expected(plan, by_points, count_coups(spec.draw, spec.deck, False, rank), meters)
            for name in by_points:
                effects[name][letter] = less[name] - before[name]
        if by_suits:
            marked = coups_by_rank(spec.draw, spec.deck, rank)
            total = float(full.weights.astype(float).sum())
            for name in by_suits:
                held = float(marked.weights @ nets_of(plan, name, marked, meters)) / total
                effects[name][letter] = _without(before[name], held, cards[letter], sum(cards.values()), 6)
        progress(len(seen) / 10)
    for name, why in reasons.items():
        if why == FIRST_FOUR:
            before[name], held_of = first_four_by_rank(plan, name, meters)
            effects[name] = {
                RANKS[rank]: _without(before[name], held, cards[RANKS[rank]], sum(cards.values()), 4)
                for rank, held in held_of.items()
            }
    taken = full.player_cards + full.banker_cards
    per_round = float(full.weights.astype(float) @ taken) / float(full.weights.astype(float).sum())
    shoe = Shoe(cards, dealt_of(sum(cards.values()), spec.shoe), per_round)
    return {name: Removal(before[name], effects[name]) for name in plan.order}, shoe


def _without(mean: float, held: float, like: int, size: int, dealt: int) -> float:
    """By how much a mean changes when one of `like` equal cards is gone: that card is not among those dealt.

    `held` is the mean weighed by how many of the cards dealt are of that kind.
    """
    return (mean - held / like) / (1 - dealt / size) - mean


def _expected(plan: CoupPlan, names: list[str], coups: Coups, meters: Mapping[str, float]) -> dict[str, float]:
    weights = coups.weights.astype(np.float64)
    return {name: float(weights @ nets_of(plan, name, coups, meters) / weights.sum()) for name in names}


# -- blackjack --------------------------------------------------------------------------------------------------------


Shown = Callable[[Floats], float]  # how many of each card the shoe holds -> the mean of a wager


@dataclass(frozen=True)
class SideRemovals:
    """Side bets that cards alone decide: by card of the deck; and those on the first cards for any shoe."""

    found: Removals
    reasons: Reasons
    shown: Mapping[str, Shown]


def full_copies(deck: str) -> Floats:
    each = copies_of_each(deck)
    return np.array([each.get(card, 0) for card in range(52)], np.float64)


def side_removals(plan: BlackjackPlan, meters: Mapping[str, float]) -> SideRemovals:
    """Side bets with one card less at a time."""
    found: Removals = {}
    reasons: Reasons = {}
    shown: dict[str, Shown] = {}
    copies = full_copies(plan.spec.deck)
    for name, side in plan.sides.items():
        net = _net(side, meters)
        views = looked_at(side.table) or {side.table.hand}
        if views <= STARTING and side.table.block.by in ("", "up"):
            expected = rows_of_starting(side.table, plan.spec.deck, net)
            found[name] = _one_less(lambda card, mean=expected: mean(copies - (np.arange(52) == card)))  # type: ignore[misc]
            if not sees_hole(side.table):
                shown[name] = expected
        elif on_own_set(side.table):
            found[name] = _one_less(
                lambda card, side=side, net=net: _mean(count_own_set(side.table, plan.spec.deck, card), net)  # type: ignore[misc]
            )
        elif (by_dealer := _dealer_mean(plan, side, net)) is not None:
            found[name] = by_dealer
        else:
            reasons[name] = _LOOKS_AT.get(side.table.block.by) or (
                "is decided by how the hand is played" if views & _PLAYED else "goes by cards of several hands"
            )
    return SideRemovals(found, reasons, shown)


def _net(side: SideBet, meters: Mapping[str, float]) -> Callable[[int, int | None], float]:
    """What a unit yields by the row that decides and its key; a drawn prize counts with its mean."""
    base = block_base(side.table.block, side.table.id)
    whole = sum(prize.count for prize in side.prizes)
    drawn = sum(prize.count * payoff(prize.pay).net for prize in side.prizes) / whole if whole else 0.0

    def net(row: int, key: int | None) -> float:
        pay = (side.table.price(side.table.rows[row], key) if row >= 0 else None) or LOSE
        if pay is DRAWN:
            return drawn
        return payoff(pay, stake_kept=side.stake_kept, base=base, meter=side.spec.meter).at(dict(meters))

    return net


def _mean(parts: Parts, net: Callable[[int, int | None], float]) -> float:
    return sum(chance * net(row, key) for row, key, chance in parts)


def _one_less(mean: Callable[[int], float]) -> Removal:
    """The effects of every card of the deck; `mean` is asked with one card gone, -1: none."""
    full = mean(-1)
    return Removal(full, {f"{RANKS[card >> 2]}{_SUITS[card & 3]}": mean(card) - full for card in range(52)})


def _dealer_mean(plan: BlackjackPlan, side: SideBet, net: Callable[[int, int | None], float]) -> Removal | None:
    """A side bet on the dealer's finished hand; none if it goes by more."""
    table, dealer = side.table, plan.spec.dealer
    reds = table.hand == "dealer_reds" and table.block.by == "count" and all(not row.clauses for row in table.rows)
    if not reds and (table.hand != "dealer" or not all(countable(row.clauses) for row in table.rows)):
        return None
    full = suit_counts(plan.spec.deck)
    looks = dealer.peeks if side.spec.opens_at in ("peeked", "acted") and dealer.hole_card else ""

    @cache
    def of(value: int, suit: int) -> float:
        copies = full.copy()
        if value >= 0:
            copies[value, suit] -= 1
        if reds:
            chances = count_reds(plan.spec.deck, dealer.hits_soft_17, copies)
            return sum(chance * net(0, number) for number, chance in enumerate(chances) if chance)
        return _mean(count_dealer(table, plan.spec.deck, dealer.hits_soft_17, looks, copies), net)

    def mean(card: int) -> float:
        if card < 0:
            return of(-1, 0)
        return of(totals.card_value(card) - 1, card & 3 if reds or asks_suits(table) else 0)

    return _one_less(mean)


def by_rank(removal: Removal) -> Removal:
    """The mean effect of the four cards of each rank."""
    effects = {rank: sum(removal.effects[f"{rank}{suit}"] for suit in _SUITS) / len(_SUITS) for rank in RANKS}
    return Removal(removal.expectation, effects)


def suits_matter(removal: Removal) -> bool:
    """Whether two cards of a rank have different effects."""
    return any(
        abs(removal.effects[f"{rank}{suit}"] - removal.effects[f"{rank}{_SUITS[0]}"]) > 1e-9
        for rank in RANKS
        for suit in _SUITS
    )


def game_removals(plan: BlackjackPlan, progress: Progress) -> tuple[Removal, list[Any]]:
    """The game itself under best play with one value less at a time, and the counts of hands behind it."""
    shoe = shoe_of(plan.spec.deck)
    rules = read_rules(plan)
    counted = [count_hands(rules)]
    expectation = best_totals(counted[0]).mean
    effects: dict[str, float] = {}
    for value in range(VALUES):
        less = shoe.copy()
        less[value] -= 1
        counted.append(count_hands(replace(rules, shoe=less.astype(np.float64))))
        change = best_totals(counted[-1]).mean - expectation
        effects |= dict.fromkeys(("T", "J", "Q", "K") if NAMES[value] == "T" else (NAMES[value],), change)
        progress((value + 1) / VALUES)
    return Removal(expectation, effects), counted


def blackjack_shoe(plan: BlackjackPlan, seats: int) -> Shoe:
    cards = ranks_of(plan.spec.deck)
    return Shoe(cards, dealt_of(sum(cards.values()), plan.spec.shoe), _PER_HAND * (seats + 1))


# -- war --------------------------------------------------------------------------------------------------------------


def war_removals(plan: PokerPlan, meters: Mapping[str, float]) -> tuple[Removals, Shoe] | None:
    """A game of one card against one from a shoe, with one rank less at a time."""
    words = plan.game.spec.shoe
    if words is None or words.continuous or not war.fits(plan):
        return None
    cards = ranks_of(plan.game.spec.deck)
    full = np.array(list(cards.values()))
    before = war.solve(plan, meters, counts=full)
    first = sum(next(stage.deal for stage in plan.stages if stage.deal).values())
    effects: dict[str, float] = {}
    for rank, name in enumerate(RANKS):
        less = full.copy()
        less[rank] -= 1
        effects[name] = war.solve(plan, meters, counts=less).mean - before.mean
    shoe = Shoe(cards, dealt_of(int(full.sum()), words), first + _PER_WAR)
    return {before.unit: Removal(before.mean, effects)}, shoe
