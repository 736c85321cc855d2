"""Prices as numbers: the net result per unit staked, with the part that depends on a meter kept apart."""

from dataclasses import dataclass, field

from houseway.rules.pays import Pay
from houseway.rules.words import PayBlock


@dataclass(frozen=True, slots=True)
class Payoff:
    """Net result per unit: a constant, and a share of each meter (in dollars) per unit."""

    net: float
    shares: dict[str, float] = field(default_factory=dict)

    def at(self, meters: dict[str, float]) -> float:
        """The net result when the meters show these dollars; a meter that is not given counts nothing."""
        return self.net + sum(share * meters.get(level, 0.0) for level, share in self.shares.items())


def payoff(pay: Pay, *, stake_kept: bool = False, base: float = 1, meter: str = "", commission: float = 0) -> Payoff:
    """What one unit staked wins at a price; `base` is the stake in dollars that dollar sums are printed for."""
    if pay.result == "lose":
        return Payoff(-1.0)
    if pay.result == "push":
        return Payoff(0.0)
    won = 0.0
    shares: dict[str, float] = {}
    for part in pay.parts:
        if part.kind == "share":
            level = part.level or meter
            shares[level] = shares.get(level, 0.0) + float(part.amount) / base
        elif part.kind == "odds":
            won += float(part.amount)
        else:
            won += float(part.amount) / 100 / base
    won -= won * commission
    returned = pay.returns_stake if pay.returns_stake is not None else not stake_kept
    return Payoff(won if returned else won - 1, shares)


def block_base(block: PayBlock, table_id: str) -> float:
    """The stake, in dollars, that a column's dollar sums are printed for."""
    if isinstance(block.base, list):
        return float(block.base[block.ids.index(table_id)])
    return float(block.base)
