"""Checking a game file whole: what it says is resolved and compiled, then the game is played and priced.

Every column of every pay table and every choice of every option is compiled once. Rounds are dealt at random over all
these houses, and what they never reach is told: a choice, a result of a wager, a row of a pay table. A row that no
hand can be paid by is an error; so is nothing else that rounds show.
"""

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import cycle
from random import Random
from typing import TYPE_CHECKING, Any

from houseway.families import betting_spots, family_of, fitting_solver, open_round
from houseway.play.bets import choose_wagers, shown_meters
from houseway.play.core.reach import Reach, reached
from houseway.play.core.round import BettingSpot
from houseway.play.core.roundfile import RoundFile, convert_round
from houseway.rules.errors import FileError, RuleError
from houseway.rules.game import load_game
from houseway.rules.load import all_faults, place_of
from houseway.rules.patterns import Row, compile_row, may_fit, takes_all
from houseway.rules.tables import column_prices, row_path
from houseway.rules.words import Head

if TYPE_CHECKING:
    from houseway.odds.executor import Executor
    from houseway.odds.pricing import Priced

House = dict[str, Any]
Progress = Callable[[float], None]
_LINE = re.compile(r"[^:]*:\d")
NEVER = "no hand is ever paid by this row"
_AT_ONCE = 12  # rounds of one house before the next
_STACK = 2000  # dollars of a seat that plays for a pot
_WAGERS = ("seats[", "house.", "betting", "inputs.")  # errors of wagers that a house does not take, not of the file


def houses(spec: Head) -> Iterator[House]:
    """The default house, then one house for every other choice that the file offers; of free numbers, for another."""
    yield {}
    for name, option in spec.options.items():
        choices = option.choices or ((not option.default,) if isinstance(option.default, bool) else ())
        if option.writes and not choices and isinstance(option.default, int | float):
            beyond = option.at_most is not None and option.default + 1 > option.at_most
            choices = (option.at_least if beyond and option.at_least is not None else option.default + 1,)
        for choice in choices:
            if choice != option.default:
                yield {name: choice}
    for name, blocks in spec.pay_tables.items():
        for block in blocks:
            for table_id in block.ids:
                yield {"pay_tables": {name: table_id}}


def _before_amendments(spec: Head) -> Iterator[House]:
    """The default house on the day before each amendment that the game has lived through."""
    for date in sorted({amendment.date for amendment in spec.amended}):
        if spec.effective is None or date > spec.effective:
            yield {"as_of": (date - timedelta(days=1)).isoformat()}


def check(game: str) -> list[RuleError]:
    """Every error of a game file (id or path), with its file, line and key, and the house choice that shows it."""
    found = all_faults(game)
    if found:
        return found
    plain, family = load_game(game), family_of(game)
    errors: dict[str, RuleError] = {}
    for house in (*houses(plain.spec), *_before_amendments(plain.spec)):
        try:
            family.check(load_game(game, house))
        except RuleError as error:
            errors.setdefault(error.message, _told(error, plain.spec.id, game, house))
    return list(errors.values())


def _told(error: RuleError, game_id: str, game: str, house: House) -> RuleError:
    """An error of a configured game, with the place in the file and the choice that shows it."""
    tables = house.get("pay_tables", {})
    chosen = "".join(f", with {name} {choice}" for name, choice in {**house, **tables}.items() if choice is not tables)
    place = error.field
    if not isinstance(error, FileError):
        option, _, part = place.removeprefix("house.").partition(".")
        key = f"options.{option}.default{part and f'.{part}'}" if place.startswith("house.") else place
        place = place_of(game, key.removeprefix(f"{game_id}: "))
    if not _LINE.match(place):  # stated nowhere: the choice made it so
        place = next((shown for name in house if _LINE.match(shown := place_of(game, f"options.{name}"))), place)
    return FileError(f"{error.message}{chosen}", place)


# -- play -------------------------------------------------------------------------------------------------------------


@dataclass
class Played:
    """Rounds of a game over all its houses: what they could yield, and what they did."""

    houses: int = 0
    rounds: int = 0
    wanted: Reach = field(default_factory=Reach)
    reached: Reach = field(default_factory=Reach)
    errors: list[RuleError] = field(default_factory=list)

    @property
    def missed(self) -> Reach:
        return self.wanted - self.reached


def play(game: str, seconds: float, progress: Progress | None = None, seed: int = 1) -> Played:
    """Random legal rounds of every house in turn, for so many seconds, but one of each house at least."""
    plain, family = load_game(game), family_of(game)
    found = Played()
    if not family.traits.live:
        return found
    every = list(houses(plain.spec))
    for house in every:
        found.wanted |= family.play.reach(load_game(game, house))
    found.houses = len(every)
    start, rng = time.monotonic(), Random(seed)
    failed: dict[str, RuleError] = {}
    for turn, house in enumerate(cycle(every)):
        spent = time.monotonic() - start
        if spent >= seconds and turn >= len(every):
            break
        if progress is not None:
            progress(min(spent / seconds, 1.0))
        for _ in range(_AT_ONCE if turn >= len(every) else 1):
            try:
                found.reached |= _round(game, house, rng)
                found.rounds += 1
            except RuleError as error:
                if not error.field.startswith(_WAGERS):
                    failed.setdefault(error.message, _told(error, plain.spec.id, game, house))
                break
    found.errors = list(failed.values())
    return found


