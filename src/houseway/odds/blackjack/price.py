"""The report of a blackjack game: the game by composition of the shoe, its chart, and every side bet."""

import os

import numpy as np

from houseway.odds.blackjack.rounds import NET, SQUARE
from houseway.odds.blackjack.sides import NO_COUNTS, Sides
from houseway.odds.blackjack.simulate import BLOCK, Engine, Solved, solve_plan, switch_worth, tables_of
from houseway.odds.blackjack.starting_hands import starting_hands
from houseway.odds.blackjack.strategy import file_data
from houseway.odds.blackjack.switch import count_switch
from houseway.odds.blackjack.values import Floats
from houseway.odds.executor import Executor, SharedInput
from houseway.odds.pricing import Priced, Question
from houseway.odds.report import MainPrice, Report, main_price
from houseway.play.blackjack.plan import load_plan

SPLIT_NOTE = (
    "counted by composition: before a split the best play for the exact cards; after it every hand is played by its "
    "own cards alone, best for the shoe without both cards of the pair, and pairs are split again whenever the rules "
    "allow (CDP1); a full shoe, one player"
)
DEVIATION_NOTE = "the standard deviation takes split hands as independent given how the dealer ends"
SWITCH_NOTE = (
    "counted: cards are switched where the two hands are then worth more, and each hand is played by the four first "
    "cards, the up card and its own draws, split hands as in CDP1; a full shoe, per unit of the first hand, two equal "
    "wagers"
)
_SPREAD_BLOCKS = 16


def _sums(kit: SharedInput[Engine], block: int) -> Floats:
    return kit.made.rounds(block, BLOCK)


def _switched(solved: Solved, executor: Executor) -> tuple[MainPrice, float, str]:
    """The price, the house edge by the chart, and a note on the standard deviation."""
    worths = switch_worth(solved)
    best, by_chart = count_switch(solved.rules, solved.chart, worths, executor.within(0.3, 0.8))
    kit = SharedInput(Engine, solved.rules.plan, tables_of(solved, fresh=True), 1)
    tasks = [(kit, block) for block in range(_SPREAD_BLOCKS)]
    blocks = np.array(list(executor.within(0.8, 0.9).map(_sums, tasks, os.cpu_count() or 1))) / BLOCK
    spreads = np.sqrt(blocks[:, SQUARE] - blocks[:, NET] ** 2)
    square = float(blocks[:, SQUARE].mean() - blocks[:, NET].mean() ** 2)
    error = float(spreads.std(ddof=1)) / _SPREAD_BLOCKS**0.5
    main = main_price(solved.rules.plan.mains[0], best.mean, square + best.mean**2, best.bet)
    note = f"the standard deviation is simulated by the chart, with a standard error of {error:.5f}"
    return main, -by_chart.mean, note


def price(question: Question, executor: Executor) -> Priced:
    """Main price, chart and side bets."""
    plan = load_plan(question.game, dict(question.house))
    if plan.spec.start != 2:
        from houseway.odds.blackjack import starts

        return starts.price(question, executor)
    if plan.duel is not None:
        from houseway.odds.blackjack import duel

        return duel.price(question, executor)
    executor(0.05)
    solved = solve_plan(plan)
    executor(0.3)
    best, unit = solved.best, plan.mains[0]
    surrender = plan.spec.surrender
    early = surrender is not None and surrender.at == "early"
    data = file_data(solved.chart, any(solved.rules.free), early, bool(plan.spec.switch))
    outcomes: dict[float, float] = {}
    if plan.spec.switch:
        main, data["house_edge_by_chart"], deviation = _switched(solved, executor)
        notes: tuple[str, ...] = (SWITCH_NOTE, deviation)
    else:
        main = main_price(unit, best.mean, best.square, best.bet)
        by_chart = solved.by_chart
        data["house_edge_by_chart"] = -by_chart.mean
        notes = (SPLIT_NOTE, DEVIATION_NOTE)
        if len(plan.mains) > 1:
            several = plan.spec.dealer.hands > 1
            notes = (
                *notes,
                "each wager by itself: no hand of the dealer is likelier than the first"
                if several
                else "each hand by itself",
            )
        whole = sum(best.outcomes.values())
        outcomes = {net: chance / whole for net, chance in sorted(best.outcomes.items())}
        executor(0.6)
    sides = Sides(plan, solved, question.meters).all(question.every_table)
    in_use = {name: next(iter(prices.values())) for name, prices in sides.items()}
    executor(1.0)
    hands = {} if plan.spec.switch else starting_hands(solved.counted)
    report = Report(plan.spec.id, "exact", main, in_use, data, notes=notes, starting_hands=hands)
    return Priced(report, sides, outcomes=outcomes, wager=unit, uncounted=NO_COUNTS)
