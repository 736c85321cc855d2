"""The way in without accounts: a key in the address that the server prints, good once; another follows when it is used.

Whoever else uses the machine can reach its ports, and without the key he is nobody here.
"""

import hmac
import secrets
from collections.abc import Callable
from threading import Lock


class Entry:
    """The key that is good now."""

    def __init__(self, told: Callable[[str], None]) -> None:
        """`told` is given every new key."""
        self._told, self._lock, self._key = told, Lock(), ""
        self._renew()

    def _renew(self) -> None:
        self._key = secrets.token_urlsafe(24)
        self._told(self._key)

    def admits(self, key: str) -> bool:
        """Whether this is the key; it is not the key any more."""
        with self._lock:
            good = hmac.compare_digest(key.encode(), self._key.encode())
            if good:
                self._renew()
            return good
