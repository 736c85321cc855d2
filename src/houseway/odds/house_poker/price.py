"""The report of a house-poker game: the main wagers by the solver that fits, the side wagers by counting."""

import dataclasses
from collections.abc import Iterator, Mapping
from math import sqrt

import msgspec

from houseway.odds.counts import agrees, deals_of, whole_counts
from houseway.odds.executor import Executor, SharedInput
from houseway.odds.house_poker.places import hands_of
from houseway.odds.house_poker.sampled import solve as sampled
from houseway.odds.house_poker.sides import Sides
from houseway.odds.house_poker.solvers import JointSolver, Listed, Solution, Solver, first_fitting
from houseway.odds.house_poker.wagers import (
    changes,
    main_wagers,
    opening_stakes,
    played_beside,
    prices_of,
    side_wagers,
    standing_wagers,
    unit_of,
)
from houseway.odds.pricing import Priced, Question
from houseway.odds.report import MainPrice, Report, SidePrice, main_price
from houseway.play.house_poker.plan import Plan, load_plan, make_plan
from houseway.rules.errors import RuleError


def main_tables(plan: Plan) -> dict[str, list[str]]:
    """The pay tables that the main wagers are paid by, and the ids of their alternatives."""
    names: dict[str, None] = {}
    for name in main_wagers(plan):
        wager = plan.wagers[name]
        names.update(dict.fromkeys(table.name for table in wager.tables))
    blocks = plan.game.spec.pay_tables
    return {name: [table_id for block in blocks[name] for table_id in block.ids] for name in names}


def _prices(plan: Plan) -> tuple[object, ...]:
    """All that alternatives of the main pay tables can differ in."""
    return prices_of(plan, main_wagers(plan))


def _main(plan: Plan, solution: Solution) -> MainPrice:
    unit = solution.unit or unit_of(plan)
    return main_price(unit, solution.mean, solution.square, solution.average_bet, solution.error)


def _side(counting: Sides, name: str, every_table: bool) -> tuple[dict[str, dict[str, SidePrice]], str]:
    """The prices of a side wager, or why it has none."""
    try:
        return counting.wager(name, every_table), ""
    except RuleError as error:
        return {}, f"{name} is not priced: {error.message}"


def rights(plan: Plan) -> tuple[str, ...]:
    """Side wagers that give the right to a choice: what they are worth lies in the game itself."""
    needed = {name for stage in plan.choices for choice in stage for name in choice.needs}
    return tuple(name for name in side_wagers(plan) if name in needed and plan.wagers[name].spec.fee)


def played_together(plan: Plan) -> tuple[str, ...]:
    """Side wagers on what a seat holds after it threw cards away: the game tells which, so they have no price alone."""
    hands = {name: hand for name, hand in plan.hands.items() if changes(plan, name) and not hand.held}
    return tuple(name for name in side_wagers(plan) if hands_of(plan, name) & hands.keys())


def _with_wager(plan: Plan, name: str) -> Plan:
    spec = plan.game.spec
    wagers = {**spec.wagers, name: msgspec.structs.replace(spec.wagers[name], required=True)}
    return make_plan(dataclasses.replace(plan.game, spec=msgspec.structs.replace(spec, wagers=wagers)))


def _beside_the_game(plan: Plan, name: str, without: Solution, meters: Mapping[str, float]) -> SidePrice:
    """A side wager by the game with it against the game `without`, each under its own best play."""
    other = _with_wager(plan, name)
    solution, stake, unit = _solver(other).solve(other, meters), opening_stakes(other)[name], without.unit
    costs = f"{-solution.mean:.4%} of the {unit}, and {-without.mean:.4%} without, both under best play"
    if plan.wagers[name].spec.fee:
        note = (
            "the fee is lost whatever comes; the game with the right to a choice that it gives costs "
            f"{-solution.mean:.4%} of the {unit}, the fee counted in, and {-without.mean:.4%} without, both under best "
            "play"
        )
    else:
        note = f"as large as the {unit} and played together with the game, which then costs {costs}"
    error = sqrt((solution.error or 0.0) ** 2 + (without.error or 0.0) ** 2) / stake
    method = "simulated" if error else "exact"
    return SidePrice(
        (without.mean - solution.mean) / stake, 0.0, 0.0, method=method, standard_error=error or None, note=note
    )


def _together(question: Question, plan: Plan, name: str, solution: Solution) -> dict[str, SidePrice]:
    """Such a wager by the id of its pay table, the one in use first or alone."""
    table, chosen = plan.wagers[name].table, question.house.get("pay_tables", {})
    if table is None:
        return {"": _beside_the_game(plan, name, solution, question.meters)}
    blocks = plan.game.spec.pay_tables[table.name] if question.every_table else ()
    ids = dict.fromkeys([table.id, *(table_id for block in blocks for table_id in block.ids)])
    plans = {
        one: load_plan(question.game, {**question.house, "pay_tables": {**chosen, table.name: one}}) for one in ids
    }
    return {
        one: dataclasses.replace(_beside_the_game(other, name, solution, question.meters), table=one)
        for one, other in plans.items()
    }


