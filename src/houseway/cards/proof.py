"""Proof of a fair shuffle: a secret whose hash is published first, entropy of the players, the secret shown afterwards.

Neither side can choose the cards: the house has fixed its secret before a player's entropy is known, and every player
has fixed his own (by its hash) before he knows what the others bring. `docs/fairness.md` says how to check a round.
"""

import re
from collections.abc import Mapping
from hashlib import sha256

from houseway.cards.drbg import keyed

SECRET_BYTES = 32
_SECRET, _ENTROPY = b"houseway secret 2\n", b"houseway entropy 2\n"
_HEX = re.compile(r"[0-9a-f]{64}")


def is_hash(text: str) -> bool:
    """Whether the text is 32 bytes in lower-case hexadecimal digits."""
    return _HEX.fullmatch(text) is not None


def commitment(secret: str) -> str:
    """The hash of a secret that is published before anybody bets."""
    return sha256(_SECRET + bytes.fromhex(secret)).hexdigest()


def entropy_hash(entropy: str) -> str:
    """The hash by which a player fixes his entropy for a round to come."""
    return sha256(_ENTROPY + bytes.fromhex(entropy)).hexdigest()


def seed_of(secret: str, table: int = 0, number: int = 0, entropy: Mapping[int, str] | None = None) -> int:
    """The seed of a shuffle: of the round of this number at the table, or of the shoe that begins with it."""
    lines = ["houseway shuffle 2", f"table {table}", f"round {number}"]
    lines += [f"seat {seat} {given}" for seat, given in sorted((entropy or {}).items())]
    text = "".join(f"{line}\n" for line in lines)
    return int.from_bytes(keyed(bytes.fromhex(secret))(text.encode()))
