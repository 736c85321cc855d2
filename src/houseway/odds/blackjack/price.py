"""The report of a blackjack game: the game by composition of the shoe, its chart, and every side bet."""

from houseway.odds.blackjack.sides import NO_COUNTS, Sides
from houseway.odds.blackjack.simulate import Solved, solve_plan, switch_worth
from houseway.odds.blackjack.starting_hands import starting_hands
from houseway.odds.blackjack.strategy import file_data
from houseway.odds.blackjack.switch import count_switch
from houseway.odds.executor import Executor
from houseway.odds.pricing import Priced, Question
from houseway.odds.report import MainPrice, Report, main_price
from houseway.play.blackjack.plan import load_plan

SPLIT_NOTE = (
    "counted by composition: before a split the best play for the exact cards; after it every hand is played by its "
    "own cards alone, best for the shoe without both cards of the pair, and pairs are split again whenever the rules "
    "allow (CDP1); a full shoe, one player"
)
DEVIATION_NOTE = "the standard deviation takes split hands as independent given how the dealer ends"
SWITCH_DEVIATION_NOTE = (
    "the standard deviation takes the two hands, and those of a split, as independent given how the dealer ends"
)
SWITCH_NOTE = (
    "counted: cards are switched where the two hands are then worth more, and each hand is played by the four first "
    "cards, the up card and its own draws, split hands as in CDP1; a full shoe, per unit of the first hand, two equal "
    "wagers"
)


def _switched(solved: Solved, executor: Executor) -> tuple[MainPrice, float]:
    """The price, and the house edge by the chart."""
    best, by_chart = count_switch(solved.rules, solved.chart, switch_worth(solved), executor.within(0.3, 0.9))
    return main_price(solved.rules.plan.mains[0], best.mean, best.square, best.bet), -by_chart.mean


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
        main, data["house_edge_by_chart"] = _switched(solved, executor)
        notes: tuple[str, ...] = (SWITCH_NOTE, SWITCH_DEVIATION_NOTE)
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
