"""A keno desk: opened by a supervisor, suspended where the system is not in order, changed only by two people.

30-2505(1): access is by role, overrides and changes are in the log, and the system is not used while it is suspended.
30-2510(16): every act is a line of the audit log, which the database never lets change.
"""

from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from houseway.families import family_of
from houseway.floor import petitions
from houseway.floor.keno.printed import printed
from houseway.floor.moments import now
from houseway.floor.pinned import pin
from houseway.floor.roles import Person, record
from houseway.floor.schema import audit, keno_desks, keno_games, keno_tickets, tables
from houseway.floor.shoes import publish
from houseway.floor.tables import MissingError, find, open_table, touch
from houseway.play.draws.keno import read_rates
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, load_game

DESK = "keno desk"
_SHIFTS = (0, 8, 16)  # hours of the day, UTC
_LEAST_INTERVAL, _MOST_INTERVAL = 120, 24 * 3600  # seconds


def open_desk(
    db: Connection,
    person: Person,
    *,
    game: str = "keno",
    name: str = "",
    casino: str = "Houseway",
    house: dict[str, Any] | None = None,
    interval: int = 0,
    least: int = 100,
    most: int = 0,
    bankroll: int,
) -> int:
    """A desk for a game of tickets; its drawers are an extension of the cage."""
    if not family_of(game).traits.tickets:
        raise RuleError("a keno desk is for a game of tickets", "game")
    _check_interval(interval)
    _check_price(least, most)
    read_rates(load_game(game, house or {}))
    table = open_table(db, person, game, name=name or "Keno desk", house=house, places=1, bankroll=bankroll)
    db.execute(update(tables).where(tables.c.id == table).values(purpose=DESK))
    opened = {"table_id": table, "casino": casino or "Houseway", "interval": interval, "shifts": list(_SHIFTS)}
    db.execute(insert(keno_desks).values(**opened, least=least, most=most, supervisor=person.id))
    begin_game(db, find_desk(db, table), 1)
    return table


def _check_price(least: int, most: int) -> None:
    """The least and the most that a ticket costs, in cents; 0: no limit."""
    if 0 < most < least:
        raise RuleError("a ticket cannot cost at most less than it costs at least", "most")


def begin_game(db: Connection, desk: Row[Any], number: int) -> None:
    """The next game takes tickets; what its numbers come from is fixed, and its hash shown, before the first one."""
    shuffle = publish(db)
    game = {
        "table_id": desk.table_id,
        "number": number,
        "status": "open",
        "opened": now(),
        "noticed": now() if desk.interval else None,
        "closes": now() + 1000 * desk.interval if desk.interval else None,
        "signed_in": [],
        "shuffle": shuffle,
        "commitment": shuffle["commitment"],
        "numbers": [],
        "paid": {},
        "house": desk.house,
        "rules": pin(db, desk.game, desk.house).hash,
    }
    db.execute(insert(keno_games).values(**game))


def _check_interval(seconds: int) -> None:
    if seconds and not _LEAST_INTERVAL <= seconds <= _MOST_INTERVAL:
        raise RuleError(f"games close by hand (0), or every {_LEAST_INTERVAL} to {_MOST_INTERVAL} seconds", "interval")


_FIND = select(keno_desks, tables).join(tables, tables.c.id == keno_desks.c.table_id)


def find_desk(db: Connection, table: int, *, lock: bool = False) -> Row[Any]:
    """The desk with its table; with `lock` nobody else changes either until the transaction ends."""
    if lock:
        find(db, table, lock=True)
    row = db.execute(_FIND.where(keno_desks.c.table_id == table)).first()
    if row is None:
        raise MissingError(f"there is no keno desk {table}", "desk")
    return row


def all_desks(db: Connection) -> list[Row[Any]]:
    """The open desks."""
    return list(db.execute(_FIND.where(tables.c.open).order_by(keno_desks.c.table_id)))


def working_desk(db: Connection, table: int) -> Row[Any]:
    """The desk, locked, if it is open and its system in operation."""
    desk = find_desk(db, table, lock=True)
    if not desk.open:
        raise RuleError("the desk is closed", "desk")
    if desk.suspended:
        raise RuleError(f"the system is suspended: {desk.suspended} ({printed('suspended').cite})", "desk")
    return desk


def next_slip(db: Connection, table: int) -> int:
    """The number of the next slip of the desk."""
    made = update(keno_desks).where(keno_desks.c.table_id == table).values(slips=keno_desks.c.slips + 1)
    return int(db.execute(made.returning(keno_desks.c.slips)).scalar_one())


