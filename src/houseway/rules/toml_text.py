"""Texts in TOML: what one states, or what is wrong with it as a sentence with line and column."""

import re
import tomllib
from typing import Any

from houseway.rules.errors import RuleError

_WHERE = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
# What the parser says, by how it begins, and how we say it.
_SAID = {
    "Illegal character '\\n'": "a text is not closed by its quote on the same line",
    "Unterminated string": "a text is not closed by its quotes",
    'Expected "': "a text is not closed by its quote",
    "Unescaped": "write a backslash in a text twice, or put the text in single quotes",
    "Invalid hex value": "a character of a text is given by a number that is none",
    "Escaped character": "a character of a text is given by a number that is none",
    "Illegal character": "this character is not allowed in a text or a comment",
    "Found invalid character": "this character is not allowed in a text or a comment",
    "Expected '='": "after a name comes = and its value",
    "Expected ']]'": "a heading that begins with [[ ends with ]]",
    "Expected ']'": "a heading that begins with [ ends with ]",
    "Expected newline": "a value is followed by something else: one statement stands on a line",
    "Invalid date": "there is no such date or time",
    "Invalid value": "a value is missing or invalid: a text is in quotes, a list in [ ], a number alone",
    "Invalid statement": "a line states name = value or a [heading]",
    "Invalid initial character": "a name is missing: it is made of letters, digits, - and _, or is in quotes",
    "Unclosed array": "a list is not closed by ], or a comma is missing in it",
    "Unclosed inline table": "a { is not closed by } on the same line, or a comma is missing in it",
    "Cannot": "this is stated a second time",
    "Duplicate": "this is stated a second time",
}


def _place(text: str, line: str | None, column: str | None) -> str:
    lines = text.rstrip().split("\n")
    return f"line {line or len(lines)}, column {column or len(lines[-1]) + 1}"


def syntax_error(error: tomllib.TOMLDecodeError, text: str, name: str, field: str) -> RuleError:
    """What the parser says of a text, which the sentence calls by its name."""
    found = _WHERE.fullmatch(str(error))
    message, line, column = found.groups() if found else (str(error), None, None)
    said = next((words for begins, words in _SAID.items() if message.startswith(begins)), "this cannot be read")
    return RuleError(f"{name} is not valid TOML at {_place(text, line, column)}: {said}", field)


def parse_toml(text: bytes, name: str, field: str) -> dict[str, Any]:
    """What a text states."""
    try:
        whole = text.decode()
    except UnicodeDecodeError:
        raise RuleError(f"{name} is not a text in UTF-8", field) from None
    try:
        return tomllib.loads(whole)
    except tomllib.TOMLDecodeError as error:
        raise syntax_error(error, whole, name, field) from None
