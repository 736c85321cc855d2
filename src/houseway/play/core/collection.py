"""Collections by printed tariffs: what the players of a round, or the one who banks it, owe the cardroom."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from houseway.play.core.money import dollars
from houseway.play.core.settlement import Fees
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.tariffs import Charge, Schedule, Tariff, load_tariff, tariff_in_force
from houseway.rules.words import Head

HALF_HOUR = 30  # minutes; timed collections are taken at every half hour
_SEAT_INPUTS = ("base_wagers", "antes", "wagers", "wager_spots")


def _tier(charge: Charge, amount: float, field: str) -> float:
    """The fee of the tier that holds the amount; a tier begins above the end of the one before."""
    before = charge.tiers[0][0]
    for start, end, fee in charge.tiers:
        if end == 0 or amount <= end:
            if amount < start and (amount < before or start - before > 1):
                break
            if isinstance(fee, str):
                raise RuleError(f"the fee for {amount:g} cannot be read in the printed tariff", field)
            return fee
        before = end
    raise RuleError(f"the schedule has no fee for {amount:g}", field)


def _amount(value: Any, field: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise RuleError("must be a number that is not negative", field)
    return value


def _number(inputs: dict[str, Any], name: str) -> float:
    return _amount(inputs.get(name), f"inputs.{name}")


def _span(buy_in: Any) -> tuple[Any, ...]:
    """A range of buy-ins; the end of an open one (`No Max`) is 0, or no number at all."""
    values = tuple(buy_in) if isinstance(buy_in, list | tuple) else ()
    return (*values[:1], *(value if isinstance(value, int | float) else 0 for value in values[1:]))


def _check_table(tariff: Tariff, schedule: Schedule, inputs: dict[str, Any]) -> None:
    limit = inputs.get("limit")
    if limit is not None and schedule.limit is not None and _span(limit) != schedule.limit:
        low, high = schedule.limit
        raise RuleError(f"option {schedule.id} is for ${low}-${high} tables", "inputs.limit")
    buy_in = inputs.get("buy_in")
    if buy_in is not None and tariff.buy_ins and _span(buy_in) not in tariff.buy_ins:
        raise RuleError("no such buy-in range in the tariff", "inputs.buy_in")


def _seat_fees(charge: Charge, inputs: dict[str, Any]) -> list[int] | None:
    given = next((inputs[name] for name in _SEAT_INPUTS if isinstance(inputs.get(name), list)), None)
    if given is None:
        return None
    fees = []
    for seat, wager in enumerate(given):
        spots = wager if isinstance(wager, list) else [wager]
        field = f"inputs.seats[{seat}]"
        each = [_tier(charge, 0 if charge.by == "flat" else _amount(spot, field), field) for spot in spots]
        fees.append(round((max(each, default=0) if charge.by == "flat" else sum(each)) * 100))
    return fees


def collection(name: str, option: str | int, inputs: dict[str, Any]) -> Fees:
    """What each payer owes under an option of a tariff."""
    tariff = load_tariff(name)
    schedule = next((offered for offered in tariff.options if offered.id == str(option)), None)
    if schedule is None:
        known = f"{tariff.options[0].id} to {tariff.options[-1].id}"
        raise RuleError(f"{tariff.name} has no option {option}; printed are {known}", "house.collection_option")
    _check_table(tariff, schedule, inputs)
    owed: dict[str, int | list[int]] = {}
    for charge in schedule.charges:
        if charge.payer == "seats":
            fees = _seat_fees(charge, inputs)
            if fees is not None:
                owed["seats"] = fees
            continue
        if charge.by == "half_hours":
            fee = _tier(charge, 0, "inputs.minutes") * _number({"minutes": HALF_HOUR, **inputs}, "minutes") / HALF_HOUR
        else:
            fee = _tier(charge, _number(inputs, charge.by), f"inputs.{charge.by}")
        owed[charge.payer] = round(fee * 100)
    return owed


def chosen(tariffs: tuple[str, ...], option: str | int, limits: bool) -> tuple[str, str]:
    """The tariff and option that `limit 28` names; a bare number is of the tariff for the table's structure."""
    kind, _, number = str(option).rpartition(" ")
    if not kind and not limits and len(tariffs) > 1:
        kind = "no-limit"
    for name in tariffs:
        if kind and name.endswith(f"-{kind}"):
            return name, number
    if kind:
        raise RuleError(f"no tariff {kind!r}; there are {', '.join(tariffs)}", "house.collection_option")
    return tariffs[0], number


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
    tariff, option = tariff_in_force(game.spec, game.options)
    if not option:
        return None
    action = sum(wagers.get(name, 0) for wagers in (*stakes, *behind) for name in counted)
    bases = [dollars(sum(wagers.get(name, 0) for name in base)) for wagers in (*stakes, *behind)]
    inputs: dict[str, Any] = {
        "total_table_action": dollars(action),
        "base_wagers": [each or [] for each in bases],
    }
    return with_backline(collection(tariff, option, inputs), len(stakes))
