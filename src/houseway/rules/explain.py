"""What a schema found wrong, in words a reader understands, with the key it is about."""

import operator
import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import inspect

from houseway.rules.errors import RuleError, allowed
from houseway.rules.grammar import Key, alternatives, shown, struct_in

_EXPECTED = re.compile(r"Expected `([^`]+)`, got `([^`]+)`(.*)")
_LENGTH = re.compile(r"Expected `array` of length (\d+), got (\d+)")
_SIZE = re.compile(r"Expected `array` of length (>=|<=) (\d+)")
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]+)`")
_MISSING = re.compile(r"Object missing required field `([^`]+)`")
_ENUM = re.compile(r"Invalid (?:enum )?value '([^']*)'")
_BOUND = re.compile(r"Expected `(?:int|float)` (>=|<=|>|<) ([\d.e+]+)")
_WORDS = re.compile(r"Expected `str` matching regex '\^\(([^)]*)\)\$'")
_DATE = "Invalid RFC3339 encoded date"
_BOUNDS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_HOLDS = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "int | float": "a number",
    "float | int": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "nothing",
}
_TYPES: dict[str, type] = {
    "int": int, "float": float, "str": str, "bool": bool, "array": list, "object": dict, "null": type(None),
}  # fmt: skip
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")


def _kind(text: str) -> str:
    return _KINDS.get(text) or " or ".join(_KINDS.get(part.strip(), part.strip()) for part in text.split("|"))


def _candidates(data: Any, steps: list[str | int | None]) -> Iterator[tuple[Key, Any]]:
    """The places that a path can mean where msgspec leaves a key open (None), and what lies there."""
    if not steps:
        yield (), data
        return
    step, rest = steps[0], steps[1:]
    if isinstance(data, dict):
        keys: list[str | int] = list(data) if step is None else [step] if step in data else []
    else:
        keys = [step] if isinstance(data, list) and isinstance(step, int) and step < len(data) else []
    for key in keys:
        for inner, value in _candidates(data[key], rest):
            yield (key, *inner), value


def _is_wrong(value: Any, message: str) -> bool:
    """Whether the message can be about this value."""
    if match := _EXPECTED.fullmatch(message):
        return _TYPES.get(match[2]) is type(value)
    if match := _UNKNOWN.fullmatch(message):
        return isinstance(value, dict) and match[1] in value
    if match := _MISSING.fullmatch(message):
        return isinstance(value, dict) and match[1] not in value
    if match := _BOUND.fullmatch(message):
        bound = float(match[2])
        return isinstance(value, int | float) and not _HOLDS[match[1]](value, bound)
    if match := _WORDS.fullmatch(message):
        held = value if isinstance(value, dict) else {value} if isinstance(value, str) else ()
        return not set(match[1].split("|")).issuperset(held)
    return isinstance(value, str) and repr(value) in message


def _type_at(kind: inspect.Type, data: Any, steps: list[str | int | None]) -> inspect.Type:
    """The type that the grammar has at a path."""
    options = [option for option in alternatives(kind) if isinstance(option, inspect.StructType)]
    if len(options) > 1 and isinstance(data, dict):
        kind = next((option for option in options if option.tag == data.get(str(option.tag_field))), kind)
    for step in steps:
        for option in alternatives(kind):
            if isinstance(step, str) and isinstance(option, inspect.StructType):
                kind = next((field.type for field in option.fields if field.encode_name == step), kind)
            elif step is None and isinstance(option, inspect.DictType):
                kind = option.value_type
            elif isinstance(step, int) and isinstance(option, inspect.VarTupleType | inspect.ListType):
                kind = option.item_type
            elif isinstance(step, int) and isinstance(option, inspect.TupleType):
                kind = option.item_types[step]
            else:
                continue
            break
    return kind


def _numbered(key: Key) -> str:
    """A place as text, items of lists by their numbers."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in key).lstrip(".")


def _words_of(kind: inspect.Type) -> tuple[str, ...]:
    if isinstance(kind, inspect.LiteralType):
        return tuple(str(word) for word in kind.values if word != "")
    return (str(kind.tag),) if isinstance(kind, inspect.StructType) and kind.tag else ()


def _problem(message: str, given: Any, kind: inspect.Type | None) -> tuple[str, str]:
    """The sentence, and the word below the path that it is about; `kind` is what the grammar wants there."""
    if match := _EXPECTED.fullmatch(message):
        return f"must be {_kind(match[1])}, not {_kind(match[2])}{match[3]}", ""
    if match := _LENGTH.fullmatch(message):
        return f"must be a list of {match[1]}, not of {match[2]}", ""
    if match := _SIZE.fullmatch(message):
        return f"must be a list of {_BOUNDS[match[1]]} {match[2]}", ""
    if match := _BOUND.fullmatch(message):
        told = f", not {given}" if isinstance(given, int | float) else ""
        return f"must be {_BOUNDS[match[1]]} {float(match[2]):g}{told}", ""
    if match := _UNKNOWN.fullmatch(message):
        struct = struct_in(kind) if kind else None
        known = f"; {allowed(match[1], [field.encode_name for field in struct.fields])}" if struct else ""
        return f"unknown word{known}", match[1]
    if match := _MISSING.fullmatch(message):
        return "is missing", match[1]
    if match := _ENUM.fullmatch(message):
        words = [word for option in alternatives(kind) for word in _words_of(option)] if kind else []
        return f"unknown word {match[1]!r}{f'; {allowed(match[1], words)}' if words else ''}", ""
    if message == _DATE:
        return "must be a date such as 2021-05-01", ""
    if match := _WORDS.fullmatch(message):
        words = match[1].split("|")
        if isinstance(given, str):
            return f"unknown word {given!r}; {allowed(given, words)}", ""
        wrong = next((str(key) for key in given if key not in words), "") if isinstance(given, dict) else ""
        return f"unknown word; {allowed(wrong, words)}", wrong
    return message[:1].lower() + message[1:], ""


def explain(error: msgspec.ValidationError, data: Any = None, grammar: Any = None) -> tuple[str, str]:
    """The sentence and the key; `data` is what was validated, `grammar` its type, where they are at hand."""
    message, _, where = str(error).partition(" - at `")
    path = where.replace("key` in `", "").rstrip("`").removeprefix("$")
    steps = [match_[1] or (None if match_[2] == "..." else int(match_[2])) for match_ in _STEP.finditer(path)]
    hits = list(_candidates(data, steps))
    keys, given = next((hit for hit in hits if _is_wrong(hit[1], message)), hits[0] if len(hits) == 1 else ((), None))
    place = path.lstrip(".")
    if keys:
        place = _numbered(keys) if grammar is None else shown(keys, data)
    family = isinstance(data, dict) and steps == ["family"]
    kind = None if grammar is None else _type_at(inspect.type_info(grammar), data, [] if family else steps)
    sentence, word = _problem(message, given, kind)
    if sentence == "is missing" and not place and isinstance(data, dict):
        for misspelt in get_close_matches(word, [key for key in data if isinstance(key, str)], 1):
            return f"unknown word; did you mean {word!r}?", misspelt
    return sentence, f"{place}.{word}".strip(".") if word else place


def rule_error(
    error: msgspec.ValidationError, root: str, data: Any = None, mark: str = ".", grammar: Any = None
) -> RuleError:
    """The error with its key under `root`; `mark` stands between the two."""
    message, path = explain(error, data, grammar)
    if not root:
        return RuleError(message, path or "round")
    joint = "" if path.startswith("[") else mark
    return RuleError(message, f"{root}{joint}{path}" if path else root)
