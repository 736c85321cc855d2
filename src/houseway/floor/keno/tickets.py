"""Keno tickets: written under a serial number, printed, voided before their first game, quit, played again.

30-2508(3): what a ticket bears. 30-2502(9): a quick pick is a straight ticket that the system marks. 30-2507(3): a
ticket is paid as the system wrote it. 30-2511(1): a request that can be read in two ways is refused with a sentence.
"""

from collections import Counter
from datetime import UTC, datetime
from secrets import token_hex
from string import ascii_uppercase
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from houseway.cards.shuffle import shuffled
from houseway.families import settle
from houseway.floor import awards
from houseway.floor.digest import hashed
from houseway.floor.keno import progressive
from houseway.floor.keno.desk import find_desk, log, next_slip, working_desk
from houseway.floor.keno.drawers import KIOSK, kiosk, own_drawer
from houseway.floor.keno.games import game_at_hand, open_game, refunds, sign_out
from houseway.floor.keno.printed import lapsed, last_day, printed
from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.moments import now
from houseway.floor.pinned import pinned
from houseway.floor.roles import DeniedError, Person, wallet
from houseway.floor.schema import keno_desks, keno_drawers, keno_tickets, users
from houseway.floor.separation import refuse_house
from houseway.floor.tables import MissingError, till
from houseway.play.core.money import cents, dollars, in_dollars
from houseway.play.core.roundfile import convert_round
from houseway.play.draws import keno as rates
from houseway.play.draws.tickets import read_groups, refuse_unknown
from houseway.rules.errors import MALFORMED, RuleError
from houseway.rules.game import Game, load_game
from houseway.rules.wording import counted

MEDIA = ("cash", "chips", "coupon", "account")
_COVERED = ("digest", "serial", "wagers", "ticket", "price", "games", "first", "at")


def write_ticket(
    db: Connection,
    person: Person,
    table: int,
    wagers: dict[str, float],
    ticket: dict[str, Any],
    *,
    medium: str = "",
    patron: str = "",
    quick_pick: int = 0,
    replays: str = "",
) -> Row[Any]:
    """A ticket for the game at hand, and those after it where it is for several; paid for at once.

    Who holds a drawer writes for a patron; anybody else writes his own at the kiosk, from his own money.
    """
    desk, game = working_desk(db, table), open_game(db, table)
    drawer = own_drawer(db, table, person)
    own = drawer is None
    if drawer is None:
        person.need("play")
        refuse_house(db, table, person)
        drawer = kiosk(db, person, table)
    medium = medium or ("account" if own else "cash")
    if medium not in MEDIA or (own and medium != "account"):
        allowed = "account where no drawer takes it" if own else ", ".join(MEDIA)
        raise RuleError(f"a ticket is paid by {allowed}", "medium")
    buyer = person.id if own else _patron(db, patron, medium)
    if buyer == person.id and not own and not person.alone:
        raise DeniedError("nobody may write a ticket for himself", "patron")
    if quick_pick:
        ticket = {**ticket, "spots": _picked(load_game(desk.game, game.house), wagers, quick_pick)}
    games, price = _checked(db, desk, game, wagers, ticket)
    number = _next_number(db, table)
    row = {
        "table_id": table,
        "number": number,
        "serial": f"{table:03d}-{number:07d}-{token_hex(4).upper()}",
        "drawer_id": drawer.id,
        "user_id": person.id,
        "patron_id": buyer,
        "at": now(),
        "wagers": wagers,
        "ticket": ticket,
        "price": price,
        "medium": medium,
        "quick_pick": bool(quick_pick),
        "replays": replays,
        "games": games,
        "first": game.number,
        "last": game.number + games - 1,
        "status": "written",
    }
    row["digest"] = ticket_digest(row)
    source = _source(db, buyer, medium)
    if medium == "account" and balance(db, source) < price:
        raise RuleError(f"there is only {in_dollars(balance(db, source))} in the wallet", "amount")
    post(
        db,
        Cause("keno write", table, user=person.id),
        [Move(source, drawer.account_id, price, f"ticket {row['serial']}")],
    )
    if medium == "account":
        charged(db, person, table, drawer, price)
    db.execute(insert(keno_tickets).values(**row))
    if drawer.kind == "runner":
        sign_out(db, game, drawer.id)
    log(db, person, "written", table, f"ticket {number}", serial=row["serial"], digest=row["digest"], amount=price)
    return find_ticket(db, table, str(row["serial"]))


