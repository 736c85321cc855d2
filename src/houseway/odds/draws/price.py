"""The wheel and keno exactly: every spot of the wheel, every rate of the card, and tickets of several ways."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any

from houseway.odds.executor import Progress
from houseway.odds.lines import Line, price_lines
from houseway.odds.payoff import Payoff, payoff
from houseway.odds.pricing import Priced, Question, without_main
from houseway.odds.report import SidePrice
from houseway.play.core.cases import Case, deciding
from houseway.play.draws.keno import read_rates
from houseway.play.draws.wheel import make_plan
from houseway.rules.draws import Keno, Wheel
from houseway.rules.game import Game
from houseway.rules.pays import LOSE


def wheel_prices(game: Game[Wheel]) -> dict[str, SidePrice]:
    sections, found = game.spec.sections, {}
    for name, wager in make_plan(game).wagers.items():
        counts = Counter(deciding(wager.cases, section) for section in sections)
        lines = [
            Line(case.when.text(), case.price, case_payoff(case), case.outcome == "win", counts[case])
            for case in sorted(wager.cases, key=lambda case: case.lost != 1)  # what loses a part stands last
        ]
        found[name] = price_lines([line for line in lines if line.count], len(sections), {})
    return found


def case_payoff(case: Case) -> Payoff:
    """What a unit on a wager is worth in one of its cases."""
    assert case.pay is not None
    return payoff(case.pay) if case.lost == 1 else Payoff(-float(case.lost))


def catches(spec: Keno, marked: int) -> dict[int, Fraction]:
    total = comb(spec.numbers, spec.drawn)
    return {
        caught: Fraction(comb(marked, caught) * comb(spec.numbers - marked, spec.drawn - caught), total)
        for caught in range(marked + 1)
        if spec.drawn >= caught
    }


def keno_prices(game: Game[Keno]) -> dict[str, SidePrice]:
    """Every rate of the card, by the number of spots."""
    spec, found = game.spec, {}
    cycle = comb(spec.numbers, spec.drawn)
    for marked, row in sorted(read_rates(game).items()):
        lines = []
        for caught, chance in catches(spec, marked).items():
            paid = float(row.get(caught, 0))
            text, worth = f"{paid:g} for 1" if paid else LOSE.text, Payoff(paid - 1)
            lines.append(Line(f"{caught} of {marked}", text, worth, paid > 0, int(chance * cycle)))
        found[f"{marked}_spot"] = replace(price_lines(lines, cycle, {}), note=_note(game, marked))
    return found


def _note(game: Game[Keno], marked: int) -> str:
    """What is not part of a rate's price."""
    words = game.spec.progressive
    note = "a multi-race ticket is this rate in every game"
    if words is None or int(game.options[words.spots]) != marked:
        return note
    return f"{note}; by the rate card, without the {words.meter} meter that all {marked} caught win in its place"


def price(question: Question, progress: Progress) -> Priced:
    game: Game[Any] = question.load()
    prices = wheel_prices(game) if isinstance(game.spec, Wheel) else keno_prices(game)
    progress(1.0)
    note = "each wager is priced by itself; house edge is per unit of that wager"
    return without_main(question, {name: {"": one} for name, one in prices.items()}, (note,))
