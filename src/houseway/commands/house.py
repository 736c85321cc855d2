"""The house's choices on a command line: `--set option=value` and `--pay-table name=id`."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from houseway.rules.errors import RuleError


def _pair(text: str, flag: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise RuleError(f"write name=value, not {text!r}", flag)
    return name.strip(), value.strip()


def parse_value(text: str) -> Any:
    """A number, true, false or a list where the text is one, amounts with commas between; otherwise the text itself."""
    with suppress(msgspec.DecodeError, RecursionError):
        return msgspec.json.decode(text)
    with suppress(msgspec.DecodeError, RecursionError):
        return msgspec.json.decode(f"[{text}]", type=list[int | float])
    return text


def parse_pairs(given: Sequence[str], flag: str, texts: bool = False) -> dict[str, Any]:
    """Names and their values, which may all be texts."""
    pairs = (_pair(text, flag) for text in given)
    return {name: value if texts else parse_value(value) for name, value in pairs}


def parse_choices(settings: Sequence[str], tables: Sequence[str], as_of: str = "") -> dict[str, Any]:
    """The house as a round file writes it, with the rule of a day."""
    house = parse_pairs(settings, "--set")
    if as_of:
        house["as_of"] = as_of
    chosen = dict(_pair(text, "--pay-table") for text in tables)
    return {**house, "pay_tables": chosen} if chosen else house
