"""A round file of baccarat: the recorded coup checked against the drawing table, then settled."""

from houseway.play.baccarat.coup import recorded_coup
from houseway.play.baccarat.settle import Plan, load_plan, settle_coup, void_lines
from houseway.play.core.money import cents
from houseway.play.core.roundfile import RoundFile, cards, check_copies, meter_cents
from houseway.play.core.settlement import Settlement
from houseway.play.core.wagers import check_limits, check_needs, no_such_wager
from houseway.rules.errors import RuleError


def check_wagers(plan: Plan, wagers: dict[str, int], field: str) -> None:
    """The wagers are ones the game has, together and in amount as the rules and the house allow."""
    if not wagers:
        raise RuleError("a seat needs at least one wager", field)
    for name, amount in wagers.items():
        place = f"{field}.{name}"
        if name not in plan.wagers:
            raise no_such_wager(plan.game, name, plan.wagers, place)
        words = plan.wagers[name].words
        check_needs(plan.game, name, wagers, words.rule, place, needs_one=words.needs_one)
        check_limits(plan.game, name, amount, words.limit, place)


def opens(seats: list[dict[str, int]]) -> dict[str, int]:
    """30-2817(4): the seat with the largest wager on each side turns its cards; the dealer's right goes before."""
    result = {}
    for side in ("player", "banker"):
        stakes = [wagers.get(side, 0) for wagers in seats]
        if max(stakes):
            result[side] = max(range(len(seats)), key=lambda seat: (stakes[seat], seat))
    return result


def settle_file(file: RoundFile) -> Settlement:
    """Settle a round file."""
    plan = load_plan(file.game, file.house)
    spec = plan.game.spec
    if not file.seats:
        raise RuleError("a round needs at least one seat", "seats")
    if len(file.seats) > spec.seats:
        raise RuleError(f"the table has {spec.seats} seats", "seats")
    seats = []
    for index, seat in enumerate(file.seats):
        field = f"seats[{index}].wagers"
        seats.append({name: cents(amount, f"{field}.{name}") for name, amount in seat.wagers.items()})
        check_wagers(plan, seats[-1], field)
    kind = file.irregularity.get("kind")
    if kind is not None:
        known = {one.kind: one for one in spec.irregularities}
        if kind not in known:
            raise RuleError(
                f"the rules know no irregularity {kind!r}; they know {', '.join(known)}", "irregularity.kind"
            )
        if known[kind].effect == "void_table":
            return Settlement(game=spec.id, seats=void_lines(plan, seats, known[kind].rule))
    piles = {side: cards(file.piles.get(side, []), f"piles.{side}") for side in ("player", "banker")}
    check_copies([(f"piles.{side}", pile) for side, pile in piles.items()], spec.deck)
    coup = recorded_coup(spec, piles["player"], piles["banker"])
    lines, left = settle_coup(plan, seats, coup, meter_cents(file.meters))
    turned = opens(seats) if spec.opens else {}
    return Settlement(game=spec.id, seats=lines, opens=turned, meters=left.left(), awards=left.awards())
