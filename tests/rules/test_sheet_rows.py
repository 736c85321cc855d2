"""Rows that a file defines stand on the rule sheet as sentences, whatever words they are made of."""

from typing import Any

import msgspec
import pytest
from tests.games import all_games

from houseway.rules.game import load_game
from houseway.rules.patterns import Pattern
from houseway.rules.sheet.common import pay_tables
from houseway.rules.sheet.rows import row_text

DEALER = {"dealer": "the dealer's hand", "up": "the dealer's up card"}


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (Pattern(hand="dealer", points=(22, 99)), "in the dealer's hand, 22 points or more"),
        (Pattern(category="three_of_a_kind AKQ", suit="house"), "three aces, kings or queens, all of the house's suit"),
        (Pattern(category="pair J+"), "a pair of jacks or higher"),
        (
            Pattern(category="straight_flush_7", natural=False),
            "7 ranks or more in a row in one suit, made only with wild cards",
        ),
        (
            Pattern(ranks="AK", also=Pattern(hand="up", cards=("Qs",))),
            "the ranks A-K, and in the dealer's up card, with Qs",
        ),
        (Pattern(reds=(1, 4), unless=Pattern(reds=(2, 3))), "1 to 4 red cards, unless 2 to 3 red cards"),
        (Pattern(category="high 9", colour="one"), "9 high, all of one colour"),
        (Pattern(wilds=0, jokers=1), "with no wild card, with exactly 1 joker"),
        (Pattern(between=(1, 1)), "the last card between the others, with 1 rank between those"),
        (Pattern(total=(20, 20), identical=2), "a total of 20, 2 cards or more alike in rank and suit"),
        (Pattern(), "any hand"),
    ],
)
def test_a_row_in_words(pattern: Pattern, text: str) -> None:
    assert row_text(pattern, DEALER) == text


def test_every_word_of_a_row_has_words_on_the_sheet() -> None:
    """A word added to the grammar of rows would otherwise be missing from the sheet in silence."""
    examples: dict[str, Any] = {
        "category": "pair Q", "suit": "same", "colour": "red", "ranks": "AKQ", "among": "JQK", "contains": "AK",
        "cards": ("Qh",), "identical": 2, "twins": 2, "natural": True, "wilds": 1, "jokers": 1, "points": (9, 9),
        "total": (20, 20), "tens": (2, 5), "low": "8", "reds": (3, 3), "between": (1, 4), "falls": (1, 12),
        "result": "win", "declared": True, "hand": "dealer", "also": Pattern(suit="same"),
        "unless": Pattern(suit="same"),
    }  # fmt: skip
    asked = {field.name for field in msgspec.structs.fields(Pattern)} - {
        "each",
        "rule",
    }  # written out at load; a citation
    assert asked == set(examples)
    for name, value in examples.items():
        assert row_text(Pattern(**{name: value}), DEALER) not in ("", "any hand"), name


def test_no_sheet_shows_the_words_of_a_row_as_the_file_has_them() -> None:
    words = {f"{field.name}: " for field in msgspec.structs.fields(Pattern)}
    raw = [
        statement.text
        for game in all_games()
        for statement in pay_tables(load_game(game)).statements
        if any(f", {word}" in statement.text or f": {word}" in statement.text for word in words)
    ]
    assert raw == []
