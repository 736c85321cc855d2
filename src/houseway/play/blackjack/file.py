"""A round file of blackjack: replayed through the same round that live play uses, then settled."""

from dataclasses import replace
from itertools import product
from typing import Any

import msgspec

from houseway.play.blackjack.collection import collected
from houseway.play.blackjack.offers import check_amount
from houseway.play.blackjack.plan import Plan, load_plan
from houseway.play.blackjack.record import Record, record_of, records
from houseway.play.blackjack.replay import check_dealer, check_no_extra, orders_of_play, replay
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.settling import settle_round
from houseway.play.blackjack.shared import seat_rounds, settle_rounds
from houseway.play.blackjack.table import Recorded, Seat, Stock
from houseway.play.blackjack.totals import is_21_in_two
from houseway.play.core.money import cents
from houseway.play.core.roundfile import RoundFile, SeatFile, cards, check_copies, meter_cents
from houseway.play.core.settlement import Line, Settlement
from houseway.play.core.wagers import check_needs, no_such_wager
from houseway.rules.errors import RuleError
from houseway.rules.words import Irregularity

_OFFERS = (["decline"], ["insurance"], ["take"], ["even"])


def check_wagers(plan: Plan, wagers: dict[str, int], field: str) -> None:
    """The wagers of one seat are ones the game has, together and in amount as the rules and the house allow."""
    game, spec = plan.game, plan.spec
    before = [name for name, words in spec.wagers.items() if words.opens == "bets" and words.offered]
    for name, amount in wagers.items():
        place = f"{field}.{name}"
        words = spec.wagers.get(name)
        if words is None or not words.offered or (words.main and name not in plan.mains):
            raise no_such_wager(game, name, before, place)
        if words.opens != "bets":
            raise RuleError(f"{name} is made by an action after the deal, {game.cite(words.rule)}", place)
        if words.equals in wagers and wagers[words.equals] != amount:
            raise RuleError(f"{name} must equal {words.equals}, {game.cite(words.rule)}", place)
        check_needs(game, name, wagers, words.rule, place, needs=words.needs, needs_one=words.needs_one)
        check_amount(plan, name, amount, wagers, place)
    required = [name for name, words in spec.wagers.items() if words.required and name not in wagers]
    if required:
        raise RuleError(f"the wager {required[0]} is required", f"{field}.{required[0]}")
    if not wagers:
        raise RuleError("a seat needs at least one wager", field)


def seat_of(plan: Plan, seat: SeatFile, field: str) -> Seat:
    """A seat before the first card."""
    wagers = {name: cents(amount, f"{field}.{name}") for name, amount in seat.wagers.items()}
    check_wagers(plan, wagers, field)
    return Seat(wagers)


def seats_of(file: RoundFile, plan: Plan) -> tuple[Seat, ...]:
    """All seats before the first card."""
    if not file.seats:
        raise RuleError("a round needs at least one seat", "seats")
    if len(file.seats) > plan.spec.seats:
        raise RuleError(f"the table has {plan.spec.seats} seats", "seats")
    return tuple(seat_of(plan, seat, f"seats[{index}].wagers") for index, seat in enumerate(file.seats))


def open_round(file: RoundFile, plan: Plan, stock: Stock, used: int = 0) -> Round:
    """The round after the first cards."""
    seats = seats_of(file, plan)
    collected(plan, seats)  # a table whose wagers the schedule has no fee for does not open
    return Round(plan, stock, seats, used=used).opened()


def _mishap(plan: Plan, irregularity: dict[str, Any], seats: int) -> tuple[Irregularity | None, tuple[int, ...]]:
    """What the recorded irregularity does, and to which seats."""
    if not irregularity:
        return None, ()
    kind, seat = irregularity.get("kind"), irregularity.get("seat")
    of = irregularity.get("of", "" if seat is None else "player")
    known = [one for one in plan.spec.irregularities if one.kind == kind]
    if not known:
        kinds = ", ".join(dict.fromkeys(one.kind for one in plan.spec.irregularities)) or "none"
        raise RuleError(f"the rules know no irregularity {kind!r}; they know {kinds}", "irregularity.kind")
    fitting = [one for one in known if not one.of or not of or one.of == of]
    if not fitting or fitting[0].effect == "continue":
        return None, ()
    if fitting[0].effect == "void_table":
        return fitting[0], ()
    if seat is None and seats == 1:
        seat = 0
    if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < seats:
        raise RuleError("say which seat the irregularity befell", "irregularity.seat")
    return fitting[0], (seat,)


