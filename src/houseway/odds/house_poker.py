"""The report of a house-poker game: the main wagers by the solver that fits, the side wagers by counting."""

from collections.abc import Mapping
from typing import Any

from houseway.odds.price import Priced, Progress, Question
from houseway.odds.report import MainPrice, Report, main_price
from houseway.odds.sides import Sides
from houseway.odds.solvers import Solution, find_solver
from houseway.odds.wagers import main_wagers, unit_of
from houseway.play.house_poker.plan import Plan, load_plan

_NO_SOLVER = "no exact solver fits the shape of this game: its main wagers have to be simulated"


def main_tables(plan: Plan) -> dict[str, list[str]]:
    """The pay tables that the main wagers are paid by, and the ids of their alternatives."""
    names: dict[str, None] = {}
    for name in main_wagers(plan):
        wager = plan.wagers[name]
        tables = [wager.table, *(result.table for result in wager.results.values())]
        names.update(dict.fromkeys(table.name for table in tables if table is not None))
    blocks = plan.game.spec.pay_tables
    return {name: [table_id for block in blocks[name] for table_id in block.ids] for name in names}


def _prices(plan: Plan) -> tuple[Any, ...]:
    """All that alternatives of the main pay tables can differ in."""
    found: list[Any] = []
    for name in main_wagers(plan):
        wager = plan.wagers[name]
        for table in (wager.table, *(result.table for result in wager.results.values())):
            if table is not None:
                found.append(tuple((row.name, tuple(pay.text for pay in row.pays)) for row in table.rows))
    return tuple(found)


def _main(plan: Plan, solution: Solution) -> MainPrice:
    return main_price(solution.unit or unit_of(plan), solution.mean, solution.square, solution.average_bet)


def _alternatives(
    question: Question, plan: Plan, known: MainPrice, progress: Progress
) -> dict[str, dict[str, MainPrice]]:
    """The game with every alternative of each main pay table; alternatives printed alike are solved once."""
    solved = {_prices(plan): known}
    wanted = [(table, table_id) for table, ids in main_tables(plan).items() for table_id in ids if len(ids) > 1]
    found: dict[str, dict[str, MainPrice]] = {}
    for done, (table, table_id) in enumerate(wanted):
        tables: Mapping[str, str] = question.house.get("pay_tables", {})
        other = load_plan(question.game, {**question.house, "pay_tables": {**tables, table: table_id}})
        key = _prices(other)
        if key not in solved:
            solver = find_solver(other)
            if solver is None:
                continue
            solved[key] = _main(other, solver.solve(other, question.meters))
        found.setdefault(table, {})[table_id] = solved[key]
        progress((done + 1) / len(wanted))
    return found


def price(question: Question, progress: Progress) -> Priced:
    """Main price, strategy and every side wager."""
    plan = load_plan(question.game, dict(question.house))
    solver = find_solver(plan)
    whole = 0.6 if solver else 0.0
    main, strategy = None, None
    notes: tuple[str, ...] = (_NO_SOLVER,)
    outcomes: dict[float, float] = {}
    if solver is not None:
        solution = solver.solve(plan, question.meters, lambda done: progress(whole * done))
        main, strategy, notes = _main(plan, solution), solution.strategy, solution.notes
        outcomes = dict(solution.outcomes)
    rest = (1 - whole) / (2 if question.every_table and main else 1)
    sides = Sides(plan, question.meters).all(question.every_table, lambda done: progress(whole + rest * done))
    mains = {}
    if question.every_table and main is not None:
        mains = _alternatives(question, plan, main, lambda done: progress(whole + rest + rest * done))
    in_use = {name: next(iter(prices.values())) for name, prices in sides.items()}
    progress(1.0)
    report = Report(plan.game.spec.id, "exact", main, in_use, strategy, notes=notes)
    return Priced(report, sides, mains, outcomes, main.unit if main else "")
