"""Rounds at a table: wagers, deal, decisions, end; each an event, with the money it moves in the same transaction."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from difflib import get_close_matches
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Row, bindparam, update

from houseway.cards.decks import deck
from houseway.cards.proof import entropy_hash
from houseway.cards.shuffle import shuffled
from houseway.cards.text import format_card
from houseway.families import family_of, open_round, settle, settle_owners
from houseway.floor import awards, jackpots, owners, replay, rotation
from houseway.floor.clock import timeout_action
from houseway.floor.digest import hashed
from houseway.floor.duty import check_attended, check_duty
from houseway.floor.facts import facts_of
from houseway.floor.ledger import Cause, Move, account
from houseway.floor.moments import now
from houseway.floor.piece import exchange, on_the_piece
from houseway.floor.pinned import Rules
from houseway.floor.ready import Ready
from houseway.floor.replay import play_through, rebuild, remember, state_hash
from houseway.floor.roles import DeniedError, Person
from houseway.floor.schema import seats as seats_table
from houseway.floor.separation import record_dealer, refuse_player
from houseway.floor.settling import (
    JACKPOT,
    collections,
    hold_meters,
    lines_that_wait,
    meters_now,
    newly_decided,
    pay_decided,
    plays_for_a_pot,
    settle_money,
)
from houseway.floor.shoes import dealt_from, in_play, left_behind, publish, secret_of, seed_for, show_secret, was_dealt
from houseway.floor.tables import claimed, free_seat, spots_of
from houseway.floor.timed import collect_by_time
from houseway.floor.transaction import OPEN, TableTransaction, hold_table, lock_table
from houseway.play.bets import choose_wagers
from houseway.play.core.money import cents, dollars, in_dollars
from houseway.play.core.round import LiveRound, fees_due, next_shoe_place
from houseway.play.core.roundfile import RoundFile, as_json, convert_round, stakes_behind
from houseway.play.core.settlement import Settlement
from houseway.play.core.wagers import layout_name
from houseway.play.pots.engine import next_button
from houseway.play.pots.round import ruled_by_floor, ruling_between
from houseway.rules.errors import MALFORMED, RuleError, allowed
from houseway.rules.load import by_game
from houseway.rules.pots import ExtraBlinds
from houseway.rules.wording import listed, money, seat_name

_ACTIONS = 500  # no round of any game takes more; a longer one is a fault, not a game


_FIX_ENTROPY = Ready(
    update(seats_table)
    .where(seats_table.c.table_id == bindparam("table"), seats_table.c.seat == bindparam("at"))
    .values(entropy_hash=bindparam("entropy_hash"), entropy_from=bindparam("entropy_from"))
)


class Entropy(NamedTuple):
    """What a seat adds to the shuffle of a round, and the hash of what it will add to a later one."""

    value: str = ""
    next_hash: str = ""


NONE = Entropy()


class Others(NamedTuple):
    """What a player puts down with his own wagers: tips for the dealer by wager in dollars, and coupons by number."""

    tips: Mapping[str, float] = {}
    tips_join: tuple[str, ...] = ()  # doubles and splits that the tips take part in
    coupons: Mapping[str, str] = {}


NOTHING = Others()


class StaleError(RuleError):
    """The table has moved on since the client looked."""


def _opening(tx: TableTransaction, bets: Mapping[int, dict[str, Any]], stacks: Mapping[int, int]) -> dict[str, Any]:
    """The round file before the first card, for the seats that bet."""
    seats, table = [], tx.table
    pots = plays_for_a_pot(tx.rules)
    numbers = family_of(tx.rules.game).play.seat_numbers(RoundFile(tx.rules.game, tx.rules.house))
    for seat in sorted(bets):
        given = {name: value for name, value in bets[seat].items() if value and name != "blind"}
        if seat < len(numbers):
            given["position"] = numbers[seat]
        if pots:
            held = stacks[seat] + total_of(bets[seat]) + (on_the_piece(tx, seat) if seat in tx.seats else 0)
            given["stack"] = dollars(held)
        seats.append(given)
    shown = {level: dollars(tx.book.balance(meter)) for level, meter in tx.meters.items()}
    betting = dict(table.betting)
    if pots:
        betting["button"] = sorted(bets).index(next_button(tx.rules.made.spec, sorted(bets), table.button))
        betting |= _extra_blinds(tx, sorted(bets), betting["button"], bets)
    elif table.banker is not None:
        bank = tx.book.balance(tx.accounts["bank"])
        if not bank:
            raise RuleError("the player-dealer's bank is empty", "bank")
        betting["player_dealer_wager"] = dollars(bank)
    state = state_from_last_round(table.state, [(seat, _person(tx, seat)) for seat in sorted(bets)])
    parts = {"house": table.house, "meters": shown, "seats": seats, "betting": betting, "state": state}
    if pots and table.jackpot_id is not None:
        posted = jackpots.offered(tx.db, table.jackpot_id)
        parts |= {"meters": {**shown, JACKPOT: dollars(posted.posted)}, "extra": {JACKPOT: posted.rules}}
        if not posted.raked:
            parts["house"] = {**table.house, "jackpot_rake": 0}
    return {"game": table.game, **{name: part for name, part in parts.items() if part}}


def _extra_words(tx: TableTransaction) -> ExtraBlinds | None:
    """What the game says of straddles and over blinds, where the house takes them."""
    forced = getattr(tx.rules.made.spec, "forced", None)
    words: ExtraBlinds | None = None if forced is None else forced.extra
    return words if words is not None and words.allowed and plays_for_a_pot(tx.rules) else None


def _extra_blinds(
    tx: TableTransaction, seats: list[int], button: int, bets: Mapping[int, dict[str, Any]]
) -> dict[str, Any]:
    """Straddles clockwise from the button, or over blinds as each goes over the one before; the game decides."""
    clockwise = [(button + 1 + place) % len(seats) for place in range(len(seats))]
    made = [[place, bets[seats[place]]["blind"]] for place in clockwise if bets[seats[place]].get("blind")]
    words = _extra_words(tx)
    if words is not None and words.who == "any":
        made.sort(key=lambda one: float(one[1]))
    return {"over_blinds": made} if made else {}


def _check_blind(tx: TableTransaction, seat: int, bet: dict[str, Any], held: int) -> None:
    """A straddle or over blind is one that the house allows; an over blind goes over every other by its rule."""
    if not (amount := bet.get("blind")):
        return
    words = _extra_words(tx)
    if words is None:
        raise RuleError("the house allows no straddle or over blind here", "blind")
    if cents(amount, "blind") > held:
        raise RuleError("you do not have that many chips", "blind")
    if words.who != "any":
        return
    betting, rule = tx.table.betting, tx.rules.made.cite(words.rule)
    others = [one["blind"] for place, one in tx.values["bets"].items() if int(place) != seat and one.get("blind")]
    largest = max(*betting.get("blinds", [1, 2]), *others)
    if amount < words.times * largest:
        raise RuleError(
            f"an over blind is at least {words.times} times the largest blind of {money(largest)}, {rule}", "blind"
        )
    if (most := betting.get("max_wager")) and amount > most:
        raise RuleError(f"an over blind is at most the posted {money(most)}, {rule}", "blind")


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


def check_bet(tx: TableTransaction, seat: int, bet: dict[str, Any], stack: int) -> None:
    """A wager alone at the table must be one the game takes, and no more than the seat's `stack`."""
    if not spots_of(tx.rules):
        if bet["wagers"]:
            raise RuleError("the game takes no wager before the first card but the forced ones", "wagers")
        return
    if not bet["wagers"]:
        raise RuleError("name at least one wager", "wagers")
    game = tx.rules.made
    if paper := [name for name in bet["wagers"] if owners.is_coupon(game, name)]:
        raise RuleError("chips do not make this wager: lay a coupon there", f"wagers.{paper[0]}")
    total = total_of(bet)
    if total > stack:
        raise RuleError(f"the wagers are {in_dollars(total)}, you have {in_dollars(stack)}", "wagers")
    opening = _opening(tx, {seat: bet}, {seat: stack})
    if "meters" in opening:
        opening["meters"] = dict.fromkeys(opening["meters"], 1)  # any display will do
    try:
        _try_out(tx.rules.game, msgspec.json.encode(opening))
    except RuleError as error:
        field = error.field.removeprefix("seats[0].")
        raise RuleError(_unknown_wager(tx.rules, field) or error.message, field) from None
    except MALFORMED as error:
        raise RuleError("the wagers cannot be read", "wagers") from error


