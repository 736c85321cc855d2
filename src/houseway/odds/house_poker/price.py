"""The report of a house-poker game: the main wagers by the solver that fits, the side wagers by counting."""

from collections.abc import Mapping
from typing import Any

from houseway.odds.counts import agrees, deals_of, whole_counts
from houseway.odds.executor import Executor, SharedInput
from houseway.odds.house_poker.sampled import solve as sampled
from houseway.odds.house_poker.sides import Sides
from houseway.odds.house_poker.solvers import Solution, Solver, find_solver, first_fitting
from houseway.odds.house_poker.wagers import main_wagers, played_beside, side_wagers, standing_wagers, unit_of
from houseway.odds.pricing import Priced, Question
from houseway.odds.report import MainPrice, Report, SidePrice, main_price
from houseway.play.house_poker.plan import Plan, load_plan
from houseway.rules.errors import RuleError


def main_tables(plan: Plan) -> dict[str, list[str]]:
    """The pay tables that the main wagers are paid by, and the ids of their alternatives."""
    names: dict[str, None] = {}
    for name in main_wagers(plan):
        wager = plan.wagers[name]
        names.update(dict.fromkeys(table.name for table in wager.tables))
    blocks = plan.game.spec.pay_tables
    return {name: [table_id for block in blocks[name] for table_id in block.ids] for name in names}


def _prices(plan: Plan) -> tuple[Any, ...]:
    """All that alternatives of the main pay tables can differ in."""
    found: list[Any] = []
    for name in main_wagers(plan):
        wager = plan.wagers[name]
        for table in wager.tables:
            found.append(tuple((row.name, tuple(pay.text for pay in row.pays)) for row in table.rows))
    return tuple(found)


def _main(plan: Plan, solution: Solution) -> MainPrice:
    unit = solution.unit or unit_of(plan)
    return main_price(unit, solution.mean, solution.square, solution.average_bet, solution.error)


def _side(kit: SharedInput[Sides], name: str, every_table: bool) -> tuple[dict[str, dict[str, SidePrice]], str]:
    """The prices of a side wager, or why it has none."""
    try:
        return kit.made.wager(name, every_table), ""
    except RuleError as error:
        return {}, f"{name} is not priced: {error.message}"


def rights(plan: Plan) -> tuple[str, ...]:
    """Side wagers that give the right to a choice: what they are worth lies in the game itself."""
    needed = {name for stage in plan.choices for choice in stage for name in choice.needs}
    return tuple(name for name in side_wagers(plan) if name in needed and plan.wagers[name].spec.fee)


def fitting_solver(plan: Plan) -> str:
    """What the solver counts that prices a game; an error names the statement of the file that stops all of them."""
    listed = first_fitting(plan)
    if listed is not None:
        return listed.counts
    stopped = sampled.stops(plan)
    if stopped is not None:
        raise stopped
    return sampled.COUNTED if sampled.counts_all(plan) else sampled.SAMPLED


def _solver(plan: Plan) -> Solver:
    return find_solver(plan) or sampled


def _solved(plan: Plan, meters: Mapping[str, float]) -> MainPrice:
    return _main(plan, _solver(plan).solve(plan, meters))


def _alternatives(question: Question, plan: Plan) -> dict[tuple[str, str], Plan]:
    """The game with every alternative of each main pay table, by table and id."""
    tables: Mapping[str, str] = question.house.get("pay_tables", {})
    return {
        (table, table_id): load_plan(question.game, {**question.house, "pay_tables": {**tables, table: table_id}})
        for table, ids in main_tables(plan).items()
        for table_id in ids
        if len(ids) > 1
    }


def price(question: Question, executor: Executor) -> Priced:
    """Main price, strategy and every side wager."""
    plan = load_plan(question.game, dict(question.house))
    fitting_solver(plan)
    solver = _solver(plan)
    whole = 0.6
    rest = (1 - whole) / (2 if question.every_table else 1)
    kit = SharedInput(Sides, plan, question.meters)
    alone = [name for name in (*standing_wagers(plan), *side_wagers(plan)) if name not in rights(plan)]
    wagers = [(kit, name, question.every_table) for name in alone]
    counted = executor.within(whole, whole + rest).map(_side, wagers)  # begun before the game itself is solved
    at_once = solver is not sampled or sampled.counts_all(plan)
    others = _alternatives(question, plan) if question.every_table and at_once else {}
    different = {_prices(other): other for other in others.values()}  # those printed alike are solved once
    different.pop(_prices(plan), None)
    solved = executor.within(whole + rest, 1.0).map(_solved, [(other, question.meters) for other in different.values()])
    solution = solver.solve(plan, question.meters, executor.within(0.0, whole))
    main = _main(plan, solution)
    results = list(counted)
    sides = {name: prices for found, _ in results for name, prices in found.items()}
    notes = [why for _, why in results if why]
    notes += [
        f"{name} is not priced: it gives the right to a choice, and the game is counted without"
        for name in rights(plan)
    ]
    notes += [f"{name} is played like {main.unit} and not priced apart" for name in played_beside(plan)]
    sides.update({name: {"": alone} for name, alone in solution.sides.items()})
    known = {_prices(plan): main, **dict(zip(different, solved, strict=True))}
    mains: dict[str, dict[str, MainPrice]] = {}
    for (table, table_id), other in others.items():
        mains.setdefault(table, {})[table_id] = known[_prices(other)]
    in_use = {name: next(iter(prices.values())) for name, prices in sides.items()}
    executor(1.0)
    method = "exact" if solution.error is None else "simulated"
    report = Report(plan.game.spec.id, method, main, in_use, solution.strategy, notes=(*solution.notes, *notes))
    law = dict(solution.outcomes) if agrees(solution.outcomes, solution.mean) else {}
    counts = whole_counts(law, solution.cycle or deals_of(plan))
    return Priced(report, sides, mains, law, main.unit, counts)
