"""The games of the rulebook for tests that run over all of them; that every file loads is a test of its own."""

from functools import cache

from houseway.families import family_of
from houseway.rules.errors import RuleError
from houseway.rules.load import load_file, read_raw, rulebook_files


def _loads(game: str) -> bool:
    try:
        family_of(game)
    except RuleError:
        return False
    return True


@cache
def all_games() -> tuple[str, ...]:
    """The ids of all game files."""
    return tuple(str(read_raw(path)["id"]) for path in rulebook_files())


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
