"""What does not fit the form of a request, in one sentence: pydantic finds it, and tells it in words of its own."""

from collections.abc import Callable, Mapping
from typing import Any

from houseway.play.core.wagers import layout_name

_BY_WAGER = ("wagers", "tips", "coupons")
_PLACES = ("body", "query", "path")  # of a request, before the names in them
_PATTERNS = {
    "^[0-9a-f]{64}$": "must be 64 digits or letters from a to f",
    "^[0-9a-f]{16}$": "must be 16 digits or letters from a to f",
    r"\w": "must have a letter or a digit",
}
_KINDS = {
    "missing": "is missing",
    "extra_forbidden": "is not taken here",
    "json_invalid": "must be JSON",
    "finite_number": "must be a finite number",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "has too many digits",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": "must be a text",
    "string_unicode": "must be a text",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "invalid_key": "must be a text",
}


def _at_least(count: int, of: str = "") -> str:
    return "must not be empty" if count == 1 else f"must have at least {count:,}{of}"


_BOUNDED: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "greater_than": lambda bound: f"must be more than {_number(bound['gt'])}",
    "greater_than_equal": lambda bound: f"must be at least {_number(bound['ge'])}",
    "less_than": lambda bound: f"must be less than {_number(bound['lt'])}",
    "less_than_equal": lambda bound: f"must be at most {_number(bound['le'])}",
    "string_too_short": lambda bound: _at_least(bound["min_length"], " characters"),
    "string_too_long": lambda bound: f"may have at most {bound['max_length']:,} characters",
    "too_short": lambda bound: _at_least(bound["min_length"]),
    "too_long": lambda bound: f"may have at most {bound['max_length']:,}",
    "literal_error": lambda bound: f"must be {bound['expected']}",
    "string_pattern_mismatch": lambda bound: _PATTERNS.get(bound["pattern"], "is written otherwise"),
}


def _number(bound: float) -> str:
    return f"{int(bound):,}" if float(bound).is_integer() else f"{bound:,}"


def misfit(error: Mapping[str, Any]) -> str:
    """What is wrong with a field, after its name."""
    if bounded := _BOUNDED.get(error["type"]):
        return bounded(error["ctx"])
    return _KINDS.get(error["type"], "cannot be read")


def _steps(error: Mapping[str, Any]) -> list[str | int]:
    """Where in the request the fault is; a text that is not JSON is a fault of the whole."""
    loc = list(error["loc"])
    if loc and loc[0] in _PLACES:
        loc = loc[1:]
    return [] if error["type"] == "json_invalid" else loc


def field_of(error: Mapping[str, Any]) -> str:
    """The field that a fault is about, as the request has it."""
    return ".".join(map(str, _steps(error))) or "body"


def sentence(error: Mapping[str, Any]) -> str:
    """A fault with the name of what it is about, wagers as they stand on the layout."""
    steps = [step for step in _steps(error) if step != "[key]"]
    names = []
    while steps:
        last = steps.pop()
        if steps and steps[-1] in _BY_WAGER:
            names.append(layout_name(str(last)))
            steps.pop()
        else:
            names.append(f"number {last + 1}" if isinstance(last, int) else last.replace("_", " "))
    return f"{' of '.join(names) or 'the body'} {misfit(error)}"
