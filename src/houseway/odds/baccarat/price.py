"""The report of a baccarat game."""

from houseway.odds.baccarat.solve import price_wagers
from houseway.odds.executor import Progress
from houseway.odds.pricing import Priced, Question, without_main
from houseway.play.baccarat.settle import load_plan


def price(question: Question, progress: Progress) -> Priced:
    """All wagers side by side, from a full shoe."""
    plan = load_plan(question.game, dict(question.house))
    sides = price_wagers(plan, question.meters, question.every_table)
    progress(1.0)
    note = "each wager is priced by itself, in the first coup of a full shoe; house edge is per unit of that wager"
    return without_main(question, sides, (note,))
