"""A table before the first card, as a round file states it: rules as the house offers them, stakes, seats."""

import re
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import msgspec

from houseway.play.core.money import cents, in_dollars, stated_cents
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.wagers import layout_name
from houseway.play.pots.dealing import Source
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, plans_by
from houseway.rules.pots import Betting, PlayerPoker, Structure
from houseway.rules.words import WagerSpec

ENDLESS = 10**12  # a stack that the record does not state
NO_END = -1  # raises without a limit


class Stakes(msgspec.Struct, frozen=True):
    """The amounts of a table, in cents."""

    ante: int = 0
    blinds: tuple[int, ...] = ()
    bring_in: int = 0
    small: int = 0  # the lower limit; without limits the least bet
    big: int = 0  # the higher limit
    extra: tuple[tuple[int, int], ...] = ()  # straddles or over blinds as made: seat and amount
    opener: int = -1  # the seat that opens the first betting round where the house names it
    most: int = 0  # the posted maximum of one bet or raise; 0: none
    chip: int = 1  # the smallest chip
    carried: int = 0  # a pot left behind by the hand before
    own: tuple[int, ...] = ()  # bets of a size of their own, by seat
    final: bool = False  # no pot is carried beyond this hand


@dataclass(frozen=True, slots=True)
class Rules:
    """A game's file made ready for play."""

    game: Game[Any]
    spec: PlayerPoker
    betting: Betting
    raises: int
    raises_heads_up: int
    up: tuple[bool, ...]  # which of a seat's cards, in the order received, lie face up
    side_wagers: dict[str, WagerSpec]  # of a seat, apart from the pot

    def with_structure(self, structure: Structure) -> "Rules":
        """The same rules at a table with another betting structure."""
        return replace(self, betting=msgspec.structs.replace(self.betting, structure=structure))

    def with_heads_up(self, small: Literal["button_small", "button_big"]) -> "Rules":
        """The same rules with the blinds of two players as a record shows them."""
        forced = msgspec.structs.replace(self.spec.forced, heads_up=small)
        return replace(self, spec=msgspec.structs.replace(self.spec, forced=forced))


def _count(raises: int | str, otherwise: int) -> int:
    if raises == "":
        return otherwise
    return NO_END if raises == "unlimited" else int(raises)


def _side_wagers(spec: PlayerPoker) -> dict[str, WagerSpec]:
    """The side wagers that a game takes."""
    wagers: dict[str, WagerSpec] = {}
    if (pool := spec.pool) is not None:
        wagers[pool.wager] = WagerSpec(required=True, rule=pool.wager_rule or pool.rule)
    wagers |= spec.bonus
    if (beat := spec.bad_beat) is not None:
        wagers[beat.wager] = WagerSpec(meter=beat.meter, rule=beat.rule)
    return wagers


def rules_of(game: Game[Any]) -> Rules:
    """The rules of a configured game of this family."""
    spec = game.spec
    if not isinstance(spec, PlayerPoker):
        raise RuleError(f"{spec.id} is not played for a pot between players", "game")
    if not any(street.deal.down + street.deal.up for street in spec.streets):
        raise RuleError("no street deals a card to the seats", f"{spec.id}: streets")
    up: list[bool] = []
    for street in spec.streets:
        up += [False] * street.deal.down + [True] * street.deal.up
    raises = _count(spec.betting.raises, NO_END)
    heads_up = _count(spec.betting.raises_heads_up, raises)
    return Rules(game, spec, spec.betting, raises, heads_up, tuple(up), _side_wagers(spec))


load_rules = plans_by(rules_of)  # of a game (id or path) as the house offers it


@dataclass(frozen=True, slots=True)
class Table:
    """One hand's fixed facts: rules, stakes, stacks at the start, the button, the order round the table."""

    rules: Rules
    stakes: Stakes
    stacks: tuple[int, ...]
    button: int
    seed: int = 0  # for the reshuffle of an exhausted deck only
    left: tuple[int, ...] = field(init=False)  # all seats clockwise, the button last

    def __post_init__(self) -> None:
        seats = len(self.stacks)
        if not 2 <= seats <= self.rules.spec.seats:
            raise RuleError(f"the game seats 2 to {self.rules.spec.seats}, not {seats}", "seats")
        if not 0 <= self.button < seats:
            raise RuleError(f"the button is at no seat: {self.button}", "betting.button")
        if min(self.stacks) <= 0:
            raise RuleError("every seat must have chips", f"seats[{self.stacks.index(min(self.stacks))}].stack")
        start = self.button + 1
        object.__setattr__(self, "left", tuple((start + k) % seats for k in range(seats)))

    def with_extra(self, extra: tuple[tuple[int, int], ...]) -> "Table":
        """The same table with other straddles or over blinds."""
        return replace(self, stakes=msgspec.structs.replace(self.stakes, extra=extra))