def _unknown_wager(rules: Rules, field: str) -> str:
    """What is said of a wager that the game does not have: those it has, by their names on the layout and their ids."""
    within, _, name = field.partition(".")
    named = {spot.name: f"{spot.label or layout_name(spot.name)} ({spot.name})" for spot in spots_of(rules)}
    if within != "wagers" or not name or name in named or name in getattr(rules.made.spec, "wagers", {}):
        return ""
    nearest = "".join(f"; did you mean {named[one]}?" for one in get_close_matches(name.lower(), named, 1))
    return f"{rules.made.spec.name} has no wager {name!r}; {allowed('', named.values(), 'wagers are ')}{nearest}"


@by_game(4096)
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
    others: Others = NOTHING,
) -> TableTransaction:
    """A seat's wagers for the next round, in place of those it made before; the chips go on the layout.

    With `dealt` the seat also calls for the deal; with `number` the wagers are for that round of the table only, with
    `shuffle` only for cards of the shuffle whose hash this is. `others`: tips and coupons with the wagers.
    """
    tx = hold_table(db, table_id, begins=True)
    if number is not None and number != tx.coming:
        raise StaleError(f"the wagers are for round {number}, the table is at round {tx.coming}", "round")
    if not tx.table.open:
        raise RuleError("the table is closed", "table")
    if tx.status == "playing":
        raise RuleError("wagers are closed until the round is over", "round")
    if tx.table.purpose == "tournament" and (plays_for_a_pot(tx.rules) or tx.status not in OPEN):
        raise RuleError("the tournament's clock deals the hands and opens the games", "round")
    place = claimed(tx.seats, seat, person)
    if place.leaving:
        raise RuleError("the seat is leaving", "seat")
    if tx.table.banker == seat:
        raise RuleError("the player-dealer does not bet against the bank", "seat")
    check_attended(tx.table, person)
    if shuffle and shuffle != tx.shuffle["commitment"]:
        raise StaleError("the next cards come from another shuffle; read the table again", "shuffle")
    if tx.status not in OPEN:
        tx.begin()
    put_down(tx, seat, person.id, place.account_id, bet)
    owners.place_tips(tx, seat, person.id, others.tips, others.tips_join)
    owners.place_coupons(tx, seat, person.id, others.coupons)
    owners.recheck_behind(tx, seat)
    _add_entropy(tx, place, entropy)
    if dealt:
        _call_for_deal(tx, person)
    else:
        tx.save()
    return tx


