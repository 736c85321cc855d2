"""Digests of what was written: each covers all before it, so that one kept figure holds a whole history."""

import re
from hashlib import sha256
from typing import Any

import msgspec

# A whole number written as a fraction or with an exponent, up to what ends a number: a digest in a text ends otherwise.
# Each begins with a letter of its own, which is looked for much faster than one of several.
_FRACTION = re.compile(rb"\.0(?:[],}]|\Z)")
_EXPONENT = re.compile(rb"e(?<=\de)[+-]?\d+(?:[],}]|\Z)")


def _number(text: str) -> int | float:
    """A number whose text is the same whoever wrote it: 5.0 and 5 are one number."""
    number = float(text)
    return int(number) if number.is_integer() else number


def _with_texts(value: Any) -> Any:
    """A value whose keys are texts."""
    if isinstance(value, dict):
        return {str(key): _with_texts(inner) for key, inner in value.items()}
    return [_with_texts(inner) for inner in value] if isinstance(value, list | tuple) else value


_decoder = msgspec.json.Decoder(float_hook=_number)


def canonical(value: Any) -> bytes:
    """JSON with sorted keys, without spaces, and whole numbers without a fraction."""
    try:
        text = msgspec.json.encode(value, order="sorted")
    except TypeError:  # keys that are not texts
        text = msgspec.json.encode(_with_texts(value), order="sorted")
    if _FRACTION.search(text) or _EXPONENT.search(text):
        return msgspec.json.encode(_decoder.decode(text), order="sorted")
    return text


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
