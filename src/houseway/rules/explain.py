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
_TYPES: dict[str, type] = {
    "int": int, "float": float, "str": str, "bool": bool, "array": list, "object": dict, "null": type(None),
}  # fmt: skip
_NOWHERE = object()
_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")


def _kind(text: str) -> str:
    return _KINDS.get(text) or " or ".join(_KINDS.get(part.strip(), part.strip()) for part in text.split("|"))


def _follow(data: Any, path: str) -> Any:
    """What lies at a path of plain data; `_NOWHERE` where it leads nowhere."""
    for step in _STEP.finditer(path):
        try:
            data = data[int(step[2])] if step[2] else data[step[1]]
        except (KeyError, IndexError, TypeError):
            return _NOWHERE
    return data


def _is_wrong(value: Any, message: str) -> bool:
    """Whether the message can be about this value."""
    if match := _EXPECTED.fullmatch(message):
        return _TYPES.get(match[2]) is type(value)
    if match := _UNKNOWN.fullmatch(message):
        return isinstance(value, dict) and match[1] in value
    if match := _MISSING.fullmatch(message):
        return isinstance(value, dict) and match[1] not in value
    return isinstance(value, str) and repr(value) in message


def _named(data: Any, path: str, message: str) -> str:
    """The path with the key that msgspec leaves open (`[...]`): the first whose value the message can be about."""
    while "[...]" in path:
        head, _, tail = path.partition("[...]")
        container = _follow(data, head)
        keys = container if isinstance(container, dict) else ()
        inner = tail.split("[...]")[0] if "[...]" in tail else tail
        exact = "[...]" not in tail
        fitting = [k for k in keys if not exact or _is_wrong(_follow(container[k], inner), message)]
        if len(fitting) < 1 or (not exact and len(fitting) > 1):
            return path
        path = f"{head}.{fitting[0]}{tail}"
    return path


def explain(error: msgspec.ValidationError, data: Any = None) -> tuple[str, str]:
    """The sentence and the key; `data` is what was validated, if it is at hand."""
    message, _, where = str(error).partition(" - at `")
    path = where.rstrip("`").removeprefix("$").lstrip(".").replace("key in ", "")
    path = _named(data, path, message)
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
