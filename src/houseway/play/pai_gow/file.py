"""A round file of pai gow: wagers and settings checked, then settled, with the bank and the fees of a cardroom."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from houseway.play.core.bank import Bank, bank_amount
from houseway.play.core.collection import collection, load_tariff, with_backline
from houseway.play.core.irregularities import Irregularity, find_irregularity
from houseway.play.core.meters import Meters
from houseway.play.core.money import cents
from houseway.play.core.roundfile import (
    RoundFile,
    Spot,
    cards,
    check_copies,
    check_seats,
    check_spots,
    meter_cents,
    spots,
    stakes_behind,
)
from houseway.play.core.settlement import Fees, Line, Settlement
from houseway.play.core.wagers import check_wagers
from houseway.play.pai_gow.first_hand import shaken
from houseway.play.pai_gow.moves import apply
from houseway.play.pai_gow.plan import DEALER, Plan, load_plan, make_plan
from houseway.play.pai_gow.setting import house_way, low_of
from houseway.play.pai_gow.settle import Settler, bank_settles
from houseway.play.pai_gow.table import Seat, Table, whole
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.pai_gow import PaiGow

_SIDES = ("low", "high")


def seated(file: RoundFile, plan: Plan) -> tuple[list[Seat], list[Spot]]:
    """The spots with their wagers and the cards that the file records."""
    spec = plan.game.spec
    check_seats(file.seats, spec.seats)
    found, seats = spots(file.seats), []
    if len(found) > spec.dealt.hands - 1:
        raise RuleError(f"the table has {spec.seats} seats", "seats")
    for player, prefix, spot in found:
        field = f"seats[{player}].wagers"
        wagers = {name: cents(amount, f"{field}.{prefix}{name}") for name, amount in spot.wagers.items()}
        check_wagers(plan.game, spec.wagers, wagers, field)
        seats.append(Seat(wagers, cards(spot.cards, f"seats[{player}].cards")))
    check_spots(file.seats, found, spec.hands_per_player)
    for name, wager in plan.wagers.items():
        if wager.spec.alone and sum(name in seat.wagers for seat in seats) > 1:
            raise RuleError(f"only one player may bet {name}, {plan.game.cite(wager.spec.rule)}", "seats")
    return seats, found


def _stated(setting: Any, held: tuple[int, ...], place: str) -> tuple[int, ...] | None:
    """A setting as `{"low": [...], "high": [...]}`, or the cards of either hand alone."""
    if isinstance(setting, list):
        setting = {"low" if len(setting) == 2 else "high": setting}
    if not isinstance(setting, dict):
        raise RuleError("must state the low or the high hand", place)
    sides = {side: setting.get(side, []) for side in _SIDES}
    for side, given in sides.items():
        if not isinstance(given, list):
            raise RuleError("must be a list of cards", f"{place}.{side}")
    if not any(sides.values()):
        return None
    return low_of(held, sides["low"], sides["high"], f"{place}.{'low' if sides['low'] else 'high'}")


def _set_by_dealer(plan: Plan, file: RoundFile, table: Table) -> Table:
    """The dealer's and the dragon's hands as the round states them, otherwise as the house way sets them."""
    due = plan.game.spec.dealt.cards
    if len(table.dealer) == due:
        low = _stated({side: file.dealer_set.get(side, []) for side in _SIDES}, table.dealer, "dealer_set")
        table = replace(table, dealer_low=low or house_way(plan, table.dealer).low)
        if table.dealer_set.foul:
            if not plan.game.spec.house_way.printed:
                raise RuleError("the low hand outranks the high hand: the dealer must reset it", "dealer_set.low")
            table = replace(table, dealer_low=house_way(plan, table.dealer).low)
    if len(table.dragon) == due:
        low = _stated(file.dealer_set.get("dragon", {}), table.dragon, "dealer_set.dragon")
        table = replace(table, dragon_low=low or house_way(plan, table.dragon).low)
    return table


def _recorded(file: RoundFile, plan: Plan, irregularity: Irregularity | None) -> tuple[Table, list[Spot]]:
    """The table of a round file after all recorded actions."""
    seats, found = seated(file, plan)
    if any(name != "dragon" for name in file.piles):
        raise RuleError("the only other pile of this game is the dragon hand", "piles")
    dealer, dragon = cards(file.dealer, "dealer"), cards(file.piles.get("dragon", []), "piles.dragon")
    laid = [(f"seats[{player}].cards", seat.cards) for seat, (player, _, _) in zip(seats, found, strict=True)]
    check_copies([*laid, ("dealer", dealer), ("piles.dragon", dragon)], plan.game.spec.deck)
    dead = [irregularity is not None and irregularity.kills(player) for player, _, _ in found]
    seats = [replace(seat, dead=one) for seat, one in zip(seats, dead, strict=True)]
    table = Table(plan, tuple(seats), dealer, dragon=dragon)
    for index, (_, _, spot) in enumerate(found):
        if table.seats[index].dead:
            continue
        for action in spot.actions:
            table = with_seat(table, index, apply(table, index, action))
    return _set_by_dealer(plan, file, table), found


def with_seat(table: Table, index: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:index], seat, *table.seats[index + 1 :]))


def fees(plan: Plan, table: Table, behind: Sequence[Mapping[str, int]] = ()) -> Fees | None:
    """The cardroom's collection, where the house named a schedule."""
    words = plan.game.spec.collection
    option = plan.game.options[words.option] if words else 0
    if words is None or not option:
        return None
    schedule = next((one for one in load_tariff(words.tariff).options if one.id == str(option)), None)
    charges = [charge for charge in schedule.charges if charge.by == "wager_spot"] if schedule is not None else []
    stakes = [*(seat.wagers for seat in table.seats), *behind]
    inputs: dict[str, Any] = {"total_table_action": sum(sum(made.values()) for made in stakes) / 100}
    if charges:
        least = charges[0].tiers[0][0]  # where the tiers begin is the least base wager; a bonus below it is a spot too
        inputs["wager_spots"] = [
            [amount / 100 if name == words.base else max(amount / 100, least) for name, amount in made.items()]
            for made in stakes
        ]
    else:
        inputs["base_wagers"] = [made[words.base] / 100 if words.base in made else [] for made in stakes]
    return with_backline(collection(words.tariff, option, inputs), len(table.seats))


