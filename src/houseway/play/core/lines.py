"""What settling gives back: one line a wager, with stake, net result, reason and rule, in cents."""

from typing import Any

import msgspec


class Line(msgspec.Struct, frozen=True):
    """A settled wager of one seat."""

    wager: str
    stake: int
    net: int
    reason: str
    rule: str


class Settlement(msgspec.Struct, frozen=True):
    """A settled round: the lines of each seat, and what else the round decided."""

    game: str
    seats: tuple[tuple[Line, ...], ...]
    more: dict[str, Any] = {}  # e.g. the meters and state the round leaves behind

    def nets(self) -> tuple[int, ...]:
        return tuple([sum([line.net for line in lines]) for lines in self.seats])

    def house(self) -> int:
        """What the other side of the table won or lost."""
        return -sum(self.nets())


def dollars(cents: int) -> int | float:
    """Cents as a number of dollars, whole where it is whole."""
    return cents // 100 if cents % 100 == 0 else cents / 100


def as_json(settlement: Settlement) -> dict[str, Any]:
    """The settlement in the exchange format, amounts in dollars."""
    nets = settlement.nets()
    return {
        "game": settlement.game,
        "seats": [
            {
                "lines": [
                    {
                        "wager": line.wager,
                        "stake": dollars(line.stake),
                        "net": dollars(line.net),
                        "reason": line.reason,
                        "rule": line.rule,
                    }
                    for line in lines
                ],
                "net": dollars(net),
            }
            for lines, net in zip(settlement.seats, nets, strict=True)
        ],
        "house": dollars(-sum(nets)),
        **settlement.more,
    }
