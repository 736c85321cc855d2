"""Which hands of a table are looked at: one of each seat and maybe the dealer's, alike in all but whose they are."""

from dataclasses import dataclass, replace

from houseway.odds.house_poker.wagers import pile_sizes, redraws, whole_piles
from houseway.odds.suit_classes.stock import Blocks, Stock
from houseway.odds.suit_symmetry import interchangeable
from houseway.play.house_poker.plan import HandPlan, Plan, on_hand
from houseway.rules.tables import Table


@dataclass(frozen=True)
class TableHands:
    """Hands of as many own cards beside the same shared piles, judged by the same rows."""

    plan: Plan
    hand: HandPlan
    pile: str
    own: int
    shared: tuple[str, ...]
    shared_cards: int
    table: Table
    stock: Stock
    blocks: Blocks  # suits that may be renamed


def _bare(hand: HandPlan) -> HandPlan:
    return replace(hand, name="", parts=(), own=False, threshold=None)


def match_hands(plan: Plan, table: Table, looked_at: tuple[str, ...], stock: Stock) -> TableHands | None:
    """The shape of a wager on the best hand, none if the hands are not alike or change with the play."""
    hands = [plan.hands[name] for name in looked_at]
    own = [hand for hand in hands if hand.own]
    if len(own) != 1 or len(hands) > 2 or redraws(plan) or max(stock.copies) > 1:
        return None
    piles = [whole_piles(hand) for hand in hands]
    mine, sizes = whole_piles(own[0]), pile_sizes(plan)
    if mine is None or "player" not in mine:
        return None
    shared = mine - {"player"}
    for hand, found in zip(hands, piles, strict=True):
        private = found - shared if found is not None else frozenset()
        if found is None or len(private) != 1 or not shared <= found or _bare(hand) != _bare(own[0]):
            return None
        if sizes[next(iter(private))] != sizes["player"]:
            return None
    rows = on_hand(table, table.hand, own[0].name)
    if any(clause.hand != own[0].name for row in rows.rows for clause in row.clauses):
        return None
    blocks = interchangeable([row.clauses for row in rows.rows])
    order = tuple(sorted(shared))
    return TableHands(
        plan, own[0], "player", sizes["player"], order, sum(sizes[pile] for pile in order), rows, stock, blocks
    )  # fmt: skip
