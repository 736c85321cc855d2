"""The rule sheet of baccarat: the drawing table, and every wager with the results that pay it."""

from houseway.play.baccarat.cases import event_text
from houseway.play.baccarat.settle import WagerPlan, make_plan
from houseway.rules.baccarat import Baccarat
from houseway.rules.game import Game
from houseway.rules.sheet.common import MADE, betting_terms, shoe_text
from houseway.rules.sheet.model import Grid, Section, Statement
from houseway.rules.sheet.plain import flat, rest, stated
from houseway.rules.wording import humanize, listed

_WAGER = (*MADE, "side", "results", "pay_table", "commission", "meter", "shared", "envy", "common_envy")


def _totals(values: tuple[int, ...]) -> str:
    """`0 to 5`, or a list where there are gaps."""
    run = list(values) == list(range(values[0], values[-1] + 1)) if values else False
    return f"{values[0]} to {values[-1]}" if run and len(values) > 2 else listed([str(value) for value in values], "or")


def _drawing(game: Game[Baccarat]) -> Section:
    draw, shoe = game.spec.draw, game.spec.shoe
    cite = game.cite(draw.rule)
    lines = (
        Statement(f"A total of {_totals(draw.natural)} with two cards is a natural and ends the coup.", cite),
        Statement(f"The player's hand draws on {_totals(draw.player)}.", cite),
        Statement(f"When the player's hand stood, the banker's draws on {_totals(draw.banker_alone)}.", cite),
        Statement(shoe_text(shoe), game.cite(shoe.rule) if shoe.rule else ""),
    )
    rows = tuple((total, _totals(values) if values else "never", cite) for total, values in draw.banker.items())
    grid = Grid("The banker's third card", ("banker's total", "draws when the player's third card is", "rule"), rows)
    return Section("Drawing", lines, (grid,))


def _wager(game: Game[Baccarat], plan: WagerPlan) -> Grid:
    wager, terms = plan.spec, betting_terms(game, plan.spec)
    if wager.side:
        terms.append(f"on the {wager.side}'s hand")
    if wager.commission:
        terms.append(f"less the {humanize(wager.commission)}")
    if wager.meter:
        terms.append(
            f"shares are of the {game.title(wager.meter)} meter{', shared by all who win' if wager.shared else ''}"
        )
    if wager.envy is not None:
        common = ", also on rows that all bettors show" if wager.common_envy else ""
        terms.append(f"the other bettors are paid the envy sums of the table{common}")
    rows = []
    for case in plan.cases:
        if case.table is None:
            when = case.when.text() if case.outcome != "lose" else ""
            rows.append((humanize(case.outcome) if when else case.when.text(), when, case.price, case.cite))
        elif case.row == case.table.path(case.table.rows[0]):
            rows.append((game.title(case.table.name), "as the pay table says", "", case.cite))
    head = ("result", "when", "price", "rule")
    return Grid(game.title(plan.terms.name), head, tuple(rows), plan.terms.rule, (*terms, *rest(wager, _WAGER)))


def sections(game: Game[Baccarat]) -> list[Section]:
    """The sections that baccarat adds to a rule sheet."""
    spec = game.spec
    wagers = tuple(_wager(game, wager) for wager in make_plan(game).wagers.values())
    told = {key for wager in spec.wagers.values() for key in wager.results}
    shown = tuple(
        Statement(f"{humanize(key).capitalize()}: {event_text(event) or flat(stated(event))}.")
        for key, event in spec.events.items()
        if key not in told
    )
    seats = [Statement("The largest bettor on each side turns its cards.")] if spec.bettors_turn else []
    if spec.positions:
        seats.append(Statement(f"The seats are numbered {listed(list(map(str, spec.positions)), 'and')}."))
    return [_drawing(game), Section("Wagers", tuple(seats), wagers), Section("Results of the pay tables", shown)]
