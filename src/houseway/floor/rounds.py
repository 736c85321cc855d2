"""Rounds at a table: wagers, deal, decisions, end; each an event, with the money it moves in the same transaction."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, Row

from houseway.cards.proof import seed_of
from houseway.floor.clock import timeout_action
from houseway.floor.hand import OPEN, Hand, take
from houseway.floor.ledger import Cause, Move
from houseway.floor.replay import rebuild, remember
from houseway.floor.roles import Person
from houseway.floor.settling import plays_for_a_pot, settle_money
from houseway.floor.shoes import in_play, left_behind, next_shuffle
from houseway.floor.store import now
from houseway.floor.tables import claimed, free_seat, spots_of
from houseway.play.bets import choose_wagers
from houseway.play.core.lines import Settlement, as_json, dollars
from houseway.play.core.roundfile import cents, convert_round
from houseway.play.live import LiveRound, open_round, shoe_left
from houseway.rules.errors import MALFORMED, RuleError
from houseway.rules.sheet.model import listed

_ACTIONS = 500  # no round of any game takes more; a longer one is a fault, not a game


class StaleError(RuleError):
    """The table has moved on since the client looked."""


def _opening(hand: Hand, bets: Mapping[int, dict[str, Any]], stacks: Mapping[int, int]) -> dict[str, Any]:
    """The round file before the first card, for the seats that bet."""
    seats, table = [], hand.table
    pots = plays_for_a_pot(table)
    for seat in sorted(bets):
        given = {name: value for name, value in bets[seat].items() if value}
        held = stacks[seat] + total_of(bets[seat])
        seats.append({**given, "stack": dollars(held)} if pots else given)
    shown = {level: dollars(hand.book.balance(meter)) for level, meter in hand.meters.items()}
    betting = dict(table.betting)
    if pots:
        betting["button"] = next((place for place, seat in enumerate(sorted(bets)) if seat > table.button), 0)
    elif table.banker is not None:
        bank = hand.book.balance(hand.own["bank"])
        if not bank:
            raise RuleError("the player-dealer's bank is empty", "bank")
        betting["player_dealer_wager"] = dollars(bank)
    state = carried(table.state, sorted(bets))
    parts = {"house": table.house, "meters": shown, "seats": seats, "betting": betting, "state": state}
    return {"game": table.game, **{name: part for name, part in parts.items() if part}}


def carried(state: dict[str, Any], places: list[int]) -> dict[str, Any]:
    """What the last round left behind, for the seats of this one; a list in it is by seat, and newcomers have none."""
    if "left" not in state:
        return {}
    before = state["places"]

    def moved(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(before):
            return value
        held = dict(zip(before, value, strict=True))
        return [held.get(seat, 0) for seat in places]

    return {name: moved(value) for name, value in state["left"].items()}


def total_of(bet: Mapping[str, Any], field: str = "wagers") -> int:
    return sum(cents(amount, f"{field}.{name}") for name, amount in bet.get("wagers", {}).items())


def _moved(stack: int, layout: int, added: int) -> Move:
    """Chips put on the layout, or taken off it where less than nothing is added."""
    return Move(stack, layout, added, "wagers") if added > 0 else Move(layout, stack, -added, "wagers")


def _check_bet(hand: Hand, seat: int, bet: dict[str, Any], stack: int) -> None:
    """A wager alone at the table must be one the game takes."""
    if not spots_of(hand.table):
        if bet["wagers"]:
            raise RuleError("the game takes no wager before the first card but the forced ones", "wagers")
        return
    if not bet["wagers"]:
        raise RuleError("name at least one wager", "wagers")
    opening = _opening(hand, {seat: bet}, {seat: stack})
    if "meters" in opening:
        opening["meters"] = dict.fromkeys(opening["meters"], 1)  # any display will do
    try:
        _try_out(msgspec.json.encode(opening))
    except RuleError as error:
        raise RuleError(error.message, error.field.removeprefix("seats[0].")) from None
    except MALFORMED as error:
        raise RuleError(f"the wagers cannot be read ({error!r})", "wagers") from error


@lru_cache(maxsize=4096)
def _try_out(opening: bytes) -> None:
    """A round with such wagers can be opened; whether it can does not depend on the cards."""
    trial = open_round(convert_round(msgspec.json.decode(opening)), 1)
    if trial.over:
        trial.settle()


def place_bet(
    db: Connection,
    table_id: int,
    seat: int,
    person: Person,
    bet: dict[str, Any],
    *,
    dealt: bool = False,
    number: int | None = None,
) -> Hand:
    """A seat's wagers for the next round, in place of those it made before; the chips go on the layout.

    With `dealt` the seat also calls for the deal; with `number` the wagers are for that round of the table only.
    """
    hand = take(db, table_id)
    coming = hand.values["number"] if hand.status in OPEN else hand.table.rounds + 1
    if number is not None and number != coming:
        raise StaleError(f"the wagers are for round {number}, the table is at round {coming}", "round")
    if not hand.table.open:
        raise RuleError("the table is closed", "table")
    if hand.status == "playing":
        raise RuleError("wagers are closed until the round is over", "round")
    place = claimed(hand.taken, seat, person)
    if place.leaving:
        raise RuleError("the seat is leaving", "seat")
    if hand.table.banker == seat:
        raise RuleError("the player-dealer does not bet against the bank", "seat")
    if hand.status not in OPEN:
        hand.begin(*next_shuffle(hand.table, hand.values))
    _put_down(hand, seat, person.id, place.account_id, bet)
    if dealt:
        _call_for_deal(hand, person)
    else:
        hand.save()
    return hand


def _put_down(hand: Hand, seat: int, user: int, stack: int, bet: dict[str, Any]) -> None:
    before = hand.values["bets"].get(str(seat))
    if before == bet:
        return
    held = hand.book.balance(stack)
    old = total_of(before) if before else 0
    _check_bet(hand, seat, bet, held + old)
    new = total_of(bet)
    if new - old > held:
        raise RuleError(f"the wagers are ${new / 100:,.2f}, you have ${(held + old) / 100:,.2f}", "wagers")
    if plays_for_a_pot(hand.table) and not held + old:
        raise RuleError("buy chips first", "seat")
    cause = hand.event("bet", seat, user, **bet)
    hand.book.post(cause, [_moved(stack, hand.own["layout"], new - old)])
    hand.values["bets"] = {**hand.values["bets"], str(seat): bet}
    if hand.values["deadline"] is None and _several(hand.taken):
        hand.values["deadline"] = now() + 1000 * hand.table.bet_seconds


def take_back(db: Connection, table_id: int, seat: int, person: Person) -> Hand:
    """A seat takes its wagers off the layout before the deal."""
    hand = take(db, table_id)
    place = claimed(hand.taken, seat, person)
    if hand.status != "betting" or str(seat) not in hand.values["bets"]:
        raise RuleError("there is no wager to take back", "seat")
    bets = dict(hand.values["bets"])
    cause = hand.event("take back", seat, person.id)
    hand.book.post(cause, [Move(hand.own["layout"], place.account_id, total_of(bets.pop(str(seat))), "wagers")])
    hand.values["bets"] = bets
    if not bets:
        hand.values["deadline"] = None
    hand.save()
    if place.leaving:
        free_seat(db, table_id, place)
        hand.stale = True
    return hand


def bots_of(taken: Mapping[int, Row[Any]]) -> dict[int, Row[Any]]:
    """Seats of automatic players."""
    return {seat: row for seat, row in taken.items() if row.role == "bot"}


def _several(taken: Mapping[int, Row[Any]]) -> bool:
    """Whether different persons sit at the table, so that nobody may keep the others waiting."""
    return len({row.user_id for row in taken.values() if row.role != "bot"}) > 1


def deal(db: Connection, table_id: int, person: Person) -> Hand:
    """Close the wagers and deal: when all have bet, or for a dealer at any time."""
    hand = take(db, table_id)
    if hand.status != "betting" or not hand.values["bets"]:
        raise RuleError("nobody has bet yet", "round")
    _call_for_deal(hand, person)
    return hand


def _call_for_deal(hand: Hand, person: Person) -> None:
    taken, bets, deadline = hand.taken, hand.values["bets"], hand.values["deadline"]
    out = {*bots_of(taken), hand.table.banker}
    waiting = [seat for seat in taken if str(seat) not in bets and seat not in out]
    idle = [seat for seat in waiting if taken[seat].user_id != person.id]
    if not any(taken[int(seat)].user_id == person.id for seat in bets) and not person.may("deal"):
        raise RuleError("only a player who bet, or a dealer, may call for the deal", "round")
    if idle and not (person.role in ("dealer", "supervisor") or (deadline is not None and deadline <= now())):
        raise RuleError(f"waiting for seat {listed([str(seat) for seat in idle])} to bet", "round")
    deal_hand(hand, person.id)


def _bot_bets(hand: Hand, bots: Mapping[int, Row[Any]]) -> None:
    spots = spots_of(hand.table)
    for seat, row in bots.items():
        if str(seat) in hand.values["bets"] or row.leaving:
            continue
        bet = {"wagers": dict(choose_wagers(spots)), "ticket": {}, "select": []}
        try:
            _put_down(hand, seat, row.user_id, row.account_id, bet)
        except RuleError:
            continue  # out of chips, or a game it cannot bet on alone: it sits this one out


def deal_hand(hand: Hand, user: int | None) -> None:
    """Close the wagers: automatic players bet, the cards are dealt, forced bets go in."""
    table, taken = hand.table, hand.taken
    _bot_bets(hand, bots_of(taken))
    bets = {int(seat): bet for seat, bet in hand.values["bets"].items()}
    places = sorted(bets)
    if plays_for_a_pot(table) and len(places) < 2:
        raise RuleError("a pot needs at least two players", "round")
    opening = _opening(hand, bets, {seat: hand.book.balance(taken[seat].account_id) for seat in places})
    if shoe := in_play(table):
        opening["shoe"] = shoe["place"]
    live = open_round(convert_round(opening), seed_of(hand.values["seed"]))
    hand.values |= {
        "status": "playing",
        "places": places,
        "opening": opening,
        "staked": [total_of(bets[seat]) for seat in places],
    }
    cause = hand.event("deal", None, user, places=places)
    _stake(hand, live, cause)
    if plays_for_a_pot(table):
        hand.leaves["button"] = places[opening["betting"]["button"]]
    go_on(hand, live)


def _stake(hand: Hand, live: LiveRound, cause: Cause) -> None:
    """Move what the event added to, or took off, the wagers of each seat."""
    places = hand.values["places"]
    staked = [live.staked(index) for index in range(len(places))]
    if staked == hand.values["staked"]:
        return
    moves = []
    for index, seat in enumerate(places):
        added, stack = staked[index] - hand.values["staked"][index], hand.taken[seat].account_id
        if added > 0 and added > (held := hand.book.balance(stack)):
            raise RuleError(f"this takes ${added / 100:,.2f} more, seat {seat} has ${held / 100:,.2f}", "action")
        moves.append(_moved(stack, hand.own["layout"], added))
    hand.book.post(cause, moves)
    hand.values["staked"] = staked


def apply(hand: Hand, live: LiveRound, index: int, action: str, kind: str, user: int | None) -> LiveRound:
    """One decision: the event, the money it moves, the round after it."""
    if hand.values["seq"] > _ACTIONS:
        raise RuleError("the round has too many decisions", "action")
    after = live.act(index, action)
    cause = hand.event(kind, hand.values["places"][index], user, place=index, action=action)
    _stake(hand, after, cause)
    return after


def go_on(hand: Hand, live: LiveRound) -> None:
    """Automatic players act; a round that is over is settled; otherwise the clock of the next seat starts."""
    places, bots = hand.values["places"], bots_of(hand.taken)
    while not live.over and places[live.turn] in bots:
        index = live.turn
        try:
            live = apply(hand, live, index, live.suggest(index), "act", bots[places[index]].user_id)
        except RuleError:
            live = apply(hand, live, index, timeout_action(live, index), "act", bots[places[index]].user_id)
    if live.over:
        finish(hand, live.round_file(), live.settle(), shoe_left(live))
    else:
        hand.values["deadline"] = now() + 1000 * hand.table.act_seconds if _several(hand.taken) else None
        hand.save()
    remember(hand, live)


def finish(hand: Hand, file: dict[str, Any], settlement: Settlement, shoe: Mapping[str, int]) -> None:
    """Pay, write down how the round ended and where its shoe stands, and free the seats of those who leave."""
    cause = hand.event("settle", None, None)
    settle_money(hand, [hand.taken[seat].account_id for seat in hand.values["places"]], settlement, cause)
    hand.values |= {
        "status": "settled",
        "deadline": None,
        "ended": now(),
        "file": file,
        "settlement": as_json(settlement),
    }
    state = left_behind(hand.table, hand.values, shoe, settlement.more.get("state"))
    if state != hand.table.state:
        hand.leaves["state"] = state
    hand.save()
    clear(hand)


def clear(hand: Hand) -> None:
    """Seats that asked to leave are free now."""
    for seat, row in hand.taken.items():
        if row.leaving and seat != hand.table.banker:
            free_seat(hand.db, hand.table.id, row)
            hand.stale = True


def act(db: Connection, table_id: int, seat: int, person: Person, action: str, after: int) -> Hand:
    """A seat's decision; `after` is the last event the player saw, so that nothing is done twice or too late."""
    hand = take(db, table_id)
    if hand.status != "playing":
        raise StaleError("no round is being played", "round")
    claimed(hand.taken, seat, person)
    seq, places = hand.values["seq"], hand.values["places"]
    if seq != after:
        raise StaleError(f"the table has moved on: its last event is {seq}, not {after}", "after")
    if seat not in places:
        raise RuleError(f"seat {seat} has no part in this round", "seat")
    live = rebuild(hand)
    index = places.index(seat)
    if live.turn != index:
        raise RuleError(f"it is the turn of seat {places[live.turn]}", "seat")
    go_on(hand, apply(hand, live, index, action, "act", person.id))
    return hand
