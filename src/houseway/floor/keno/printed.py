"""The sums, days and seconds that the keno rules print, each with its paragraph; and until when a ticket is paid."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import Row

from houseway.floor.figures import Printed, figures
from houseway.floor.moments import day_of, today


def printed(name: str) -> Printed:
    """What the rules print under a name of `keno-desk.toml`."""
    return figures("keno-desk")[name]


def issued_on(row: Row[Any]) -> date:
    """The day on which a ticket was issued."""
    return day_of(row.at)


def last_day(row: Row[Any]) -> date:
    """The last day on which a ticket is paid."""
    return issued_on(row) + timedelta(days=printed("expiry").value)


def lapsed(row: Row[Any]) -> bool:
    """Whether a ticket is too old to be paid."""
    return today() > last_day(row)
