"""A finished round made into settled lines: wagers, the bank that covers them, meters, tips and fees."""

from collections.abc import Sequence
from typing import Any

from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.settle import Settler
from houseway.play.blackjack.streaks import Streaks, streaks_after
from houseway.play.blackjack.table import Seat
from houseway.play.core.bank import Bank, bank_amount, cover, printed_order
from houseway.play.core.collection import collected
from houseway.play.core.irregularities import Irregularity
from houseway.play.core.meters import Meters
from houseway.play.core.settlement import Fees, Settlement


def settle_round(
    now: Round,
    meters: dict[str, int],
    betting: dict[str, Any],
    irregularity: Irregularity | None = None,
    streaks: Streaks | None = None,
    drawn: Sequence[str] = (),
) -> Settlement:
    """The settled round."""
    plan = now.plan
    left = Meters(meters)
    settler = Settler(now, left, irregularity, streaks or [], drawn=drawn)
    lines = [[ruling.line for ruling in seat] for seat in settler.settle()]
    player_dealer, owed = None, None
    if plan.spec.bank is not None:
        bank = Bank(bank_amount(betting), plan.spec.bank.covers)
        order = printed_order(lines, _bank_order(plan), passes=plan.spec.settle.passes)
        lines = cover(bank, lines, order, plan.game.cite(plan.spec.bank.rule))
        player_dealer, owed = bank.net, fees(plan, now.seats)
    tips = any(side.spec.dealer_envy for side in plan.sides.values())
    return Settlement(
        game=plan.spec.id,
        seats=tuple(tuple(seat) for seat in lines),
        player_dealer=player_dealer,
        collection=owed,
        meters=left.left(),
        awards=left.awards(),
        dealer_envy=settler.tipped if tips else None,
        state=streaks_after(settler.after, [seat.wagers for seat in now.seats]),
    )


def fees(plan: Plan, seats: tuple[Seat, ...]) -> Fees | None:
    """The collection of the round; doubles, splits and insurance do not count."""
    opened = [name for name, wager in plan.spec.wagers.items() if wager.opens_at == "bets"]
    return collected(plan.game, [seat.wagers for seat in seats], opened, plan.mains)


def _bank_order(plan: Plan) -> list[str | tuple[str, ...]]:
    """The order of settlement, with the parts of a main wager beside it."""
    spec = plan.spec
    parts = (spec.split.pays_as if spec.split else "", spec.double.pays_as if spec.double else "")
    return [(name, *filter(None, parts)) if name in plan.mains else name for name in plan.order]
