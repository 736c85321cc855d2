"""Gaming tables: opened with a house's choices, seats taken and left, chips bought, filled, credited and cashed."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, bindparam, delete, func, insert, select, update
from sqlalchemy.sql.dml import Update

from houseway.families import betting_spots, family_of, open_round
from houseway.floor import meters
from houseway.floor.ledger import Book, Cause, Move, account, already, balance, post
from houseway.floor.moments import now
from houseway.floor.own_games import refresh
from houseway.floor.pinned import Rules, current, pin
from houseway.floor.roles import Person, add_guest, record, wallet
from houseway.floor.schedules import check_table as check_schedules
from houseway.floor.schema import accounts, audit, rounds, seats, tables, users
from houseway.floor.separation import refuse_house
from houseway.floor.shoes import publish, show_secret, was_dealt, without_shoe
from houseway.play.core.money import in_dollars
from houseway.play.core.round import BettingSpot, fees_due
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.play.core.wagers import layout_name
from houseway.rules.errors import MALFORMED, RuleError
from houseway.rules.floor_rules import cite_floor
from houseway.rules.game import load_game
from houseway.rules.load import by_game
from houseway.rules.tables import column_prices, find_block
from houseway.rules.wording import listed, seat_name
from houseway.rules.words import MeterWords

_ABANDONED = 12 * 60 * 60 * 1000  # milliseconds without a round
BANKROLL = 10_000_000  # cents of chips a table opens with
MOST = 1_000_000_000_00  # cents; nobody moves more at once
MOST_SEATS = 200
MOST_PROPOSITION = 3
TILL = ("inventory", "drop", "layout", "rake", "collection", "jackpot", "due", "bank", "house", "tips")
_STAKES = ("ante", "blinds", "bring_in", "chip", "limits", "max_wager")  # what a table may post of them


class MissingError(RuleError):
    """There is no such thing."""


def positive(cents: int, field: str) -> int:
    if not 0 < cents <= MOST:
        raise RuleError("must be positive and not too large", field)
    return cents


@by_game(1024)
def _spots(game: str, house: bytes, betting: bytes) -> tuple[BettingSpot, ...]:
    decode = msgspec.json.decode
    return betting_spots(RoundFile(game, house=decode(house), betting=decode(betting)))


def spots_of(row: Any, betting: Mapping[str, Any] | None = None) -> tuple[BettingSpot, ...]:
    """The betting spots of a table, or of its rules with the stakes that it posts."""
    if isinstance(row, Rules):
        return _spots(row.game, row.house_json, msgspec.json.encode(betting or {}))
    return _spots(row.game, msgspec.json.encode(row.house), msgspec.json.encode(row.betting))


def seats_allowed(game: str, house: dict[str, Any]) -> int:
    """The seats that a table of the game may have: as its file says, for which its deck is large enough."""
    spec = load_game(game, house).spec
    return int(spec.seats) if "seats" in spec.reads else MOST_SEATS


def spots_allowed(game: str, house: dict[str, Any]) -> int:
    """The seats that one person may hold: one in a pot, as many as the game lets a player play hands, or any."""
    traits, spec = family_of(game).traits, load_game(game, house).spec
    if traits.pot:
        return 1
    return int(spec.hands_per_player) if "hands_per_player" in spec.reads else MOST_SEATS


def _schedules(game: str, house: dict[str, Any], level: str) -> list[tuple[str, str, list[Any]]]:
    """Of each wager that wins shares of a meter: its paragraph, the schedule games have in common, and the prices."""
    made = load_game(game, house)
    wagers = getattr(made.spec, "wagers", {})
    found = []
    for spot in betting_spots(RoundFile(game, house=house)):
        wager = wagers.get(spot.name)
        if level in spot.meters and wager is not None and (table := getattr(wager, "pay_table", "")):
            used = made.table_id(table)
            block = find_block(table, made.spec.pay_tables[table], used)
            found.append((made.cite(wager.rule), block.library, column_prices(block, used)))
    return found


def _refuse_other_schedule(db: Connection, game: str, house: dict[str, Any], level: str, meter: int) -> None:
    """A jackpot of a schedule that games have in common is shared by tables that are paid by it."""
    mine = _schedules(game, house, level)
    for row in db.execute(select(tables).where(tables.c.open).order_by(tables.c.id)).all():
        for other in (name for name, held in row.levels.items() if held == meter):
            for (rule, common, prices), (_, theirs, paid) in zip(
                mine, _schedules(row.game, row.house, other), strict=False
            ):
                if (common or theirs) and prices != paid:
                    raise RuleError(f"{row.name} wins this meter by another pay schedule, {rule}", f"meters.{level}")


def _levels(db: Connection, table: str, game: str, house: dict[str, Any], linked: Mapping[str, int]) -> dict[str, int]:
    """A meter for every level that a wager of the game may win a share of: one already running, or a new one."""
    spots = betting_spots(RoundFile(game, house=house))
    wanted = dict.fromkeys(level for spot in spots for level in spot.meters)
    unknown = [level for level in linked if level not in wanted]
    if unknown:
        raise RuleError(f"the game has no meter {unknown[0]!r}; it has {', '.join(wanted) or 'none'}", "meters")
    known = {int(one["id"]): one for one in meters.listing(db)} if linked else {}
    printed = load_game(game, house).meters
    for level, meter in linked.items():
        if meter not in known:
            raise RuleError(f"there is no meter {meter}", f"meters.{level}")
        if (found := known[meter])["status"] != "running":
            raise RuleError(f"{found['name']} is {found['status']}", f"meters.{level}")
        terms = printed.get(level, MeterWords())
        if found["seed"] < (least := round(float(terms.seed) * 100)):
            start, schedule = in_dollars(found["seed"]), in_dollars(least)
            said = f"{found['name']} starts at {start}, the schedule in use at {schedule} or more"
            raise RuleError(said, f"meters.{level}")
        _refuse_other_schedule(db, game, house, level, meter)
    opened = dict(linked)
    for level in wanted:
        if level not in linked:
            terms = printed.get(level, MeterWords())
            opened[level] = meters.open_meter(
                db,
                f"{table}: {layout_name(level)}",
                round(float(terms.seed) * 100) or meters.SEED,
                round(terms.increment * 100) or meters.INCREMENT // len(wanted),
                round(terms.reserve * 100),
            )
    return opened


def stakes_of(game: str, house: dict[str, Any]) -> list[str]:
    """What a table posts of the stakes of a pot; nothing where the game is not played for one."""
    if not family_of(game).traits.pot:
        return []
    spec = load_game(game, house).spec
    known = {name for name in (*_STAKES, spec.betting.equal_to) if name}
    return sorted(known if spec.forced.blinds else known - {"blinds"})


def _check_betting(game: str, house: dict[str, Any], betting: dict[str, Any]) -> None:
    """Refuse stakes and fees that no hand could be played with; what a seat has or bets is another matter."""
    pot, known = family_of(game).traits.pot, stakes_of(game, house)
    for name in sorted(betting.keys() - set(known)):
        told = f"a table of this game posts {listed(known)}" if pot else "this game is not played for a pot"
        raise RuleError(f"is not a stake: {told}", f"betting.{name}")
    asked: dict[str, Any] = {"game": game, "house": house, "betting": {**betting, "button": 0}}
    seat: dict[str, Any] = {"stack": 1_000_000, "wagers": {}}
    try:
        if pot:
            spots = betting_spots(convert_round({**asked, "seats": []}))
            seat["wagers"] = {spot.name: (spot.least or 100) / 100 for spot in spots if spot.required}
        fees_due(open_round(convert_round({**asked, "seats": [seat, seat]}), 1))
    except RuleError as error:
        place = error.field.partition(".")[0]
        if place in ("game", "betting", "house", "inputs"):
            raise
        if seat["wagers"] and place.startswith("seats["):
            raise RuleError(error.message, "betting") from None
    except MALFORMED as error:
        raise RuleError("cannot be read", "betting") from error


def open_table(
    db: Connection,
    person: Person,
    game: str,
    *,
    name: str = "",
    house: dict[str, Any] | None = None,
    betting: dict[str, Any] | None = None,
    places: int | None = None,
    bankroll: int = BANKROLL,
    linked: Mapping[str, int] | None = None,
    bet_seconds: int = 30,
    act_seconds: int = 60,
    least_buy_in: int = 0,
    imprest: bool = False,
    piece: bool = True,
    purpose: str = "game",
) -> int:
    """A table for a game of the rulebook or a file of one's own; its chips come from the house."""
    house = house or {}
    refresh(db, game)
    spec = load_game(game, house).spec
    most = seats_allowed(game, house)
    places = min(spec.seats, most) if places is None else places
    if not 1 <= places <= most:
        raise RuleError(f"a table of this game has 1 to {most} seats", "seats")
    _check_betting(game, house, betting or {})
    if imprest and not family_of(game).traits.pot:
        rule = cite_floor("imprest", spec.jurisdiction)
        raise RuleError(f"a house-banked game has no imprest bank, {rule}", "imprest")
    check_schedules(db, game, house)
    made = db.execute(
        insert(tables)
        .values(
            name=name,
            game=game,
            house=house,
            betting=betting or {},
            levels={},
            seats=places,
            least_buy_in=least_buy_in,
            imprest=imprest,
            piece=piece,
            bet_seconds=bet_seconds,
            act_seconds=act_seconds,
            open=True,
            state={},
            shuffle=publish(db),
            rules=pin(db, game, house).hash,
            created=now(),
            purpose=purpose,
        )
        .returning(tables.c.id)
    )
    table = int(made.scalar_one())
    label = name or f"{spec.name} {table}"
    levels = _levels(db, label if not name else f"{name} {table}", game, house, linked or {})
    db.execute(update(tables).where(tables.c.id == table).values(name=label, levels=levels))
    for kind in TILL:
        account(db, kind, str(table), table=table, points=purpose == "tournament")
    till_accounts = till(db, table)
    bank = "bank" if spec.bank is not None else "inventory"
    post(
        db,
        Cause("opening", table=table, user=person.id),
        [Move(till_accounts["house"], till_accounts[bank], positive(bankroll, "bankroll"), "opening bankroll")],
    )
    return table


