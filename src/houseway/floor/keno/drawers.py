"""Imprest drawers of keno writers and runners: given out, filled, credited, counted by another person, handed back.

30-2505(3): a station begins with an imprest amount out of the cage. 30-2505(A) to 30-2505(F): money enters or leaves a
drawer only for tickets, change, coupons, payments, voids, fills and credits; there is no other way in the ledger.
30-2505(10)(A): a runner has a drawer of his own.
"""

from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from houseway.floor.keno.desk import find_desk, log, next_slip
from houseway.floor.keno.printed import printed
from houseway.floor.ledger import Cause, Move, account, balance, post
from houseway.floor.moments import now
from houseway.floor.roles import DeniedError, Person
from houseway.floor.schema import keno_drawers, keno_games, keno_tickets, users
from houseway.floor.tables import MissingError, positive, till
from houseway.rules.errors import RuleError

KIOSK = "kiosk"


def open_drawers(db: Connection, table: int) -> list[Row[Any]]:
    """The drawers in use, by station."""
    query = (
        select(keno_drawers, users.c.name)
        .join(users, users.c.id == keno_drawers.c.user_id)
        .where(keno_drawers.c.table_id == table, keno_drawers.c.closed.is_(None))
        .order_by(keno_drawers.c.station)
    )
    return list(db.execute(query))


def own_drawer(db: Connection, table: int, person: Person) -> Row[Any] | None:
    """The drawer that a person works from."""
    mine = (row for row in open_drawers(db, table) if row.user_id == person.id and row.kind != KIOSK)
    return next(mine, None)


def find_drawer(db: Connection, table: int, drawer: int) -> Row[Any]:
    """A drawer in use."""
    found = next((row for row in open_drawers(db, table) if row.id == drawer), None)
    if found is None:
        raise MissingError(f"there is no open drawer {drawer}", "drawer")
    return found


def issue(db: Connection, person: Person, table: int, holder: str, kind: str, cents: int) -> int:
    """A drawer prepared by a supervisor and signed for by its holder, with its key."""
    find_desk(db, table, lock=True)
    if kind not in ("writer", "runner"):
        raise RuleError("a drawer is a writer's or a runner's", "kind")
    named = db.execute(select(users).where(users.c.name == holder)).first()
    if named is None or named.disabled:
        raise RuleError(f"there is nobody called {holder!r}", "holder")
    who = Person(named.id, named.name, named.role)
    if not who.may("deal"):
        raise DeniedError(f"a {who.role} works at no keno drawer", "holder")
    if who.id == person.id and not person.alone:
        raise DeniedError("another person prepares the drawer that you work from", "holder")
    if own_drawer(db, table, who):
        raise RuleError(f"{holder} holds a drawer already", "holder")
    return _open(db, person, table, who.id, kind, positive(cents, "amount"))


def _open(db: Connection, person: Person, table: int, holder: int, kind: str, cents: int) -> int:
    taken = {row.station for row in open_drawers(db, table)}
    station = next(number for number in range(1, len(taken) + 2) if number not in taken)
    held = account(db, "drawer", f"{table}/{station}", table=table)
    values = {"table_id": table, "station": station, "kind": kind, "user_id": holder, "account_id": held}
    opened = {"imprest": cents, "opened": now(), "opened_by": person.id}
    made = db.execute(insert(keno_drawers).values(**values, **opened).returning(keno_drawers.c.id))
    drawer = int(made.scalar_one())
    _move(db, person, table, Move(till(db, table)["house"], held, cents, "imprest"), "keno drawer")
    log(db, person, "drawer issued", table, drawer=drawer, station=station, kind=kind, holder=holder, amount=cents)
    return drawer


def _move(db: Connection, person: Person, table: int, move: Move, kind: str) -> None:
    post(db, Cause(kind, table, user=person.id), [move])


