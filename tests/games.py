"""The games of the rulebook for tests that run over all of them."""

from collections import Counter
from collections.abc import Collection, Iterable
from functools import cache
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet

from houseway.families import FAMILIES, Traits
from houseway.rules.load import read_raw, rulebook_files


def by_day(games: Iterable[str], day: Collection[str] = ()) -> list[ParameterSet]:
    """Parameters for every game: those of `day`, or else every fourth of each family, by day, the others at night."""
    found, counts = [], Counter[str]()
    for game in games:
        family = _games()[game].family
        chosen = game in day if day else counts[family] % 4 == 0
        counts[family] += 1
        found.append(pytest.param(game, marks=() if chosen else pytest.mark.nightly))
    return found


class _Game(NamedTuple):
    """What a file says of itself, read without being validated: that every file loads is a test of its own."""

    family: str
    dealt: bool


@cache
def _games() -> dict[str, _Game]:
    """Every game by its id; files are read once for all tests."""
    raw_games = map(read_raw, rulebook_files())
    return {str(raw["id"]): _Game(str(raw["family"]), not raw.get("refused")) for raw in raw_games}


def all_games() -> tuple[str, ...]:
    """The ids of all game files."""
    return tuple(_games())


def house_poker_games() -> list[str]:
    """The games of house poker, with those that are not dealt."""
    return [game for game, (family, _) in _games().items() if family == "house-poker"]


def settled_games() -> tuple[str, ...]:
    """Those whose rounds are settled: their file does not refuse to be dealt."""
    return tuple(game for game, (_, dealt) in _games().items() if dealt)


def live_games() -> tuple[str, ...]:
    return tuple(game for game in settled_games() if _traits(game).live)


def pot_games() -> tuple[str, ...]:
    """The games played for a pot, with those that are not dealt."""
    return tuple(game for game in _games() if _traits(game).pot)


def games_of(family: str) -> tuple[str, ...]:
    """The games of a family that can be dealt."""
    return tuple(game for game in live_games() if _games()[game].family == family)


def _traits(game: str) -> Traits:
    return next(family.traits for family in FAMILIES if family.name == _games()[game].family)