def _first(plan: Plan, file: RoundFile) -> tuple[int | None, int | None]:
    """Who gets the first hand and, where there is one, the action button."""
    words = plan.game.spec.first_hand
    active = range(len(file.seats))
    first, button = shaken(words, file.outcome, active) if "dice" in file.outcome else (None, None)
    stated = file.betting.get("action_seat")
    if stated is not None:
        if not words.button or not isinstance(stated, int) or isinstance(stated, bool) or stated not in active:
            raise RuleError(f"no seat {stated!r} can have the action button", "betting.action_seat")
        if button not in (None, stated):
            raise RuleError(f"the dice give the button to seat {button}", "betting.action_seat")
        button = stated
    return first, button


def settle_table(
    table: Table,
    file: RoundFile,
    owners: Sequence[int],
    irregularity: Irregularity | None = None,
) -> Settlement:
    """The settled round, the lines of each spot apart."""
    plan = table.plan
    left = Meters(meter_cents(file.meters))
    rulings = Settler(table, left, irregularity, owners).settle()
    lines = tuple(tuple(ruling.line for ruling in seat) for seat in rulings)
    (first, button), player_dealer = _first(plan, file), None
    if plan.game.spec.bank is not None:
        bank = Bank(bank_amount(file.betting), plan.game.spec.bank.covers)
        lines, player_dealer = bank_settles(plan, lines, bank, list(owners).index(button or 0))
    return Settlement(
        game=plan.game.spec.id,
        seats=lines,
        player_dealer=player_dealer,
        collection=fees(plan, table, stakes_behind(file)),
        meters=left.amounts(),
        awards=left.awards(),
        first_hand=first,
        action_seat=button,
    )


def settle_file(file: RoundFile) -> Settlement:
    """Settle a round file."""
    plan = load_plan(file.game, file.house)
    irregularity = find_irregularity(plan.game.spec.irregularities, file.irregularity, file.seats)
    table, found = _recorded(file, plan, irregularity)
    if irregularity is None:
        whole(plan, table.dealer, DEALER)
    settled = settle_table(table, file, [player for player, _, _ in found], irregularity)
    seats: list[list[Line]] = [[] for _ in file.seats]
    for (player, prefix, _), spot_lines in zip(found, settled.seats, strict=True):
        seats[player].extend(msgspec.structs.replace(line, wager=prefix + line.wager) for line in spot_lines)
    return msgspec.structs.replace(settled, seats=tuple(tuple(one) for one in seats))


def check_game(game: Game[PaiGow]) -> None:
    """Compile everything the file says for this house; what is wrong is an error that names the key."""
    plan = make_plan(game)
    used = {wager.spec.pay_table for wager in plan.wagers.values()} | {
        w.spec.dealer_shows for w in plan.wagers.values()
    }
    for name in game.spec.pay_tables:
        if name not in used:
            raise RuleError("no wager pays by this table", f"{game.spec.id}: pay_tables.{name}")
