"""How often each row is the best of a table: counted where it can be, else with the error of what was sampled."""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from houseway.odds.house_poker.batch import Batch, Floats
from houseway.odds.house_poker.best_of_table.boards import beside_boards
from houseway.odds.house_poker.best_of_table.disjoint import deals_of_rows
from houseway.odds.house_poker.best_of_table.template import match_hands
from houseway.odds.house_poker.sampling import cards_needed, seated
from houseway.odds.simulate.deals import deals
from houseway.odds.suit_classes.stock import Stock, stock_of
from houseway.play.house_poker.plan import Plan, on_hand
from houseway.rules.tables import Table


@dataclass(frozen=True)
class Chances:
    """For a number of hands: the chance of each row to be the best, that of no row last, and how sure they are."""

    rows: tuple[float, ...]
    covariance: Floats | None = None  # of the chances of each row or a better one; none if they are counted
    deals: tuple[int, ...] = ()  # of each row and of none, where they are counted in whole numbers

    def error(self, nets: Floats) -> float | None:
        """The standard error of the mean of these results, one for each row and the last for none."""
        if self.covariance is None:
            return None
        steps = nets[:-1] - nets[1:]
        return sqrt(max(float(steps @ self.covariance @ steps), 0.0))


def best_of_table(
    plan: Plan, table: Table, looked_at: tuple[str, ...], most: int, stock: Stock | None = None
) -> list[Chances] | None:
    """For one hand, two hands and so on up to `most`; none where neither way fits.

    `stock` is another deck than the game's, for tests.
    """
    shape = match_hands(plan, table, looked_at, stock or stock_of(plan.game.spec.deck))
    if shape is None:
        return None
    at_least = beside_boards(shape, most)
    if at_least is not None:
        return [Chances(tuple(np.diff(one, prepend=0.0, append=1.0).tolist())) for one in at_least[1:]]
    in_deals = deals_of_rows(shape, most)
    if in_deals is None:
        return None
    return [Chances(tuple(one / sum(counts) for one in counts), deals=counts) for counts in in_deals]


def best_of_deals(plan: Plan, table: Table, looked_at: tuple[str, ...], most_seats: int, total: int) -> list[Chances]:
    """For one seat, two seats and so on, from deals drawn at random: for tables of any shape."""
    nothing = len(table.rows)
    counts = np.zeros((most_seats, nothing + 1))
    for cards in deals(plan.game.spec.deck, cards_needed(plan, most_seats), total):
        best = np.full(len(cards), nothing, np.int64)
        for seat, piles in enumerate(seated(plan, cards, most_seats)):
            batch = Batch(plan, piles)
            for hand in looked_at:
                if plan.hands[hand].own or seat == 0:
                    rows = batch.decisive(on_hand(table, table.hand, hand)).astype(np.int64)
                    best = np.minimum(best, np.where(rows < 0, nothing, rows))
            counts[seat] += np.bincount(best, minlength=nothing + 1)
    found = []
    for shares in counts / total:
        at_least = np.cumsum(shares[:-1])
        covariance = np.minimum.outer(at_least, at_least) - np.outer(at_least, at_least)
        found.append(Chances(tuple(shares.tolist()), covariance / total))
    return found