def _waits(tx: TableTransaction, seat: int) -> bool:
    """Whether a seat that was not dealt in to the last hand waits for its pot, while two who were are still here."""
    left = tx.table.state.get("left", {})
    if not plays_for_a_pot(tx.rules) or not tx.rules.made.spec.award.sat_out or not left.get("pot"):
        return False
    dealt_in = tx.table.state.get("people", [])
    here = {_person(tx, place) for place in tx.seats}
    return len(here.intersection(dealt_in)) > 1 and _person(tx, seat) not in dealt_in


def _counted(tx: TableTransaction) -> AbstractContextManager[None]:
    """Refusals name dollars, or at a table of a tournament points, which have no sign."""
    return _in_points() if tx.table.purpose == "tournament" else _IN_DOLLARS


_IN_DOLLARS: AbstractContextManager[None] = nullcontext()


@contextmanager
def _in_points() -> Iterator[None]:
    try:
        yield
    except RuleError as error:
        error.message = error.message.replace("$", "")
        raise


def put_down(tx: TableTransaction, seat: int, user: int, stack: int, bet: dict[str, Any]) -> None:
    """A seat's wagers in place of those before; the chips go on the layout."""
    before = tx.values["bets"].get(str(seat))
    if before == bet:
        return
    held = tx.book.balance(stack)
    old = total_of(before) if before else 0
    with _counted(tx):
        check_bet(tx, seat, bet, held + old)
    _check_blind(tx, seat, bet, held + old)
    if _waits(tx, seat):
        award = tx.rules.made.spec.award
        rule = tx.rules.made.cite(award.sat_out_rule or award.rule)
        raise RuleError(f"who sat out the last hand waits until the pot is won, {rule}", "seat")
    new = total_of(bet)
    if plays_for_a_pot(tx.rules) and not held + old + on_the_piece(tx, seat):
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
        _FIX_ENTROPY.run(tx.db, {"table": tx.table.id, "at": place.seat, **fixed})


