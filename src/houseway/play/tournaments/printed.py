"""The printed rules of a tournament: a file of the house, checked before anybody enters."""

from calendar import monthrange
from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
from houseway.rules.pots import PlayerPoker

LEAD_DAYS = 5  # 30-1045.07: the rules are handed in so many days before the first day
MOST_MONTHS = 4  # 30-1044(1): a tournament ends within so many months of its first day

Money = Annotated[float, Meta(ge=0, le=1_000_000)]
Chips = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Some = Annotated[int, Meta(ge=1, le=10_000)]


class Printed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A statement of the rules; unknown words are errors."""


class Level(Printed, frozen=True, kw_only=True):
    """Stakes in tournament chips, and how long they last."""

    minutes: Annotated[float, Meta(gt=0, le=24 * 60)] = 20  # by the clock of a live tournament
    hands: Some = 10  # of a tournament that plays by itself
    blinds: tuple[Chips, ...] = ()
    ante: Annotated[int, Meta(ge=0)] = 0
    limits: tuple[Chips, ...] = ()


class Rebuys(Printed, frozen=True, kw_only=True):
    """Chips bought again by a player who has none, on the same terms for all (30-1045.08(1))."""

    cost: Money  # the whole of it goes to the prizes
    chips: Chips
    most: Some = 1
    until_level: Some = 1


class Tournament(Printed, frozen=True, kw_only=True):
    """What 30-1045.08 and 30-1045.09 want printed."""

    name: str
    casino: str
    game: str
    house: dict[str, object] = {}
    submitted: date  # when the rules were handed in
    first_day: date
    last_day: date
    entry_fee: Money = 0  # the house's, reported as proceeds
    buy_in: Money  # to the prizes, every cent of it
    chips: Chips  # for a buy-in; without cash value
    seats: Annotated[int, Meta(ge=2, le=10)] = 9  # at a table
    entries: Annotated[int, Meta(ge=2, le=10_000)] = 1000  # at most
    levels: Annotated[tuple[Level, ...], Meta(min_length=1)]
    prizes: Annotated[tuple[Annotated[float, Meta(gt=0, le=100)], ...], Meta(min_length=1)]  # percent of the pool
    rebuys: Rebuys | None = None
    reentry: bool = False  # after elimination, as a new entry (30-1044(2)(c))
    split_by_agreement: bool = False  # 30-1045.08(4)
    house_rules: tuple[str, ...] = ()

    def level(self, number: int) -> Level:
        """The stakes of a level, counted from 0; the last one goes on."""
        return self.levels[min(number, len(self.levels) - 1)]


def _months_later(day: date, months: int) -> date:
    year, month = divmod(day.month - 1 + months, 12)
    last = monthrange(day.year + year, month + 1)[1]
    return date(day.year + year, month + 1, min(day.day, last))


def check(rules: Tournament) -> Tournament:
    """The rules, if a tournament may be held by them."""
    game = load_game(rules.game, dict(rules.house))
    if not isinstance(game.spec, PlayerPoker):
        raise RuleError(f"{rules.game} is not played for a pot: a poker tournament needs a game that is", "game")
    if any(game.options.get(name) for name in ("rake_percent", "jackpot_rake")):
        raise RuleError("no table rake is made in a tournament", "house")
    if (rules.first_day - rules.submitted).days < LEAD_DAYS:
        raise RuleError(f"the rules are handed in at least {LEAD_DAYS} days before the first day", "submitted")
    if not rules.first_day <= rules.last_day <= _months_later(rules.first_day, MOST_MONTHS):
        raise RuleError(f"a tournament ends within {MOST_MONTHS} months of its first day", "last_day")
    if abs(sum(rules.prizes) - 100) > 1e-9:
        raise RuleError("prizes are 100 percent of the pool together: all buy-ins are paid out", "prizes")
    if any(later > earlier for earlier, later in zip(rules.prizes, rules.prizes[1:], strict=False)):
        raise RuleError("a lower place does not win more than a higher one", "prizes")
    if rules.rebuys is not None and rules.rebuys.until_level > len(rules.levels):
        raise RuleError(f"there are {len(rules.levels)} levels", "rebuys.until_level")
    return rules


def read_rules(path: Path) -> Tournament:
    """The rules that a file of the house states."""
    try:
        return check(msgspec.toml.decode(path.read_bytes(), type=Tournament))
    except OSError as error:
        raise RuleError(f"cannot read {path}: {error.strerror}", "file") from None
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise RuleError(str(error), str(path)) from None


def sheet(rules: Tournament) -> list[str]:
    """The printed rules, a sentence a line, for players and the regulator."""
    game = load_game(rules.game, dict(rules.house))
    told = [
        f"{rules.name}, {rules.first_day} to {rules.last_day}, at {rules.casino}: {game.spec.name}.",
        f"Except as changed here, play follows the house rules of {rules.casino}.",
        f"Entry fee ${rules.entry_fee:,.2f}, kept by the house; buy-in ${rules.buy_in:,.2f}, paid out in prizes.",
        f"A buy-in is {rules.chips:,} tournament chips. They have no cash value and are never redeemed.",
        f"Seats and tables are drawn at random, {rules.seats} seats a table, and again as tables are combined.",
        "A player plays one hand, the player's own, without advice. No table rake is taken.",
        "A player who has no chips left is out" + ("." if rules.rebuys is None else ", but for re-buys."),
    ]
    if rules.rebuys is None:
        told.append("There are no re-buys.")
    else:
        again = rules.rebuys
        told.append(
            f"Re-buys: up to {again.most}, until level {again.until_level}, {again.chips:,} chips for "
            f"${again.cost:,.2f}, paid out in prizes."
        )
    told.append("A player who is out may enter again." if rules.reentry else "Nobody enters twice.")
    for number, level in enumerate(rules.levels, start=1):
        stakes = [f"blinds {' and '.join(map(str, level.blinds))}"] if level.blinds else []
        stakes += [f"ante {level.ante}"] if level.ante else []
        stakes += [f"limits {' and '.join(map(str, level.limits))}"] if level.limits else []
        told.append(f"Level {number}: {', '.join(stakes)}, {level.minutes:g} minutes.")
    told.append("The last level goes on until one player has all chips.")
    places = ", ".join(f"{place}: {share:g}%" for place, share in enumerate(rules.prizes, start=1))
    told.append(f"Prizes by place, of the pool: {places}.")
    if rules.split_by_agreement:
        told.append("The players left may agree, all of them and freely, to divide the cash prizes.")
    return [*told, *rules.house_rules]
