"""Every file of the rulebook: found by its id, whole with every choice of the house, and readable on a sheet."""

from collections import Counter

import pytest
from tests.games import all_games

from houseway.cards.decks import deck
from houseway.cards.text import format_card
from houseway.check import check
from houseway.families import settle, sheet_of
from houseway.play.core.roundfile import convert_round
from houseway.rules.errors import RuleError
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


@pytest.mark.parametrize(
    ("game", "decks", "jokers", "paragraph"),
    [
        ("holdem-eighty-eight", 1, 0, "30-1099.09(1)"),
        ("joker-poker", 1, 0, "30-1099.10(1)"),
        ("home-run-holdem", 1, 0, "30-1099.20(2)(a)"),
        ("3-5-7-poker", 1, 0, "30-1099.24(1)"),
        ("trips-poker", 1, 2, "30-1099.25(1)"),
        ("texas-holdem-bonus-poker", 1, 0, "30-1099.26(1)"),
        ("texas-shootout", 6, 0, "30-1099.38(1)"),
        ("wpt-heads-up-holdem", 1, 0, "30-1099.44(1)"),
        ("three-card-draw-poker", 1, 0, "30-1099.48(1)"),
    ],
)
def test_the_deck_is_the_one_that_the_rules_print(game: str, decks: int, jokers: int, paragraph: str) -> None:
    spec = load_game(game).spec
    assert paragraph.startswith(spec.rule)
    counted = Counter(format_card(card) for card in deck(spec.deck))
    assert sum(card.startswith("Jk") for card in counted.elements()) == jokers
    assert {card: count for card, count in counted.items() if not card.startswith("Jk")} == {
        rank + suit: decks for rank in "23456789TJQKA" for suit in "cdhs"
    }


@pytest.mark.parametrize(
    ("game", "wagers"),
    [("3-5-7-poker", ("three_card",)), ("wpt-heads-up-holdem", ("ante", "odds")), ("three-card-draw-poker", ("ante",))],
)
def test_a_player_plays_one_hand_where_the_rules_print_one(game: str, wagers: tuple[str, ...]) -> None:
    """30-1099.24(1), 30-1099.44(1), 30-1099.48(1)."""
    two = {f"{hand}{name}": 10 for hand in ("", "hand_2.") for name in wagers}
    with pytest.raises(RuleError, match=rf"has no wager 'hand_2\.{wagers[0]}'"):
        settle(convert_round({"game": game, "seats": [{"wagers": two, "cards": ["Ah", "Kd", "9c"]}]}))
