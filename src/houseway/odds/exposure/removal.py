"""The effect of removing each card of a shoe on every wager that can be counted with a card missing."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from houseway.cards.decks import copies_of_each
from houseway.odds.baccarat.solve import Coups, asks_suits_or_first, count_coups, nets_of
from houseway.odds.blackjack.solve import best_totals, count_hands, read_rules
from houseway.odds.blackjack.values import NAMES, VALUES, shoe_of
from houseway.odds.blackjack.views import STARTING, looked_at, rows_of_starting
from houseway.odds.executor import Progress
from houseway.odds.exposure.counting import Removal, Shoe
from houseway.odds.house_poker.vs_dealer import war
from houseway.odds.payoff import block_base, payoff
from houseway.play.baccarat.coup import card_value
from houseway.play.baccarat.settle import Plan as CoupPlan
from houseway.play.blackjack.plan import Plan as BlackjackPlan
from houseway.play.blackjack.plan import SideBet
from houseway.play.house_poker.plan import Plan as PokerPlan
from houseway.rules.pays import LOSE
from houseway.rules.words import ShoeWords

RANKS = "23456789TJQKA"
_SUITS = "cdhs"
_PER_HAND = 2.7  # cards of a blackjack hand, the dealer's among them
_PER_WAR = 2.3  # cards of a round of war

Removals = dict[str, Removal]
Reasons = dict[str, str]  # wagers that are not counted with a card missing, and why


def dealt_of(size: int, words: ShoeWords) -> float:
    """Cards that come out before the cut card."""
    return float(size - words.behind) if words.behind else size * (1 - float(words.cut))


# -- baccarat ---------------------------------------------------------------------------------------------------------


def coup_removals(plan: CoupPlan, meters: Mapping[str, float], progress: Progress) -> tuple[Removals, Reasons, Shoe]:
    """Every wager on the points and numbers of cards: one rank less at a time."""
    spec = plan.game.spec
    reasons = {name: why for name in plan.order if (why := asks_suits_or_first(plan, name))}
    names = [name for name in plan.order if name not in reasons]
    full = count_coups(spec.draw, spec.deck, False)
    before = _expected(plan, names, full, meters)
    by_value: dict[int, dict[str, float]] = {}
    for rank in range(len(RANKS)):
        value = card_value(4 * rank)
        if value not in by_value:
            less = _expected(plan, names, count_coups(spec.draw, spec.deck, False, rank), meters)
            by_value[value] = {name: less[name] - before[name] for name in names}
            progress(len(by_value) / 10)
    found = {
        name: Removal(before[name], {RANKS[rank]: by_value[card_value(4 * rank)][name] for rank in range(len(RANKS))})
        for name in names
    }
    each = copies_of_each(spec.deck)
    cards = {RANKS[rank]: sum(n for card, n in each.items() if card >> 2 == rank) for rank in range(len(RANKS))}
    taken = full.player_cards + full.banker_cards
    per_round = float(full.weights.astype(float) @ taken) / float(full.weights.astype(float).sum())
    return found, reasons, Shoe(cards, dealt_of(sum(cards.values()), spec.shoe), per_round)


def _expected(plan: CoupPlan, names: list[str], coups: Coups, meters: Mapping[str, float]) -> dict[str, float]:
    weights = coups.weights.astype(np.float64)
    return {name: float(weights @ nets_of(plan, name, coups, meters) / weights.sum()) for name in names}


# -- blackjack --------------------------------------------------------------------------------------------------------


def starting_removals(plan: BlackjackPlan, meters: Mapping[str, float]) -> tuple[Removals, Reasons]:
    """Side bets on the starting cards, by card of the deck."""
    found: Removals = {}
    reasons: Reasons = {}
    for name, side in plan.sides.items():
        views = looked_at(side.table) or {side.table.hand}
        if not views <= STARTING or side.table.block.by not in ("", "up") or side.prizes:
            reasons[name] = "goes by more than the starting cards"
            continue
        found[name] = _starting(plan, side, meters)
    return found, reasons


def _starting(plan: BlackjackPlan, side: SideBet, meters: Mapping[str, float]) -> Removal:
    base = block_base(side.table.block, side.table.id)

    def net(row: int, key: int | None) -> float:
        pay = (side.table.price(side.table.rows[row], key) if row >= 0 else None) or LOSE
        return payoff(pay, taken=side.taken, base=base, meter=side.spec.meter).at(dict(meters))

    expected = rows_of_starting(side.table, plan.spec.deck, net)
    full = expected(None)
    return Removal(full, {f"{RANKS[card >> 2]}{_SUITS[card & 3]}": expected(card) - full for card in range(52)})


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
    counted = [count_hands(read_rules(plan))]
    expectation = best_totals(counted[0]).mean
    effects: dict[str, float] = {}
    for value in range(VALUES):
        less = shoe.copy()
        less[value] -= 1
        counted.append(count_hands(read_rules(plan, less)))
        change = best_totals(counted[-1]).mean - expectation
        effects |= dict.fromkeys(("T", "J", "Q", "K") if NAMES[value] == "T" else (NAMES[value],), change)
        progress((value + 1) / VALUES)
    return Removal(expectation, effects), counted


def blackjack_shoe(plan: BlackjackPlan, seats: int) -> Shoe:
    """The shoe by rank."""
    each = copies_of_each(plan.spec.deck)
    cards = {RANKS[rank]: sum(n for card, n in each.items() if card >> 2 == rank) for rank in range(len(RANKS))}
    return Shoe(cards, dealt_of(sum(cards.values()), plan.spec.shoe), _PER_HAND * (seats + 1))


# -- war --------------------------------------------------------------------------------------------------------------


def war_removals(plan: PokerPlan, meters: Mapping[str, float]) -> tuple[Removals, Shoe] | None:
    """A game of one card against one from a shoe, with one rank less at a time."""
    words = plan.game.spec.shoe
    if words is None or words.continuous or not war.fits(plan):
        return None
    each = copies_of_each(plan.game.spec.deck)
    full = np.array([sum(n for card, n in each.items() if card >> 2 == rank) for rank in range(len(RANKS))])
    before = war.solve(plan, meters, counts=full)
    effects: dict[str, float] = {}
    for rank, name in enumerate(RANKS):
        less = full.copy()
        less[rank] -= 1
        effects[name] = war.solve(plan, meters, counts=less).mean - before.mean
    shoe = Shoe(dict(zip(RANKS, full.tolist(), strict=True)), dealt_of(int(full.sum()), words), _PER_WAR)
    return {before.unit: Removal(before.mean, effects)}, shoe


def kinds_of_suits(removals: Removals) -> Iterator[str]:
    """The wagers on which suits matter."""
    yield from (name for name, one in removals.items() if "As" in one.effects and suits_matter(one))
