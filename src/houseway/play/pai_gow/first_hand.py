"""Which position the dice give the first hand, and the seat that gets the action button."""

from collections.abc import Sequence
from typing import Any

from houseway.play.core.dice import dice_of, position
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Settlement
from houseway.rules.errors import RuleError
from houseway.rules.game import Game, load_game
from houseway.rules.pai_gow import FirstHand, PaiGowDice


def action_seat(where: int, positions: int, active: Sequence[int]) -> int:
    """The seat with the action button: from the position on clockwise the first active one, never the dealer."""
    start = max(where - 2, 0)
    around = [(start + step) % (positions - 1) for step in range(positions - 1)]
    return next(seat for seat in around if seat in active)


def active_seats(betting: dict[str, Any], positions: int) -> list[int]:
    """The seats with a wager, as a round file lists them."""
    seats = betting.get("active_seats", list(range(positions - 1)))
    if not isinstance(seats, list) or not seats:
        raise RuleError("must be a list of seats", "betting.active_seats")
    for place, seat in enumerate(seats):
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < positions - 1:
            raise RuleError(f"no seat {seat!r} at this table", f"betting.active_seats[{place}]")
    return seats


def shaken(words: FirstHand, outcome: dict[str, Any], active: Sequence[int]) -> tuple[int, int | None]:
    """What a shake decides: the position of the first hand, and the seat with the button where there is one."""
    where = position(sum(dice_of(outcome, words.dice)), words.positions)
    return where, action_seat(where, words.positions, active) if words.button else None


def settle_file(file: RoundFile) -> Settlement:
    """A shake of the dice by itself."""
    game: Game[PaiGowDice] = load_game(file.game, file.house)
    words = game.spec.first_hand
    first, button = shaken(words, file.outcome, active_seats(file.betting, words.positions))
    return Settlement(game=game.spec.id, seats=tuple(() for _ in file.seats), first_hand=first, action_seat=button)
