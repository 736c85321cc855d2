"""Checking a game file whole: every column of every pay table and every choice of every option is compiled once."""

from collections.abc import Iterator
from typing import Any

from houseway.families import family_of
from houseway.rules.errors import RuleError
from houseway.rules.game import load_game
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
    """Every error of a game file (id or path), each with the house choice that shows it."""
    try:
        plain = load_game(game)
    except RuleError as error:
        return [error]
    family = family_of(game)
    found: dict[str, RuleError] = {}
    for house in houses(plain.spec):
        try:
            family.check(load_game(game, house))
        except RuleError as error:
            found.setdefault(str(error), error)
    return list(found.values())
