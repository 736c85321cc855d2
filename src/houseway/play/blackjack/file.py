"""A round file of blackjack: replayed through the same round that live play uses, then settled."""

from dataclasses import replace
from functools import partial
from itertools import product

import msgspec

from houseway.play.blackjack.offers import check_family_amount
from houseway.play.blackjack.plan import Plan, load_plan
from houseway.play.blackjack.replay import (
    Record,
    check_dealer,
    check_no_extra,
    orders_of_play,
    record_of,
    records,
    replay,
)
from houseway.play.blackjack.round import Round
from houseway.play.blackjack.settle import fees, settle_round
from houseway.play.blackjack.shared import seat_rounds, settle_rounds
from houseway.play.blackjack.streaks import streaks_before
from houseway.play.blackjack.streets import Record as StreetRecord
from houseway.play.blackjack.streets import split_file, with_streets
from houseway.play.blackjack.table import Recorded, Seat, Stock
from houseway.play.blackjack.totals import is_21_in_two
from houseway.play.core.irregularities import Irregularity, find_irregularity
from houseway.play.core.money import cents
from houseway.play.core.roundfile import (
    RoundFile,
    SeatFile,
    cards,
    check_copies,
    check_seats,
    meter_cents,
    stakes_behind,
)
from houseway.play.core.settlement import Line, Settlement
from houseway.play.core.wagers import check_wagers
from houseway.rules.errors import RuleError

_OFFERS = (["decline"], ["insurance"], ["take"], ["even"])


def prizes_told(file: RoundFile) -> tuple[str, ...]:
    """The prizes that winners drew, by seat; empty where a seat drew none."""
    told = file.outcome.get("prizes", [])
    if not isinstance(told, list) or len(told) > len(file.seats):
        raise RuleError("must be a list by seat", "outcome.prizes")
    return tuple("" if one is None else str(one) for one in told)


def seat_of(plan: Plan, seat: SeatFile, field: str) -> Seat:
    """A seat before the first card."""
    wagers = {name: cents(amount, f"{field}.{name}") for name, amount in seat.wagers.items()}
    later = [name for name, wager in plan.spec.wagers.items() if wager.opens_at != "bets"]
    for name in wagers:
        option = plan.spec.wagers[name].drawn_from if name in plan.spec.wagers and name not in plan.takes else ""
        if option:
            raise RuleError(f"{name} is not offered until the house says what is drawn: {option}", f"{field}.{name}")
    check_wagers(plan.game, plan.takes, wagers, field, later=later, amount=partial(check_family_amount, plan))
    return Seat(wagers)


def seats_of(file: RoundFile, plan: Plan) -> tuple[Seat, ...]:
    """All seats before the first card."""
    check_seats(file.seats, plan.spec.seats)
    return tuple(seat_of(plan, seat, f"seats[{index}].wagers") for index, seat in enumerate(file.seats))


def open_round(file: RoundFile, plan: Plan, stock: Stock, used: int = 0) -> Round:
    """The round after the first cards."""
    return round_of(file, plan, stock, used).opened()


def round_of(file: RoundFile, plan: Plan, stock: Stock, used: int = 0) -> Round:
    """The round before the first card."""
    seats = seats_of(file, plan)
    fees(plan, seats)  # a table whose wagers the schedule has no fee for does not open
    return Round(plan, stock, seats, used=used)


def _dealers(file: RoundFile, plan: Plan) -> tuple[tuple[int, ...], ...]:
    """The dealer's recorded hands: one, or `dealers` of the piles, each with the up card that they share."""
    if plan.spec.dealer.hands == 1:
        return (cards(file.dealer, "dealer"),)
    piles = file.piles.get("dealers")
    if not isinstance(piles, list) or len(piles) != plan.spec.dealer.hands:
        raise RuleError(f"must be the {plan.spec.dealer.hands} hands of the dealer", "piles.dealers")
    found = tuple(cards(pile, f"piles.dealers[{number}]") for number, pile in enumerate(piles))
    if any(not hand or hand[0] != found[0][0] for hand in (*found, *filter(None, [cards(file.dealer, "dealer")]))):
        raise RuleError("every hand begins with the same up card", "piles.dealers")
    return found


def _chosen_records(
    file: RoundFile, plan: Plan, dealers: tuple[tuple[int, ...], ...], lenient: bool
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
                played = replay(
                    open_round(alone, plan, Recorded(tapes, dealers[0], dealers)), [option], [list(actions)]
                )
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
    opens = {name: words.opens_at for name, words in plan.spec.wagers.items() if words.opens_at != "bets"}
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
    if file.community and not (plan.spec.shared or plan.spec.streets):
        raise RuleError("plays no part in this game", "community")
    streets: list[StreetRecord] = []
    if plan.spec.streets is not None:
        file, streets = split_file(file, plan)
    file = _late_bets_as_actions(file, plan)
    if plan.spec.shared:
        return settle_rounds(plan, seat_rounds(file, plan, seats_of(file, plan)), file)
    dealers = _dealers(file, plan)
    dealer = dealers[0]
    plan = _looks_late(file, plan, dealer)
    happened = find_irregularity(plan.spec.irregularities, file.irregularity, file.seats)
    if happened is not None and happened.spec.effect == "continue":
        happened = None
    if happened is not None and happened.spec.effect == "void_table":
        return _all_void(plan, file, happened)
    lenient = [happened.seat] if happened is not None and happened.seat is not None else []
    laid = [("dealer", dealer), *(("piles.dealers", hand[1:]) for hand in dealers[1:])]
    for index, seat in enumerate(file.seats):
        laid += record_of(seat, index)
    check_copies(laid, plan.spec.deck)
    read = _chosen_records(file, plan, dealers, happened is not None)
    chosen = [record for record, _ in read]
    tapes = {(index, spot): tape for index, one in enumerate(chosen) for spot, tape in enumerate(one.tapes)}
    now = open_round(file, plan, Recorded(tapes, dealers[0], dealers))
    now = replay(now, chosen, [list(actions) for _, actions in read], lenient=lenient)
    if happened is None:
        check_no_extra(now, chosen)
    checked = [check_dealer(plan, own, hand) for own, hand in zip(now.dealers, dealers, strict=False)]
    now = replace(now, dealer=checked[0], further=tuple(checked[1:]))
    if streets:
        now = replace(now, seats=with_streets(plan, now.seats, dealers[0], streets, lenient))
    return settle_round(
        now,
        meter_cents(file.meters),
        file.betting,
        happened,
        streaks_before(file, plan),
        prizes_told(file),
        stakes_behind(file),
    )


def _all_void(plan: Plan, file: RoundFile, happened: Irregularity) -> Settlement:
    """A round that does not count: every stake goes back."""
    rule = plan.game.cite(happened.spec.rule)
    seats = []
    for index, seat in enumerate(file.seats):
        wagers = seat_of(plan, seat, f"seats[{index}].wagers").wagers
        seats.append(tuple(Line(name, amount, 0, "void, stake returned", rule) for name, amount in wagers.items()))
    return Settlement(game=plan.spec.id, seats=tuple(seats), state=file.state)
