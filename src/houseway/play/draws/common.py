"""What the games without cards share: reading wagers, and returning every stake."""

from houseway.play.core.irregularities import find_irregularity
from houseway.play.core.money import cents
from houseway.play.core.roundfile import RoundFile, check_seats
from houseway.play.core.settlement import Settlement
from houseway.play.core.settling import void_lines
from houseway.play.core.wagers import Wagers, check_wagers
from houseway.rules.game import Game
from houseway.rules.words import Head


def read_wagers(file: RoundFile, game: Game[Head], known: Wagers) -> list[dict[str, int]]:
    """The wagers of each seat in cents; `known` are the game's wagers."""
    check_seats(file.seats, max(game.spec.seats, len(file.seats)))
    seats = []
    for index, seat in enumerate(file.seats):
        field = f"seats[{index}].wagers"
        wagers = {name: cents(amount, f"{field}.{name}") for name, amount in seat.wagers.items()}
        check_wagers(game, known, wagers, field)
        seats.append(wagers)
    return seats


def voided(file: RoundFile, game: Game[Head], seats: list[dict[str, int]]) -> Settlement | None:
    """The round with every stake returned, if the recorded irregularity voids it."""
    happened = find_irregularity(game.spec.irregularities, file.irregularity, file.seats)
    if happened is None or happened.spec.effect != "void_table":
        return None
    return Settlement(game=game.spec.id, seats=void_lines(game, seats, happened))