def log(db: Connection, person: Person | None, act: str, table: int, subject: str = "", **data: Any) -> None:
    """A line of the desk's log; `subject` is a game or a ticket of it."""
    about = f"desk {table} {subject}" if subject else ""
    record(db, None if person is None else person.id, f"keno {act}", about, table=table, **data)
    touch(db, table)


def logged(db: Connection, act: str, table: int, subject: str) -> dict[str, Any]:
    """What the log says of a game or a ticket; empty where it says nothing."""
    query = select(audit.c.data).where(audit.c.act == f"keno {act}", audit.c.subject == f"desk {table} {subject}")
    return db.execute(query.order_by(audit.c.id.desc()).limit(1)).scalar() or {}


def go_on_duty(db: Connection, person: Person, table: int) -> None:
    """The keno supervisor of the shift."""
    find_desk(db, table, lock=True)
    db.execute(update(keno_desks).where(keno_desks.c.table_id == table).values(supervisor=person.id))
    log(db, person, "on duty", table)


def suspend(db: Connection, person: Person | None, table: int, reason: str) -> None:
    """Take the system out of operation; the regulator is told at once, and nothing is written, drawn or paid by it."""
    find_desk(db, table, lock=True)
    db.execute(update(keno_desks).where(keno_desks.c.table_id == table).values(suspended=reason[:200]))
    log(db, person, "suspended", table, reason=reason, notify="the regulator is told at once")


def change_parameters(db: Connection, person: Person, asked: dict[str, Any]) -> None:
    """Another rate card, limit, interval or casino name, from the next game on; asked for by `control.ask`."""
    desk = find_desk(db, asked["table"], lock=True)
    if not any(asked.get(name) not in (None, {}) for name in ("house", "interval", "casino", "least", "most")):
        raise RuleError("say what is changed: house, interval, casino, least or most", "desk")
    house = {**desk.house, **asked.get("house", {})}
    before_game, after_game = load_game(desk.game, desk.house), load_game(desk.game, house)
    read_rates(after_game)
    if after_game.options != before_game.options:
        _refuse_running(db, desk)
    _refuse_other_progressive(db, desk, before_game, after_game)
    interval = asked.get("interval", desk.interval)
    _check_interval(interval)
    values = {
        "interval": interval,
        **{name: asked.get(name, getattr(desk, name)) for name in ("casino", "least", "most")},
    }
    _check_price(values["least"], values["most"])
    db.execute(update(keno_desks).where(keno_desks.c.table_id == desk.table_id).values(**values))
    touch(db, desk.table_id, house=house, rules=pin(db, desk.game, house).hash)
    before = {"house": desk.house, **{name: getattr(desk, name) for name in values}}
    log(db, person, "parameters", desk.table_id, before=before, after={"house": house, **values})


def _refuse_other_progressive(db: Connection, desk: Row[Any], before: Game[Any], after: Game[Any]) -> None:
    """What a meter is won by stays while players' money is in it; what it starts from is fixed when it is opened."""
    words = before.spec.progressive
    won_by = [name for name in (words.spots, words.stake) if before.options[name] != after.options[name]]
    starts = before.spec.meters[words.meter].seed
    if starts in before.options and before.options[starts] != after.options[starts]:
        raise RuleError("what the meter starts from is fixed when the desk is opened", f"house.{starts}")
    if not won_by:
        return
    if words.meter not in desk.levels:
        raise RuleError("the desk has no meter: open one with it", f"house.{won_by[0]}")
    meter = petitions.find_meter(db, desk.levels[words.meter])
    if meter.status == "running" and petitions.has_liability(db, meter):
        raise RuleError(
            f"{meter.name} is still to be won: its award is moved, or eased or ended with leave, "
            f"{petitions.running_rule(db, meter.id)}",
            f"house.{won_by[0]}",
        )


def _refuse_running(db: Connection, desk: Row[Any]) -> None:
    """All games of a ticket are played at the same rate, so none may run beyond the game at hand."""
    at_hand = select(keno_games.c.number).where(
        keno_games.c.table_id == desk.table_id, keno_games.c.status.in_(("open", "locked"))
    )
    running = select(keno_tickets.c.serial).where(
        keno_tickets.c.table_id == desk.table_id,
        keno_tickets.c.status == "written",
        keno_tickets.c.last > at_hand.scalar_subquery(),
    )
    if serial := db.execute(running.limit(1)).scalar():
        raise RuleError(f"ticket {serial} runs for later games at the rates it was written at", "house")


def inspect(db: Connection, person: Person, asked: dict[str, Any]) -> None:
    """Equipment looked at by two people before it is used: what was found, and what was done about exceptions."""
    log(db, person, "inspection", asked["table"], result=asked["result"], exceptions=asked.get("exceptions", ""))
