"""What other seats of the table decide for one: the best hand that anybody holds, and envy of another's hand."""

from collections.abc import Mapping, Sequence

import numpy as np

from houseway.odds.house_poker.batch import Batch, Flags, Floats, Ints
from houseway.odds.house_poker.wagers import redraws
from houseway.odds.payoff import block_base, payoff
from houseway.play.house_poker.plan import Plan, WagerPlan
from houseway.play.house_poker.settle import hands_dealt
from houseway.rules.errors import RuleError
from houseway.rules.pays import LOSE
from houseway.rules.tables import Table


def _priced(plan: Plan, wager: WagerPlan, seats: int) -> bool:
    """Whether a wager on the best hand of the table has a price for so many seats."""
    table = wager.table
    if table is None or table.block.by != "hands":
        return True
    return any(table.price(row, hands_dealt(plan, seats)) is not None for row in table.rows)


def seats_of(plan: Plan, sides: Sequence[str], asked: int) -> int:
    """The seats that are dealt: as many as asked for, or as few as all wagers have a price for."""
    most = plan.game.spec.seats
    if asked > most:
        raise RuleError(f"the game has {most} seats at most, not {asked}", "--seats")
    if asked > 1 and redraws(plan):
        raise RuleError("seats that exchange cards are simulated one at a time", "--seats")
    shared = [plan.wagers[name] for name in sides if plan.wagers[name].spec.best_of]
    for seats in [asked] if asked else range(1, most + 1):
        if all(_priced(plan, wager, seats) for wager in shared):
            return seats
    names = ", ".join(wager.name for wager in shared)
    raise RuleError(f"{names} has no price for {hands_dealt(plan, max(asked, 1))} hands", "--seats")


def best_of_table(plan: Plan, name: str, table: Sequence[Batch], meters: Mapping[str, float]) -> Floats:
    """Net per unit of a wager on the best hand that any seat, or the dealer, holds; `table`: the seats in order."""
    wager = plan.wagers[name]
    assert wager.table is not None
    words, rows = wager.spec, wager.table.rows
    best = np.full(table[0].size, len(rows), np.int64)
    for hand in words.best_of:
        for batch in table if plan.hands[hand].own else table[:1]:
            reached = batch.decisive(wager.judged_on[hand]).astype(np.int64)
            best = np.minimum(best, np.where(reached < 0, len(rows), reached))
    key = hands_dealt(plan, len(table)) if wager.table.block.by == "hands" else None
    base = block_base(wager.table.block, wager.table.id)
    nets = np.full(len(rows) + 1, payoff(LOSE).net)
    for place, row in enumerate(rows):
        pay = wager.table.price(row, key)
        if pay is not None:
            made = payoff(pay, stake_kept=wager.stake_kept, base=base, meter=words.meter, commission=wager.rate)
            nets[place] = made.at(dict(meters))
    found: Floats = nets[best]
    return found


def envy_of(plan: Plan, name: str, own: tuple[Batch, Flags], *others: tuple[Batch, Flags]) -> Floats | float:
    """What the hands of the other seats, each with the rounds in which it counts, earn per unit of a wager."""
    wager = plan.wagers[name]
    words, table = wager.spec, wager.table
    if words.envy is None or table is None or not wager.pays_envy or not others:
        return 0.0
    sums = np.array([*(row.envy for row in table.rows), 0], np.float64) / 100 / block_base(table.block, table.id)

    def earned(batch: Batch, counts: Flags) -> Floats:
        return np.where(counts, sums[_row_of(wager, table, batch)], 0.0)

    held, hits = earned(*own), [earned(*other) for other in others]
    if words.envy.not_to_holders:
        hits = [np.where(held > 0, 0.0, hit) for hit in hits]
    if not words.envy.highest_only:
        total: Floats = np.sum(hits, axis=0)
        return total
    ranked = plan.hands[words.hand].ranking is not None
    mine, *theirs = [batch.value(words.hand) if ranked else np.zeros(batch.size) for batch, _ in (own, *others)]
    rivals = [(hit > held) | ((hit == held) & (value >= mine)) for hit, value in zip(hits, theirs, strict=True)]
    return np.where(np.any(rivals, axis=0), np.max(hits, axis=0), 0.0)  # the best hand of all earns it, one's own too


def _row_of(wager: WagerPlan, table: Table, batch: Batch) -> Ints:
    """The row that a hand reaches, -1 for none; in a two-way bad beat the losing one decides."""
    if wager.bad_beat is None:
        return batch.decisive(table).astype(np.int64)
    spec = wager.spec
    mine, theirs = batch.value(spec.hand), batch.value(spec.against)
    beaten = (np.minimum(mine, theirs) >= wager.bad_beat) & (mine != theirs)
    own, other = (batch.decisive(wager.judged_on[hand]).astype(np.int64) for hand in (spec.hand, spec.against))
    return np.where(beaten, np.where(mine < theirs, own, other), -1)
