"""The report of a blackjack game: the game by composition of the shoe, its chart, and every side bet."""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from houseway.odds.blackjack.rounds import NET, SQUARE, STAKED
from houseway.odds.blackjack.sides import Sides
from houseway.odds.blackjack.simulate import BLOCK, Engine, Solved, solve_plan, tables_of
from houseway.odds.blackjack.strategy import file_data
from houseway.odds.price import Priced, Progress, Question
from houseway.odds.report import MainPrice, Report, main_price
from houseway.play.blackjack.plan import load_plan

SPLIT_NOTE = (
    "counted by composition: before a split the best play for the exact cards; after it every hand is played by its "
    "own cards alone, best for the shoe without both cards of the pair, and pairs are split again whenever the rules "
    "allow (CDP1); a full shoe, one player"
)
DEVIATION_NOTE = "the standard deviation takes split hands as independent given how the dealer ends"
SWITCH_NOTE = (
    "simulated: cards are switched where the two hands are then worth more by the count, and each is played by its "
    "chart; every round from a full shoe, per unit of the first hand, two equal wagers"
)
_SWITCH_BLOCKS = 64


def _simulated(solved: Solved, progress: Progress) -> MainPrice:
    engine = Engine(solved.rules.plan, tables_of(solved, fresh=True), seed=1)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        sums = sum(pool.map(lambda block: engine.rounds(block, BLOCK), range(_SWITCH_BLOCKS)), np.zeros(4))
    progress(0.9)
    staked, mean, square = (float(sums[one]) / (BLOCK * _SWITCH_BLOCKS) for one in (STAKED, NET, SQUARE))
    error = ((square - mean * mean) / (BLOCK * _SWITCH_BLOCKS)) ** 0.5
    return main_price(solved.rules.plan.mains[0], mean, square, staked, error)


def price(question: Question, progress: Progress) -> Priced:
    """Main price, chart and side bets."""
    plan = load_plan(question.game, dict(question.house))
    progress(0.05)
    solved = solve_plan(plan)
    progress(0.3)
    best, unit = solved.best, plan.mains[0]
    surrender = plan.spec.surrender
    early = surrender is not None and surrender.at == "early"
    data = file_data(solved.chart, any(solved.rules.free), early, bool(plan.spec.switch))
    outcomes: dict[float, float] = {}
    if plan.spec.switch:
        method, main = "simulated", _simulated(solved, progress)
        notes: tuple[str, ...] = (SWITCH_NOTE,)
    else:
        method, main = "exact", main_price(unit, best.mean, best.square, best.bet)
        by_chart = solved.by_chart
        data["house_edge_by_chart"] = -by_chart.mean
        notes = (SPLIT_NOTE, DEVIATION_NOTE)
        if len(plan.mains) > 1:
            notes = (*notes, "each hand by itself")
        whole = sum(best.outcomes.values())
        outcomes = {net: chance / whole for net, chance in sorted(best.outcomes.items())}
        progress(0.6)
    sides = Sides(plan, solved, question.meters).all(question.every_table)
    in_use = {name: next(iter(prices.values())) for name, prices in sides.items()}
    progress(1.0)
    report = Report(plan.spec.id, method, main, in_use, data, notes=notes)
    return Priced(report, sides, outcomes=outcomes, wager=unit)
