"""Progressive meters on the floor: seed, increment, reserve and hidden part, each an account; linked over tables."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from houseway.floor.ledger import Book, Cause, Move, account, post
from houseway.floor.schema import accounts, meters, tables
from houseway.rules.errors import RuleError

INCREMENT = 2000  # hundredths of a percent of each stake, where the house names no rate
SEED = 1_000_000  # cents
AT_ONCE = 50_000  # cents of an award that is paid without a supervisor's approval, where the house names no sum
_WHOLE = 10_000
Balances = dict[str, tuple[int, int]]  # kind -> account and cents
_PARTS = (("increment", "rest", "meter"), ("reserve", "reserve_rest", "reserve"), ("hidden", "hidden_rest", "hidden"))
_LIFE = ("eased", "at_once", "fed", "fed_elsewhere")
_TERMS = ("seed", "most", *(name for part in _PARTS for name in part[:2]), *_LIFE)


def open_meter(
    db: Connection,
    name: str,
    seed: int = SEED,
    increment: int = INCREMENT,
    reserve: int = 0,
    hidden: int = 0,
    most: int | None = None,
    at_once: int = AT_ONCE,
) -> int:
    """A new meter that shows its seed; the house pays the seed in. Awards of more than `at_once` wait for a word."""
    if most is not None and most <= seed:
        raise RuleError("the limit must be more than what the meter shows", "most")  # CO 30-2504(8)
    if increment + reserve + hidden > 10_000:
        raise RuleError("the shares of a meter are together more than the whole stake", "increment")
    values = {"name": name, "seed": seed, "increment": increment, "reserve": reserve, "hidden": hidden, "most": most}
    values["at_once"] = at_once
    try:
        made = db.execute(insert(meters).values(**values).returning(meters.c.id))
    except IntegrityError:
        raise RuleError("a meter of this name exists", "name") from None
    meter = int(made.scalar_one())
    for _, _, kind in _PARTS:
        account(db, kind, str(meter), meter=meter)
    post(db, Cause("meter seed"), [Move(account(db, "house"), account(db, "meter", str(meter)), seed, "seed")])
    return meter


_HELD = select(accounts.c.meter_id, accounts.c.kind, accounts.c.id, accounts.c.balance).where(
    accounts.c.name.in_(bindparam("names", expanding=True))
)


def meter_accounts(db: Connection, ids: Iterable[int]) -> dict[int, Balances]:
    """For each meter its accounts by kind, with their balances."""
    rows = db.execute(_HELD, {"names": [f"{kind}/{meter}" for meter in ids for _, _, kind in _PARTS]})
    found: dict[int, Balances] = {}
    for row in rows:
        found.setdefault(int(row.meter_id), {})[row.kind] = (int(row.id), int(row.balance))
    return found


_LOCK = select(meters).where(meters.c.id.in_(bindparam("ids", expanding=True))).order_by(meters.c.id).with_for_update()


class Held:
    """Meters held until the transaction ends: their terms, their accounts by kind, and the book they post to."""

    def __init__(self, book: Book, terms: Mapping[int, Mapping[str, Any]], held: Mapping[int, Balances]) -> None:
        self.book = book
        self._terms = {meter: dict(row) for meter, row in terms.items()}
        self._fed: dict[int, dict[str, Any]] = defaultdict(dict)
        self._now: dict[int, int] = defaultdict(int)  # what was contributed in this transaction
        self.accounts = {meter: {kind: found for kind, (found, _) in own.items()} for meter, own in held.items()}
        for own in held.values():
            for found, cents in own.values():
                book.know(found, cents)

    def terms(self) -> dict[str, dict[str, Any]]:
        """What the meters take of a stake, what is left over from stakes before, and what they hold, for the record."""
        return {
            str(meter): {
                **{name: row[name] for name in _TERMS if name in row},
                "held": {kind: self.book.balance(found) for kind, found in self.accounts[meter].items()},
            }
            for meter, row in self._terms.items()
        }

    def contribute(self, stakes: Iterable[tuple[int, int]], source: int) -> list[Move]:
        """The shares of stakes (meter, cents) that go to a meter, its reserve and its hidden part.

        Fractions of a cent add up.
        """
        moves: list[Move] = []
        for meter, stake in stakes:
            row, own, begun = self._terms[meter], self.accounts[meter], len(moves)
            for share, rest, kind in _PARTS:
                if not row[share]:
                    continue
                cents, row[rest] = divmod(stake * row[share] + row[rest], _WHOLE)
                self._fed[meter][rest] = row[rest]
                if kind == "meter" and row["most"] is not None:
                    # Beyond the posted limit the players' money waits for the next start instead.
                    shown = self.book.balance(own[kind]) + sum(one.cents for one in moves if one.target == own[kind])
                    kept = min(cents, max(row["most"] - shown, 0))
                    moves.append(Move(source, own["hidden"], cents - kept, "beyond the limit"))
                    cents = kept
                moves.append(Move(source, own[kind], cents, kind))
            self._count(meter, sum(move.cents for move in moves[begun:]))
        return moves

    def _count(self, meter: int, cents: int) -> None:
        """Keep how much this house has put in since the meter was won whole."""
        row = self._terms[meter]
        self._now[meter] += cents
        row["fed"] = self._fed[meter]["fed"] = row.get("fed", 0) + cents

    def eased(self, meter: int) -> bool:
        """Whether any award of the meter wins it whole."""
        return bool(self._terms[meter].get("eased"))

    def waits_above(self, meter: int) -> int:
        """The most that is paid without a supervisor's approval, in cents."""
        return 0 if self.eased(meter) else int(self._terms[meter].get("at_once", AT_ONCE))

    def years(self, meter: int) -> int:
        """In how many annual payments an award is paid: more than one where a link says so, CO 30-2504.01(6)."""
        return int((self._terms[meter].get("link") or {}).get("years", 1))

    def elsewhere(self, meter: int, cents: int) -> int:
        """The part of an award that other licensees of a link have paid for, by what each has put in."""
        row = self._terms[meter]
        here, there = row.get("fed", 0), row.get("fed_elsewhere", 0)
        return int(cents * there // (here + there)) if there else 0

    def save(self) -> None:
        """Write down what is left over."""
        for meter, rests in self._fed.items():
            self.book.db.execute(update(meters).where(meters.c.id == meter).values(**rests))

    def start(self, meter: int) -> int:
        """What a meter shows after a 100% award: its seed, or the hidden part where that is more, and the reserve."""
        own = self.accounts[meter]
        reserve, hidden = (self.book.balance(own[kind]) for kind in ("reserve", "hidden"))
        return max(int(self._terms[meter]["seed"]), hidden) + reserve

    def restart(self, meter: int, cause: Cause, house: int, *, fed_before: bool = False) -> None:
        """After a 100% award: the hidden part comes in, the house tops it up to the seed, and the reserve is added.

        `fed_before`: what this transaction contributed was part of the award, not of the new start.
        """
        own, book = self.accounts[meter], self.book
        moves = [Move(own[kind], own["meter"], book.balance(own[kind]), kind) for kind in ("reserve", "hidden")]
        top = self.start(meter) - sum(move.cents for move in moves) - book.balance(own["meter"])
        book.post(cause, [*moves, Move(house, own["meter"], max(top, 0), "seed")])
        begun = {"fed": 0 if fed_before else self._now[meter], "fed_elsewhere": 0, "eased": False}
        self._terms[meter] |= begun
        self._fed[meter] |= begun


def hold(book: Book, ids: Iterable[int]) -> Held:
    """Lock meters, always in the same order, so that awards never cross."""
    wanted = sorted(set(ids))
    rows = book.db.execute(_LOCK, {"ids": wanted}).mappings()
    return Held(book, {int(row["id"]): dict(row) for row in rows}, meter_accounts(book.db, wanted))


def listing(db: Connection) -> list[dict[str, Any]]:
    """All meters with what they show and hold, in cents."""
    rows = db.execute(select(meters).order_by(meters.c.id)).all()
    held = meter_accounts(db, [row.id for row in rows])
    games: dict[int, dict[str, None]] = defaultdict(dict)
    for table in db.execute(select(tables.c.game, tables.c.levels).where(tables.c.open).order_by(tables.c.id)):
        for meter in table.levels.values():
            games[meter][table.game] = None
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
            "status": row.status,
            "at_once": row.at_once,
            "eased": row.eased,
            "fed": row.fed,
            "fed_elsewhere": row.fed_elsewhere,
            "link": row.link,
            "games": list(games[row.id]),
        }
        for row in rows
    ]
