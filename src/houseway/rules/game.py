"""A game as a house offers it: the file with its choices applied, its pay tables compiled and checked."""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from houseway.rules.errors import RuleError, allowed
from houseway.rules.explain import rule_error
from houseway.rules.load import kept, load_file, version_of
from houseway.rules.tables import named_alternative
from houseway.rules.tariffs import most_in_force, tariff_in_force, tariff_rule
from houseway.rules.wording import humanize, listed, money, titled
from houseway.rules.words import Cap, Head, MeterWords, WagerSpec, cite

Spec = TypeVar("Spec", bound=Head, covariant=True)


class TipLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the house posts for tip bets, in dollars."""

    offered: bool = True
    most: float = 0  # on a wager; 0: no limit of its own
    whole: bool = False  # whole dollars only
    most_paid: float = 0  # the most that a round pays on the tips of a player; 0: no limit


class HouseRules(msgspec.Struct, frozen=True):
    """What an operator chose: tables and options, limits by wager in dollars, and how fractions are rounded."""

    pay_tables: dict[str, str] = {}
    options: dict[str, Any] = {}
    limits: dict[str, tuple[float, float]] = {}
    round_to: int = 1  # cents
    rounding: str = "down"  # winnings that are not a whole unit: down, nearest, up
    as_of: datetime.date | None = None  # the rule as it stood on this day
    tips: TipLimits = TipLimits()


@dataclass(frozen=True, eq=False)
class Game(Generic[Spec]):
    """A configured game; the same choices give the same object, by which its plans are kept."""

    spec: Spec
    house: HouseRules
    options: dict[str, Any] = field(default_factory=dict)
    table_most: int = 0  # the largest maximum that the schedule in force has for a table, in cents; 0: no such limit
    bonus_most: int = 0  # ... and the most that one side bet may be

    @property
    def edition(self) -> str:
        """Which text of the rule this is: its citation, since when it holds, the edition, and the day asked for."""
        spec, as_of = self.spec, self.house.as_of
        told = [f"in force since {spec.effective}"] if spec.effective else []
        told += [f"text of {spec.edition}" if spec.edition[:1].isdigit() else spec.edition] if spec.edition else []
        told += [f"as of {as_of}"] if as_of else []
        return f"{self.cite('')} ({', '.join(told)})" if told else self.cite("")

    def cite(self, paragraph: str) -> str:
        return cite(self.spec.jurisdiction, self.spec.rule, paragraph)

    def titles(self, names: Iterable[str]) -> list[str]:
        """Wagers and pay tables as they stand on the layout; what follows in brackets (`cover_all (3 hands)`) stays."""
        known: Mapping[str, WagerSpec] = getattr(self.spec, "wagers", {})
        parts = [name.partition(" (") for name in names]
        return [titled(one, known[one].name if one in known else "") + more + rest for one, more, rest in parts]

    def title(self, name: str) -> str:
        return self.titles((name,))[0]

    @property
    def schedule_rule(self) -> str:
        """The citation of the tariff in force."""
        return tariff_rule(tariff_in_force(self.spec, self.options)[0])

    @cached_property
    def ceilings(self) -> tuple[tuple[Cap, int], ...]:
        """The aggregate limits in force, in cents."""
        amounts = [
            (cap, self.options[cap.amount] if isinstance(cap.amount, str) else cap.amount) for cap in self.spec.caps
        ]
        return tuple((cap, round(float(amount) * 100)) for cap, amount in amounts if round(float(amount) * 100))

    def table_id(self, table: str) -> str:
        """The alternative of `table` in use: chosen by name, by the name of a pair of tables, or the default."""
        chosen = self.house.pay_tables
        if table in chosen:
            return chosen[table]
        for name, tables in self.spec.chosen_as.items():
            if table not in tables:
                continue
            ids = [table_id for block in self.spec.pay_tables[table] for table_id in block.ids]
            for other in (name, *tables):  # tables printed as a pair go together when only one is named
                if chosen.get(other) in ids:
                    return chosen[other]
        return self.spec.default_tables.get(table, self.spec.pay_tables[table][0].ids[0])

    @cached_property
    def meters(self) -> dict[str, MeterWords]:
        """The printed terms of each meter, seeds in dollars: those of the game, then of the pay tables in use."""
        terms = {name: replace(words, seed=self._seed(name, words.seed)) for name, words in self.spec.meters.items()}
        for name, blocks in self.spec.pay_tables.items():
            for block in blocks:
                if self.table_id(name) not in block.ids:
                    continue
                for meter in (*block.seed, *block.increment):
                    before = terms.get(meter, MeterWords())
                    seed = block.seed.get(meter, before.seed)
                    terms[meter] = replace(before, seed=seed, increment=block.increment.get(meter, before.increment))
        return terms

    def _seed(self, meter: str, seed: float | str) -> float:
        """A seed in dollars: stated, or held by an option (a number, or one for each meter)."""
        value = self.options[seed] if isinstance(seed, str) else seed
        return float(value[meter] if isinstance(value, dict) else value)

    def round_cents(self, amount: Fraction) -> int:
        """A payment in whole cents, as the house rounds."""
        return self.round_ratio(amount.numerator, amount.denominator)

    def round_ratio(self, cents: int, parts: int) -> int:
        """`cents / parts` in whole cents, as the house rounds."""
        unit, rounding = self.house.round_to, self.house.rounding
        whole, rest = divmod(cents, parts * unit)
        if rest and rounding != "down" and (rounding == "up" or 2 * rest >= parts * unit):
            whole += 1
        return whole * unit


def parse_day(text: Any, field_name: str) -> datetime.date:
    """A day written as YYYY-MM-DD; what follows it, such as an hour, is ignored."""
    try:
        return datetime.date.fromisoformat(str(text)[:10])
    except ValueError:
        raise RuleError(f"must be a day such as 2021-05-01, not {text!r}", field_name) from None


def parse_house(raw: dict[str, Any], field_name: str = "house") -> HouseRules:
    """The house's choices as a round file or a house file writes them."""
    known = {"pay_tables", "limits", "round_to", "rounding", "as_of", "tips"}
    plain = {key: value for key, value in raw.items() if key in known}
    tables = plain.get("pay_tables")
    if isinstance(tables, dict):
        plain["pay_tables"] = {key: str(value) for key, value in tables.items()}
    if "as_of" in plain:
        plain["as_of"] = parse_day(plain["as_of"], f"{field_name}.as_of")
    try:
        house = msgspec.convert({**plain, "options": {k: v for k, v in raw.items() if k not in known}}, HouseRules)
    except msgspec.ValidationError as error:
        raise rule_error(error, field_name, raw) from None
    if not (0 <= house.tips.most < 1e9 and 0 <= house.tips.most_paid < 1e9):
        raise RuleError("the limits of tip bets are amounts of dollars that are not negative", f"{field_name}.tips")
    if house.round_to < 1 or house.rounding not in ("down", "nearest", "up"):
        raise RuleError("rounding is down, nearest or up, to a whole number of cents", f"{field_name}.rounding")
    return house