def fitting_solver(plan: Plan) -> str:
    """What the solver counts that prices a game; an error names the statement of the file that stops all of them."""
    listed = _listed(plan)
    if listed is not None:
        return listed.counts
    return sampled.COUNTED if sampled.counts_all(plan) else sampled.SAMPLED


def _listed(plan: Plan) -> Listed | None:
    """The solver of the list that fits; none: states are valued, unless a statement of the file stops that too."""
    listed = first_fitting(plan)
    if listed is None and (stopped := sampled.stops(plan)) is not None:
        raise stopped
    return listed


def _solver(plan: Plan) -> Solver:
    listed = _listed(plan)
    return sampled if listed is None else listed.load()


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


def _results(plan: Plan, solution: Solution) -> tuple[dict[float, float], dict[float, int]]:
    """The chance of every net result of a round and the deals that yield it; empty where they are not known."""
    if solution.count is not None:
        counts = dict(solution.count())
        cycle = sum(counts.values())
        return {net: count / cycle for net, count in counts.items()}, counts
    law = dict(solution.outcomes) if agrees(solution.outcomes, solution.mean) else {}
    return law, whole_counts(law, solution.cycle or deals_of(plan))


def _why_no_counts(solution: Solution, law: Mapping[float, float]) -> str:
    if solution.error is not None:
        return "states of the game are dealt at random, so there is no cycle of which results are parts"
    if law:
        return "the cards of a round fall in more ways than a chance of sixteen digits can tell apart"
    return "best play is found from means alone; the results that they are means of are not kept apart"


def _priced_alone(plan: Plan) -> list[str]:
    """The side wagers that have a price without the game."""
    together = (*rights(plan), *played_together(plan))
    return [name for name in (*standing_wagers(plan), *side_wagers(plan)) if name not in together]


def price_apart(question: Question) -> None:
    """Count the side wagers from the last to the first; `price` goes from the game to the last."""
    plan = load_plan(question.game, dict(question.house))
    kit = Sides(plan, question.meters)
    for name in reversed(_priced_alone(plan)):
        _side(kit, name, False)


def price(question: Question, executor: Executor) -> Priced:
    """Main price, strategy and every side wager."""
    plan = load_plan(question.game, dict(question.house))
    solver = _solver(plan)
    whole = 0.6
    rest = (1 - whole) / (2 if question.every_table else 1)
    kit = SharedInput(Sides, plan, question.meters)
    wagers = [(name, question.every_table) for name in _priced_alone(plan)]
    counted = executor.within(whole, whole + rest).over(kit, _side, wagers)  # begun before the game itself is solved
    at_once = solver is not sampled or sampled.counts_all(plan)
    others = _alternatives(question, plan) if question.every_table and at_once else {}
    different = {_prices(other): other for other in others.values()}  # those printed alike are solved once
    different.pop(_prices(plan), None)
    listed = list(different.values())
    solved: Iterator[MainPrice]
    if isinstance(solver, JointSolver) and all(_solver(other) is solver for other in listed):
        solution, *alike = solver.solve_all([plan, *listed], question.meters, executor.within(0.0, whole))
        solved = map(_main, listed, alike)
    else:
        solved = executor.within(whole + rest, 1.0).map(_solved, [(other, question.meters) for other in listed])
        solution = solver.solve(plan, question.meters, executor.within(0.0, whole))
    main = _main(plan, solution)
    results = list(counted)
    sides = {name: prices for found, _ in results for name, prices in found.items()}
    notes = [why for _, why in results if why]
    notes += [f"{name} is played like {main.unit} and not priced apart" for name in played_beside(plan)]
    sides.update({name: {"": alone} for name, alone in solution.sides.items()})
    sides.update({name: _together(question, plan, name, solution) for name in (*rights(plan), *played_together(plan))})
    known = {_prices(plan): main, **dict(zip(different, solved, strict=True))}
    mains: dict[str, dict[str, MainPrice]] = {}
    for (table, table_id), other in others.items():
        mains.setdefault(table, {})[table_id] = known[_prices(other)]
    in_use = {name: next(iter(prices.values())) for name, prices in sides.items()}
    executor(1.0)
    method = "exact" if solution.error is None else "simulated"
    report = Report(plan.game.spec.id, method, main, in_use, solution.strategy, notes=(*solution.notes, *notes))
    law, counts = _results(plan, solution)
    return Priced(report, sides, mains, law, main.unit, counts, _why_no_counts(solution, law) if not counts else "")
