"""What was worked out lately and never changes: so much of it is kept, and the rest is worked out again."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """Values by what they were worked out from, for all threads; the oldest give way."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Key) -> Value | None:
        return self._kept.get(key)

    def put(self, key: Key, value: Value) -> None:
        with self._lock:
            self._kept[key] = value
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Know nothing, as a process that has just begun."""
        with self._lock:
            self._kept.clear()
