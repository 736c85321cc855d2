"""Adjusted gross proceeds: the sums of 30-1603 and of keno, and the answers to accounting and fee cases."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import msgspec

from houseway.play.core.collection import collection
from houseway.play.core.money import dollars
from houseway.play.core.roundfile import RoundFile, fees_in_dollars
from houseway.rules.errors import RuleError
from houseway.rules.words import PUBLIC, cite


class Formula(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is added, what is subtracted, and the paragraph that says so."""

    plus: tuple[str, ...]
    minus: tuple[str, ...]
    jurisdiction: str
    rule: str

    def cite(self, jurisdiction: str = "") -> str:
        """The paragraph for a game of this jurisdiction; where another prints none it is common practice."""
        return cite(self.jurisdiction, "", self.rule if jurisdiction in ("", self.jurisdiction) else PUBLIC)


FORMULAS = msgspec.toml.decode(
    (files("houseway.rulebook") / "library" / "proceeds.toml").read_bytes(), type=dict[str, Formula]
)
TABLE_GAMES, KENO, POKER, TOURNAMENT = (
    FORMULAS[f"accounting-{kind}agp"] for kind in ("", "keno-", "poker-", "tournament-")
)


def proceeds(formula: Formula, cents: Mapping[str, int]) -> int:
    """The adjusted gross proceeds of these figures."""
    return sum(cents[name] for name in formula.plus) - sum(cents[name] for name in formula.minus)


def _figure(inputs: Mapping[str, Any], name: str) -> int:
    value = inputs.get(name, 0)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e15:
        raise RuleError("must be an amount of dollars that is not negative", f"inputs.{name}")
    return round(value * 100)


def _accounting(file: RoundFile) -> dict[str, Any]:
    formula = FORMULAS.get(file.game)
    if formula is None:
        raise RuleError(f"no account {file.game!r}; there are {', '.join(FORMULAS)}", "game")
    known = (*formula.plus, *formula.minus)
    unknown = [name for name in file.inputs if name not in known]
    if unknown:
        raise RuleError(f"not a figure of {formula.cite()}; those are {', '.join(known)}", f"inputs.{unknown[0]}")
    figures = {name: _figure(file.inputs, name) for name in known}
    return {"agp": dollars(proceeds(formula, figures))}


def _fee(file: RoundFile) -> dict[str, Any]:
    return fees_in_dollars(collection(file.game, file.house.get("collection_option", ""), file.inputs))


ANSWERS = {"accounting": _accounting, "fee": _fee}  # the figures that a case of each kind asks for
