"""The wheel spun and the keno numbers drawn at a live table."""

import dataclasses
from typing import Any

from msgspec.structs import replace

from houseway.cards.shuffle import shuffled
from houseway.play.core.finished import Finished
from houseway.play.core.round import BettingSpot, Pile
from houseway.play.core.roundfile import RoundFile, SeatFile
from houseway.play.core.wagers import betting_spot
from houseway.play.draws import keno, wheel
from houseway.rules.draws import Keno, Wheel
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, load_game

QUICK_PICK = 5  # numbers on a ticket that the system marks for the player, 30-2502(9)


def open_file(file: RoundFile, seed: int | None) -> Finished:
    """The spin or the draw for the wagers of `file`."""
    game: Game[Any] = load_game(file.game, file.house)
    if isinstance(game.spec, Wheel):
        section = wheel.spin(game.spec, seed)
        return Finished(
            replace(file, outcome={"spins": [section]}), (Pile("wheel", None, (section,)),), wheel.settle_file
        )
    return _draw(file, game.spec, seed)


def _draw(file: RoundFile, spec: Keno, seed: int | None) -> Finished:
    seats = []
    for index, seat in enumerate(file.seats):
        if not seat.ticket:
            grouped = [name for name in seat.wagers if name in spec.wagers and spec.wagers[name].groups]
            if grouped:
                raise RuleError(f"a {grouped[0]} wager needs a ticket with its groups", f"seats[{index}].ticket")
            picked = sorted(shuffled(range(1, spec.numbers + 1), seed, f"quick pick {index}")[:QUICK_PICK])
            seat = replace(seat, ticket={"spots": picked})
        seats.append(seat)
    raced = any(player.ticket.get("games", 1) != 1 for player in seats)
    games = max((_runs(player, index) for index, player in enumerate(seats)), default=1)
    drawn = [sorted(keno.draw(spec, seed, number)) for number in range(games)]
    outcome: dict[str, Any] = {"games": drawn} if raced else {"drawn": drawn[0]}
    piles = [Pile("drawn", None, tuple(str(number) for number in numbers)) for numbers in drawn]
    tickets = [Pile("ticket", seat, _marked(player.ticket)) for seat, player in enumerate(seats)]
    return Finished(replace(file, seats=seats, outcome=outcome), (*tickets, *piles), keno.settle_file)


def _runs(seat: SeatFile, index: int) -> int:
    """The games that a ticket is drawn for: all of them, or those before it was quit."""
    games = seat.ticket.get("games", 1)
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= 1000:
        raise RuleError("must be a whole number of at least 1", f"seats[{index}].ticket.games")
    return min([games, *(int(after) for action in seat.actions if (after := action.split()[-1]).isdecimal())])


def _marked(ticket: dict[str, Any]) -> tuple[str, ...]:
    if "spots" in ticket:
        return tuple(str(number) for number in ticket["spots"])
    groups = ticket.get("groups", {})
    named = groups.items() if isinstance(groups, dict) else ((str(at + 1), group) for at, group in enumerate(groups))
    return tuple(f"{name}: {' '.join(map(str, group))}" for name, group in named)


def betting_spots(file: RoundFile) -> tuple[BettingSpot, ...]:
    """The symbols of the wheel, or the tickets that need no groups; at least one must be bet."""
    game: Game[Any] = load_game(file.game, file.house)
    wagers = game.spec.wagers
    names = [name for name in wagers if isinstance(game.spec, Wheel) or not wagers[name].groups]
    spots = tuple(betting_spot(game, name, wagers[name], one_of=tuple(names)) for name in names)
    words = game.spec.progressive if isinstance(game.spec, Keno) else None
    if words is None or not game.options[words.spots]:
        return spots
    return tuple(dataclasses.replace(spot, meters=(words.meter,)) for spot in spots)
