"""Digests of what was written: each covers all before it, so that one kept figure holds a whole history."""

import re
from hashlib import sha256
from typing import Any

import msgspec

# A whole number written as a fraction or with an exponent, up to what ends a number: a digest in a text ends otherwise.
_MAYBE_WHOLE = re.compile(rb"(?:\.0|\de[+-]?\d+)(?:[],}]|\Z)")


def _plain(value: Any) -> Any:
    """A value whose text is the same whoever wrote it: 5.0 and 5 are one number."""
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def canonical(value: Any) -> bytes:
    """JSON with sorted keys, without spaces, and whole numbers without a fraction."""
    try:
        text = msgspec.json.encode(value, order="sorted")
    except TypeError:  # keys that are no text
        text = b".0"
    return msgspec.json.encode(_plain(value), order="sorted") if _MAYBE_WHOLE.search(text) else text


def hashed(value: Any) -> str:
    """The SHA-256 of a value's canonical JSON."""
    return sha256(canonical(value)).hexdigest()


def round_head(table: int, number: int, commitment: str, rules: str) -> dict[str, Any]:
    """What the first digest of a round covers."""
    return {"table": table, "number": number, "commitment": commitment, "rules": rules}


def event_digests(start: dict[str, Any], events: list[dict[str, Any]]) -> list[str]:
    """The digest of a round before its first event, and after each."""
    chain = [digest("", start)]
    for event in events:
        chain.append(digest(chain[-1], event))
    return chain


def digest(before: str, value: Any) -> str:
    """The digest after `value`: the SHA-256 of the digest before it, a line feed, and its canonical JSON."""
    return sha256(before.encode() + b"\n" + canonical(value)).hexdigest()