def _chosen_records(
    file: RoundFile, plan: Plan, dealer: tuple[int, ...], lenient: bool
) -> list[tuple[Record, list[str]]]:
    """For each seat the reading of its recorded hands that its actions can have led to, and those in their order."""
    chosen = []
    for index, seat in enumerate(file.seats):
        options = records(plan, seat, index)
        if len(options) == 1 or lenient:
            chosen.append((options[0], list(seat.actions)))
            continue
        errors = []
        for actions, option in product(orders_of_play(plan, list(seat.actions)), options):
            alone = replace_seats(file, [seat])
            tapes = {(0, spot): tape for spot, tape in enumerate(option.tapes)}
            try:
                played = replay(open_round(alone, plan, Recorded(tapes, dealer)), [option], [list(actions)])
                check_no_extra(played, [option])
            except RuleError as error:
                errors.append(error)
                continue
            chosen.append((option, actions))
            break
        else:
            raise RuleError(errors[0].message, errors[0].field.replace("seats[0]", f"seats[{index}]"))
    return chosen


def _late_bets_as_actions(file: RoundFile, plan: Plan) -> RoundFile:
    """The file with side bets that open after the deal, where it lists them among the wagers, made by their actions."""
    opens = {name: words.opens for name, words in plan.spec.wagers.items() if words.opens != "bets"}
    seats = []
    for seat in file.seats:
        late = [name for name in seat.wagers if name in opens]
        acted = [
            one
            for one in seat.actions
            if one.split()[:1] == ["bet"] and opens.get(" ".join(one.split()[1:2])) == "acted"
        ]
        if late or acted:
            actions = [one for one in seat.actions if one not in acted] + acted
            for name in late:
                offered = [place for place, one in enumerate(actions, 1) if one.split()[:1] in _OFFERS]
                place = len(actions) if opens[name] == "acted" else max(offered, default=0)
                actions.insert(place, f"bet {name} {seat.wagers[name]}")
            wagers = {name: amount for name, amount in seat.wagers.items() if name not in late}
            seat = msgspec.structs.replace(seat, wagers=wagers, actions=actions)
        seats.append(seat)
    return msgspec.structs.replace(file, seats=seats)


def _looks_late(file: RoundFile, plan: Plan, dealer: tuple[int, ...]) -> Plan:
    """The plan; where hands were switched against a dealer's natural, as the rules foresee, he looked at the end."""
    switched = bool(plan.spec.switch) and any("switch" in seat.actions for seat in file.seats)
    if not switched or "hole_card" in file.house or not is_21_in_two(dealer[:2]):
        return plan
    return load_plan(file.game, {**file.house, "hole_card": "no peek"})


def replace_seats(file: RoundFile, seats: list[SeatFile]) -> RoundFile:
    return RoundFile(game=file.game, house=file.house, seats=seats)


def settle_file(file: RoundFile) -> Settlement:
    """Settle a round file."""
    plan = load_plan(file.game, file.house)
    file = _late_bets_as_actions(file, plan)
    if plan.spec.shared:
        return settle_rounds(plan, seat_rounds(file, plan, seats_of(file, plan)), file)
    dealer = cards(file.dealer, "dealer")
    plan = _looks_late(file, plan, dealer)
    mishap, struck = _mishap(plan, file.irregularity, len(file.seats))
    if mishap is not None and mishap.effect == "void_table":
        return _all_void(plan, file, mishap)
    laid = [("dealer", dealer)]
    for index, seat in enumerate(file.seats):
        laid += record_of(seat, index)
    check_copies(laid, plan.spec.deck)
    read = _chosen_records(file, plan, dealer, mishap is not None)
    chosen = [record for record, _ in read]
    tapes = {(index, spot): tape for index, one in enumerate(chosen) for spot, tape in enumerate(one.tapes)}
    now = open_round(file, plan, Recorded(tapes, dealer))
    now = replay(now, chosen, [list(actions) for _, actions in read], lenient=struck)
    if mishap is None:
        check_no_extra(now, chosen)
    now = replace(now, dealer=check_dealer(plan, now.dealer, dealer))
    return settle_round(now, meter_cents(file.meters), file.betting, mishap, struck)


def _all_void(plan: Plan, file: RoundFile, mishap: Irregularity) -> Settlement:
    """A round that does not count: every stake goes back."""
    rule = plan.game.cite(mishap.rule)
    seats = []
    for index, seat in enumerate(file.seats):
        wagers = seat_of(plan, seat, f"seats[{index}].wagers").wagers
        seats.append(tuple(Line(name, amount, 0, "void, stake returned", rule) for name, amount in wagers.items()))
    return Settlement(game=plan.spec.id, seats=tuple(seats))
