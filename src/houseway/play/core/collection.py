"""Collections at a table that a player banks: the fees of a round, and what the schedule lets bonus bets be."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from houseway.play.core.money import dollars
from houseway.play.core.settlement import Fees
from houseway.play.pots.fees import collection, load_tariff
from houseway.rules.game import Game
from houseway.rules.words import Head


def _in_force(game: Game[Head]) -> tuple[str, int]:
    """The tariff of the game and the option that the house named; 0 where it named none."""
    bank = game.spec.bank
    option = int(game.options.get("collection_option", 0))
    return (bank.tariff, option) if bank is not None and bank.tariff else ("", 0)


def bonus_most(game: Game[Head]) -> int:
    """The most that one side bet may be under the schedule in force, in cents; 0: no such limit."""
    tariff, option = _in_force(game)
    if not option:
        return 0
    return next(one.bonus_most * 100 for one in load_tariff(tariff).options if one.id == str(option))


def with_backline(fees: Fees, seats: int) -> Fees:
    """Fees of seats and bettors behind them in one list, told apart: who bets behind a seat is a player like others."""
    each = fees.get("seats")
    if not isinstance(each, list) or len(each) == seats:
        return fees
    return {**fees, "seats": each[:seats], "backline": each[seats:]}


def collected(
    game: Game[Head],
    stakes: Sequence[Mapping[str, int]],
    counted: Collection[str],
    base: Collection[str],
    behind: Sequence[Mapping[str, int]] = (),
) -> Fees | None:
    """The fees of a round by the wagers made before the cards; `counted`: those of the whole table's action."""
    tariff, option = _in_force(game)
    if not option:
        return None
    action = sum(made.get(name, 0) for made in (*stakes, *behind) for name in counted)
    bases = [dollars(sum(made.get(name, 0) for name in base)) for made in (*stakes, *behind)]
    inputs: dict[str, Any] = {"total_table_action": dollars(action), "base_wagers": [one or [] for one in bases]}
    return with_backline(collection(tariff, option, inputs), len(stakes))