_TILL = select(accounts.c.kind, accounts.c.id).where(
    accounts.c.table_id == bindparam("table"), accounts.c.user_id.is_(None)
)


def till(db: Connection, table: int) -> dict[str, int]:
    """The table's own accounts by kind."""
    return {row.kind: int(row.id) for row in db.execute(_TILL, {"table": table})}


_FIND = select(tables).where(tables.c.id == bindparam("table"))
_LOCK = _FIND.with_for_update()


def find(db: Connection, table: int, *, lock: bool = False) -> Row[Any]:
    """The table; with `lock` nobody else changes it until the transaction ends."""
    row = db.execute(_LOCK if lock else _FIND, {"table": table}).first()
    if row is None:
        raise MissingError(f"there is no table {table}", "table")
    return row


@cache
def _touch(names: tuple[str, ...]) -> Update:
    changed: dict[str, Any] = {name: bindparam(name) for name in names}
    return update(tables).where(tables.c.id == bindparam("table")).values(version=tables.c.version + 1, **changed)


def touch(db: Connection, table: int, **values: Any) -> None:
    """Change the table and tell everybody who watches it."""
    db.execute(_touch(tuple(values)), {"table": table, **values})


_SEATS = (
    select(seats, users.c.name, users.c.role)
    .join(users, users.c.id == seats.c.user_id)
    .where(seats.c.table_id == bindparam("table"))
    .order_by(seats.c.seat)
)


