"""Wagers of any family before the first card: which may be made, together and in what amounts."""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

from houseway.play.core.money import in_cents, in_dollars
from houseway.play.core.round import BettingSpot
from houseway.play.core.roundfile import RoundFile
from houseway.rules.errors import RuleError, allowed
from houseway.rules.game import Game
from houseway.rules.pays import Pay
from houseway.rules.tables import Table
from houseway.rules.wording import listed, money, titled
from houseway.rules.words import Head, Total, WagerSpec

Wagers = Mapping[str, WagerSpec]


def layout_name(name: str, wager: WagerSpec | None = None) -> str:
    """A wager as it stands on the layout: the file's own name for it, or `pair_plus` as Pair Plus."""
    return titled(name, wager.name if wager is not None else "")


def _bounds(game: Game[Head], name: str, wager: WagerSpec) -> list[tuple[float, float]]:
    return [limit for limit in (wager.limit, game.house.limits.get(name)) if limit]


def posted_limits(game: Game[Head], name: str, wager: WagerSpec) -> tuple[int, int | None]:
    """The least and the most that a wager may be, in cents, by print and by the house; no most: None."""
    bounds = _bounds(game, name, wager)
    if not bounds:
        return 0, None
    lows, highs = zip(*bounds, strict=True)
    return round(max(lows) * 100), round(min(highs) * 100)


def _placed(game: Game[Head], wager: WagerSpec) -> str:
    """The citation for when and in what amount a wager may be made."""
    return game.cite(wager.placed_rule or wager.rule)


def check_amount(game: Game[Head], name: str, wager: WagerSpec, amount: int, place: str) -> None:
    """The amount is one that the rules and the house allow, whatever else is bet."""
    said = layout_name(name, wager)
    for bounds in _bounds(game, name, wager):
        low, high = bounds
        if not low * 100 <= amount <= high * 100:
            printed = f", {_placed(game, wager)}" if wager.placed_rule and bounds == wager.limit else ""
            limits = f"from {money(low)} to {money(high)}, not {in_dollars(amount)}{printed}"
            raise RuleError(f"{said} must be {limits}", place)
    if wager.stakes and amount not in [round(stake * 100) for stake in wager.stakes]:
        allowed = ", ".join(money(stake) for stake in wager.stakes)
        raise RuleError(f"{said} may only be {allowed}, {_placed(game, wager)}", place)
    if wager.step and amount % round(wager.step * 100):
        raise RuleError(f"{said} must be a multiple of {money(wager.step)}, {_placed(game, wager)}", place)


def _check_companions(game: Game[Head], name: str, wager: WagerSpec, wagers: Mapping[str, int], place: str) -> None:
    """A wager is made with those it needs and not with those it bars, and equals the one that it must equal."""
    said = layout_name(name, wager)
    if wager.equals in wagers:
        amount, due = wagers[name], wagers[wager.equals] * Fraction(str(wager.share))
        if (amount < due and not wager.or_less) or (amount > due and not wager.or_more):
            part = "" if wager.share == 1 else f"{wager.share:g} times "
            word = "be at least" if wager.or_more else "be at most" if wager.or_less else "equal"
            raise RuleError(f"{said} must {word} {part}{game.title(wager.equals)}, {_placed(game, wager)}", place)
    missing = [other for other in wager.needs if other not in wagers]
    if missing or (wager.needs_one and not any(other in wagers for other in wager.needs_one)):
        wanted = listed(game.titles(missing)) or listed(game.titles(wager.needs_one), "or")
        raise RuleError(f"{said} needs a wager on {wanted}, {_placed(game, wager)}", place)
    if wager.bars and (barred := [other for other in wager.bars if other in wagers]):
        raise RuleError(f"{said} is not allowed with {listed(game.titles(barred))}, {_placed(game, wager)}", place)


def _check_total(game: Game[Head], total: Total, wagers: Mapping[str, int], field: str) -> None:
    placed = [name for name in total.wagers if name in wagers]
    amount = sum(wagers[name] for name in placed)
    for option, word in ((total.least, "least"), (total.most, "most")):
        bound = round(float(game.options[option]) * 100) if option else 0
        if placed and bound and (amount < bound if word == "least" else amount > bound):
            limit = f"at {word} {in_dollars(bound)}, not {in_dollars(amount)}"
            message = f"{listed(game.titles(placed))} must be {limit}, {game.cite(total.rule)}"
            raise RuleError(message, f"{field}.{placed[0]}")


