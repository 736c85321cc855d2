"""Two-way bad beats: every hand that is good enough to lose one, and the opponent's hands above it by card removal."""

from collections import Counter

import numpy as np

from houseway.odds.counts import PatternCounts
from houseway.odds.house_poker.batch import Batch
from houseway.odds.house_poker.vs_dealer.against import below_counter, method, one_deck, opponents
from houseway.odds.house_poker.wagers import pile_sizes
from houseway.odds.suit_classes.stock import Stock, hands, stock_of
from houseway.odds.suit_symmetry import interchangeable
from houseway.play.house_poker.plan import HandPlan, Plan, WagerPlan, on_hand
from houseway.rules.tables import Table


def _pile(hand: HandPlan) -> str:
    """The one pile that is the whole hand; empty if it is made otherwise."""
    return hand.parts[0].pile if len(hand.parts) == 1 and hand.parts[0].whole and not hand.stand_in else ""


def _losing(
    plan: Plan, least: int, table: Table, loser: HandPlan, winner: HandPlan, stock: Stock
) -> Counter[int] | None:
    """Deals in which the loser's hand is good enough and beaten, by the row of it plus one."""
    sizes, deck = pile_sizes(plan), stock.cards
    pile, other = _pile(loser), _pile(winner)
    if not pile or not other or pile == other:
        return None
    blocks = interchangeable([row.clauses for row in table.rows], [loser, winner])
    how = method(winner.ranking, sizes[other], sizes[pile], deck, blocks)
    if not how or winner.ranking is None:
        return None
    made = hands(stock, sizes[pile], blocks)
    batch = Batch(plan, {pile: made.cards})
    good = batch.value(loser.name) >= least
    above = below_counter(how, deck, winner.ranking, sizes[other])
    cards, values = np.ascontiguousarray(made.cards[good]), batch.value(loser.name)[good]
    beating = opponents(deck, sizes[other], sizes[pile]) - above(cards, values[:, None] + 1)[:, 0, 0].astype(np.int64)
    rows = batch.decisive(table)[good]
    found: Counter[int] = Counter()
    for row in np.unique(rows).tolist():
        here = rows == row
        found[row + 1] = sum((made.weights[good][here] * beating[here]).tolist())
    return found


def bad_beats(plan: Plan, wager: WagerPlan, table: Table, stock: Stock | None = None) -> PatternCounts | None:
    """Deals by the losing hand's row plus one, 0 where there is no bad beat; none where they cannot be counted.

    `stock` is another deck than the game's, for tests.
    """
    words, least = wager.spec, wager.bad_beat
    own, other = plan.hands[words.hand], plan.hands[words.against]
    if one_deck(plan) is None or least is None:
        return None
    stock = stock or stock_of(plan.game.spec.deck)
    first = _losing(plan, least, table, own, other, stock)
    second = _losing(plan, least, on_hand(table, own.name, other.name), other, own, stock)
    if first is None or second is None:
        return None
    sizes, deck = pile_sizes(plan), stock.cards
    mine, theirs = sizes[_pile(own)], sizes[_pile(other)]
    total = opponents(deck, mine, 0) * opponents(deck, theirs, mine)
    found = first + second
    found[0] += total - sum(found.values())
    return PatternCounts(found)