def take_back(db: Connection, table_id: int, seat: int, person: Person) -> TableTransaction:
    """A seat takes its wagers off the layout before the deal."""
    tx = lock_table(db, table_id)
    place = claimed(tx.seats, seat, person)
    if tx.status != "betting" or str(seat) not in tx.values["bets"]:
        raise RuleError("there is no wager to take back", "seat")
    bets, others = dict(tx.values["bets"]), owners.owners_of(tx.log).get(seat)
    cause = tx.event("take back", seat, person.id)
    tx.book.post(cause, [Move(tx.accounts["layout"], place.account_id, total_of(bets.pop(str(seat))), "wagers")])
    if others is not None:
        tx.book.post(cause.of("owners"), owners.returned(tx, seat, others))
    tx.values["bets"] = bets
    if not bets:
        tx.values["deadline"] = None
    tx.save()
    if others is not None:
        owners.cash_out_behind(tx, others.behind)
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
    if tx.status == "playing":
        raise RuleError("the round is dealt already", "round")
    if tx.status != "betting" or not tx.values["bets"]:
        raise RuleError("nobody has bet yet", "round")
    _call_for_deal(tx, person)
    return tx


def _call_for_deal(tx: TableTransaction, person: Person) -> None:
    if tx.table.purpose == "tournament":
        raise RuleError("the tournament's clock deals", "round")
    seats, bets, deadline = tx.seats, tx.values["bets"], tx.values["deadline"]
    out = {*bots_of(seats), tx.table.banker}
    waiting = [seat for seat in seats if str(seat) not in bets and seat not in out]
    idle = [seat for seat in waiting if seats[seat].user_id != person.id and not _waits(tx, seat)]
    plays = any(seats[int(seat)].user_id == person.id for seat in bets)
    if not plays:
        if not person.may("deal"):
            raise RuleError("only a player who bet, or a dealer, may call for the deal", "round")
        refuse_player(tx.db, tx.table.id, person)
        check_duty(tx.table, person)
    deals = person.role in ("dealer", "supervisor") and not plays
    if idle and not (deals or (deadline is not None and deadline <= now())):
        raise RuleError(f"waiting for {listed([seat_name(seat) for seat in idle])} to bet", "round")
    deal_round(tx, person.id)
    if not plays:
        record_dealer(tx.db, tx.table.id, person)


