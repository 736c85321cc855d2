"""The generator behind every shuffle, draw and spin: HMAC_DRBG of NIST SP 800-90A Rev. 1 with SHA-256.

It is seeded once and never reseeded: the same seed and purpose give the same numbers for ever, on any machine.
"""

import secrets
import struct
from collections.abc import Callable
from hashlib import sha256

from houseway.cards.arrangement import Arrangement, Fall

SEED_BYTES = 32
_REQUEST = 256  # bytes asked of the generator at a time: 64 words of 32 bits
_WORDS = struct.Struct(f">{_REQUEST // 4}I")
_INNER, _OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))


def keyed(key: bytes) -> Callable[[bytes], bytes]:
    """HMAC-SHA-256 (RFC 2104) under a key of at most 64 bytes, which is prepared once: a third of `hmac`'s time."""
    padded = key.ljust(64, b"\0")
    inner, outer = sha256(padded.translate(_INNER)), sha256(padded.translate(_OUTER))

    def authenticate(message: bytes) -> bytes:
        first, second = inner.copy(), outer.copy()
        first.update(message)
        second.update(first.digest())
        return second.digest()

    return authenticate


class HmacDrbg:
    """SP 800-90A, 10.1.2; `seed` is its entropy input, nonce and personalization string, one after the other."""

    def __init__(self, seed: bytes) -> None:
        self._mac, self._value = keyed(bytes(32)), b"\1" * 32
        self._update(seed)

    def _update(self, data: bytes = b"") -> None:
        for mark in (b"\0", b"\1") if data else (b"\0",):
            self._mac = keyed(self._mac(self._value + mark + data))
            self._value = self._mac(self._value)

    def generate(self, count: int) -> bytes:
        """The next `count` bytes, at most 65,536."""
        blocks, mac, value = [], self._mac, self._value
        for _ in range(-(-count // 32)):
            value = mac(value)
            blocks.append(value)
        self._value = value
        self._update()
        return b"".join(blocks)[:count]


class Stream:
    """Fair numbers for one purpose: 32-bit words, big-endian, in the order in which the generator gives them."""

    def __init__(self, seed: bytes, purpose: str) -> None:
        self._drbg = HmacDrbg(seed + purpose.encode())
        self._words: list[int] = []

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1, all equally likely: a word that would favour some is passed over."""
        fair = 2**32 - 2**32 % count
        while True:
            if not self._words:
                self._words = list(_WORDS.unpack(self._drbg.generate(_REQUEST)))[::-1]
            word = self._words.pop()
            if word < fair:
                return word % count

    def shuffle(self, cards: list[int]) -> None:
        """Fisher and Yates in place, by the numbers that `below` would give, without a call for each."""
        words = self._words
        for count in range(len(cards), 1, -1):
            fair = 2**32 - 2**32 % count
            while True:
                if not words:
                    self._words = words = list(_WORDS.unpack(self._drbg.generate(_REQUEST)))[::-1]
                if (word := words.pop()) < fair:
                    break
            other, place = word % count, count - 1
            cards[place], cards[other] = cards[other], cards[place]


def stream(seed: int | None, purpose: str) -> Stream | Fall:
    """Numbers for one purpose: repeatable from `seed`, or from the operating system's randomness without one."""
    if isinstance(seed, Arrangement):
        return seed.fall(purpose)
    given = secrets.token_bytes(SEED_BYTES) if seed is None else (seed % 2 ** (8 * SEED_BYTES)).to_bytes(SEED_BYTES)
    return Stream(given, purpose)
