"""Printed tariffs: what a cardroom may charge the players of a round, and the schedule that a house has chosen."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from houseway.rules.errors import RuleError
from houseway.rules.floor_rules import cite_floor
from houseway.rules.words import Head, Reading, Word, cite

MOST_RATES = 5


class Charge(Word, frozen=True, kw_only=True):
    """Who pays, by what, in which tiers: from, to (0: no end), dollars (`?`: not legible in the document)."""

    payer: Literal["button", "each_active_player", "player_dealer", "seats"]
    by: Literal["players", "half_hours", "total_table_action", "base_wager", "wager_spot", "flat"]
    tiers: tuple[tuple[float, float, float | str], ...]


class Schedule(Word, frozen=True, kw_only=True):
    """One option of a tariff; only one is in force at a table."""

    id: str
    charges: tuple[Charge, ...]
    limit: tuple[int, int] | None = None
    limits: str = ""
    minimum: tuple[int, int] | None = None  # from and to which dollars a table's minimum may be posted,
    maximum: tuple[int, int] | None = None  # and its maximum
    bonus_most: int = 0  # dollars


class Tariff(Word, frozen=True, kw_only=True):
    """A printed table of fees; they are never a share of wagers or winnings."""

    id: str
    name: str
    jurisdiction: str
    rule: str
    options: tuple[Schedule, ...]
    buy_ins: tuple[tuple[int, int], ...] = ()
    readings: tuple[Reading, ...] = ()


_FOLDER = files("houseway.rulebook") / "california" / "fees"


def tariff_names() -> list[str]:
    """The ids of all printed tables of fees."""
    return sorted(path.name.removesuffix(".toml") for path in _FOLDER.iterdir())


@lru_cache(maxsize=256)
def load_tariff(name: str) -> Tariff:
    """The tariff of that id."""
    if name not in tariff_names():
        raise RuleError(f"unknown tariff {name!r}", "game")
    path = _FOLDER / f"{name}.toml"
    try:
        return check_rates(msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Tariff))
    except msgspec.ValidationError as error:
        raise RuleError(str(error), f"{name}.toml") from None


def check_rates(tariff: Tariff) -> Tariff:
    """The tariff, if no schedule charges a payer at more than five rates for a table limit."""
    for schedule in tariff.options:
        for charge in schedule.charges:
            rates = {fee for _, _, fee in charge.tiers}
            if len(rates) > MOST_RATES:
                rule = cite_floor("five_rates", tariff.jurisdiction)
                said = f"option {schedule.id} has {len(rates)} rates for {charge.payer}, more than {MOST_RATES}, {rule}"
                raise RuleError(said, tariff.id)
    return tariff


def tariff_rule(name: str) -> str:
    """The citation of a tariff."""
    tariff = load_tariff(name)
    return cite(tariff.jurisdiction, tariff.rule, "")


def tariff_in_force(spec: Head, options: Mapping[str, Any]) -> tuple[str, int]:
    """The tariff of a game and the option of it that the house named; 0 where it named none."""
    tariff = spec.bank.tariff if spec.bank is not None else ""
    tariff = tariff or getattr(getattr(spec, "collection", None), "tariff", "")
    option = int(options.get("collection_option", 0)) if tariff else 0
    return (tariff, option) if option else ("", 0)


def most_in_force(spec: Head, options: Mapping[str, Any]) -> tuple[int, int]:
    """The largest table maximum and side bet of the schedule that the house has chosen, in cents; 0: no limit."""
    tariff, option = tariff_in_force(spec, options)
    for schedule in load_tariff(tariff).options if option else ():
        if schedule.id == str(option):
            return (schedule.maximum[1] if schedule.maximum is not None else 0) * 100, schedule.bonus_most * 100
    return 0, 0
