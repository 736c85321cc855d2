"""A hint at the table: the best action of a seat, where that comes from, and what the others cost."""

import msgspec

MOST_LISTED = 6


class Valued(msgspec.Struct, frozen=True):
    """An action and what it is worth, in dollars."""

    action: str
    value: float


class Hint(msgspec.Struct, frozen=True):
    """The action first, then the others from the best down."""

    action: str
    source: str
    exact: bool = False
    actions: tuple[Valued, ...] = ()


def ranked(action: str, source: str, values: dict[str, float], exact: bool = False) -> Hint:
    """The hint to take `action`, with the values of the actions from the best down."""
    listed = sorted(values, key=lambda one: (one != action, -values[one]))[:MOST_LISTED]
    return Hint(action, source, exact, tuple(Valued(one, values[one]) for one in listed))
