"""Wagers that stay up over rounds until the seat loses one or has won enough of them running.

Between two rounds they are `streaks` of the file's `state`: for each seat, the rounds won under each wager that stands.
"""

from collections.abc import Mapping
from typing import Any

from houseway.play.blackjack.plan import Plan
from houseway.play.core.money import cents, dollars, in_dollars
from houseway.play.core.roundfile import RoundFile
from houseway.play.core.wagers import layout_name
from houseway.rules.errors import RuleError

STATE = "streaks"
Streaks = list[dict[str, int]]  # by seat: wager -> rounds won running


def _standing(plan: Plan, held: Any, place: str) -> dict[str, tuple[int, int]]:
    """The wagers of a seat that stand: rounds won, and the stake in cents; a seat without any may be 0."""
    standing = {}
    for name, stated in held.items() if isinstance(held, dict) else [] if held == 0 else [("", held)]:
        side = plan.sides.get(name)
        won = stated.get("won") if isinstance(stated, dict) else None
        if side is None or not side.spec.streak or type(won) is not int or not 0 <= won < side.spec.streak:
            raise RuleError("must name wagers that stand, each with the rounds `won` and its `stake`", place)
        standing[name] = won, cents(stated.get("stake", 0), f"{place}.{name}.stake")
    return standing


def streaks_before(file: RoundFile, plan: Plan) -> Streaks:
    """The rounds won so far; a wager that stands must be on the layout as it was."""
    held = file.state.get(STATE, [])
    if not isinstance(held, list) or len(held) not in (0, len(file.seats)):
        raise RuleError("must be a list with one entry for each seat", f"state.{STATE}")
    streaks: Streaks = [{} for _ in file.seats]
    for index, stated in enumerate(held):
        for name, (won, stake) in _standing(plan, stated, f"state.{STATE}[{index}]").items():
            place, placed = f"seats[{index}].wagers.{name}", file.seats[index].wagers.get(name)
            if placed is None or cents(placed, place) != stake:
                spec = plan.sides[name].spec
                rule = plan.game.cite(spec.cites.get("push") or spec.rule)
                raise RuleError(
                    f"{layout_name(name, spec)} stays up at {in_dollars(stake)} until it is decided, {rule}", place
                )
            streaks[index][name] = won
    return streaks


def streaks_after(after: Streaks, stakes: list[Mapping[str, int]]) -> dict[str, Any]:
    """What the next round takes over; `stakes` are the wagers of each seat."""
    held = zip(after, stakes, strict=True)
    return {
        STATE: [
            {name: {"won": won, "stake": dollars(wagers[name])} for name, won in seat.items()} for seat, wagers in held
        ]
    }
