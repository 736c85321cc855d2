"""How lucky a person was: what he won compared with what his wagers cost on average, and the chance of that or more.

Where a price is shipped for the game as the table offers it, edge and deviation are its own; otherwise they are those
of all other players' wagers of the kind at such tables, which the answer says. The chance is that of a normal
distribution, which is good for many wagers of a small deviation; `at_most` holds for any distribution (Cantelli).
"""

import math
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, select

from houseway.floor.daily import ALWAYS, Period, wager_sums
from houseway.floor.schema import tables, users
from houseway.floor.views import game_view
from houseway.odds.pricing import Priced, Question
from houseway.odds.stored import stored_price
from houseway.play.core.money import dollars
from houseway.rules.errors import MALFORMED, RuleError

LEAST = 30  # wagers below which nothing is said
_OTHERS = 100  # wagers of others that a rate is taken from


class Sums(NamedTuple):
    """Sums over wagers, in cents and square cents."""

    wagers: int = 0
    stake: float = 0
    net: float = 0
    stake_squares: float = 0
    net_squares: float = 0
    products: float = 0

    def plus(self, other: "Sums", sign: int = 1) -> "Sums":
        return Sums(
            self.wagers + sign * other.wagers, *(a + sign * b for a, b in zip(self[1:], other[1:], strict=True))
        )


class Norm(NamedTuple):
    """What a unit brings on average, its variance, and where both come from."""

    mean: float
    variance: float
    source: str


def _sums(db: Connection, span: Period) -> dict[tuple[int, str], dict[tuple[int, str], Sums]]:
    """By game with its choices, and by person and wager, the sums of the rounds in a period."""
    kinds = _kinds(db)
    made: dict[tuple[int, str], dict[tuple[int, str], Sums]] = defaultdict(dict)
    for one in wager_sums(db, span):
        own, key = made[kinds[one.table]], (one.user, one.wager)
        given = Sums(one.wagers, one.stake, one.net, one.stake_squares, one.net_squares, one.products)
        own[key] = own.get(key, Sums()).plus(given)
    return made


def _kinds(db: Connection) -> dict[int, tuple[int, str]]:
    """Tables that offer the same game with the same choices, under the first of them."""
    first: dict[str, int] = {}
    made = {}
    for row in db.execute(select(tables.c.id, tables.c.game, tables.c.house).order_by(tables.c.id)):
        key = row.game + msgspec.json.encode(row.house, order="deterministic").decode()
        made[row.id] = (first.setdefault(key, row.id), row.game)
    return made


def _price(game: str, house: dict[str, Any]) -> Priced | None:
    try:
        return stored_price(Question(game, house))
    except (RuleError, *MALFORMED):
        return None


def _norm(sums: Sums) -> Norm | None:
    """The rate of wagers, from themselves."""
    if sums.wagers < _OTHERS or not sums.stake:
        return None
    mean = sums.net / sums.stake
    squares = sums.net_squares - 2 * mean * sums.products + mean * mean * sums.stake_squares
    return Norm(mean, squares / sums.stake_squares, "the wagers of all others")


class Rate(NamedTuple):
    """A person's result on the wagers of a kind."""

    user: int
    table: int
    game: str
    wager: str
    wagers: int
    stake: float
    net: float
    expected: float
    deviation: float
    source: str

    @property
    def distance(self) -> float:
        """Deviations above what was to be expected."""
        return (self.net - self.expected) / self.deviation

    @property
    def chance(self) -> float:
        return 0.5 * math.erfc(self.distance / math.sqrt(2))

    @property
    def at_most(self) -> float:
        """No distribution of this mean and deviation gives a larger chance."""
        return 1 / (1 + self.distance**2) if self.distance > 0 else 1.0


def _rates_of(kind: tuple[int, str], own: dict[tuple[int, str], Sums], priced: Priced | None) -> Iterator[Rate]:
    table, game = kind
    wagers = sorted({wager for _, wager in own})
    sides = {} if priced is None else dict(priced.report.side_bets)
    main = None if priced is None else priced.report.main
    together = [] if main is None or main.unit not in wagers else [one for one in wagers if one not in sides]
    total = {wager: _added(own[key] for key in own if key[1] == wager) for wager in wagers}
    for user in sorted({one for one, _ in own}):
        if main is not None and together and (user, main.unit) in own:
            unit = own[user, main.unit]
            net = sum(own[user, wager].net for wager in together if (user, wager) in own)
            norm = Norm(-main.house_edge, main.std_dev**2, "the shipped price")
            yield _rate(user, table, game, main.unit, unit._replace(net=net), norm)
        for wager in wagers:
            if wager in together or (user, wager) not in own:
                continue
            sums = own[user, wager]
            side = sides.get(wager)
            if side is not None and not side.needs_meter:
                known: Norm | None = Norm(-side.house_edge, side.std_dev**2, "the shipped price")
            else:
                known = _norm(total[wager].plus(sums, -1))
            if known is not None:
                yield _rate(user, table, game, wager, sums, known)


def _added(given: Iterator[Sums]) -> Sums:
    made = Sums()
    for one in given:
        made = made.plus(one)
    return made


def _rate(user: int, table: int, game: str, wager: str, sums: Sums, norm: Norm) -> Rate:
    deviation = math.sqrt(max(norm.variance * sums.stake_squares, 1e-9))
    return Rate(
        user, table, game, wager, sums.wagers, sums.stake, sums.net, norm.mean * sums.stake, deviation, norm.source
    )


def rates(db: Connection, span: Period = ALWAYS, least: int = LEAST) -> list[Rate]:
    """Every person's results on at least so many wagers, the least likely first."""
    made = []
    for kind, own in _sums(db, span).items():
        house = db.execute(select(tables.c.house).where(tables.c.id == kind[0])).scalar_one()
        made += [rate for rate in _rates_of(kind, own, _price(kind[1], house)) if rate.wagers >= least]
    return sorted(made, key=lambda one: one.chance)


def unlikely_people(db: Connection, chance: float, span: Period) -> list[int]:
    """Who won so much that the chance of it is below this."""
    return sorted({rate.user for rate in rates(db, span) if rate.chance < chance})


def view(db: Connection, found: list[Rate]) -> list[dict[str, Any]]:
    """Rates as they are shown, in dollars."""
    names = {row.id: row.name for row in db.execute(select(users.c.id, users.c.name))} if found else {}
    heads: dict[str, Any] = {}
    return [
        {
            "person": names.get(one.user),
            "game": heads.setdefault(one.game, game_view(one.game)),
            "wager": one.wager,
            "wagers": one.wagers,
            "stake": dollars(round(one.stake)),
            "net": dollars(round(one.net)),
            "expected": dollars(round(one.expected)),
            "deviation": dollars(round(one.deviation)),
            "distance": round(one.distance, 2),
            "chance": one.chance,
            "at_most": one.at_most,
            "source": one.source,
        }
        for one in found
    ]
