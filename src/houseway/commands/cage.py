"""`houseway cage`: coupons and tickets, schedules with their approval, shifts, and what is posted at a table."""

from typing import Any, NamedTuple

from sqlalchemy import Connection

from houseway.commands.output import console, table, write_json
from houseway.commands.people import acting
from houseway.play.core.money import cents, dollars


class Asked(NamedTuple):
    """What is done, by which account."""

    coupon: float = 0
    expires: str = ""
    house: str = ""
    city: str = ""
    schedule: str = ""
    status: str = ""
    authority: str = ""
    shift: str = ""
    notices: int = 0
    by: str = ""


def run(asked: Asked, database: str, as_json: bool) -> None:
    from houseway.commands.serve import database_url
    from houseway.floor import notices, schedules, shifts, vouchers
    from houseway.floor.store import Store

    store = Store(database_url(database))
    store.migrate()
    if asked.notices:
        found = store.read(lambda db: notices.posted(db, asked.notices))
        _told(found, ("title", "text", "rule"), f"Posted at table {asked.notices}", as_json)
    elif asked.coupon or asked.schedule or asked.shift:
        console().print(store.write(lambda db: _done(db, asked)))
    else:
        everything = {
            "vouchers": [{**one, "value": f"${dollars(one['cents'])}"} for one in store.read(_vouchers(vouchers))],
            "schedules": store.read(schedules.listing),
            "shifts": store.read(lambda db: shifts.listing(db, 20)),
        }
        if as_json:
            write_json(everything, indent=True)
            return
        _told(everything["vouchers"], ("code", "kind", "value", "expires", "status"), "Coupons and tickets", False)
        heads = ("game", "choice", "value", "status", "authority", "effective", "in_force")
        _told(everything["schedules"], heads, "Schedules", False)
        _told(everything["shifts"], ("id", "name", "who"), "Shifts", False)


def _vouchers(vouchers: Any) -> Any:
    return lambda db: vouchers.listing(db, 50)


def _done(db: Connection, asked: Asked) -> str:
    """Carry it out for a supervisor's account, and say so."""
    from houseway.floor import schedules, shifts, vouchers
    from houseway.floor.roles import record

    person = acting(db, asked.by, "void")
    if asked.coupon:
        amount = cents(asked.coupon, "--coupon")
        printed = {"expires": asked.expires, "house": asked.house, "city": asked.city}
        code = vouchers.issue(db, person, vouchers.COUPON, amount, **printed)
        record(db, person.id, "voucher", code, amount=amount, kind=vouchers.COUPON)
        return f"the coupon {code} of ${dollars(amount)} is good until {asked.expires}"
    if asked.shift:
        if asked.shift == "close":
            return f"shift {shifts.close_shift(db, person)} is closed"
        return f"shift {shifts.open_shift(db, person, asked.shift)} is open"
    game, _, choice = asked.schedule.partition(":")
    name, _, value = choice.partition("=")
    schedules.enter(
        db,
        person,
        game=game,
        choice=name,
        value=value,
        status=asked.status,
        authority=asked.authority,
        effective=asked.expires,
    )
    return f"{asked.schedule}: {asked.status} by {asked.authority} from {asked.expires} on"


def _told(found: list[dict[str, Any]], heads: tuple[str, ...], title: str, as_json: bool) -> None:
    if as_json:
        write_json(found, indent=True)
    elif found:
        console().print(table(heads, [tuple(str(one.get(head, "")) for head in heads) for one in found], title))
    else:
        console().print(f"{title}: none")
