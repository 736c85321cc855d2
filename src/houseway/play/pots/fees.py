"""What the house takes of a pot or by the clock: rakes (CO 30-1012), and the tariffs of California cardrooms."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from houseway.play.core.settlement import Fees, TimedFee
from houseway.play.pots.award import Pot
from houseway.play.pots.stakes import Setup
from houseway.rules.errors import RuleError
from houseway.rules.floor_rules import cite_floor
from houseway.rules.words import Reading, Word, cite

MOST_RATES = 5
HALF_HOUR = 30  # minutes; timed collections are taken at every half hour
_SEAT_INPUTS = ("base_wagers", "antes", "wagers", "wager_spots")


class Charge(Word, frozen=True, kw_only=True):
    """Who pays, by what, in which tiers: from, to (0: no end), dollars (`?`: not legible in the document)."""

    payer: Literal["button", "each_active_player", "player_dealer", "seats"]
    by: Literal["players", "half_hours", "total_table_action", "base_wager", "wager_spot", "flat"]
    tiers: tuple[tuple[float, float, float | str], ...]


class Schedule(Word, frozen=True, kw_only=True):
    """One option of a tariff; only one is in force at a table."""

    id: str
    charges: tuple[Charge, ...]
    limit: tuple[int, int] | None = None
    limits: str = ""
    bonus_most: int = 0  # dollars


class Tariff(Word, frozen=True, kw_only=True):
    """A printed table of fees; they are never a share of wagers or winnings."""

    id: str
    name: str
    jurisdiction: str
    rule: str
    options: tuple[Schedule, ...]
    buy_ins: tuple[tuple[int, int], ...] = ()
    readings: tuple[Reading, ...] = ()


_FOLDER = files("houseway.rulebook") / "california" / "fees"


def tariff_names() -> list[str]:
    """The ids of all printed tables of fees."""
    return sorted(path.name.removesuffix(".toml") for path in _FOLDER.iterdir())


@lru_cache(maxsize=256)
def load_tariff(name: str) -> Tariff:
    """The tariff of that id."""
    path = _FOLDER / f"{name}.toml"
    if not path.is_file():
        raise RuleError(f"unknown tariff {name!r}", "game")
    try:
        return check_rates(msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Tariff))
    except msgspec.ValidationError as error:
        raise RuleError(str(error), f"{name}.toml") from None


def check_rates(tariff: Tariff) -> Tariff:
    """The tariff, if no schedule charges a payer at more than five rates for a table limit."""
    for schedule in tariff.options:
        for charge in schedule.charges:
            rates = {fee for _, _, fee in charge.tiers}
            if len(rates) > MOST_RATES:
                rule = cite_floor("five_rates", tariff.jurisdiction)
                said = f"option {schedule.id} has {len(rates)} rates for {charge.payer}, more than {MOST_RATES}, {rule}"
                raise RuleError(said, tariff.id)
    return tariff


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


def _number(inputs: dict[str, Any], name: str) -> float:
    value = inputs.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise RuleError("must be a number that is not negative", f"inputs.{name}")
    return value


def _span(buy_in: Any) -> tuple[Any, ...]:
    """A range of buy-ins; the end of an open one (`No Max`) is 0, or no number at all."""
    values = tuple(buy_in) if isinstance(buy_in, list | tuple) else ()
    return (*values[:1], *(value if isinstance(value, int | float) else 0 for value in values[1:]))


def _check_table(tariff: Tariff, schedule: Schedule, inputs: dict[str, Any]) -> None:
    limit = inputs.get("limit")
    if limit is not None and schedule.limit is not None and tuple(limit) != schedule.limit:
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
        each = [_tier(charge, 0 if charge.by == "flat" else spot, field) for spot in spots]
        fees.append(round((max(each, default=0) if charge.by == "flat" else sum(each)) * 100))
    return fees


def collection(name: str, option: str | int, inputs: dict[str, Any]) -> Fees:
    """What each payer owes under an option of a tariff."""
    tariff = load_tariff(name)
    schedule = next((one for one in tariff.options if one.id == str(option)), None)
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


def tariff_rule(name: str) -> str:
    """The citation of a tariff."""
    tariff = load_tariff(name)
    return cite(tariff.jurisdiction, tariff.rule, "")


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


def fee_of_round(setup: Setup) -> tuple[Fees | None, TimedFee | None]:
    """What a table whose house named a schedule owes for a hand, and by the clock apart from the hands."""
    words = setup.table.rules.spec.collection
    if words is None or not setup.collection_option:
        return None, timed_rake(setup.table.rules.game.options)
    name, number = chosen(words.tariffs, setup.collection_option, bool(setup.limits))
    inputs: dict[str, Any] = {"players": len(setup.table.stacks)}
    if setup.limits:
        inputs["limit"] = [amount / 100 for amount in setup.limits]
    owed = collection(name, number, inputs)
    schedule = next(one for one in load_tariff(name).options if one.id == number)
    timed = {charge.payer for charge in schedule.charges if charge.by == "half_hours"}
    each = sum(fee for payer, fee in owed.items() if payer in timed and isinstance(fee, int))
    by_hand = {payer: fee for payer, fee in owed.items() if payer not in timed}
    return by_hand or None, TimedFee(HALF_HOUR, each) if timed else None


def fee_of_hand(setup: Setup) -> int:
    """What the table pays for one hand in cents; nothing where the fee goes by time."""
    owed, _ = fee_of_round(setup)
    each = {payer: fee for payer, fee in (owed or {}).items() if not isinstance(fee, list)}
    payers = {"each_active_player": len(setup.table.stacks)}
    return sum(fee * payers.get(payer, 1) for payer, fee in each.items())


RAKE_SHARE = 10  # CO 30-1002(34), 30-1012(1): at most ten percent
MOST_JACKPOT_RAKE = 200  # CO 30-1012(3): at most $2.00


def check_rake(rake: int, jackpot_rake: int, total: int, most: int = RAKE_SHARE) -> None:
    """CO 30-1012: the rake is at most ten percent of the pot, the jackpot rake at most $2.00."""
    if rake < 0 or rake * 100 > most * total:
        raise RuleError(
            f"a rake of {rake / 100:g} is more than 10 percent of the pot of {total / 100:g}", "betting.rake"
        )
    if not 0 <= jackpot_rake <= MOST_JACKPOT_RAKE:
        raise RuleError(f"a jackpot rake of {jackpot_rake / 100:g} is more than $2.00", "betting.jackpot_rake")


def raked(pots: list[Pot], rake: int, jackpot_rake: int, most: int = RAKE_SHARE) -> list[Pot]:
    """The pots after both rakes, taken from the main pot first and never more than ten percent of a pot as rake."""
    left = []
    for pot in pots:
        share = min(rake, pot.amount * most // 100)
        rake -= share
        fund = min(jackpot_rake, pot.amount - share)
        jackpot_rake -= fund
        left.append(Pot(pot.amount - share - fund, pot.seats))
    return left


def percent_rake(total: int, percent: float, cap: int, chip: int) -> int:
    """A rake of `percent`, rounded down to whole chips, at most `cap` where one is posted."""
    if not 0 <= percent <= RAKE_SHARE:
        raise RuleError(f"a rake of {percent:g} percent is more than the 10 percent allowed", "house.rake_percent")
    amount = int(total * percent / 100 + 1e-9)
    return min(amount, cap) // chip * chip if cap else amount // chip * chip


class TimedRake(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """CO 30-1012(2): dollars an hour from each player or the table, taken by the hour or every 20 or 30 minutes."""

    hourly: int | float
    per: Literal["player", "table"] = "player"
    every: Literal[20, 30, 60] = 60
    inactive: bool = False  # seated players who do not play are charged too


def timed_rake(options: Mapping[str, Any]) -> TimedFee | None:
    """The timed rake that a house's options post, by the clock; None where it posts none."""
    posted = TimedRake(
        options.get("timed_rake", 0),
        options.get("timed_rake_per", "player"),
        options.get("timed_rake_every", 60),
        options.get("timed_rake_inactive", False),
    )
    if not posted.hourly:
        return None
    if isinstance(posted.hourly, bool) or not 0 < posted.hourly < 1_000_000:
        raise RuleError("must be dollars an hour, not negative", "house.timed_rake")
    amount = round(posted.hourly * 100 * posted.every / 60)
    by_table = posted.per == "table"
    return TimedFee(
        posted.every,
        0 if by_table else amount,
        amount if by_table else 0,
        posted.inactive and not by_table,
        prorated=False,
        rake=True,
    )
