"""Proof of a fair shuffle: a secret from the operating system, its hash published first, the secret shown afterwards.

The secret is the seed of the shuffle: it alone fixes the order of the cards, the spin or the draw. Whoever kept the
hash can check that the cards were fixed before the wagers were.
"""

import hashlib
import secrets

SECRET_BYTES = 320  # 2,560 bits: more than the 2,230 that tell the orders of an eight-deck shoe apart
_DOMAIN = b"houseway shuffle 1\n"


def new_secret() -> str:
    """A fresh secret, as hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """The hash that is published before the wagers close."""
    return hashlib.sha256(_DOMAIN + bytes.fromhex(secret)).hexdigest()


def seed_of(secret: str) -> int:
    """The number that `shuffled` and the draws take."""
    return int(secret, 16)
