"""Progressive meters on the floor: seed, increment, reserve and hidden part, each an account; linked over tables."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from houseway.floor.ledger import Book, Cause, Move, account, post
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
        raise RuleError("the limit must be more than what the meter shows", "most")  # CO 30-2504(8)
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
    accounts.c.name.in_(bindparam("names", expanding=True))
)


def meter_accounts(db: Connection, ids: Iterable[int]) -> dict[int, dict[str, tuple[int, int]]]:
    """For each meter its accounts by kind, with their balances."""
    rows = db.execute(_HELD, {"names": [f"{kind}/{meter}" for meter in ids for _, _, kind in _PARTS]})
    found: dict[int, dict[str, tuple[int, int]]] = {}
    for row in rows:
        found.setdefault(int(row.meter_id), {})[row.kind] = (int(row.id), int(row.balance))
    return found


_LOCK = select(meters).where(meters.c.id.in_(bindparam("ids", expanding=True))).order_by(meters.c.id).with_for_update()


class Held:
    """Meters held until the transaction ends, always taken in the same order, so that awards never cross."""

    def __init__(self, book: Book, ids: Iterable[int]) -> None:
        self.book, wanted = book, sorted(set(ids))
        rows = book.db.execute(_LOCK, {"ids": wanted})
        self._rows: dict[int, dict[str, Any]] = {int(row["id"]): dict(row) for row in rows.mappings()}
        self.accounts: dict[int, dict[str, int]] = {}
        for meter, held in meter_accounts(book.db, wanted).items():
            self.accounts[meter] = {kind: found for kind, (found, _) in held.items()}
            for found, cents in held.values():
                book.know(found, cents)

    def contribute(self, stakes: Iterable[tuple[int, int]], source: int) -> list[Move]:
        """The shares of stakes (meter, cents) that go to a meter, its reserve and its hidden part.

        Fractions of a cent add up.
        """
        moves: list[Move] = []
        fed: dict[int, dict[str, int]] = defaultdict(dict)
        for meter, stake in stakes:
            row, own = self._rows[meter], self.accounts[meter]
            for share, rest, kind in _PARTS:
                if not row[share]:
                    continue
                cents, row[rest] = divmod(stake * row[share] + row[rest], _WHOLE)
                fed[meter][rest] = row[rest]
                if kind == "meter" and row["most"] is not None:
                    # Beyond the posted limit the players' money waits for the next start instead.
                    shown = self.book.balance(own[kind]) + sum(one.cents for one in moves if one.target == own[kind])
                    kept = min(cents, max(row["most"] - shown, 0))
                    moves.append(Move(source, own["hidden"], cents - kept, "beyond the limit"))
                    cents = kept
                moves.append(Move(source, own[kind], cents, kind))
        for meter, rests in fed.items():
            self.book.db.execute(update(meters).where(meters.c.id == meter).values(**rests))
        return moves

    def restart(self, meter: int, cause: Cause) -> None:
        """After a 100% award: reserve and hidden part come in, and the house tops up to the seed."""
        own, book = self.accounts[meter], self.book
        moves = [Move(own[kind], own["meter"], book.balance(own[kind]), kind) for kind in ("reserve", "hidden")]
        after = sum(move.cents for move in moves) + book.balance(own["meter"])
        top = max(int(self._rows[meter]["seed"]) - after, 0)
        book.post(cause, [*moves, Move(account(book.db, "house"), own["meter"], top, "seed")])


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
