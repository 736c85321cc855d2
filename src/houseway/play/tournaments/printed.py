"""The printed rules of a tournament: a file of the house, checked before anybody enters."""

from calendar import monthrange
from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from houseway.rules.draws import Keno
from houseway.rules.errors import RuleError
from houseway.rules.explain import rule_error
from houseway.rules.game import load_game
from houseway.rules.pots import PlayerPoker
from houseway.rules.toml_text import parse_toml
from houseway.rules.wording import counted

LEAD_DAYS = 5  # 30-1045.07: the rules are handed in so many days before the first day
MOST_MONTHS = 4  # 30-1044(1): a tournament ends within so many months of its first day

MOST_AT_A_POT = 10

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


class Voucher(Printed, frozen=True, kw_only=True):
    """A prize that opens a later event of the same series, for whoever won it alone (30-1045.06)."""

    event: str  # the later event
    places: Some  # so many places win one
    value: Annotated[float, Meta(gt=0, le=1_000_000)]  # its entry fee and buy-in together


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
    seats: Annotated[int, Meta(ge=2, le=200)] = 9  # at a table
    games: Annotated[int, Meta(ge=0, le=1000)] = 0  # draws of a tournament of tickets; a pot is played to the last chip
    entries: Annotated[int, Meta(ge=2, le=10_000)] = 1000  # at most
    levels: Annotated[tuple[Level, ...], Meta(min_length=1)]
    prizes: Annotated[tuple[Annotated[float, Meta(gt=0, le=100)], ...], Meta(min_length=1)]  # percent of the pool
    rebuys: Rebuys | None = None
    reentry: bool = False  # after elimination, as a new entry (30-1044(2)(c))
    split_by_agreement: bool = False  # 30-1045.08(4)
    house_rules: tuple[str, ...] = ()
    series: str = ""  # the tournament that this is an event of
    voucher: Voucher | None = None
    carry_to: str = ""  # the later event that what is not awarded goes to (30-1045.06)
    merchandise: dict[str, str] = {}  # place -> a prize that is not cash, given by the house in addition to the pool
    licensees: tuple[str, ...] = ()  # others who hold it jointly; the casino is responsible for it (30-1044(2))
    invited: tuple[str, ...] = ()  # none: everybody may enter (30-1045.05)
    least_rounds: Annotated[int, Meta(ge=0)] = 0  # rounds that an entrant has played at the house's tables

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
    if isinstance(game.spec, Keno):
        if not rules.games:
            raise RuleError("a tournament of tickets is for a number of games", "games")
        if rules.rebuys is not None or rules.reentry:
            raise RuleError("a tournament of tickets has no re-buys and no second entries", "rebuys")
    elif not isinstance(game.spec, PlayerPoker):
        raise RuleError(f"{rules.game} is played neither for a pot nor with tickets", "game")
    elif rules.games:
        raise RuleError("a tournament for pots is played to the last chip", "games")
    elif rules.seats > MOST_AT_A_POT:
        raise RuleError(f"a table of a pot has at most {MOST_AT_A_POT} seats", "seats")
    elif not all(level.blinds or level.ante or level.limits for level in rules.levels):
        raise RuleError("states no blinds, ante or limits", "levels")
    if any(game.options.get(name) for name in ("rake_percent", "jackpot_rake", "timed_rake", "collection_option")):
        raise RuleError("no table rake is made in a tournament", "house")
    if (rules.first_day - rules.submitted).days < LEAD_DAYS:
        raise RuleError(f"the rules are handed in at least {LEAD_DAYS} days before the first day", "submitted")
    if not rules.first_day <= rules.last_day <= _months_later(rules.first_day, MOST_MONTHS):
        raise RuleError(f"a tournament ends within {MOST_MONTHS} months of its first day", "last_day")
    if rules.licensees and rules.entry_fee:
        raise RuleError("a tournament with proceeds is held by one licensee alone", "licensees")
    if (rules.voucher or rules.carry_to) and not rules.series:
        raise RuleError("vouchers and what is carried forward are for events of one series", "series")
    if rules.split_by_agreement and rules.merchandise:
        raise RuleError("prizes that are not cash are not divided by agreement", "split_by_agreement")
    if wrong := [place for place in rules.merchandise if not place.isdecimal() or place == "0"]:
        raise RuleError(f"{wrong[0]!r} is not a place", "merchandise")
    if sum(rules.prizes) < 100 - 1e-9 and not rules.carry_to:
        raise RuleError("prizes are 100 percent of the pool together: all buy-ins are paid out", "prizes")
    if sum(rules.prizes) > 100 + 1e-9:
        raise RuleError("prizes are 100 percent of the pool together: all buy-ins are paid out", "prizes")
    if any(later > earlier for earlier, later in zip(rules.prizes, rules.prizes[1:], strict=False)):
        raise RuleError("a lower place does not win more than a higher one", "prizes")
    if rules.rebuys is not None and rules.rebuys.until_level > len(rules.levels):
        raise RuleError(f"there are {len(rules.levels)} levels", "rebuys.until_level")
    return rules