def _bot_bets(tx: TableTransaction, bots: Mapping[int, Row[Any]]) -> None:
    spots = spots_of(tx.rules, tx.table.betting)
    for seat, row in bots.items():
        if str(seat) in tx.values["bets"] or row.leaving:
            continue
        bet = {"wagers": dict(choose_wagers(spots)), "ticket": {}, "select": []}
        try:
            put_down(tx, seat, row.user_id, row.account_id, bet)
        except RuleError:
            continue  # out of chips, or a game it cannot bet on alone: it sits this one out


def _draw_for_button(tx: TableTransaction, places: list[int], seed: int) -> None:
    """The first button of a table: a card to each seat, and the highest has it; of equal ones the first dealt."""
    drawn = shuffled(deck("52"), seed, "draw for the button")[: len(places)]
    for seat, card in zip(places, drawn, strict=True):
        tx.event("button", seat, None, card=format_card(card))
    best = max(range(len(places)), key=lambda place: (drawn[place] // 4, -place))
    moves_on_to = {next_button(tx.rules.made.spec, places, seat): seat for seat in places}
    tx.table.button = moves_on_to[places[best]]


def deal_round(tx: TableTransaction, user: int | None) -> None:
    """Close the wagers: automatic players bet, the cards are dealt, forced bets go in.

    Without a `user` the time has run out.
    """
    table, seats = tx.table, tx.seats
    rotation.close_offer(tx, late=user is None)
    rotation.check_banked(tx)
    _bot_bets(tx, bots_of(seats))
    bets = {int(seat): bet for seat, bet in tx.values["bets"].items()}
    places = sorted(bets)
    if plays_for_a_pot(tx.rules) and len(places) < 2:
        raise RuleError("a pot needs at least two players", "round")
    shuffle = dealt_from(tx.shuffle, tx.values["number"], _added_entropy(tx, places))
    seed = seed_for(tx.db, table.id, shuffle)
    if plays_for_a_pot(tx.rules) and table.button < 0:
        _draw_for_button(tx, places, seed)
    opening, live = _open_round(tx, bets, seed)
    if _collect_fees(tx, places, opening, live):
        opening, live = _open_round(tx, bets, seed)  # with what the fees have left
    tx.table_changes["shuffle"] = shuffle
    tx.values |= {
        "shuffle": shuffle,
        "status": "playing",
        "places": places,
        "opening": opening,
        "staked": [total_of(bets[seat]) for seat in places],
    }
    moves = _stake(tx, live)
    held = {"round": tx.id, "engine": tx.values["engine"], "published": shuffle["published"], "tells_fills": True}
    cause = tx.event("deal", None, user, places=places, opening=hashed(opening), state=state_hash(live), **held)
    tx.book.post(cause, moves)
    if plays_for_a_pot(tx.rules):
        tx.table_changes["button"] = places[opening["betting"]["button"]]
    advance_round(tx, live)


def _open_round(
    tx: TableTransaction, bets: Mapping[int, dict[str, Any]], seed: int
) -> tuple[dict[str, Any], LiveRound]:
    """The round file before the first card, and the round dealt from the shuffle of the seed."""
    opening = _opening(tx, bets, {seat: tx.book.balance(tx.seats[seat].account_id) for seat in bets})
    if shoe := in_play(tx.table):
        opening["shoe"] = shoe["place"]
    return opening, play_through(tx.rules.game, opening, seed, [])


def _collect_fees(tx: TableTransaction, places: list[int], opening: dict[str, Any], live: LiveRound) -> bool:
    """Take the fees of a schedule before the cards are dealt; who has less pays what he has."""
    stacks = [tx.seats[seat].account_id for seat in places]
    file, others = owners.with_owners(opening, places, tx.log)
    fees = fees_due(live)
    if fees is not None and (bettors := owners.bettors_of(others)):  # their bets are action of the table too
        fees = fees_due(live, stakes_behind(convert_round(file)))
        behind = owners.bring_fees(tx, bettors, fees or {})
    else:
        behind = []
    due = [move for move in collections(fees, opening, tx.accounts, stacks, behind) if move.cents]
    banker, bank = tx.table.banker, tx.accounts["bank"]
    if banker is not None:  # the player-dealer's fee lies next to his wager, as long as he has chips for it
        chips = tx.seats[banker].account_id
        due = [
            move._replace(source=chips) if move.source == bank and tx.book.balance(chips) >= move.cents else move
            for move in due
        ]
    charged = [move._replace(cents=min(move.cents, max(tx.book.balance(move.source), 0))) for move in due]
    tx.book.post(Cause("collection", tx.table.id, tx.id, tx.values["seq"] + 1), charged)
    return bool(due)


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
        if added > 0 and added > tx.book.balance(stack) and on_the_piece(tx, seat):
            exchange(tx, seat)
        if added > 0 and added > (held := tx.book.balance(stack)):
            raise RuleError(f"this takes {in_dollars(added)} more, {seat_name(seat)} has {in_dollars(held)}", "action")
        moves.append(_moved(stack, tx.accounts["layout"], added))
    tx.values["staked"] = staked
    return moves


def record_action(
    tx: TableTransaction, live: LiveRound, index: int, action: str, kind: str, user: int | None
) -> LiveRound:
    """One decision: the event, the money it moves, the round after it."""
    if tx.values["seq"] > _ACTIONS:
        raise RuleError("the round has too many decisions", "action")
    try:
        after = replay.after(tx, live, index, action)
    except RuleError as error:  # it names the place in a round file
        raise RuleError(error.message, "action") from None
    if kind != "ruling" and ruled_by_floor(live, after):
        raise DeniedError("a supervisor rules on this, not a player", "action")
    told: dict[str, Any] = {"place": index, "action": action, "state": state_hash(after)}
    if ruled := ruling_between(live, after):
        told |= {"ruling": ruled.ruling, "rule": ruled.rule}
    decided = newly_decided(live, after)
    moves, seat = [] if decided else _stake(tx, after), tx.values["places"][index] if index >= 0 else None
    cause = tx.event(kind, seat, user, **told)
    tx.book.post(cause, moves)
    if decided:
        pay_decided(tx, after, decided, cause)
    owners.follow(tx, index, live, after, action)
    return after


def pending_irregularity(tx: TableTransaction) -> dict[str, Any]:
    """What went wrong in the round without ending it: what was told, and the seat that is out by it."""
    return next((said["data"] for said in tx.log if said["kind"] == "irregularity"), {})


def advance_round(tx: TableTransaction, live: LiveRound) -> None:
    """Automatic players act; a round that is over is settled; otherwise the clock of the next seat starts."""
    places, bots, told = tx.values["places"], bots_of(tx.seats), pending_irregularity(tx)
    while not live.over and (places[live.turn] in bots or live.turn == told.get("out")):
        index = live.turn
        if index == told.get("out"):
            live = record_action(tx, live, index, timeout_action(live, index), "act", None)  # no clock ran out
            continue
        try:
            live = record_action(tx, live, index, live.suggest(index), "act", bots[places[index]].user_id)
        except RuleError:
            live = record_action(tx, live, index, timeout_action(live, index), "act", bots[places[index]].user_id)
    if live.over and told:
        file = {**live.round_file(), "irregularity": told["told"]}
        settlement = settle(convert_round(file))
        settle_round(tx, {**file, "game": tx.table.game}, settlement, {})
    elif live.over:
        settle_round(tx, {**live.round_file(), "game": tx.table.game}, live.settle(), next_shoe_place(live))
    else:
        waits = _several(tx.seats) or tx.table.purpose == "tournament"
        tx.values["deadline"] = now() + 1000 * tx.table.act_seconds if waits else None
        tx.save()
    remember(tx, live)


def settle_round(tx: TableTransaction, file: dict[str, Any], settlement: Settlement, shoe: Mapping[str, int]) -> None:
    """Pay, write down how the round ended and where its shoe stands, and free the seats of those who leave."""
    file, others = owners.with_owners(file, tx.values["places"], tx.log)
    if others:
        settlement = settle_owners(convert_round({**file, "game": tx.rules.game}), settlement)
        tx.accounts["promotional"] = account(tx.db, "promotional")
    held = hold_meters(tx, settlement)
    terms: dict[str, Any] = {} if held is None else {"levels": tx.table.levels, "meters": held.terms()}
    if held is not None and (shown := meters_now(tx, held, settlement, file.get("meters", {}))):
        file = {**file, "meters": shown}
        settlement = settle(convert_round({**file, "game": tx.rules.game}))
        terms["shown"] = shown
    decided = as_json(settlement)
    hit = any(line.wager == JACKPOT for lines in settlement.seats for line in lines) and tx.table.jackpot_id
    waits = lines_that_wait(tx, held, settlement, jackpots.lock_fund(tx) if hit else 0)
    if waits:
        terms["waits"] = [[seat, number, meter] for (seat, number), meter in waits.items()]
    cause = tx.event("settle", None, None, file=hashed(file), settlement=hashed(decided), **terms)
    stacks = [tx.seats[seat].account_id for seat in tx.values["places"]]
    behind = owners.stacks_behind(tx, others)
    rests = settle_money(tx, held, stacks, settlement, cause, frozenset(waits), others, behind)
    owners.use_coupons(tx, others)
    if held is not None:
        held.save()
    if hit:
        jackpots.won(tx, cause)
    awards.write_down(tx, waits, settlement, rests)
    tx.values |= {
        "status": "settled",
        "deadline": None,
        "ended": now(),
        "file": file,
        "settlement": decided,
    }
    write_round_facts(tx)
    if not shoe:
        end_shuffle(tx)
    people = [_person(tx, seat) for seat in tx.values["places"]]
    state = left_behind(tx.table, tx.values, shoe, dict(settlement.state) or None, people)
    if settlement.timed_collection is not None:
        state["timed"] = collect_by_time(tx, stacks, settlement.timed_collection, cause)
    if bank := rotation.after_round(tx):
        state["bank"] = bank
    if state != tx.table.state:
        tx.table_changes["state"] = state
    tx.save()
    owners.cash_out_behind(tx, behind)
    free_leaving_seats(tx)


def write_round_facts(tx: TableTransaction) -> None:
    """What the round that is over will be found by, written with the rest."""
    people = {seat: int(row.user_id) for seat, row in tx.seats.items()}
    late = sum(event["kind"] == "timeout" for event in tx.log)
    tx.facts = facts_of(tx.values, tx.table.game, people, late)


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


def act(
    db: Connection,
    table_id: int,
    seat: int,
    person: Person,
    action: str,
    after: int,
    tips: Mapping[str, float] | None = None,
) -> TableTransaction:
    """A seat's decision; `after` is the last event the player saw, so that nothing is done twice or too late.

    What bettors behind a seat stay out of changes nothing for the player, and makes no decision late.
    `tips`: stakes for the dealer with the wager that the action makes.
    """
    tx = hold_table(db, table_id)
    if tx.status != "playing":
        raise StaleError("no round is being played", "round")
    claimed(tx.seats, seat, person)
    seq, places = tx.values["seq"], tx.values["places"]
    if seq != after and (after > seq or any(one["seq"] > after and one["kind"] != owners.STAY_OUT for one in tx.log)):
        raise StaleError(f"the table has moved on: its last event is {seq}, not {after}", "after")
    if seat not in places:
        raise RuleError(f"{seat_name(seat)} has no part in this round", "seat")
    live = rebuild(tx)
    index = places.index(seat)
    if live.turn != index:
        raise RuleError(f"it is the turn of {seat_name(places[live.turn])}", "seat")
    with _counted(tx):
        live = record_action(tx, live, index, action, "act", person.id)
    owners.add_tips(tx, seat, person.id, tips or {}, live)
    advance_round(tx, live)
    return tx