def kiosk(db: Connection, person: Person, table: int) -> Row[Any]:
    """The station at which patrons write their own tickets; the cage stands behind it."""
    found = next((row for row in open_drawers(db, table) if row.kind == KIOSK), None)
    if found is None:
        desk = find_desk(db, table)
        opener = Person(desk.supervisor or person.id, "", "supervisor")
        _open(db, opener, table, opener.id, KIOSK, 0)
        found = next(row for row in open_drawers(db, table) if row.kind == KIOSK)
    return found


def fill(db: Connection, person: Person, asked: dict[str, Any]) -> None:
    """Cash from the cage into a drawer, on a slip that its holder prepared and another person approved."""
    _slip(db, person, asked, "fill")


def credit(db: Connection, person: Person, asked: dict[str, Any]) -> None:
    """Cash of a drawer back to the cage, likewise."""
    _slip(db, person, asked, "credit")


def _slip(db: Connection, person: Person, asked: dict[str, Any], kind: str) -> None:
    table = asked["table"]
    find_desk(db, table, lock=True)
    drawer = find_drawer(db, table, asked["drawer"])
    if drawer.user_id != person.id:
        raise DeniedError("who holds the drawer prepares the slip", "drawer")
    cents, house = positive(asked["amount"], "amount"), till(db, table)["house"]
    held = balance(db, drawer.account_id)
    if kind == "credit" and cents > held:
        raise RuleError(f"the drawer holds ${held / 100:,.2f}", "amount")
    slip = next_slip(db, table)
    source, target = (house, drawer.account_id) if kind == "fill" else (drawer.account_id, house)
    _move(db, person, table, Move(source, target, cents, f"{kind} slip {slip}"), f"keno {kind}")
    signed = {"drawer": drawer.id, "amount": cents, "slip": slip, "second": asked.get("second")}
    log(db, person, kind, table, **signed, rule=printed(kind).cite)


def hand_back(db: Connection, person: Person, table: int, drawer: int, counted: int, certified: bool) -> int:
    """A drawer counted by a supervisor other than its holder: the cents over, or less than nothing, are booked.

    With `certified` the supervisor says that every runner recorded his wagers before each game of the shift.
    """
    find_desk(db, table, lock=True)
    row = find_drawer(db, table, drawer)
    if row.user_id == person.id and not person.alone and row.kind != KIOSK:
        raise DeniedError(f"another person counts the drawer ({printed('verification').cite})", "drawer")
    if not 0 <= counted <= 10**14:
        raise RuleError("must be an amount that is not negative", "counted")
    if row.kind == "runner":
        _refuse_open_sign_in(db, table, row.id)
    house, held = till(db, table)["house"], balance(db, row.account_id)
    over = counted - held
    if over:
        move = Move(house, row.account_id, over, "over") if over > 0 else Move(row.account_id, house, -over, "short")
        _move(db, person, table, move, "keno count")
    if counted:
        _move(db, person, table, Move(row.account_id, house, counted, "handed back"), "keno drawer")
    closed = {"closed": now(), "closed_by": person.id, "expected": held, "counted": counted, "certified": certified}
    db.execute(update(keno_drawers).where(keno_drawers.c.id == drawer).values(**closed))
    told = {"drawer": drawer, "station": row.station, "expected": held, "counted": counted, "over": over}
    log(db, person, "drawer counted", table, **told, certified=certified)
    return over


def _refuse_open_sign_in(db: Connection, table: int, drawer: int) -> None:
    """A runner's drawer is not handed back with wagers that he has not signed in for."""
    game = db.execute(select(keno_games).where(keno_games.c.table_id == table, keno_games.c.status == "open")).first()
    if game is None or drawer in game.signed_in:
        return
    wrote = select(keno_tickets.c.id).where(
        keno_tickets.c.drawer_id == drawer, keno_tickets.c.first == game.number, keno_tickets.c.status == "written"
    )
    if db.execute(wrote.limit(1)).first():
        raise RuleError(f"the runner signs in for game {game.number} first", "drawer")
