"""Prices as the documents print them: `3 to 2`, `9 for 1`, `$500`, `100% mega`, `push`, `lose`, and sums of these;
`drawn` is a price that a wheel or a pack decides.

`to` returns the stake with the winnings, `for` does not; dollars and meter shares return it unless the wager
says that its stake is taken.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from houseway.rules.errors import RuleError

Kind = Literal["odds", "dollars", "flat", "share", "fixed"]

_NUMBER = r"(\d[\d,]*(?:\.\d+)?)"
_ODDS = re.compile(rf"{_NUMBER} (to|for) {_NUMBER}( from meter)?")
_DOLLARS = re.compile(rf"\${_NUMBER}( flat)?( from meter)?")
_SHARE = re.compile(rf"{_NUMBER}%(?: (\w+))?")


@dataclass(frozen=True, slots=True)
class Part:
    """One term of a price."""

    kind: Kind
    amount: Fraction  # odds: won per unit staked; dollars: cents per base unit; flat: cents; share: part of the meter
    level: str = ""  # which meter a share is of
    from_meter: bool = False


@dataclass(frozen=True, slots=True)
class Pay:
    """A price; `result` is what becomes of the stake when nothing else is paid."""

    text: str
    parts: tuple[Part, ...]
    returns_stake: bool | None  # None: as the wager says
    result: Literal["win", "push", "lose"] = "win"


PUSH = Pay("push", (), True, "push")
LOSE = Pay("lose", (), False, "lose")
POT = Pay("the pot", (), True)
DRAWN = Pay("drawn", (), True)  # whatever the wheel or pack of the wager gives


def _number(text: str) -> Fraction:
    return Fraction(text.replace(",", ""))


def _part(text: str) -> tuple[Part, bool | None]:
    if match := _ODDS.fullmatch(text):
        if not _number(match[3]):
            raise RuleError(f"cannot read the price {text!r}: nothing is paid for a stake of nothing")
        odds = _number(match[1]) / _number(match[3])
        return Part("odds", odds, from_meter=bool(match[4])), match[2] == "to"
    if match := _DOLLARS.fullmatch(text):
        cents = _number(match[1]) * 100
        return Part("flat" if match[2] else "dollars", cents, from_meter=bool(match[3])), None
    if match := _SHARE.fullmatch(text):
        if _number(match[1]) > 100:
            raise RuleError(f"cannot read the price {text!r}: a meter pays no more than it holds")
        return Part("share", _number(match[1]) / 100, match[2] or "", True), None
    raise RuleError(
        f"cannot read the price {text!r}; prices are '3 to 2', '9 for 1', '$500', '100% mega', 'push', 'lose'"
    )


@lru_cache(maxsize=8192)
def parse_pay(price: str | int | float, odds: str = "") -> Pay:
    """The price written as text, or as a bare number with the table's `odds` ("to 1" or "for 1")."""
    if not isinstance(price, str):
        if not odds:
            raise RuleError(f"the bare number {price} needs the table's odds, 'to 1' or 'for 1'")
        price = f"{price:g} {odds}" if price < 1e6 else f"{int(price)} {odds}"
    if price == "push":
        return PUSH
    if price == "lose":
        return LOSE
    parts, returns = [], None
    for term in price.split(" + "):
        part, kept = _part(term)
        parts.append(part)
        returns = kept if kept is not None else returns
    return Pay(price, tuple(parts), returns)


def row_pay(price: str | int | float, odds: str = "") -> Pay:
    """The price of a row of a pay table, which may also be `drawn`."""
    return DRAWN if price == DRAWN.text else parse_pay(price, odds)