def occupied(db: Connection, table: int) -> dict[int, Row[Any]]:
    """The taken seats, with the name and role of who sits there."""
    return {int(row.seat): row for row in db.execute(_SEATS, {"table": table})}


def own_seat(db: Connection, table: int, seat: int, person: Person) -> Row[Any]:
    """The seat, if it is this person's."""
    return claimed(occupied(db, table), seat, person)


def taken_seat(taken: Mapping[int, Row[Any]], seat: int) -> Row[Any]:
    """The seat among the taken ones."""
    row = taken.get(seat)
    if row is None:
        raise RuleError(f"nobody sits at {seat_name(seat)}", "seat")
    return row


def claimed(taken: Mapping[int, Row[Any]], seat: int, person: Person) -> Row[Any]:
    """The seat among the taken ones, if it is this person's."""
    row = taken_seat(taken, seat)
    if row.user_id != person.id:
        raise RuleError(f"{seat_name(seat)} is another player's", "seat")
    return row


def check_open(row: Any) -> None:
    if not row.open:
        raise RuleError("the table is closed", "table")


def sit(db: Connection, table: int, seat: int | None, person: Person, entropy_hash: str | None = None) -> int:
    """Take a seat: the one named, or the first that is free.

    `entropy_hash` fixes what the seat adds to the shuffle of the first round that has not begun.
    """
    row = find(db, table, lock=True)
    check_open(row)
    taken = occupied(db, table)
    free = [place for place in range(row.seats) if place not in taken]
    if not free:
        raise RuleError("every seat is taken", "seat")
    if seat is None:
        seat = free[0]
    if not 0 <= seat < row.seats:
        raise RuleError(f"the seats are 1 to {row.seats}", "seat")
    if seat in taken:
        raise RuleError(f"{seat_name(seat)} is taken", "seat")
    _refuse_sitting(row)
    refuse_house(db, table, person)
    held = sum(one.user_id == person.id for one in taken.values())
    rules = current(db, row)
    if held >= (most := spots_allowed(rules.game, rules.house)):
        raise RuleError(f"one person may hold {most} seat{'s' * (most > 1)} at this game", "seat")
    _check_adjacent(rules, row.seats, [place for place, one in taken.items() if one.user_id == person.id], seat)
    check_proposition(db, table, person.id, rules)
    stack = account(db, "stack", f"{table}/{seat}/{person.id}", table=table, user=person.id)
    taking = {"table_id": table, "seat": seat, "user_id": person.id, "account_id": stack, "leaving": False}
    db.execute(insert(seats).values(**taking, entropy_hash=entropy_hash, entropy_from=row.rounds + 1))
    _start_clock(db, row, {one.user_id for one in taken.values() if one.role != "bot"} | {person.id})
    touch(db, table)
    return seat