_TOTAL = re.compile(r"(?:^| )\$?(\d+(?:\.\d+)?)(?: all.in)?$")
CHIPS = (100, 50, 25, 5)  # dollars, then the coins of CO 30-1002(13); cents where nothing else fits


@dataclass(frozen=True, slots=True)
class Setup:
    """A table with its cards, before the first action."""

    table: Table
    source: Source
    limits: tuple[int, ...] = ()
    collection_option: str | int = ""
    extra_legal: list[bool] = field(default_factory=list)


def _amount(betting: dict[str, Any], key: str) -> int:
    return stated_cents(betting.get(key, 0), f"betting.{key}")


def _amounts(betting: dict[str, Any], key: str, most: int, least: int = 1) -> tuple[int, ...]:
    values = betting.get(key, [])
    known = isinstance(values, list) and all(isinstance(v, int | float) and not isinstance(v, bool) for v in values)
    if not known or (values and not least <= len(values) <= most):
        span = f"{most}" if least == most else f"{least} to {most}"
        raise RuleError(f"must be {span} amounts in dollars", f"betting.{key}")
    return tuple(cents(value, f"betting.{key}[{place}]") for place, value in enumerate(values))


def _extra(betting: dict[str, Any], key: str, order: tuple[int, ...], blinds: int) -> tuple[tuple[int, int], ...]:
    """Straddles or over blinds: pairs of seat and amount, or amounts of the seats after the big blind."""
    values = betting.get(key, [])
    if isinstance(values, dict):
        values = [[int(seat) if str(seat).isdecimal() else -1, amount] for seat, amount in values.items()]
    if not isinstance(values, list):
        raise RuleError("must be a list of [seat, amount]", f"betting.{key}")
    extra = []
    for place, value in enumerate(values):
        where = f"betting.{key}[{place}]"
        if isinstance(value, dict):
            value = [value.get("seat"), value.get("amount")]
        if isinstance(value, int | float):
            value = [order[(blinds + place) % len(order)], value]
        if not isinstance(value, list) or len(value) != 2 or not isinstance(value[0], int):
            raise RuleError("must be [seat, amount]", where)
        if not 0 <= value[0] < len(order) or not isinstance(value[1], int | float):
            raise RuleError("must be [seat, amount]", where)
        extra.append((value[0], cents(value[1], where)))
    return tuple(extra)


def _log(file: RoundFile) -> list[list[Any]]:
    log = file.betting.get("actions")
    return [entry for entry in log if isinstance(entry, list) and len(entry) == 2] if isinstance(log, list) else []


def _first_to_act(file: RoundFile) -> int:
    """The seat of the first action in the log; -1 without one."""
    return next((seat for seat, _ in _log(file) if isinstance(seat, int)), -1)


def _all_in_for(file: RoundFile, who: int, ante: int, posted: int) -> int:
    """The stack of a seat that the log says is all in for a stated total; endless where nothing tells it."""
    before, street = ante, posted
    for seat, text in _log(file):
        if seat == "-":
            before, street = before + street, 0
        elif seat == who and (said := _TOTAL.search(str(text))):
            street = stated_cents(float(said[1]), "betting.actions")
            if str(text).endswith(("all-in", "all in")):
                return before + street
    return ENDLESS


def smallest_chip(amounts: list[int]) -> int:
    """The largest of the usual chips that makes up every amount."""
    return next((chip for chip in CHIPS if all(amount % chip == 0 for amount in amounts)), 1)


def fixed_bet(rules: Rules) -> int:
    """The bet that the house fixed (`fixed 5`); 0 if it did not."""
    name = rules.betting.fixed_by
    words = str(rules.game.options.get(name, "")).split() if name else []
    if len(words) != 2 or words[0] != "fixed":
        return 0
    try:
        return cents(float(words[1]), f"house.{name}")
    except ValueError:
        raise RuleError("must be `fixed` and an amount in dollars", f"house.{name}") from None


def _check_fixed(rules: Rules, bet: int, ante: int, most: int) -> None:
    """A bet that the house fixed keeps to the bounds of one that a player sets."""
    words, field = rules.betting, f"house.{rules.betting.fixed_by}"
    if words.least == "ante" and bet < ante:
        raise RuleError(f"must be at least {in_dollars(ante)}, the ante ({rules.game.cite(words.rule)})", field)
    if most and bet > most:
        raise RuleError(f"must be at most {in_dollars(most)} ({rules.game.cite(words.rule)})", field)


