"""Progressive meters on the floor: seed, increment, reserve and hidden part, each an account; linked over tables."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from houseway.floor.ledger import Cause, Move, account, post
from houseway.floor.schema import accounts, meters
from houseway.rules.errors import RuleError

INCREMENT = 2000  # hundredths of a percent of each stake, where the house names no rate
SEED = 1_000_000  # cents
_WHOLE = 10_000
_PARTS = (("increment", "rest", "meter"), ("reserve", "reserve_rest", "reserve"), ("hidden", "hidden_rest", "hidden"))


def open_meter(
    db: Connection,
    name: str,
    seed: int = SEED,
    increment: int = INCREMENT,
    reserve: int = 0,
    hidden: int = 0,
    most: int | None = None,
) -> int:
    """A new meter that shows its seed; the house pays the seed in."""
    if most is not None and most <= seed:
        raise RuleError("the limit must be more than what the meter shows (CO 30-2504(8))", "most")
    values = {"name": name, "seed": seed, "increment": increment, "reserve": reserve, "hidden": hidden, "most": most}
    try:
        made = db.execute(insert(meters).values(**values).returning(meters.c.id))
    except IntegrityError:
        raise RuleError("a meter of this name exists, or its shares are more than the whole stake", "name") from None
    meter = int(made.scalar_one())
    for _, _, kind in _PARTS:
        account(db, kind, str(meter), meter=meter)
    post(db, Cause("meter seed"), [Move(account(db, "house"), account(db, "meter", str(meter)), seed, "seed")])
    return meter


_HELD = select(accounts.c.meter_id, accounts.c.kind, accounts.c.id, accounts.c.balance).where(
    accounts.c.meter_id.in_(bindparam("ids", expanding=True))
)


def meter_accounts(db: Connection, ids: list[int]) -> dict[int, dict[str, tuple[int, int]]]:
    """For each meter its accounts by kind, with their balances."""
    rows = db.execute(_HELD, {"ids": ids})
    found: dict[int, dict[str, tuple[int, int]]] = {}
    for row in rows:
        found.setdefault(int(row.meter_id), {})[row.kind] = (int(row.id), int(row.balance))
    return found


def shown(db: Connection, levels: Mapping[str, int]) -> dict[str, int]:
    """What each meter of a table shows, in cents."""
    if not levels:
        return {}
    held = meter_accounts(db, list(levels.values()))
    return {level: held[meter]["meter"][1] for level, meter in levels.items()}


_LOCK = (
    select(meters.c.id).where(meters.c.id.in_(bindparam("ids", expanding=True))).order_by(meters.c.id).with_for_update()
)


def lock(db: Connection, levels: Mapping[str, int]) -> None:
    """Hold the meters of a table until the transaction ends, always in the same order, so that awards never cross."""
    if levels:
        db.execute(_LOCK, {"ids": list(levels.values())})


def contribute(db: Connection, meter: int, stake: int, source: int) -> list[Move]:
    """The shares of a stake that go to the meter, its reserve and its hidden part; fractions of a cent add up."""
    row = db.execute(select(meters).where(meters.c.id == meter)).one()._mapping
    held = meter_accounts(db, [meter])[meter]
    moves, rests = [], {}
    for share, rest, kind in _PARTS:
        if not row[share]:
            continue
        cents, rests[rest] = divmod(stake * row[share] + row[rest], _WHOLE)
        target, balance = held[kind]
        if kind == "meter" and row["most"] is not None and balance + cents > row["most"]:
            # Beyond the posted limit the players' money waits for the next start instead.
            kept = max(row["most"] - balance, 0)
            moves.append(Move(source, held["hidden"][0], cents - kept, "beyond the limit"))
            cents = kept
        moves.append(Move(source, target, cents, kind))
    if rests:
        db.execute(update(meters).where(meters.c.id == meter).values(**rests))
    return moves


def restart(db: Connection, meter: int, cause: Cause) -> None:
    """After a 100% award: reserve and hidden part come in, and the house tops up to the seed."""
    seed = int(db.execute(select(meters.c.seed).where(meters.c.id == meter)).scalar_one())
    held = meter_accounts(db, [meter])[meter]
    target = held["meter"][0]
    moves = [Move(held[kind][0], target, held[kind][1], kind) for kind in ("reserve", "hidden")]
    after = sum(move.cents for move in moves) + held["meter"][1]
    moves.append(Move(account(db, "house"), target, max(seed - after, 0), "seed"))
    post(db, cause, moves)


def listing(db: Connection) -> list[dict[str, Any]]:
    """All meters with what they show and hold, in cents."""
    rows = db.execute(select(meters).order_by(meters.c.id)).all()
    held = meter_accounts(db, [row.id for row in rows])
    return [
        {
            "id": row.id,
            "name": row.name,
            "shown": held[row.id]["meter"][1],
            "reserve": held[row.id]["reserve"][1],
            "hidden": held[row.id]["hidden"][1],
            "seed": row.seed,
            "increment": row.increment,
            "most": row.most,
        }
        for row in rows
    ]
