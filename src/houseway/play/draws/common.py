"""What the games without cards share: reading wagers, and returning every stake."""

from houseway.play.core.money import cents
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.settlement import Line, Settlement
from houseway.play.core.wagers import check_limits, no_such_wager
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.words import Head


def read_wagers(
    file: RoundFile, game: Game[Head], known: dict[str, tuple[float, float] | None]
) -> list[dict[str, int]]:
    """The wagers of each seat in cents; `known` are the game's wagers with their printed limits."""
    if not file.seats:
        raise RuleError("a round needs at least one seat", "seats")
    seats = []
    for index, seat in enumerate(file.seats):
        wagers = {}
        for name, amount in seat.wagers.items():
            field = f"seats[{index}].wagers.{name}"
            if name not in known:
                raise no_such_wager(game, name, known, field)
            wagers[name] = cents(amount, field)
            check_limits(game, name, wagers[name], known[name], field)
        if not wagers:
            raise RuleError("a seat needs at least one wager", f"seats[{index}].wagers")
        seats.append(wagers)
    return seats


def voided(file: RoundFile, game: Game[Head], seats: list[dict[str, int]]) -> Settlement | None:
    """The round with every stake returned, if the recorded irregularity voids it."""
    kind = file.irregularity.get("kind")
    if kind is None:
        return None
    known = {one.kind: one for one in game.spec.irregularities}
    if kind not in known:
        raise RuleError(f"the rules know no irregularity {kind!r}; they know {', '.join(known)}", "irregularity.kind")
    if known[kind].effect != "void_table":
        return None
    rule = game.cite(known[kind].rule)
    lines = tuple(
        tuple(Line(name, stake, 0, "void, stake returned", rule) for name, stake in wagers.items()) for wagers in seats
    )
    return Settlement(game=game.spec.id, seats=lines)