def _refuse_sitting(row: Row[Any]) -> None:
    """Seats are taken at tables for play; a desk has none, and a tournament's are drawn."""
    if row.purpose != "game":
        raise RuleError(f"this is a {row.purpose}: nobody takes a seat here", "table")


def _check_adjacent(rules: Rules, places: int, own: list[int], seat: int) -> None:
    """Several hands of one player are adjacent, where the game says so."""
    game = load_game(rules.game, rules.house)
    if own and game.spec.adjacent_hands and not any(abs(seat - one) == 1 for one in own) and places > 1:
        raise RuleError("the hands of one player must be adjacent", "seat")


def check_proposition(db: Connection, table: int, user: int, rules: Rules) -> None:
    """At most three players of the house's own play in a card game, 30-1042(3)."""
    if db.execute(select(users.c.proposition).where(users.c.id == user)).scalar_one() is None:
        return
    joined = seats.join(users, users.c.id == seats.c.user_id)
    others = select(func.count()).select_from(joined).where(seats.c.table_id == table)
    playing = others.where(users.c.proposition.is_not(None), users.c.id != user)
    if db.execute(playing).scalar_one() >= MOST_PROPOSITION:
        rule = cite_floor("proposition", load_game(rules.game, rules.house).spec.jurisdiction)
        raise RuleError(f"{MOST_PROPOSITION} proposition players are in this game already, {rule}", "seat")


def refuse_money(row: Row[Any]) -> None:
    """At a table of a tournament no chips are bought, cashed, filled or counted: they are points."""
    if row.purpose == "tournament":
        raise RuleError("the chips of a tournament are points, not money", "table")


def _start_clock(db: Connection, row: Row[Any], people: set[int]) -> None:
    """Whoever sits down alone with another's open round makes it one that nobody may keep waiting."""
    if row.round_id is None or len(people) < 2:
        return
    waits = rounds.c.id == row.round_id, rounds.c.deadline.is_(None)
    for status, seconds in (("betting", row.bet_seconds), ("playing", row.act_seconds)):
        db.execute(update(rounds).where(*waits, rounds.c.status == status).values(deadline=now() + 1000 * seconds))


def seat_bot(db: Connection, table: int, seat: int | None, cents: int) -> int:
    """An automatic player with chips."""
    bot = add_guest(db, "bot")
    taken = sit(db, table, seat, bot)
    buy_in(db, table, taken, bot, cents, None)
    return taken