def kinds_to_ask(game: Game[Any]) -> dict[str, dict[str, str]]:
    """The kinds as a patron knows them, each with its wagers by group: the parts of a split are one kind."""
    found: dict[str, dict[str, str]] = {}
    for name, kind in game.spec.wagers.items():
        found.setdefault(name.rpartition("_")[0] if kind.group else name, {})[kind.group] = name
    return found


def draft_ticket(
    db: Connection,
    table: int,
    kind: str,
    stake: float,
    games: int,
    *,
    spots: list[int],
    groups: list[list[int]],
    ways: list[str],
) -> dict[str, Any]:
    """What a request yields before it is written: wagers, ticket and price, and why the desk would not take it."""
    desk, game = find_desk(db, table), game_at_hand(db, table)
    loaded: Game[Any] = load_game(desk.game, game.house)
    kinds = kinds_to_ask(loaded)
    if kind not in kinds:
        raise RuleError(f"kinds of ticket are {', '.join(kinds)}", "kind")
    parts, each = kinds[kind], cents(stake, "stake")
    lettered = dict(zip(ascii_uppercase, groups, strict=False))
    several = {"games": games} if games > 1 else {}
    if "" not in parts:
        wagers = {parts[letter]: dollars(each) for letter in lettered if letter in parts}
        ticket: dict[str, Any] = {"groups": lettered, **several}
    else:
        wagers = {parts[""]: dollars(each * games)}
        marked = (
            {"groups": lettered, "ways": ways} if loaded.spec.wagers[parts[""]].groups else {"spots": sorted(spots)}
        )
        ticket = {**marked, **several}
    problem = ""
    try:
        if not wagers:
            raise RuleError("must name the groups of numbers", "groups")
        _checked(db, desk, game, wagers, ticket)
    except RuleError as error:
        problem = str(error)
    price = sum(cents(amount, name) for name, amount in wagers.items())
    return {"wagers": wagers, "ticket": ticket, "price": dollars(price), "problem": problem}


def ticket_digest(row: Any) -> str:
    """What the log holds of a ticket: neither its marks nor its price can be changed without being found out."""
    return hashed({name: row[name] for name in _COVERED if name != "digest"})


def _patron(db: Connection, name: str, medium: str) -> int | None:
    """Whose ticket it is; nobody's by name where cash is put down."""
    if not name:
        if medium == "account":
            raise RuleError("name the patron whose account is charged", "patron")
        return None
    found = db.execute(select(users.c.id).where(users.c.name == name, users.c.disabled.is_(False))).scalar()
    if found is None:
        raise RuleError(f"there is nobody called {name!r}", "patron")
    return int(found)


def _source(db: Connection, patron: int | None, medium: str) -> int:
    if medium == "account":
        assert patron is not None
        return wallet(db, patron)
    return account(db, "promotional" if medium == "coupon" else "patrons")


def _picked(game: Game[Any], wagers: dict[str, float], spots: int) -> list[int]:
    """Numbers marked by the system."""
    grouped = [name for name in wagers if name in game.spec.wagers and game.spec.wagers[name].groups]
    if grouped:
        raise RuleError("a quick pick is a straight ticket", "quick_pick")
    priced = rates.read_rates(game)
    if spots not in priced:
        raise RuleError(f"the rate card has no rate for {counted(spots, 'spot')}", "quick_pick")
    return sorted(shuffled(range(1, game.spec.numbers + 1), None, "quick pick")[:spots])


