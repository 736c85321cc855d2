"""A text that is not TOML is refused in one plain sentence with line and column."""

import pytest

from houseway.rules.errors import RuleError
from houseway.rules.toml_text import parse_toml

FAULTS = [
    ('id = "x\nname = "y"', "line 1, column 8", "a text is not closed by its quote on the same line"),
    ("id = 'x", "line 1, column 8", "a text is not closed by its quote"),
    ('id = """x\n\n', "line 1, column 10", "a text is not closed by its quotes"),
    ("a = 1\nid three", "line 2, column 4", "after a name comes = and its value"),
    ("id = three", "line 1, column 6", "a value is missing or invalid"),
    ("id = [1 2]", "line 1, column 9", "a list is not closed by ], or a comma is missing in it"),
    ("id = { a = 1\n", "line 1, column 13", "a { is not closed by } on the same line"),
    ("[wagers", "line 1, column 8", "a heading that begins with [ ends with ]"),
    ("[[wagers]", "line 1, column 9", "a heading that begins with [[ ends with ]]"),
    ("[a]\n[a]", "line 2, column 3", "this is stated a second time"),
    ("a = 1\na = 2", "line 2, column 6", "this is stated a second time"),
    ("a = { b = 1, b = 2 }", "line 1, column 19", "this is stated a second time"),
    ("a = 1 b = 2", "line 1, column 7", "one statement stands on a line"),
    ('a = "\\q"', "line 1, column 8", "write a backslash in a text twice"),
    ("= 1", "line 1, column 1", "a line states name = value or a [heading]"),
    ("a. = 1", "line 1, column 4", "a name is missing"),
]


@pytest.mark.parametrize(("text", "place", "said"), FAULTS)
def test_a_fault_of_the_text_is_told_in_our_words(text: str, place: str, said: str) -> None:
    with pytest.raises(RuleError) as told:
        parse_toml(text.encode(), "club.toml", "game")
    assert told.value.message.startswith(f"club.toml is not valid TOML at {place}: ")
    assert said in told.value.message
    assert "document" not in told.value.message


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(RuleError, match="is not a text in UTF-8"):
        parse_toml(b"\xff\xfe", "club.toml", "game")
