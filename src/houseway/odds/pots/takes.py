"""What the house takes of pots of several sizes, or of each hand, as it has posted."""

from typing import Any

from houseway.play.core.collection import chosen, collection
from houseway.play.core.money import in_dollars
from houseway.play.pots.settle import posted_take
from houseway.play.pots.table import Rules
from houseway.rules.errors import RuleError
from houseway.rules.tariffs import load_tariff

_POTS = (10, 20, 40, 60, 100, 200, 500)  # dollars
_CHIP = 100  # cents, as at a table that states no other


def collected(rules: Rules) -> tuple[dict[str, Any], list[str]]:
    """Charts of the rake and of the collection where they are posted, and what is to be said where they are not."""
    charts: dict[str, Any] = {}
    notes = []
    spec, options = rules.spec, rules.game.options
    if spec.rake:
        rows = _rake(rules)
        if rows:
            charts["rake of a pot"] = {"chart": rows}
        else:
            notes.append("no rake is posted: set rake_percent, rake_cap or jackpot_rake to see what it takes of a pot")
    if spec.collection is not None:
        option = options.get("collection_option", "")
        if option:
            charts["collection of a hand"] = {"chart": _fees(rules, option)}
        else:
            notes.append("no collection is posted: set collection_option to see what a hand costs")
    return charts, notes


def _rake(rules: Rules) -> dict[str, dict[str, str]]:
    options = rules.game.options
    percent, cap = float(options.get("rake_percent", 0)), float(options.get("rake_cap", 0))
    reached = {round(cap * 100 / percent)} if percent and cap else set()
    rows = {}
    for dollars in sorted({*_POTS, *reached}):
        take = posted_take(rules, dollars * 100, _CHIP)
        if not take.rake and not take.jackpot_rake:
            continue
        rows[f"${dollars:,}"] = {
            "rake": f"${take.rake / 100:.2f}",
            "jackpot": f"${take.jackpot_rake / 100:.2f}",
            "share of the pot": f"{(take.rake + take.jackpot_rake) / dollars:.2f}%",
        }
    return rows


def _fees(rules: Rules, option: str | int) -> dict[str, dict[str, str]]:
    """Fees in dollars by number of players; a fee by time is for half an hour."""
    words = rules.spec.collection
    assert words is not None
    name, number = chosen(words.tariffs, option, rules.betting.structure in ("limit", "spread"))
    schedule = next((one for one in load_tariff(name).options if one.id == number), None)
    by: dict[str, str] = {charge.payer: charge.by for charge in schedule.charges} if schedule else {}
    rows = {}
    for players in range(2, rules.spec.seats + 1):
        try:
            owed = collection(name, number, {"players": players})
        except RuleError:
            if schedule is None:
                raise
            continue  # the printed schedule has no fee for so few or so many
        rows[f"{players} players"] = {
            payer.replace("_", " ") + (", half an hour" if by.get(payer) == "half_hours" else ""): in_dollars(fee)
            for payer, fee in owed.items()
            if not isinstance(fee, list)
        }
    return rows
