"""What every engine checks of a wager: that its amount lies within the limits, and that what it needs was bet."""

from collections.abc import Collection, Iterable, Mapping

from houseway.play.core.money import dollars
from houseway.rules.errors import RuleError
from houseway.rules.game import Game
from houseway.rules.words import Head


def no_such_wager(game: Game[Head], name: str, known: Iterable[str], place: str) -> RuleError:
    """The error for a wager that the game does not have."""
    return RuleError(f"{game.spec.id} has no wager {name!r}; wagers are {', '.join(known)}", place)


def check_limits(game: Game[Head], name: str, amount: int, printed: tuple[float, float] | None, place: str) -> None:
    """The amount lies within the printed limits and the house's."""
    for limit in (printed, game.house.limits.get(name)):
        if limit and not limit[0] * 100 <= amount <= limit[1] * 100:
            raise RuleError(f"{name} must be from ${limit[0]:g} to ${limit[1]:g}, not ${dollars(amount)}", place)


def check_needs(
    game: Game[Head],
    name: str,
    wagers: Mapping[str, int],
    rule: str,
    place: str,
    *,
    needs: Iterable[str] = (),
    needs_one: Collection[str] = (),
) -> None:
    """A wager stands beside all wagers it needs, and beside one of those it needs one of."""
    missing = [other for other in needs if other not in wagers]
    if missing or (needs_one and not any(other in wagers for other in needs_one)):
        wanted = ", ".join(missing) or " or ".join(needs_one)
        raise RuleError(f"{name} needs a wager on {wanted}, {game.cite(rule)}", place)
