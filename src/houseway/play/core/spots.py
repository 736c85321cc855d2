"""Betting spots of a round file: each hand of each player by itself, with the wagers and actions that belong to it."""

from collections.abc import Collection, Sequence

from houseway.play.core.roundfile import SeatFile
from houseway.rules.errors import RuleError

Spot = tuple[int, str, SeatFile]  # the player's seat, the prefix of its wagers (`hand_2.`), what is on the spot


def spots(seats: Sequence[SeatFile]) -> list[Spot]:
    """Each hand of each player as a spot of its own: `hand_2.ante` and `hand_2 fold` belong to the second."""
    result: list[Spot] = []
    for index, seat in enumerate(seats):
        if not seat.hands:
            result.append((index, "", seat))
            continue
        for number, hand in enumerate(seat.hands, start=1):
            prefix = f"hand_{number}"
            first = number == 1
            wagers = {
                k.removeprefix(f"{prefix}."): v
                for k, v in seat.wagers.items()
                if k.startswith(f"{prefix}.") or (first and "." not in k)
            }
            actions = [
                a.removeprefix(f"{prefix} ")
                for a in seat.actions
                if a.startswith(f"{prefix} ") or (first and not a.startswith("hand_"))
            ]
            plain = first and not any(k.startswith(f"{prefix}.") for k in seat.wagers)
            result.append(
                (index, "" if plain else f"{prefix}.", SeatFile(wagers, hand, actions=actions, position=seat.position))
            )
    return result


def check_spots(seats: Sequence[SeatFile], found: Sequence[Spot], most: int, known: Collection[str] = ()) -> None:
    """No player plays more than `most` hands, and each wager is on a hand dealt, or `known` by its name."""
    for player, seat in enumerate(seats):
        if len(seat.hands) > most:
            raise RuleError(f"a player may play {most} hand{'s' * (most > 1)} at once", f"seats[{player}].hands")
        for name in seat.wagers:
            if (
                "." in name
                and name not in known
                and not any(name.startswith(p) for owner, p, _ in found if owner == player and p)
            ):
                raise RuleError("a wager on a hand that was not dealt", f"seats[{player}].wagers.{name}")


def check_seats(seats: Sequence[SeatFile], most: int) -> None:
    """A round has a seat at least, and no more than the table."""
    if not seats:
        raise RuleError("a round needs at least one seat", "seats")
    if len(seats) > max(most, 1):
        raise RuleError(f"the table has {most} seats", "seats")
