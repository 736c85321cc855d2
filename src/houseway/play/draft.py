"""Wagers of a seat before they are put down: what a chip on a spot makes of them, and what may still be bet."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from houseway.play.bets import amount_near
from houseway.play.core.actions import Action
from houseway.play.core.round import BettingSpot
from houseway.play.core.wagers import layout_name
from houseway.rules.errors import RuleError
from houseway.rules.wording import money

Amounts = Mapping[str, int]  # cents by wager

_SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def spots_between(actions: Iterable[Action]) -> tuple[BettingSpot, ...]:
    """The wagers that may be made between two rolls or cards; one that has a target stands once for each of them."""
    found = []
    for action in actions:
        if not action.lays:
            continue
        least = action.least if action.least > 1 else None
        for target in action.targets or ("",):
            name = action.wager.replace("TARGET", target)
            said = action.label or layout_name(action.wager)
            found.append(
                BettingSpot(
                    name,
                    least=least,
                    most=action.most or None,
                    step=action.step,
                    rule=action.rule,
                    label=f"{said} {target_text(target)}" if target else said,
                    lead=action.lead.replace("TARGET", target),
                    group=said if target else "",
                    target=target,
                )
            )
    return tuple(found)


def target_text(target: str) -> str:
    """A card, a value or a suit as it is read on a layout.

    >>> target_text("Th"), target_text("spades"), target_text("over_7")
    ('10♥', '♠', 'over 7')
    """
    if len(target) == 2 and target[0] in "23456789TJQKA" and target[1] in _SIGNS:
        return target[0].replace("T", "10") + _SIGNS[target[1]]
    return _SUITS.get(target) or _SIGNS.get(target) or ("10" if target == "T" else target.replace("_", " "))


def _named(spots: Sequence[BettingSpot], name: str) -> BettingSpot:
    for spot in spots:
        if spot.name == name:
            return spot
    raise RuleError(f"no wager {name!r} may be made now", f"wagers.{name}")


def _label(spots: Sequence[BettingSpot], name: str) -> str:
    return next((spot.label for spot in spots if spot.name == name and spot.label), "") or layout_name(name)


def _part(amount: int, share: float) -> int:
    return int(amount * Fraction(str(share)))


def after_chip(spot: BettingSpot, amounts: Amounts, chip: int) -> int:
    """What a wager amounts to when a chip is put on it: the next of set amounts, or so much more; 0: it comes off."""
    before = amounts.get(spot.name, 0)
    if spot.stakes:
        return next((stake for stake in spot.stakes if stake > before), 0)
    if spot.equals:
        return _part(amounts.get(spot.equals) or chip, spot.share)
    more = max(chip - chip % spot.step, spot.step) if spot.step else chip
    amount = max(before + more, 0 if before else spot.least or 0)
    return spot.bounded(amount if spot.most is None else min(amount, spot.most), amounts)


def put_chip(spots: Sequence[BettingSpot], amounts: Amounts, name: str, chip: int) -> dict[str, int]:
    """The wagers with a chip on one of them: what is not allowed with it comes off, what must equal another follows."""
    spot = _named(spots, name)
    drafted = dict(amounts)
    if spot.equals and not spot.stakes and spot.equals not in drafted:
        drafted[spot.equals] = amount_near(_named(spots, spot.equals), chip)
    drafted[name] = after_chip(spot, drafted, chip)
    barred = {*spot.bars, *(other.name for other in spots if name in other.bars)}
    return _followed(spots, {other: cents for other, cents in drafted.items() if cents and other not in barred})


def take_chips(spots: Sequence[BettingSpot], amounts: Amounts, name: str) -> dict[str, int]:
    """The wagers without one of them, and without those that need it."""
    _named(spots, name)
    gone = {name, *(other.name for other in spots if name in other.needs)}
    return _followed(spots, {other: cents for other, cents in amounts.items() if other not in gone})


def _followed(spots: Sequence[BettingSpot], amounts: dict[str, int]) -> dict[str, int]:
    """Wagers that are a part of another one, made to fit it."""
    for spot in spots:
        if spot.within and spot.name in amounts:
            amounts[spot.name] = spot.bounded(amounts[spot.name], amounts)
        if not spot.equals:
            continue
        other = amounts.get(spot.equals)
        if other and (spot.required or spot.name in amounts):
            amounts[spot.name] = _part(other, spot.share)
        else:
            amounts.pop(spot.name, None)
    return {name: cents for name, cents in amounts.items() if cents}


def _limits(spots: Sequence[BettingSpot], spot: BettingSpot) -> str:
    if spot.stakes:
        return " or ".join(money(stake / 100) for stake in spot.stakes)
    if spot.equals:
        times = "" if spot.share == 1 else f"{spot.share:g} × "
        return f"equals {times}{_label(spots, spot.equals)}"
    if spot.within:
        return f"to {spot.most_share:g} × {_label(spots, spot.within)}"
    if spot.least and spot.most:
        return f"{money(spot.least / 100)}–{money(spot.most / 100)}"
    if spot.least:
        return f"from {money(spot.least / 100)}"
    return f"to {money(spot.most / 100)}" if spot.most else ""


def _kind(spots: Sequence[BettingSpot], spot: BettingSpot) -> str:
    if spot.required:
        return "required"
    if spot.needs:
        return f"with {', '.join(_label(spots, name) for name in spot.needs)}"
    if spot.name in spot.one_of and len(spot.one_of) < len(spots):
        return "at least one"
    bounded = spot.one_of or spot.equals or spot.within or spot.least or spot.most or spot.stakes
    return "" if bounded else "optional"


def spot_note(spots: Sequence[BettingSpot], spot: BettingSpot) -> str:
    """What a layout says of a spot on which nothing lies: its amounts, and whether it must be made or with what."""
    return " · ".join(filter(None, (_limits(spots, spot), _kind(spots, spot))))