def fill_up(book: Book, accounts_of: Mapping[str, int], tray: int, cents: int, cause: Cause) -> None:
    """Chips from the cage where the tray would not hold a payment: a fill of the least round amount that does."""
    short = cents - book.balance(tray) if cents else 0
    if short > 0:
        amount = -(-short // BANKROLL) * BANKROLL
        book.post(cause.of("fill"), [Move(accounts_of["house"], tray, amount)])


def buy_in(
    db: Connection, table: int, seat: int, person: Person, cents: int, key: str | None, medium: str = "cash"
) -> None:
    """Cash or tokens into the drop box, or into an imprest bank, chips to the player."""
    already(db, key)
    row = find(db, table, lock=True)
    refuse_money(row)
    place = own_seat(db, table, seat, person)
    if positive(cents, "amount") < row.least_buy_in and not balance(db, place.account_id):
        raise RuleError(f"the least buy-in is {in_dollars(row.least_buy_in)}", "amount")
    till_accounts, purse = till(db, table), wallet(db, person.id)
    box = "inventory" if row.imprest else "drop"  # cash goes into an imprest bank, otherwise into the drop box
    if (held := balance(db, purse)) < cents:
        raise RuleError(f"you have only {in_dollars(held)}", "amount")
    chips(
        db,
        till_accounts,
        place.account_id,
        Move(purse, till_accounts[box], cents, medium),
        Cause("buy-in", table, None, None, person.id, key),
    )
    touch(db, table)


def chips(db: Connection, till_accounts: Mapping[str, int], stack: int, paid: Move, cause: Cause) -> None:
    """Chips out of the tray for what was paid into the drop box."""
    book = Book(db)
    fill_up(book, till_accounts, till_accounts["inventory"], paid.cents, cause)
    book.post(cause, [paid, Move(till_accounts["inventory"], stack, paid.cents, "chips")])
    book.write()


def take_coupon(db: Connection, table: int, seat: int, cents: int, person: Person, key: str | None) -> None:
    """A table game coupon goes into the drop box at its face value, chips to the seat; a pot takes none, 30-1038."""
    already(db, key)
    row = find(db, table, lock=True)
    if family_of(row.game).traits.pot:
        rule = cite_floor("pot_media", load_game(row.game, row.house).spec.jurisdiction)
        raise RuleError(f"a pot takes no coupons, {rule}", "table")
    place = taken_seat(occupied(db, table), seat)
    till_accounts = till(db, table)
    coupon = Move(account(db, "promotional"), till_accounts["drop"], positive(cents, "amount"), "coupon")
    chips(db, till_accounts, place.account_id, coupon, Cause("coupon", table, user=person.id, key=key))
    touch(db, table)


def take_fee(db: Connection, table: int, seat: int, cents: int, person: Person, key: str | None) -> None:
    """A tournament entry fee from the player's own money: proceeds of the house, no part of the prizes, 30-1045.02."""
    already(db, key)
    find(db, table, lock=True)
    place = taken_seat(occupied(db, table), seat)
    moves = [Move(wallet(db, place.user_id), account(db, "fees", str(table), table=table), positive(cents, "amount"))]
    post(db, Cause("tournament fee", table, user=person.id, key=key), moves)
    touch(db, table)


def _in_round(db: Connection, row: Row[Any], seat: int) -> bool:
    """Whether the seat has a part in a round that is not over."""
    if row.round_id is None:
        return False
    hand = db.execute(select(rounds.c.status, rounds.c.bets).where(rounds.c.id == row.round_id)).one()
    return hand.status in ("betting", "playing") and str(seat) in hand.bets


_PIECE = select(accounts.c.id, accounts.c.balance).where(accounts.c.name == bindparam("name"))


def cash_out(db: Connection, table: int, place: Row[Any]) -> None:
    """All chips of a seat to the cage, cash to the player."""
    house = till(db, table)["house"]
    cents = balance(db, place.account_id)
    moves = [Move(place.account_id, house, cents, "chips"), Move(house, wallet(db, place.user_id), cents, "cash")]
    piece = db.execute(_PIECE, {"name": f"piece/{table}/{place.seat}/{place.user_id}"}).first()
    if piece is not None:
        moves.append(Move(piece.id, wallet(db, place.user_id), int(piece.balance), "money on the piece"))
    post(db, Cause("cash-out", table, user=place.user_id), moves)


def free_seat(db: Connection, table: int, place: Row[Any]) -> None:
    """The seat's chips cashed and the seat given up."""
    cash_out(db, table, place)
    db.execute(delete(seats).where(seats.c.table_id == table, seats.c.seat == place.seat))


def leave(db: Connection, table: int, seat: int, person: Person) -> bool:
    """Leave the table; in the middle of a round, as soon as it is over. True when the seat is free at once."""
    row = find(db, table, lock=True)
    refuse_money(row)
    place = own_seat(db, table, seat, person)
    staying = _in_round(db, row, seat) or row.banker == seat
    if staying:
        db.execute(update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(leaving=True))
    else:
        free_seat(db, table, place)
    touch(db, table)
    return not staying


def move_chips(db: Connection, table: int, person: Person, kind: str, cents: int, key: str | None) -> None:
    """A fill from the cage, a credit back to it, or the drop box or the dealers' tip box carried to the count."""
    already(db, key)
    refuse_money(find(db, table, lock=True))
    till_accounts = till(db, table)
    house = till_accounts["house"]
    sides = {
        "fill": (house, till_accounts["inventory"]),
        "credit": (till_accounts["inventory"], house),
        "drop count": (till_accounts["drop"], house),
        "tip count": (till_accounts["tips"], house),
    }
    source, target = sides[kind]
    holds = balance(db, source)
    if kind != "fill" and cents > holds:
        place = {"credit": "tray", "drop count": "drop box", "tip count": "tip box"}[kind]
        raise RuleError(f"the {place} holds {in_dollars(holds)}", "amount")
    post(db, Cause(kind, table, user=person.id, key=key), [Move(source, target, positive(cents, "amount"), kind)])
    touch(db, table)


def count_tray(db: Connection, table: int, person: Person, kind: str, counted: int, key: str | None) -> int:
    """An opening or closing count of the tray: the books follow the chips. The cents over, or less than nothing."""
    already(db, key)
    row = find(db, table, lock=True)
    refuse_money(row)
    between_rounds(db, row)
    till_accounts = till(db, table)
    tray, house = till_accounts["inventory"], till_accounts["house"]
    over = counted - balance(db, tray)
    move = Move(house, tray, over, "over") if over > 0 else Move(tray, house, -over, "short")
    post(db, Cause(kind, table, user=person.id, key=key), [move])
    touch(db, table)
    return over


def between_rounds(db: Connection, row: Row[Any]) -> None:
    """Refuse what is not done while a round is open."""
    if row.round_id is not None:
        status = db.execute(select(rounds.c.status).where(rounds.c.id == row.round_id)).scalar_one()
        if status in ("betting", "playing"):
            raise RuleError("a round is not over yet", "table")


def close_abandoned(db: Connection) -> None:
    """Close the tables that guests opened and left: no round begun for half a day.

    One that is still in play gets a deadline first: the clock decides for whoever left it, as for others who are late.
    """
    before = now() - _ABANDONED
    opened = select(audit.c.table_id).join(users).where(audit.c.act == "open", users.c.role == "guest")
    left = tables.c.open, tables.c.purpose == "game", tables.c.created < before, tables.c.id.in_(opened)
    undecided = rounds.c.ended.is_(None), rounds.c.started < before, rounds.c.deadline.is_(None)
    in_play = rounds.c.id.in_(select(tables.c.round_id).where(*left))
    db.execute(update(rounds).where(in_play, *undecided).values(deadline=now()))
    idle = (
        select(tables.c.id)
        .join(rounds, rounds.c.id == tables.c.round_id, isouter=True)
        .where(*left)
        .where((rounds.c.id.is_(None)) | (rounds.c.ended.is_not(None) & (rounds.c.started < before)))
    )
    for table in db.execute(idle).scalars().all():
        close(db, table)
        record(db, None, "close", table=table, reason="abandoned")


def close(db: Connection, table: int, person: Person | None = None) -> None:
    """No more rounds; every player is cashed out. The chips stay in the locked tray: the closing bankroll.

    A guest does not close a table at which others sit.
    """
    row = find(db, table, lock=True)
    if person is not None and row.purpose != "game":
        raise RuleError(f"a {row.purpose} is closed where it is run", "table")
    between_rounds(db, row)
    taken = occupied(db, table)
    if person is not None and person.role == "guest":
        others = [seat for seat, one in taken.items() if one.role != "bot" and one.user_id != person.id]
        if others:
            plays = "plays" if len(others) == 1 else "play"
            raise RuleError(f"{listed([seat_name(seat) for seat in others])} still {plays} here", "table")
    if row.banker is not None:
        bank, banker = till(db, table)["bank"], taken[row.banker]
        returned = Move(bank, banker.account_id, balance(db, bank), "bank returned")
        post(db, Cause("bank", table, user=banker.user_id), [returned])
    for place in taken.values():
        free_seat(db, table, place)
    shuffle = row.shuffle
    if was_dealt(shuffle):
        show_secret(db, table, shuffle)
        shuffle = publish(db)
    touch(db, table, open=False, banker=None, state=without_shoe(row), shuffle=shuffle)