def check_wagers(
    game: Game[Head],
    known: Wagers,
    wagers: Mapping[str, int],
    field: str,
    *,
    later: Collection[str] = (),
) -> None:
    """The wagers of one spot are ones the game has, together and in amount as the rules and the house allow.

    `later`: wagers that only an action makes.
    """
    most = game.table_most
    for name, stake in wagers.items():
        place, wager = f"{field}.{name}", known.get(name)
        if wager is None:
            takes = [other for other in known if other not in later]
            raise RuleError(f"{game.spec.name} has no wager {name!r}; {allowed(name, takes, 'wagers are ')}", place)
        if not wager.offered:
            raise RuleError(f"the house does not offer {layout_name(name, wager)}, {_placed(game, wager)}", place)
        if name in later:
            raise RuleError(
                f"{layout_name(name, wager)} is made by an action after the deal, {_placed(game, wager)}", place
            )
        _check_companions(game, name, wager, wagers, place)
        check_amount(game, name, wager, stake, place)
        if most and stake > most:
            limit = f"{in_dollars(most)} under this schedule, {game.schedule_rule}"
            raise RuleError(f"{layout_name(name, wager)} may be at most {limit}", place)
    for name, wager in known.items():
        if wager.required and name not in wagers and all(other in wagers for other in wager.needs):
            raise RuleError(f"{layout_name(name, wager)} is required", f"{field}.{name}")
    for total in game.spec.totals:
        _check_total(game, total, wagers, field)
    if game.spec.one_of and not any(name in wagers for name in game.spec.one_of):
        one_of = "one of " if len(game.spec.one_of) > 1 else ""
        raise RuleError(f"{one_of}{listed(game.titles(game.spec.one_of), 'or')} is required", field)
    if not wagers:
        raise RuleError("a seat needs at least one wager", field)


def read_wagers(file: RoundFile, game: Game[Head], known: Wagers) -> list[dict[str, int]]:
    """The wagers of each seat in cents, checked one seat by itself; `known` are the game's wagers."""
    seats = []
    for index, seat in enumerate(file.seats):
        field = f"seats[{index}].wagers"
        wagers = in_cents(seat.wagers, field)
        check_wagers(game, known, wagers, field)
        seats.append(wagers)
    return seats


def meters_of(wager: WagerSpec, pays: Iterable[Pay]) -> tuple[str, ...]:
    """The meters that these prices of a wager take from."""
    levels = [part.level or wager.meter for pay in pays for part in pay.parts if part.from_meter]
    return tuple(dict.fromkeys(filter(None, levels)))


def prices_in(tables: Iterable[Table | None]) -> list[Pay]:
    """All prices of some pay tables."""
    return [pay for table in tables if table is not None for row in table.rows for pay in row.pays]


def betting_spot(
    game: Game[Head],
    name: str,
    wager: WagerSpec,
    pays: Iterable[Pay] = (),
    *,
    measure: bool = False,
    one_of: tuple[str, ...] = (),
    least: int = 0,
    stakes: tuple[int, ...] = (),
) -> BettingSpot:
    """A wager as a table offers it; `measure`: decisions are multiples of it."""
    low, high = posted_limits(game, name, wager)
    high = min(filter(None, (high, game.table_most)), default=None)
    return BettingSpot(
        name,
        wager.required,
        "" if wager.or_more or wager.or_less else wager.equals,
        wager.needs,
        wager.bars,
        one_of or (game.spec.one_of if name in game.spec.one_of else ()),
        max(low, least) or None,
        high,
        stakes or tuple(round(stake * 100) for stake in wager.stakes),
        meters_of(wager, pays),
        game.cite(wager.rule),
        wager.share,
        measure,
        within=wager.equals if wager.or_less else "",
        most_share=wager.share if wager.or_less else 1,
        step=round(wager.step * 100),
        label=layout_name(name, wager),
    )
