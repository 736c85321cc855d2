"""Collections at a table that a player banks: the fees of a round, and what the schedule lets bonus bets be."""

from houseway.play.blackjack.plan import Plan
from houseway.play.blackjack.table import Seat
from houseway.play.core.money import dollars
from houseway.play.core.settlement import Fees
from houseway.play.pots.fees import collection, load_tariff


def _in_force(plan: Plan) -> tuple[str, int]:
    """The tariff of the game and the option that the house named; 0 where it named none."""
    bank = plan.spec.bank
    option = int(plan.game.options.get("collection_option", 0))
    return (bank.tariff, option) if bank is not None and bank.tariff else ("", 0)


def bonus_most(plan: Plan) -> int:
    """The most that one side bet may be under the schedule in force, in cents; 0: no such limit."""
    tariff, option = _in_force(plan)
    if not option:
        return 0
    return next(one.bonus_most * 100 for one in load_tariff(tariff).options if one.id == str(option))


def collected(plan: Plan, seats: tuple[Seat, ...]) -> Fees | None:
    """The fees of the round by the wagers made before the cards; doubles, splits and insurance do not count."""
    tariff, option = _in_force(plan)
    if not option:
        return None
    opened = [name for name, words in plan.spec.wagers.items() if words.opens_at == "bets"]
    action = sum(seat.wagers.get(name, 0) for seat in seats for name in opened)
    base = [dollars(sum(seat.wagers.get(name, 0) for name in plan.mains)) for seat in seats]
    return collection(tariff, option, {"total_table_action": dollars(action), "base_wagers": base})