def _round(game: str, house: House, rng: Random) -> Reach:
    """What one round at random reaches."""
    spots = betting_spots(RoundFile(game, house=house))
    seats = rng.randint(1, min(3, load_game(game, house).spec.seats))
    if family_of(game).traits.pot:
        seats = max(2, seats)
    wagers = [choose_wagers(_some(spots, rng), rng=rng) for _ in range(seats)]
    stacks = {"stack": _STACK} if family_of(game).traits.pot else {}
    given = {"game": game, "house": house, "seats": [{"wagers": wager, **stacks} for wager in wagers]}
    now = open_round(convert_round({**given, "meters": shown_meters(spots, wagers)}), rng.getrandbits(48))
    while not now.over:
        now = now.act(now.turn, now.suggest(now.turn, rng))
    return reached(now.settle())


def _some(spots: Sequence[BettingSpot], rng: Random) -> list[BettingSpot]:
    """The spots without some of those of which one is enough, and without what needs them."""
    either = [spot for spot in spots if spot.one_of and not spot.required]
    out = {spot.name for spot in rng.sample(either, rng.randint(0, len(either) - 1))} if either else set()
    return [spot for spot in spots if spot.name not in out and not out & {spot.equals, spot.within, *spot.needs}]


# -- price ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pricing:
    """What prices a game, or why it has no price; rows that are never paid; wagers on which the player has the edge."""

    method: str = ""
    stopped: str = ""
    paid: frozenset[str] = frozenset()  # rows by which some hand is paid, counted over all hands
    unpaid: tuple[RuleError, ...] = ()
    warnings: tuple[str, ...] = ()


def price_check(game: str, executor: "Executor | None" = None) -> Pricing:
    """The price of the game with every alternative of its pay tables."""
    from houseway.families import price
    from houseway.odds.pricing import Question

    try:
        paid, unpaid = family_of(game).odds.paid_rows(load_game(game))
    except RuleError as error:
        return Pricing("", str(error))
    unpaid |= _swallowed(load_game(game).spec)
    try:
        priced = price(Question(game, every_table=True), executor)
    except RuleError as error:
        return Pricing("", str(error), frozenset(paid), _as_errors(game, unpaid))
    for path, chance in _priced_rows(game, priced):
        if chance > 0:
            paid.add(path)
        else:
            unpaid.setdefault(path, NEVER)
    unpaid = {path: why for path, why in unpaid.items() if path not in paid}
    method = f"{priced.report.method}: {fitting_solver(load_game(game))}"
    return Pricing(method, "", frozenset(paid), _as_errors(game, unpaid), priced.report.warnings)


def _swallowed(spec: Head) -> dict[str, str]:
    """Rows that hold only where an earlier one of their column does, as their tests alone tell; why nobody is paid."""
    from houseway.odds.house_poker.unpaid import SWALLOWED

    found = {}
    columns = [
        (table, block, table_id)
        for table, blocks in spec.pay_tables.items()
        for block in blocks
        for table_id in block.ids
        if block.award == "first" and not block.by
    ]
    for table, block, table_id in columns:
        before: list[Row] = []
        for name, _, _ in column_prices(block, table_id):
            with suppress(RuleError):  # an event is not a pattern
                row = compile_row(name, spec.patterns, block.hand, spec.house_suit)
                if may_fit(row) and any(takes_all(earlier, row) for earlier in before):
                    found[row_path(table, table_id, name)] = SWALLOWED
                before.append(row)
    return found


def _as_errors(game: str, rows: Mapping[str, str]) -> tuple[RuleError, ...]:
    return tuple(FileError(why, place_of(game, path)) for path, why in rows.items())


def _priced_rows(game: str, priced: "Priced") -> Iterator[tuple[str, float]]:
    """The chance of each row of a wager that was counted whole; those of prices by other counts are left out."""
    spec = load_game(game).spec
    for name, prices in priced.sides.items():
        table = getattr(getattr(spec, "wagers", {}).get(name), "pay_table", "")
        for table_id, one in prices.items():
            block = next((block for block in spec.pay_tables.get(table, ()) if table_id in block.ids), None)
            if block is None or block.by or one.method != "exact":
                continue
            chances = {line.hand: line.probability for line in one.lines}
            for row, pays, _ in column_prices(block, table_id):
                if row in chances and pays[0].result == "win":
                    yield row_path(table, table_id, row), chances[row]