def _checked(
    db: Connection, desk: Row[Any], game: Row[Any], wagers: dict[str, float], ticket: dict[str, Any]
) -> tuple[int, int]:
    """The games of a ticket and its price in cents, if the desk takes it."""
    rules = pinned(db, game.rules, desk.game, game.house)
    loaded: Game[Any] = load_game(rules.game, game.house)
    unknown = [name for name in wagers if name not in loaded.spec.wagers]
    if unknown or not wagers:
        raise RuleError(f"kinds of ticket are {', '.join(loaded.spec.wagers)}", "wagers")
    refuse_unknown(ticket, any(loaded.spec.wagers[name].groups or loaded.spec.wagers[name].group for name in wagers))
    stakes = {name: cents(amount, f"wagers.{name}") for name, amount in wagers.items()}
    stated = ticket.get("games", 1)
    if isinstance(stated, bool) or not isinstance(stated, int) or not 1 <= stated <= 1000:
        raise RuleError("must be a whole number from 1 to 1000", "ticket.games")
    price = sum(stakes.values())
    if price < desk.least or (desk.most and price > desk.most):
        top = f" and at most ${desk.most / 100:,.2f}" if desk.most else ""
        raise RuleError(f"a ticket costs at least ${desk.least / 100:,.2f}{top}", "wagers")
    if uneven := [name for name, stake in stakes.items() if stake % stated]:
        raise RuleError(f"is not the same whole number of cents in each of {stated} games", f"wagers.{uneven[0]}")
    try:
        for name, stake in stakes.items():
            rates.write_ticket(loaded, name, stake, ticket, [], "seats[0]")
        once = {name: value for name, value in ticket.items() if name != "games"}
        seat = {"wagers": {name: dollars(stake // stated) for name, stake in stakes.items()}, "ticket": once}
        numbers = list(range(1, loaded.spec.drawn + 1))
        file = {"game": rules.game, "house": game.house, "seats": [seat], "outcome": {"drawn": numbers}}
        settle(convert_round({**file, "meters": progressive.shown(db, desk.table_id)}))
    except RuleError as error:
        raise RuleError(error.message, error.field.removeprefix("seats[0].")) from None
    except MALFORMED as error:
        raise RuleError("the ticket cannot be read", "ticket") from error
    return stated, price


def _next_number(db: Connection, table: int) -> int:
    made = update(keno_desks).where(keno_desks.c.table_id == table).values(tickets=keno_desks.c.tickets + 1)
    return int(db.execute(made.returning(keno_desks.c.tickets)).scalar_one())


_TICKET = (
    select(keno_tickets, keno_drawers.c.station, keno_drawers.c.kind.label("drawer_kind"), users.c.name.label("writer"))
    .join(keno_drawers, keno_drawers.c.id == keno_tickets.c.drawer_id)
    .join(users, users.c.id == keno_tickets.c.user_id)
)


def find_ticket(db: Connection, table: int, serial: str) -> Row[Any]:
    """The ticket of a serial number, entered as it is printed."""
    wanted = serial.strip().upper()
    row = db.execute(_TICKET.where(keno_tickets.c.table_id == table, keno_tickets.c.serial == wanted)).first()
    if row is None:
        raise MissingError(f"no ticket of this desk has the serial number {serial!r}", "serial")
    return row


def find_anywhere(db: Connection, serial: str) -> Row[Any]:
    """The ticket of a serial number at any desk."""
    row = db.execute(_TICKET.where(keno_tickets.c.serial == serial.strip().upper())).first()
    if row is None:
        raise MissingError(f"no ticket has the serial number {serial!r}", "serial")
    return row


def own_tickets(db: Connection, table: int, person: Person, most: int = 50) -> list[Row[Any]]:
    """A person's own tickets, the latest first."""
    query = _TICKET.where(keno_tickets.c.table_id == table, keno_tickets.c.patron_id == person.id)
    return list(db.execute(query.order_by(keno_tickets.c.id.desc()).limit(most)))


def written_by(db: Connection, drawer: int, most: int) -> list[Row[Any]]:
    """The tickets written from a drawer, the latest first."""
    query = _TICKET.where(keno_tickets.c.drawer_id == drawer).order_by(keno_tickets.c.id.desc())
    return list(db.execute(query.limit(most)))


def _give_back(db: Connection, person: Person, row: Row[Any], amount: int, slip: int) -> None:
    """Money of a ticket out of the drawer of who gives it back; into an account out of the drawer that wrote it."""
    drawer = db.execute(select(keno_drawers).where(keno_drawers.c.id == row.drawer_id)).one()
    if row.medium != "account" or drawer.closed is not None:
        drawer = own_drawer(db, row.table_id, person) or drawer
    if drawer.closed is not None:
        raise RuleError("the drawer it was written from is handed back: a writer with a drawer does this", "drawer")
    if row.medium == "account":
        credited(db, person, row.table_id, drawer, amount)
    cover(db, person, row.table_id, drawer, amount)
    target = _source(db, row.patron_id, row.medium)
    post(
        db,
        Cause("keno void", row.table_id, user=person.id),
        [Move(drawer.account_id, target, amount, f"slip {slip}, ticket {row.serial}")],
    )


def charged(db: Connection, person: Person, table: int, drawer: Row[Any], amount: int) -> None:
    """What an account was charged is kept at the cage: it brings no cash into the drawer, 30-2505(3)."""
    if drawer.kind != KIOSK:
        move = Move(drawer.account_id, till(db, table)["house"], amount, "charged to an account")
        post(db, Cause("keno charge", table, user=person.id), [move])


def credited(db: Connection, person: Person, table: int, drawer: Row[Any], amount: int) -> None:
    """What goes into an account comes from the cage: no cash leaves the drawer for it, 30-2505(3)."""
    if drawer.kind != KIOSK and amount:
        move = Move(till(db, table)["house"], drawer.account_id, amount, "into an account")
        post(db, Cause("keno deposit", table, user=person.id), [move])


def cover(db: Connection, person: Person, table: int, drawer: Row[Any], amount: int) -> None:
    """Refuse what a drawer does not hold; behind the kiosk stands the cage."""
    short = amount - balance(db, drawer.account_id)
    if short > 0 and drawer.kind == KIOSK:
        move = Move(till(db, table)["house"], drawer.account_id, short, "kiosk")
        post(db, Cause("keno fill", table, user=person.id), [move])
    elif short > 0:
        raise RuleError(f"the drawer is ${short / 100:,.2f} short: ask for a fill", "drawer")


def void(db: Connection, person: Person, table: int, serial: str, reason: str) -> int:
    """Void a ticket whole, before its first game is locked; the number of the slip that is printed for it."""
    working_desk(db, table)
    row = find_ticket(db, table, serial)
    _may_handle(person, row)
    if row.status != "written":
        raise RuleError(f"the ticket is {_STATUS[row.status]} already", "serial")
    if not _before_its_games(row, game_at_hand(db, table)):
        raise RuleError(f"game {row.first} is closed: the ticket stands ({printed('void').cite})", "serial")
    slip = next_slip(db, table)
    _give_back(db, person, row, row.price, slip)
    db.execute(update(keno_tickets).where(keno_tickets.c.id == row.id).values(status="void", slip=slip))
    told = {"serial": row.serial, "station": row.station, "amount": row.price, "slip": slip, "reason": reason}
    log(db, person, "voided", table, f"ticket {row.number}", **told)
    return slip


def _before_its_games(row: Row[Any], game: Row[Any]) -> bool:
    return bool(row.first >= game.number and game.status == "open")


def _last_closed(game: Row[Any]) -> int:
    """The number of the last game that takes no tickets any more."""
    return int(game.number - 1 if game.status == "open" else game.number)


def _still_races(row: Row[Any], last: int) -> bool:
    return bool(row.status == "written" and row.games > 1 and row.first <= last < row.last)


def still_open_to(db: Connection, row: Row[Any]) -> list[str]:
    """What may still be done with a ticket: `redeem`, `void`, `quit`; played again it is always."""
    game = game_at_hand(db, row.table_id)
    found = {
        "redeem": stands(db, row) in ("won", REFUND),
        "void": row.status == "written" and _before_its_games(row, game),
        "quit": _still_races(row, _last_closed(game)),
    }
    return [*(name for name, may in found.items() if may), "replay"]


REFUND = "refund due"  # won nothing, but the draw of a game failed
_STATUS = {"void": "void", "quit": "quit", "paid": "paid", "manual": "paid by hand"}


def _may_handle(person: Person, row: Row[Any]) -> None:
    """A writer's work, or one's own ticket at the kiosk."""
    if not person.may("deal") and not (row.patron_id == person.id and row.drawer_kind == "kiosk"):
        raise DeniedError("a keno writer does this", "role")


def quit_race(db: Connection, person: Person, table: int, serial: str) -> tuple[int, int]:
    """End a ticket after the games drawn: the slip and the cents refunded; what it won can be paid."""
    working_desk(db, table)
    row = find_ticket(db, table, serial)
    _may_handle(person, row)
    last = _last_closed(game_at_hand(db, table))
    if not _still_races(row, last):
        raise RuleError(f"only a ticket that still runs is quit ({printed('multi_race').cite})", "serial")
    slip, refund = next_slip(db, table), row.price * (row.last - last) // row.games
    _give_back(db, person, row, refund, slip)
    changed = {"status": "quit", "last": last, "slip": slip}
    db.execute(update(keno_tickets).where(keno_tickets.c.id == row.id).values(**changed))
    told = {"serial": row.serial, "after": last, "amount": refund, "slip": slip}
    log(db, person, "quit", table, f"ticket {row.number}", **told)
    return slip, refund


def replay(db: Connection, person: Person, table: int, serial: str, *, medium: str = "", patron: str = "") -> Row[Any]:
    """The same marks at the same price for the next game or games: an old ticket serves as the request."""
    old = find_ticket(db, table, serial)
    return write_ticket(db, person, table, old.wagers, old.ticket, medium=medium, patron=patron, replays=old.serial)


def masked(serial: str) -> str:
    """Enough of a serial number to know a ticket by, too little to make one up."""
    return f"{serial[:-8]}••••••{serial[-2:]}"


def stands(db: Connection, row: Row[Any]) -> str:
    """What has become of a ticket, in a word."""
    if row.status != "written" and row.status != "quit":
        return _STATUS[row.status]
    if game_at_hand(db, row.table_id).number <= row.last:
        return "running"
    if not row.won:
        return "lost"
    if lapsed(row):
        return "lapsed"
    return "won" if row.won > refunds(db, row.table_id).get(row.number, 0) else REFUND


def ticket_view(db: Connection, row: Row[Any]) -> dict[str, Any]:
    """A ticket with all that is printed on it."""
    desk = find_desk(db, row.table_id)
    loaded: Game[Any] = load_game(desk.game, desk.house)
    kinds = []
    groups: dict[str, list[int]] = {}
    for name, amount in row.wagers.items():
        kind = loaded.spec.wagers[name]
        made = rates.write_ticket(loaded, name, cents(amount, name), row.ticket, [], "")
        sizes = Counter(map(len, made.ways))
        per_way = dict(zip(map(len, made.ways), made.rates, strict=True))
        if kind.groups:
            marked = read_groups(row.ticket, kind, loaded.spec, "ticket").items()
            groups |= {letter: sorted(held) for letter, held in marked}
        kinds += [
            {
                "kind": name,
                "spots": size,
                "ways": count,
                "rate": float(per_way[size] / 100),
                "conditioning": f"{count}/{size}",
            }
            for size, count in sorted(sizes.items())
        ]
    limit = float(loaded.options[loaded.spec.most_paid])
    yearly = awards.of_ticket(db, row.id)
    payable = row.won - sum(one.cents - awards.next_payment(one) for one in yearly)
    if row.status in awards.PRESENTED:
        payable = max(0, payable - row.paid_cents)  # a part was paid by hand
    return {
        "desk": row.table_id,
        "serial": row.serial,
        "number": row.number,
        "casino": desk.casino,
        "at": row.at,
        "station": row.station,
        "writer": row.writer,
        "spots": sorted(row.ticket.get("spots", [])) if not groups else [],
        "groups": groups,
        "games": row.games,
        "first": row.first,
        "last": row.last,
        "ways": kinds,
        "price": dollars(row.price),
        "medium": row.medium,
        "quick_pick": row.quick_pick,
        "replays": row.replays,
        "status": stands(db, row),
        "may": still_open_to(db, row),
        "won": dollars(row.won),
        "paid": dollars(row.paid_cents),
        "yearly": [
            {"amount": dollars(one.cents), "years": one.years, "payments": one.payments, "status": one.status}
            for one in yearly
        ],
        "payable": dollars(payable),
        "slip": row.slip,
        "expires": last_day(row).isoformat(),
        "notices": _notices(limit),
    }


def _notices(limit: float) -> list[str]:
    """What a ticket says of limits and of being paid."""
    days = printed("expiry").value
    told = [
        f"This ticket must be redeemed within {days} days of its date of issue; after that nothing is owed on it.",
        "Winnings are paid only against the computer-generated ticket.",
    ]
    if limit:
        told.append(f"At most ${limit:,.0f} is paid in one game; winners share it in proportion to their winnings.")
    return told


def as_text(view: dict[str, Any]) -> list[str]:
    """A ticket as a printer without graphics writes it."""
    when = datetime.fromtimestamp(view["at"] / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    marks = [f"{letter}: {' '.join(map(str, held))}" for letter, held in view["groups"].items()]
    marks = marks or [" ".join(map(str, view["spots"]))]
    ways = [f"{one['conditioning']} spots, ${one['rate']:,.2f} a way ({one['kind']})" for one in view["ways"]]
    return [
        f"{view['casino']} KENO",
        f"Ticket {view['serial']}" + (" QUICK PICK" if view["quick_pick"] else ""),
        f"{when}, station {view['station']}, writer {view['writer']}",
        f"Games {view['first']} to {view['first'] + view['games'] - 1} ({view['games']})",
        *marks,
        *ways,
        f"Price ${view['price']:,.2f}",
        *view["notices"],
    ]
