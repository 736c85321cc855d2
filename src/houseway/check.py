"""Checking a game file whole: every column of every pay table and every choice of every option is compiled once."""

from collections.abc import Iterator
from typing import Any

from houseway.families import family_of
from houseway.rules.errors import FileError, RuleError
from houseway.rules.game import load_game
from houseway.rules.load import all_faults, place_of
from houseway.rules.words import Head

House = dict[str, Any]


def houses(spec: Head) -> Iterator[House]:
    """The default house, then one house for every other choice that the file offers."""
    yield {}
    for name, option in spec.options.items():
        for choice in option.choices:
            if choice != option.default:
                yield {name: choice}
    for name, blocks in spec.pay_tables.items():
        for block in blocks:
            for table_id in block.ids:
                yield {"pay_tables": {name: table_id}}


def check(game: str) -> list[RuleError]:
    """Every error of a game file (id or path), with its file, line and key, and the house choice that shows it."""
    found = all_faults(game)
    if found:
        return found
    plain, family = load_game(game), family_of(game)
    errors: dict[str, RuleError] = {}
    for house in houses(plain.spec):
        try:
            family.check(load_game(game, house))
        except RuleError as error:
            errors.setdefault(error.message, _told(error, plain.spec.id, game, house))
    return list(errors.values())


def _told(error: RuleError, game_id: str, game: str, house: House) -> RuleError:
    """An error of a configured game, with the place in the file and the choice that shows it."""
    chosen = "".join(f", with {name} {choice}" for name, choice in house.items())
    field = error.field
    if not isinstance(error, FileError):
        field = place_of(game, field.removeprefix(f"{game_id}: "))
    return FileError(f"{error.message}{chosen}", field)