def configure(game: str, house: HouseRules) -> Game[Any]:
    """The game with the house's choices; every name in them is checked."""
    spec, options = load_file(game, house.options, house.as_of)
    names = set(spec.pay_tables) | set(spec.chosen_as)
    chosen: dict[str, str] = {}
    for name, given in house.pay_tables.items():
        if name not in names:
            known = allowed(name, sorted(names))
            raise RuleError(f"{spec.id} has no pay table {name!r}; {known}", f"house.pay_tables.{name}")
        for table in spec.chosen_as.get(name, (name,)):
            chosen[name] = named_alternative(spec.pay_tables[table], given)
            if not chosen[name]:
                ids = ", ".join(i for block in spec.pay_tables[table] for i in block.ids)
                said = f"{humanize(name)} has no pay table {given!r}; printed are {ids}"
                raise RuleError(said, f"house.pay_tables.{name}")
    wagers = spec.named("wager") if house.limits else ()
    for name, (least, most) in house.limits.items():
        if name not in wagers:
            raise RuleError(f"{spec.id} has no wager {name!r}; {allowed(name, wagers)}", f"house.limits.{name}")
        if not 0 <= least <= most:
            raise RuleError("limits are the least and the most, in dollars", f"house.limits.{name}")
    _check_required(spec, house)
    chosen_house = replace(house, pay_tables=chosen) if chosen else house
    return Game(spec, chosen_house, options, *most_in_force(spec, options))


def _check_required(spec: Head, house: HouseRules) -> None:
    """What the house makes every player bet in all is within its maximum, where the rules say so."""
    wagers = getattr(spec, "wagers", {})
    for total in spec.totals:
        bound = house.limits.get(total.required_within)
        if bound is None:
            continue
        needed = [name for name in total.wagers if wagers[name].required and name in house.limits]
        least = sum(house.limits[name][0] for name in needed)
        if least > bound[1]:
            rule = cite(spec.jurisdiction, spec.rule, total.rule)
            named = listed([wagers[name].name or humanize(name) for name in needed])
            said = f"{named} are required with {money(least)} together, more than {money(bound[1])}, {rule}"
            raise RuleError(said, f"house.limits.{needed[0]}")


@kept(512)
def _configured(version: int | str, game: str, house_json: bytes) -> Game[Any]:
    del version
    return configure(game, parse_house(msgspec.json.decode(house_json)))


def load_game(game: str, house: dict[str, Any] | None = None) -> Game[Any]:
    """The game (id or path) as the house offers it; the same choices give the same object."""
    return _configured(version_of(game), game, msgspec.json.encode(house or {}))


Plan = TypeVar("Plan")


def plans_by(make: Callable[[Game[Any]], Plan], maxsize: int = 256) -> Callable[[str, dict[str, Any]], Plan]:
    """A function that gives the plan of a game as the house offers it; the same choices give the same plan."""
    plan_of = kept(maxsize)(make)
    return lambda game, house: plan_of(load_game(game, house))
