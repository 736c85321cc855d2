"""What a schema found wrong, in words a reader understands, with the key it is about."""

import re
from typing import Any

import msgspec

from houseway.rules.errors import RuleError

_EXPECTED = re.compile(r"Expected `([^`]+)`, got `([^`]+)`(.*)")
_UNKNOWN = re.compile(r"Object contains unknown field `([^`]+)`")
_MISSING = re.compile(r"Object missing required field `([^`]+)`")
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
_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")


def _kind(text: str) -> str:
    return _KINDS.get(text) or " or ".join(_KINDS.get(part.strip(), part.strip()) for part in text.split("|"))


def _wrong_number(data: Any, path: str) -> str:
    """The key of a mapping of amounts whose value is no number: msgspec only says that there is one."""
    for step in _STEP.finditer(path):
        try:
            data = data[int(step[2])] if step[2] else data[step[1]]
        except (KeyError, IndexError, TypeError):
            return ""
    if not isinstance(data, dict):
        return ""
    wrong = [str(k) for k, v in data.items() if isinstance(v, bool) or not isinstance(v, int | float)]
    return wrong[0] if wrong else ""


def explain(error: msgspec.ValidationError, data: Any = None) -> tuple[str, str]:
    """The sentence and the key; `data` is what was validated, if it is at hand."""
    message, _, where = str(error).partition(" - at `")
    path = where.rstrip("`").removeprefix("$").lstrip(".").replace("key in ", "")
    if "[...]" in path and data is not None:
        head, _, tail = path.partition("[...]")
        name = _wrong_number(data, head)
        path = f"{head}.{name}{tail}" if name else path
    if match := _EXPECTED.fullmatch(message):
        return f"must be {_kind(match[1])}, not {_kind(match[2])}{match[3]}", path
    for pattern, says in ((_UNKNOWN, "unknown word"), (_MISSING, "is missing")):
        if match := pattern.fullmatch(message):
            return says, f"{path}.{match[1]}".lstrip(".")
    return message[:1].lower() + message[1:], path


def rule_error(error: msgspec.ValidationError, root: str, data: Any = None, mark: str = ".") -> RuleError:
    """The error with its key under `root`; `mark` stands between the two."""
    message, path = explain(error, data)
    if not root:
        return RuleError(message, path or "round")
    joint = "" if path.startswith("[") else mark
    return RuleError(message, f"{root}{joint}{path}" if path else root)
