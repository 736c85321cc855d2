"""The games of the rulebook for tests that run over all of them; that every file loads is a test of its own."""

from collections import Counter
from collections.abc import Collection, Iterable
from functools import cache

import pytest
from _pytest.mark import ParameterSet

from houseway.families import family_of
from houseway.rules.errors import RuleError
from houseway.rules.load import load_file, read_raw, rulebook_files


def _loads(game: str) -> bool:
    try:
        family_of(game)
    except RuleError:
        return False
    return True


def by_day(games: Iterable[str], day: Collection[str] = ()) -> list[ParameterSet]:
    """Parameters for every game: those of `day`, or else every fourth of each family, by day, the others at night."""
    found, counts = [], Counter[str]()
    for game in games:
        family = family_of(game).name
        chosen = game in day if day else counts[family] % 4 == 0
        counts[family] += 1
        found.append(pytest.param(game, marks=() if chosen else pytest.mark.nightly))
    return found


@cache
def _families() -> dict[str, str]:
    """The family of every game file by the game's id; files are read once for all tests."""
    return {str(raw["id"]): str(raw["family"]) for raw in map(read_raw, rulebook_files())}


def all_games() -> tuple[str, ...]:
    """The ids of all game files."""
    return tuple(_families())


def house_poker_games() -> list[str]:
    """The games of house poker, with those that are not dealt."""
    return [game for game, family in _families().items() if family == "house-poker"]


@cache
def settled_games() -> tuple[str, ...]:
    """Those whose rounds are settled: their file does not refuse to be dealt."""
    return tuple(game for game in all_games() if _loads(game) and not load_file(game)[0].refused)


@cache
def live_games() -> tuple[str, ...]:
    return tuple(game for game in settled_games() if family_of(game).traits.live)


@cache
def games_of(family: str) -> tuple[str, ...]:
    """The games of a family that can be dealt."""
    return tuple(game for game in live_games() if family_of(game).name == family)
