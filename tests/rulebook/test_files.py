"""Every file of the rulebook: found by its id, whole with every choice of the house, and readable on a sheet."""

import pytest
from tests.games import all_games

from houseway.check import check
from houseway.families import sheet_of
from houseway.rules.game import load_game
from houseway.rules.load import find, rulebook_files
from houseway.rules.sheet.html import to_html

GAMES = all_games()


def test_ids_are_unique_and_files_named_after_them() -> None:
    assert len(set(GAMES)) == len(GAMES) == len(list(rulebook_files()))
    assert all(find(game).stem.endswith(game) for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_of_the_house_compiles(game: str) -> None:
    assert check(game) == []


@pytest.mark.parametrize("game", GAMES)
def test_the_sheet_shows_every_wager_table_option_and_reading(game: str) -> None:
    configured = load_game(game)
    page = to_html(sheet_of(configured))
    spec = configured.spec
    for name, blocks in spec.pay_tables.items():
        assert all(table_id in page for block in blocks for table_id in block.ids), name
    assert all(name in page for name in spec.options)
    assert page.count("<section>") == page.count("</section>") >= 3
