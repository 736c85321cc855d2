"""The shuffle written down a second time from `docs/fairness.md` alone."""

import hmac


def plain_order(count: int, seed: bytes, purpose: str) -> list[int]:
    """Places 0 to `count` - 1 in the order in which the seed puts them."""
    key, value = bytes(32), b"\1" * 32

    def mac(data: bytes) -> bytes:
        return hmac.digest(key, data, "sha256")

    for mark in (b"\0", b"\1"):
        key = mac(value + mark + seed + purpose.encode())
        value = mac(value)
    words: list[int] = []
    order = list(range(count))
    for place in range(count - 1, 0, -1):
        while True:
            if not words:
                block = b""
                for _ in range(8):
                    value = mac(value)
                    block += value
                key = mac(value + b"\0")
                value = mac(value)
                words = [int.from_bytes(block[start : start + 4]) for start in range(0, 256, 4)]
            word = words.pop(0)
            if word < 2**32 // (place + 1) * (place + 1):
                break
        other = word % (place + 1)
        order[place], order[other] = order[other], order[place]
    return order