def parse_rules(text: bytes, field: str = "rules") -> Tournament:
    """The rules that a text in TOML states."""
    data = parse_toml(text, "the text", field)
    try:
        return check(msgspec.convert(data, Tournament, str_keys=True))
    except msgspec.ValidationError as error:
        raise rule_error(error, "" if field == "rules" else field, data, ": ", grammar=Tournament) from None


def read_rules(path: Path) -> Tournament:
    """The rules that a file of the house states."""
    try:
        return parse_rules(path.read_bytes(), str(path))
    except OSError as error:
        raise RuleError(f"cannot read {path}: {error.strerror}", "file") from None


def sheet(rules: Tournament) -> list[str]:
    """The printed rules, a sentence a line, for players and the regulator."""
    game = load_game(rules.game, dict(rules.house))
    told = [
        f"{rules.name}, {rules.first_day} to {rules.last_day}, at {rules.casino}: {game.spec.name}.",
        f"Except as changed here, play follows the house rules of {rules.casino}.",
        f"Entry fee ${rules.entry_fee:,.2f}, kept by the house; buy-in ${rules.buy_in:,.2f}, paid out in prizes.",
        f"A buy-in is {rules.chips:,} tournament chips. They have no cash value and are never redeemed.",
    ]
    if rules.series:
        told.append(f"This is an event of {rules.series}.")
    if rules.licensees:
        told.append(f"Held jointly with {', '.join(rules.licensees)}; {rules.casino} is responsible for it.")
    told += _who(rules)
    told += _tickets(rules) if rules.games else _pots(rules)
    places = ", ".join(f"{place}: {share:g}%" for place, share in enumerate(rules.prizes, start=1))
    told.append(f"{len(rules.prizes)} prizes by place, of the pool of all buy-ins: {places}.")
    told += [f"Place {place} also wins {thing}." for place, thing in sorted(rules.merchandise.items())]
    if rules.voucher is not None:
        places = f"first {rules.voucher.places} places win" if rules.voucher.places > 1 else "first place wins"
        worth = f"${rules.voucher.value:,.2f}"
        told.append(f"The {places} a voucher of {worth} for {rules.voucher.event}, good for who won it alone.")
    if rules.carry_to:
        told.append(f"What is not awarded is carried to {rules.carry_to}.")
    if rules.split_by_agreement:
        told.append("The players left may agree, all of them and freely, to divide the cash prizes.")
    return [*told, *rules.house_rules]


def _who(rules: Tournament) -> list[str]:
    """Who may enter."""
    told = ["Proposition players do not play as such."]
    if rules.invited:
        told.insert(0, f"Entry is for {', '.join(rules.invited)}.")
    if rules.least_rounds:
        told.insert(0, f"An entrant has played {rules.least_rounds:,} rounds at the tables of {rules.casino}.")
    if not rules.invited and not rules.least_rounds:
        told.insert(0, "Everybody of age may enter.")
    return told


def _tickets(rules: Tournament) -> list[str]:
    minutes = rules.level(0).minutes
    games = f"{counted(rules.games, 'game')}, {counted(minutes, 'minute')} apart"
    return [
        f"Tickets are written with tournament chips for {games}.",
        "Who has most chips after the last game is first; who have as many share the prizes of their places.",
    ]


def _pots(rules: Tournament) -> list[str]:
    told = [
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
        stakes = [f"blinds {' and '.join(f'{blind:,}' for blind in level.blinds)}"] if level.blinds else []
        stakes += [f"ante {level.ante:,}"] if level.ante else []
        stakes += [f"limits {' and '.join(map(str, level.limits))}"] if level.limits else []
        told.append(f"Level {number}: {', '.join(stakes)}, {counted(level.minutes, 'minute')}.")
    return [*told, "The last level goes on until one player has all chips."]
