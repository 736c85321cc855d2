"""Rounds at a table: wagers, deal, decisions, end; each an event, with the money it moves in the same transaction."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, bindparam, update

from houseway.cards.proof import entropy_hash
from houseway.families import family_of, open_round
from houseway.floor.clock import timeout_action
from houseway.floor.digest import hashed
from houseway.floor.ledger import Move
from houseway.floor.moments import now
from houseway.floor.replay import play_through, rebuild, remember, state_hash
from houseway.floor.roles import Person
from houseway.floor.schema import seats as seats_table
from houseway.floor.separation import record_dealer, refuse_player
from houseway.floor.settling import hold_meters, plays_for_a_pot, settle_money
from houseway.floor.shoes import dealt_from, in_play, left_behind, publish, secret_of, seed_for, show_secret, was_dealt
from houseway.floor.tables import claimed, free_seat, spots_of
from houseway.floor.timed import collect_by_time
from houseway.floor.transaction import OPEN, TableTransaction, lock_table
from houseway.play.bets import choose_wagers
from houseway.play.core.money import cents, dollars
from houseway.play.core.round import LiveRound, shoe_left
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.play.core.settlement import Settlement, as_json
from houseway.rules.errors import MALFORMED, RuleError
from houseway.rules.wording import listed, seat_name

_ACTIONS = 500  # no round of any game takes more; a longer one is a fault, not a game


_FIX_ENTROPY = (
    update(seats_table)
    .where(seats_table.c.table_id == bindparam("table"), seats_table.c.seat == bindparam("at"))
    .values(entropy_hash=bindparam("entropy_hash"), entropy_from=bindparam("entropy_from"))
)


class Entropy(NamedTuple):
    """What a seat adds to the shuffle of a round, and the hash of what it will add to a later one."""

    value: str = ""
    next_hash: str = ""


NONE = Entropy()


class StaleError(RuleError):
    """The table has moved on since the client looked."""


def _opening(tx: TableTransaction, bets: Mapping[int, dict[str, Any]], stacks: Mapping[int, int]) -> dict[str, Any]:
    """The round file before the first card, for the seats that bet."""
    seats, table = [], tx.table
    pots = plays_for_a_pot(tx.rules)
    numbers = family_of(tx.rules.game).seat_numbers(RoundFile(tx.rules.game, tx.rules.house))
    for seat in sorted(bets):
        given = {name: value for name, value in bets[seat].items() if value}
        if seat < len(numbers):
            given["position"] = numbers[seat]
        held = stacks[seat] + total_of(bets[seat])
        seats.append({**given, "stack": dollars(held)} if pots else given)
    shown = {level: dollars(tx.book.balance(meter)) for level, meter in tx.meters.items()}
    betting = dict(table.betting)
    if pots:
        betting["button"] = next((place for place, seat in enumerate(sorted(bets)) if seat > table.button), 0)
    elif table.banker is not None:
        bank = tx.book.balance(tx.accounts["bank"])
        if not bank:
            raise RuleError("the player-dealer's bank is empty", "bank")
        betting["player_dealer_wager"] = dollars(bank)
    state = state_from_last_round(table.state, [(seat, _person(tx, seat)) for seat in sorted(bets)])
    parts = {"house": table.house, "meters": shown, "seats": seats, "betting": betting, "state": state}
    return {"game": table.game, **{name: part for name, part in parts.items() if part}}


def _person(tx: TableTransaction, seat: int) -> str:
    """Who sits at a place of the table; empty where nobody does yet."""
    return str(tx.seats[seat].user_id) if seat in tx.seats else ""


def state_from_last_round(state: dict[str, Any], seated: list[tuple[int, str]]) -> dict[str, Any]:
    """What the last round left behind, for the places and people of this one.

    A list in it is by seat and belongs to whoever sat there: it goes along to another place, and a newcomer to the
    place has none.
    """
    if "left" not in state:
        return {}
    before = list(zip(state["places"], state.get("people", [who for _, who in seated]), strict=False))

    def moved(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(before):
            return value
        held = dict(zip(before, value, strict=True))
        found = [held.pop(one, None) for one in seated]  # who stayed, before who moved
        for index, (_, person) in enumerate(seated):
            if found[index] is None:
                place = next((one for one in held if one[1] == person), None)
                found[index] = held.pop(place) if place is not None else 0
        return found

    return {name: moved(value) for name, value in state["left"].items()}


def total_of(bet: Mapping[str, Any], field: str = "wagers") -> int:
    return sum(cents(amount, f"{field}.{name}") for name, amount in bet.get("wagers", {}).items())


def _moved(stack: int, layout: int, added: int) -> Move:
    """Chips put on the layout, or taken off it where less than nothing is added."""
    return Move(stack, layout, added, "wagers") if added > 0 else Move(layout, stack, -added, "wagers")


def _check_bet(tx: TableTransaction, seat: int, bet: dict[str, Any], stack: int) -> None:
    """A wager alone at the table must be one the game takes."""
    if not spots_of(tx.rules):
        if bet["wagers"]:
            raise RuleError("the game takes no wager before the first card but the forced ones", "wagers")
        return
    if not bet["wagers"]:
        raise RuleError("name at least one wager", "wagers")
    opening = _opening(tx, {seat: bet}, {seat: stack})
    if "meters" in opening:
        opening["meters"] = dict.fromkeys(opening["meters"], 1)  # any display will do
    try:
        _try_out(tx.rules.game, msgspec.json.encode(opening))
    except RuleError as error:
        raise RuleError(error.message, error.field.removeprefix("seats[0].")) from None
    except MALFORMED as error:
        raise RuleError(f"the wagers cannot be read ({error!r})", "wagers") from error


@lru_cache(maxsize=4096)
def _try_out(game: str, opening: bytes) -> None:
    """A round with such wagers can be opened; whether it can does not depend on the cards."""
    trial = open_round(convert_round({**msgspec.json.decode(opening), "game": game}), 1)
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
    shuffle: str = "",
    entropy: Entropy = NONE,
) -> TableTransaction:
    """A seat's wagers for the next round, in place of those it made before; the chips go on the layout.

    With `dealt` the seat also calls for the deal; with `number` the wagers are for that round of the table only, with
    `shuffle` only for cards of the shuffle whose hash this is.
    """
    tx = lock_table(db, table_id)
    if number is not None and number != tx.coming:
        raise StaleError(f"the wagers are for round {number}, the table is at round {tx.coming}", "round")
    if not tx.table.open:
        raise RuleError("the table is closed", "table")
    if tx.status == "playing":
        raise RuleError("wagers are closed until the round is over", "round")
    place = claimed(tx.seats, seat, person)
    if place.leaving:
        raise RuleError("the seat is leaving", "seat")
    if tx.table.banker == seat:
        raise RuleError("the player-dealer does not bet against the bank", "seat")
    if shuffle and shuffle != tx.shuffle["commitment"]:
        raise StaleError("the next cards come from another shuffle; read the table again", "shuffle")
    if tx.status not in OPEN:
        tx.begin()
    _put_down(tx, seat, person.id, place.account_id, bet)
    _add_entropy(tx, place, entropy)
    if dealt:
        _call_for_deal(tx, person)
    else:
        tx.save()
    return tx


def _put_down(tx: TableTransaction, seat: int, user: int, stack: int, bet: dict[str, Any]) -> None:
    before = tx.values["bets"].get(str(seat))
    if before == bet:
        return
    held = tx.book.balance(stack)
    old = total_of(before) if before else 0
    _check_bet(tx, seat, bet, held + old)
    new = total_of(bet)
    if new - old > held:
        raise RuleError(f"the wagers are ${new / 100:,.2f}, you have ${(held + old) / 100:,.2f}", "wagers")
    if plays_for_a_pot(tx.rules) and not held + old:
        raise RuleError("buy chips first", "seat")
    cause = tx.event("bet", seat, user, **bet)
    tx.book.post(cause, [_moved(stack, tx.accounts["layout"], new - old)])
    tx.values["bets"] = {**tx.values["bets"], str(seat): bet}
    if tx.values["deadline"] is None and _several(tx.seats):
        tx.values["deadline"] = now() + 1000 * tx.table.bet_seconds


def _add_entropy(tx: TableTransaction, place: Row[Any], given: Entropy) -> None:
    """What a seat adds to the shuffle, fixed by a hash before the round began; and the hash for a later round.

    So nobody chooses his part when he knows what the others, or the house, have brought.
    """
    seat, number = str(place.seat), tx.values["number"]
    held = tx.values["entropy"].get(seat, {})
    if given.value and held.get("value") != given.value:
        if held.get("user") == place.user_id:
            raise RuleError("the seat has added its entropy to this round", "entropy")
        if place.entropy_hash != entropy_hash(given.value) or place.entropy_from > number:
            raise RuleError("is not what the seat fixed by its hash before this round began", "entropy")
        added = {"user": place.user_id, "value": given.value}
        tx.values["entropy"] = {**tx.values["entropy"], seat: added}
        tx.event("entropy", place.seat, place.user_id, value=given.value, hash=place.entropy_hash)
    if given.next_hash:
        fixed = {"entropy_hash": given.next_hash, "entropy_from": number + 1}
        tx.db.execute(_FIX_ENTROPY, {"table": tx.table.id, "at": place.seat, **fixed})


def take_back(db: Connection, table_id: int, seat: int, person: Person) -> TableTransaction:
    """A seat takes its wagers off the layout before the deal."""
    tx = lock_table(db, table_id)
    place = claimed(tx.seats, seat, person)
    if tx.status != "betting" or str(seat) not in tx.values["bets"]:
        raise RuleError("there is no wager to take back", "seat")
    bets = dict(tx.values["bets"])
    cause = tx.event("take back", seat, person.id)
    tx.book.post(cause, [Move(tx.accounts["layout"], place.account_id, total_of(bets.pop(str(seat))), "wagers")])
    tx.values["bets"] = bets
    if not bets:
        tx.values["deadline"] = None
    tx.save()
    if place.leaving:
        free_seat(db, table_id, place)
        tx.stale = True
    return tx


def bots_of(seats: Mapping[int, Row[Any]]) -> dict[int, Row[Any]]:
    """Seats of automatic players."""
    return {seat: row for seat, row in seats.items() if row.role == "bot"}


def _several(seats: Mapping[int, Row[Any]]) -> bool:
    """Whether different persons sit at the table, so that nobody may keep the others waiting."""
    return len({row.user_id for row in seats.values() if row.role != "bot"}) > 1


def deal(db: Connection, table_id: int, person: Person) -> TableTransaction:
    """Close the wagers and deal: when all have bet, or for a dealer at any time."""
    tx = lock_table(db, table_id)
    if tx.status != "betting" or not tx.values["bets"]:
        raise RuleError("nobody has bet yet", "round")
    _call_for_deal(tx, person)
    return tx


def _call_for_deal(tx: TableTransaction, person: Person) -> None:
    seats, bets, deadline = tx.seats, tx.values["bets"], tx.values["deadline"]
    out = {*bots_of(seats), tx.table.banker}
    waiting = [seat for seat in seats if str(seat) not in bets and seat not in out]
    idle = [seat for seat in waiting if seats[seat].user_id != person.id]
    plays = any(seats[int(seat)].user_id == person.id for seat in bets)
    if not plays:
        if not person.may("deal"):
            raise RuleError("only a player who bet, or a dealer, may call for the deal", "round")
        refuse_player(tx.db, tx.table.id, person)
    deals = person.role in ("dealer", "supervisor") and not plays
    if idle and not (deals or (deadline is not None and deadline <= now())):
        raise RuleError(f"waiting for {listed([seat_name(seat) for seat in idle])} to bet", "round")
    deal_round(tx, person.id)
    if not plays:
        record_dealer(tx.db, tx.table.id, person)


def _bot_bets(tx: TableTransaction, bots: Mapping[int, Row[Any]]) -> None:
    spots = spots_of(tx.rules)
    for seat, row in bots.items():
        if str(seat) in tx.values["bets"] or row.leaving:
            continue
        bet = {"wagers": dict(choose_wagers(spots)), "ticket": {}, "select": []}
        try:
            _put_down(tx, seat, row.user_id, row.account_id, bet)
        except RuleError:
            continue  # out of chips, or a game it cannot bet on alone: it sits this one out


def deal_round(tx: TableTransaction, user: int | None) -> None:
    """Close the wagers: automatic players bet, the cards are dealt, forced bets go in."""
    table, seats = tx.table, tx.seats
    _bot_bets(tx, bots_of(seats))
    bets = {int(seat): bet for seat, bet in tx.values["bets"].items()}
    places = sorted(bets)
    if plays_for_a_pot(tx.rules) and len(places) < 2:
        raise RuleError("a pot needs at least two players", "round")
    opening = _opening(tx, bets, {seat: tx.book.balance(seats[seat].account_id) for seat in places})
    if shoe := in_play(table):
        opening["shoe"] = shoe["place"]
    shuffle = dealt_from(tx.shuffle, tx.values["number"], _added_entropy(tx, places))
    live = play_through(tx.rules.game, opening, seed_for(tx.db, table.id, shuffle), [])
    tx.table_changes["shuffle"] = shuffle
    tx.values |= {
        "shuffle": shuffle,
        "status": "playing",
        "places": places,
        "opening": opening,
        "staked": [total_of(bets[seat]) for seat in places],
    }
    moves = _stake(tx, live)
    cause = tx.event("deal", None, user, places=places, opening=hashed(opening), state=state_hash(live))
    tx.book.post(cause, moves)
    if plays_for_a_pot(tx.rules):
        tx.table_changes["button"] = places[opening["betting"]["button"]]
    advance_round(tx, live)


def _added_entropy(tx: TableTransaction, places: list[int]) -> dict[int, str]:
    """What the seats of the round have added, each by whoever sits there now."""
    added = tx.values["entropy"]
    return {
        seat: added[str(seat)]["value"]
        for seat in places
        if str(seat) in added and added[str(seat)]["user"] == tx.seats[seat].user_id
    }


def _stake(tx: TableTransaction, live: LiveRound) -> list[Move]:
    """What an event adds to, or takes off, the wagers of each seat."""
    places = tx.values["places"]
    staked = [live.staked(index) for index in range(len(places))]
    if staked == tx.values["staked"]:
        return []
    moves = []
    for index, seat in enumerate(places):
        added, stack = staked[index] - tx.values["staked"][index], tx.seats[seat].account_id
        if added > 0 and added > (held := tx.book.balance(stack)):
            raise RuleError(f"this takes ${added / 100:,.2f} more, {seat_name(seat)} has ${held / 100:,.2f}", "action")
        moves.append(_moved(stack, tx.accounts["layout"], added))
    tx.values["staked"] = staked
    return moves


def record_action(
    tx: TableTransaction, live: LiveRound, index: int, action: str, kind: str, user: int | None
) -> LiveRound:
    """One decision: the event, the money it moves, the round after it."""
    if tx.values["seq"] > _ACTIONS:
        raise RuleError("the round has too many decisions", "action")
    after = live.act(index, action)
    moves, seat = _stake(tx, after), tx.values["places"][index]
    cause = tx.event(kind, seat, user, place=index, action=action, state=state_hash(after))
    tx.book.post(cause, moves)
    return after


def advance_round(tx: TableTransaction, live: LiveRound) -> None:
    """Automatic players act; a round that is over is settled; otherwise the clock of the next seat starts."""
    places, bots = tx.values["places"], bots_of(tx.seats)
    while not live.over and places[live.turn] in bots:
        index = live.turn
        try:
            live = record_action(tx, live, index, live.suggest(index), "act", bots[places[index]].user_id)
        except RuleError:
            live = record_action(tx, live, index, timeout_action(live, index), "act", bots[places[index]].user_id)
    if live.over:
        settle_round(tx, {**live.round_file(), "game": tx.table.game}, live.settle(), shoe_left(live))
    else:
        tx.values["deadline"] = now() + 1000 * tx.table.act_seconds if _several(tx.seats) else None
        tx.save()
    remember(tx, live)


def settle_round(tx: TableTransaction, file: dict[str, Any], settlement: Settlement, shoe: Mapping[str, int]) -> None:
    """Pay, write down how the round ended and where its shoe stands, and free the seats of those who leave."""
    decided, held = as_json(settlement), hold_meters(tx, settlement)
    terms = {} if held is None else {"levels": tx.table.levels, "meters": held.terms()}
    cause = tx.event("settle", None, None, file=hashed(file), settlement=hashed(decided), **terms)
    stacks = [tx.seats[seat].account_id for seat in tx.values["places"]]
    settle_money(tx, held, stacks, settlement, cause)
    if held is not None:
        held.save()
    tx.values |= {
        "status": "settled",
        "deadline": None,
        "ended": now(),
        "file": file,
        "settlement": decided,
    }
    if not shoe:
        end_shuffle(tx)
    people = [_person(tx, seat) for seat in tx.values["places"]]
    state = left_behind(tx.table, tx.values, shoe, dict(settlement.state) or None, people)
    if settlement.timed_collection is not None:
        state["timed"] = collect_by_time(tx, stacks, settlement.timed_collection, cause)
    if state != tx.table.state:
        tx.table_changes["state"] = state
    tx.save()
    free_leaving_seats(tx)


def end_shuffle(tx: TableTransaction) -> None:
    """No more cards are dealt from the table's shuffle: its secret is shown, and the hash of the next one."""
    if was_dealt(tx.shuffle):
        if tx.shuffle["number"] < tx.values["number"]:
            show_secret(tx.db, tx.table.id, tx.shuffle)
        tx.values["secret"] = secret_of(tx.db, tx.shuffle)
        tx.table_changes["shuffle"] = publish(tx.db)


def free_leaving_seats(tx: TableTransaction) -> None:
    """Seats that asked to leave are free now."""
    for seat, row in tx.seats.items():
        if row.leaving and seat != tx.table.banker:
            free_seat(tx.db, tx.table.id, row)
            tx.stale = True


def act(db: Connection, table_id: int, seat: int, person: Person, action: str, after: int) -> TableTransaction:
    """A seat's decision; `after` is the last event the player saw, so that nothing is done twice or too late."""
    tx = lock_table(db, table_id)
    if tx.status != "playing":
        raise StaleError("no round is being played", "round")
    claimed(tx.seats, seat, person)
    seq, places = tx.values["seq"], tx.values["places"]
    if seq != after:
        raise StaleError(f"the table has moved on: its last event is {seq}, not {after}", "after")
    if seat not in places:
        raise RuleError(f"{seat_name(seat)} has no part in this round", "seat")
    live = rebuild(tx)
    index = places.index(seat)
    if live.turn != index:
        raise RuleError(f"it is the turn of {seat_name(places[live.turn])}", "seat")
    advance_round(tx, record_action(tx, live, index, action, "act", person.id))
    return tx
