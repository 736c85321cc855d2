"""The meter of a keno desk: every qualifying ticket of a game feeds it at the draw, and all of its numbers win it."""

from sqlalchemy import Connection

from houseway.floor.meters import meter_accounts
from houseway.floor.tables import find
from houseway.play.core.money import dollars


def shown(db: Connection, table: int) -> dict[str, float]:
    """What the meters of a desk show, in dollars."""
    levels = find(db, table).levels
    held = meter_accounts(db, levels.values()) if levels else {}
    return {level: dollars(held[meter]["meter"][1]) for level, meter in levels.items()}