def _ante(file: RoundFile) -> int:
    """The ante of the table, or the equal wager that every seat made before the first card."""
    stated = {
        round(amount * 100)
        for seat in file.seats
        for name, amount in seat.wagers.items()
        if name in ("ante", "initial")
    }
    if len(stated) > 1:
        raise RuleError("every seat puts in the same before the first card", "seats[1].wagers")
    return stated.pop() if stated else _amount(file.betting, "ante")


def _own_bets(file: RoundFile, name: str) -> tuple[int, ...]:
    for place, seat in enumerate(file.seats):
        if name not in seat.wagers:
            raise RuleError(f"{layout_name(name)} is required", f"seats[{place}].wagers.{name}")
    return tuple(cents(seat.wagers[name], f"seats[{place}].wagers.{name}") for place, seat in enumerate(file.seats))


def read_setup(file: RoundFile, rules: Rules, source: Source) -> Setup:
    """The table that the file describes."""
    betting = file.betting
    seats = len(file.seats)
    if not seats:
        raise RuleError("the round has no seats", "seats")
    button = betting.get("button", seats - 1)
    if isinstance(button, bool) or not isinstance(button, int) or not 0 <= button < seats:
        raise RuleError(f"the button is at no seat: {button!r}", "betting.button")
    ante = _ante(file)
    blinds = _amounts(betting, "blinds", 2)  # CO 30-1099.20(3): one or two
    limits = _amounts(betting, "limits", 2, least=2)
    if seats == 2 and len(blinds) == 2 and "heads_up" not in file.house and (first := _first_to_act(file)) >= 0:
        # Between two the small blind acts first, so the record shows who posted it.
        rules = rules.with_heads_up("button_small" if first == button else "button_big")
    if limits and rules.betting.structure in ("no-limit", "pot-limit"):
        rules = rules.with_structure("limit")
    equal_to = rules.betting.equal_to
    if equal_to:
        limits = (_amount(betting, equal_to),) * 2
        if not limits[0]:
            raise RuleError("the table's equal bet is missing", f"betting.{equal_to}")
    order = tuple((button + 1 + k) % seats for k in range(seats))
    extra = _extra(betting, "over_blinds", order, len(blinds)) or _extra(betting, "straddles", order, len(blinds))
    posted = {**dict(zip(order, blinds, strict=False)), **dict(extra)}
    stacks = tuple(
        _all_in_for(file, index, ante, posted.get(index, 0))
        if seat.stack is None
        else cents(seat.stack, f"seats[{index}].stack")
        for index, seat in enumerate(file.seats)
    )
    bring_in = _amount(betting, "bring_in")
    most = min(filter(None, (_amount(betting, "max_wager"), round(rules.betting.most * 100))), default=0)
    fixed = fixed_bet(rules)
    if fixed:
        _check_fixed(rules, fixed, ante, most)
        rules, limits = rules.with_structure("limit"), (fixed, fixed)
    if not limits and rules.betting.structure in ("limit", "spread"):
        rules = rules.with_structure("no-limit")
    amounts = [ante, *blinds, *limits, *(s for s in stacks if s != ENDLESS)]
    # CO 30-1099.25(2), (10): a pot that the platform keeps is shared to the cent, in percent.
    chip = _amount(betting, "chip") or (1 if rules.spec.award.consolation else smallest_chip(amounts))
    least = limits[0] if limits else blinds[-1] if blinds else ante if rules.betting.least == "ante" else chip
    opener = betting.get("opener", -1)
    if isinstance(opener, bool) or not isinstance(opener, int) or not -1 <= opener < seats:
        raise RuleError(f"there is no seat {opener!r}", "betting.opener")
    carried = file.state.get("pot", 0)
    own_bets = _own_bets(file, rules.spec.forced.own_bet) if rules.spec.forced.own_bet else ()
    stakes = Stakes(
        own=own_bets,
        final=file.state.get("final_round") is True,
        ante=ante,
        blinds=blinds,
        bring_in=bring_in,
        small=least,
        big=limits[1] if limits else 0,
        extra=extra,
        opener=opener,
        most=most,
        chip=chip,
        carried=round(carried * 100) if isinstance(carried, int | float) else 0,
    )
    option = rules.game.options.get("collection_option", "")
    return Setup(Table(rules, stakes, stacks, button), source, limits, option)
