"""A bank that can run out: the player-dealer pays and collects no more than it put up, in the printed order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from houseway.play.core.money import cents, in_dollars
from houseway.play.core.settlement import Line
from houseway.rules.errors import RuleError

COVERS = ("each_way", "net", "gross")


@dataclass(slots=True)
class Bank:
    """What is left of a bank during one settlement; without an amount it covers everything.

    `each_way`: at most the amount is paid and at most the amount collected. `net`: what is collected pays winners,
    and the bank is never up or down by more than the amount. `gross`: every settled dollar uses the bank up.
    """

    amount: int | None
    covers: str = "each_way"
    paid: int = 0
    collected: int = 0

    def __post_init__(self) -> None:
        if self.covers not in COVERS:
            raise RuleError(f"a bank covers {', '.join(COVERS)}, not {self.covers!r}", "house.bank_covers")

    @property
    def net(self) -> int:
        """What the bank has won or lost so far."""
        return self.collected - self.paid

    def _room(self, net: int) -> int:
        """How many cents of a player's win (or loss) the bank can still settle."""
        assert self.amount is not None
        if self.covers == "gross":
            return self.amount - self.paid - self.collected
        if self.covers == "net":
            return self.amount + self.net if net > 0 else self.amount - self.net
        return self.amount - (self.paid if net > 0 else self.collected)

    def settle(self, net: int) -> int:
        """The part of a player's net result that the bank covers; the rest of the wager goes back."""
        covered = net
        if self.amount is not None and net:
            room = max(self._room(net), 0)
            covered = max(min(net, room), -room)
        if covered > 0:
            self.paid += covered
        else:
            self.collected -= covered
        return covered


def bank_amount(betting: dict[str, object]) -> int | None:
    """What the player-dealer put up, in cents; None where the round does not say."""
    given = betting.get("player_dealer_wager")
    if given is None:
        return None
    field = "betting.player_dealer_wager"
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise RuleError("must be an amount of dollars", field)
    return cents(given, field)


def cover(bank: Bank, seats: Sequence[Sequence[Line]], order: Iterable[tuple[int, int]], rule: str) -> list[list[Line]]:
    """The lines of each seat after the bank settled them in `order` (seat, place of the line)."""
    covered = [list(lines) for lines in seats]
    for seat, place in order:
        line = covered[seat][place]
        net = bank.settle(line.net)
        if net != line.net:
            moved = "paid" if line.net > 0 else "taken"
            reason = f"{line.reason}; the bank ran out: {moved} {in_dollars(abs(net))} of {in_dollars(abs(line.net))}"
            covered[seat][place] = replace(line, net=net, reason=reason, rule=rule)
    return covered


def printed_order(
    seats: Sequence[Sequence[Line]], wagers: Sequence[str | tuple[str, ...]], *, first: int = 0, passes: bool = False
) -> list[tuple[int, int]]:
    """Lines clockwise from seat `first`: seat by seat, or with `passes` one wager round the table after the other.

    Names in one tuple of `wagers` are settled together.
    """
    rank = {name: place for place, each in enumerate(wagers) for name in ((each,) if isinstance(each, str) else each)}
    turns = [(first + step) % len(seats) for step in range(len(seats))]
    items = [(seat, place) for seat in turns for place in range(len(seats[seat]))]

    def key(item: tuple[int, int]) -> tuple[int, int]:
        wager = rank.get(seats[item[0]][item[1]].wager, len(rank))
        turn = turns.index(item[0])
        return (wager, turn) if passes else (turn, wager)

    return sorted(items, key=key)
